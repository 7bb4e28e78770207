# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tell and show what would have to change for a path that is not found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from .. import session
from ..jobs.explaining import WhyNotJob
from ..jobs.job import Job
from ..objects import paths
from ..properties import callbacks
from .framing import look_at_hole
from .long_work import LongWork
from .preconditions import needs_lost_path

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_why_not(LongWork, bpy.types.Operator):
    """Look for what is in the way of the chosen path: the largest agent that passes and where it is stuck, or a gap"""

    bl_idname = "volant.why_not"
    bl_label = "Why Not?"
    needs = staticmethod(needs_lost_path)

    def make_job(self, context: bpy.types.Context) -> Job:
        return WhyNotJob(context, paths.active_path(context.scene))

    def _finish(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        outcome = super()._finish(context)
        start = paths.active_path(context.scene)
        # The window may show another scene by now, without any path.
        found = session.current().why_not.of(start) if start is not None else None
        if outcome == {"FINISHED"} and found is not None and found.frame is not None:
            look_at_hole(context, found.frame, found.question.nav.voxel_size)
        return outcome


class VOLANT_OT_clear_why_not(bpy.types.Operator):
    """Forget why, and draw only the paths again"""

    bl_idname = "volant.clear_why_not"
    bl_label = "Clear Why Not"

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        session.current().why_not.found = None
        callbacks.redraw(None, context)
        return {"FINISHED"}
