# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The chains of `join_chains`, kept while boxes come and go: only those that change are looked at.

Boxes are keys (`box_keys`). Those that do not reach the border of a tile are a chain each, and not remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ..geometry.voxel_tiles import TILE, TILE_BITS
from .box_keys import CORNER, HIGH_SHIFTS, LOW_SHIFTS
from .obstacles import TilePlace

#: Where a row of tiles stands, along y and z.
Row: TypeAlias = tuple[int, int]

_WITHIN_TILE = TILE - 1


class LiveChains:
    """The chains of some boxes along an axis.

    Parameters
    ----------
    axis : 0, 1 or 2.
    boxes : keys of the boxes there are.
    """

    def __init__(self, axis: int, boxes: Iterable[int]) -> None:
        self._low, self._high = LOW_SHIFTS[axis], HIGH_SHIFTS[axis]
        self._without_low = ~(CORNER << self._low)
        self._without_high = ~(CORNER << self._high)
        self._across = self._without_low & self._without_high
        #: Boxes by all but their high corner along the axis, and by all but their low one.
        self._by_begin: dict[int, int] = {}
        self._by_end: dict[int, int] = {}
        for box in boxes:
            self._add(box)

    def update(self, removed: set[int], added: set[int]) -> tuple[set[int], set[int]]:
        """Take boxes away and add others; which chains are no more, and which are new."""
        gone, new = self._at_borders(removed), self._at_borders(added)
        old: set[int] = set()
        touched: set[int] = set()
        for box in (*gone, *self._beside(new)):
            if box not in touched:
                chain, boxes = self._chain(box)
                old.add(chain)
                touched.update(boxes)
        self._apply(gone, new)
        touched -= gone
        touched |= new
        made = set()
        while touched:
            chain, boxes = self._chain(touched.pop())
            made.add(chain)
            touched.difference_update(boxes)
        return (removed - gone) | (old - made), (added - new) | (made - old)

    def _at_borders(self, boxes: set[int]) -> set[int]:
        """Those of some boxes that reach the border of a tile."""
        low, high = self._low, self._high
        return {box for box in boxes if not ((box >> low) & _WITHIN_TILE and (box >> high) & _WITHIN_TILE)}

    def _beside(self, boxes: Iterable[int]) -> list[int]:
        """The boxes there are that new ones go on in."""
        beside = []
        for box in boxes:
            section, begin, end = box & self._across, (box >> self._low) & CORNER, (box >> self._high) & CORNER
            before, after = (
                self._by_end.get(section | begin << self._high),
                self._by_begin.get(section | end << self._low),
            )
            beside += [near for near in (before, after) if near is not None]
        return beside

    def _chain(self, box: int) -> tuple[int, list[int]]:
        """The chain that a box is in, and its boxes."""
        boxes = [box]
        section, begin, end = box & self._across, (box >> self._low) & CORNER, (box >> self._high) & CORNER
        while (before := self._by_end.get(section | (begin << self._high))) is not None:
            boxes.append(before)
            begin = (before >> self._low) & CORNER
        while (after := self._by_begin.get(section | (end << self._low))) is not None:
            boxes.append(after)
            end = (after >> self._high) & CORNER
        return section | (begin << self._low) | (end << self._high), boxes

    def _apply(self, gone: set[int], new: set[int]) -> None:
        for box in gone:
            if not (box >> self._low) & _WITHIN_TILE:
                del self._by_begin[box & self._without_high]
            if not (box >> self._high) & _WITHIN_TILE:
                del self._by_end[box & self._without_low]
        for box in new:
            self._add(box)

    def _add(self, box: int) -> None:
        if not (box >> self._low) & _WITHIN_TILE:
            self._by_begin[box & self._without_high] = box
        if not (box >> self._high) & _WITHIN_TILE:
            self._by_end[box & self._without_low] = box


class LiveRows(LiveChains):
    """Chains along x of the boxes in tiles. A tile without a blocked voxel is one box, but not remembered: there may be
    millions of them. A box that fills a tile is always such a one.

    Parameters
    ----------
    boxes : keys of the boxes in tiles with a blocked voxel.
    tiles : those tiles, by their places in the grid of tiles.
    shape : (3,) voxels of the grid.
    """

    def __init__(self, boxes: Iterable[int], tiles: Iterable[TilePlace], shape: Sequence[int]) -> None:
        super().__init__(0, boxes)
        self._width, self._height, self._depth = shape
        self._blocked_tiles = set(tiles)

    def tile_box(self, place: TilePlace) -> int:
        """The key of a whole tile, as far as it is in the grid."""
        x, y, z = (TILE * step for step in place)
        return self._section(y, z) | self._extent(x)

    def _section(self, y: int, z: int) -> int:
        """The cross-section of the tiles whose lowest voxels have this y and z."""
        low, high = y << LOW_SHIFTS[1] | z << LOW_SHIFTS[2], min(z + TILE, self._depth) << HIGH_SHIFTS[2]
        return low | high | min(y + TILE, self._height) << HIGH_SHIFTS[1]

    def _extent(self, x: int) -> int:
        """What a tile that begins at x extends over along the axis."""
        return x << self._low | min(x + TILE, self._width) << self._high

    def _beside(self, boxes: Iterable[int]) -> list[int]:
        beside, others = [], []
        for box in boxes:
            row = self._row_of(box & self._across)
            if row is None:
                others.append(box)
            else:
                near = self._before(box, row), self._after(box, row)
                beside += [box for box in near if box is not None]
        return beside + super()._beside(others)

    def _chain(self, box: int) -> tuple[int, list[int]]:
        row = self._row_of(box & self._across)
        if row is None:
            return super()._chain(box)
        boxes = [box]
        first = last = box
        while (before := self._before(first, row)) is not None:
            boxes.append(before)
            first = before
        while (after := self._after(last, row)) is not None:
            boxes.append(after)
            last = after
        return (first & self._without_high) | (last & (CORNER << self._high)), boxes

    def _before(self, box: int, row: Row) -> int | None:
        """The box before one that is as wide as a row of tiles."""
        section, begin = box & self._across, (box >> self._low) & CORNER
        before = self._by_end.get(section | (begin << self._high))
        if before is not None or begin & _WITHIN_TILE or not begin or self._is_blocked(begin - TILE, row):
            return before
        return section | self._extent(begin - TILE)

    def _after(self, box: int, row: Row) -> int | None:
        """The box after one that is as wide as a row of tiles."""
        section, end = box & self._across, (box >> self._high) & CORNER
        after = self._by_begin.get(section | (end << self._low))
        if after is not None or end & _WITHIN_TILE or end >= self._width or self._is_blocked(end, row):
            return after
        return section | self._extent(end)

    def _is_blocked(self, x: int, row: Row) -> bool:
        return (x >> TILE_BITS, *row) in self._blocked_tiles

    def _row_of(self, section: int) -> Row | None:
        """The row of tiles that have a cross-section, if there is one."""
        y, z = (section >> LOW_SHIFTS[1]) & CORNER, (section >> LOW_SHIFTS[2]) & CORNER
        if (y | z) & _WITHIN_TILE or section != self._section(y, z):
            return None
        return y >> TILE_BITS, z >> TILE_BITS

    def _apply(self, gone: set[int], new: set[int]) -> None:
        free_before, free_now = self._whole_tiles(gone), self._whole_tiles(new)
        self._blocked_tiles.update(free_before.values())
        self._blocked_tiles.difference_update(free_now.values())
        super()._apply(gone - free_before.keys(), new - free_now.keys())

    def _whole_tiles(self, boxes: set[int]) -> dict[int, TilePlace]:
        """Those of some boxes that fill a tile, with its place."""
        whole = {}
        for box in boxes:
            x, y, z = ((box >> shift) & CORNER for shift in LOW_SHIFTS)
            if not (x | y | z) & _WITHIN_TILE:
                place = x >> TILE_BITS, y >> TILE_BITS, z >> TILE_BITS
                if self.tile_box(place) == box:
                    whole[box] = place
        return whole
