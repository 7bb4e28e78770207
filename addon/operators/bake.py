# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bake the active volume, or all of them."""

from __future__ import annotations

import bpy

from ..jobs.baking import BakeJob
from ..jobs.baking_all import BakeAllJob
from ..jobs.job import Job
from ..jobs.updating import UpdateJob
from ..objects import volumes
from ..session.updating import updatable
from .long_work import LongWork
from .preconditions import needs_local_volume, needs_volume


class VOLANT_OT_bake(LongWork, bpy.types.Operator):
    """Find the space inside the active volume that an agent can move through. Esc stops it"""

    bl_idname = "volant.bake"
    bl_label = "Bake Navigation"
    bl_options = {"UNDO"}
    needs = staticmethod(needs_volume)

    def make_job(self, context: bpy.types.Context) -> BakeJob:
        return BakeJob(context, context.scene.volant.active_volume)


class VOLANT_OT_update(LongWork, bpy.types.Operator):
    """Bake only what has changed; the first time, and after a setting has changed, everything. Esc stops it"""

    bl_idname = "volant.update"
    bl_label = "Update Navigation"
    bl_options = {"UNDO"}
    needs = staticmethod(needs_volume)

    def make_job(self, context: bpy.types.Context) -> Job:
        volume = context.scene.volant.active_volume
        remembered = updatable(context.scene, volume)
        if remembered is None:
            return BakeJob(context, volume, remembers=True)
        return UpdateJob(context, volume, remembered)


class VOLANT_OT_bake_all(LongWork, bpy.types.Operator):
    """Bake every volume of the scene, one after the other. Esc stops it; what is baked by then stays"""

    bl_idname = "volant.bake_all"
    bl_label = "Bake All Navigation"
    bl_options = {"UNDO"}
    needs = staticmethod(needs_local_volume)

    def make_job(self, context: bpy.types.Context) -> BakeAllJob:
        return BakeAllJob(volumes.local_volumes(context.scene))
