# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The narrowest place of a path: where a ball that grows as it moves along the path gets stuck first.

How space was cut into cells says nothing about how narrow it is: two cells in the middle of a hall may share a sliver,
and one long cell may run through a hole from room to room. So cells near the path are cut further where something
beside them ends. Each rectangle between two such blocks is as wide as the free space around its best point, and of all
chains of blocks the one counts whose narrowest rectangle is the widest. A taut path hugs corners and slips under
tables, but only a place that no other path nearby avoids is narrow.
"""

from __future__ import annotations

import heapq
import itertools
from math import inf

import numpy as np

from ...arrays import Bools, Float64s, Int64s
from ...geometry.box_tree import BoxTree
from ...geometry.primitives import length_of
from ...geometry.touching import find_portals
from ...model import NavVolume
from ...progress import Steps, part
from ..graph.cells import CellGraph

#: How far around the path a wider one is looked for, and up to which size cells are cut, in voxels.
_AROUND = 8.0
#: Where to look around a point of a rectangle that is flat along x, y or z, as shares of some distance: (3, 25, 3).
_AROUND_A_POINT = np.array(
    [
        [np.insert(shares, axis, 0.0) for shares in itertools.product((-1.0, -0.5, 0.0, 0.5, 1.0), repeat=2)]
        for axis in range(3)
    ]
)
_AROUND_A_POINT.setflags(write=False)
#: The best point of a rectangle is looked for until it is known this well, in voxels.
_FINEST = 0.25
#: Points of the path that are compared with boxes together.
_NEIGHBORS = 16
#: Points whose room is looked for in one step.
_POINTS_AT_ONCE = 1 << 8
#: What a step tells. How much is left depends on what is found, so the fraction tells nothing.
MEASURING = (1.0, "Measuring")


def narrowest(
    nav: NavVolume, graph: CellGraph, points: Float64s, cells: tuple[int, ...]
) -> Steps[tuple[Float64s, float]]:
    """The narrowest place of a path.

    Parameters
    ----------
    nav, graph : the volume and its cells.
    points : (k, 3) float64, the path, world.
    cells : the cells it runs through.

    Returns
    -------
    place : (2, 3) float64, world: a box that is flat along one axis; a path that never leaves its first block gives
        that block.
    width : the diameter of the largest ball in free space around a point of it; inf if nothing is blocked.
    """
    path = (points - nav.origin) / nav.voxel_size
    blocks = yield from _blocks(nav, graph, path, cells)
    first, last = (int(np.flatnonzero(_apart(blocks, end[None])[:, 0] <= 1e-9)[0]) for end in (path[0], path[-1]))
    pairs, places = yield from _rectangles(blocks)
    linked = _BlockGraph(len(blocks), pairs, first, last)
    blocked = (yield from part(nav.blocked_steps(), 1.0, 1.0, MEASURING[1])).astype(np.float64)
    tree = (yield from part(BoxTree.steps(blocked), 1.0, 1.0, MEASURING[1])) if len(blocked) else None
    rooms = _Rooms(blocked, tree, places)
    yield from rooms.measure()
    passed = linked.widest(rooms.known, inf)
    if not len(passed):
        place, room = blocks[first], float((yield from rooms.at(blocks[first].mean(axis=0)[None]))[0])
        return nav.origin + place * nav.voxel_size, 2.0 * room * nav.voxel_size
    room = float(rooms.known[passed].min())
    while True:
        # Assume that doubtful rectangles have more room, and look closer at those that the widest chain passes.
        doubtful = rooms.doubtful(room)
        more = np.nextafter(room, inf)
        passed = linked.widest(np.where(doubtful, more, rooms.known), more)
        unsure = passed[doubtful[passed]]
        if len(unsure):
            yield from rooms.look_closer(unsure, room)
            continue
        narrow = passed[np.argmin(rooms.known[passed])]
        if rooms.known[narrow] <= room:
            break
        room = float(rooms.known[narrow])
    place = places[narrow]
    return nav.origin + place * nav.voxel_size, 2.0 * room * nav.voxel_size


class _Rooms:
    """How much room there is at the best point of each rectangle: its distance from blocked space, in voxels."""

    def __init__(self, blocked: Float64s, tree: BoxTree | None, places: Float64s) -> None:
        self._blocked, self._tree = blocked, tree
        self._places = places
        self._looked = np.zeros(len(places), bool)
        #: From the middle of each to its corners.
        self._reach = _lengths(places[:, 1] - places[:, 0]) / 2.0
        self.known = np.empty(len(places))

    def measure(self) -> Steps[None]:
        """Look at the middle of each rectangle, so that `known` tells something."""
        self.known = yield from self.at(self._places.mean(axis=1))

    def doubtful(self, room: float) -> Bools:
        """Which rectangles seem to have no more room than this, but might: (m,)."""
        return (self.known <= room) & (self.known + self._reach > room) & ~self._looked

    def look_closer(self, rows: Int64s, room: float) -> Steps[None]:
        """Look at many points of some rectangles, until they are seen to have more room than this or are known."""
        low, high = self._places[rows, None, 0], self._places[rows, None, 1]
        best, spacing = (low + high) / 2.0, (high - low) / 2.0
        turn = np.argmin(spacing[:, 0], axis=1)
        # From all over the rectangle to around the best point so far, as long as it may matter.
        while len(rows):
            points = np.clip(best + spacing * _AROUND_A_POINT[turn], low, high)
            # Middles of what is bounded by whole voxels lie on whole or half ones.
            points = np.concatenate((points, np.clip(np.round(2.0 * best) / 2.0, low, high)), axis=1)
            found = (yield from self.at(points.reshape(-1, 3))).reshape(len(rows), -1)
            chosen = found.argmax(axis=1)[:, None]
            best = np.take_along_axis(points, chosen[:, :, None], axis=1)
            self.known[rows] = np.maximum(self.known[rows], np.take_along_axis(found, chosen, axis=1)[:, 0])
            spacing = spacing / 2.0
            # Room changes no faster than a point moves, and the best point is within such a step of one that was seen.
            done = (spacing.max(axis=(1, 2)) < _FINEST) | (self.known[rows] + _lengths(spacing[:, 0]) <= room)
            self._looked[rows[done]] = True
            left = ~done
            rows, turn = rows[left], turn[left]
            low, high, best, spacing = low[left], high[left], best[left], spacing[left]

    def at(self, points: Float64s) -> Steps[Float64s]:
        """Distances of points, (n, 3), from blocked space: (n,)."""
        if self._tree is None:
            return np.full(len(points), inf)
        rooms = np.empty(len(points))
        for begin in range(0, len(points), _POINTS_AT_ONCE):
            yield MEASURING
            few = points[begin : begin + _POINTS_AT_ONCE]
            nearest = self._blocked[self._tree.nearest(few)]
            rooms[begin : begin + _POINTS_AT_ONCE] = _lengths(np.clip(few, nearest[:, 0], nearest[:, 1]) - few)
        return rooms


def _blocks(nav: NavVolume, graph: CellGraph, path: Float64s, cells: tuple[int, ...]) -> Steps[Float64s]:
    """The cells near a path, (k, 3) voxels, cut where something beside them ends: (n, 2, 3) float64, voxels."""
    steps = np.concatenate([_steps(a, b) for a, b in itertools.pairwise(path)] + [path[-1:]])
    island = np.flatnonzero(nav.components == nav.components[cells[0]])
    near = island[(yield from _is_near(nav.cells[island].astype(np.float64), steps))]
    cut = []
    for cell in near.tolist():
        yield MEASURING
        cut.append(_cut(graph, cell))
    blocks = np.concatenate(cut)
    kept: Float64s = blocks[(yield from _is_near(blocks, steps))]
    return kept


def _is_near(boxes: Float64s, points: Float64s) -> Steps[Bools]:
    """Whether each box, (n, 2, 3), comes near one of some points along a path, (m, 3): (n,)."""
    near = np.zeros(len(boxes), bool)
    for begin in range(0, len(points), _NEIGHBORS):
        yield MEASURING
        few = points[begin : begin + _NEIGHBORS]
        # Most boxes are far from all of them along some axis.
        reach = few.min(axis=0) - _AROUND, few.max(axis=0) + _AROUND
        some = np.flatnonzero(((boxes[:, 1] >= reach[0]) & (boxes[:, 0] <= reach[1])).all(axis=1))
        near[some] |= (_apart(boxes[some], few) <= _AROUND).any(axis=1)
    return near


def _cut(graph: CellGraph, cell: int) -> Float64s:
    """A cell cut across its thin extents, wherever a link beside it begins or ends: (n, 2, 3) float64, voxels."""
    box = graph.box(cell)
    extents = [box[axis + 3] - box[axis] for axis in range(3)]
    planes = []
    for axis in range(3):
        ends = {box[axis], box[axis + 3]}
        # What is wide has a wide middle all along.
        if min(extents[axis - 2], extents[axis - 1]) <= _AROUND:
            for _other, across, _plane, low_u, high_u, low_v, high_v in graph.links(cell):
                if across != axis:
                    ends.update((low_u, high_u) if (across + 1) % 3 == axis else (low_v, high_v))
        planes.append(sorted(ends))
    corners = [itertools.pairwise(ends) for ends in planes]
    return np.array([list(zip(*sides, strict=True)) for sides in itertools.product(*corners)])


def _steps(a: Float64s, b: Float64s) -> Float64s:
    """Points from a up to b, at most a voxel apart: (n, 3)."""
    count = max(int(np.ceil(length_of((a.tolist(), b.tolist())))), 1)
    return a + np.arange(count)[:, None] / count * (b - a)


def _apart(boxes: Float64s, points: Float64s) -> Float64s:
    """Distances of boxes, (n, 2, 3), from points, (m, 3): (n, m)."""
    squares = np.zeros((len(boxes), len(points)))
    for axis in range(3):
        here = points[None, :, axis]
        gap = np.maximum(np.maximum(boxes[:, 0, axis, None] - here, here - boxes[:, 1, axis, None]), 0.0)
        squares += gap * gap
    return np.sqrt(squares)


def _lengths(vectors: Float64s) -> Float64s:
    # Spelled out, because a library's sum may order its terms otherwise on another machine.
    x, y, z = vectors[:, 0], vectors[:, 1], vectors[:, 2]
    return np.sqrt(x * x + y * y + z * z)


def _rectangles(blocks: Float64s) -> Steps[tuple[Int64s, Float64s]]:
    """Pairs of blocks that share a face of positive area, (m, 2), and those faces, (m, 2, 3)."""
    found = yield from part(find_portals(blocks.astype(np.int32)), 1.0, 1.0, MEASURING[1])
    pairs = found.astype(np.int64)
    a, b = blocks[pairs[:, 0]], blocks[pairs[:, 1]]
    return pairs, np.stack((np.maximum(a[:, 0], b[:, 0]), np.minimum(a[:, 1], b[:, 1])), axis=1)


class _BlockGraph:
    """Chains of blocks from the first to the last, through rectangles given as pairs of blocks, (m, 2)."""

    def __init__(self, count: int, pairs: Int64s, first: int, last: int) -> None:
        self._first, self._last = first, last
        self._beside: list[list[tuple[int, int]]] = [[] for _block in range(count)]
        for index, (one, other) in enumerate(pairs.tolist()):
            self._beside[one].append((other, index))
            self._beside[other].append((one, index))

    def widest(self, rooms: Float64s, enough: float) -> Int64s:
        """The rectangles of the widest chain, in order, (m,); none when the first block is the last.

        A chain is as wide as its narrowest rectangle, whose room `rooms` tells; room above `enough` is as good as any.
        """
        room = rooms.tolist()
        came: dict[int, tuple[int, int]] = {}
        wide: list[tuple[float, int, int, int, int]] = [(-inf, 0, self._first, self._first, -1)]
        others: list[tuple[float, int, int, int, int]] = []
        ties = itertools.count(1)
        while self._last not in came:
            least, _tie, block, before, through = wide.pop() if wide else heapq.heappop(others)
            if block in came:
                continue
            came[block] = before, through
            for other, index in self._beside[block]:
                if other in came:
                    continue
                if room[index] > enough:
                    wide.append((least, 0, other, block, index))
                else:
                    heapq.heappush(others, (max(least, -room[index]), next(ties), other, block, index))
        chain: list[int] = []
        block = self._last
        while block != self._first:
            block, index = came[block]
            chain.append(index)
        return np.array(chain[::-1], np.int64)
