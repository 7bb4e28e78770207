# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bake the active volume: in the background of a window, or at once where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ... import navcore
from .. import baking, handlers
from ..requirements import needs_volume

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems

#: Seconds between two looks at the work, and how long meshes may be read at a stretch.
_TICK = 0.05
_BUDGET = 0.03


class VOLANT_OT_bake(bpy.types.Operator):
    """Find the space inside the active volume that an agent can move through. Esc stops it"""

    bl_idname = "volant.bake"
    bl_label = "Bake"
    bl_options = {"UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if baking.current() is not None:
            cls.poll_message_set("A bake is under way; press Esc to stop it")
            return False
        return needs_volume(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        job = self._begin(context)
        if job is None:
            return {"CANCELLED"}
        window_manager = context.window_manager
        window_manager.progress_begin(0, 100)
        try:
            while not job.advance(context.evaluated_depsgraph_get(), float("inf")):
                window_manager.progress_update(int(100 * job.fraction))
                job.wait(_TICK)
        finally:
            window_manager.progress_end()
        return self._finish(context, job)

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[OperatorReturnItems]:
        if bpy.app.background or context.window is None:
            return self.execute(context)
        job = self._begin(context)
        if job is None:
            return {"CANCELLED"}
        self._job = job
        self._timer = context.window_manager.event_timer_add(_TICK, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[OperatorReturnItems]:
        if event.type == "ESC" and event.value == "PRESS":
            self._job.cancel()
            return {"RUNNING_MODAL"}
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        if baking.current() is not self._job:
            # The file was closed, or Volant switched off.
            self._leave(context)
            return {"CANCELLED"}
        if self._job.advance(context.evaluated_depsgraph_get(), _BUDGET):
            self._leave(context)
            return self._finish(context, self._job)
        if context.workspace is not None:
            context.workspace.status_text_set(f"Volant: {self._job.stage}, {self._job.fraction:.0%}.  Esc: Stop")
        handlers.redraw_panels()
        return {"PASS_THROUGH"}

    def _begin(self, context: bpy.types.Context) -> baking.BakeJob | None:
        volume = context.scene.volant.active_volume
        try:
            return baking.begin(context, volume)
        except navcore.NavError as error:
            self.report({"ERROR"}, f"{volume.name}: {error}")
            return None

    def cancel(self, context: bpy.types.Context) -> None:
        """Blender ends this operator itself, because it loads a file or quits."""
        self._leave(context)
        baking.end()

    def _leave(self, context: bpy.types.Context) -> None:
        context.window_manager.event_timer_remove(self._timer)
        if context.workspace is not None:
            context.workspace.status_text_set(None)

    def _finish(self, context: bpy.types.Context, job: baking.BakeJob) -> set[OperatorReturnItems]:
        try:
            outcome = job.store()
        except navcore.Cancelled:
            self.report({"INFO"}, "Bake stopped; nothing was changed")
            return {"CANCELLED"}
        except navcore.NavError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        finally:
            baking.end()
            handlers.refresh_now(context)
        self.report({"INFO"}, outcome)
        return {"FINISHED"}


class VOLANT_OT_stop_bake(bpy.types.Operator):
    """Stop the bake that is under way; what was baked before stays"""

    bl_idname = "volant.stop_bake"
    bl_label = "Stop Bake"

    @classmethod
    def poll(cls, _context: bpy.types.Context) -> bool:
        if baking.current() is None:
            cls.poll_message_set("No bake is under way")
            return False
        return True

    def execute(self, _context: bpy.types.Context) -> set[OperatorReturnItems]:
        job = baking.current()
        assert job is not None, "poll has seen it"
        job.cancel()
        return {"FINISHED"}
