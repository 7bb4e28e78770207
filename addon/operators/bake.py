# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bake the active volume."""

from __future__ import annotations

import bpy

from ..jobs.baking import BakeJob
from .long_work import LongWork
from .preconditions import needs_volume


class VOLANT_OT_bake(LongWork, bpy.types.Operator):
    """Find the space inside the active volume that an agent can move through. Esc stops it"""

    bl_idname = "volant.bake"
    bl_label = "Bake"
    bl_options = {"UNDO"}
    needs = staticmethod(needs_volume)

    def make_job(self, context: bpy.types.Context) -> BakeJob:
        return BakeJob(context, context.scene.volant.active_volume)
