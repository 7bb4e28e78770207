# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which cells of a live volume are in which tiles."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from ..arrays import Int32s
from ..geometry.voxel_tiles import TILE_BITS
from .obstacles import TilePlace

#: A cell in more tiles than this is looked for among all such cells, instead of by tile.
_MANY_TILES = 64


class CellPlaces:
    """Cells, by their numbers, and the tiles that they reach into."""

    def __init__(self) -> None:
        self._by_tile: dict[TilePlace, set[int]] = {}
        self._large: set[int] = set()

    def add(self, cells: Iterable[int], boxes: Int32s) -> None:
        """List cells, of which these are the boxes, (n, 2, 3) int32, voxels."""
        by_tile = self._by_tile
        for cell, tiles in zip(cells, _tiles_of(boxes), strict=True):
            if tiles is None:
                self._large.add(cell)
                continue
            for place in tiles:
                here = by_tile.get(place)
                if here is None:
                    by_tile[place] = {cell}
                else:
                    here.add(cell)

    def remove(self, cells: Iterable[int], boxes: Int32s) -> None:
        """List cells no more, of which these are the boxes."""
        for cell, tiles in zip(cells, _tiles_of(boxes), strict=True):
            if tiles is None:
                self._large.discard(cell)
                continue
            for place in tiles:
                here = self._by_tile[place]
                here.discard(cell)
                if not here:
                    del self._by_tile[place]

    def between(self, low: Sequence[int], high: Sequence[int]) -> set[int]:
        """The cells in the tiles that hold the voxels from one to another, and large ones wherever they are."""
        x, y, z = (range(first >> TILE_BITS, (last >> TILE_BITS) + 1) for first, last in zip(low, high, strict=True))
        return self._large.union(*(self._by_tile.get(place, ()) for place in itertools.product(x, y, z)))


def _tiles_of(boxes: Int32s) -> list[Iterable[TilePlace] | None]:
    """The tiles that each box reaches into, unless they are many."""
    tiles = boxes.copy()
    tiles[:, 1] -= 1
    tiles >>= TILE_BITS
    found: list[Iterable[TilePlace] | None] = []
    for (x, y, z), (last_x, last_y, last_z) in tiles.tolist():
        if x == last_x and y == last_y and z == last_z:
            found.append(((x, y, z),))
        elif (last_x - x + 1) * (last_y - y + 1) * (last_z - z + 1) > _MANY_TILES:
            found.append(None)
        else:
            found.append(itertools.product(range(x, last_x + 1), range(y, last_y + 1), range(z, last_z + 1)))
    return found
