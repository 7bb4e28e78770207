# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cleaning: markers say which connected space to keep.

A surface test cannot see that a cell lies wholly inside a concave mesh, so interiors survive as components of
their own until a marker says which space matters [Albertini 2022]. Size would not do: conservative voxels seal
pockets by the hundred, and a wanted room may be smaller than an unwanted one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import Bools, Int32s, Int64s
from ..config import Point
from ..errors import MarkerError
from ..geometry.box_tree import BoxTree
from .domain import Domain

#: How far, in voxels, a marker in blocked space may be from the free space it means.
REACH = 2.0
#: How far, in voxels, a marker on the border of the domain may seem to be outside: numbers are rounded, the domain's
#: far side to whole voxels, and objects have their places in single precision.
_SLACK = 1e-3


def marked_cells(cells: Int32s, components: Int32s, domain: Domain, markers: Sequence[Point]) -> Bools:
    """Which cells, (n, 2, 3), lie in a component that holds a marker; all of them when there is no marker."""
    if not len(markers):
        return np.ones(len(cells), bool)
    keep = np.zeros(int(components.max()) + 1, bool)
    keep[components[cells_of_markers(cells, domain, markers)]] = True
    return keep[components]


def cells_of_markers(cells: Int32s, domain: Domain, markers: Sequence[Point]) -> Int64s:
    """The cell, of (n, 2, 3), that each marker means: (m,) int64. None is farther away than `REACH` voxels."""
    points = (np.asarray(markers, np.float64) - domain.origin) / domain.voxel_size
    outside = np.flatnonzero(((points < -_SLACK) | (points > domain.shape + _SLACK)).any(axis=1))
    if len(outside):
        raise MarkerError(int(outside[0]), "lies outside the domain; move it inside the bounds or enlarge them")
    boxes = cells.astype(np.float64)
    held = BoxTree(boxes).nearest(points)
    nearest = np.clip(points, boxes[held, 0], boxes[held, 1])
    distance = np.linalg.norm(nearest - points, axis=1)
    lost = np.flatnonzero(distance > REACH)
    if len(lost):
        away = distance[lost[0]] * domain.voxel_size
        problem = f"is in blocked space, {away:.3g} from the nearest free point; move it into the space to keep"
        x, y, z = (domain.origin + nearest[lost[0]] * domain.voxel_size).tolist()
        raise MarkerError(int(lost[0]), problem, (x, y, z))
    return held
