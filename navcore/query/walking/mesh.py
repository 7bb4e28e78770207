# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface as searches walk over it: half-edges, the corners that paths may bend at, and the blocks they connect."""

from __future__ import annotations

from math import frexp
from typing import TypeAlias

import numpy as np

from ...arrays import AnyArray, Bools, Int32s, Int64s
from ...errors import PathError
from ...geometry.components import label_components
from ...progress import PREPARING, MadeInSteps, Steps, part
from ...surface import NavSurface
from .blocks import Blocks

#: A corner that a path may bend at: twice its node, and one more where the path turns right there.
Bend: TypeAlias = int

#: Bits of a whole number that a float64 holds.
_EXACT = 53
#: More would be finer than anybody needs.
_MOST_BITS = 10


class FloorMesh(MadeInSteps):
    """The half-edges of a surface's polygons, each with the corner that it begins at; in plan, in 1/64 voxel.

    Of half-edge h, all in plain lists:

    x, y : where it begins, whole numbers as floats.
    after, before : the next and the last one around its polygon, counter-clockwise.
    twin : the one that runs back, in the polygon behind it; -1 at a border.
    polygon : whose it is.
    node : the place around its beginning that it belongs to. Polygons that meet in a corner alone are two places there.
    block : as in `Blocks`, of the passage to its twin; -1 at a border.

    Of each node:

    node_block : the block of all passages that meet there; -1 where there are several, or none.
    wall : the half-edge that begins there and has the border on its right; -1 inside the floor.
    node_x, node_y : where it is.
    bends : whether free space spans more than half a turn, so that a path may bend there. Then `first`, (x, y), is
        where the border on the right leads to, `last` the one on the left, both from the corner.

    Of each polygon: `starts`, where its half-edges begin, with one more at the end.

    `grain` : ends of paths are rounded to this, in 1/64 voxel. Then each product that decides on which side of a line
    something lies is a whole number of `grain` squared below 2 ** 53, so plain floats decide exactly.
    """

    @classmethod
    def of(cls, surface: NavSurface) -> Steps[FloorMesh]:
        """The mesh of a surface."""
        return cls.steps(surface.corners, surface.polygon_starts, surface.polygon_vertices, surface.neighbours)

    def _make(
        self, corners: Int32s, polygon_starts: AnyArray, polygon_vertices: AnyArray, neighbours: AnyArray
    ) -> Steps[None]:
        """From arrays as in `NavSurface`. Of neighbours it only matters which are none."""
        yield 0.0, PREPARING
        starts, vertices = polygon_starts.astype(np.int64), polygon_vertices.astype(np.int64)
        self.grain = _grain(corners)
        count = len(vertices)
        after = np.arange(1, count + 1)
        after[starts[1:] - 1] = starts[:-1]
        before = np.empty_like(after)
        before[after] = np.arange(count)
        polygon = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        twin = _twins(vertices, vertices[after], len(corners), neighbours)
        yield 0.1, PREPARING
        plan = corners[vertices, :2].astype(np.int64)
        # Around a corner, counter-clockwise: the twin of the half-edge that ends there.
        around = twin[before]
        joined = np.flatnonzero(around >= 0)
        node = yield from part(label_components(count, np.stack((joined, around[joined]), axis=1)), 0.1, 0.2, PREPARING)
        wall = np.full(int(node.max(initial=-1)) + 1, -1)
        is_wall = np.flatnonzero(twin < 0)
        wall[node[is_wall]] = is_wall
        last = np.full(len(wall), -1)
        is_last = np.flatnonzero(around < 0)
        last[node[is_last]] = before[is_last]
        bends, firsts, lasts = _bends(plan, after, wall, last)
        yield 0.3, PREPARING
        links = np.flatnonzero((twin >= 0) & (np.arange(count) < twin))
        self.blocks = yield from part(
            Blocks.steps(len(starts) - 1, np.stack((polygon[links], polygon[twin[links]]), axis=1)), 0.3, 0.9
        )
        block = np.full(count, -1)
        block[links] = block[twin[links]] = np.array(self.blocks.of_links, np.int64)
        first_there = np.unique(node, return_index=True)[1]
        self.node_x: list[float] = plan[first_there, 0].astype(np.float64).tolist()
        self.node_y: list[float] = plan[first_there, 1].astype(np.float64).tolist()
        self.node_block: list[int] = _blocks_of(node, np.column_stack((block, block[before])), len(wall)).tolist()
        self.x: list[float] = plan[:, 0].astype(np.float64).tolist()
        self.y: list[float] = plan[:, 1].astype(np.float64).tolist()
        self.after: list[int] = after.tolist()
        self.before: list[int] = before.tolist()
        self.twin: list[int] = twin.tolist()
        self.polygon: list[int] = polygon.tolist()
        self.node: list[int] = node.tolist()
        self.block: list[int] = block.tolist()
        self.starts: list[int] = starts.tolist()
        self.wall: list[int] = wall.tolist()
        self.bends: list[bool] = bends.tolist()
        self.first: list[tuple[float, float]] = [(x, y) for x, y in firsts.astype(np.float64).tolist()]
        self.last: list[tuple[float, float]] = [(x, y) for x, y in lasts.astype(np.float64).tolist()]

    def half_edges(self, polygon: int) -> range:
        """The half-edges of a polygon."""
        return range(self.starts[polygon], self.starts[polygon + 1])


def _grain(corners: Int32s) -> float:
    """What ends of paths are rounded to, in 1/64 voxel, a power of two and 1 at most."""
    plan = corners[:, :2].astype(np.int64)
    widest = int((plan.max(axis=0) - plan.min(axis=0)).max()) if len(plan) else 0
    _share, bits = frexp(widest)
    # Two products of differences, each of so many bits and a few behind the point, and their difference.
    fine = (_EXACT - 1) // 2 - bits
    if fine < 0:
        raise PathError(f"the surface is {widest // 64} voxels wide, too many to walk over; use larger voxels")
    return 2.0 ** -min(fine, _MOST_BITS)


def _twins(begins: Int64s, ends: Int64s, corners: int, neighbours: AnyArray) -> Int64s:
    """Of each half-edge the one that runs back: all (s,), -1 without a neighbour."""
    keys = begins * corners + ends
    order = np.argsort(keys)
    wanted = ends * corners + begins
    found = order[np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)]
    is_there = (neighbours >= 0) & (keys[found] == wanted)
    twins: Int64s = np.where(is_there, found, -1)
    return twins


def _blocks_of(node: AnyArray, blocks: Int64s, count: int) -> Int64s:
    """The one block of the passages that meet at each node, (count,), or -1.

    node : (s,) int, of each half-edge. blocks : (s, 2), of its passage and of the one before it around its polygon.
    """
    lowest, highest = np.full(count, np.iinfo(np.int64).max), np.full(count, -1)
    for column in blocks.T:
        is_passage = column >= 0
        np.minimum.at(lowest, node[is_passage], column[is_passage])
        np.maximum.at(highest, node[is_passage], column[is_passage])
    return np.where(lowest == highest, highest, -1)


def _bends(plan: Int64s, after: Int64s, wall: Int64s, last: Int64s) -> tuple[Bools, Int64s, Int64s]:
    """Which nodes, (n,), span more than half a turn, and where their borders lead to from them, (n, 2) each."""
    has_wall = wall >= 0
    corner = plan[np.maximum(wall, 0)]
    first = np.where(has_wall[:, None], plan[after[np.maximum(wall, 0)]] - corner, 0)
    final = np.where(has_wall[:, None], plan[np.maximum(last, 0)] - corner, 0)
    # What is free spans a whole turn at most, because no polygons around a corner lie over each other. So it is more
    # than half a turn where the border on the left is right of the one on the right, or where both are one line.
    turn = first[:, 0] * final[:, 1] - first[:, 1] * final[:, 0]
    ahead = (first * final).sum(axis=1)
    bends: Bools = has_wall & ((turn < 0) | ((turn == 0) & (ahead > 0)))
    return bends, first, final
