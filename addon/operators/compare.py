# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw several paths for one question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from .. import session
from ..jobs import comparing
from ..jobs.job import Job
from ..objects import paths
from ..properties import callbacks
from .long_work import LongWork
from .preconditions import needs_path

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class _PathWork(LongWork):
    """Work about the chosen path."""

    needs = staticmethod(needs_path)
    kind: type[comparing.CompareJob | comparing.AlternativesJob]

    def make_job(self, context: bpy.types.Context) -> Job:
        return self.kind(paths.active_path(context.scene))


class VOLANT_OT_compare(_PathWork, bpy.types.Operator):
    """Find the chosen path by every method and in every shape, draw them together and list what each took"""

    bl_idname = "volant.compare"
    bl_label = "Compare"
    kind = comparing.CompareJob


class VOLANT_OT_alternatives(_PathWork, bpy.types.Operator):
    """Find the best routes to the goal that really differ, and draw them together"""

    bl_idname = "volant.alternatives"
    bl_label = "Alternatives"
    kind = comparing.AlternativesJob


class VOLANT_OT_choose_way(bpy.types.Operator):
    """Use this way: To Curve and Preview take it. A method and shape that were compared become those of the path"""

    bl_idname = "volant.choose_way"
    bl_label = "Use This Way"
    bl_options = {"UNDO"}

    number: bpy.props.IntProperty(name="Number", description="Which of the compared paths, from 0", min=0)

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if not needs_path(cls, context):
            return False
        if not comparing.is_shown(context, paths.active_path(context.scene)):
            cls.poll_message_set("Compare paths first")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        rows = context.window_manager.volant.rows
        if self.number >= len(rows):
            self.report({"ERROR"}, f"{len(rows)} ways were found, so there is no way {self.number + 1}")
            return {"CANCELLED"}
        start, row = paths.active_path(context.scene), rows[self.number]
        if row.method and not row.shape:
            start.volant.path.walk_method = row.method
        elif row.method:
            start.volant.path.method, start.volant.path.shape = row.method, row.shape
        else:
            session.current().preview.choose(start.session_uid, self.number)
        callbacks.redraw(None, context)
        return {"FINISHED"}


class VOLANT_OT_copy_comparison(bpy.types.Operator):
    """Copy the table as text"""

    bl_idname = "volant.copy_comparison"
    bl_label = "Copy Table"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if not context.window_manager.volant.rows:
            cls.poll_message_set("Compare paths first")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        context.window_manager.clipboard = comparing.as_text(context.window_manager.volant.rows)
        self.report({"INFO"}, "The table is in the clipboard")
        return {"FINISHED"}


class VOLANT_OT_clear_comparison(bpy.types.Operator):
    """Draw only the chosen path again"""

    bl_idname = "volant.clear_comparison"
    bl_label = "Clear Comparison"

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        session.current().preview.show_own()
        context.window_manager.volant.rows.clear()
        context.window_manager.volant.choices.clear()
        callbacks.redraw(None, context)
        return {"FINISHED"}
