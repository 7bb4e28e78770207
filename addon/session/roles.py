# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which objects of a scene mean something to Volant, without going through all of them each time a view is drawn.

Objects are remembered by name and looked up again, because undo may have replaced them.
"""

from __future__ import annotations

import bpy

Key = str | tuple[str, str]


class RoleIndex:
    """The objects of each scene, by their roles."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], list[Key]] = {}
        #: `session_uid` of all objects of a scene, by its full name.
        self._held: dict[str, frozenset[int]] = {}

    def with_role(self, scene: bpy.types.Scene, role: str) -> list[bpy.types.Object]:
        """The objects of a scene that have a role, by their full names."""
        question = (scene.name_full, role)
        keys = self._known.get(question)
        if keys is not None:
            found: list[bpy.types.Object | None] = [bpy.data.objects.get(key) for key in keys]
            present = [candidate for candidate in found if candidate is not None and candidate.volant.role == role]
            if len(present) == len(keys):
                return present
        objects = [candidate for candidate in scene.objects if candidate.volant.role == role]
        objects.sort(key=lambda candidate: candidate.name_full)
        self._known[question] = [
            (candidate.name, candidate.library.filepath) if candidate.library else candidate.name
            for candidate in objects
        ]
        return objects

    def is_in(self, scene: bpy.types.Scene, candidate: bpy.types.Object | None) -> bool:
        """Whether an object is in a scene. A deleted one is not, although whatever points to it keeps it alive."""
        if candidate is None:
            return False
        held = self._held.get(scene.name_full)
        if held is None:
            held = self._held[scene.name_full] = frozenset(each.session_uid for each in scene.objects)
        return candidate.session_uid in held

    def forget(self) -> None:
        """Objects may have come, gone, or changed their role."""
        self._known.clear()
        self._held.clear()
