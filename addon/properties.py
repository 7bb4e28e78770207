# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Volant stores in a .blend: the role of each object and the settings that go with it.

Everything hangs on two pointers, `Object.volant` and `Scene.volant`. A volume's settings mirror
`navcore.BakeConfig`; `volumes.bake_config` is the one place that converts them.
"""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from .property_callbacks import is_volume

ROLES = (
    ("NONE", "None", "An ordinary object"),
    ("VOLUME", "Volume", "A box whose inside is baked"),
    ("MARKER", "Keep Marker", "A point in space to keep; unmarked islands are removed"),
    ("PATH", "Path", "The start of a path"),
)

SOURCES = (
    ("VISIBLE", "Visible", "Every visible mesh of the scene is an obstacle"),
    ("SELECTED", "Selected", "The objects selected when the bake starts are obstacles"),
    ("COLLECTION", "Collection", "The visible objects of one collection are obstacles"),
)

RESOLUTIONS = (
    ("VOXEL_SIZE", "Voxel Size", "Give the edge length of the smallest cube"),
    ("MAX_DEPTH", "Depth", "Give how often the longest side is halved"),
)


class VolantVolume(bpy.types.PropertyGroup):
    """Bake settings of one volume object, and its last bake."""

    sources: EnumProperty(
        name="Sources",
        description="Which objects block the way",
        items=SOURCES,
        default="VISIBLE",
    )
    collection: PointerProperty(
        name="Collection",
        description="The collection whose objects block the way",
        type=bpy.types.Collection,
    )
    agent_radius: FloatProperty(
        name="Agent Radius",
        description="Distance the agent's centre keeps from every surface",
        subtype="DISTANCE",
        default=0.4,
        min=0.0,
        soft_max=10.0,
    )
    resolution: EnumProperty(
        name="Resolution",
        description="How the size of the smallest cube is given",
        items=RESOLUTIONS,
        default="VOXEL_SIZE",
    )
    voxel_size: FloatProperty(
        name="Voxel Size",
        description="Edge length of the smallest cube; gaps narrower than two of these may close",
        subtype="DISTANCE",
        default=0.25,
        min=0.0001,
        soft_min=0.01,
        soft_max=10.0,
    )
    max_depth: IntProperty(
        name="Max Depth",
        description="How often the volume's longest side is halved to give the smallest cube",
        default=6,
        min=1,
        max=10,
    )
    min_depth: IntProperty(
        name="Min Depth",
        description="Split the octree at least this often, even in empty space",
        default=0,
        min=0,
        max=10,
    )
    balanced: BoolProperty(
        name="Balanced",
        description="Let neighbouring octree leaves differ by one level at most",
        default=False,
    )
    merge: BoolProperty(
        name="Merge",
        description="Join octree leaves into few large cells",
        default=True,
    )
    memory_limit: IntProperty(
        name="Memory Limit",
        description="Refuse bakes that would need more than this many megabytes; 0 sets no limit",
        default=0,
        min=0,
    )
    bake: StringProperty(
        name="Bake",
        description="The baked navigation volume, as the bytes of a .volant file",
        subtype="BYTE_STRING",
        options={"HIDDEN"},
    )


class VolantGoal(bpy.types.PropertyGroup):
    """One goal of a path."""

    object: PointerProperty(
        name="Goal",
        description="The object the path leads to",
        type=bpy.types.Object,
    )


class VolantPath(bpy.types.PropertyGroup):
    """Settings of a path, held by the object that marks its start."""

    volume: PointerProperty(
        name="Volume",
        description="The volume the path runs through",
        type=bpy.types.Object,
        poll=is_volume,
    )
    goals: CollectionProperty(type=VolantGoal)
    color: FloatVectorProperty(
        name="Colour",
        description="The colour the path is drawn in",
        subtype="COLOR",
        default=(1.0, 0.55, 0.1),
        min=0.0,
        max=1.0,
    )


class VolantObject(bpy.types.PropertyGroup):
    """What an object means to Volant."""

    role: EnumProperty(
        name="Role",
        description="What this object means to Volant",
        items=ROLES,
        default="NONE",
    )
    ignore: BoolProperty(
        name="Ignore",
        description="Agents pass through this object as if it were not there",
        default=False,
    )
    volume: PointerProperty(type=VolantVolume)
    path: PointerProperty(type=VolantPath)


class VolantScene(bpy.types.PropertyGroup):
    """What a scene means to Volant."""

    active_volume: PointerProperty(
        name="Volume",
        description="The volume shown in the panel",
        type=bpy.types.Object,
        poll=is_volume,
    )
    show_cells: BoolProperty(
        name="Show Cells",
        description="Draw the baked cells of the active volume in the viewport",
        default=True,
    )


_classes = (VolantVolume, VolantGoal, VolantPath, VolantObject, VolantScene)


def register() -> None:
    for cls in _classes:
        bpy.utils.register_class(cls)
    bpy.types.Object.volant = PointerProperty(type=VolantObject)
    bpy.types.Scene.volant = PointerProperty(type=VolantScene)


def unregister() -> None:
    del bpy.types.Scene.volant
    del bpy.types.Object.volant
    for cls in reversed(_classes):
        bpy.utils.unregister_class(cls)
