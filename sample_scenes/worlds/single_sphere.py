# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""One sphere in empty space, a small planet; after the second scene of [Hung & He 2016].

Its surface is fine enough to be taken for round, so the shortest path is known: `shortest_length` tells it.
Depth 7 is the coarser of the two levels that source measured; set 9 for the other.
"""

import math

import bpy
from kit import PALETTE, Kit, linear
from shapes import ball

LOW, HIGH = (-16.0, -16.0, -16.0), (16.0, 16.0, 16.0)
# Not quite opposite each other, or countless ways would be the shortest.
START, GOAL = (-13.0, -4.0, -5.5), (12.5, -2.5, 9.0)

CENTRE, RADIUS = (0.0, 0.0, 0.0), 8.0
# With so many meridians the facets lie within 1 / 400 of a unit below the true sphere.
MERIDIANS = 128

# Bands of the planet from pole to pole: where each begins, as a share of the way up, and its colour.
BANDS = (
    (0.0, "Slate"),
    (0.14, "Stone"),
    (0.26, "Sand"),
    (0.4, "Clay"),
    (0.48, "Chalk"),
    (0.58, "Rust"),
    (0.64, "Sand"),
    (0.78, "Stone"),
    (0.88, "Slate"),
)


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.solid("Sphere", ball(CENTRE, RADIUS, MERIDIANS), "Sand", smooth=True, location=CENTRE)
    _bands(kit.material("Sand"))
    kit.ground(-19.0, 150.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(-12.0, -12.0, 12.0), max_depth=7)
    kit.sun((0.55, 0.5, -0.72))
    kit.camera((-26.0, -84.0, 22.0), (0.3, 0.0, -1.4), 46.0)


def shortest_length() -> float:
    """Return the length of the shortest path around the sphere.

    It lies in the plane of start, goal and centre: straight to the sphere, along a great circle, straight on.
    """
    begin, end = ([a - b for a, b in zip(point, CENTRE, strict=True)] for point in (START, GOAL))
    away, beyond = math.hypot(*begin), math.hypot(*end)
    between = math.acos(sum(a * b for a, b in zip(begin, end, strict=True)) / (away * beyond))
    # The straight parts take these angles, seen from the centre, off the circle's.
    around = between - math.acos(RADIUS / away) - math.acos(RADIUS / beyond)
    straight = math.sqrt(away**2 - RADIUS**2) + math.sqrt(beyond**2 - RADIUS**2)
    return straight + RADIUS * around


def _bands(material: bpy.types.Material) -> None:
    """Paint a planet's weather on a material, in bands around a leaning axis."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    place = nodes.new("ShaderNodeTexCoord")
    lean = nodes.new("ShaderNodeMapping")
    lean.inputs["Rotation"].default_value = (0.2, 0.38, 0.0)
    # Noise that is stretched along the bands makes them drift.
    drift = nodes.new("ShaderNodeTexNoise")
    stretch = nodes.new("ShaderNodeMapping")
    stretch.inputs["Scale"].default_value = (0.16, 0.16, 0.55)
    drift.inputs["Scale"].default_value = 1.0
    drift.inputs["Detail"].default_value = 4.0
    split = nodes.new("ShaderNodeSeparateXYZ")
    height = nodes.new("ShaderNodeMapRange")
    height.inputs["From Min"].default_value, height.inputs["From Max"].default_value = -RADIUS, RADIUS
    shift = nodes.new("ShaderNodeMath")
    shift.operation = "MULTIPLY_ADD"
    shift.inputs[1].default_value = 0.22
    centred = nodes.new("ShaderNodeMath")
    centred.operation = "SUBTRACT"
    centred.inputs[1].default_value = 0.11
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.interpolation = "EASE"
    elements = ramp.color_ramp.elements
    for _ in range(len(BANDS) - len(elements)):
        elements.new(1.0)
    for element, (position, colour) in zip(elements, BANDS, strict=True):
        element.position, element.color = position, linear(PALETTE[colour])
    links.new(place.outputs["Object"], lean.inputs["Vector"])
    links.new(lean.outputs["Vector"], stretch.inputs["Vector"])
    links.new(stretch.outputs["Vector"], drift.inputs["Vector"])
    links.new(lean.outputs["Vector"], split.inputs[0])
    links.new(split.outputs["Z"], height.inputs["Value"])
    links.new(drift.outputs["Fac"], shift.inputs[0])
    links.new(height.outputs["Result"], shift.inputs[2])
    links.new(shift.outputs[0], centred.inputs[0])
    links.new(centred.outputs[0], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
