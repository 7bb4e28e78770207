# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an agent looks like until it has a model of its own, exactly as large as it is: half a ball with a nose for one
that flies, a figure for one that walks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import bpy
import numpy as np

#: Corners around it, and rings from its widest place to its back.
_AROUND, _RINGS = 24, 6
#: How many of its sides are dark, to the left and to the right of its top: a windshield, and a stripe over its back.
#: They tell up from down, from in front and from behind.
_WINDSHIELD, _STRIPE = 3, 1
_DARK = (0.03, 0.03, 0.04)
#: Between which heights a walking agent has its eyes, as shares of what is below its round top.
_EYES = (0.86, 0.97)


def make_mesh(name: str, radius: float, color: Sequence[float]) -> bpy.types.Mesh:
    """An agent that looks along +Y.

    It touches the ball of its radius in front, behind and all around, and nothing of it is outside: wherever that ball
    has room, so has the agent, however it turns.
    """
    turns = np.arange(_AROUND) * (2.0 * np.pi / _AROUND)
    # Begins at the top.
    around = np.stack((np.sin(turns), np.zeros(_AROUND), np.cos(turns)), axis=1)
    falls = np.arange(_RINGS) * (0.5 * np.pi / _RINGS)
    rings = [around * np.cos(fall) - (0.0, np.sin(fall), 0.0) for fall in falls]
    vertices = radius * np.concatenate((*rings, [(0.0, -1.0, 0.0), (0.0, 1.0, 0.0)]))
    back, nose = _AROUND * _RINGS, _AROUND * _RINGS + 1
    faces: list[tuple[int, ...]] = []
    for here in range(_AROUND):
        beside = (here + 1) % _AROUND
        corners = range(here, back, _AROUND), range(beside, back, _AROUND)
        faces.append((nose, corners[1][0], corners[0][0]))
        faces += [(a, b, d, c) for (a, c), (b, d) in zip(pairwise(corners[0]), pairwise(corners[1]), strict=True)]
        faces.append((corners[0][-1], corners[1][-1], back))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices.tolist(), [], [list(face) for face in faces])
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    for edge in mesh.edges:
        edge.use_edge_sharp = max(edge.vertices) < _AROUND
    _paint(mesh, name, color)
    # All faces of one side follow each other.
    for number, polygon in enumerate(mesh.polygons):
        side, along = divmod(number, _RINGS + 1)
        polygon.material_index = int(min(side, _AROUND - 1 - side) < (_STRIPE if along else _WINDSHIELD))
    return mesh


def make_figure(name: str, radius: float, height: float, color: Sequence[float]) -> bpy.types.Mesh:
    """An agent that stands on the ground with its feet at the origin, and looks along +Y.

    It is a cylinder with a round top, exactly as wide and as tall as the agent; a dark band is its eyes.
    """
    turns = np.arange(_AROUND) * (2.0 * np.pi / _AROUND)
    around = np.stack((np.sin(turns), np.cos(turns), np.zeros(_AROUND)), axis=1)
    dome = min(radius, height / 2.0)
    falls = np.arange(_RINGS) * (0.5 * np.pi / _RINGS)
    eyes = (height - dome) * np.array((0.0, _EYES[0], _EYES[1]))
    rings = [(1.0, level) for level in eyes.tolist()]
    rings += [(float(np.cos(fall)), height - dome + dome * float(np.sin(fall))) for fall in falls]
    body = [around * radius * wide + (0.0, 0.0, level) for wide, level in rings]
    vertices = np.concatenate((*body, [(0.0, 0.0, 0.0), (0.0, 0.0, height)]))
    foot, top = len(vertices) - 2, len(vertices) - 1
    faces: list[tuple[int, ...]] = []
    is_dark = []
    for here in range(_AROUND):
        beside = (here + 1) % _AROUND
        faces.append((foot, here, beside))
        is_dark.append(False)
        for level in range(len(rings) - 1):
            low, high = level * _AROUND, (level + 1) * _AROUND
            faces.append((low + beside, low + here, high + here, high + beside))
            is_dark.append(level == 1 and min(here, _AROUND - 1 - here) < _WINDSHIELD)
        last = (len(rings) - 1) * _AROUND
        faces.append((last + beside, last + here, top))
        is_dark.append(False)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices.tolist(), [], [list(face) for face in faces])
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    _paint(mesh, name, color)
    mesh.polygons.foreach_set("material_index", np.array(is_dark, np.int32))
    return mesh


def _paint(mesh: bpy.types.Mesh, name: str, color: Sequence[float]) -> None:
    """The materials of an agent: its colour, and what is dark."""
    mesh.materials.append(_material(name, color))
    mesh.materials.append(_material(f"{name} Windshield", _DARK))


def _material(name: str, color: Sequence[float]) -> bpy.types.Material:
    """A plain color, in every kind of view."""
    material = bpy.data.materials.new(name)
    material.diffuse_color = (*color, 1.0)
    if material.node_tree is not None:
        for node in material.node_tree.nodes:
            if isinstance(node, bpy.types.ShaderNodeBsdfPrincipled):
                node.inputs["Base Color"].default_value = (*color, 1.0)
    return material
