# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a scene means to Volant: what is drawn of its bakes and paths, and what the panels show."""

import bpy
from bpy.props import (
    BoolProperty,
    BoolVectorProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    PointerProperty,
)

from .callbacks import change_view, is_path, is_volume, place_of_slice, place_slice, redraw

#: The numbers are those in older files.
CELL_STYLES = (
    ("AUTO", "Auto", "A slice where there are thousands of cells, wire where there are few", "NONE", 4),
    ("SLICE", "Slice", "A floor plan at any height: free, blocked and removed space", "NONE", 3),
    ("GLASS", "Glass", "What free space ends at, as see-through walls", "NONE", 1),
    (
        "WIRE",
        "Wire",
        "The edges of cells; where there are thousands, of those near the 3D cursor and near paths",
        "NONE",
        0,
    ),
    ("OFF", "Off", "Do not draw cells", "NONE", 2),
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


class VolantDisplay(bpy.types.PropertyGroup):
    """What of a scene's bakes and paths is drawn in the viewport."""

    show: BoolProperty(
        name="Show Navigation",
        description="Draw baked space and paths in the viewport",
        default=True,
        update=change_view,
    )
    cells: EnumProperty(
        name="View",
        description="How baked space is drawn",
        items=CELL_STYLES,
        default="AUTO",
        update=change_view,
    )
    color_by: EnumProperty(
        name="Color",
        description="What the color of a cell tells",
        items=COLORINGS,
        default="ISLAND",
        update=redraw,
    )
    slice_axis: EnumProperty(
        name="Slice Axis",
        description="The axis the slice is moved along",
        items=AXES,
        default="Z",
        update=change_view,
    )
    slice_at: FloatProperty(
        name="Slice At",
        description="Where the slice is on its axis; until it is moved, where it cuts the most cells",
        subtype="DISTANCE",
        step=10,
        precision=3,
        get=place_of_slice,
        set=place_slice,
        update=change_view,
    )
    cut_scene: BoolProperty(
        name="Cut Scene",
        description="Hide the scene above the slice, or in front of it across Y and right of it across X. "
        "Solid and wireframe views can do that",
        default=False,
        update=change_view,
    )
    #: Where it is on each axis, and whether somebody has put it there.
    slice_places: FloatVectorProperty(
        description="Where the slice is along each axis", size=3, subtype="XYZ_LENGTH", options={"HIDDEN"}
    )
    slice_is_placed: BoolVectorProperty(
        description="Whether somebody has put the slice there", size=3, options={"HIDDEN"}
    )
    #: What older files hold in place of a view and of lengths; see `older_files`.
    slice: BoolProperty(description="Of older files: only what touches the slice is drawn", options={"HIDDEN"})
    slice_position: FloatProperty(
        description="Of older files: where the slice is, as a share of the box", default=0.5, options={"HIDDEN"}
    )
    floors: BoolProperty(
        name="Floors",
        description="Draw where an agent can walk, and the walls and ledges that floors end at",
        default=True,
        update=redraw,
    )
    links: BoolProperty(
        name="Links",
        description="Draw ladders, jumps, drops, take-offs and landings as arcs",
        default=True,
        update=redraw,
    )
    near_paths: BoolProperty(
        name="Near Paths Only",
        description="Draw only the cells that paths run through, and those beside them",
        default=False,
        update=redraw,
    )
    all_cells: BoolProperty(
        name="All Cells",
        description="Draw every cell as wire. Otherwise, where there are thousands, only those near the 3D cursor and "
        "near paths",
        default=False,
        update=redraw,
    )
    blocked: BoolProperty(
        name="Blocked Space",
        description="Draw where the agent cannot be; a slice always shows it",
        default=False,
        update=redraw,
    )
    removed: BoolProperty(
        name="Removed Space",
        description="Draw free space that no keep marker keeps; a slice always shows it",
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
