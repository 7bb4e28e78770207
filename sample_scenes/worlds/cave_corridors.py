# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Corridors and halls on three levels, joined by shafts; after the cave environment of [Leenknecht 2013].

Like its model it is 100 units wide and 50 high with voxels as large as an agent, and has a few entrances. The
cave is the surface of its air and nothing more: the rock around it is space that no path leads to, which the
keep marker removes. Near walls are not drawn, so that one looks into the corridors from outside.

The air is a union of boxes on a lattice of two voxels. Each vertex of the surface is pushed into the rock, but
not farther than one voxel, so that rough walls leave all voxels of the boxes free.
"""

import bpy
import numpy as np
import props
from kit import Kit
from shapes import Solid, box, join, value_noise

LOW, HIGH = (-50.0, -50.0, 0.0), (50.0, 50.0, 50.0)
START, GOAL = (20.0, -47.0, 6.0), (-46.0, 8.0, 38.0)

LATTICE = 2.0
# Boxes of air in lattice steps from the volume's low corner: low x, y, z and high x, y, z.
LOWER = (
    (20, 18, 2, 30, 28, 6),
    (6, 22, 2, 20, 24, 4),
    (30, 20, 2, 42, 22, 4),
    (24, 8, 2, 26, 18, 4),
    (6, 6, 2, 44, 8, 4),
    (4, 6, 2, 6, 40, 4),
    (16, 34, 2, 28, 42, 5),
    (6, 38, 2, 16, 40, 4),
    (22, 28, 2, 24, 34, 4),
    (42, 8, 2, 44, 34, 4),
    (36, 34, 2, 46, 42, 5),
    (28, 38, 2, 36, 40, 4),
)
MIDDLE = (
    (30, 22, 10, 40, 32, 14),
    (40, 26, 10, 44, 28, 12),
    (4, 14, 10, 28, 16, 12),
    (26, 16, 10, 28, 28, 12),
    (8, 38, 10, 40, 40, 12),
    (34, 32, 10, 36, 38, 12),
    (6, 24, 10, 14, 32, 13),
    (8, 16, 10, 10, 24, 12),
    (8, 32, 10, 10, 38, 12),
    (14, 26, 10, 30, 28, 12),
)
UPPER = (
    (16, 20, 18, 28, 32, 22),
    (38, 10, 18, 40, 40, 20),
    (28, 24, 18, 38, 26, 20),
    (10, 28, 18, 16, 30, 20),
    (20, 8, 18, 22, 20, 20),
    (22, 10, 18, 38, 12, 20),
)
SHAFTS = (
    (4, 14, 4, 6, 16, 10),
    (42, 26, 4, 44, 28, 10),
    (22, 38, 5, 24, 40, 10),
    (38, 38, 12, 40, 40, 18),
    (10, 28, 13, 12, 30, 18),
    (20, 14, 12, 22, 16, 18),
)
# They lead out of the volume: one in front, one on the left, and a chimney.
ENTRANCES = (
    (34, -1, 2, 36, 6, 4),
    (-1, 28, 18, 10, 30, 20),
    (21, 25, 22, 23, 27, 26),
)
# Rock that is left standing in the halls, from floor to ceiling.
PILLARS = (
    (23, 22, 2, 25, 24, 6),
    (19, 37, 2, 21, 39, 5),
    (24, 36, 2, 26, 38, 5),
    (40, 37, 2, 42, 39, 5),
    (33, 24, 10, 35, 26, 14),
    (36, 28, 10, 38, 30, 14),
    (9, 27, 10, 10, 29, 13),
    (18, 22, 18, 20, 24, 22),
    (24, 28, 18, 26, 30, 22),
)
# How many lattice steps the air may reach out of the volume.
BORDER = 3

# Where trees stand on the land behind the cave, and how high they are.
TREES = (
    (-44.0, 56.5, 6.0),
    (-31.0, 57.5, 5.0),
    (-12.0, 56.0, 7.0),
    (8.0, 57.5, 5.5),
    (27.0, 56.5, 6.5),
    (57.0, 34.0, 6.0),
)


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.solid("Cave", surface(), "Sand", smooth=True)
    props.strata(kit.material("Sand"), 0.8, 1.05, 0.05)
    _seen_from_inside(kit.material("Sand"))
    _rock(kit)
    kit.ground(-4.0, 420.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(0.0, -4.0, 8.0), voxel_size=1.0)
    kit.sun((0.4, 0.6, -0.85))
    kit.camera((-92.0, -212.0, 132.0), (3.0, 0.0, 13.5), 44.0)


def surface() -> Solid:
    """Return the surface of the air as triangles that face it, open where the air leaves the volume."""
    size = np.array([round((HIGH[k] - LOW[k]) / LATTICE) for k in range(3)])
    air = np.zeros(size + 2 * BORDER, dtype=bool)
    for x, y, z, x_end, y_end, z_end in np.array([*LOWER, *MIDDLE, *UPPER, *SHAFTS, *ENTRANCES]) + BORDER:
        air[x:x_end, y:y_end, z:z_end] = True
    for x, y, z, x_end, y_end, z_end in np.array(PILLARS) + BORDER:
        air[x:x_end, y:y_end, z:z_end] = False
    push = _into_rock(air)
    number: dict[tuple[int, ...], int] = {}
    faces: list[tuple[int, ...]] = []
    for axis in range(3):
        u, v = np.eye(3, dtype=int)[[(axis + 1) % 3, (axis + 2) % 3]]
        changes = np.diff(air.astype(int), axis=axis)
        for place in np.argwhere(changes):
            rising = changes[tuple(place)] > 0
            corner = place + np.eye(3, dtype=int)[axis]
            if not 0 <= corner[axis] - BORDER <= size[axis]:
                continue
            corners = [tuple(corner + step) for step in (0 * u, u, u + v, v)]
            if any(push[c][axis] != (-1 if rising else 1) for c in corners):
                raise ValueError(f"boxes of air touch along an edge only, near {corners[0]}")
            a, b, c, d = (number.setdefault(c, len(number)) for c in (corners if rising else corners[::-1]))
            # Diagonals that take turns give the walls no grain.
            faces += [(a, b, c), (a, c, d)] if corner.sum() % 2 else [(a, b, d), (b, c, d)]
    lattice = np.array(list(number))
    vertices = (lattice - BORDER) * LATTICE + np.array(LOW)
    depth = 0.5 + 0.32 * value_noise(vertices, 5.0, 1) + 0.1 * value_noise(vertices, 2.3, 2)
    slide = np.stack([value_noise(vertices, 3.1, seed) for seed in (3, 4, 5)], axis=1)
    pushed = push[tuple(lattice.T)]
    return vertices + np.where(pushed != 0, pushed * depth[:, None], 0.6 * slide), faces


def _into_rock(air: np.ndarray) -> np.ndarray:
    """Return for every lattice corner, (i, j, k, 3), the way to the rock around it: -1, 0 or 1 along each axis."""
    rock = np.pad(~air, 1, constant_values=True).astype(int)
    push = np.zeros((*(np.array(air.shape) + 1), 3), dtype=int)
    for octant in np.ndindex(2, 2, 2):
        part = rock[tuple(slice(first, first + n + 1) for first, n in zip(octant, air.shape, strict=True))]
        push += part[..., None] * (2 * np.array(octant) - 1)
    return np.sign(push)


def _seen_from_inside(material: bpy.types.Material) -> None:
    """Let a material vanish where one looks at the back of its faces, in renders and in the viewport."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    place = nodes.new("ShaderNodeNewGeometry")
    front = nodes.new("ShaderNodeMath")
    front.operation = "SUBTRACT"
    front.inputs[0].default_value = 1.0
    # Ceilings let most of the light through, or the corridors would be dark.
    ray = nodes.new("ShaderNodeLightPath")
    share = nodes.new("ShaderNodeMapRange")
    share.inputs["To Min"].default_value = 0.42
    alpha = nodes.new("ShaderNodeMath")
    alpha.operation = "MULTIPLY"
    links.new(place.outputs["Backfacing"], front.inputs[1])
    links.new(ray.outputs["Is Camera Ray"], share.inputs["Value"])
    links.new(front.outputs[0], alpha.inputs[0])
    links.new(share.outputs["Result"], alpha.inputs[1])
    links.new(alpha.outputs[0], nodes["Principled BSDF"].inputs["Alpha"])
    for space in (space for screen in bpy.data.screens for area in screen.areas for space in area.spaces):
        if space.type == "VIEW_3D":
            space.shading.show_backface_culling = True


def _rock(kit: Kit) -> None:
    """Add what the cave is cut out of, below and behind the volume: a foot and two banks with grass on top."""
    parts = [box((-51.0, -51.0, -4.0), (62.0, 62.0, -0.6))]
    parts += [box((-51.0, 51.0, -0.6), (62.0, 62.0, 47.0)), box((51.0, -51.0, -0.6), (62.0, 51.0, 47.0))]
    kit.solid("Rock", join(parts), "Slate")
    props.strata(kit.material("Slate"), 0.80, 1.06, 0.05)
    turf = [box((-51.4, 50.6, 47.0), (62.4, 62.4, 48.6), 0.5), box((50.6, -51.4, 47.0), (62.4, 52.0, 48.5), 0.5)]
    kit.solid("Turf", join(turf), "Sage")
    for number, (x, y, height) in enumerate(TREES):
        props.tree(kit, f"Tree {number + 1}", (x, y, 48.4), height, pointed=number % 2 == 0)
