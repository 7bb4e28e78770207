# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where floors end: exact parts of floor triangles' edges that no floor goes on behind, within a step."""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Int64s
from ..surface import Border
from .blocks import Blocks
from .covering import hidden_apart, uncovered
from .features import Features
from .scene import CRACK, LEVEL, Scene

#: Corners nearer than this along every axis, voxels, are one.
_SAME = 1.0 / 256.0


def _open_edges(scene: Scene) -> tuple[Int64s, Int64s]:
    """The edges of floors without another floor that has the same edge on its other side: (k,) triangles, edges."""
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
    which, place = np.nonzero(alone.reshape(3, count))
    return floors[place], which


def find_ledges(scene: Scene, floors: Blocks, is_shown: Bools) -> Features:
    """The ledges of a scene; `floors` are the blocks of its floor triangles, `is_shown` (m,) as of `Floors`."""
    triangle, edge = _open_edges(scene)
    start, end, opposite = (scene.corners[triangle, (edge + k) % 3] for k in range(3))
    along = (end - start)[:, :2]
    length = np.sqrt((along * along).sum(axis=1))
    some = (length > CRACK) & is_shown[triangle]
    start, end, opposite, along, length = (array[some] for array in (start, end, opposite, along, length))
    triangle = triangle[some]
    outward = np.stack((along[:, 1], -along[:, 0]), axis=1) / length[:, None]
    side = ((opposite - start)[:, :2] * outward).sum(axis=1)
    outward *= np.where(side > 0.0, -1.0, 1.0)[:, None]
    beside = np.zeros_like(start)
    beside[:, :2] = outward * (2.0 * CRACK)
    window = (-scene.step - LEVEL, scene.step + LEVEL)
    left = uncovered(scene, floors, start + beside, end + beside, window, CRACK)
    ends = Features(start, end, np.full(len(start), Border.LEDGE, np.uint8))
    ends, beside, triangle = ends.parts(*left), beside[left.segment], triangle[left.segment]
    beside[:, 2] = scene.slope_x[triangle] * beside[:, 0] + scene.slope_y[triangle] * beside[:, 1]
    # Nobody comes to the ends of a floor that is hidden.
    return ends.parts(*hidden_apart(scene, floors, ends.start - beside, ends.end - beside))
