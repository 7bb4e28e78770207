# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Add, choose and remove paths and their goals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ..objects import paths
from ..objects.empties import select_only
from ..session import handlers
from .preconditions import needs_object_mode, needs_path, needs_volume

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_add_path(bpy.types.Operator):
    """Add a start and a goal to the active volume; the path between them follows when they are moved"""

    bl_idname = "volant.add_path"
    bl_label = "Add Path"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_object_mode(cls, context) and needs_volume(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        volume = context.scene.volant.active_volume
        start, goal = paths.add_path(context, volume)
        select_only(context, start, goal)
        context.view_layer.update()
        handlers.refresh_now(context)
        return {"FINISHED"}


class VOLANT_OT_remove_path(bpy.types.Operator):
    """Remove the chosen path, its start and those goals that no other path leads to"""

    bl_idname = "volant.remove_path"
    bl_label = "Remove Path"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_object_mode(cls, context) and needs_path(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        paths.remove_path(context.scene, paths.active_path(context.scene))
        handlers.refresh_now(context)
        return {"FINISHED"}


class VOLANT_OT_choose_path(bpy.types.Operator):
    """Show this path in the panel, and select its start and goals"""

    bl_idname = "volant.choose_path"
    bl_label = "Choose Path"
    bl_options = {"UNDO"}

    name: bpy.props.StringProperty(name="Name", description="The path's start object")

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        start: bpy.types.Object | None = context.scene.objects.get(self.name)
        if start is None or start.volant.role != "PATH":
            self.report({"ERROR"}, f"There is no path {self.name!r} in this scene")
            return {"CANCELLED"}
        context.scene.volant.active_path = start
        if context.mode == "OBJECT":
            select_only(context, *paths.goals_of(start, context.scene), start)
        return {"FINISHED"}


class VOLANT_OT_add_goal(bpy.types.Operator):
    """Add another goal to the chosen path; one search serves them all"""

    bl_idname = "volant.add_goal"
    bl_label = "Add Goal"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_object_mode(cls, context) and needs_path(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        goal = paths.add_goal(context, paths.active_path(context.scene))
        select_only(context, goal)
        context.view_layer.update()
        handlers.refresh_now(context)
        return {"FINISHED"}


class VOLANT_OT_remove_goal(bpy.types.Operator):
    """Let the chosen path no longer lead to this goal"""

    bl_idname = "volant.remove_goal"
    bl_label = "Remove Goal"
    bl_options = {"REGISTER", "UNDO"}

    index: bpy.props.IntProperty(name="Index", description="Which of the path's goals, from 0", min=0)

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_path(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        settings = paths.active_path(context.scene).volant.path
        if self.index >= len(settings.goals):
            self.report({"ERROR"}, f"The path has {len(settings.goals)} goals, so there is no goal {self.index + 1}")
            return {"CANCELLED"}
        settings.goals.remove(self.index)
        handlers.refresh_now(context)
        return {"FINISHED"}
