# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is drawn in the viewport."""

from __future__ import annotations

import bpy

from .tab import VolantPanel


class VOLANT_PT_display(VolantPanel, bpy.types.Panel):
    bl_label = "Display"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return context.scene.volant.active_volume is not None

    def draw_header_preset(self, context: bpy.types.Context) -> None:
        display = context.scene.volant.display
        row = self.layout.row()
        row.prop(display, "show", text="", icon="HIDE_OFF" if display.show else "HIDE_ON", emboss=False)

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        display = context.scene.volant.display
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.active = display.show
        layout.row().prop(display, "cells", expand=True)
        layout.prop(display, "color_by")
        row = layout.row(heading="Slice", align=True)
        row.prop(display, "slice", text="")
        cut = row.row(align=True)
        cut.active = display.slice
        cut.prop(display, "slice_axis", expand=True)
        if display.slice:
            layout.prop(display, "slice_position", text=" ", slider=True)
        layout.prop(display, "near_paths")
        header, body = layout.panel("volant_display_more", default_closed=True)
        header.label(text="More")
        if body:
            for name in ("blocked", "removed", "line_width", "opacity"):
                body.prop(display, name)
