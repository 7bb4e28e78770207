# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cells of a live volume and which of them touch, kept while some come and go.

A cell keeps its number as long as it is there; numbers of cells that are no more are given again.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import numpy as np

from ..arrays import Bools, Int32s, Int64s
from ..geometry import column_order
from ..geometry.touching import portals_of
from ..geometry.voxel_tiles import TILE_BITS
from .box_keys import boxes_of, keys_of
from .chains import TilePlace
from .graph import LiveGraph

#: When a cell was made that is no more.
_NEVER = np.iinfo(np.int64).max
#: A cell in more tiles than this is looked for among all such cells, instead of by tile.
_MANY_TILES = 64
#: Portals are kept in as many parts as there were updates, up to this many.
_MOST_PARTS = 64


class LiveCells:
    """Cells, their portals, and what searches see of them.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxels, in column order.
    portals : (k, 2) int32, which of them touch.
    """

    def __init__(self, boxes: Int32s, portals: Int32s) -> None:
        self.boxes = np.array(boxes)
        self.codes = column_order.encode(boxes[:, 0])
        #: Counts updates. By cell, the update that made it.
        self._now = 0
        self._made_at = np.zeros(len(boxes), np.int64)
        self._numbers = dict(zip(keys_of(boxes), range(len(boxes)), strict=True))
        self._unused: list[int] = []
        #: Portals by the update that found them. One holds as long as both cells are those of that time.
        self._portals: list[tuple[int, Int32s]] = [(0, portals)]
        self._neighbours = _neighbours(len(boxes), portals)
        self.graph = LiveGraph(self.boxes, self.codes, self._neighbours)
        self._by_tile: dict[TilePlace, set[int]] = {}
        self._large: set[int] = set()
        for cell, tiles in enumerate(_tile_ranges(self.boxes)):
            self._list(cell, tiles)

    def __len__(self) -> int:
        return len(self._numbers)

    def numbers(self) -> Int64s:
        """The numbers of all cells there are, in column order."""
        return self.sorted_numbers(np.flatnonzero(self._made_at != _NEVER))

    def sorted_numbers(self, numbers: Int64s) -> Int64s:
        """Numbers of cells in column order."""
        return numbers[np.argsort(self.codes[numbers])]

    def in_order(self) -> tuple[Int32s, Int32s]:
        """Boxes, (n, 2, 3) int32, in column order, and portals, (k, 2) int32, as in a `NavVolume`."""
        numbers = self.numbers()
        places = np.empty(len(self.boxes), np.int32)
        places[numbers] = np.arange(len(numbers), dtype=np.int32)
        pairs = np.sort(places[self.portals()], axis=1)
        order = np.lexsort((pairs[:, 1], pairs[:, 0]))
        return self.boxes[numbers], pairs[order]

    def portals(self) -> Int32s:
        """All pairs of cells that touch, (k, 2) int32, in no particular order."""
        valid = [pairs[self._hold(pairs, found_at)] for found_at, pairs in self._portals]
        return np.concatenate(valid)

    def update(
        self, removed: Iterable[int], added: Iterable[int], places: Iterable[TilePlace]
    ) -> tuple[Int32s, Int32s]:
        """Take cells away and add others, by their keys; the boxes of both, (n, 2, 3) int32 each.

        `places` are the tiles whose blocked voxels have changed.
        """
        self._now += 1
        changed: set[int] = set()
        gone = [self._numbers.pop(key) for key in removed]
        boxes_gone = self.boxes[gone]
        for cell, tiles in zip(gone, _tile_ranges(boxes_gone), strict=True):
            for other in self._neighbours[cell]:
                self._neighbours[other].remove(cell)
                changed.add(other)
            self._neighbours[cell] = []
            self._unlist(cell, tiles)
        self._made_at[gone] = _NEVER
        self._unused += gone
        keys = list(added)
        boxes_new = boxes_of(keys)
        new = self._make(keys, boxes_new)
        # What touches a new cell touched one that is gone, or is in or beside a tile where space became free.
        self._link(new, boxes_new, changed.difference(gone) | self._beside(places))
        for cell in new:
            changed.add(cell)
            changed.update(self._neighbours[cell])
        self.graph.forget(changed.union(gone))
        return boxes_gone, boxes_new

    def in_tiles(self, places: Iterable[TilePlace]) -> set[int]:
        """The cells in some tiles, and large ones wherever they are."""
        return self._large.union(*(self._by_tile.get(place, ()) for place in places))

    def _beside(self, places: Iterable[TilePlace]) -> set[int]:
        """The cells in some tiles and in those that share a face with one, and large ones wherever they are."""
        beside = set()
        for x, y, z in places:
            beside |= {
                (x, y, z),
                (x - 1, y, z),
                (x + 1, y, z),
                (x, y - 1, z),
                (x, y + 1, z),
                (x, y, z - 1),
                (x, y, z + 1),
            }
        return self.in_tiles(beside)

    def _hold(self, pairs: Int32s, found_at: int) -> Bools:
        hold: Bools = np.maximum(self._made_at[pairs[:, 0]], self._made_at[pairs[:, 1]]) <= found_at
        return hold

    def _make(self, keys: list[int], boxes: Int32s) -> list[int]:
        while len(self._unused) < len(keys):
            self._grow()
        new = [self._unused.pop() for _key in keys]
        self.boxes[new] = boxes
        self.codes[new] = column_order.encode(boxes[:, 0])
        self._made_at[new] = self._now
        self._numbers.update(zip(keys, new, strict=True))
        return new

    def _link(self, new: list[int], boxes: Int32s, others: set[int]) -> None:
        """List new cells by tile, and find which of them and of some others touch."""
        if not new:
            return
        for cell, tiles in zip(new, _tile_ranges(boxes), strict=True):
            self._list(cell, tiles)
        near = np.array([*others, *new], np.int32)
        numbers = np.array(new, np.int32)
        found = portals_of(boxes, self.boxes[near])
        one, other = numbers[found[:, 0]], near[found[:, 1]]
        # A pair of new cells is found from either side.
        once = (self._made_at[other] != self._now) | (one < other)
        pairs = np.stack((one[once], other[once]), axis=1)
        for first, second in pairs.tolist():
            self._neighbours[first].append(second)
            self._neighbours[second].append(first)
        self._portals.append((self._now, pairs))
        if len(self._portals) > _MOST_PARTS:
            self._portals = [(self._now, self.portals())]

    def _grow(self) -> None:
        """Have room for twice as many cells."""
        count = max(len(self.boxes), 16)
        begin = len(self.boxes)
        self.boxes = np.concatenate((self.boxes, np.zeros((count, 2, 3), np.int32)))
        self.codes = np.concatenate((self.codes, np.zeros(count, np.int64)))
        self._made_at = np.concatenate((self._made_at, np.full(count, _NEVER)))
        self._neighbours += [[] for _cell in range(count)]
        self._unused = list(range(begin + count - 1, begin - 1, -1)) + self._unused
        self.graph.take(self.boxes, self.codes, self._neighbours)
        self.graph.grow()

    def _list(self, cell: int, tiles: list[range]) -> None:
        if _is_large(tiles):
            self._large.add(cell)
        else:
            for place in itertools.product(*tiles):
                self._by_tile.setdefault(place, set()).add(cell)

    def _unlist(self, cell: int, tiles: list[range]) -> None:
        if _is_large(tiles):
            self._large.discard(cell)
            return
        for place in itertools.product(*tiles):
            here = self._by_tile[place]
            here.discard(cell)
            if not here:
                del self._by_tile[place]


def _is_large(tiles: list[range]) -> bool:
    x, y, z = map(len, tiles)
    return x * y * z > _MANY_TILES


def _tile_ranges(boxes: Int32s) -> list[list[range]]:
    """The tiles that each box reaches into, along x, y and z."""
    low, high = (boxes[:, 0] >> TILE_BITS).tolist(), ((boxes[:, 1] - 1 >> TILE_BITS) + 1).tolist()
    return [list(map(range, first, last)) for first, last in zip(low, high, strict=True)]


def _neighbours(count: int, portals: Int32s) -> list[list[int]]:
    neighbours: list[list[int]] = [[] for _cell in range(count)]
    for one, other in portals.tolist():
        neighbours[one].append(other)
        neighbours[other].append(one)
    return neighbours
