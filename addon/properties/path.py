# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of a path."""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    PointerProperty,
)

from .callbacks import is_volume, redraw, refresh_paths

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


WAYS = (
    ("FLY", "Fly", "Through free space"),
    ("WALK", "Walk", "Over floors"),
    ("ANY", "Any", "Whatever is shortest: flying, walking, and the links in between"),
)

WALK_METHODS = (
    ("BEST", "Best", "The shortest way there is, as seen from above"),
    ("funnel", "Funnel", "From polygon to polygon, then pulled tight, as many engines do it; longer now and then"),
    ("centroids", "Centroids", "Along the middles of triangles, then corners cut by sight; slow"),
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
    way: EnumProperty(
        name="Way",
        description="Whether the agent flies or walks, where a volume is baked for both, or has links",
        items=WAYS,
        default="FLY",
        update=refresh_paths,
    )
    walk_method: EnumProperty(
        name="Method",
        description="How the way over floors is searched for",
        items=WALK_METHODS,
        default="BEST",
        update=refresh_paths,
    )
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
