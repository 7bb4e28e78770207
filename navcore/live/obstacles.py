# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What blocks a live volume: the voxels of each object, by tile, and which tiles change when objects do.

A voxel is blocked if any object blocks it. So nothing is counted: a tile's blocked voxels are those of its objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ..arrays import UInt32s
from ..geometry.voxel_tiles import NO_TILES, TILE, VoxelTiles

#: What a tile holds without a blocked voxel.
_NOTHING: UInt32s = np.zeros((TILE, TILE), np.uint32)
_NOTHING.setflags(write=False)


class Obstacles:
    """The blocked voxels of objects, by their names."""

    def __init__(self) -> None:
        #: The tiles of each object, and the rows that each object blocks of a tile.
        self._tiles: dict[str, list[int]] = {}
        self._rows: dict[int, dict[str, UInt32s]] = {}

    def names(self) -> list[str]:
        """The objects there are, also those that block nothing."""
        return list(self._tiles)

    def replace(self, changes: Mapping[str, VoxelTiles | None]) -> set[int]:
        """Give objects other voxels, None to take them away; the tiles whose blocked voxels may have changed."""
        changed: set[int] = set()
        for name, voxels in changes.items():
            new = NO_TILES if voxels is None else voxels
            tiles = new.tiles.tolist()
            changed |= self._forget(name, set(tiles))
            for tile, rows in zip(tiles, new.rows, strict=True):
                here = self._rows.setdefault(tile, {})
                before = here.get(name)
                if before is None or not np.array_equal(before, rows):
                    here[name] = rows
                    changed.add(tile)
            if voxels is not None:
                self._tiles[name] = tiles
        return changed

    def _forget(self, name: str, but: set[int]) -> set[int]:
        """Take an object out of its tiles, but for some; those it is taken out of."""
        left = set(self._tiles.pop(name, ())) - but
        for tile in left:
            here = self._rows[tile]
            del here[name]
            if not here:
                del self._rows[tile]
        return left

    def rows_of(self, tiles: Iterable[int], without: str | None = None) -> UInt32s:
        """The blocked voxels of tiles, but for one object's: (t, 32, 32) uint32."""
        return np.array([self._union(tile, without) for tile in tiles], np.uint32).reshape(-1, TILE, TILE)

    def blocked(self, without: str | None = None) -> VoxelTiles:
        """All blocked voxels, but for one object's."""
        tiles = sorted(tile for tile, here in self._rows.items() if len(here) > (without in here))
        return VoxelTiles(np.array(tiles, np.int64), self.rows_of(tiles, without))

    def _union(self, tile: int, without: str | None) -> UInt32s:
        here = [rows for name, rows in self._rows.get(tile, {}).items() if name != without]
        if len(here) < 2:
            return here[0] if here else _NOTHING
        union = here[0] | here[1]
        for rows in here[2:]:
            union |= rows
        return union
