# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Let agents pass through objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ..session import handlers
from ..wording import counted

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


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
        if not any(chosen.is_editable for chosen in context.selected_objects):
            cls.poll_message_set("Select an object first")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        chosen = [one for one in context.selected_objects if one.is_editable]
        for one in chosen:
            one.volant.ignore = self.ignore
        handlers.refresh_now(context)
        self.report({"INFO"}, f"{counted(len(chosen), 'object')} {'ignored' if self.ignore else 'block agents again'}")
        return {"FINISHED"}
