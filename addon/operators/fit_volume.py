# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Set the active volume's box around what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ..objects import volumes
from ..scene import bounds
from ..session import handlers
from .preconditions import needs_volume

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_fit_volume(bpy.types.Operator):
    """Set the active volume's box around the scene or the selected objects, with room to fly around them"""

    bl_idname = "volant.fit_volume"
    bl_label = "Fit Volume"
    bl_options = {"REGISTER", "UNDO"}

    around: bpy.props.EnumProperty(
        name="Around",
        description="What the box is set around",
        items=(
            ("SCENE", "Scene", "Everything visible that has faces"),
            ("SELECTION", "Selection", "The selected objects"),
        ),
        default="SCENE",
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_volume(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        volume = context.scene.volant.active_volume
        chosen = context.selected_objects if self.around == "SELECTION" else context.visible_objects
        box = bounds.box_around(context.evaluated_depsgraph_get(), chosen)
        if box is None:
            what = "selected object" if self.around == "SELECTION" else "visible object"
            self.report({"ERROR"}, f"No {what} has a size to fit {volume.name} to; select or show some meshes")
            return {"CANCELLED"}
        settings = volume.volant.volume
        box = bounds.with_margin(box, settings.agent_radius, settings.voxel_size)
        volumes.fit(volume, *box)
        context.view_layer.update()
        handlers.refresh_now(context)
        return {"FINISHED"}
