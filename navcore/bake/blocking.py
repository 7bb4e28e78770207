# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From triangles to the voxels that an agent's centre may not be in."""

from __future__ import annotations

from collections.abc import Iterator

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

#: Columns of voxels that a task compares with triangles, about, and tiles it does so in.
_COLUMNS_AT_ONCE = 1 << 20
_COLUMNS_OF_A_TILE = 1 << 12
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
    for some, found in (yield from part(run_in_order(_near_of_part, tasks, _STAGE), 0.1, 1.0)):
        tiles.append(some)
        rows.append(found)
    return without_empty(np.concatenate(tiles), np.concatenate(rows))


def _tasks(
    corners: Float64s, pairs: NearTiles, shape: Int32s, reach: float
) -> Iterator[tuple[Float64s, Int64s, Windows, Int32s, float]]:
    """Parts of the work: some tiles each, with the triangles that come near them."""
    low, high = pairs.low, pairs.high
    begins = np.flatnonzero(np.diff(pairs.tile, prepend=-1))
    tiles = pairs.tile[begins]
    ends = np.append(begins[1:], len(pairs.tile))
    for few in chunks(_COLUMNS_OF_A_TILE + 49 * (ends - begins), _COLUMNS_AT_ONCE):
        some = slice(int(begins[few.start]), int(ends[few.stop - 1]))
        yield corners, tiles[few], pairs.triangle[some], ends[few] - begins[few], low, high, shape, reach


def _near_of_part(corners, tiles, triangle, counts, low, high, shape, reach) -> Steps[tuple[Int64s, UInt32s]]:
    places = np.ascontiguousarray(tile_positions(tiles, shape).T) << TILE_BITS
    tile = np.repeat(np.arange(len(tiles)), counts)
    corner = places[:2].take(tile, axis=1)
    first = np.maximum(low[:2].take(triangle, axis=1) - corner, 0)
    last = np.minimum(high[:2].take(triangle, axis=1) - corner, TILE - 1)
    rows = yield from near_voxels(corners, places, Windows(triangle, tile, first, last), reach)
    return tiles, rows & all_voxels(tiles, shape).rows


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
