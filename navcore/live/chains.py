# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The chains of `join_chains`, kept while boxes come and go: only those that change are looked at.

Boxes are keys (`box_keys`). Those that do not reach the border of a tile are a chain each, and not remembered.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..geometry.voxel_tiles import TILE
from .box_keys import CORNER, HIGH_SHIFTS, LOW_SHIFTS

_WITHIN_TILE = TILE - 1


class LiveChains:
    """The chains of boxes along an axis, 0, 1 or 2."""

    def __init__(self, axis: int) -> None:
        low, high = LOW_SHIFTS[axis], HIGH_SHIFTS[axis]
        #: The bits of the low and of the high corner along the axis, and by how many these are apart.
        self._low, self._high, self._apart = CORNER << low, CORNER << high, low - high
        self._without_low, self._without_high = ~self._low, ~self._high
        self._across = self._without_low & self._without_high
        #: Those bits of corners that are not set at the border of a tile.
        self._low_within, self._high_within = _WITHIN_TILE << low, _WITHIN_TILE << high
        #: Boxes that reach a border by all but their high corner along the axis, and by all but their low one.
        self._by_begin: dict[int, int] = {}
        self._by_end: dict[int, int] = {}

    def add(self, boxes: Iterable[int]) -> None:
        """Add boxes, by their keys, at the beginning, when nobody asks what changes."""
        for box in boxes:
            self._add(box)

    def update(self, removed: set[int], added: set[int]) -> tuple[set[int], set[int]]:
        """Take boxes away and add others; which chains are no more, and which are new."""
        gone, made = self._at_borders(removed), self._at_borders(added)
        old, new = removed.difference(gone), added.difference(made)
        #: Boxes of chains that were longer than one box, or are now.
        touched: set[int] = set()
        for box in gone:
            before, after = self._beside(box)
            if not before and not after:
                old.add(box)
            elif box not in touched:
                touched.update(self._chain(box, old))
        for box in gone:
            self._remove(box)
        touched -= removed
        for box in made:
            self._add(box)
        for box in made:
            before, after = self._beside(box)
            if not before and not after:
                new.add(box)
                continue
            for other in (before, after):
                if other and other not in added and other not in touched:
                    # What it was in before.
                    touched.update(self._chain(other, old, added))
            touched.add(box)
        while touched:
            touched.difference_update(self._chain(touched.pop(), new))
        return old - new, new - old

    def _at_borders(self, boxes: set[int]) -> list[int]:
        """Those of some boxes that reach the border of a tile."""
        low_within, high_within = self._low_within, self._high_within
        return [box for box in boxes if not (box & low_within and box & high_within)]

    def _beside(self, box: int) -> tuple[int, int]:
        """The boxes that go on where one begins and ends; 0 where there is none."""
        across = box & self._across
        return (
            0 if box & self._low_within else self._by_end.get(across | (box & self._low) >> self._apart, 0),
            0 if box & self._high_within else self._by_begin.get(across | (box & self._high) << self._apart, 0),
        )

    def _chain(self, box: int, chains: set[int], without: Iterable[int] = ()) -> list[int]:
        """The boxes of the chain that one is in, which is put among others; as if some boxes were not there."""
        boxes, across = [box], box & self._across
        low, high = box & self._low, box & self._high
        while (before := self._by_end.get(across | low >> self._apart)) is not None and before not in without:
            boxes.append(before)
            low = before & self._low
        while (after := self._by_begin.get(across | high << self._apart)) is not None and after not in without:
            boxes.append(after)
            high = after & self._high
        chains.add(across | low | high)
        return boxes

    def _remove(self, box: int) -> None:
        if not box & self._low_within:
            del self._by_begin[box & self._without_high]
        if not box & self._high_within:
            del self._by_end[box & self._without_low]

    def _add(self, box: int) -> None:
        if not box & self._low_within:
            self._by_begin[box & self._without_high] = box
        if not box & self._high_within:
            self._by_end[box & self._without_low] = box
