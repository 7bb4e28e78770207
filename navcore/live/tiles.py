# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The boxes of single tiles in a live volume, made anew where blocked voxels have changed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Int32s, UInt32s
from ..bake.packed_boxes import BOX_BITS, Packed, boxes_within_tiles, by_tile, slots
from ..bake.tile_cells import packed_boxes
from ..geometry.voxel_tiles import TILE, VoxelTiles, cut_to_grid, free_rows, tile_positions
from .box_keys import keys_of
from .obstacles import TileChanges, TilePlace

#: Tiles of which is remembered what they were before.
_MOST_BEFORE = 256


class Remade(NamedTuple):
    """What has changed in tiles.

    removed, added : keys of boxes, but of none that is a whole tile. freed, taken : tiles that have no blocked voxel
    any more, and those that had none before.
    """

    removed: set[int]
    added: set[int]
    freed: list[TilePlace]
    taken: list[TilePlace]


class LiveTiles:
    """The boxes of each tile that has a blocked voxel, in a grid of (3,) voxels."""

    def __init__(self, shape: Int32s) -> None:
        self._shape = shape
        self._sides: list[int] = shape.tolist()
        self._boxes: dict[TilePlace, Packed] = {}
        #: Of tiles that have changed lately, what was blocked before, and the boxes of that: what moves away leaves a
        #: tile as it was.
        self._before: dict[TilePlace, tuple[UInt32s, Packed]] = {}

    def places(self) -> list[TilePlace]:
        """The tiles that have a blocked voxel."""
        return list(self._boxes)

    def add(self, blocked: VoxelTiles) -> Int32s:
        """Make tiles that were not known yet; their boxes, (n, 2, 3) int32."""
        places = [(x, y, z) for x, y, z in tile_positions(blocked.tiles, self._shape).tolist()]
        packed = packed_boxes(free_rows(blocked, self._shape))
        self._boxes.update(zip(places, by_tile(packed, len(places)), strict=True))
        return _in_grid(packed, places)

    def remake(self, changes: TileChanges) -> Remade:
        """Make tiles anew whose blocked voxels have changed."""
        made = self._made(changes)
        freed, taken, parts = [], [], [np.empty(0, np.int64)]
        for slot, place in enumerate(changes.places):
            before, after = self._boxes.pop(place, None), made.get(slot)
            # The lowest bit tells old boxes from new ones.
            number = slot << BOX_BITS + 1
            if before is not None:
                self._before[place] = changes.before[slot].copy(), before
                parts.append(before << 1 | number)
            elif after is not None:
                taken.append(place)
            if after is not None:
                self._boxes[place] = after
                parts.append(after << 1 | number + 1)
            elif before is not None:
                freed.append(place)
        while len(self._before) > _MOST_BEFORE:
            del self._before[next(iter(self._before))]
        differing = _single(np.concatenate(parts))
        old, new = (differing[differing & 1 == is_new] >> 1 for is_new in (0, 1))
        keys = keys_of(_in_grid(np.concatenate((old, new)), changes.places))
        return Remade(set(keys[: len(old)]), set(keys[len(old) :]), freed, taken)

    def _made(self, changes: TileChanges) -> dict[int, Packed]:
        """The boxes of those changed tiles that have a blocked voxel now, by their places among the changes."""
        made, wanted = {}, []
        for slot, (place, rows) in enumerate(zip(changes.places, changes.now, strict=True)):
            if not rows.any():
                continue
            before = self._before.pop(place, None)
            if before is not None and np.array_equal(before[0], rows):
                made[slot] = before[1]
            else:
                wanted.append(slot)
        if wanted:
            free = ~changes.now[wanted]
            for slot, rows in zip(wanted, free, strict=True):
                left = [side - TILE * step for side, step in zip(self._sides, changes.places[slot], strict=True)]
                if min(left) < TILE:
                    cut_to_grid(rows, left)
            made.update(zip(wanted, by_tile(packed_boxes(free), len(wanted)), strict=True))
        return made


def _single(both: Packed) -> Packed:
    """Those of some numbers, none of them there twice, whose lowest bit alone does not tell them from another."""
    both.sort()
    pairs = both[1:] ^ both[:-1] == 1
    single = np.ones(len(both), bool)
    single[1:] ^= pairs
    single[:-1] ^= pairs
    return both[single]


def _in_grid(packed: Packed, places: list[TilePlace]) -> Int32s:
    """Boxes of tiles at some places in the grid of tiles: (n, 2, 3) int32."""
    corners = np.array(places, np.int32).reshape(-1, 1, 3) * TILE
    in_grid: Int32s = boxes_within_tiles(packed) + corners[slots(packed)]
    return in_grid
