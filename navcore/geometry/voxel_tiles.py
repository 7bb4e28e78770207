# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of voxels, tile by tile: what is stored follows what the set touches, not the size of the grid.

A tile is a cube of 32 voxels a side. Tiles are numbered in C order over the grid of tiles; only those that hold a
voxel of the set are listed. Within a tile, a row along z is one number of 32 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import AnyArray, Bools, Int32s, Int64s, UInt32s

#: A tile has this many voxels along each side, 2**TILE_BITS.
TILE_BITS = 5
TILE = 1 << TILE_BITS
#: Voxels of a tile.
TILE_VOXELS = TILE**3
#: Tiles that are copied at once, to bound memory.
_TILES_AT_ONCE = 1 << 10


class VoxelTiles(NamedTuple):
    """A set of voxels of a grid. Two sets are equal exactly when their arrays are.

    tiles : (t,) int64, ascending, the tiles that hold a voxel of the set.
    rows : (t, 32, 32) uint32; bit z of rows[i, x, y] stands for voxel (x, y, z) of tile i. No tile is empty, and no bit
        outside the grid is set.
    """

    tiles: Int64s
    rows: UInt32s

    def number(self) -> int:
        """How many voxels there are."""
        return int(popcount(self.rows).sum(dtype=np.int64))

    def parts(self, size: int) -> list[VoxelTiles]:
        """The set cut into sets of so many tiles."""
        begins = range(0, len(self.tiles), size)
        return [VoxelTiles(self.tiles[at : at + size], self.rows[at : at + size]) for at in begins]


NO_TILES = VoxelTiles(np.empty(0, np.int64), np.empty((0, TILE, TILE), np.uint32))


def popcount(rows: UInt32s) -> UInt32s:
    """How many bits of each number are set."""
    # numpy has a function for it only from 2.0 on.
    ones = rows - ((rows >> np.uint32(1)) & np.uint32(0x55555555))
    ones = (ones & np.uint32(0x33333333)) + ((ones >> np.uint32(2)) & np.uint32(0x33333333))
    ones = (ones + (ones >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
    sums: UInt32s = (ones * np.uint32(0x01010101)) >> np.uint32(24)
    return sums


def tile_counts(shape: Int32s) -> Int64s:
    """How many tiles a grid of (3,) voxels has along each axis: (3,) int64."""
    return -(-np.asarray(shape, np.int64) // TILE)


def tile_positions(tiles: Int64s, shape: Int32s) -> Int64s:
    """Where tiles, (t,), stand in the grid of tiles: (t, 3) int64."""
    counts = tile_counts(shape)
    rest, z = np.divmod(tiles, counts[2])
    x, y = np.divmod(rest, counts[1])
    return np.stack((x, y, z), axis=1)


def pack_rows(members: Bools) -> UInt32s:
    """Voxels of tiles, (..., 32) bool, as rows: (...) uint32."""
    packed = np.packbits(members, axis=-1, bitorder="little")
    return packed.view("<u4")[..., 0].astype(np.uint32, copy=False)


def unpack_rows(rows: UInt32s) -> Bools:
    """Rows of tiles, (t, 32, 32) uint32, as (t, 32, 32, 32) bool."""
    octets = np.ascontiguousarray(rows).astype("<u4", copy=False)[..., None].view(np.uint8)
    return np.unpackbits(octets, axis=-1, bitorder="little").view(bool)


def free_rows(voxels: VoxelTiles, shape: Int32s) -> UInt32s:
    """What a set leaves of its own tiles within a grid: (t, 32, 32) uint32."""
    left = np.asarray(shape, np.int64) - tile_positions(voxels.tiles, shape) * TILE
    rows = ~voxels.rows
    for border in np.flatnonzero((left < TILE).any(axis=1)).tolist():
        cut_to_grid(rows[border], left[border].tolist())
    return rows


def cut_to_grid(rows: UInt32s, left: Sequence[int]) -> None:
    """Clear the voxels of a tile, rows (32, 32), beyond so many along x, y and z, where the grid ends."""
    x, y, z = left
    rows[x:] = 0
    rows[:, y:] = 0
    rows &= np.uint32((1 << min(z, TILE)) - 1)


def paint(slot: Int64s, corners: Int64s, sizes: Int64s, count: int) -> UInt32s:
    """Rows of `count` tiles with the voxels of boxes that do not overlap: (t, 32, 32) uint32.

    Parameters
    ----------
    slot : (n,) int64, which tile each box is in.
    corners, sizes : (n, 3) int64, voxels of the tile.
    """
    counts = sizes[:, 0] * sizes[:, 1]
    box = np.repeat(np.arange(len(slot)), counts)
    within = np.arange(len(box)) - np.repeat(np.cumsum(counts) - counts, counts)
    step_x, step_y = np.divmod(within, sizes[box, 1])
    place = (((slot[box] << TILE_BITS) + corners[box, 0] + step_x) << TILE_BITS) + corners[box, 1] + step_y
    masks = ((1 << sizes[:, 2]) - 1) << corners[:, 2]
    # Sums of masks that share no bit are their union, and exact as doubles.
    summed = np.bincount(place, weights=masks[box].astype(np.float64), minlength=count * TILE * TILE)
    return summed.astype(np.uint32).reshape(count, TILE, TILE)


def from_boxes(boxes: Int32s, shape: Int32s) -> VoxelTiles:
    """The voxels of boxes, (n, 2, 3) corners [min, max), that do not overlap and lie within a grid of `shape`."""
    low, high = boxes[:, 0].astype(np.int64), boxes[:, 1].astype(np.int64)
    first = low >> TILE_BITS
    spans = ((high - 1) >> TILE_BITS) - first + 1
    counts = spans[:, 0] * spans[:, 1] * spans[:, 2]
    box = np.repeat(np.arange(len(boxes)), counts)
    within = np.arange(len(box)) - np.repeat(np.cumsum(counts) - counts, counts)
    rest, step_z = np.divmod(within, spans[box, 2])
    step_x, step_y = np.divmod(rest, spans[box, 1])
    position = first[box] + np.stack((step_x, step_y, step_z), axis=1)
    counts_of_tiles = tile_counts(shape)
    tile = (position[:, 0] * counts_of_tiles[1] + position[:, 1]) * counts_of_tiles[2] + position[:, 2]
    tiles, slot = np.unique(tile, return_inverse=True)
    corners = np.maximum(low[box] - (position << TILE_BITS), 0)
    ends = np.minimum(high[box] - (position << TILE_BITS), TILE)
    return VoxelTiles(tiles, paint(slot.ravel(), corners, ends - corners, len(tiles)))


def from_points(points: AnyArray, shape: Int32s) -> VoxelTiles:
    """The set of voxels (n, 3) int, with repetitions or without, all within a grid of `shape`."""
    if not len(points):
        return NO_TILES
    counts = tile_counts(shape)
    x, y, z = (np.ascontiguousarray(points[:, axis], np.int64) for axis in range(3))
    tile = ((x >> TILE_BITS) * counts[1] + (y >> TILE_BITS)) * counts[2] + (z >> TILE_BITS)
    inner = TILE - 1
    place = (((x & inner) << TILE_BITS | (y & inner)) << TILE_BITS) | (z & inner)
    tiles, slot = np.unique(tile, return_inverse=True)
    members = np.zeros((len(tiles), TILE_VOXELS), bool)
    members[slot.ravel(), place] = True
    return VoxelTiles(tiles, pack_rows(members.reshape(-1, TILE, TILE, TILE)))


def from_block(members: Bools, first: Sequence[int], shape: Int32s) -> VoxelTiles:
    """The members, (x, y, z) bool, of a block of voxels that begins at one, (3,), and lies within a grid."""
    sides = members.shape
    x, y, z = (range(at >> TILE_BITS, (at + side - 1 >> TILE_BITS) + 1) for at, side in zip(first, sides, strict=True))
    begin_x, begin_y, begin_z = (at & TILE - 1 for at in first)
    # Rows first: there are so many voxels to a row that all else is quick then.
    columns = np.zeros((*sides[:2], len(z) * TILE), bool)
    columns[:, :, begin_z : begin_z + sides[2]] = members
    rows = np.zeros((len(x) * TILE, len(y) * TILE, len(z)), np.uint32)
    rows[begin_x : begin_x + sides[0], begin_y : begin_y + sides[1]] = pack_rows(
        columns.reshape(*sides[:2], len(z), TILE)
    )
    rows = rows.reshape(len(x), TILE, len(y), TILE, len(z)).transpose(0, 2, 4, 1, 3).reshape(-1, TILE, TILE)
    _along_x, along_y, along_z = tile_counts(shape).tolist()
    # Ascending, as the rows are.
    tiles = np.array([(at_x * along_y + at_y) * along_z + at_z for at_x in x for at_y in y for at_z in z], np.int64)
    used = rows.reshape(len(tiles), -1).any(axis=1)
    return VoxelTiles(tiles[used], rows[used])


def to_points(voxels: VoxelTiles, shape: Int32s) -> Int64s:
    """The voxels of a set, (n, 3) int64, tile by tile, in C order within each."""
    tile, x, y, z = np.nonzero(unpack_rows(voxels.rows))
    corner = tile_positions(voxels.tiles, shape)[tile] << TILE_BITS
    return corner + np.stack((x, y, z), axis=1)


def all_voxels(tiles: Int64s, shape: Int32s) -> VoxelTiles:
    """All voxels of a grid that lie in some of its tiles, ascending (t,)."""
    low = tile_positions(tiles, shape) << TILE_BITS
    inside = [np.arange(TILE) < (int(shape[axis]) - low[:, axis])[:, None] for axis in range(3)]
    row = pack_rows(inside[2])
    column = inside[0][:, :, None] & inside[1][:, None]
    return VoxelTiles(tiles, column * row[:, None, None])


class Gathering:
    """A set put together from what is found in tiles, of which it is known beforehand which these may be.

    Threads put in what they find at once: kept until all are done, it would be held twice.
    """

    def __init__(self, tiles: Int64s) -> None:
        """Nothing in some different tiles, (t,) in any order."""
        self._tiles = np.sort(tiles)
        self._rows: UInt32s = np.zeros((len(tiles), TILE, TILE), np.uint32)

    def put(self, tiles: Int64s, rows: UInt32s) -> None:
        """The rows, (n, 32, 32) uint32, of some of the tiles."""
        self._rows[np.searchsorted(self._tiles, tiles)] = rows

    def put_all_of(self, tiles: Int64s, shape: Int32s) -> None:
        """All voxels of a grid that lie in some of the tiles, (n,) ascending."""
        for begin in range(0, len(tiles), _TILES_AT_ONCE):
            self.put(*all_voxels(tiles[begin : begin + _TILES_AT_ONCE], shape))

    def voxels(self) -> VoxelTiles:
        """The set; nothing can be put in any more."""
        used = np.flatnonzero(self._rows.any(axis=(1, 2)))
        if len(used) < len(self._tiles):
            # Moved to the front where they are: copies of all would take as much memory again.
            for begin in range(0, len(used), _TILES_AT_ONCE):
                few = used[begin : begin + _TILES_AT_ONCE]
                self._rows[begin : begin + len(few)] = self._rows[few]
        return VoxelTiles(self._tiles[used], self._rows[: len(used)])


def union(parts: list[VoxelTiles]) -> VoxelTiles:
    """All voxels of some sets of one grid."""
    parts = [part for part in parts if len(part.tiles)]
    if len(parts) < 2:
        return parts[0] if parts else NO_TILES
    listed = np.concatenate([part.tiles for part in parts])
    order = np.argsort(listed, kind="stable")
    begins = np.flatnonzero(np.diff(listed[order], prepend=-1))
    rows = np.concatenate([part.rows for part in parts])[order]
    return VoxelTiles(listed[order][begins], np.bitwise_or.reduceat(rows, begins, axis=0))
