# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What operators that take long have in common: in the background of a window, or at once where there is none."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import bpy

from ... import navcore
from .. import session
from ..jobs.job import Job
from ..session import handlers

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems

#: Seconds between two looks at work that another process does, between two pieces of it that need Blender's thread,
#: and between two looks where nobody else wants that thread.
_TICK, _PAUSE, _GLANCE = 0.05, 0.01, 0.002
#: How long such pieces may keep Blender's thread: reading the scene, where one object may take longer, and all others.
_READING, _SLICE = 0.004, 0.01
#: Seconds between two drawings of how far it is. More often takes time that the work could use.
_TELLING = 0.1


class LongWork:
    """Mixin for operators. They have a `make_job`, which gives the work, or `NavError` when it cannot be begun.

    needs : the precondition beside nothing else being under way, one of `preconditions`.
    """

    needs: Callable[[type[bpy.types.Operator], bpy.types.Context], bool]
    _job: Job
    _timer: bpy.types.Timer
    _is_hurried: bool
    _told, _told_at = "", 0.0

    if TYPE_CHECKING:

        def make_job(self, context: bpy.types.Context) -> Job: ...

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if session.current().job is not None:
            cls.poll_message_set("Work is under way; press Esc to stop it")
            return False
        return cls.needs(cast(type[bpy.types.Operator], cls), context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        if not self._begin(context):
            return {"CANCELLED"}
        window_manager = context.window_manager
        window_manager.progress_begin(0, 100)
        try:
            while not self._job.advance(_TICK):
                window_manager.progress_update(int(100 * self._job.fraction))
                if self._job.waits:
                    time.sleep(_GLANCE)
        except KeyboardInterrupt:
            session.current().end_job()
            raise
        finally:
            window_manager.progress_end()
        return self._finish(context)

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[OperatorReturnItems]:
        if bpy.app.background or context.window is None:
            return self.execute(context)
        if not self._begin(context):
            return {"CANCELLED"}
        self._start_timer(context, is_hurried=True)
        context.window_manager.modal_handler_add(cast(bpy.types.Operator, self))
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[OperatorReturnItems]:
        if event.type == "ESC" and event.value == "PRESS":
            self._job.cancel()
            return {"RUNNING_MODAL"}
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        if session.current().job is not self._job:
            # The file was closed, or Volant switched off.
            self.leave(context)
            return {"CANCELLED"}
        if self._job.advance(_READING if self._job.is_preparing else _SLICE):
            self.leave(context)
            return self._finish(context)
        if self._is_hurried is self._job.waits:
            context.window_manager.event_timer_remove(self._timer)
            self._start_timer(context, is_hurried=not self._job.waits)
        self._tell(context)
        return {"PASS_THROUGH"}

    def _start_timer(self, context: bpy.types.Context, is_hurried: bool) -> None:
        self._is_hurried = is_hurried
        interval = _PAUSE if is_hurried else _TICK
        self._timer = context.window_manager.event_timer_add(interval, window=context.window)
        session.current().modal = self

    def _tell(self, context: bpy.types.Context) -> None:
        """Say how far it is, in the status bar and the panels."""
        note = f"  {self._job.note}." if self._job.note else ""
        words = f"Volant: {self._job.stage}, {self._job.fraction:.0%}.{note}  Esc: Stop"
        now = time.perf_counter()
        if words == self._told or now - self._told_at < _TELLING:
            return
        self._told, self._told_at = words, now
        if context.workspace is not None:
            context.workspace.status_text_set(words)
        handlers.redraw_panels()

    def cancel(self, context: bpy.types.Context) -> None:
        """Blender ends this operator itself, because it loads a file or quits."""
        self.leave(context)
        session.current().end_job()

    def _begin(self, context: bpy.types.Context) -> bool:
        try:
            self._job = self.make_job(context)
        except navcore.NavError as error:
            self.report({"ERROR"}, str(error))
            return False
        session.current().begin_job(self._job)
        return True

    def leave(self, context: bpy.types.Context) -> None:
        """Nothing is to be told or looked at any more."""
        context.window_manager.event_timer_remove(self._timer)
        session.current().modal = None
        if context.workspace is not None:
            context.workspace.status_text_set(None)

    def _finish(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        try:
            outcome = self._job.finish(context)
        except navcore.Cancelled:
            self.report({"INFO"}, f"{self.bl_label} stopped; nothing was changed")
            return {"CANCELLED"}
        except navcore.NavError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        finally:
            session.current().end_job()
            handlers.refresh_now(context)
        self.report({"INFO"}, outcome)
        return {"FINISHED"}


class VOLANT_OT_stop(bpy.types.Operator):
    """Stop what is under way; nothing is changed"""

    bl_idname = "volant.stop"
    bl_label = "Stop"

    @classmethod
    def poll(cls, _context: bpy.types.Context) -> bool:
        if session.current().job is None:
            cls.poll_message_set("Nothing is under way")
            return False
        return True

    def execute(self, _context: bpy.types.Context) -> set[OperatorReturnItems]:
        job = session.current().job
        assert job is not None, "poll has seen it"
        job.cancel()
        return {"FINISHED"}


def leave_window() -> None:
    """Operators are about to be unregistered; Blender ends one that runs without a word to it."""
    modal = session.current().modal
    if modal is not None:
        modal.leave(bpy.context)
