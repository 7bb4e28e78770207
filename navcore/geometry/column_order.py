# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The order of a volume's cells: one column of tiles after the other, so that a region is a range of cells.

The code of a voxel has 45 bits, from above: its column of tiles, the bits of x and y interleaved; its tile within the
column; its place within the tile, the bits of x, y and z interleaved. A box has the code of its lowest voxel.
"""

from __future__ import annotations

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s
from .voxel_tiles import TILE_BITS

#: A side has at most this many voxels, so that a grid has at most 2**TILES_BITS tiles along each axis.
LONGEST_SIDE = 1 << 15
TILES_BITS = 10
#: Bits of a code below its column of tiles.
COLUMN_SHIFT = 25
#: How many columns of tiles there may be.
COLUMNS = 1 << 20
_TILE_BITS_OF_CODE = 3 * TILE_BITS
_INNER = (1 << TILE_BITS) - 1
_TILES_HIGH = (1 << TILES_BITS) - 1


def _dilated(bits: int, apart: int) -> Int64s:
    """The bits of all numbers below 2**bits, each `apart` places from the next."""
    numbers = np.arange(1 << bits, dtype=np.int64)
    dilated = np.zeros_like(numbers)
    for bit in range(bits):
        dilated |= (numbers >> bit & 1) << apart * bit
    dilated.setflags(write=False)
    return dilated


_BY_THREE, _BY_TWO = _dilated(TILE_BITS, 3), _dilated(TILES_BITS, 2)


def _gathered() -> tuple[Int32s, Int32s]:
    """For each place in a tile, x, y and z side by side, eight bits each; for each ten bits of a column, x and y."""
    side = np.arange(1 << TILE_BITS, dtype=np.int32)
    x, y, z = side[:, None, None], side[:, None], side
    places = np.empty(1 << _TILE_BITS_OF_CODE, np.int32)
    places[_BY_THREE[x] << 2 | _BY_THREE[y] << 1 | _BY_THREE[z]] = x << 16 | y << 8 | z
    columns = np.empty(1 << 2 * TILE_BITS, np.int32)
    columns[_BY_TWO[x[:, 0]] << 1 | _BY_TWO[z]] = x[:, 0] << 16 | z
    for table in (places, columns):
        table.setflags(write=False)
    return places, columns


_PLACES, _COLUMNS = _gathered()


def place_codes(x: AnyArray, y: AnyArray, z: AnyArray) -> Int64s:
    """The bits of numbers of five bits each, interleaved: (n,) int64, x above y above z."""
    codes: Int64s = _BY_THREE[x] << 2 | _BY_THREE[y] << 1 | _BY_THREE[z]
    return codes


def places(codes: Int64s) -> tuple[Int32s, Int32s, Int32s]:
    """The numbers that `place_codes` was given: three (n,) int32."""
    gathered = _PLACES.take(codes)
    return gathered >> 16, gathered >> 8 & 0xFF, gathered & 0xFF


def encode(low: AnyArray) -> Int64s:
    """Codes, (n,) int64, of the lowest voxels of boxes, (n, 3) int, each from 0 to 32,767."""
    tile, inner = low >> TILE_BITS, low & _INNER
    column = _BY_TWO[tile[:, 0]] << 1 | _BY_TWO[tile[:, 1]]
    within = place_codes(inner[:, 0], inner[:, 1], inner[:, 2])
    codes: Int64s = column << COLUMN_SHIFT | tile[:, 2].astype(np.int64) << _TILE_BITS_OF_CODE | within
    return codes


def decode(codes: Int64s) -> tuple[Int32s, Int32s, Int32s]:
    """The x, y and z of codes, (n,) int64: three (n,) int32."""
    x, y, z = places(codes & ((1 << _TILE_BITS_OF_CODE) - 1))
    tile = (codes >> _TILE_BITS_OF_CODE).astype(np.int32)
    z |= (tile & _TILES_HIGH) << TILE_BITS
    column = (codes >> COLUMN_SHIFT).astype(np.intp)
    # Most chunks of a file lie in few columns of the first thousand, of which a single look tells all.
    gathered = _COLUMNS.take(column & 0x3FF)
    if len(column) and int(column.max()) >> 10:
        gathered |= _COLUMNS.take(column >> 10) << TILE_BITS
    x |= gathered >> 16 << TILE_BITS
    y |= (gathered & 0xFFFF) << TILE_BITS
    return x, y, z


def in_column_order(boxes: Int32s) -> Int32s:
    """Boxes, (n, 2, 3) int32, by the codes of their lowest voxels, of which no two are the same."""
    return boxes[np.argsort(encode(boxes[:, 0]), kind="stable")]
