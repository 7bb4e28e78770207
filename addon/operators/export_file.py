# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the active volume's bake to a .volant file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import bpy
from bpy_extras.io_utils import ExportHelper

from ... import navcore
from .. import volumes

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_export_file(bpy.types.Operator, ExportHelper):
    """Write the active volume's bake to a file that engines can load"""

    bl_idname = "volant.export_file"
    bl_label = "Export Volant Navigation"

    filename_ext = ".volant"
    filter_glob: bpy.props.StringProperty(default="*.volant", options={"HIDDEN"})

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        volume = context.scene.volant.active_volume
        if volume is None or not volume.volant.volume.bake:
            cls.poll_message_set("Bake a volume first")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        try:
            nav = volumes.stored_bake(context.scene.volant.active_volume)
            assert nav is not None, "poll has seen the bake"
            navcore.save(nav, self.filepath)
        except navcore.NavError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        size = Path(self.filepath).stat().st_size
        self.report({"INFO"}, f"{Path(self.filepath).name}: {size / 1024:.1f} KB")
        return {"FINISHED"}
