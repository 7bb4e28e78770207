# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets of bake settings and of path settings: Blender's own kind, kept where it keeps an artist's presets.

Some are shipped. They give lengths in meters, whatever a scene's unit is.
"""

from __future__ import annotations

from pathlib import Path

import bpy
from bl_operators.presets import AddPresetBase
from bl_ui.utils import PresetPanel

from ..objects import paths
from ..operators.preconditions import needs_path, needs_volume
from ..properties.volume import BAKE_SETTINGS, LINK_SETTINGS, WALK_SETTINGS
from ..session import handlers

#: The folder whose `presets` Blender finds what is shipped in.
_SHIPPED = str(Path(__file__).parents[1] / "shipped")


def _choose_path(context: bpy.types.Context) -> None:
    """Presets name the chosen path; while none is, the panel shows the first one."""
    context.scene.volant.active_path = paths.active_path(context.scene)


class _Presets(PresetPanel):
    """A list of presets that can be undone and whose effect is seen at once."""

    preset_operator = "script.execute_preset"

    @staticmethod
    def post_cb(context: bpy.types.Context, _filepath: str) -> None:
        """Blender's operator for presets makes no step to undo, and tells nobody."""
        handlers.refresh_now(context)
        bpy.ops.ed.undo_push(message="Apply Preset")


class VOLANT_OT_bake_preset_add(AddPresetBase, bpy.types.Operator):
    """Keep the volume's bake settings under a name, or remove such a preset"""

    bl_idname = "volant.bake_preset_add"
    bl_label = "Add Bake Preset"
    preset_menu = "VOLANT_PT_bake_presets"
    preset_subdir = "volant/bake"
    preset_defines = ["settings = bpy.context.scene.volant.active_volume.volant.volume"]
    # Not sources and floors, which belong to a scene. The resolution last: a voxel size that is set follows no agent.
    preset_values = [
        f"settings.{name}" for name in ("fly", "walk", *BAKE_SETTINGS, *WALK_SETTINGS, *LINK_SETTINGS, "resolution")
    ]

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_volume(cls, context)


class VOLANT_PT_bake_presets(_Presets, bpy.types.Panel):
    bl_label = "Bake Presets"
    preset_subdir = VOLANT_OT_bake_preset_add.preset_subdir
    preset_add_operator = VOLANT_OT_bake_preset_add.bl_idname


class VOLANT_OT_path_preset_add(AddPresetBase, bpy.types.Operator):
    """Keep the chosen path's search settings under a name, or remove such a preset"""

    bl_idname = "volant.path_preset_add"
    bl_label = "Add Path Preset"
    preset_menu = "VOLANT_PT_path_presets"
    preset_subdir = "volant/path"
    preset_defines = ["settings = bpy.context.scene.volant.active_path.volant.path"]
    preset_values = [f"settings.{name}" for name in ("method", "shape", "walk_method", "larger_agent", "agent_radius")]

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_path(cls, context)

    def pre_cb(self, context: bpy.types.Context) -> None:
        _choose_path(context)


class VOLANT_PT_path_presets(_Presets, bpy.types.Panel):
    bl_label = "Path Presets"
    preset_subdir = VOLANT_OT_path_preset_add.preset_subdir
    preset_add_operator = VOLANT_OT_path_preset_add.bl_idname

    @staticmethod
    def reset_cb(context: bpy.types.Context, _filepath: str) -> None:
        _choose_path(context)


_classes = (VOLANT_OT_bake_preset_add, VOLANT_PT_bake_presets, VOLANT_OT_path_preset_add, VOLANT_PT_path_presets)


def register() -> None:
    for cls in _classes:
        bpy.utils.register_class(cls)
    bpy.utils.register_preset_path(_SHIPPED)


def unregister() -> None:
    bpy.utils.unregister_preset_path(_SHIPPED)
    for cls in reversed(_classes):
        bpy.utils.unregister_class(cls)
