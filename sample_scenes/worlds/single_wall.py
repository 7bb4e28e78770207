# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""One wall in empty space, to be flown around; after the first scene of [Hung & He 2016].

The wall is a plain box and nothing else is in an agent's way, so the shortest path is known exactly:
`shortest_length` tells it. The start lies far out, where an octree's leaves are large, and the goal close to
the wall, where they are small; exchanging them gives the other half of that source's table.
"""

import math

import bpy
import props
from kit import Kit
from shapes import box, cylinder

LOW, HIGH = (-16.0, -16.0, 0.0), (16.0, 16.0, 24.0)
START, GOAL = (-12.5, 1.5, 9.5), (1.75, 5.0, 3.0)

# Every side lies just within a plane of voxels of 1 / 2, 1 / 4, 1 / 8 and so on, so that the wall blocks its
# own voxels and no others. It goes down below the volume, where a foot hides its end.
WALL_LOW, WALL_HIGH = (-0.49, -5.49, -0.49), (0.49, 13.49, 17.99)

# Where trees stand, all of them outside the volume, and how high they are.
TREES = (
    (-20.2, 9.5, 4.2),
    (-18.6, 13.6, 3.4),
    (-7.2, 20.4, 4.8),
    (-3.4, 21.4, 3.6),
    (12.6, 18.6, 4.4),
    (16.4, 17.4, 3.4),
    (20.6, 8.4, 4.0),
)


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Wall", WALL_LOW, WALL_HIGH, "Clay", 0.0)
    _courses(kit.material("Clay"))
    _court(kit)
    kit.ground(-1.6, 130.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(-8.0, -8.0, 20.0), max_depth=7)
    kit.sun((-0.6, 0.62, -0.75))
    kit.camera((44.0, -73.0, 40.0), (-0.4, 0.0, 7.6), 40.0)


def shortest_length() -> float:
    """Return the length of the shortest path from start to goal.

    It runs around the near end of the wall. Both edges it bends at are upright, so that the three parts of
    the way, seen from above, can be laid out in one line; along it the path falls evenly from start to goal.
    """
    left, right, near = WALL_LOW[0], WALL_HIGH[0], WALL_LOW[1]
    before = math.hypot(left - START[0], near - START[1])
    after = math.hypot(GOAL[0] - right, GOAL[1] - near)
    return math.hypot(before + (right - left) + after, GOAL[2] - START[2])


def _courses(material: bpy.types.Material) -> None:
    """Paint courses of large stones on a material, for real joints would make the wall more than a box."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = nodes["Principled BSDF"]
    place = nodes.new("ShaderNodeTexCoord")
    split = nodes.new("ShaderNodeSeparateXYZ")
    # Adding X to Y leads the courses around the wall's corners.
    along = nodes.new("ShaderNodeMath")
    flat = nodes.new("ShaderNodeCombineXYZ")
    stones = nodes.new("ShaderNodeTexBrick")
    stones.inputs["Scale"].default_value = 1.0
    stones.inputs["Brick Width"].default_value = 3.0
    stones.inputs["Row Height"].default_value = 1.5
    stones.inputs["Mortar Size"].default_value = 0.035
    stones.inputs["Mortar Smooth"].default_value = 0.3
    red, green, blue, _ = shader.inputs["Base Color"].default_value
    for name, gain in (("Color1", 0.9), ("Color2", 1.1), ("Mortar", 1.5)):
        stones.inputs[name].default_value = (red * gain, green * gain, blue * gain, 1.0)
    links.new(place.outputs["Object"], split.inputs[0])
    links.new(split.outputs["X"], along.inputs[0])
    links.new(split.outputs["Y"], along.inputs[1])
    links.new(along.outputs[0], flat.inputs["X"])
    links.new(split.outputs["Z"], flat.inputs["Y"])
    links.new(flat.outputs[0], stones.inputs["Vector"])
    links.new(stones.outputs["Color"], shader.inputs["Base Color"])


def _court(kit: Kit) -> None:
    """Add the round court below the volume and trees around it, which no agent can meet."""
    rings = ((25.0, -1.6, 0.7, "Chalk"), (23.4, -1.0, 0.5, "Sage"), (12.5, -0.6, 0.3, "Chalk"))
    for number, (radius, foot, height, material) in enumerate(rings):
        ring = cylinder((0.0, 0.0, foot), radius, height, 96, 0.12)
        thing = kit.solid(f"Court {number + 1}", ring, material, smooth=True, collection=kit.stage)
        thing.volant.ignore = True
    foot = box((-1.6, -6.6, -0.4), (1.6, 14.6, -0.08), 0.1)
    kit.solid("Foot", foot, "Stone", collection=kit.stage).volant.ignore = True
    for number, (x, y, height) in enumerate(TREES):
        tree = props.tree(kit, f"Tree {number + 1}", (x, y, -0.55), height, pointed=number % 3 == 1)
        tree.volant.ignore = True
