# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where floors end: exact parts of floor triangles' edges that no floor goes on behind, within a step."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..surface import Border
from .blocks import Blocks, make_blocks
from .covering import Covers, covers, hidden_apart, left_by, over_triangles
from .features import Features
from .scene import BESIDE, CRACK, LEVEL, Scene

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


#: What lies over an edge reaches it, voxels.
_TOUCH = 1e-4


class _Edges(NamedTuple):
    """Edges of triangles that are longer than nothing: triangle (k,) int64; start, end (k, 3) float64, voxels; outward
    (k, 3) float64, a little way out of the triangle, along its plane."""

    triangle: Int64s
    start: Float64s
    end: Float64s
    outward: Float64s


def _edges(scene: Scene, triangle: Int64s, edge: Int64s) -> _Edges:
    start, end, opposite = (scene.corners[triangle, (edge + k) % 3] for k in range(3))
    along = (end - start)[:, :2]
    length = np.sqrt((along * along).sum(axis=1))
    some = np.flatnonzero(length > CRACK)
    triangle = triangle[some]
    start, end, opposite, along = (array[some] for array in (start, end, opposite, along))
    outward = np.stack((along[:, 1], -along[:, 0]), axis=1)
    side = ((opposite - start)[:, :2] * outward).sum(axis=1)
    outward *= (np.where(side > 0.0, -BESIDE, BESIDE) / length[some])[:, None]
    rise = scene.slope_x[triangle] * outward[:, 0] + scene.slope_y[triangle] * outward[:, 1]
    return _Edges(triangle, start, end, np.column_stack((outward, rise)))


def shown_floors(scene: Scene, floors: Blocks, is_shown: Bools) -> Bools:
    """Floors that bodies stand on, (m,): those of which that is known, as of `Floors`, and those of which at least an
    edge is not hidden under other floors."""
    unknown = np.flatnonzero(scene.walkable & ~is_shown)
    edges = _edges(scene, np.repeat(unknown, 3), np.tile(np.arange(3), len(unknown)))
    start, end = edges.start - edges.outward, edges.end - edges.outward
    # Of a sliver, what is left of such a line within it.
    begin, finish = over_triangles(scene, start, end, edges.triangle, (-1.0, 1.0), 0.0)
    some = np.flatnonzero(finish > begin)
    run = end[some] - start[some]
    inner, outer = start[some] + run * begin[some, None], start[some] + run * finish[some, None]
    shown = is_shown.copy()
    shown[edges.triangle[some[hidden_apart(scene, floors, inner, outer).segment]]] = True
    return shown


def find_ledges(scene: Scene, floors: Blocks) -> Features:
    """The ledges of a scene; `floors` are the blocks of its floor triangles."""
    edges = _edges(scene, *_open_edges(scene))
    beside = edges.outward * np.array((1.0, 1.0, 0.0)) * (2.0 * CRACK / BESIDE)
    window = (-scene.step - LEVEL, scene.step + LEVEL)
    start, end = edges.start + beside, edges.end + beside
    found = covers(scene, floors, start, end, window, CRACK)
    left = left_by(found, start, end)
    ledges = Features(edges.start, edges.end, np.full(len(beside), Border.LEDGE, np.uint8)).parts(*left)
    lower, segment = _without_room(scene, floors, edges, beside, found)
    ends = Features(
        np.concatenate((ledges.start, lower.start)),
        np.concatenate((ledges.end, lower.end)),
        np.concatenate((ledges.kind, lower.kind)),
    )
    outward = edges.outward[np.concatenate((left.segment, segment))]
    # Nobody comes to the ends of a floor that is hidden.
    return ends.parts(*hidden_apart(scene, floors, ends.start - outward, ends.end - outward))


def _without_room(
    scene: Scene, floors: Blocks, edges: _Edges, beside: Float64s, found: Covers
) -> tuple[Features, Int64s]:
    """Parts of edges behind which the floor goes on a step lower, but something steep that is no obstacle over the
    upper floor is one over the lower; and the edges that they are of, (k,).

    found : floors beside the edges.
    """
    steep = np.flatnonzero(~scene.walkable & ~scene.upright)
    over = make_blocks(scene.corners, steep, scene.shape, 2.0 * CRACK)
    on_edge = Features(edges.start, edges.end, np.full(len(beside), Border.WALL, np.uint8))
    parts, beside = on_edge.parts(found.segment, found.begin, found.end), beside[found.segment]
    lower = [points + beside for points in (parts.start, parts.end)]
    for points in lower:
        points[:, 2] = scene.heights(found.triangle, points[:, 0], points[:, 1])
    # Steps down only: over a higher floor there is less than over this one.
    down = np.flatnonzero(np.maximum(parts.start[:, 2] - lower[0][:, 2], parts.end[:, 2] - lower[1][:, 2]) > LEVEL)
    room = (scene.step + LEVEL, scene.height - LEVEL)
    blocked = covers(scene, over, lower[0][down], lower[1][down], room, _TOUCH)
    of = down[blocked.segment]
    start, run = lower[0][of], lower[1][of] - lower[0][of]
    first, last = start + run * blocked.begin[:, None], start + run * blocked.end[:, None]
    shown = hidden_apart(scene, floors, first, last)
    walls = parts.parts(of, blocked.begin, blocked.end).parts(*shown)
    return walls, found.segment[of[shown.segment]]
