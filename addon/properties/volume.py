# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of a volume, and its last bake.

A setting of a bake has the name that it has in `navcore.BakeConfig` and `navcore.GroundConfig`; `volumes.bake_config`
and `walking.ground_config` are the places that convert them.
"""

from dataclasses import fields
from math import pi, radians

import bpy
from bpy.props import (
    BoolProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from ...navcore import BakeConfig
from .callbacks import live_switched, margin_set, refresh_paths, resize_volume, size_of_volume, voxel_size_set

SOURCES = (
    ("VISIBLE", "Visible", "Every visible mesh of the scene is an obstacle"),
    ("SELECTED", "Selected", "The objects selected when the bake starts are obstacles"),
    ("COLLECTION", "Collection", "The visible objects of one collection are obstacles"),
)

#: With the numbers that files hold. The default is what volumes have of which an earlier Volant has said nothing.
RESOLUTIONS = (
    ("AGENT", "From Agent", "The smallest cube follows the agent: a third of its radius, or what limits allow", 2),
    ("VOXEL_SIZE", "Voxel Size", "Give the edge length of the smallest cube", 0),
    ("MAX_DEPTH", "Depth", "Give how often the longest side is halved", 1),
)


FLOORS = (
    ("SLOPE", "By Slope", "Whatever is no steeper than Max Slope is a floor"),
    ("COLLECTION", "Collection", "Only objects of one collection are floors, where they are no steeper than Max Slope"),
)

FRAMES = (
    ("CURRENT", "Current Frame", "Where sources are at the frame of the scene"),
    ("RANGE", "Frame Range", "Wherever sources are at any frame of a range: free is what is free at all of them"),
)


class VolantVolume(bpy.types.PropertyGroup):
    """Bake settings of one volume object, and its last bake."""

    fly: BoolProperty(
        name="Fly",
        description="Bake for agents that fly or swim: all the space they can move through",
        default=True,
        update=refresh_paths,
    )
    walk: BoolProperty(
        name="Walk",
        description="Bake for agents that walk: the floors they can stand on",
        default=False,
        update=refresh_paths,
    )
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
    size: FloatVectorProperty(
        name="Size",
        description="How large the box is along each axis. Its middle stays where it is",
        subtype="XYZ_LENGTH",
        precision=3,
        min=0.0,
        get=size_of_volume,
        set=resize_volume,
    )
    margin: FloatProperty(
        name="Margin",
        description="Room between the scene and each side of the box when it is fitted. "
        "Once it is set, it follows the agent no longer",
        subtype="DISTANCE",
        precision=3,
        default=0.0,
        min=0.0,
        soft_max=100.0,
        update=margin_set,
    )
    margin_follows: BoolProperty(
        name="Margin From Agent",
        description="The margin follows the agent: its diameter and two voxels",
        default=True,
    )
    agent_radius: FloatProperty(
        name="Agent Radius",
        description="Distance the agent's center keeps from every surface",
        subtype="DISTANCE",
        precision=3,
        default=0.4,
        min=0.0,
        soft_max=10.0,
    )
    agent_height: FloatProperty(
        name="Agent Height",
        description="Room that a walking agent needs above the floor",
        subtype="DISTANCE",
        precision=3,
        default=1.8,
        min=0.0,
        soft_max=10.0,
    )
    step_height: FloatProperty(
        name="Step Height",
        description="The highest step that a walking agent takes, up or down",
        subtype="DISTANCE",
        precision=3,
        default=0.4,
        min=0.0,
        soft_max=2.0,
    )
    max_slope: FloatProperty(
        name="Max Slope",
        description="The steepest floor that an agent walks on",
        subtype="ANGLE",
        default=radians(45.0),
        min=0.0,
        max=pi / 2.0,
    )
    floors: EnumProperty(
        name="Floors",
        description="What a walking agent may stand on. Everything else is only in its way",
        items=FLOORS,
        default="SLOPE",
    )
    floor_collection: PointerProperty(
        name="Floor Collection",
        description="The collection whose objects are floors",
        type=bpy.types.Collection,
    )
    jump_length: FloatProperty(
        name="Jump Length",
        description="How far a walking agent jumps at most, from floor to floor; 0 for agents that do not",
        subtype="DISTANCE",
        precision=3,
        default=0.0,
        min=0.0,
        soft_max=10.0,
    )
    drop_height: FloatProperty(
        name="Drop Height",
        description="How far down a walking agent drops at most; 0 for agents that do not",
        subtype="DISTANCE",
        precision=3,
        default=0.0,
        min=0.0,
        soft_max=10.0,
    )
    take_offs: BoolProperty(
        name="Take Off and Land",
        description="Agents that fly and walk change between both where floors and free space meet",
        default=True,
    )
    resolution: EnumProperty(
        name="Resolution",
        description="How the size of the smallest cube is given",
        items=RESOLUTIONS,
        default="VOXEL_SIZE",
    )
    voxel_size: FloatProperty(
        name="Voxel Size",
        description="Edge length of the smallest cube. Once it is set, it follows the agent no longer",
        subtype="DISTANCE",
        precision=3,
        default=0.25,
        # Small enough for every file that can be imported.
        min=1e-18,
        soft_min=0.01,
        soft_max=10.0,
        update=voxel_size_set,
    )
    max_depth: IntProperty(
        name="Max Depth",
        description="How often the volume's longest side is halved to give the smallest cube",
        default=6,
        min=1,
        max=15,
    )
    min_depth: IntProperty(
        name="Min Depth",
        description="Split the octree at least this often, even in empty space",
        default=0,
        min=0,
        max=15,
    )
    balanced: BoolProperty(
        name="Balanced",
        description="Let neighboring octree leaves differ by one level at most",
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
    frames: EnumProperty(
        name="Frames",
        description="When sources are animated, which of their places block the way",
        items=FRAMES,
        default="CURRENT",
    )
    frame_start: IntProperty(name="First Frame", description="The first frame of the range", default=1)
    frame_end: IntProperty(name="Last Frame", description="The last frame of the range", default=250)
    live: BoolProperty(
        name="Live",
        description="As soon as an object has changed, bake again what depends on it. It goes on from the next bake",
        default=False,
        update=live_switched,
    )
    bake: StringProperty(
        name="Bake",
        description="The baked navigation volume, as the bytes of a .volant file",
        subtype="BYTE_STRING",
        options={"HIDDEN"},
    )
    baked_from: StringProperty(
        name="Baked From",
        description="What the sources looked like when they were baked",
        subtype="BYTE_STRING",
        options={"HIDDEN"},
    )
    baked_seconds: FloatProperty(
        name="Bake Time",
        description="How long the last bake took",
        options={"HIDDEN"},
    )
    exported_to: StringProperty(
        name="Exported To",
        description="The file that the bake was last written to",
        subtype="FILE_PATH",
        options={"HIDDEN"},
    )


#: The settings of a bake of free space that a volume has a property for; the others are where the volume and its
#: markers are. Then those that only walkers have; which triangles are floors is told by objects.
BAKE_SETTINGS = tuple(field.name for field in fields(BakeConfig) if field.name in VolantVolume.__annotations__)
WALK_SETTINGS = ("agent_height", "step_height", "max_slope")
#: And those of the links between floors.
LINK_SETTINGS = ("jump_length", "drop_height", "take_offs")
