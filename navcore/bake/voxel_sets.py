# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of voxels as sorted numbers: of the tile first, and then of the voxel within it."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import numpy as np

from ..arrays import AnyArray, Bools, Int32s, Int64s, UInt32s
from ..geometry.voxel_tiles import (
    NO_TILES,
    TILE,
    TILE_BITS,
    TILE_VOXELS,
    VoxelTiles,
    tile_counts,
)

NO_VOXELS: UInt32s = np.empty(0, np.uint32)


class VoxelCodes:
    """Numbers for the voxels of a grid: the tile's number, then x, y and z within the tile.

    first_tiles : as of `touched_voxels`.
    """

    def __init__(self, shape: Int32s, first_tiles: Int64s | None = None) -> None:
        counts = tile_counts(shape)
        # Half the bits sort twice as fast, and are enough for grids of 1,600 voxels a side.
        is_small = first_tiles is None and int(counts.prod()) * TILE_VOXELS <= 1 << 32
        kind = np.uint32 if is_small else np.int64
        strides = (int(counts[1] * counts[2]), int(counts[2]), 1)
        #: What each coordinate adds to a code, for each axis; and what each triangle does.
        self._parts = [_code_parts(int(side), axis, strides[axis]).astype(kind) for axis, side in enumerate(shape)]
        self._firsts = None if first_tiles is None else first_tiles * TILE_VOXELS
        #: No codes, of the kind that they are.
        self.none: AnyArray = np.empty(0, kind)

    def every(self, step: int, begin: int) -> VoxelCodes:
        """The same for every so many-th triangle."""
        if self._firsts is None:
            return self
        some = copy.copy(self)
        some._firsts = self._firsts[begin::step]
        return some

    def of(self, voxels: Int64s, triangles: Int64s) -> AnyArray:
        """The codes of voxels, (3, n), each touched by a triangle, (n,)."""
        codes: AnyArray = self._parts[0].take(voxels[0])
        for part, place in zip(self._parts[1:], voxels[1:], strict=True):
            codes += part.take(place)
        if self._firsts is not None:
            codes += self._firsts.take(triangles)
        return codes

    def tiles(self, codes: AnyArray) -> VoxelTiles:
        """The set of the voxels that have some codes, ascending and different."""
        if not len(codes):
            return NO_TILES
        row = codes >> TILE_BITS
        begins = np.flatnonzero(_differ(row))
        bits = np.bitwise_or.reduceat(np.uint32(1) << (codes & (TILE - 1)).astype(np.uint32), begins)
        row = row[begins].astype(np.int64)
        tile = row >> 2 * TILE_BITS
        first = _differ(tile)
        tiles = tile[first]
        rows = np.zeros((len(tiles), TILE * TILE), np.uint32)
        rows[np.cumsum(first) - 1, row & (TILE * TILE - 1)] = bits
        return VoxelTiles(tiles, rows.reshape(-1, TILE, TILE))


def _code_parts(side: int, axis: int, stride: int) -> Int64s:
    """What the coordinates along an axis add to codes; a tile farther along it, the number `stride` to the tile's."""
    place = np.arange(side)
    return (place >> TILE_BITS) * (stride * TILE_VOXELS) + ((place & (TILE - 1)) << (TILE_BITS * (2 - axis)))


def sorted_unique(voxels: AnyArray) -> AnyArray:
    """The different members of (n,) whole numbers, ascending. numpy's own unique hashes, which is slower here."""
    return without_repetitions(np.sort(voxels))


def merged_unique(parts: Sequence[AnyArray]) -> AnyArray:
    """The different members of several sorted arrays, ascending."""
    # The stable sort finds the sorted parts and merges them.
    return without_repetitions(np.sort(np.concatenate(parts or [NO_VOXELS]), kind="stable"))


def without_repetitions(voxels: AnyArray) -> AnyArray:
    """The members of (n,) whole numbers that differ from the one before."""
    different: AnyArray = voxels[_differ(voxels)]
    return different


def _differ(numbers: AnyArray) -> Bools:
    """Which of some numbers differ from the one before, the first included: (n,) bool."""
    differ = np.ones(len(numbers), bool)
    np.not_equal(numbers[1:], numbers[:-1], out=differ[1:])
    return differ
