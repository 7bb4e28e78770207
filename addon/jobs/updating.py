# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake brought up to date with what has changed in the scene, and packed."""

from __future__ import annotations

import time

import bpy

from ... import navcore
from .. import session
from ..objects import volumes
from ..session.live_bakes import Remembered
from ..session.status import problem_of
from ..session.updating import Updating
from ..wording import counted, seconds
from . import tasks
from .job import Job


class UpdateJob(Job):
    """One update of one volume's bake, which is `remembered`."""

    task = "pack"
    prepared = 0.5

    def __init__(self, context: bpy.types.Context, volume: bpy.types.Object, remembered: Remembered) -> None:
        super().__init__("Reading meshes")
        self._began = time.perf_counter()
        self._uid, self._name = volume.session_uid, volume.name
        self._markers = volumes.named_markers(context.scene, volume)
        session.current().spare_process.warm_up()
        session.current().status.problems.pop(self._uid, None)
        for edited in context.objects_in_mode if context.mode.startswith("EDIT") else ():
            edited.update_from_editmode()
        self._updating = Updating(context.scene, context.view_layer, volume, remembered)
        self._remembered = remembered

    def prepare(self, budget: float) -> bool:
        is_done = self._updating.advance(budget)
        self.stage, self.fraction = self._updating.stage, self.prepared * self._updating.fraction
        return is_done

    def asked(self) -> tasks.Values:
        return {"held": tasks.held_values(navcore.Navigation(self._updating.nav or self._remembered.nav))}

    def finish(self, context: bpy.types.Context) -> str:
        """As every job, but what went wrong is kept for the panel as well."""
        try:
            return super().finish(context)
        except navcore.Cancelled:
            raise
        except navcore.NavError as error:
            problem = problem_of(context.scene, self._name, self._markers, error)
            session.current().status.problems[self._uid] = problem
            raise navcore.BakeError(problem.words) from error

    def store(self, _context: bpy.types.Context, answer: tasks.Values) -> str:
        volume = volumes.find(self._uid)
        if volume is None or not volume.users_scene:
            raise navcore.BakeError("deleted while it was updated; the result is dropped")
        made = self._updating
        if made.nav is None:
            return f"{volume.name}: nothing has changed"
        current = session.current()
        current.bakes.store(volume, made.nav, answer["packed"])
        current.status.forget_one(self._uid)
        settings = volume.volant.volume
        settings.baked_from = made.sources.pack()
        settings.baked_seconds = time.perf_counter() - self._began
        return f"{volume.name}: {counted(made.triangles, 'triangle')} baked again in {seconds(settings.baked_seconds)}"
