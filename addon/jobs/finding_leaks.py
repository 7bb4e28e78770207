# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The search for the hole in a room that should be closed."""

from __future__ import annotations

import bpy

from ... import navcore
from .. import session
from ..objects import volumes
from ..scene.precision import Corner
from ..session.leaks import Found
from ..wording import cubic, length
from . import tasks
from .job import Job


def ends(context: bpy.types.Context, volume: bpy.types.Object) -> tuple[bpy.types.Object, bpy.types.Object | None]:
    """The marker to look from and the one to look for, if any; `PathError` when there is none.

    The active object comes first, then what is selected, then the first by name.
    """
    inside = volumes.markers_inside(context.scene, volume)
    if not inside:
        raise navcore.PathError("put a keep marker into the room first")
    active = context.view_layer.objects.active
    chosen = [marker for marker in session.current().roles.with_role(context.scene, "MARKER") if marker.select_get()]
    begin = active if active in inside else next((marker for marker in chosen if marker in inside), inside[0])
    return begin, next((marker for marker in chosen if marker != begin), None)


class LeakJob(Job):
    """Looks for a way out of the room around a marker; `NavError` when there is nothing to look in."""

    task = "find_leak"

    def __init__(self, context: bpy.types.Context, volume: bpy.types.Object) -> None:
        super().__init__("Looking for a leak")
        nav = session.current().bakes.require(volume)
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
        session.current().leak.found = Found(self._owner, self._nav, self._start, leak, words)
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
