# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is shown until Blender is closed, and never saved."""

import bpy
from bpy.props import CollectionProperty, FloatVectorProperty, IntProperty, StringProperty


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
    turns: StringProperty(name="Turns", description="By how much the path turns on its whole way")
    method: StringProperty(name="Method", description="How the way was searched for; empty for one of several routes")
    shape: StringProperty(name="Shape", description="What was made of the way; empty over floors")


class VolantChoice(bpy.types.PropertyGroup):
    """One of several paths, and what speaks for it."""

    label: StringProperty(name="Choice", description="What speaks for the path")
    figure: StringProperty(name="Figure", description="The figure that speaks for the path")
    row: IntProperty(name="Row", description="Which of the compared paths, from 0")


class VolantComparison(bpy.types.PropertyGroup):
    """What is shown until Blender is closed, and never saved."""

    rows: CollectionProperty(type=VolantRow)
    choices: CollectionProperty(type=VolantChoice)
    rows_of: StringProperty(
        name="Compared", description="The path object whose question the rows answer", options={"HIDDEN"}
    )
