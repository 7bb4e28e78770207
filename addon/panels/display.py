# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is drawn in the viewport."""

from __future__ import annotations

from collections.abc import Sequence

import bpy

from ... import navcore
from ..session.views import kinds_shown, layer_at, sliced
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
        kinds = kinds_shown(context.scene)
        if "WALK" in kinds:
            row = layout.row(heading="Draw")
            row.prop(display, "floors")
            row.prop(display, "links")
        if "FLY" in kinds:
            _draw_spaces(layout, context, display)
        header, body = layout.panel("volant_display_more", default_closed=True)
        header.label(text="More")
        if body:
            names = ("blocked", "removed") if "FLY" in kinds else ()
            for name in (*names, "line_width", "opacity"):
                body.prop(display, name)


def _draw_spaces(layout: bpy.types.UILayout, context: bpy.types.Context, display: bpy.types.PropertyGroup) -> None:
    """How free space is drawn."""
    views = layout.row(align=True)
    views.use_property_split = False
    views.prop(display, "cells", expand=True)
    bakes = sliced(context.scene)
    if bakes:
        _draw_slice(layout, display, bakes)
        cut = layout.row()
        cut.active = context.space_data.shading.type in {"SOLID", "WIREFRAME"}
        cut.prop(display, "cut_scene")
    layout.prop(display, "color_by")
    layout.prop(display, "near_paths")
    if display.cells == "WIRE":
        layout.prop(display, "all_cells")


def _draw_slice(
    layout: bpy.types.UILayout, display: bpy.types.PropertyGroup, bakes: Sequence[navcore.NavVolume]
) -> None:
    column = layout.column(align=True)
    row = column.row(align=True)
    row.prop(display, "slice_axis", text="Slice", expand=True)
    place = column.row(align=True)
    axis = "XYZ".index(display.slice_axis)
    # It is red where it cuts nothing.
    place.alert = all(layer_at(nav, axis, display.slice_at) is None for nav in bakes)
    place.prop(display, "slice_at", text="At")
