# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many free leaves the octree over a grid has, without making it: counted level by level.

A cube is split that holds a blocked voxel, that the domain's border cuts, or that is larger than `min_depth` allows.
The leaves of a level are the children of what is split above, within the domain, that are not split themselves.
"""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Int32s, Int64s, UInt32s
from ..geometry.voxel_tiles import TILE, TILE_BITS, VoxelTiles, popcount, tile_positions

#: Room for a tile's place in the grid of tiles along an axis beside others in one number.
_PLACE_BITS = 20
_PLACE = (1 << _PLACE_BITS) - 1


def count_leaves(blocked: VoxelTiles, shape: Int32s, min_depth: int) -> int:
    """How many leaves `free_leaves` would list, where neighbours may differ by any number of levels."""
    return leaves_over(inner_cubes(blocked, shape).sum(axis=0), blocked.tiles, shape, min_depth)


def inner_cubes(blocked: VoxelTiles, shape: Int32s) -> Int64s:
    """By tile and level, how many cubes hold a blocked voxel and are not cut by the border: (t, 6) int64."""
    position = tile_positions(blocked.tiles, shape)
    rows, counts = blocked.rows, []
    for level in range(TILE_BITS + 1):
        counts.append(_counts_inside(rows, position, np.asarray(shape, np.int64) >> level, TILE >> level))
        rows = _halved(rows)
    return np.stack(counts, axis=1)


def leaves_over(within: Int64s, tiles: Int64s, shape: Int32s, min_depth: int) -> int:
    """The leaves over tiles with a blocked voxel, (t,) int64, of which the `inner_cubes` sum up to `within`, (6,)."""
    sides = [int(side) for side in shape]
    depth = max(side - 1 for side in sides).bit_length()
    inner = within.tolist() + _larger_cubes(tile_positions(tiles, shape), shape, depth)
    number, split = 0, inner[0]
    for level in range(depth):
        here = math.prod(-(-side >> level) for side in sides)
        above = math.prod(-(-side >> level + 1) for side in sides)
        whole = math.prod(side >> level + 1 for side in sides)
        if level < depth - min_depth:
            # All that is split: the cubes that the border cuts, and whole ones with a blocked voxel.
            number += here - 8 * whole + 8 * inner[level + 1] - split
            split = above - whole + inner[level + 1]
        else:
            number += here - split
            split = above
    return number + (not split)


def _larger_cubes(position: Int64s, shape: Int32s, depth: int) -> list[int]:
    """For each level above that of tiles, how many cubes hold one of the tiles at (t, 3) and are not cut."""
    counts = []
    for level in range(TILE_BITS + 1, depth + 1):
        x, y, z = (position >> 1).T
        # As single numbers, because numpy compares rows slowly.
        number = np.unique(((x << _PLACE_BITS) | y) << _PLACE_BITS | z)
        position = np.stack((number >> 2 * _PLACE_BITS, number >> _PLACE_BITS & _PLACE, number & _PLACE), axis=1)
        counts.append(int((position < np.asarray(shape, np.int64) >> level).all(axis=1).sum()))
    return counts


def _counts_inside(rows: UInt32s, position: Int64s, inside: Int64s, edge: int) -> Int64s:
    """How many cubes of each tile, (t, edge, edge) rows of bits, are within the first `inside` of the grid, (3,)."""
    left = np.clip(inside - position * edge, 0, edge)
    border = np.flatnonzero((left < edge).any(axis=1))
    counts: Int64s = popcount(rows).sum(axis=(1, 2), dtype=np.int64)
    if len(border):
        x, y, z = left[border].T[:, :, None, None]
        place = np.arange(edge)
        kept = rows[border] & ((1 << z) - 1).astype(np.uint32)
        kept *= (place[:, None] < x) & (place < y)
        counts[border] = popcount(kept).sum(axis=(1, 2), dtype=np.int64)
    return counts


def _halved(rows: UInt32s) -> UInt32s:
    """Rows of cubes twice as large, those that hold a bit of (t, n, n) uint32: (t, n / 2, n / 2)."""
    if rows.shape[1] == 1:
        return rows
    pairs = rows[:, ::2] | rows[:, 1::2]
    pairs = pairs[:, :, ::2] | pairs[:, :, 1::2]
    either = (pairs | (pairs >> np.uint32(1))) & np.uint32(0x55555555)
    # Every second bit moved together.
    for shift, mask in ((1, 0x33333333), (2, 0x0F0F0F0F), (4, 0x00FF00FF), (8, 0x0000FFFF)):
        either = (either | (either >> np.uint32(shift))) & np.uint32(mask)
    return either
