# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Walls and floors of buildings that are cut open in front, like a dolls' house.

The cut lies just outside the volume, so an agent cannot leave a room there although one looks into it. Every
wall and floor keeps to one layer of voxels and thus blocks no more than that layer; places are counted in
voxels from the volume's low corner.
"""

from collections.abc import Iterable, Sequence

import bpy
import numpy as np
from kit import Kit
from shapes import Point, Solid, box, join, plate

LOW, HIGH = (-10.0, -10.0, 0.0), (10.0, 10.0, 20.0)
VOXEL = 0.625
# What is below the volume blocks nothing of it.
BASE = -0.05
FRONT = -10.15
# Holes are wider than their voxels by this much, for a face on a voxel's border would block that voxel.
SLACK = 0.03

Hole = tuple[float, float, float, float]


def place(x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return the world position of a place counted in voxels."""
    return (LOW[0] + VOXEL * x, LOW[1] + VOXEL * y, LOW[2] + VOXEL * z)


def layer(
    axis: int,
    index: int,
    low: Sequence[float],
    high: Sequence[float],
    holes: Iterable[Hole] = (),
    *,
    thickness: float = 0.5,
    recess: float = 0.0,
) -> Solid:
    """Return a wall or floor in the voxel layer `index` of an axis, with holes.

    `low` and `high` are its corners along the other two axes and holes are (u low, v low, u high, v high), all
    in voxels. What begins before voxel 0 along Y begins at the cut, and along Z below the volume. A small
    `recess` from the cut keeps faces of crossing walls out of one plane.
    """
    u, v = [k for k in range(3) if k != axis]
    corners = np.empty((2, 3))
    for row, ends, side in ((0, low, -0.5), (1, high, 0.5)):
        corners[row, axis] = LOW[axis] + VOXEL * (index + 0.5) + side * thickness
        corners[row, u], corners[row, v] = LOW[u] + VOXEL * ends[0], LOW[v] + VOXEL * ends[1]
    corners[0, 1] = corners[0, 1] if axis == 1 else max(corners[0, 1], FRONT + recess)
    corners[0, 2] = corners[0, 2] if axis == 2 else max(corners[0, 2], BASE)
    cuts = []
    for u_low, v_low, u_high, v_high in holes:
        first = (LOW[u] + VOXEL * u_low - SLACK, LOW[v] + VOXEL * v_low - SLACK)
        cuts.append((*first, LOW[u] + VOXEL * u_high + SLACK, LOW[v] + VOXEL * v_high + SLACK))
    return plate(corners[0], corners[1], cuts)


def add_cut(kit: Kit, name: str, parts: Iterable[Solid], material: str, *, cut: str = "Ink") -> bpy.types.Object:
    """Add solids as one object and paint what the cut through the building lays bare."""
    solid = join(parts)
    vertices = solid[0]
    bare = [all(vertices[i, 1] < LOW[1] for i in face) for face in solid[1]]
    return kit.solid(name, solid, (material, cut), slots=[int(face) for face in bare])


def window(axis: int, index: int, hole: Hole, bars: tuple[int, int] = (1, 1)) -> tuple[list[Solid], list[Solid]]:
    """Return frame and panes that close a hole of a wall; `bars` divide it along its two directions."""
    u, v = [k for k in range(3) if k != axis]
    along = LOW[axis] + VOXEL * (index + 0.5)
    low, high = np.empty(3), np.empty(3)
    for k, first in ((u, 0), (v, 1)):
        low[k] = LOW[k] + VOXEL * hole[first] - SLACK
        high[k] = LOW[k] + VOXEL * hole[first + 2] + SLACK

    def strip(k: int, middle: float, half: float, depth: float) -> Solid:
        a, b = low.copy(), high.copy()
        a[axis], b[axis] = along - depth, along + depth
        a[k], b[k] = middle - half, middle + half
        return box(a, b, 0.02)

    frame = [strip(k, end, 0.1, 0.29) for k in (u, v) for end in (low[k], high[k])]
    for k, count in ((u, bars[0]), (v, bars[1])):
        frame += [strip(k, low[k] + (high[k] - low[k]) * n / (count + 1), 0.05, 0.1) for n in range(1, count + 1)]
    a, b = low.copy(), high.copy()
    a[axis], b[axis] = along - 0.04, along + 0.04
    return frame, [box(a, b)]


def lining(axis: int, index: int, hole: Hole, *, sides: str = "uUvV", width: float = 0.1) -> list[Solid]:
    """Return a frame around an open hole that leaves its voxels free.

    `sides` names those that are framed: low and high along the first direction (u, U) and the second (v, V).
    """
    u, v = [k for k in range(3) if k != axis]
    along = LOW[axis] + VOXEL * (index + 0.5)
    low, high = np.empty(3), np.empty(3)
    for k, first in ((u, 0), (v, 1)):
        low[k] = LOW[k] + VOXEL * hole[first] - SLACK + 0.01
        high[k] = LOW[k] + VOXEL * hole[first + 2] + SLACK - 0.01
    low[axis], high[axis] = along - 0.29, along + 0.29
    strips = []
    for side, k, at_high in (("u", u, False), ("U", u, True), ("v", v, False), ("V", v, True)):
        if side not in sides:
            continue
        other = v if k == u else u
        a, b = low.copy(), high.copy()
        a[k], b[k] = (high[k], high[k] + width) if at_high else (low[k] - width, low[k])
        first, second = ("u", "U") if other == u else ("v", "V")
        a[other] -= width if first in sides else 0.0
        b[other] += width if second in sides else 0.0
        strips.append(box(a, b, 0.02))
    return strips


def floored(kit: Kit, name: str, low: Point, high: Point, material: str, *, top: float = -0.02) -> None:
    """Add a thin covering on the ground, below the volume; `low` and `high` are (x, y) in voxels."""
    a, b = place(low[0], low[1], 0.0), place(high[0], high[1], 0.0)
    near = FRONT if low[1] < 0 else a[1]
    kit.solid(name, box((a[0], near, BASE - 0.1), (b[0], b[1], top)), material)
