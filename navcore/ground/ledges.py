# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where floors end: exact parts of floor triangles' edges that no floor goes on behind, within a step."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Int64s
from ..surface import Border
from .blocks import Blocks
from .covering import uncovered
from .features import Features
from .scene import CRACK, LEVEL, Scene

#: Corners nearer than this along every axis, voxels, are one.
_SAME = 1.0 / 256.0


class Edges(NamedTuple):
    """Edges of floor triangles.

    is_open : (m, 3) bool, whether no other floor triangle has the same edge on its other side; False of other
        triangles.
    triangle, edge : (k,) int64, the open ones.
    """

    is_open: Bools
    triangle: Int64s
    edge: Int64s


def open_edges(scene: Scene) -> Edges:
    """The edges of floors that have no triangle of a floor on their other side."""
    floors = np.flatnonzero(scene.walkable)
    corners = scene.corners[floors]
    rough = np.rint(corners.reshape(-1, 3) / _SAME).astype(np.int64)
    _, number = np.unique(rough, axis=0, return_inverse=True)
    number = number.reshape(-1, 3)
    count = len(floors)
    begin, end = number.T.reshape(-1), number[:, (1, 2, 0)].T.reshape(-1)
    one, other = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    # Told by sides, not by how often an edge is used: faces may be there twice.
    is_left = np.tile(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0] > 0.0, 3) == (begin < end)
    key = np.minimum(begin, end) * (int(number.max()) + 1) + np.maximum(begin, end)
    _, edge = np.unique(key, return_inverse=True)
    sides = np.bincount(edge[is_left], minlength=edge.max() + 1) > 0
    sides &= np.bincount(edge[~is_left], minlength=edge.max() + 1) > 0
    alone = ~sides[edge] & (begin != end)
    is_open = np.zeros((len(scene.walkable), 3), bool)
    is_open[floors] = alone.reshape(3, count).T
    triangle, which = np.nonzero(is_open)
    return Edges(is_open, triangle, which)


def find_ledges(scene: Scene, floors: Blocks, edges: Edges) -> Features:
    """The ledges of a scene; `floors` are the blocks of its floor triangles."""
    start = scene.corners[edges.triangle, edges.edge]
    end = scene.corners[edges.triangle, (edges.edge + 1) % 3]
    opposite = scene.corners[edges.triangle, (edges.edge + 2) % 3]
    along = (end - start)[:, :2]
    length = np.sqrt((along * along).sum(axis=1))
    some = length > CRACK
    start, end, opposite, along, length = (array[some] for array in (start, end, opposite, along, length))
    outward = np.stack((along[:, 1], -along[:, 0]), axis=1) / length[:, None]
    side = ((opposite - start)[:, :2] * outward).sum(axis=1)
    outward *= np.where(side > 0.0, -1.0, 1.0)[:, None]
    beside = np.zeros_like(start)
    beside[:, :2] = outward * (2.0 * CRACK)
    window = (-scene.step - LEVEL, scene.step + LEVEL)
    grown = np.full((len(scene.walkable), 3), CRACK)
    left = uncovered(scene, floors, start + beside, end + beside, window, grown)
    first, last = start[left.segment], end[left.segment]
    run = last - first
    return Features(
        first + run * left.begin[:, None],
        first + run * left.end[:, None],
        np.full(len(left.segment), Border.LEDGE, np.uint8),
    )
