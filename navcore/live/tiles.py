# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The boxes of single tiles in a live volume, made anew where blocked voxels have changed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Int32s, UInt32s
from ..bake.packed_boxes import BOX_BITS, Packed, boxes_within_tiles, by_tile, slots
from ..bake.tile_cells import packed_boxes
from ..geometry.voxel_tiles import TILE, VoxelTiles, free_rows, tile_positions
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
        for place, boxes in zip(places, by_tile(packed, len(places)), strict=True):
            # A copy, so that nothing larger is kept.
            self._boxes[place] = boxes.copy()
        return self._in_grid(packed, places)

    def remake(self, changes: TileChanges) -> Remade:
        """Make tiles anew whose blocked voxels have changed."""
        places, now = changes.places, self._made(changes)
        removed: list[int] = []
        added: list[int] = []
        freed, taken = [], []
        for slot, place in enumerate(places):
            before, after = self._boxes.pop(place, None), now.get(slot)
            old = set() if before is None else set(before.tolist())
            new = set() if after is None else set(after.tolist())
            if before is not None:
                self._before[place] = changes.before[slot].copy(), before
            elif after is not None:
                taken.append(place)
            if after is not None:
                self._boxes[place] = after
            elif before is not None:
                freed.append(place)
            number = slot << BOX_BITS
            removed += [number | box for box in old - new]
            added += [number | box for box in new - old]
        while len(self._before) > _MOST_BEFORE:
            del self._before[next(iter(self._before))]
        keys = keys_of(self._in_grid(np.array(removed + added, np.int64), places))
        return Remade(set(keys[: len(removed)]), set(keys[len(removed) :]), freed, taken)

    def _made(self, changes: TileChanges) -> dict[int, Packed]:
        """The boxes of those changed tiles that have a blocked voxel now, by their places among the changes."""
        made, wanted = {}, []
        blocked = np.flatnonzero(changes.now.any(axis=(1, 2))).tolist()
        for slot in blocked:
            before = self._before.pop(changes.places[slot], None)
            if before is not None and np.array_equal(before[0], changes.now[slot]):
                made[slot] = before[1]
            else:
                wanted.append(slot)
        if wanted:
            voxels = VoxelTiles(changes.tiles[wanted], changes.now[wanted])
            packed = packed_boxes(free_rows(voxels, self._shape))
            # Copies, so that nothing larger is kept.
            made.update(zip(wanted, (boxes.copy() for boxes in by_tile(packed, len(wanted))), strict=True))
        return made

    def _in_grid(self, packed: Packed, places: list[TilePlace]) -> Int32s:
        corners = np.array(places, np.int32).reshape(-1, 1, 3) * TILE
        in_grid: Int32s = boxes_within_tiles(packed) + corners[slots(packed)]
        return in_grid
