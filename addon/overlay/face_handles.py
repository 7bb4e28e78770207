# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Handles on the faces of the active volume's box: dragged, they move one side of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy
from bpy_extras.view3d_utils import region_2d_to_origin_3d, region_2d_to_vector_3d
from mathutils import Matrix, Vector
from mathutils.geometry import intersect_line_line

from ..objects import volume_box
from ..scene import bounds
from ..wording import length

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems

#: An arrow along z whose foot is at the origin, as a pyramid on a square: its half width, foot and tip, for gizmos of
#: Blender's size.
_WIDTH, _FOOT, _TIP = 0.12, 0.1, 0.5
_CORNERS = ((-_WIDTH, -_WIDTH), (_WIDTH, -_WIDTH), (_WIDTH, _WIDTH), (-_WIDTH, _WIDTH))
_ARROW = tuple(
    (*corner, z)
    for one, other in zip(_CORNERS, (*_CORNERS[1:], _CORNERS[0]), strict=True)
    for corner, z in (
        (one, _FOOT),
        (other, _FOOT),
        ((0.0, 0.0), _TIP),
        (other, _FOOT),
        (one, _FOOT),
        ((0.0, 0.0), _FOOT),
    )
)
#: How strongly handles are drawn, and one under the mouse.
_ALPHA, _ALPHA_HIGHLIGHT = 0.7, 1.0
#: By what Shift slows a drag down.
_PRECISE = 0.1


class VOLANT_GT_face(bpy.types.Gizmo):
    """Drag a side of the volume. Ctrl moves it by whole voxels, Shift slowly"""

    bl_idname = "VOLANT_GT_face"

    __slots__ = ("_begin", "_box", "_place", "axis", "shape", "side")

    def setup(self) -> None:
        if not hasattr(self, "shape"):
            self.shape = self.new_custom_shape("TRIS", _ARROW)

    def draw(self, _context: bpy.types.Context) -> None:
        self.draw_custom_shape(self.shape)

    def draw_select(self, _context: bpy.types.Context, select_id: int = 0) -> None:
        self.draw_custom_shape(self.shape, select_id=select_id)

    def place(self, box: bounds.Box) -> None:
        """Stand on the face of a box."""
        middle = [(low + high) / 2 for low, high in zip(*box, strict=True)]
        middle[self.axis] = box[self.side][self.axis]
        turned = self._outwards().to_track_quat("Z", "Y").to_matrix().to_4x4()
        self.matrix_basis = Matrix.Translation(middle) @ turned

    def _outwards(self) -> Vector:
        direction = Vector((0.0, 0.0, 0.0))
        direction[self.axis] = 1.0 if self.side else -1.0
        return direction

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[OperatorReturnItems]:
        self._box = volume_box.world_box(context.object)
        self._place = self.matrix_basis.translation.copy()
        self._begin = self._reached(context, event) or 0.0
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event, tweak: set[str]) -> set[OperatorReturnItems]:
        reached = self._reached(context, event)
        if reached is None:
            return {"RUNNING_MODAL"}
        by, voxel = reached - self._begin, context.object.volant.volume.voxel_size
        if "PRECISE" in tweak:
            by *= _PRECISE
        if "SNAP" in tweak:
            by = round(by / voxel) * voxel
        box = bounds.with_face_moved(self._box, self.axis, self.side, by)
        volume_box.set_box(context.object, box)
        across = box[1][self.axis] - box[0][self.axis]
        context.area.header_text_set(f"{'XYZ'[self.axis]}: {length(context.scene, across)}")
        return {"RUNNING_MODAL"}

    def exit(self, context: bpy.types.Context, cancel: bool) -> None:
        context.area.header_text_set(None)
        if cancel:
            volume_box.set_box(context.object, self._box)
        else:
            bpy.ops.ed.undo_push(message="Drag Side of Volume")

    def _reached(self, context: bpy.types.Context, event: bpy.types.Event) -> float | None:
        """How far outwards from where the face was the mouse points; None where the view looks along that way."""
        mouse = (event.mouse_region_x, event.mouse_region_y)
        eye = region_2d_to_origin_3d(context.region, context.region_data, mouse)
        sight = region_2d_to_vector_3d(context.region, context.region_data, mouse)
        way = self._outwards()
        found = intersect_line_line(self._place, self._place + way, eye, eye + sight)
        return None if found is None else (found[0] - self._place).dot(way)


class VOLANT_GGT_faces(bpy.types.GizmoGroup):
    bl_idname = "VOLANT_GGT_faces"
    bl_label = "Sides of the Volume"
    bl_space_type = "VIEW_3D"
    bl_region_type = "WINDOW"
    bl_options = {"3D", "PERSISTENT"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        active = context.object
        if active is None or active.volant.role != "VOLUME" or context.mode != "OBJECT":
            return False
        return active.library is None and active.select_get()

    def setup(self, context: bpy.types.Context) -> None:
        theme = context.preferences.themes[0].user_interface
        for axis, color in enumerate((theme.axis_x, theme.axis_y, theme.axis_z)):
            for side in (0, 1):
                handle = self.gizmos.new(VOLANT_GT_face.bl_idname)
                handle.axis, handle.side = axis, side
                handle.color = handle.color_highlight = color
                handle.alpha, handle.alpha_highlight = _ALPHA, _ALPHA_HIGHLIGHT
                handle.use_draw_modal = True

    def draw_prepare(self, context: bpy.types.Context) -> None:
        box = volume_box.world_box(context.object)
        for handle in self.gizmos:
            handle.place(box)


_classes = (VOLANT_GT_face, VOLANT_GGT_faces)


def register() -> None:
    for cls in _classes:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(_classes):
        bpy.utils.unregister_class(cls)
