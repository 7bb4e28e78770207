# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From blocked voxels to cells: tile by tile, then across the borders of tiles.

Cells are a function of the blocked voxels alone. A bake of everything, of what has changed and of parts apart all use
this, and so give the same cells.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Int32s, Int64s
from ..geometry.voxel_tiles import TILE, VoxelTiles, free_rows, tile_counts, tile_positions
from ..progress import Steps, part
from ..workers import run_in_order
from .chains import join_chains
from .tile_cells import boxes_of_tiles

#: Tiles that one thread merges at once.
_TILES_AT_ONCE = 256
_STAGE = "Merging"


def merge_free(blocked: VoxelTiles, shape: Int32s) -> Steps[Int32s]:
    """The free space of a grid as cells.

    Parameters
    ----------
    blocked : the voxels that are not free.
    shape : (3,) int, of the grid.

    Returns
    -------
    (m, 2, 3) int32 voxel corners [min, max), in no particular order.
    """
    tasks = [(tiles, shape) for tiles in blocked.parts(_TILES_AT_ONCE)]
    parts = yield from part(run_in_order(_merge_tiles, tasks, _STAGE), 0.0, 0.7)
    boxes = np.concatenate((*parts, free_tile_rows(blocked, shape)))
    for axis in range(3):
        yield 0.7 + 0.1 * axis, _STAGE
        boxes = join_chains(boxes, axis)
    return boxes


def _merge_tiles(blocked: VoxelTiles, shape: Int32s) -> Steps[Int32s]:
    yield 0.0, _STAGE
    return boxes_in_tiles(blocked, shape)[1]


def boxes_in_tiles(blocked: VoxelTiles, shape: Int32s) -> tuple[Int64s, Int32s]:
    """What blocked voxels leave of their own tiles: (n,) int64, which tile, ascending, and (n, 2, 3) int32 boxes."""
    made = boxes_of_tiles(free_rows(blocked, shape))
    corners = (tile_positions(blocked.tiles, shape) * TILE).astype(np.int32)
    return made.slot, made.boxes + corners[made.slot, None]


def free_tile_rows(blocked: VoxelTiles, shape: Int32s) -> Int32s:
    """The tiles without a blocked voxel, as the longest rows along x: (n, 2, 3) int32 voxel corners [min, max)."""
    width, height, depth = tile_counts(shape).tolist()
    x, y, z = tile_positions(blocked.tiles, shape).T
    taken = np.sort((y * depth + z) * width + x)
    # What lies between two that are taken may run over the ends of rows; cut it there.
    begin, end = np.append(0, taken + 1), np.append(taken, width * height * depth)
    gap = begin < end
    begin, end = begin[gap], end[gap]
    first = begin // width
    counts = (end - 1) // width - first + 1
    of = np.repeat(np.arange(len(counts)), counts)
    row = first[of] + np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
    y, z = np.divmod(row, depth)
    low = np.stack((np.maximum(begin[of] - row * width, 0), y, z), axis=1)
    high = np.stack((np.minimum(end[of] - row * width, width), y + 1, z + 1), axis=1)
    return np.stack((low * TILE, np.minimum(high * TILE, shape)), axis=1).astype(np.int32)
