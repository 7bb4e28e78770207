# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What jobs share that read a volume's sources before they ask anything."""

from __future__ import annotations

import time
from typing import TypeAlias

import bpy

from .. import session
from ..scene import frames, layers, shapes, sources, survey
from ..scene.frame_range import FrameGathering
from ..scene.moving import NOTHING, Moving
from . import tasks
from .job import Job

#: An object that takes more than this share of the time for reading is the last one before the window's turn.
_LARGE = 0.25


_Taken: TypeAlias = tuple[shapes.Shape, survey.Facts]


def _take(evaluated: bpy.types.Object) -> _Taken:
    """What a bake needs of an object, and what says later whether it is still the same."""
    return sources.read_shape(evaluated), survey.measure(evaluated)


class ReadingJob(Job):
    """A job about the meshes of a volume's sources. Whoever inherits from it calls `begin_reading`."""

    prepared = 0.15

    def __init__(self) -> None:
        super().__init__("Reading meshes")
        self._over: FrameGathering[_Taken] | None = None

    def begin_reading(self, context: bpy.types.Context, volume: bpy.types.Object) -> None:
        """List what is to be read."""
        # While meshes are read.
        session.current().spare_process.warm_up()
        # Blender shows edits in edit mode, but keeps them apart until told to write them back.
        for edited in context.objects_in_mode if context.mode.startswith("EDIT") else ():
            edited.update_from_editmode()
        self._layer = layers.name_of(context.scene, context.view_layer)
        self._gathering: sources.Gathering[_Taken] | FrameGathering[_Taken]
        over = frames.of_volume(volume)
        if over is None:
            self._gathering = sources.Gathering(context.evaluated_depsgraph_get(), volume, _take)
        else:
            self._gathering = self._over = FrameGathering(context.scene, volume, over, _take)

    def prepare(self, budget: float) -> bool:
        end = time.perf_counter() + budget
        while not self._gathering.is_done:
            began = time.perf_counter()
            geometry = self._gathering.step(layers.depsgraph_of(self._layer))
            if geometry is not None:
                session.current().meshes.remember(geometry, self._gathering.taken[geometry][1])
            self.fraction = self.prepared * self._gathering.fraction
            now = time.perf_counter()
            # Small objects are read several at a time, but the wait for the window is never that for two large ones.
            if now > end or now - began > _LARGE * budget:
                break
        return self._gathering.is_done

    def close(self) -> None:
        if self._over is not None:
            self._over.close()
        super().close()

    def read(self, also: Moving = NOTHING) -> tuple[tasks.Values, survey.Survey]:
        """What was read, see `shapes.plain`, and a survey of it; once, because nothing else holds it afterwards.

        also : dynamic objects to be among the meshes; a survey knows none.
        """
        places, taken = self._gathering.places, self._gathering.taken
        # It may be large.
        self._gathering.taken = {}
        moving = [place for owned in also.places.values() for place in owned]
        read = {geometry: shape for geometry, (shape, _facts) in taken.items()}
        meshes = shapes.plain([*places, *moving], {**read, **also.shapes})
        if self._over is not None:
            return meshes, self._over.survey()
        return meshes, survey.summed(places, {geometry: facts for geometry, (_shape, facts) in taken.items()})
