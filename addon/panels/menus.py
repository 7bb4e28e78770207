# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volant in Blender's own menus: Add, Object and File, and where an object's visibility is set.

What is in a menu is found by F3.
"""

from __future__ import annotations

from typing import Any

import bpy


class VOLANT_MT_add(bpy.types.Menu):
    bl_idname = "VOLANT_MT_add"
    bl_label = "Navigation"

    def draw(self, _context: bpy.types.Context) -> None:
        layout = self.layout
        layout.operator("volant.add_volume", text="Volume", icon="MESH_CUBE")
        layout.operator("volant.add_marker", text="Keep Marker", icon="EMPTY_AXIS")
        layout.operator("volant.add_path", text="Path", icon="CURVE_PATH")
        layout.operator("volant.add_link", text="Link", icon="CON_FOLLOWPATH")


class VOLANT_MT_object(bpy.types.Menu):
    bl_idname = "VOLANT_MT_object"
    bl_label = "Navigation"

    def draw(self, _context: bpy.types.Context) -> None:
        layout = self.layout
        # Operators that ask something do so from here, too.
        layout.operator_context = "INVOKE_DEFAULT"
        layout.operator("volant.bake", icon="MOD_REMESH")
        layout.operator("volant.update")
        layout.operator("volant.bake_all")
        layout.operator("volant.stop")
        layout.operator("volant.clear_bake")
        layout.operator_menu_enum("volant.fit_volume", "around")
        layout.separator()
        _draw_blocking(layout)
        layout.separator()
        layout.operator("volant.move_marker")
        layout.operator("volant.keep_largest")
        layout.operator("volant.keep_reachable")
        layout.operator("volant.find_leak", icon="VIEWZOOM")
        layout.operator("volant.clear_leak")
        layout.separator()
        layout.operator("volant.add_goal")
        layout.operator("volant.remove_path")
        layout.operator("volant.why_not", icon="QUESTION")
        layout.operator("volant.clear_why_not")
        layout.operator("volant.compare")
        layout.operator("volant.alternatives")
        layout.operator("volant.copy_comparison")
        layout.operator("volant.clear_comparison")
        layout.separator()
        layout.operator("volant.path_to_curve")
        layout.operator("volant.fly")
        layout.operator("volant.fly_among")
        layout.separator()
        layout.operator("volant.export_file")
        layout.operator("volant.export_all")


def _draw_blocking(layout: bpy.types.UILayout) -> None:
    """How what is selected blocks agents: what a click would change."""
    chosen = bpy.context.selected_objects
    is_ignored = bool(chosen) and all(one.volant.ignore for one in chosen)
    text = "Block Navigation Again" if is_ignored else "Ignore for Navigation"
    layout.operator("volant.ignore", text=text).ignore = not is_ignored
    is_dynamic = bool(chosen) and all(one.volant.dynamic for one in chosen)
    text = "Static for Navigation Again" if is_dynamic else "Dynamic for Navigation"
    layout.operator("volant.dynamic", text=text).dynamic = not is_dynamic


def _draw_context(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    self.layout.separator()
    _draw_blocking(self.layout)


def _draw_objects(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    self.layout.separator()
    self.layout.menu(VOLANT_MT_object.bl_idname)


def _draw_add(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    self.layout.menu(VOLANT_MT_add.bl_idname, icon="MOD_REMESH")


def _draw_export(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    self.layout.operator("volant.export_file", text="Volant Navigation (.volant)")
    self.layout.operator("volant.export_all", text="Volant Navigation, All Volumes")


def _draw_import(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    self.layout.operator("volant.import_file", text="Volant Navigation (.volant)")


def _draw_object(self: bpy.types.Panel, context: bpy.types.Context) -> None:
    """How an object blocks agents, where its visibility is set."""
    if context.object is not None and context.object.type in {"MESH", "CURVE", "SURFACE", "FONT", "META", "EMPTY"}:
        layout = self.layout
        layout.use_property_split = True
        column = layout.column(heading="Navigation")
        column.prop(context.object.volant, "ignore")
        row = column.row()
        row.active = not context.object.volant.ignore
        row.prop(context.object.volant, "dynamic")


def _places() -> tuple[tuple[Any, object], ...]:
    types = bpy.types
    # Cycles has a panel of its own in place of Blender's. It is an add-on, which may be off.
    of_cycles = getattr(types, "CYCLES_OBJECT_PT_visibility", None)
    return (
        (types.VIEW3D_MT_add, _draw_add),
        (types.VIEW3D_MT_object, _draw_objects),
        (types.VIEW3D_MT_object_context_menu, _draw_context),
        (types.TOPBAR_MT_file_export, _draw_export),
        (types.TOPBAR_MT_file_import, _draw_import),
        (types.OBJECT_PT_visibility, _draw_object),
        *([(of_cycles, _draw_object)] if of_cycles else []),
    )


_classes = (VOLANT_MT_add, VOLANT_MT_object)


def register() -> None:
    for cls in _classes:
        bpy.utils.register_class(cls)
    for menu, draw in _places():
        menu.append(draw)


def unregister() -> None:
    for menu, draw in reversed(_places()):
        menu.remove(draw)
    for cls in reversed(_classes):
        bpy.utils.unregister_class(cls)
