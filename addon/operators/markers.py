# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Add a keep marker, and move one out of a wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from .. import session
from ..objects.empties import select_only
from ..objects.markers import add_marker
from ..session import handlers
from .preconditions import needs_object_mode

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_add_marker(bpy.types.Operator):
    """Add a point in space to keep, at the 3D cursor; free space that no marker connects to is removed"""

    bl_idname = "volant.add_marker"
    bl_label = "Add Keep Marker"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_object_mode(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        marker = add_marker(context, context.scene.cursor.location.to_tuple())
        select_only(context, marker)
        context.view_layer.update()
        handlers.refresh_now(context)
        return {"FINISHED"}


class VOLANT_OT_move_marker(bpy.types.Operator):
    """Move the marker that the last bake found in blocked space to the nearest free point"""

    bl_idname = "volant.move_marker"
    bl_label = "Move Marker to Free Space"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        volume = context.scene.volant.active_volume
        problem = session.current().status.problems.get(volume.session_uid) if volume else None
        if problem is None or problem.nearest is None or problem.marker not in context.scene.objects:
            cls.poll_message_set("The last bake found no marker in blocked space")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        volume = context.scene.volant.active_volume
        problem = session.current().status.problems.get(volume.session_uid)
        assert problem is not None, "poll has seen it"
        assert problem.nearest is not None, "poll has seen it"
        marker = context.scene.objects[problem.marker]
        marker.matrix_world.translation = problem.nearest
        session.current().status.problems.pop(volume.session_uid, None)
        context.view_layer.update()
        handlers.refresh_now(context)
        self.report({"INFO"}, f"{marker.name} moved to free space; bake again")
        return {"FINISHED"}
