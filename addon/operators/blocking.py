# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Say how objects block agents: not at all, or where they are at the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ..session import handlers
from ..wording import counted

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


def _needs_editable(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    if not any(chosen.is_editable for chosen in context.selected_objects):
        operator.poll_message_set("Select an object first")
        return False
    return True


def _mark(context: bpy.types.Context, name: str, value: bool) -> str:
    """Set a property of the selected objects; how many these are, in words."""
    chosen = [one for one in context.selected_objects if one.is_editable]
    for one in chosen:
        setattr(one.volant, name, value)
    handlers.refresh_now(context)
    return counted(len(chosen), "object")


class VOLANT_OT_ignore(bpy.types.Operator):
    """Let agents pass through the selected objects; bakes leave them out"""

    bl_idname = "volant.ignore"
    bl_label = "Ignore for Navigation"
    bl_options = {"REGISTER", "UNDO"}

    ignore: bpy.props.BoolProperty(
        name="Ignore", description="Off lets the objects block agents again", default=True, options={"SKIP_SAVE"}
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _needs_editable(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        objects = _mark(context, "ignore", self.ignore)
        self.report({"INFO"}, f"{objects} {'ignored' if self.ignore else 'block agents again'}")
        return {"FINISHED"}


class VOLANT_OT_dynamic(bpy.types.Operator):
    """Leave the selected objects out of bakes, because they move: paths avoid them where they are at each frame"""

    bl_idname = "volant.dynamic"
    bl_label = "Dynamic for Navigation"
    bl_options = {"REGISTER", "UNDO"}

    dynamic: bpy.props.BoolProperty(
        name="Dynamic", description="Off makes the objects part of bakes again", default=True, options={"SKIP_SAVE"}
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _needs_editable(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        objects = _mark(context, "dynamic", self.dynamic)
        self.report({"INFO"}, f"{objects} {'dynamic' if self.dynamic else 'part of bakes again'}")
        return {"FINISHED"}
