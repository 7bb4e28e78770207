# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What operators need before they can start, and the words for what is missing."""

from __future__ import annotations

import bpy

from .. import session
from ..objects import paths, volumes


def needs_volume(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    """The scene has an active volume."""
    volume = context.scene.volant.active_volume
    if volume is None:
        operator.poll_message_set("Add a volume first")
        return False
    if volume.name not in context.scene.objects:
        operator.poll_message_set(f"{volume.name} is not in this scene; choose another volume")
        return False
    if volume.library is not None:
        # Blender would forget the changes with the session.
        source = bpy.path.basename(volume.library.filepath)
        operator.poll_message_set(f"{volume.name} is linked from {source}; make it local, or open that file")
        return False
    return True


def needs_local_volume(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    """The scene has a volume that can be changed."""
    if not volumes.local_volumes(context.scene):
        operator.poll_message_set("Add a volume first")
        return False
    return True


def needs_bake(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    """The active volume holds a bake."""
    volume = context.scene.volant.active_volume
    if volume is None or not volume.volant.volume.bake:
        operator.poll_message_set("Bake a volume first")
        return False
    return True


def needs_path(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    """The scene has an active path."""
    if paths.active_path(context.scene) is None:
        operator.poll_message_set("Add a path first")
        return False
    return True


def needs_lost_path(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    """The scene has an active path, and some goal of it is not reached."""
    if not needs_path(operator, context):
        return False
    start = paths.active_path(context.scene)
    known = session.current().preview.result(start)
    if known is not None and not known.problem and all(path.found for path in known.answers):
        operator.poll_message_set(f"{start.name} is found")
        return False
    return True


def needs_object_mode(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    """Objects can be added and selected."""
    scene = context.scene
    if scene.library is not None:
        source = bpy.path.basename(scene.library.filepath)
        operator.poll_message_set(f"{scene.name} is linked from {source}; open that file to change it")
        return False
    if context.mode != "OBJECT":
        operator.poll_message_set("Leave edit mode first (Tab)")
        return False
    return True
