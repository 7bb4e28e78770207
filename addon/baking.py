# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake from the scene to the .blend: read meshes on Blender's thread, work on another, store on Blender's again.

There is at most one at a time. What it needs of the scene is copied while it reads; the volume is looked up again
before anything is stored, because it may have been renamed, deleted or brought back by undo meanwhile.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace

import bpy

from .. import navcore
from . import sources, status, survey, volumes
from .wording import counted, seconds

#: Share of the progress bar for reading meshes.
_READING = 0.15


@dataclass(frozen=True)
class _Baked:
    """What the thread has made: a volume, the bytes of its file, and how many triangles went in."""

    nav: navcore.NavVolume
    packed: bytes
    triangles: int


class BakeJob:
    """One bake of one volume."""

    def __init__(self, context: bpy.types.Context, volume: bpy.types.Object) -> None:
        self._began = time.perf_counter()
        self._uid, self._name = volume.session_uid, volume.name
        status.clear_problem(self._uid)
        # Blender shows edits in edit mode, but keeps them apart until told to write them back.
        for edited in context.objects_in_mode if context.mode.startswith("EDIT") else ():
            edited.update_from_editmode()
        depsgraph = context.evaluated_depsgraph_get()
        self._config = volumes.bake_config(context.scene, volume)
        self._markers = [marker.name for marker in volumes.markers_inside(context.scene, volume)]
        self._survey = survey.survey(depsgraph, volume)
        self._gathering = sources.Gathering(depsgraph, volume)
        self._wanted = True
        self._thread: threading.Thread | None = None
        self._baked: _Baked | None = None
        self._error: Exception | None = None
        self.fraction, self.stage = 0.0, "Reading meshes"

    def cancel(self) -> None:
        """Ask the work to stop; it does so within a tenth of a second or two."""
        self._wanted = False

    def advance(self, depsgraph: bpy.types.Depsgraph, budget: float) -> bool:
        """Do what has to be done on Blender's thread, for about `budget` seconds; True when all work has ended."""
        if self._thread is None:
            end = time.perf_counter() + budget
            while self._wanted and not self._gathering.is_done:
                try:
                    self._gathering.step(depsgraph)
                except navcore.NavError as error:
                    self._error = error
                    return True
                self.fraction = _READING * self._gathering.fraction
                if time.perf_counter() > end:
                    return False
            if not self._wanted:
                self._error = navcore.Cancelled("cancelled while reading meshes; nothing was changed")
                return True
            self._thread = threading.Thread(target=self._work, name="volant bake", daemon=True)
            self._thread.start()
        return not self._thread.is_alive()

    def wait(self, seconds_at_most: float | None = None) -> None:
        """Wait for the thread, if there is one."""
        if self._thread is not None:
            self._thread.join(seconds_at_most)

    def _work(self) -> None:
        try:
            vertices, triangles = self._gathering.triangles()
            nav = navcore.bake(vertices, triangles, self._config, self._tell)
            nav = replace(nav, metadata=navcore.bake_metadata(self._name, self._config))
            self._tell(1.0, "Packing")
            self._baked = _Baked(nav, navcore.dumps(nav), len(triangles))
        except Exception as error:  # noqa: BLE001 (handed to Blender's thread, which tells or raises it)
            self._error = error

    def _tell(self, fraction: float, stage: str) -> bool:
        self.fraction, self.stage = _READING + (1.0 - _READING) * fraction, stage
        return self._wanted

    def store(self) -> str:
        """Put what was made into the .blend, and say so in a few words; `NavError` when something went wrong.

        Nothing is changed then, what was baked before stays, and the panel tells the problem.
        """
        if isinstance(self._error, navcore.NavError) and not isinstance(self._error, navcore.Cancelled):
            problem = self._problem(self._error)
            status.set_problem(self._uid, problem)
            raise navcore.BakeError(problem.words) from self._error
        if self._error is not None:
            raise self._error
        assert self._baked is not None, "asked for before the work has ended"
        volume = volumes.find(self._uid)
        if volume is None:
            raise navcore.BakeError(f"{self._name} was deleted while it was baked; the result is dropped")
        nav = self._baked.nav
        volumes.store_bake(volume, nav, self._baked.packed)
        settings = volume.volant.volume
        settings.baked_from = self._survey.pack()
        settings.baked_seconds = time.perf_counter() - self._began
        cells, triangles = counted(len(nav.cells), "cell"), counted(self._baked.triangles, "triangle")
        return f"{volume.name}: {cells} from {triangles} in {seconds(settings.baked_seconds)}"

    def _problem(self, error: navcore.NavError) -> status.Problem:
        if isinstance(error, navcore.MarkerError):
            name = self._markers[error.index]
            return status.Problem(f"{name} {error.problem}", name, error.nearest)
        return status.Problem(f"{self._name}: {error}")


#: The bake under way, if any.
_current: list[BakeJob] = []


def current() -> BakeJob | None:
    return _current[0] if _current else None


def begin(context: bpy.types.Context, volume: bpy.types.Object) -> BakeJob:
    """Start a bake; it becomes the current one. `NavError` when its settings cannot be baked."""
    try:
        job = BakeJob(context, volume)
    except navcore.NavError as error:
        status.set_problem(volume.session_uid, status.Problem(f"{volume.name}: {error}"))
        raise
    _current[:] = [job]
    return job


def end() -> None:
    """There is no bake under way any more; one that is, is stopped."""
    while _current:
        job = _current.pop()
        job.cancel()
        job.wait(5.0)
