# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The chains of `join_chains`, kept while boxes come and go: only those that change are looked at.

Boxes are keys (`box_keys`). Those that do not reach the border of a tile are a chain each, and not remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ..geometry.voxel_tiles import TILE, TILE_BITS
from .box_keys import CORNER, CORNER_BITS, HIGH_SHIFTS, LOW_SHIFTS

#: Where a tile stands in the grid of tiles.
TilePlace: TypeAlias = tuple[int, int, int]
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

    def update(self, removed: Iterable[int], added: Iterable[int]) -> tuple[set[int], set[int]]:
        """Take boxes away and add others; which chains are no more, and which are new."""
        gone, new = set(removed), set(added)
        members = self._members_near(gone, new)
        old = {chain for chain, _boxes in members}
        touched = {box for _chain, boxes in members for box in boxes}
        self._apply(gone, new)
        touched -= gone
        touched |= new
        made = set()
        while touched:
            chain, boxes = self._chain(touched.pop())
            made.add(chain)
            touched.difference_update(boxes)
        return old - made, made - old

    def _members_near(self, gone: set[int], new: set[int]) -> list[tuple[int, list[int]]]:
        """The chains that lose a box or will gain one, with their boxes."""
        found = []
        seen: set[int] = set()
        beside = (box for one in new for box in (self._before(one), self._after(one)) if box is not None)
        for box in (*gone, *beside):
            if box not in seen:
                chain = self._chain(box)
                found.append(chain)
                seen.update(chain[1])
        return found

    def _chain(self, box: int) -> tuple[int, list[int]]:
        """The chain that a box is in, and its boxes."""
        boxes = [box]
        first = last = box
        while (before := self._before(first)) is not None:
            boxes.append(before)
            first = before
        while (after := self._after(last)) is not None:
            boxes.append(after)
            last = after
        return (first & self._without_high) | (last & (CORNER << self._high)), boxes

    def _before(self, box: int) -> int | None:
        """The box that ends where this one begins, with the same cross-section."""
        begin = (box >> self._low) & CORNER
        if begin & _WITHIN_TILE:
            return None
        return self._by_end.get((box & self._across) | (begin << self._high))

    def _after(self, box: int) -> int | None:
        """The box that begins where this one ends, with the same cross-section."""
        end = (box >> self._high) & CORNER
        if end & _WITHIN_TILE:
            return None
        return self._by_begin.get((box & self._across) | (end << self._low))

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
        ends = min(x + TILE, self._width), min(y + TILE, self._height), min(z + TILE, self._depth)
        key = 0
        for corner in (x, y, z, *ends):
            key = key << CORNER_BITS | corner
        return key

    def _before(self, box: int) -> int | None:
        begin = (box >> self._low) & CORNER
        return super()._before(box) or self._free_tile_at(begin, begin - 1, box)

    def _after(self, box: int) -> int | None:
        end = (box >> self._high) & CORNER
        return super()._after(box) or self._free_tile_at(end, end, box)

    def _free_tile_at(self, border: int, x: int, box: int) -> int | None:
        """The free tile that begins or ends at a border, holds x and has a box's cross-section, if there is one."""
        y, z = (box >> LOW_SHIFTS[1]) & CORNER, (box >> LOW_SHIFTS[2]) & CORNER
        if (border | y | z) & _WITHIN_TILE or not 0 <= x < self._width:
            return None
        place = x >> TILE_BITS, y >> TILE_BITS, z >> TILE_BITS
        if place in self._blocked_tiles:
            return None
        tile = self.tile_box(place)
        return tile if tile & self._across == box & self._across else None

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
