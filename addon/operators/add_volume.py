# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Add a volume around what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ..objects import agents, volumes
from ..objects.empties import select_only
from ..properties import preferences
from ..scene import bounds, units
from ..session import handlers
from .fit_volume import set_around
from .preconditions import needs_object_mode

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_add_volume(bpy.types.Operator):
    """Add a box around the scene's visible objects; its inside is what gets baked"""

    bl_idname = "volant.add_volume"
    bl_label = "Add Volume Around Scene"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_object_mode(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        around = bounds.box_around(context.evaluated_depsgraph_get(), context.visible_objects)
        volume = volumes.add_volume(context, *(around or _empty_scene(context.scene)))
        agents.start(context.scene, volume)
        volume.volant.volume.memory_limit = preferences.memory_limit()
        if around:
            set_around(context, volume, around)
        select_only(context, volume)
        handlers.refresh_now(context)
        return {"FINISHED"}


def _empty_scene(scene: bpy.types.Scene) -> bounds.Box:
    """The box of a volume in a scene without meshes, in scene units."""
    meter = units.meter(scene)
    return (-5.0 * meter, -5.0 * meter, 0.0), (5.0 * meter, 5.0 * meter, 5.0 * meter)
