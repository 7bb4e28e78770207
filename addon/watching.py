# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the properties of a scene say, compared by value.

A script that sets a property may go past every callback, and so do drivers and animation: Blender tells nobody.
"""

from __future__ import annotations

from typing import Any

import bpy

from . import properties

#: What was seen last of each scene, by its `session_uid`.
_seen: dict[int, tuple[Any, ...]] = {}


def note(scene: bpy.types.Scene) -> None:
    """Whoever has just set something has looked at what follows from it: it need not be found out again."""
    _seen[scene.session_uid] = _values(scene)


def has_changed(scene: bpy.types.Scene) -> bool:
    """Whether anything that Volant stores in a scene is not as it was when last asked; False the first time."""
    now = _values(scene)
    before = _seen.get(scene.session_uid)
    _seen[scene.session_uid] = now
    return before is not None and before != now


def forget() -> None:
    """Another file is open."""
    _seen.clear()


def _values(scene: bpy.types.Scene) -> tuple[Any, ...]:
    """All that was set in a scene, in values that stay what they are when Blender's data changes."""
    told: list[Any] = [_group(scene.volant.display)]
    for candidate in scene.objects:
        settings = candidate.volant
        role = settings.role
        if role == "VOLUME":
            told.append((candidate.session_uid, role, _group(settings.volume)))
        elif role == "PATH":
            told.append((candidate.session_uid, role, _group(settings.path)))
        elif role != "NONE" or settings.ignore:
            told.append((candidate.session_uid, role, settings.ignore))
    return tuple(told)


def _group(group: bpy.types.PropertyGroup) -> tuple[Any, ...]:
    return tuple(_plain(getattr(group, name)) for name in properties.names(group))


def _plain(value: Any) -> Any:
    """A property's value without a reference into Blender's data."""
    if isinstance(value, bpy.types.ID):
        return value.session_uid
    if isinstance(value, bpy.types.PropertyGroup):
        return _group(value)
    return value if isinstance(value, str | bytes | bool | int | float | None) else tuple(map(_plain, value))
