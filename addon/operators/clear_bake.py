# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Forget the active volume's bake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from .. import session
from ..session import handlers
from .preconditions import needs_bake

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_clear_bake(bpy.types.Operator):
    """Remove the baked space of the active volume; its settings stay"""

    bl_idname = "volant.clear_bake"
    bl_label = "Clear Bake"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_bake(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        session.current().bakes.clear(context.scene.volant.active_volume)
        handlers.refresh_now(context)
        return {"FINISHED"}
