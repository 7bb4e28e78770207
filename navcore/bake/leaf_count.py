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


def count_leaves(blocked: VoxelTiles, shape: Int32s, min_depth: int) -> int:
    """How many leaves `free_leaves` would list, where neighbours may differ by any number of levels."""
    sides = [int(side) for side in shape]
    depth = max(side - 1 for side in sides).bit_length()
    number, split = 0, blocked.number()
    inner = _inner_cubes(blocked, shape, depth)
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


def _inner_cubes(blocked: VoxelTiles, shape: Int32s, depth: int) -> list[int]:
    """For each level the number of cubes that hold a blocked voxel and that the border does not cut."""
    counts = []
    position = tile_positions(blocked.tiles, shape)
    rows = blocked.rows
    for level in range(depth + 1):
        inside = np.asarray(shape, np.int64) >> level
        if level <= TILE_BITS:
            counts.append(_count_inside(rows, position, inside, TILE >> level))
            rows = _halved(rows)
        else:
            position = np.unique(position >> 1, axis=0)
            counts.append(int((position < inside).all(axis=1).sum()))
    return counts


def _count_inside(rows: UInt32s, position: Int64s, inside: Int64s, edge: int) -> int:
    """How many cubes of tiles, (t, edge, edge) rows of bits, are within the first `inside` of the grid, (3,) int64."""
    left = np.clip(inside - position * edge, 0, edge)
    number = int(popcount(rows).sum(dtype=np.int64))
    for border in np.flatnonzero((left < edge).any(axis=1)).tolist():
        x, y, z = left[border].tolist()
        kept = rows[border, :x, :y] & np.uint32((1 << z) - 1)
        number += int(popcount(kept).sum(dtype=np.int64)) - int(popcount(rows[border]).sum(dtype=np.int64))
    return number


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
