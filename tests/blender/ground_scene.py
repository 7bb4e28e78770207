# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A yard to walk in: a floor, a step, a ramp onto a deck, a wall with a door, and a low table."""

from __future__ import annotations

import bpy
import numpy as np

#: Boxes by name: their low and high corners. The floor's top is at z = 0.
BOXES = {
    "Floor": ((-6.0, -6.0, -0.2), (6.0, 6.0, 0.0)),
    "Wall Left": ((-0.1, -6.0, 0.0), (0.1, -0.8, 2.5)),
    "Wall Right": ((-0.1, 0.8, 0.0), (0.1, 6.0, 2.5)),
    "Table": ((2.0, -4.0, 0.7), (4.0, -2.0, 0.8)),
    "Deck": ((-6.0, 3.0, 0.8), (-3.0, 6.0, 1.0)),
}


def add_box(name: str, low: tuple[float, ...], high: tuple[float, ...]) -> bpy.types.Object:
    """A box between two corners."""
    ends = (low, high)
    corners = [tuple(ends[bit][axis] for axis, bit in enumerate((i >> 2 & 1, i >> 1 & 1, i & 1))) for i in range(8)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return add_mesh(name, corners, faces)


def add_mesh(name: str, corners: list[tuple[float, ...]], faces: list[tuple[int, ...]]) -> bpy.types.Object:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(corners, [], faces)
    made = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(made)
    return made


def make_yard() -> bpy.types.Object:
    """The yard in place of everything else, and a volume around it for walkers alone."""
    for leftover in list(bpy.data.objects):
        bpy.data.objects.remove(leftover)
    for name, (low, high) in BOXES.items():
        add_box(name, low, high)
    add_mesh("Ramp", [(0.0, 3.2, 0.0), (0.0, 5.8, 0.0), (-3.0, 5.8, 1.0), (-3.0, 3.2, 1.0)], [(0, 1, 2, 3)])
    bpy.context.view_layer.update()
    bpy.ops.volant.add_volume()
    volume = bpy.context.scene.volant.active_volume
    settings = volume.volant.volume
    settings.fly, settings.walk = False, True
    settings.agent_radius, settings.agent_height = 0.4, 1.8
    settings.step_height, settings.max_slope = 0.4, np.radians(45.0)
    bpy.context.view_layer.update()
    return volume


def add_path(start: tuple[float, ...], goal: tuple[float, ...]) -> bpy.types.Object:
    """A path through the active volume between two places."""
    bpy.ops.volant.add_path()
    made = bpy.context.scene.volant.active_path
    made.location, made.volant.path.goals[0].object.location = start, goal
    bpy.context.view_layer.update()
    return made
