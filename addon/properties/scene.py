# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a scene means to Volant: what is drawn of its bakes and paths, and what the panels show."""

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, PointerProperty

from .callbacks import is_path, is_volume, redraw

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
