# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which objects of a scene mean something to Volant, without going through all of them each time a view is drawn.

Objects are remembered by name and looked up again, because undo may have replaced them.
"""

from __future__ import annotations

import bpy

Key = str | tuple[str, str]

_known: dict[tuple[str, str], list[Key]] = {}


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


def forget() -> None:
    """Objects may have come, gone, or changed their role."""
    _known.clear()
