# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The free voxels of single tiles as few large boxes [Massonnat 2023].

What a tile becomes depends on its own voxels and on nothing else, so that a tile can be done again alone, with others,
anywhere and in any order, and always gives the same boxes.

Joining whole octree leaves gives fat boxes in open space, where paths are long, but leaves borders of the octree's grid
in the clutter near surfaces. So fat boxes of leaves are taken first, and what they leave is joined from runs of voxels
regardless of those borders. Runs alone make a few percent fewer boxes, but long and thin ones in the open, and
searches look at a fifth more of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Int32s, Int64s, UInt32s
from ..geometry.voxel_tiles import TILE, TILE_BITS, paint
from .packed_boxes import (
    ALL_SIDES,
    BOX_BITS,
    PAIR_BITS,
    SIZE_BITS,
    WORD_BITS,
    Packed,
    boxes_within_tiles,
    corners_and_sizes,
    joined,
    long_sides,
    merged,
    slots,
    turned,
)

#: A box at least this many voxels wide along every axis is fat; along two of them, wide.
_FAT = 8
#: Up to so many boxes are cut out one by one, because that is quicker than all at once.
_FEW_BOXES = 48
#: The octree leaves that fat boxes are made of have edges of 4, 8 or 16 voxels; hardly any has smaller ones in it.
#: Cubes of 4 voxels stand in rows of 8, as every fourth bit of a number: where a leaf begins, that bit is set for an
#: edge of 4, one of the two above it for larger ones.
_CUBE, _CUBES = 4, TILE // 4
_EVERY_CUBE = np.uint32(0x11111111)


def _leaf_boxes() -> Packed:
    """By the place of a bit that stands for a leaf among all of a tile, the leaf as a box packed for x: (2048,)."""
    place = np.arange(_CUBES * _CUBES * TILE)
    z, level = place & TILE - _CUBE, place & _CUBE - 1
    x, y = place >> 2 * TILE_BITS - 2 << 2, (place >> TILE_BITS & _CUBES - 1) << 2
    size = (_CUBE << level) - 1
    boxes = np.zeros(len(place), np.int64)
    for corner in (z, y, x):
        boxes = boxes << PAIR_BITS | corner << SIZE_BITS | size
    boxes.setflags(write=False)
    return boxes


_LEAF_BOXES = _leaf_boxes()
_LEAF_PLACE_BITS = (len(_LEAF_BOXES) - 1).bit_length()
#: Where x stands in a box that is packed for y.
_X_FOR_Y = WORD_BITS - PAIR_BITS


class TileBoxes(NamedTuple):
    """slot : (n,) int64, ascending, which tile each box is in; boxes : (n, 2, 3) int32, corners within that."""

    slot: Int64s
    boxes: Int32s


def boxes_of_tiles(free: UInt32s) -> TileBoxes:
    """The free voxels of tiles as boxes.

    Parameters
    ----------
    free : (t, 32, 32) uint32, rows of free voxels as in `VoxelTiles`.
    """
    packed = packed_boxes(free)
    return TileBoxes(slots(packed), boxes_within_tiles(packed))


def packed_boxes(free: UInt32s) -> Packed:
    """`boxes_of_tiles`, packed for joining along x and ascending."""
    leaves = merged(_leaves(free), 0)
    fat = leaves[long_sides(leaves, _FAT) == ALL_SIDES]
    # Runs are as long as they can be along z, because levels are built of upright walls; so y is first, then x.
    thin = merged(turned(joined(_runs(_without(free, fat))), 1, 0), 0)
    if len(fat):
        # Whatever a fat box can still be joined with has a face as wide as its own.
        sides = long_sides(thin, _FAT)
        wide = (sides & sides - 1) != 0
        fat = merged(turned(np.concatenate((fat, thin[wide])), 0, 2), 2)
        thin = np.concatenate((fat, thin[~wide]))
    return np.sort(thin)


def _leaves(free: UInt32s) -> Packed:
    """The wholly free cubes of tiles with edges of 4, 8 and 16 voxels that are in no larger one, packed for x."""
    columns = np.bitwise_and.reduce(free.reshape(-1, _CUBES, _CUBE, TILE), axis=2)
    columns = np.bitwise_and.reduce(columns.reshape(-1, _CUBES, _CUBES, _CUBE), axis=3)
    columns &= columns >> np.uint32(1)
    columns &= columns >> np.uint32(2)
    leaves = columns & _EVERY_CUBE
    eights = _taken_out(leaves, 4, np.uint32(0x01010101))
    sixteens = _taken_out(eights, 8, np.uint32(0x00010001))
    leaves[:, ::2, ::2] |= eights << np.uint32(1)
    leaves[:, ::4, ::4] |= sixteens << np.uint32(2)
    place = _set_bits(leaves)
    boxes: Packed = _LEAF_BOXES[place & len(_LEAF_BOXES) - 1] | place >> _LEAF_PLACE_BITS << BOX_BITS
    return boxes


def _taken_out(cubes: UInt32s, edge: int, aligned: np.uint32) -> UInt32s:
    """The cubes twice as large that are made of cubes, rows (t, n, n) with a bit for each; those go from these.

    `edge` is that of the cubes, `aligned` the bits of larger ones.
    """
    step = np.uint32(edge)
    pairs = cubes[:, ::2] & cubes[:, 1::2]
    larger = pairs[:, :, ::2] & pairs[:, :, 1::2]
    larger &= larger >> step
    larger &= aligned
    count, half = len(cubes), larger.shape[1]
    cubes.reshape(count, half, 2, half, 2)[:] &= ~(larger | larger << step)[:, :, None, :, None]
    return larger


def _without(free: UInt32s, boxes: Packed) -> UInt32s:
    """Rows of free voxels, (t, 32, 32) uint32, without those in boxes packed for x."""
    if len(boxes) > _FEW_BOXES:
        rest: UInt32s = free & ~paint(slots(boxes), *corners_and_sizes(boxes), len(free))
        return rest
    rest = free.copy()
    corners, sizes = corners_and_sizes(boxes)
    kept = (~(((1 << sizes[:, 2]) - 1) << corners[:, 2])).astype(np.uint32)
    ends = corners + sizes
    for slot, (x, y, _z), (end_x, end_y, _end_z), bits in zip(
        slots(boxes).tolist(), corners.tolist(), ends.tolist(), kept, strict=True
    ):
        rest[slot, x:end_x, y:end_y] &= bits
    return rest


def _runs(free: UInt32s) -> Packed:
    """The longest runs of free voxels along z, packed for joining along y."""
    rows = np.flatnonzero(free)
    bits = free.ravel()[rows]
    one = np.uint32(1)
    begins = _set_bits(bits & ~(bits << one))
    ends = _set_bits(bits & ~(bits >> one))
    # Tile, x and y of each row as they stand in a box that is packed for y; there, z has still to come.
    x, y = rows >> TILE_BITS & TILE - 1, rows & TILE - 1
    packed = rows >> 2 * TILE_BITS << 2 * PAIR_BITS | x << _X_FOR_Y + SIZE_BITS | y << SIZE_BITS
    runs: Packed = packed[begins >> TILE_BITS]
    begins &= TILE - 1
    ends &= TILE - 1
    ends -= begins
    runs |= (begins << SIZE_BITS | ends) << PAIR_BITS
    return runs


def _set_bits(numbers: UInt32s) -> Int64s:
    """Which bits of some numbers are set, all counted through from the lowest of the first: (n,) int64."""
    octets = numbers.astype("<u4", copy=False).ravel().view(np.uint8)
    return np.flatnonzero(np.unpackbits(octets, bitorder="little").view(bool))
