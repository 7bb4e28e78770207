# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the properties of a scene say, compared by value.

A script that sets a property may go past every callback, and so do drivers and animation: Blender tells nobody.
"""

from __future__ import annotations

from typing import Any

import bpy


class Watched:
    """What was seen last.

    scene, active : `session_uid` of the scene that was shown, and of its active object; 0 for none yet.
    """

    def __init__(self) -> None:
        self.scene = self.active = 0
        #: The values of each scene, by its `session_uid`.
        self._seen: dict[int, tuple[Any, ...]] = {}

    def note(self, scene: bpy.types.Scene) -> None:
        """Whoever has just set something has looked at what follows from it: it need not be found out again."""
        self._seen[scene.session_uid] = _values(scene)

    def has_changed(self, scene: bpy.types.Scene) -> bool:
        """Whether anything that Volant stores in a scene is not as it was when last asked; False the first time."""
        now = _values(scene)
        before = self._seen.get(scene.session_uid)
        self._seen[scene.session_uid] = now
        return before is not None and before != now


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
        elif role != "NONE" or settings.ignore or settings.dynamic:
            told.append((candidate.session_uid, role, settings.ignore, settings.dynamic))
    return tuple(told)


def _group(group: bpy.types.PropertyGroup) -> tuple[Any, ...]:
    return tuple(_plain(getattr(group, name)) for name in type(group).__annotations__)


def _plain(value: Any) -> Any:
    """A property's value without a reference into Blender's data."""
    if isinstance(value, bpy.types.ID):
        return value.session_uid
    if isinstance(value, bpy.types.PropertyGroup):
        return _group(value)
    return value if isinstance(value, str | bytes | bool | int | float | None) else tuple(map(_plain, value))
