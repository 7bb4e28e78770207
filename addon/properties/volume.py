# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of a volume, and its last bake.

A setting of a bake has the name that it has in `navcore.BakeConfig`; `volumes.bake_config` is the one place that
converts them.
"""

from dataclasses import fields

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
from .callbacks import live_switched, margin_set, resize_volume, size_of_volume, voxel_size_set

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


FRAMES = (
    ("CURRENT", "Current Frame", "Where sources are at the frame of the scene"),
    ("RANGE", "Frame Range", "Wherever sources are at any frame of a range: free is what is free at all of them"),
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


#: The settings of a bake that a volume has a property for; the others are where the volume and its markers are.
BAKE_SETTINGS = tuple(field.name for field in fields(BakeConfig) if field.name in VolantVolume.__annotations__)
