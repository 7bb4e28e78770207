# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outlines tile by tile: taken apart, some of them made again, and put together.

The outlines of a tile depend on what is near it alone, and, where they meet those of the tiles beside it, on how these
are parted into patches.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ..arrays import Float64s, Int64s, UInt8s
from ..config import GroundConfig
from ..progress import Steps
from ..surface import CORNER_UNIT, Border
from . import sheets
from .extent import Extent
from .outlines import Corner, FloorHeights, Outlines, Patch
from .polygons import Rings, patch_polygons
from .scene import margins_of

_STAGE = "Making polygons"
#: How many columns farther than the agent's radius, corners' allowance included, something changes outlines.
_BEYOND = 4

#: Which tile along x and y.
Place = tuple[int, int]


@dataclass(frozen=True, eq=False)
class TilePatch:
    """A patch by the places of its corners, and all that is known of its floor.

    loops, borders : as of `Patch`; corners (k, 3) int64. rings : (k, 3) int64 each, its convex polygons.
    points : (m, 2) int64, and levels : (m,) float64, as of `FloorHeights.lattice`.
    heights, number : what tells heights at other points, and what the patch is called there.
    mark : tells it from all others.
    """

    loops: list[Int64s]
    borders: list[UInt8s]
    rings: list[Int64s]
    points: Int64s
    levels: Float64s
    heights: FloorHeights
    number: int
    mark: int

    def seams(self) -> set[tuple[Corner, Corner]]:
        """The edges behind which the floor goes on in another patch."""
        found: set[tuple[Corner, Corner]] = set()
        for loop, kinds in zip(self.loops, self.borders, strict=True):
            corners: list[Corner] = [(x, y, z) for x, y, z in loop.tolist()]
            following = corners[1:] + corners[:1]
            edges = zip(corners, following, kinds.tolist(), strict=True)
            found.update((a, b) for a, b, kind in edges if kind == Border.NONE)
        return found


Tiles = dict[Place, list[TilePatch]]


def parted(outlines: Outlines, wanted: Container[Place] | None, marks: Iterator[int]) -> Steps[Tiles]:
    """The patches of some tiles, or of all. marks : numbers that no patch has yet."""
    owners, points, levels = outlines.heights.lattice()
    starts = np.searchsorted(owners, np.arange(len(outlines.patches) + 1))
    tiles: Tiles = {}
    for number, patch in enumerate(outlines.patches):
        if wanted is not None and patch.tile not in wanted:
            continue
        yield number / len(outlines.patches), _STAGE
        some = slice(starts[number], starts[number + 1])
        made = TilePatch(
            [outlines.points[loop] for loop in patch.loops],
            patch.borders,
            _rings(outlines.points, patch),
            points[some],
            levels[some],
            outlines.heights,
            number,
            next(marks),
        )
        tiles.setdefault(patch.tile, []).append(made)
    return tiles


def _rings(corners: Int64s, patch: Patch) -> list[Int64s]:
    """The convex polygons of a patch, by the places of their corners."""
    used, index = np.unique(np.concatenate(patch.loops), return_inverse=True)
    order = np.lexsort(corners[used].T[::-1])
    rank = np.argsort(order)
    own = corners[used][order]
    ends = np.cumsum([len(loop) for loop in patch.loops])
    loops = [some.tolist() for some in np.split(rank[index.reshape(-1)], ends[:-1])]
    plan = list(zip(*own[:, :2].T.tolist(), strict=True))
    return [own[ring] for ring in patch_polygons(plan, loops)]


def together(tiles: Tiles) -> tuple[Outlines, Rings, list[int]]:
    """The outlines of tiles, the polygons of each patch by indices of their corners, and the patches' marks."""
    patches = [(place, patch) for place in sorted(tiles) for patch in tiles[place]]
    lines = [line for _place, patch in patches for line in (*patch.loops, *patch.rings)]
    corners = np.concatenate([np.empty((0, 3), np.int64), *lines])
    points, index = np.unique(corners, axis=0, return_inverse=True)
    ends = np.cumsum([len(line) for line in lines])
    numbers = iter(np.split(index.reshape(-1), ends[:-1]))
    outlines, rings = [], []
    for place, patch in patches:
        loops = [next(numbers) for _loop in patch.loops]
        outlines.append(Patch(place, loops, patch.borders))
        rings.append([next(numbers) for _ring in patch.rings])
    known = [patch for _place, patch in patches]
    return Outlines(points, outlines, _HeightsOfTiles(known)), rings, [patch.mark for patch in known]


class _HeightsOfTiles:
    """`FloorHeights` of patches that were made apart from each other."""

    def __init__(self, patches: list[TilePatch]) -> None:
        self._patches = patches
        self._sources = list({id(patch.heights): patch.heights for patch in patches}.values())
        source = {id(heights): index for index, heights in enumerate(self._sources)}
        self._source = np.array([source[id(patch.heights)] for patch in patches], np.int64)
        self._number = np.array([patch.number for patch in patches], np.int64)

    def lattice(self) -> tuple[Int64s, Int64s, Float64s]:
        """See `FloorHeights`."""
        counts = [len(patch.points) for patch in self._patches]
        points = np.concatenate([np.empty((0, 2), np.int64), *(patch.points for patch in self._patches)])
        levels = np.concatenate([np.empty(0), *(patch.levels for patch in self._patches)])
        return np.repeat(np.arange(len(counts)), counts), points, levels

    def at(self, patches: Int64s, points: Int64s) -> Float64s:
        """See `FloorHeights`."""
        found, source = np.empty(len(points)), self._source[patches]
        for index in np.unique(source).tolist():
            some = np.flatnonzero(source == index)
            found[some] = self._sources[index].at(self._number[patches[some]], points[some])
        return found


class TileGrid:
    """Where the tiles of a bake are."""

    def __init__(self, extent: Extent, config: GroundConfig) -> None:
        self._extent = extent
        around, margin = margins_of(config)
        #: As of `margins_of`, and the second one in columns.
        self._around, self._margin, self._begin = around, margin, margin / CORNER_UNIT
        self._size = sheets.TILE
        #: How many columns away from something tiles are changed by it.
        self.reach = int(np.ceil(config.agent_radius * (1.0 + config.corner_error) / config.voxel)) + _BEYOND

    def touched(self, low: Float64s, high: Float64s) -> set[Place]:
        """The tiles that something in a box, (3,) world corners, may change."""
        columns = (np.stack((low, high))[:, :2] - self._extent.origin[:2]) / self._extent.voxel_size
        columns[0] -= self.reach
        columns[1] += self.reach
        columns = np.clip(columns, -self._begin, self._extent.shape[:2] + self._around)
        (x0, y0), (x1, y1) = (np.floor((columns + self._begin) / self._size)).astype(int).tolist()
        return {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}

    def window(self, tiles: set[Place]) -> Int64s:
        """The columns, as of `outline_steps`, that tiles are made from: with all tiles beside them."""
        places = np.array(sorted(tiles), np.int64)
        low = (places.min(axis=0) - 1) * self._size - self._around - 1 - self.reach
        high = (places.max(axis=0) + 2) * self._size - self._around + self.reach
        return np.stack((np.maximum(low, 0), np.minimum(high, self._extent.shape[:2])))

    def box(self, window: Int64s) -> Float64s:
        """The box in plan around all that matters for floors in a window: (2, 2) float64, world."""
        beyond = self._around + 1 + self.reach
        columns = window + np.array(((-beyond,), (beyond,)))
        box: Float64s = self._extent.origin[:2] + columns * self._extent.voxel_size
        return box

    def box_of(self, tiles: set[Place]) -> Float64s:
        """A box in plan around tiles: (2, 2) float64, world."""
        places = np.array(sorted(tiles), np.int64)
        columns = np.stack((places.min(axis=0), places.max(axis=0) + 1)) * self._size - self._begin
        box: Float64s = self._extent.origin[:2] + columns * self._extent.voxel_size
        return box

    def stale(self, tiles: Mapping[Place, list[TilePatch]], made: set[Place]) -> set[Place]:
        """The tiles beside those that were made again whose seams with them are not those of before."""
        found: set[Place] = set()
        for x, y in sorted(made):
            around = ((0, (x - 1, y), x), (0, (x + 1, y), x + 1), (1, (x, y - 1), y), (1, (x, y + 1), y + 1))
            for axis, beside, edge in around:
                if beside not in made:
                    line = edge * self._size * CORNER_UNIT - self._margin
                    own = _on_line(tiles.get((x, y), []), axis, line)
                    if {(b, a) for a, b in _on_line(tiles.get(beside, []), axis, line)} != own:
                        found.add(beside)
        return found


def _on_line(patches: list[TilePatch], axis: int, line: int) -> set[tuple[Corner, Corner]]:
    """The seams of patches that lie on a line across an axis."""
    return {(a, b) for patch in patches for a, b in patch.seams() if a[axis] == line == b[axis]}
