# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""To and from files."""

from __future__ import annotations

from pathlib import Path

import bpy

from ..wording import readable, size
from .tab import VolantPanel, note


class VOLANT_PT_file(VolantPanel, bpy.types.Panel):
    bl_label = "File"

    def draw(self, context: bpy.types.Context) -> None:
        column = self.layout.column(align=True)
        row = column.row(align=True)
        row.operator("volant.export_file", text="Export…", icon="EXPORT")
        row.operator("volant.export_all", text="Export All…")
        row.operator("volant.import_file", text="Import…", icon="IMPORT")
        volume = context.scene.volant.active_volume
        if volume is None or not volume.volant.volume.bake:
            return
        settings = volume.volant.volume
        last = f"Last: {readable(Path(settings.exported_to).name)}" if settings.exported_to else "Not exported yet"
        note(column, f"{last}, {size(len(settings.bake))}")
