# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Volant tab of the 3D viewport's sidebar."""

from __future__ import annotations

import bpy

from . import volumes
from .wording import counted


class VolantPanel:
    """What all panels of the tab share."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Volant"


class VOLANT_PT_volume(VolantPanel, bpy.types.Panel):
    bl_label = "Volume"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        scene = context.scene.volant
        volume = scene.active_volume
        if volume is None:
            layout.label(text="Draw a box around the space to bake")
            add = layout.column()
            add.scale_y = 1.6
            add.operator("volant.add_volume", icon="MESH_CUBE")
            return
        layout.use_property_split = True
        layout.use_property_decorate = False
        row = layout.row(align=True)
        row.prop(scene, "active_volume", text="", icon="MESH_CUBE")
        row.operator("volant.add_volume", text="", icon="ADD")
        settings = volume.volant.volume
        layout.prop(settings, "sources")
        if settings.sources == "COLLECTION":
            layout.prop(settings, "collection")
        layout.prop(settings, "agent_radius")
        layout.prop(settings, "max_depth" if settings.resolution == "MAX_DEPTH" else "voxel_size")
        header, advanced = layout.panel("volant_advanced", default_closed=True)
        header.label(text="Advanced")
        if advanced:
            for name in ("resolution", "min_depth", "balanced", "merge", "memory_limit"):
                advanced.prop(settings, name)
        bake = layout.column()
        bake.scale_y = 1.6
        bake.operator("volant.bake", icon="MOD_REMESH")
        nav = volumes.stored_bake(volume)
        if nav is None:
            layout.label(text="Not baked yet", icon="INFO")
        else:
            islands = int(nav.components.max()) + 1
            layout.label(text=f"{counted(len(nav.cells), 'cell')}, {counted(islands, 'island')}", icon="CHECKMARK")


class VOLANT_PT_display(VolantPanel, bpy.types.Panel):
    bl_label = "Display"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return context.scene.volant.active_volume is not None

    def draw(self, context: bpy.types.Context) -> None:
        self.layout.prop(context.scene.volant.display, "show")


class VOLANT_PT_file(VolantPanel, bpy.types.Panel):
    bl_label = "File"

    def draw(self, context: bpy.types.Context) -> None:
        self.layout.operator("volant.export_file", text="Export…", icon="EXPORT")


_classes = (VOLANT_PT_volume, VOLANT_PT_display, VOLANT_PT_file)


def register() -> None:
    for cls in _classes:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(_classes):
        bpy.utils.unregister_class(cls)
