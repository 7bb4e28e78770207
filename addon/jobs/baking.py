# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake from the scene to the .blend.

What it needs of the scene is copied while meshes are read; the volume is looked up again before anything is stored,
because it may have been renamed, deleted or brought back by undo meanwhile.
"""

from __future__ import annotations

import math
import time
from dataclasses import asdict

import bpy

from ... import navcore
from .. import session
from ..objects import volumes
from ..scene import frames, samples, shapes, sources, survey
from ..session.status import Problem
from ..wording import counted, length, seconds, told
from . import tasks
from .job import Job

#: An object that takes more than this share of the time for reading is the last one before the window's turn.
_LARGE = 0.25


def _take(evaluated: bpy.types.Object) -> tuple[shapes.Shape, survey.Facts]:
    """What a bake needs of an object, and what says later whether it is still the same."""
    return sources.read_shape(evaluated), survey.measure(evaluated)


class BakeJob(Job):
    """One bake of one volume. `NavError` when its settings cannot be baked."""

    task = "bake"
    prepared = 0.15

    def __init__(self, context: bpy.types.Context, volume: bpy.types.Object) -> None:
        super().__init__("Reading meshes")
        self._began = time.perf_counter()
        self._uid, self._name = volume.session_uid, volume.name
        session.current().status.problems.pop(self._uid, None)
        try:
            session.current().status.settle(context.scene, context.evaluated_depsgraph_get(), volume)
            self._config = volumes.bake_config(context.scene, volume)
            # Refuses what is too large or too small before anything is read.
            navcore.estimate_bake(samples.NONE, self._config)
        except navcore.NavError as error:
            raise self._failure(context.scene, error) from error
        # While meshes are read.
        session.current().spare_process.warm_up()
        self._markers = [marker.name for marker in volumes.markers_inside(context.scene, volume)]
        # Blender shows edits in edit mode, but keeps them apart until told to write them back.
        for edited in context.objects_in_mode if context.mode.startswith("EDIT") else ():
            edited.update_from_editmode()
        self._made_in = frames.metadata(context.scene)
        self._scene, self._layer = context.scene.session_uid, context.view_layer.name
        self._gathering = sources.Gathering(context.evaluated_depsgraph_get(), volume, _take)
        self._survey: survey.Survey | None = None

    def prepare(self, budget: float) -> bool:
        depsgraph = self._depsgraph()
        end = time.perf_counter() + budget
        while not self._gathering.is_done:
            began = time.perf_counter()
            geometry = self._gathering.step(depsgraph)
            session.current().meshes.remember(geometry, self._gathering.taken[geometry][1])
            self.fraction = self.prepared * self._gathering.fraction
            now = time.perf_counter()
            # Small objects are read several at a time, but the wait for the window is never that for two large ones.
            if now > end or now - began > _LARGE * budget:
                break
        return self._gathering.is_done

    def _depsgraph(self) -> bpy.types.Depsgraph:
        """That of the scene the bake was started in, whichever one the window shows by now."""
        scene = next((known for known in bpy.data.scenes if known.session_uid == self._scene), None)
        layer = scene.view_layers.get(self._layer) if scene else None
        if layer is None:
            raise navcore.BakeError("its scene or view layer was deleted while meshes were read; bake again")
        # Not `layer.update`, which has Blender look at everything again even when nothing has changed.
        with bpy.context.temp_override(scene=scene, view_layer=layer):
            return bpy.context.evaluated_depsgraph_get()

    def asked(self) -> tasks.Values:
        places, taken = self._gathering.places, self._gathering.taken
        self._survey = survey.summed(places, {geometry: facts for geometry, (_shape, facts) in taken.items()})
        # Nothing else holds them, and they may be large.
        self._gathering.taken = {}
        return {
            "meshes": shapes.plain(places, {geometry: shape for geometry, (shape, _facts) in taken.items()}),
            "config": asdict(self._config),
            "metadata": {**navcore.bake_metadata(self._name, self._config), **self._made_in},
        }

    def finish(self, context: bpy.types.Context) -> str:
        """As every job, but what went wrong is kept for the panel as well."""
        try:
            return super().finish(context)
        except navcore.Cancelled:
            raise
        except navcore.NavError as error:
            raise self._failure(context.scene, error) from error

    def store(self, _context: bpy.types.Context, answer: tasks.Values) -> str:
        assert self._survey is not None, "asked for before the work has begun"
        volume = volumes.find(self._uid)
        # A deleted one may live on, because something still points to it.
        if volume is None or not volume.users_scene:
            raise navcore.BakeError("deleted while it was baked; the result is dropped")
        nav = tasks.volume_of(answer["volume"])
        session.current().bakes.store(volume, nav, answer["packed"])
        # The window may show another scene by now, and only that one is looked at next.
        session.current().status.forget_one(self._uid)
        settings = volume.volant.volume
        settings.baked_from = self._survey.pack()
        settings.baked_seconds = time.perf_counter() - self._began
        cells, triangles = counted(len(nav.cells), "cell"), counted(answer["triangles"], "triangle")
        return f"{volume.name}: {cells} from {triangles} in {seconds(settings.baked_seconds)}"

    def _failure(self, scene: bpy.types.Scene, error: navcore.NavError) -> navcore.BakeError:
        """An error that names the object it is about, kept for the panel."""
        problem = Problem(f"{self._name}: {told(scene, error)}")
        if isinstance(error, navcore.MarkerError):
            name, words = self._markers[error.index], error.problem
            if error.nearest is not None:
                away = length(scene, math.dist(error.nearest, self._config.markers[error.index]))
                words = f"is in blocked space, {away} from the nearest free point; move it into the space to keep"
            problem = Problem(f"{name} {words}", name, error.nearest)
        session.current().status.problems[self._uid] = problem
        return navcore.BakeError(problem.words)
