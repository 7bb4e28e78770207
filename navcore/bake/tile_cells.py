# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The free voxels of single tiles as few large boxes [Massonnat 2023].

What a tile becomes depends on its own voxels and on nothing else, so that a tile can be done again alone, with others,
anywhere and in any order, and always gives the same boxes.

Joining whole octree leaves gives fat boxes in open space, where paths are long, but leaves borders of the octree's grid
in the clutter near surfaces. So fat boxes of leaves are taken first, and what they leave is joined from runs of voxels
regardless of those borders. Runs alone make a few percent fewer boxes, but long and thin ones in the open, and
searches look at a fifth more of them.

A box is packed into one uint64: its tile, then for each axis its low corner and its size less one; the axis that boxes
are joined along stands last. Sorting such numbers brings the boxes of a row together.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..arrays import Bools, Int32s, Int64s, UInt32s
from ..geometry.voxel_tiles import TILE, TILE_BITS, paint

#: Boxes of single tiles, (n,) uint64, made for joining along one axis.
Packed: TypeAlias = NDArray[np.uint64]

#: A box at least this many voxels wide along every axis is fat; along two of them, wide.
_FAT = 8
#: Ascending edges, in voxels, of the octree leaves that fat boxes are made of; hardly any has smaller ones in it.
_LEAF_EDGES = (4, 8, 16)
#: Bits of a size less one; of a corner, which has one more so that no sum runs over into the next field; of both.
_SIZE = TILE_BITS
_CORNER = TILE_BITS + 1
_PAIR = _SIZE + _CORNER
_SIZES = np.uint64((1 << _SIZE) - 1)
_PAIRS = np.uint64((1 << _PAIR) - 1)
#: Bits of a box within its tile. Above stands which tile it is.
BOX_BITS = 3 * _PAIR
_ALL = np.uint64((1 << BOX_BITS) - 1)


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
    return unpacked(packed_boxes(free))


def packed_boxes(free: UInt32s) -> Packed:
    """`boxes_of_tiles`, packed for joining along x and ascending."""
    fat = _fat_boxes(free)
    left = free & ~paint(_slots(fat), *_fields(fat), len(free)) if len(fat) else free
    # Runs are as long as they can be along z, because levels are built of upright walls; so y is first.
    thin = _merged(_turned(_joined(_runs(left)), 2), 0)
    if len(fat):
        # Whatever a fat box can still be joined with has a face as wide as its own.
        wide = _sides_over(thin) >= 2
        fat = _merged(_turned(np.concatenate((fat, thin[wide])), 2), 2)
        thin = np.concatenate((fat, thin[~wide]))
    return np.sort(thin)


def unpacked(packed: Packed) -> TileBoxes:
    """Boxes that are packed for joining along x."""
    corners, sizes = _fields(packed)
    return TileBoxes(_slots(packed), np.stack((corners, corners + sizes), axis=1).astype(np.int32))


def by_tile(packed: Packed, count: int) -> list[Packed]:
    """Ascending boxes of `count` tiles as those of each, packed without their tile."""
    begins = np.searchsorted(packed, np.arange(1, count, dtype=np.uint64) << np.uint64(BOX_BITS))
    return np.split(packed & _ALL, begins)[:count]


def _fat_boxes(free: UInt32s) -> Packed:
    """Octree leaves of tiles joined into boxes, those that are fat; packed for x."""
    parts = []
    inside_larger: Bools = np.zeros((len(free), 1, 1, 1), bool)
    for edge in reversed(_LEAF_EDGES):
        cubes = _free_cubes(free, edge)
        slot, x, y, z = (cubes & ~_finer(inside_larger)).nonzero()
        parts.append((slot, x * edge, y * edge, z * edge, np.full(len(slot), edge)))
        inside_larger = cubes
    slot, x, y, z, size = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    joined = _merged(_packed(slot, (x, y, z), (size, size, size)), 0)
    fat: Packed = joined[_sides_over(joined) == 3]
    return fat


def _finer(cubes: Bools) -> Bools:
    """For cubes half as large, what holds for those they are in: (t, n, n, n) to (t, 2n, 2n, 2n) bool."""
    return np.repeat(np.repeat(np.repeat(cubes, 2, 1), 2, 2), 2, 3)


def _free_cubes(free: UInt32s, edge: int) -> Bools:
    """Which cubes of an edge, aligned to it, are wholly free: (t, 32, 32) uint32 to (t, n, n, n) bool."""
    count = TILE // edge
    columns = np.bitwise_and.reduce(free.reshape(-1, count, edge, count, edge), axis=(2, 4))
    ones = np.uint32((1 << edge) - 1)
    shifts = np.arange(0, TILE, edge, dtype=np.uint32)
    free_cubes: Bools = (columns[..., None] >> shifts) & ones == ones
    return free_cubes


def _runs(free: UInt32s) -> Packed:
    """The longest runs of free voxels along z, packed for joining along y."""
    rows = np.flatnonzero(free)
    bits = free.ravel()[rows]
    one = np.uint32(1)
    begin_row, begin = np.nonzero(_bits(bits & ~(bits << one)))
    _end_row, end = np.nonzero(_bits(bits & ~(bits >> one)))
    row = rows[begin_row]
    slot, x, y = row >> 2 * TILE_BITS, (row >> TILE_BITS) & (TILE - 1), row & (TILE - 1)
    single = np.ones(len(row), np.int64)
    return _turned(_packed(slot, (x, y, begin), (single, single, end - begin + 1)), 1)


def _bits(numbers: UInt32s) -> Bools:
    """The bits of (n,) uint32, lowest first: (n, 32) bool."""
    octets = numbers.astype("<u4", copy=False)[:, None].view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little").view(bool)


def _packed(slot: Int64s, corners: tuple[Int64s, Int64s, Int64s], sizes: tuple[Int64s, Int64s, Int64s]) -> Packed:
    """Boxes by tile, corners and sizes along x, y, z, packed for joining along x."""
    x, y, z = ((corner << _SIZE) | (size - 1) for corner, size in zip(corners, sizes, strict=True))
    return ((((slot << _PAIR) | y) << _PAIR | z) << _PAIR | x).astype(np.uint64)


def _slots(packed: Packed) -> Int64s:
    """Which tile each box is in."""
    return (packed >> np.uint64(BOX_BITS)).astype(np.int64)


def _fields(packed: Packed) -> tuple[Int64s, Int64s]:
    """Corners and sizes, (n, 3) int64 each, of boxes packed for x."""
    pairs = np.stack([packed >> np.uint64(shift) for shift in (0, 2 * _PAIR, _PAIR)], axis=1) & _PAIRS
    return (pairs >> np.uint64(_SIZE)).astype(np.int64), (pairs & _SIZES).astype(np.int64) + 1


def _sides_over(packed: Packed) -> Int64s:
    """How many sides of each box are as long as those of fat ones."""
    _corners, sizes = _fields(packed)
    sides: Int64s = (sizes >= _FAT).sum(axis=1)
    return sides


def _turned(packed: Packed, times: int) -> Packed:
    """Boxes packed for an axis, packed for the one that comes so many later."""
    up, down = np.uint64(times * _PAIR), np.uint64(BOX_BITS - times * _PAIR)
    turned: Packed = (packed & ~_ALL) | ((packed << up) & _ALL) | ((packed & _ALL) >> down)
    return turned


def _merged(packed: Packed, axis: int) -> Packed:
    """Boxes packed for an axis, joined along it, the next and so on until nothing changes; packed for x."""
    unchanged, is_first = 0, True
    # A join leaves nothing to join along its own axis, so two more that change nothing are enough.
    while unchanged < 2:
        joined = _joined(packed)
        unchanged = unchanged + 1 if len(joined) == len(packed) and not is_first else 0
        is_first = False
        packed = _turned(joined, 1)
        axis = (axis + 1) % 3
    return _turned(packed, (3 - axis) % 3)


def _joined(packed: Packed) -> Packed:
    """Join rows along the axis that boxes are packed for."""
    boxes = packed.copy()
    boxes.sort()
    # Beside the corner's field stands the section's, so that corner plus size equals the next box's corner exactly
    # when it goes on in the same row.
    corner = boxes >> np.uint64(_SIZE)
    end = (boxes & _SIZES) + corner + np.uint64(1)
    begins = np.ones(len(boxes), bool)
    np.not_equal(corner[1:], end[:-1], out=begins[1:])
    (first,) = begins.nonzero()
    if len(first) == len(boxes):
        return boxes
    last = np.empty_like(first)
    last[:-1], last[-1] = first[1:] - 1, len(boxes) - 1
    corner = corner[first]
    joined: Packed = (corner << np.uint64(_SIZE)) | (end[last] - corner - np.uint64(1))
    return joined
