# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which objects of a scene mean something to Volant, without going through all of them each time a view is drawn.

Objects are remembered by name and looked up again, because undo may have replaced them.
"""

from __future__ import annotations

import bpy

Key = str | tuple[str, str]

_known: dict[tuple[str, str], list[Key]] = {}
#: `session_uid` of all objects of a scene, by its full name.
_held: dict[str, frozenset[int]] = {}


def with_role(scene: bpy.types.Scene, role: str) -> list[bpy.types.Object]:
    """The objects of a scene that have a role, by their full names."""
    question = (scene.name_full, role)
    keys = _known.get(question)
    if keys is not None:
        found: list[bpy.types.Object | None] = [bpy.data.objects.get(key) for key in keys]
        present = [candidate for candidate in found if candidate is not None and candidate.volant.role == role]
        if len(present) == len(keys):
            return present
    objects = [candidate for candidate in scene.objects if candidate.volant.role == role]
    objects.sort(key=lambda candidate: candidate.name_full)
    _known[question] = [
        (candidate.name, candidate.library.filepath) if candidate.library else candidate.name for candidate in objects
    ]
    return objects


def is_in(scene: bpy.types.Scene, candidate: bpy.types.Object | None) -> bool:
    """Whether an object is in a scene. One that was deleted is not, although whatever points to it keeps it alive."""
    if candidate is None:
        return False
    held = _held.get(scene.name_full)
    if held is None:
        held = _held[scene.name_full] = frozenset(each.session_uid for each in scene.objects)
    return candidate.session_uid in held


def forget() -> None:
    """Objects may have come, gone, or changed their role."""
    _known.clear()
    _held.clear()
