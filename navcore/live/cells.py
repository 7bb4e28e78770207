# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cells of a live volume and which of them touch, kept while some come and go.

A cell keeps its number as long as it is there; numbers of cells that are no more are given again.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np

from ..arrays import Int32s, Int64s
from ..geometry import column_order
from ..geometry.sorting import stable_order
from ..geometry.touching import portals_of
from ..progress import PREPARING, MadeInSteps, Steps, part
from .box_keys import boxes_of, keys_of
from .cell_places import CellPlaces
from .connections import Connections
from .graph import LiveGraph, ManyNeighbours, Neighbours
from .portals import LivePortals

#: When a cell was made that is no more.
_NEVER = np.iinfo(np.int64).max
#: Cells that are prepared in one step.
_CELLS_AT_ONCE = 1 << 12
#: A cell has more neighbours than this in a set, where one is found at once, instead of a list, which is small.
_MANY_NEIGHBOURS = 64
#: How far aside, in voxels, are the voxels that touch those from a first to a last.
_ASIDE = np.array([[-1], [1]], np.int32)
_ASIDE.setflags(write=False)


class LiveCells(MadeInSteps):
    """Cells, their portals, and what searches see of them.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxels, in column order.
    portals : (k, 2) int32, which of them touch.
    """

    def __init__(self, boxes: Int32s, portals: Int32s) -> None:
        super().__init__(boxes, portals)

    def _make(self, boxes: Int32s, portals: Int32s) -> Steps[None]:
        self.boxes = np.array(boxes)
        self.codes = column_order.encode(boxes[:, 0])
        #: Counts updates. By cell, the update that made it.
        self._now = 0
        self._made_at = np.zeros(len(boxes), np.int64)
        # A cell's number is the same object wherever it stands: that takes less memory, and is found sooner in lists.
        numbers = list(range(len(boxes)))
        self._numbers: dict[int, int] = {}
        self._places = CellPlaces()
        for begin in range(0, len(boxes), _CELLS_AT_ONCE):
            yield 0.5 * begin / len(boxes), PREPARING
            some, few = boxes[begin : begin + _CELLS_AT_ONCE], numbers[begin : begin + _CELLS_AT_ONCE]
            self._numbers.update(zip(keys_of(some), few, strict=True))
            self._places.add(few, some)
        self._unused: list[int] = []
        self._portals = LivePortals(portals)
        #: The cells there were at some update, in column order.
        self._ordered_at, self._ordered = 0, np.arange(len(boxes))
        self._neighbours = yield from part(_neighbours(numbers, portals), 0.5, 1.0)
        self.graph = LiveGraph(self.boxes, self.codes, self._neighbours)
        self._connections = Connections(self._neighbours)

    def __len__(self) -> int:
        return len(self._numbers)

    def numbers(self) -> Int64s:
        """The numbers of all cells there are, in column order."""
        if self._ordered_at != self._now:
            # Most are in order already, which the stable sort makes use of.
            old = self._ordered[self._made_at[self._ordered] <= self._ordered_at]
            new = np.flatnonzero((self._made_at > self._ordered_at) & (self._made_at != _NEVER))
            self._ordered_at, self._ordered = self._now, self.sorted_numbers(np.concatenate((old, new)))
        return self._ordered

    def sorted_numbers(self, numbers: Int64s) -> Int64s:
        """Numbers of cells in column order."""
        return numbers[np.argsort(self.codes[numbers], kind="stable")]

    def in_order(self) -> tuple[Int32s, Int32s]:
        """Boxes, (n, 2, 3) int32, in column order, and portals, (k, 2) int32, as in a `NavVolume`."""
        numbers = self.numbers()
        return self.boxes[numbers], self._portals.in_order(self._now, numbers, self._made_at)

    def connected(self) -> Int32s:
        """The connected set of each cell by its number, as of `Connections.labels`: (n,) int32."""
        return self._connections.labels(self.codes, self._made_at != _NEVER, lambda: self._portals.pairs(self._made_at))

    def update(
        self, removed: Iterable[int], added: Iterable[int], freed: Sequence[Sequence[Sequence[int]]]
    ) -> tuple[Int32s, Int32s]:
        """Take cells away and add others, by their keys; the boxes of both, (n, 2, 3) int32 each.

        `freed` are boxes, first and last voxel, that hold all which is not blocked any more.
        """
        self._now += 1
        gone = [self._numbers.pop(key) for key in removed]
        boxes_gone = self.boxes[gone]
        beside = self._unlink(gone)
        self._places.remove(gone, boxes_gone)
        self._made_at[gone] = _NEVER
        self._unused += gone
        keys = list(added)
        boxes_new = boxes_of(keys)
        new = self._numbered(keys, boxes_new)
        # What touches a new cell touched one that is gone, or it touches what has become free.
        touching = self._link(new, boxes_new, beside.union(self._touching(freed)))
        self._places.add(new, boxes_new)
        for changed in (gone, beside, new, touching):
            self.graph.forget(changed)
        return boxes_gone, boxes_new

    def between(self, low: Sequence[int], high: Sequence[int]) -> Int64s:
        """The cells near the voxels from one to another, and large ones wherever they are: (n,) int64, in order."""
        return self.sorted_numbers(np.array(list(self._places.between(low, high)), np.int64))

    def _touching(self, boxes: Sequence[Sequence[Sequence[int]]]) -> list[int]:
        """The cells that touch or hold one of the voxels in some boxes, each from a first voxel to a last."""
        if not boxes:
            return []
        around = np.array(boxes, np.int32)
        around += _ASIDE
        near: set[int] = set()
        listed = list(near.union(*(self._places.between(*ends) for ends in around.tolist())))
        cells = self.boxes[listed].transpose(1, 2, 0)
        touching = np.zeros(len(listed), bool)
        for low, high in around[..., None]:
            touching |= ((cells[0] <= high) & (cells[1] > low)).all(axis=0)
        return list(itertools.compress(listed, touching.tolist()))

    def _unlink(self, cells: list[int]) -> set[int]:
        """Take the links of cells away; what other cells they were linked to."""
        neighbours = self._neighbours
        self._connections.remove(cells)
        gone = set(cells)
        beside: set[int] = set()
        for cell in cells:
            others = neighbours[cell]
            neighbours[cell] = []
            beside.update(others)
            for other in others:
                if other not in gone:
                    neighbours[other].remove(cell)
        return beside - gone

    def _numbered(self, keys: list[int], boxes: Int32s) -> list[int]:
        while len(self._unused) < len(keys):
            self._grow()
        new = [self._unused.pop() for _key in keys]
        self.boxes[new] = boxes
        self.codes[new] = column_order.encode(boxes[:, 0])
        self._made_at[new] = self._now
        self._numbers.update(zip(keys, new, strict=True))
        self._connections.add(new)
        return new

    def _link(self, new: list[int], boxes: Int32s, others: set[int]) -> list[int]:
        """Find which of new cells and of some others touch; what touches a new one, with repetitions."""
        if not new:
            return []
        near = [*others, *new]
        found = portals_of(boxes, self.boxes[near])
        touching = [near[place] for place in found[:, 1].tolist()]
        is_old = found[:, 1] < len(others)
        # By cell, in a row: first the old cells that it touches, then new ones.
        ends = np.bincount(found[:, 0], minlength=len(new)).cumsum()
        old_counts = np.bincount(found[is_old, 0], minlength=len(new))
        neighbours = self._neighbours
        begin = 0
        for cell, old_count, end in zip(new, old_counts.tolist(), ends.tolist(), strict=True):
            neighbours[cell] = _collected(touching[begin:end])
            for other in touching[begin : begin + old_count]:
                neighbours[other].append(cell)
            begin = end
        # A pair of new cells is found from either side.
        once = is_old | (found[:, 0] < found[:, 1] - len(others))
        cells, others_of = np.array(new)[found[once, 0]], np.array(near)[found[once, 1]]
        self._portals.add(self._now, cells, others_of, self._made_at)
        return touching

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


def _neighbours(numbers: list[int], portals: Int32s) -> Steps[list[Neighbours]]:
    """The neighbours of each of all cells."""
    yield 0.0, PREPARING
    source = np.concatenate((portals[:, 0], portals[:, 1]))
    order = stable_order(source, len(numbers))
    target = np.concatenate((portals[:, 1], portals[:, 0]))[order]
    ends = np.append(0, np.cumsum(np.bincount(source, minlength=len(numbers)))).tolist()
    named = np.array(numbers, object)
    neighbours: list[Neighbours] = []
    for few in range(0, len(numbers), _CELLS_AT_ONCE):
        yield few / len(numbers), PREPARING
        own = ends[few : few + _CELLS_AT_ONCE + 1]
        others = named[target[own[0] : own[-1]]].tolist()
        neighbours += [_collected(others[begin - own[0] : end - own[0]]) for begin, end in itertools.pairwise(own)]
    return neighbours


def _collected(cells: list[int]) -> Neighbours:
    return ManyNeighbours(cells) if len(cells) > _MANY_NEIGHBOURS else cells
