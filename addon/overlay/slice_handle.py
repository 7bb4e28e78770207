# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""An arrow in the viewport that drags the slice along its axis."""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from ... import navcore
from ..session.views import sliced

#: How strongly the arrow is drawn, and with the mouse over it.
_ALPHA, _OVER = 0.7, 1.0
#: How much larger than other arrows of Blender it is.
_SCALE = 1.3


class VOLANT_GGT_slice(bpy.types.GizmoGroup):
    bl_label = "Navigation Slice"
    bl_space_type = "VIEW_3D"
    bl_region_type = "WINDOW"
    bl_options = {"3D", "PERSISTENT", "SHOW_MODAL_ALL"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return context.space_data.overlay.show_overlays and bool(sliced(context.scene))

    def setup(self, context: bpy.types.Context) -> None:
        self.arrow = self.gizmos.new("GIZMO_GT_arrow_3d")
        # Not the property itself: undo would leave a dead one.
        self.arrow.target_set_handler("offset", get=_place, set=_move)
        self.arrow.alpha, self.arrow.alpha_highlight = _ALPHA, _OVER
        self.arrow.scale_basis = _SCALE

    def draw_prepare(self, context: bpy.types.Context) -> None:
        axis = "XYZ".index(context.scene.volant.display.slice_axis)
        eye = context.region_data.view_matrix.inverted().translation
        self.arrow.matrix_basis = handle_matrix(sliced(context.scene), axis, eye)
        theme = context.preferences.themes[0].user_interface
        self.arrow.color = self.arrow.color_highlight = getattr(theme, f"axis_{'xyz'[axis]}")


def handle_matrix(bakes: Sequence[navcore.NavVolume], axis: int, eye: Vector) -> Matrix:
    """Where the arrow is when the slice is at 0: at the edge of the bakes nearest to the eye, along the axis."""
    low = np.min([nav.origin for nav in bakes], axis=0)
    high = np.max([nav.origin + nav.shape * nav.voxel_size for nav in bakes], axis=0)
    corner: NDArray[np.float64] = np.where(np.array(eye) < (low + high) / 2.0, low, high)
    corner[axis] = 0.0
    along = Vector((0.0, 0.0, 0.0))
    along[axis] = 1.0
    return Matrix.Translation(corner.tolist()) @ along.to_track_quat("Z", "Y").to_matrix().to_4x4()


def _place() -> float:
    return float(bpy.context.scene.volant.display.slice_at)


def _move(place: float) -> None:
    bpy.context.scene.volant.display.slice_at = place


register, unregister = bpy.utils.register_classes_factory((VOLANT_GGT_slice,))
