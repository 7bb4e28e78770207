# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells that are split and joined again greedily as things move.

The merged source tried that first and left it, because what was split is seldom joined as it was [Massonnat 2023].
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from volant.navcore.arrays import Bools, Int32s

Corner: TypeAlias = tuple[int, int, int]
Box: TypeAlias = tuple[Corner, Corner]

#: Stands where no cell is.
_NONE = -1


class GreedyCells:
    """Free space as boxes that do not overlap, changed voxel by voxel."""

    def __init__(self, cells: Int32s, shape: Int32s) -> None:
        """Begin with the cells of a bake: (n, 2, 3), voxel corners."""
        self._owner = np.full(shape, _NONE, np.int64)
        self._boxes: dict[int, Box] = {}
        self._next = 0
        for low, high in cells.tolist():
            self._add((tuple(low), tuple(high)))

    def __len__(self) -> int:
        return len(self._boxes)

    def update(self, free: Bools) -> None:
        """Make these voxels free, (x, y, z), and all others blocked."""
        had = self._owner != _NONE
        hit = np.unique(self._owner[had & ~free]).tolist()
        new = []
        for number in hit:
            new += [self._add(part) for part in _free_parts(self._remove(number), free)]
        for x, y, z in np.argwhere(free & ~had).tolist():
            new.append(self._add(((x, y, z), (x + 1, y + 1, z + 1))))
        while new:
            number = new.pop()
            if number in self._boxes:
                joined = self._join(number)
                new += [] if joined is None else [joined]

    def _add(self, box: Box) -> int:
        number, self._next = self._next, self._next + 1
        self._boxes[number] = box
        self._owner[_inside(box)] = number
        return number

    def _remove(self, number: int) -> Box:
        box = self._boxes.pop(number)
        self._owner[_inside(box)] = _NONE
        return box

    def _join(self, number: int) -> int | None:
        """Join a cell with the first of its neighbours with which it makes a box; the number of that."""
        low, high = self._boxes[number]
        for axis, beyond in itertools.product(range(3), (False, True)):
            outside = list(low)
            outside[axis] = high[axis] if beyond else low[axis] - 1
            if not 0 <= outside[axis] < self._owner.shape[axis]:
                continue
            other = int(self._owner[tuple(outside)])
            if other == _NONE:
                continue
            begin, end = self._boxes[other]
            across = [place for place in range(3) if place != axis]
            if all(low[place] == begin[place] and high[place] == end[place] for place in across):
                self._remove(number)
                self._remove(other)
                return self._add((min(low, begin), max(high, end)))
        return None


def _inside(box: Box) -> tuple[slice, ...]:
    return tuple(slice(first, end) for first, end in zip(*box, strict=True))


def _free_parts(box: Box, free: Bools) -> list[Box]:
    """The free voxels of a box, which is halved along every axis again and again."""
    parts, left = [], [box]
    while left:
        low, high = part = left.pop()
        are_free = free[_inside(part)]
        if are_free.all():
            parts.append(part)
        elif are_free.any():
            cuts = [
                [(first, end)] if end - first == 1 else [(first, (first + end) // 2), ((first + end) // 2, end)]
                for first, end in zip(low, high, strict=True)
            ]
            left += [((x[0], y[0], z[0]), (x[1], y[1], z[1])) for x, y, z in itertools.product(*cuts)]
    return parts
