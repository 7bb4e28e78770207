# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many octree leaves a live volume has, counted again only in tiles that have changed."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..arrays import Int32s, Int64s
from ..bake.leaf_count import inner_cubes, leaves_over
from ..geometry.voxel_tiles import TILE_BITS
from .obstacles import Obstacles

#: Tiles that are counted at once, to bound memory.
_TILES_AT_ONCE = 1 << 10


class LeafCounts:
    """Counts the leaves over what obstacles block, but for one object's voxels."""

    def __init__(self, obstacles: Obstacles, shape: Int32s, min_depth: int, without: str) -> None:
        self._obstacles, self._shape, self._min_depth, self._without = obstacles, shape, min_depth, without
        #: Of each tile with a blocked voxel what `inner_cubes` tells, and the sum of all.
        self._counts: dict[int, Int64s] = {}
        self._sum: Int64s = np.zeros(TILE_BITS + 1, np.int64)
        self._changed: set[int] = set()

    def forget(self, tiles: Iterable[int]) -> None:
        """Have some tiles counted anew."""
        self._changed.update(tiles)

    def number(self) -> int:
        """How many leaves there are now."""
        changed = sorted(self._changed)
        for tile in changed:
            if tile in self._counts:
                self._sum -= self._counts.pop(tile)
        for begin in range(0, len(changed), _TILES_AT_ONCE):
            blocked = self._obstacles.blocked(changed[begin : begin + _TILES_AT_ONCE], self._without)
            counts = inner_cubes(blocked, self._shape)
            self._counts.update(zip(blocked.tiles.tolist(), counts, strict=True))
            self._sum += counts.sum(axis=0)
        self._changed.clear()
        tiles = np.fromiter(self._counts, np.int64, len(self._counts))
        return leaves_over(self._sum, tiles, self._shape, self._min_depth)
