# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Set the active volume's box around what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ..objects import agents, volume_box
from ..scene import bounds
from ..session import handlers
from .preconditions import needs_volume

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


#: Boxes that are tried at most until margin and voxels suit each other.
_TRIES = 4


class VOLANT_OT_fit_volume(bpy.types.Operator):
    """Set the active volume's box around the scene or the selected objects, with its margin on every side"""

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
        set_around(context, volume, box)
        return {"FINISHED"}


def set_around(context: bpy.types.Context, volume: bpy.types.Object, box: bounds.Box) -> None:
    """Set a volume around a box, with its margin.

    Where that follows the agent it grows with the voxels, and these grow with the volume where they are at a limit.
    """
    settings = volume.volant.volume
    longest = max(high - low for low, high in zip(*box, strict=True))
    margin = agents.margin_around(context.scene, volume, longest)
    for _try in range(_TRIES):
        volume_box.set_box(volume, bounds.with_margin(box, margin))
        context.view_layer.update()
        handlers.refresh_now(context)
        if settings.resolution != "AGENT" or settings.margin <= margin * (1.0 + 1e-6):
            break
        margin = settings.margin
