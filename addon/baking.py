# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake from the scene to the .blend.

What it needs of the scene is copied while meshes are read; the volume is looked up again before anything is stored,
because it may have been renamed, deleted or brought back by undo meanwhile.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import bpy

from .. import navcore
from . import sources, status, survey, volumes
from .background import Job
from .wording import counted, seconds

#: How much of the progress bar is filled when meshes are read, cells are made, and their clearance is known.
_READ, _MADE, _MEASURED = 0.15, 0.6, 0.9


@dataclass(frozen=True)
class _Baked:
    """What the thread has made: a volume, the bytes of its file, and how many triangles went in."""

    nav: navcore.NavVolume
    packed: bytes
    triangles: int


class BakeJob(Job):
    """One bake of one volume. `NavError` when its settings cannot be baked."""

    def __init__(self, context: bpy.types.Context, volume: bpy.types.Object) -> None:
        super().__init__("Reading meshes")
        self._began = time.perf_counter()
        self._uid, self._name = volume.session_uid, volume.name
        status.clear_problem(self._uid)
        try:
            self._config = volumes.bake_config(context.scene, volume)
        except navcore.NavError as error:
            raise self._failure(error) from error
        self._markers = [marker.name for marker in volumes.markers_inside(context.scene, volume)]
        # Blender shows edits in edit mode, but keeps them apart until told to write them back.
        for edited in context.objects_in_mode if context.mode.startswith("EDIT") else ():
            edited.update_from_editmode()
        depsgraph = context.evaluated_depsgraph_get()
        self._survey = survey.survey(depsgraph, volume)
        self._gathering = sources.Gathering(depsgraph, volume)
        self._baked: _Baked | None = None

    def prepare(self, depsgraph: bpy.types.Depsgraph, budget: float) -> bool:
        end = time.perf_counter() + budget
        while not self._gathering.is_done:
            if time.perf_counter() > end:
                return False
            self._gathering.step(depsgraph)
            self.fraction = _READ * self._gathering.fraction
        return True

    def work(self) -> None:
        vertices, triangles = self._gathering.triangles()
        nav = navcore.bake(vertices, triangles, self._config, self._part(_READ, _MADE))
        nav = replace(nav, metadata=navcore.bake_metadata(self._name, self._config))
        # The file needs it. Left to `dumps`, it could not be stopped, and takes longer than the bake at times.
        nav.measure_clearance(self._part(_MADE, _MEASURED))
        self.tell(_MEASURED, "Packing")
        packed = navcore.dumps(nav)
        if not self.tell(1.0, "Packing"):
            raise navcore.Cancelled("cancelled while packing; nothing was changed")
        self._baked = _Baked(nav, packed, len(triangles))

    def _part(self, begin: float, end: float) -> navcore.Progress:
        """Progress of work that fills a part of the bar."""
        return lambda fraction, stage: self.tell(begin + (end - begin) * fraction, stage)

    def finish(self, context: bpy.types.Context) -> str:
        """As every job, but what went wrong is kept for the panel as well."""
        try:
            return super().finish(context)
        except navcore.Cancelled:
            raise
        except navcore.NavError as error:
            raise self._failure(error) from error

    def store(self, _context: bpy.types.Context) -> str:
        assert self._baked is not None, "asked for before the work has ended"
        volume = volumes.find(self._uid)
        if volume is None:
            raise navcore.BakeError("deleted while it was baked; the result is dropped")
        nav = self._baked.nav
        volumes.store_bake(volume, nav, self._baked.packed)
        settings = volume.volant.volume
        settings.baked_from = self._survey.pack()
        settings.baked_seconds = time.perf_counter() - self._began
        cells, triangles = counted(len(nav.cells), "cell"), counted(self._baked.triangles, "triangle")
        return f"{volume.name}: {cells} from {triangles} in {seconds(settings.baked_seconds)}"

    def _failure(self, error: navcore.NavError) -> navcore.BakeError:
        """An error that names the object it is about, kept for the panel."""
        problem = status.Problem(f"{self._name}: {error}")
        if isinstance(error, navcore.MarkerError):
            name = self._markers[error.index]
            problem = status.Problem(f"{name} {error.problem}", name, error.nearest)
        status.set_problem(self._uid, problem)
        return navcore.BakeError(problem.words)
