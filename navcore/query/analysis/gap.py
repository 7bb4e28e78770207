# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is between two islands: where they are nearest to each other."""

from __future__ import annotations

from math import inf

import numpy as np

from ...arrays import Float64s
from ...geometry.box_tree import BoxTree
from ...model import NavVolume
from ...progress import Steps, part
from .narrowest import MEASURING

#: Cells that are compared in one step.
_CELLS_AT_ONCE = 1 << 13


def shortest_gap(nav: NavVolume, ends: Float64s) -> Steps[Float64s]:
    """Where the islands of two free points are nearest to each other.

    Parameters
    ----------
    nav : the volume; the points are on different islands of it.
    ends : (2, 3) float64, world.

    Returns
    -------
    (2, 3) float64, world: a point of each island. Of places that are equally near, the one that makes the way from end
    to end shortest.
    """
    yield MEASURING
    cells, _points, _distances = nav.nearest(ends)
    first, second = (nav.cells[nav.components == nav.components[cell]].astype(np.float64) for cell in cells)
    tree = yield from part(BoxTree.steps(second), 1.0, 1.0, MEASURING[1])
    grid = (ends - nav.origin) / nav.voxel_size
    bound = inf
    for begin in range(0, len(first), _CELLS_AT_ONCE):
        yield MEASURING
        few = first[begin : begin + _CELLS_AT_ONCE]
        apart = _facing(few, second[tree.near(few.mean(axis=1))], grid.mean(axis=0))
        bound = min(bound, float(_squares(apart[:, 1] - apart[:, 0]).min()))
    best, least = np.empty((2, 3)), (inf, inf)
    low, high = (np.ascontiguousarray(first[:, side].T) for side in (0, 1))
    for one, other, squares in tree.pairs_within(low, high, np.full(len(first), bound)):
        yield MEASURING
        if not len(one):
            continue
        points = _facing(first[one], second[other], grid.mean(axis=0))
        around = np.sqrt(_squares(points[:, 0] - grid[0])) + np.sqrt(_squares(points[:, 1] - grid[1]))
        chosen = int(np.lexsort((around, squares))[0])
        if (squares[chosen], around[chosen]) < least:
            best, least = points[chosen], (squares[chosen], around[chosen])
    return nav.origin + best * nav.voxel_size


def _facing(boxes: Float64s, others: Float64s, middle: Float64s) -> Float64s:
    """The nearest points of pairs of boxes, (n, 2, 3) each: (n, 2, 3). Of many, those that are nearest to a point."""
    low, high = np.maximum(boxes[:, 0], others[:, 0]), np.minimum(boxes[:, 1], others[:, 1])
    shared = np.clip(middle, np.minimum(low, high), np.maximum(low, high))
    # Where nothing is shared, one ends at `high` and the other begins at `low`.
    is_apart, is_before = high < low, boxes[:, 1] <= others[:, 0]
    here = np.where(is_apart, np.where(is_before, high, low), shared)
    there = np.where(is_apart, np.where(is_before, low, high), shared)
    return np.stack((here, there), axis=1)


def _squares(vectors: Float64s) -> Float64s:
    # Spelled out, because a library's sum may order its terms otherwise on another machine.
    x, y, z = vectors[:, 0], vectors[:, 1], vectors[:, 2]
    squares: Float64s = x * x + y * y + z * z
    return squares
