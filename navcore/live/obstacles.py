# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What blocks a live volume: the voxels of each object, by tile, and which tiles change when objects do.

A voxel is blocked if any object blocks it. So nothing is counted: a tile's blocked voxels are those of its objects.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np

from ..arrays import Int32s, Int64s, UInt32s
from ..geometry.voxel_tiles import NO_TILES, TILE, VoxelTiles, tile_counts

#: Where a tile stands in the grid of tiles.
TilePlace: TypeAlias = tuple[int, int, int]

#: From so many objects in a tile on it is remembered what all but the last that has moved block; of so many tiles.
_MANY_OBJECTS, _MOST_OTHERS = 4, 1 << 10
#: What a tile holds without a blocked voxel.
_NOTHING: UInt32s = np.zeros((TILE, TILE), np.uint32)
_NOTHING.setflags(write=False)


class TileChanges(NamedTuple):
    """Tiles whose blocked voxels have changed.

    tiles : (t,) int64, ascending. places : where they stand. before, now : (t, 32, 32) uint32, rows of blocked voxels
    as in `VoxelTiles`.
    """

    tiles: Int64s
    places: list[TilePlace]
    before: UInt32s
    now: UInt32s

    def freed(self) -> list[tuple[list[int], list[int]]]:
        """For each tile with a voxel that is not blocked any more, the first and last voxel of a box around all."""
        rows = self.before & ~self.now
        by_x, by_y = (np.bitwise_or.reduce(rows, axis=axis).tolist() for axis in (2, 1))
        boxes = []
        for place, x_bits, y_bits in zip(self.places, by_x, by_y, strict=True):
            z_bits = functools.reduce(operator.or_, x_bits)
            if z_bits:
                z = (z_bits & -z_bits).bit_length() - 1, z_bits.bit_length() - 1
                ends = *(_ends(bits) for bits in (x_bits, y_bits)), z
                corners = [TILE * step for step in place]
                low, high = ([corner + end[side] for corner, end in zip(corners, ends, strict=True)] for side in (0, 1))
                boxes.append((low, high))
        return boxes


def _ends(numbers: list[int]) -> tuple[int, int]:
    """Where the first and the last of some numbers that are not 0 stand."""
    places = [place for place, number in enumerate(numbers) if number]
    return places[0], places[-1]


class _Others(NamedTuple):
    """What all objects but one, by its name, block of a tile: (32, 32) uint32 rows."""

    name: str
    rows: UInt32s


class Obstacles:
    """The blocked voxels of objects in a grid of (3,) voxels, by their names."""

    def __init__(self, shape: Int32s) -> None:
        _x, self._tiles_along_y, self._tiles_along_z = tile_counts(shape).tolist()
        #: The tiles of each object, and the rows that each object blocks of a tile.
        self._tiles: dict[str, list[int]] = {}
        self._rows: dict[int, dict[str, UInt32s]] = {}
        #: What has moved will mostly move again, and then all others, which may be hundreds, are the same as before.
        self._others: dict[int, _Others] = {}

    def replace(self, changes: Mapping[str, VoxelTiles | None]) -> dict[int, UInt32s]:
        """Give objects other voxels, None to take them away.

        Of the tiles in which an object blocks others than before, the blocked voxels before.
        """
        before: dict[int, UInt32s] = {}
        for name, voxels in changes.items():
            new = NO_TILES if voxels is None else voxels
            tiles = new.tiles.tolist()
            mover = name if len(changes) == 1 else None
            for tile in set(self._tiles.pop(name, ())).difference(tiles):
                self._note(tile, before, mover)
                here = self._rows[tile]
                del here[name]
                if not here:
                    del self._rows[tile]
            for tile, rows in zip(tiles, new.rows, strict=True):
                here = self._rows.setdefault(tile, {})
                old = here.get(name)
                if old is None or not np.array_equal(old, rows):
                    self._note(tile, before, mover)
                    here[name] = rows
            if voxels is not None:
                self._tiles[name] = tiles
        return before

    def _note(self, tile: int, before: dict[int, UInt32s], mover: str | None) -> None:
        """Note what a tile holds before a change; only one object changes there if that is told."""
        known = self._others.get(tile)
        if mover is None or len(self._rows[tile]) < _MANY_OBJECTS:
            if tile not in before:
                before[tile] = self._union(tile, None)
            self._others.pop(tile, None)
            return
        if known is None or known.name != mover:
            self._others[tile] = _Others(mover, self._union(tile, mover))
            if len(self._others) > _MOST_OTHERS:
                del self._others[next(iter(self._others))]
        before[tile] = self._union(tile, None)

    def since(self, before: Mapping[int, UInt32s]) -> TileChanges:
        """Those of some tiles that do not have the blocked voxels any more which they had before."""
        now = {tile: self._union(tile, None) for tile in sorted(before)}
        changed = [tile for tile, rows in now.items() if not np.array_equal(before[tile], rows)]
        old, new = (np.array([rows[tile] for tile in changed], np.uint32) for rows in (before, now))
        places = list(map(self._place, changed))
        return TileChanges(np.array(changed, np.int64), places, *(rows.reshape(-1, TILE, TILE) for rows in (old, new)))

    def _place(self, tile: int) -> TilePlace:
        rest, z = divmod(tile, self._tiles_along_z)
        return *divmod(rest, self._tiles_along_y), z

    def blocked(self, tiles: list[int] | None = None, without: str | None = None) -> VoxelTiles:
        """What is blocked in some tiles, ascending, or everywhere, but for one object's voxels."""
        wanted = sorted(self._rows) if tiles is None else tiles
        used = [tile for tile in wanted if len(here := self._rows.get(tile, {})) > (without in here)]
        rows = np.array([self._union(tile, without) for tile in used], np.uint32)
        return VoxelTiles(np.array(used, np.int64), rows.reshape(-1, TILE, TILE))

    def _union(self, tile: int, without: str | None) -> UInt32s:
        """What all objects, or all but one, block of a tile."""
        here = self._rows.get(tile, {})
        others = self._others.get(tile)
        if others is None or (without is not None and without != others.name):
            parts = [rows for name, rows in here.items() if name != without]
        elif others.name in here and without is None:
            parts = [others.rows, here[others.name]]
        else:
            parts = [others.rows]
        if len(parts) < 2:
            return parts[0] if parts else _NOTHING
        union = parts[0] | parts[1]
        for rows in parts[2:]:
            union |= rows
        return union
