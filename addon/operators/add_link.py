# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Add a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ..objects.empties import select_only
from ..objects.links import add_link
from ..session import handlers
from .preconditions import needs_object_mode

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_add_link(bpy.types.Operator):
    """Add a link at the 3D cursor: a ladder, a jump or a drop between two places that touch nowhere"""

    bl_idname = "volant.add_link"
    bl_label = "Add Link"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_object_mode(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        start = add_link(context)
        select_only(context, start.volant.link.end, start)
        context.view_layer.update()
        handlers.refresh_now(context)
        return {"FINISHED"}
