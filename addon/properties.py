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

from .property_callbacks import is_path, is_volume, redraw, refresh_paths, role_changed

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

METHODS = (
    ("BEST", "Best", "What measured best: short paths, found fast"),
    ("lazy_theta", "Lazy Theta*", "Any-angle search that looks along lines of sight only where it must"),
    ("theta", "Theta*", "Any-angle search that looks along every line of sight; slower"),
    ("astar", "A*", "From cell to cell, aimed at the goal"),
    ("dijkstra", "Dijkstra", "From cell to cell in every direction; slow, and the yardstick for the others"),
    ("greedy", "Greedy", "Straight for the goal; the fastest, with the longest paths"),
)

SHAPES = (
    ("taut", "Taut", "As short as a stretched string, improved around its bends"),
    ("funnel+prune", "Funnel, Pruned", "A 3D funnel through the portals, then corners cut by sight"),
    ("funnel", "Funnel", "A 3D funnel through the portals"),
    ("prune", "Pruned", "Points that can be skipped by sight are left out"),
    ("smooth_a", "Smooth A", "Points slide along the portals they cross"),
    ("smooth_b", "Smooth B", "As Smooth A, but keeping off the corners of portals"),
    ("none", "As Found", "Just what the search found"),
)

CELL_STYLES = (
    ("WIRE", "Wire", "Draw the edges of the cells"),
    ("GLASS", "Glass", "Draw the cells as see-through boxes"),
    ("OFF", "Off", "Do not draw cells"),
)

COLORINGS = (
    ("ISLAND", "Island", "One color for everything that is connected"),
    ("SIZE", "Size", "From small cells to large ones"),
    ("CLEARANCE", "Clearance", "From cells near obstacles to cells in the open"),
)

AXES = (("X", "X", "Across the X axis"), ("Y", "Y", "Across the Y axis"), ("Z", "Z", "Across the Z axis"))

ENGINES = (
    ("NONE", "Any Engine", "The file as it is: right-handed, Z up, in the scene's units"),
    ("UNITY", "Unity", "Tell the reader how to turn positions for Unity: left-handed, Y up, meters"),
    ("UNREAL", "Unreal", "Tell the reader how to turn positions for Unreal: left-handed, Z up, centimeters"),
    ("GODOT", "Godot", "Tell the reader how to turn positions for Godot: right-handed, Y up, meters"),
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
        description="Edge length of the smallest cube; gaps narrower than two of these may close",
        subtype="DISTANCE",
        precision=3,
        default=0.25,
        # Small enough for every file that can be imported.
        min=1e-18,
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


class VolantGoal(bpy.types.PropertyGroup):
    """One goal of a path."""

    object: PointerProperty(
        name="Goal",
        description="The object the path leads to",
        type=bpy.types.Object,
        update=refresh_paths,
    )


class VolantPath(bpy.types.PropertyGroup):
    """Settings of a path, held by the object that marks its start."""

    volume: PointerProperty(
        name="Volume",
        description="The volume the path runs through",
        type=bpy.types.Object,
        poll=is_volume,
        update=refresh_paths,
    )
    goals: CollectionProperty(type=VolantGoal)
    method: EnumProperty(
        name="Method",
        description="How the way is searched for",
        items=METHODS,
        default="BEST",
        update=refresh_paths,
    )
    shape: EnumProperty(
        name="Shape",
        description="What is made of the way that was found",
        items=SHAPES,
        default="taut",
        update=refresh_paths,
    )
    larger_agent: BoolProperty(
        name="Larger Agent",
        description="Find the way for an agent larger than the one the volume was baked for",
        default=False,
        update=refresh_paths,
    )
    agent_radius: FloatProperty(
        name="Agent Radius",
        description="Distance this agent's center keeps from every surface; at least the volume's",
        subtype="DISTANCE",
        precision=3,
        default=0.8,
        min=0.0,
        soft_max=10.0,
        update=refresh_paths,
    )
    color: FloatVectorProperty(
        name="Color",
        description="The color the path is drawn in",
        subtype="COLOR",
        default=(1.0, 0.55, 0.1),
        min=0.0,
        max=1.0,
        update=redraw,
    )


class VolantObject(bpy.types.PropertyGroup):
    """What an object means to Volant."""

    role: EnumProperty(
        name="Role",
        description="What this object means to Volant",
        items=ROLES,
        default="NONE",
        update=role_changed,
    )
    ignore: BoolProperty(
        name="Ignore",
        description="Agents pass through this object as if it were not there",
        default=False,
    )
    volume: PointerProperty(type=VolantVolume)
    path: PointerProperty(type=VolantPath)


class VolantDisplay(bpy.types.PropertyGroup):
    """What of a scene's bakes and paths is drawn in the viewport."""

    show: BoolProperty(
        name="Show Navigation",
        description="Draw baked space and paths in the viewport",
        default=True,
        update=redraw,
    )
    cells: EnumProperty(
        name="Cells",
        description="How free space is drawn",
        items=CELL_STYLES,
        default="WIRE",
        update=redraw,
    )
    color_by: EnumProperty(
        name="Color",
        description="What the color of a cell tells",
        items=COLORINGS,
        default="ISLAND",
        update=redraw,
    )
    slice: BoolProperty(
        name="Slice",
        description="Draw only a cut through the volume",
        default=False,
        update=redraw,
    )
    slice_axis: EnumProperty(
        name="Slice Axis",
        description="The axis the slice is moved along",
        items=AXES,
        default="Z",
        update=redraw,
    )
    slice_position: FloatProperty(
        name="Slice Position",
        description="Where the volume is cut, from its lower side to its upper one",
        subtype="FACTOR",
        default=0.5,
        min=0.0,
        max=1.0,
        update=redraw,
    )
    near_paths: BoolProperty(
        name="Near Paths Only",
        description="Draw only the cells that paths run through, and those beside them",
        default=False,
        update=redraw,
    )
    blocked: BoolProperty(
        name="Blocked Space",
        description="Draw where the agent cannot be",
        default=False,
        update=redraw,
    )
    removed: BoolProperty(
        name="Removed Space",
        description="Draw free space that no keep marker keeps",
        default=False,
        update=redraw,
    )
    line_width: FloatProperty(
        name="Line Width",
        description="Width of the cells' edges in pixels; paths are drawn three times as wide",
        subtype="PIXEL",
        default=1.0,
        min=1.0,
        max=5.0,
        update=redraw,
    )
    opacity: FloatProperty(
        name="Opacity",
        description="How strongly free, blocked and removed space is drawn",
        subtype="FACTOR",
        default=0.5,
        min=0.05,
        max=1.0,
        update=redraw,
    )


class VolantScene(bpy.types.PropertyGroup):
    """What a scene means to Volant."""

    active_volume: PointerProperty(
        name="Volume",
        description="The volume shown in the panel",
        type=bpy.types.Object,
        poll=is_volume,
    )
    active_path: PointerProperty(
        name="Path",
        description="The path shown in the panel",
        type=bpy.types.Object,
        poll=is_path,
    )
    display: PointerProperty(type=VolantDisplay)


class VolantRow(bpy.types.PropertyGroup):
    """One of several paths that are compared."""

    label: StringProperty(name="Path", description="How the path was found")
    color: FloatVectorProperty(
        name="Color", description="The color the path is drawn in", subtype="COLOR", min=0.0, max=1.0
    )
    length: StringProperty(name="Length", description="How long the path is")
    time: StringProperty(name="Time", description="How long it took to find")
    expanded: IntProperty(name="Cells", description="How many cells were looked at")
    checks: IntProperty(name="Sight Checks", description="How many lines of sight were looked along")


class VolantSession(bpy.types.PropertyGroup):
    """What is shown until Blender is closed, and never saved."""

    rows: CollectionProperty(type=VolantRow)
    rows_of: StringProperty(
        name="Compared", description="The path object whose question the rows answer", options={"HIDDEN"}
    )


_classes = (VolantVolume, VolantGoal, VolantPath, VolantObject, VolantDisplay, VolantScene, VolantRow, VolantSession)


def names(group: bpy.types.PropertyGroup) -> tuple[str, ...]:
    """What a group of properties holds."""
    return tuple(type(group).__annotations__)


def register() -> None:
    for cls in _classes:
        bpy.utils.register_class(cls)
    bpy.types.Object.volant = PointerProperty(type=VolantObject)
    bpy.types.Scene.volant = PointerProperty(type=VolantScene)
    bpy.types.WindowManager.volant = PointerProperty(type=VolantSession)


def unregister() -> None:
    del bpy.types.WindowManager.volant
    del bpy.types.Scene.volant
    del bpy.types.Object.volant
    for cls in reversed(_classes):
        bpy.utils.unregister_class(cls)
