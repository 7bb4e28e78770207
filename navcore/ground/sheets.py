# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Floor cells by patches: connected parts of floors within a tile that lie over no column twice."""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Int64s
from ..geometry.components import label_components
from ..geometry.sorting import distinct
from ..progress import Steps
from .floors import Floors
from .lattice import FINE, corner_vertices
from .near import Near
from .scene import Scene

#: Edge of a tile, voxels. Where floors lie over each other and hang together, parts of a tile are taken.
TILE = 64
STAGE = "Parting floors"


def cell_sides(floors: Floors, near: Near, blocked: Bools) -> tuple[Bools, Bools]:
    """Which cells have a free vertex, (n,), and which links of cells towards +x and +y pass over one, (2, n)."""
    vertices = corner_vertices(floors, near.cells)
    is_free = (vertices >= 0) & ~blocked[vertices]
    active = ~near.is_dead
    active[near.cells] = is_free.any(axis=(0, 1))
    opens = np.empty((2, len(active)), bool)
    opens[:] = active
    opens[0, near.cells] = is_free[FINE].any(axis=0)
    opens[1, near.cells] = is_free[:, FINE].any(axis=0)
    for direction in (0, 1):
        beside = floors.links[direction]
        opens[direction] &= (beside >= 0) & active[beside]
    return active, opens


def label_sheets(scene: Scene, floors: Floors, active: Bools, opens: Bools) -> Steps[Int64s]:
    """The patch of each cell, by its lowest cell: (n,) int64; -1 of cells that are not active."""
    label = np.full(len(active), -1, np.int64)
    asked = np.flatnonzero(active)
    size = TILE
    while len(asked):
        yield 0.0, STAGE
        label[asked] = yield from _label(floors, asked, opens, size)
        twice = _doubled(scene, floors, label, asked)
        if not len(twice):
            break
        is_twice = np.zeros(len(active), bool)
        is_twice[twice] = True
        asked = asked[is_twice[label[asked]]]
        size //= 2
    return label


def _label(floors: Floors, cells: Int64s, opens: Bools, size: int) -> Steps[Int64s]:
    """The lowest cell connected to each of some cells, (k,) ascending, within squares of some voxels."""
    count = len(floors.z)
    x, y = np.divmod(floors.column[cells], floors.shape[1])
    square = np.full(count + 1, -1, np.int64)
    square[cells] = (x // size) * (floors.shape[1] // size + 1) + y // size
    # Runs along y first: they hang together for certain, and there are few.
    up = floors.links[1][cells]
    goes_on = opens[1][cells] & (square[up] == square[cells])
    head = np.arange(count)
    head[up[goes_on]] = cells[goes_on]
    while True:
        farther = head[head[cells]]
        if np.array_equal(farther, head[cells]):
            break
        head[cells] = farther
    right = floors.links[0][cells]
    joined = opens[0][cells] & (square[right] == square[cells])
    one, other = head[cells[joined]], head[right[joined]]
    new = np.ones(len(one), bool)
    new[1:] = (one[1:] != one[:-1]) | (other[1:] != other[:-1])
    heads = cells[head[cells] == cells]
    pairs = np.searchsorted(heads, np.stack((one[new], other[new]), axis=1))
    number = yield from label_components(len(heads), pairs.astype(np.int32))
    first = np.full(int(number.max()) + 1, count)
    np.minimum.at(first, number, heads)
    lowest = np.empty(count, np.int64)
    lowest[heads] = first[number]
    return lowest[head[cells]]


def _doubled(scene: Scene, floors: Floors, label: Int64s, cells: Int64s) -> Int64s:
    """Labels, (k,), of some cells that lie over a column twice."""
    labels = label[cells]
    low, high = np.full(len(label), np.inf), np.full(len(label), -np.inf)
    np.minimum.at(low, labels, floors.z[cells])
    np.maximum.at(high, labels, floors.z[cells])
    # Floors over each other leave room for a body between them.
    one = cells[(high - low)[labels] > scene.height - 1.0]
    found = [np.empty(0, np.int64)]
    ahead = 1
    while len(one):
        one = one[one + ahead < len(label)]
        one = one[floors.column[one] == floors.column[one + ahead]]
        found.append(label[one[label[one] == label[one + ahead]]])
        ahead += 1
    return distinct(np.concatenate(found))
