# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small things that stand in several worlds."""

import bpy
import numpy as np
from kit import Kit
from shapes import Point, ball, box, cylinder, join, turned


def tree(kit: Kit, name: str, foot: Point, height: float, *, pointed: bool = False) -> bpy.types.Object:
    """Add and return a tree that stands on `foot`, with a round or a pointed crown."""
    x, y, z = foot
    trunk = cylinder(foot, 0.05 * height, 0.45 * height, 10)
    if pointed:
        crown = turned([(0, 0.3 * height), (0.3 * height, 0.34 * height), (0, 1.2 * height)], 20, foot)
    else:
        crown = ball((x, y, z + 0.68 * height), 0.34 * height, 20)
    slots = [0] * len(trunk[1]) + [1] * len(crown[1])
    materials = ("Rust", "Moss" if pointed else "Sage")
    return kit.solid(name, join([trunk, crown]), materials, smooth=True, location=foot, slots=slots)


def house(kit: Kit, name: str, foot: Point, size: float, *, along_y: bool = False) -> None:
    """Add a house with a gable roof that stands on `foot`; its ridge runs along X unless `along_y`."""
    x, y, z = foot
    half_x, half_y = (0.5 * size, 0.7 * size) if along_y else (0.7 * size, 0.5 * size)
    eaves, ridge, over = z + 0.7 * size, z + 1.2 * size, 0.2
    walls = box((x - half_x, y - half_y, z), (x + half_x, y + half_y, eaves), 0.08)
    across, along = (half_x + over, half_y + over) if along_y else (half_y + over, half_x + over)
    gable = [(-across, eaves - 0.1), (across, eaves - 0.1), (0.0, ridge)]
    points = [(a, end, h) if along_y else (end, -a, h) for end in (-along, along) for a, h in gable]
    faces = [(0, 1, 2), (5, 4, 3), (0, 3, 4, 1), (1, 4, 5, 2), (2, 5, 3, 0)]
    roof = (np.array(points) + np.array([x, y, 0.0]), faces)
    slots = [0] * len(walls[1]) + [1] * len(faces)
    kit.solid(name, join([walls, roof]), ("Chalk", "Clay"), location=foot, slots=slots)


def strata(material: bpy.types.Material, dark: float, light: float, scale: float = 0.13) -> None:
    """Let a material show layers of rock, darker and lighter in turn by these factors.

    The larger `scale`, the thinner are the layers.
    """
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = nodes["Principled BSDF"]
    place = nodes.new("ShaderNodeNewGeometry")
    waves = nodes.new("ShaderNodeTexWave")
    waves.bands_direction = "Z"
    waves.inputs["Scale"].default_value = scale
    waves.inputs["Distortion"].default_value = 9.0
    waves.inputs["Detail"].default_value = 1.0
    waves.inputs["Detail Scale"].default_value = 0.5
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.interpolation = "EASE"
    red, green, blue, _ = shader.inputs["Base Color"].default_value
    for element, gain in zip(ramp.color_ramp.elements, (dark, light), strict=True):
        element.color = (red * gain, green * gain, blue * gain, 1.0)
    links.new(place.outputs["Position"], waves.inputs["Vector"])
    links.new(waves.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
