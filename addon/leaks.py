# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a room that should be closed is open."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from .. import navcore
from . import preview, roles, volumes
from .jobs import tasks
from .jobs.job import Job
from .precision import Corner
from .wording import cubic, length

#: An alarming colour, used for nothing else; linear, as the colours of paths are.
COLOR = (1.0, 0.027, 0.014)


@dataclass(frozen=True)
class Found:
    """The answer to the last question: the volume object and its bake, where it began, what was found, in words."""

    owner: int
    nav: navcore.NavVolume
    start: Corner
    leak: navcore.Leak
    words: str


_last: list[Found] = []


def last(volume: bpy.types.Object) -> Found | None:
    """What was found in a volume, as long as its bake is the one that was searched."""
    for found in _last:
        if found.owner == volume.session_uid and found.nav is volumes.stored_bake(volume):
            return found
    return None


def forget() -> None:
    _last.clear()


def shown(scene: bpy.types.Scene) -> list[tuple[preview.Shown, NDArray[np.float64]]]:
    """The way out of each leaking room of a scene and its narrowest place, (2, 3) world corners, to be drawn."""
    drawn = []
    for volume in volumes.scene_volumes(scene):
        found = last(volume)
        if found is not None and found.leak.found:
            x, y, z = found.leak.path.points[-1].tolist()
            way = preview.Shown(found.leak.path, found.nav, found.owner, found.start, (x, y, z), (0, 0), COLOR)
            drawn.append((way, found.leak.portal))
    return drawn


def ends(context: bpy.types.Context, volume: bpy.types.Object) -> tuple[bpy.types.Object, bpy.types.Object | None]:
    """The marker to look from and the one to look for, if any; `PathError` when there is none.

    The active object comes first, then what is selected, then the first by name.
    """
    inside = volumes.markers_inside(context.scene, volume)
    if not inside:
        raise navcore.PathError("put a keep marker into the room first")
    active = context.view_layer.objects.active
    chosen = [marker for marker in roles.with_role(context.scene, "MARKER") if marker.select_get()]
    begin = active if active in inside else next((marker for marker in chosen if marker in inside), inside[0])
    return begin, next((marker for marker in chosen if marker != begin), None)


class LeakJob(Job):
    """Looks for a way out of the room around a marker; `NavError` when there is nothing to look in."""

    task = "find_leak"

    def __init__(self, context: bpy.types.Context, volume: bpy.types.Object) -> None:
        super().__init__("Looking for a leak")
        nav = volumes.require_bake(volume)
        begin, end = ends(context, volume)
        self._owner, self._nav = volume.session_uid, nav
        self._name, self._goal_name = begin.name, end.name if end else ""
        self._start: Corner = begin.matrix_world.translation.to_tuple()
        self._goal = end.matrix_world.translation.to_tuple() if end else None

    def asked(self) -> tasks.Values:
        return {"volume": tasks.volume_values(self._nav), "inside": self._start, "outside": self._goal}

    def store(self, context: bpy.types.Context, answer: tasks.Values) -> str:
        volume = volumes.find(self._owner)
        if volume is None or not volume.users_scene:
            raise navcore.PathError("the volume was deleted while it was searched; the result is dropped")
        leak = tasks.leak_of(answer)
        words = self._words(context.scene, leak)
        _last[:] = [Found(self._owner, self._nav, self._start, leak, words)]
        return words

    def _words(self, scene: bpy.types.Scene, leak: navcore.Leak) -> str:
        if leak.found:
            where = f"to {self._goal_name}" if self._goal_name else "to the outside"
            # Free is where the agent's centre may be; the hole itself is wider by the agent.
            way, wide = length(scene, leak.path.length), length(scene, leak.width + 2.0 * self._nav.agent_radius)
            return f"{self._name} leaks {where}: {wide} wide, {way} away"
        if leak.room_volume <= 0.0:
            return f"{self._name}: {leak.reason}"
        return f"{self._name} is closed: {cubic(scene, leak.room_volume)}"
