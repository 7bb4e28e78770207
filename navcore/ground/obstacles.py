# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is in the body's way: triangles clipped to the space between a step and the agent's height over a floor.

For each triangle of a floor and each other one, the part of the other that lies over the first, in that band over its
plane, is a convex polygon; its outline in plan is what the agent keeps away from, exactly.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..geometry.ragged import chunks, stretches
from ..geometry.sorting import distinct
from ..surface import Border
from .blocks import Blocks
from .covering import hidden_apart, over_triangles
from .features import Features, together
from .scene import BESIDE, CRACK, LEVEL, Scene

#: Pairs of triangles at once.
_AT_ONCE = 1 << 16


class _Sides(NamedTuple):
    """Edges of what is in the way, each with a side that a body may stand on.

    edges : (k,) of them. beside : (k, 3) float64, a little way to that side, along the floor. floor : (k,) int64, the
    floor triangle.
    """

    edges: Features
    beside: Float64s
    floor: Int64s


def find_obstacles(scene: Scene, everything: Blocks, floors: Blocks, shown: Blocks) -> Features:
    """What a body on any floor keeps away from.

    everything, floors, shown : blocks of all triangles, of those that are floors, and of those that bodies stand on.
    """
    floor, other = _pairs(scene, everything, shown)
    parts = [Features(np.empty((0, 3)), np.empty((0, 3)), np.empty(0, np.uint8))]
    for begin in range(0, len(floor), _AT_ONCE):
        few = slice(begin, begin + _AT_ONCE)
        parts.append(_reachable(scene, floors, _outlines(scene, floor[few], other[few])))
    return together(parts)


def _reachable(scene: Scene, floors: Blocks, sides: _Sides) -> Features:
    """What is left of edges where their floor is beside them and not hidden, so that a body can come there."""
    start, end = sides.edges.start + sides.beside, sides.edges.end + sides.beside
    begin, finish = over_triangles(scene, start, end, sides.floor, (-1.0, 1.0), CRACK)
    some = np.flatnonzero(finish > begin)
    edges, beside = sides.edges.parts(some, begin[some], finish[some]), sides.beside[some]
    return edges.parts(*hidden_apart(scene, floors, edges.start + beside, edges.end + beside))


def _pairs(scene: Scene, everything: Blocks, floors: Blocks) -> tuple[Int64s, Int64s]:
    """Floor triangles and others that may be in the way of a body on them: (p,) int64 both, each pair once."""
    counts = np.diff(everything.starts) * np.diff(floors.starts)
    blocks = np.flatnonzero(counts)
    keys = [np.empty(0, np.int64)]
    size = len(scene.walkable)
    parts = chunks(counts[blocks], _AT_ONCE * 4)
    keys.extend(_keys(scene, everything, floors, blocks[part], size) for part in parts)
    key = distinct(np.concatenate(keys))
    return key // size, key % size


def _keys(scene: Scene, everything: Blocks, floors: Blocks, blocks: Int64s, size: int) -> Int64s:
    place, floor = floors.pairs(blocks)
    counts = np.diff(everything.starts)[blocks][place]
    other = everything.triangles[stretches(everything.starts[blocks][place], counts)]
    floor = np.repeat(floor, counts)
    # Over the part of the floor that has the other in its box.
    meet = scene.high[other, 2] > scene.low[floor, 2] + scene.step + LEVEL
    meet &= scene.low[other, 2] < scene.high[floor, 2] + scene.height - LEVEL
    floor, other = floor[meet], other[meet]
    for axis in (0, 1):
        meet = scene.low[other, axis] <= scene.high[floor, axis] + CRACK
        meet &= scene.high[other, axis] >= scene.low[floor, axis] - CRACK
        floor, other = floor[meet], other[meet]
    return distinct(floor * size + other)


def _outlines(scene: Scene, floor: Int64s, other: Int64s) -> _Sides:
    """The outlines in plan of others over floors within the body's band."""
    count = np.full(len(floor), 3)
    polygon = scene.corners[other]
    below, room = scene.step + LEVEL, scene.height - LEVEL
    for side in range(5):
        value = _beyond(scene, floor, polygon, side) if side < 3 else None
        if value is None:
            over = polygon[:, :, 2] - (
                scene.slope_x[floor, None] * polygon[:, :, 0]
                + scene.slope_y[floor, None] * polygon[:, :, 1]
                + scene.offset[floor, None]
            )
            value = over - below if side == 3 else room - over
        polygon, count = _clip(polygon, count, value)
        some = count > 0
        floor, polygon, count = floor[some], polygon[some], count[some]
    return _plan_edges(scene, floor, polygon, count)


def _beyond(scene: Scene, floor: Int64s, polygon: Float64s, edge: int) -> Float64s:
    """How far corners, (n, c, 3), lie inside an edge of their floors, grown by a crack: (n, c)."""
    corners = scene.corners[floor, :, :2]
    begin, along = corners[:, edge], corners[:, (edge + 1) % 3] - corners[:, edge]
    third = corners[:, (edge + 2) % 3] - begin
    scale = np.where(along[:, 0] * third[:, 1] - along[:, 1] * third[:, 0] >= 0.0, 1.0, -1.0)
    length = np.sqrt((along * along).sum(axis=1))
    scale /= np.where(length > 0.0, length, 1.0)
    a, b = (-along[:, 1] * scale)[:, None], (along[:, 0] * scale)[:, None]
    return a * (polygon[:, :, 0] - begin[:, :1]) + b * (polygon[:, :, 1] - begin[:, 1:]) + CRACK


def _clip(polygon: Float64s, count: Int64s, value: Float64s) -> tuple[Float64s, Int64s]:
    """The parts of convex polygons at which something linear is not negative.

    polygon : (n, c, 3) float64, the first `count`, (n,), corners count. value : (n, c) float64, at each corner.
    """
    size = polygon.shape[1]
    place = np.arange(size)[None, :]
    alive = place < count[:, None]
    following = np.where(place + 1 < count[:, None], place + 1, 0)
    after = np.take_along_axis(value, following, axis=1)
    is_in, comes_in = value >= 0.0, after >= 0.0
    if (is_in | ~alive).all():
        return polygon, count
    crosses = alive & (is_in != comes_in)
    kept = alive & comes_in
    made = crosses.astype(np.int64) + kept
    position = np.cumsum(made, axis=1) - made
    clipped = np.zeros((len(polygon), size + 1, 3))
    row, column = np.nonzero(crosses)
    share = value[row, column] / (value[row, column] - after[row, column])
    begin = polygon[row, column]
    clipped[row, position[row, column]] = begin + (polygon[row, following[row, column]] - begin) * share[:, None]
    row, column = np.nonzero(kept)
    clipped[row, position[row, column] + crosses[row, column]] = polygon[row, following[row, column]]
    return clipped, made.sum(axis=1)


def _plan_edges(scene: Scene, floor: Int64s, polygon: Float64s, count: Int64s) -> _Sides:
    """The edges of polygons in plan, each at the height of its floor; of upright ones a single segment, both sides."""
    place = np.arange(polygon.shape[1])[None, :]
    alive = place < count[:, None]
    thin = _is_thin(polygon, alive)
    flat = np.flatnonzero(thin)
    first, last = _farthest(polygon[flat], alive[flat])
    row, column = np.nonzero(alive & ~thin[:, None])
    following = np.where(column + 1 < count[row], column + 1, 0)
    start = np.concatenate((polygon[flat, first], polygon[flat, last], polygon[row, column]))
    end = np.concatenate((polygon[flat, last], polygon[flat, first], polygon[row, following]))
    owner = np.concatenate((flat, flat, row))
    floor = floor[owner]
    for points in (start, end):
        points[:, 2] = scene.heights(floor, points[:, 0], points[:, 1])
    run = (end - start)[:, :2]
    length = np.sqrt((run * run).sum(axis=1))
    # Outward of polygons, whichever way around they go.
    off = BESIDE * np.where(_twice_area(polygon, alive) >= 0.0, 1.0, -1.0)[owner] / np.maximum(length, 1e-12)
    beside = np.zeros_like(start)
    beside[:, 0], beside[:, 1] = run[:, 1] * off, -run[:, 0] * off
    beside[:, 2] = scene.slope_x[floor] * beside[:, 0] + scene.slope_y[floor] * beside[:, 1]
    some = np.flatnonzero(length > 0.0)
    edges = Features(start, end, np.full(len(start), Border.WALL, np.uint8))
    return _Sides(edges.of(some), beside[some], floor[some])


def _farthest(polygon: Float64s, alive: Bools) -> tuple[Int64s, Int64s]:
    """The first and last corners of polygons along the axis that they are longer in: (n,) int64 both."""
    low = np.where(alive[:, :, None], polygon[:, :, :2], np.inf).min(axis=1)
    high = np.where(alive[:, :, None], polygon[:, :, :2], -np.inf).max(axis=1)
    is_along_y = (high - low)[:, 1] > (high - low)[:, 0]
    along = np.where(is_along_y[:, None], polygon[:, :, 1], polygon[:, :, 0])
    first = np.where(alive, along, np.inf).argmin(axis=1)
    last = np.where(alive, along, -np.inf).argmax(axis=1)
    return first, last


def _twice_area(polygon: Float64s, alive: Bools) -> Float64s:
    """Twice the areas of polygons in plan, negative of those that go around clockwise: (n,)."""
    off = np.where(alive[:, :, None], (polygon - polygon[:, :1])[:, :, :2], 0.0)
    area: Float64s = (off[:, :-1, 0] * off[:, 1:, 1] - off[:, :-1, 1] * off[:, 1:, 0]).sum(axis=1)
    return area


def _is_thin(polygon: Float64s, alive: Bools) -> Bools:
    """Which polygons are, in plan, no wider than what counts as nothing: (n,)."""
    start = polygon[:, :1, :2]
    run = np.where(alive[:, :, None], polygon[:, :, :2] - start, 0.0)
    far = (run * run).sum(axis=2)
    longest = run[np.arange(len(run)), far.argmax(axis=1)]
    across = np.abs(run[:, :, 0] * longest[:, 1:] - run[:, :, 1] * longest[:, :1]).max(axis=1)
    thin: Bools = across <= 1e-6 * np.sqrt(far.max(axis=1)) + 1e-12
    return thin
