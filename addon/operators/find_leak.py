# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Look for the hole in a room that should be closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from .. import session
from ..jobs.finding_leaks import LeakJob
from ..jobs.job import Job
from ..properties import callbacks
from .framing import look_at_hole
from .long_work import LongWork
from .preconditions import needs_bake

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_find_leak(LongWork, bpy.types.Operator):
    """Look for a way out of the room around the chosen keep marker, or to another selected one, and show the hole"""

    bl_idname = "volant.find_leak"
    bl_label = "Find Leak"
    needs = staticmethod(needs_bake)

    def make_job(self, context: bpy.types.Context) -> Job:
        return LeakJob(context, context.scene.volant.active_volume)

    def _finish(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        outcome = super()._finish(context)
        volume = context.scene.volant.active_volume
        # The window may show another scene by now, without any volume.
        found = session.current().leak.of(volume) if volume is not None else None
        if outcome == {"FINISHED"} and found is not None and found.leak.found:
            look_at_hole(context, found.leak.portal, found.nav.voxel_size)
        return outcome


class VOLANT_OT_clear_leak(bpy.types.Operator):
    """Forget what was found"""

    bl_idname = "volant.clear_leak"
    bl_label = "Clear Leak"

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        session.current().leak.found = None
        callbacks.redraw(None, context)
        return {"FINISHED"}
