# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From triangles to the voxels that an agent's centre may not be in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Float64s, Int32s, Int64s, UInt32s
from ..geometry.voxel_tiles import (
    NO_TILES,
    TILE,
    TILE_BITS,
    VoxelTiles,
    all_voxels,
    tile_counts,
    tile_positions,
    without_empty,
)
from ..progress import Steps, part
from ..workers import run_in_order
from .growth import TOLERANCE
from .near_tiles import NearTiles, near_tiles
from .near_voxels import Windows, near_voxels
from .ragged import chunks
from .rasterize import touched_voxels

#: Pairs of triangles and tiles that one task looks at, about; and what a tile itself counts for.
_PAIRS_AT_ONCE = 1 << 14
_PAIRS_OF_A_TILE = 1 << 6
_STAGE = "Measuring"


def blocked_voxels(triangles: Float64s, shape: Int32s, radius: float) -> Steps[VoxelTiles]:
    """The voxels of a grid that triangles touch or, with a radius, come nearer to than that.

    A voxel is blocked if any one triangle blocks it, whatever the others do.

    Parameters
    ----------
    triangles : (m, 3, 3) float64, in voxels.
    shape : (3,) int, of the grid.
    radius : the agent's, in voxels.
    """
    if radius == 0.0:
        return (yield from touched_voxels(triangles, shape))
    yield 0.0, "Splitting"
    near = _in_reach(triangles, shape, radius)
    yield 0.0, "Splitting"
    if not len(near):
        return NO_TILES
    if _swallows(near, shape, radius):
        return all_voxels(np.arange(int(tile_counts(shape).prod())), shape)
    # Corner and axis first, so that arithmetic runs over contiguous memory.
    corners = np.ascontiguousarray(near.transpose(1, 2, 0))
    del near
    reach = max(radius - TOLERANCE, TOLERANCE)
    pairs = yield from part(near_tiles(corners, shape, reach), 0.0, 0.1)
    tiles, rows = [pairs.full], [all_voxels(pairs.full, shape).rows]
    tasks = list(_tasks(corners, pairs, shape, reach))
    if len(tasks) == 1:
        # Often done before a thread is started.
        found = [(yield from part(_near_of_part(*tasks[0]), 0.1, 1.0))]
    else:
        found = yield from part(run_in_order(_near_of_part, tasks, _STAGE), 0.1, 1.0)
    for some, its_rows in found:
        tiles.append(some)
        rows.append(its_rows)
    return without_empty(np.concatenate(tiles), np.concatenate(rows))


class _Task(NamedTuple):
    """Some tiles, with the triangles that come near them.

    corners : (3, 3, m) float64, corner and axis first, of all triangles; low, high : (3, m) int64, the voxels that
    their bounding boxes reach; tiles : (t,) int64; counts : (t,) int64, how many triangles are near each; triangle :
    (counts.sum(),) int64, these.
    """

    corners: Float64s
    low: Int64s
    high: Int64s
    tiles: Int64s
    counts: Int64s
    triangle: Int64s
    shape: Int32s
    reach: float


def _tasks(corners: Float64s, pairs: NearTiles, shape: Int32s, reach: float) -> Iterator[_Task]:
    begins = np.flatnonzero(np.diff(pairs.tile, prepend=-1))
    tiles, ends = pairs.tile[begins], np.append(begins[1:], len(pairs.tile))
    counts = ends - begins
    for few in chunks(_PAIRS_OF_A_TILE + counts, _PAIRS_AT_ONCE):
        some = slice(int(begins[few.start]), int(ends[few.stop - 1]))
        yield _Task(corners, pairs.low, pairs.high, tiles[few], counts[few], pairs.triangle[some], shape, reach)


def _near_of_part(*parts: Any) -> Steps[tuple[Int64s, UInt32s]]:
    """The tiles of a task, and the rows of what is near in them."""
    task = _Task(*parts)
    places = np.ascontiguousarray(tile_positions(task.tiles, task.shape).T) << TILE_BITS
    tile = np.repeat(np.arange(len(task.tiles)), task.counts)
    corner = places[:2].take(tile, axis=1)
    low = np.maximum(task.low[:2].take(task.triangle, axis=1) - corner, 0)
    high = np.minimum(task.high[:2].take(task.triangle, axis=1) - corner, TILE - 1)
    rows = yield from near_voxels(task.corners, places, Windows(task.triangle, tile, low, high), task.reach)
    rows &= all_voxels(task.tiles, task.shape).rows
    return task.tiles, rows


def _in_reach(triangles: Float64s, shape: Int32s, radius: float) -> Float64s:
    """The triangles whose boxes come within the radius of the grid."""
    # Spelled out, because numpy reduces short axes slowly.
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    low, high = np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)
    near = (high >= -radius) & (low <= shape + radius)
    return triangles[near[:, 0] & near[:, 1] & near[:, 2]]


def _swallows(triangles: Float64s, shape: Int32s, radius: float) -> bool:
    """Whether the whole grid is nearer than the radius to one corner of a triangle."""
    corners = triangles.reshape(-1, 3)
    farthest = np.maximum(np.abs(corners), np.abs(corners - shape))
    return bool((farthest * farthest).sum(axis=1).min() < radius * radius)
