# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake from the scene to the .blend.

What it needs of the scene is copied while meshes are read; the volume is looked up again before anything is stored,
because it may have been renamed, deleted or brought back by undo meanwhile.
"""

from __future__ import annotations

import time
from dataclasses import asdict

import bpy

from ... import navcore
from .. import session
from ..objects import asking, volumes
from ..scene import frames, samples, survey
from ..session.live_bakes import Remembered, can_update
from ..session.status import problem_of
from ..wording import counted, counted_parts, listed, seconds
from . import tasks
from .reading import ReadingJob


class BakeJob(ReadingJob):
    """One bake of one volume. `NavError` when its settings cannot be baked.

    remembers : whether it is kept what each object blocks, so that updates can go on from there; always so while the
        volume is live.
    """

    task = "bake"

    def __init__(self, context: bpy.types.Context, volume: bpy.types.Object, *, remembers: bool = False) -> None:
        super().__init__()
        self._began = time.perf_counter()
        self._uid, self._name = volume.session_uid, volume.name
        self._markers = volumes.named_markers(context.scene, volume)
        session.current().status.problems.pop(self._uid, None)
        try:
            session.current().status.settle(context.scene, context.evaluated_depsgraph_get(), volume)
            self._asked = asking.asked_of(context.scene, volume)
            if self._asked.fly is not None:
                # Refuses what is too large or too small before anything is read.
                navcore.estimate_bake(samples.NONE, self._asked.fly)
        except navcore.NavError as error:
            raise self._failure(context.scene, error) from error
        self._remembers = (remembers or volume.volant.volume.live) and can_update(volume)
        self._metadata = {**self._asked.metadata(self._name), **frames.metadata(context.scene, volume)}
        self._survey: survey.Survey | None = None
        self.begin_reading(context, volume)

    def asked(self) -> tasks.Values:
        meshes, self._survey = self.read()
        fly, walk, floors, find, placed = self._asked
        if floors is not None and self._survey.looks.keys().isdisjoint(floors):
            raise navcore.BakeError(
                f"{listed(floors)} should be floors, but none of the sources with faces is among them; "
                "choose another collection, or Floors by slope"
            )
        return {
            "meshes": meshes,
            "config": asdict(fly) if fly else None,
            "ground": asdict(walk) if walk else None,
            "floors": floors,
            "find": asdict(find) if find else None,
            "placed": asking.links_values(placed) if placed is not None else None,
            "metadata": self._metadata,
            "remembers": self._remembers,
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
        held = tasks.held_of(answer["held"])
        current = session.current()
        current.bakes.store(volume, held, answer["packed"])
        current.live.remember(self._uid, self._remembered(held.volume, answer["voxels"]))
        # The window may show another scene by now, and only that one is looked at next.
        session.current().status.forget_one(self._uid)
        settings = volume.volant.volume
        settings.baked_from = self._survey.pack()
        settings.baked_seconds = time.perf_counter() - self._began
        made, triangles = counted_parts(held), counted(answer["triangles"], "triangle")
        return f"{volume.name}: {made} from {triangles} in {seconds(settings.baked_seconds)}"

    def _remembered(self, nav: navcore.NavVolume | None, voxels: tasks.Values | None) -> Remembered | None:
        if voxels is None:
            return None
        assert self._survey is not None, "read before"
        assert nav is not None, "only what fliers have is updated"
        assert self._asked.fly is not None, "made by it"
        return Remembered(nav, self._asked.fly, dict(self._survey.looks), tasks.voxels_of(voxels))

    def _failure(self, scene: bpy.types.Scene, error: navcore.NavError) -> navcore.BakeError:
        """An error that names the object it is about, kept for the panel."""
        problem = problem_of(scene, self._name, self._markers, error)
        session.current().status.problems[self._uid] = problem
        return navcore.BakeError(problem.words)
