# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Add a volume around what is there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Vector

from .. import volumes

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems

#: Air left around the scene on every side, so that paths can go around: a share of its longest side,
#: and as many voxels beside the agent's radius.
_MARGIN_SHARE = 0.25
_MARGIN_VOXELS = 4
#: A new volume's longest side is about this many voxels long, and its agent this many voxels in radius.
_VOXELS_ALONG = 96
_RADIUS_VOXELS = 2
#: The box of a volume in a scene without meshes, in scene units.
_EMPTY_SCENE = ((-5.0, -5.0, 0.0), (5.0, 5.0, 5.0))


class VOLANT_OT_add_volume(bpy.types.Operator):
    """Add a box around the scene's visible objects; its inside is what gets baked"""

    bl_idname = "volant.add_volume"
    bl_label = "Add Volume Around Scene"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        corners = [
            (candidate.matrix_world @ Vector(corner)).to_tuple()
            for candidate in context.visible_objects
            if candidate.type == "MESH"
            for corner in candidate.bound_box
        ]
        box = np.array((np.min(corners, axis=0), np.max(corners, axis=0)) if corners else _EMPTY_SCENE)
        longest = float((box[1] - box[0]).max()) or 1.0
        voxel = _round_length(longest / _VOXELS_ALONG)
        radius = _RADIUS_VOXELS * voxel
        if corners:
            margin = max(_MARGIN_SHARE * longest, radius + _MARGIN_VOXELS * voxel)
            box += np.array([[-margin], [margin]])
        low, high = box.tolist()
        volume = volumes.add_volume(context, tuple(low), tuple(high))
        volume.volant.volume.voxel_size = voxel
        volume.volant.volume.agent_radius = radius
        for other in context.selected_objects:
            other.select_set(False)
        volume.select_set(True)
        context.view_layer.objects.active = volume
        return {"FINISHED"}


def _round_length(length: float) -> float:
    """The nearest of 1, 2, 2.5 and 5 times a power of ten: a length as a person would say it."""
    power = 10.0 ** math.floor(math.log10(length))
    return min((step * power for step in (1.0, 2.0, 2.5, 5.0, 10.0)), key=lambda nice: abs(nice - length))
