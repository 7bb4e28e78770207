# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which cells of a live volume are in which tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..arrays import Int32s
from ..geometry.column_order import TILES_BITS
from ..geometry.voxel_tiles import TILE_BITS

#: A cell in more tiles than this is looked for among all such cells, instead of by tile.
_MANY_TILES = 64
#: Where a tile stands along x, y and z is one number: what a step along each adds to it.
_STEPS = (1 << 2 * TILES_BITS, 1 << TILES_BITS, 1)
_ALONG = _STEPS[1] - 1


class CellPlaces:
    """Cells, by their numbers, and the tiles that they reach into."""

    def __init__(self) -> None:
        self._by_tile: dict[int, set[int]] = {}
        self._large: set[int] = set()

    def add(self, cells: Iterable[int], boxes: Int32s) -> None:
        """List cells, of which these are the boxes, (n, 2, 3) int32, voxels."""
        by_tile = self._by_tile
        for cell, (first, last) in zip(cells, _first_and_last(boxes), strict=True):
            tiles = (first,) if first == last else _tiles_from(first, last)
            if not tiles:
                self._large.add(cell)
            for tile in tiles:
                here = by_tile.get(tile)
                if here is None:
                    by_tile[tile] = {cell}
                else:
                    here.add(cell)

    def remove(self, cells: Iterable[int], boxes: Int32s) -> None:
        """List cells no more, of which these are the boxes."""
        by_tile = self._by_tile
        for cell, (first, last) in zip(cells, _first_and_last(boxes), strict=True):
            tiles = (first,) if first == last else _tiles_from(first, last)
            if not tiles:
                self._large.discard(cell)
            for tile in tiles:
                here = by_tile[tile]
                here.discard(cell)
                if not here:
                    del by_tile[tile]

    def between(self, low: Sequence[int], high: Sequence[int]) -> set[int]:
        """The cells in the tiles that hold the voxels from one to another, and large ones wherever they are."""
        x, y, z = (
            range(max(first >> TILE_BITS, 0), min(last >> TILE_BITS, _ALONG) + 1)
            for first, last in zip(low, high, strict=True)
        )
        return self._large.union(*(self._by_tile.get(tile, ()) for tile in _tiles_at(x, y, z)))


def _tiles_from(first: int, last: int) -> Sequence[int]:
    """The tiles from one to another, none if these are too many."""
    # Cells are mostly longer than a tile along one axis alone.
    for step in _STEPS:
        count, rest = divmod(last - first, step)
        if not rest and count < _MANY_TILES:
            return range(first, last + 1, step)
    x, y, z = (range(begin, end + 1) for begin, end in zip(_place(first), _place(last), strict=True))
    return () if len(x) * len(y) * len(z) > _MANY_TILES else _tiles_at(x, y, z)


def _tiles_at(x: range, y: range, z: range) -> list[int]:
    return [at_x * _STEPS[0] + at_y * _STEPS[1] + at_z for at_x in x for at_y in y for at_z in z]


def _place(tile: int) -> tuple[int, int, int]:
    return tile >> 2 * TILES_BITS, tile >> TILES_BITS & _ALONG, tile & _ALONG


def _first_and_last(boxes: Int32s) -> list[list[int]]:
    """The tiles of the lowest and the highest voxel of each box, (n, 2, 3) int32."""
    tiles = boxes.copy()
    tiles[:, 1] -= 1
    tiles >>= TILE_BITS
    tiles *= np.array(_STEPS, np.int32)
    first_and_last: list[list[int]] = tiles.sum(axis=2).tolist()
    return first_and_last
