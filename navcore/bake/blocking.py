# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From triangles to the voxels that an agent's centre may not be in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..arrays import Float64s, Int32s, Int64s
from ..geometry.ragged import chunks
from ..geometry.voxel_tiles import (
    TILE,
    TILE_BITS,
    Gathering,
    VoxelTiles,
    all_voxels,
    tile_positions,
)
from ..progress import Steps, part
from ..workers import run_in_order
from .growth import TOLERANCE
from .near_tiles import TRIANGLE_BITS, corners_of, near_tiles, reached_voxels
from .near_voxels import Windows, near_voxels
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
    reach = max(radius - TOLERANCE, TOLERANCE)
    near = yield from part(near_tiles(triangles, shape, reach, radius), 0.0, 0.1)
    parts = list(_parts(near.pairs))
    gathering = Gathering(np.concatenate((near.full, *(some.tiles for some in parts))))
    gathering.put_all_of(near.full, shape)
    tasks = [(triangles, some, shape, reach, gathering) for some in parts]
    if len(tasks) == 1:
        # Often done before a thread is started.
        yield from part(_gather_near(*tasks[0]), 0.1, 1.0)
    else:
        yield from part(run_in_order(_gather_near, tasks, _STAGE), 0.1, 1.0)
    return gathering.voxels()


class _Part(NamedTuple):
    """Some tiles, with the triangles that come near them.

    tiles : (t,) int64; counts : (t,) int64, how many triangles are near each; pairs : (counts.sum(),) int64, these, as
    of `NearTiles`.
    """

    tiles: Int64s
    counts: Int64s
    pairs: Int64s


def _parts(pairs: Int64s) -> Iterator[_Part]:
    """All pairs, tile by tile, so many at once as a task takes."""
    tile = pairs >> TRIANGLE_BITS
    begins = np.flatnonzero(np.diff(tile, prepend=-1))
    tiles, ends = tile[begins], np.append(begins[1:], len(tile))
    counts = ends - begins
    for few in chunks(_PAIRS_OF_A_TILE + counts, _PAIRS_AT_ONCE):
        some = slice(int(begins[few.start]), int(ends[few.stop - 1]))
        yield _Part(tiles[few], counts[few], pairs[some])


def _gather_near(triangles: Float64s, task: _Part, shape: Int32s, reach: float, gathering: Gathering) -> Steps[None]:
    """Gather what is nearer than the reach to triangles in some tiles."""
    places = np.ascontiguousarray(tile_positions(task.tiles, shape).T) << TILE_BITS
    triangle = task.pairs & ((1 << TRIANGLE_BITS) - 1)
    tile = np.repeat(np.arange(len(task.tiles)), task.counts)
    low, high = reached_voxels(corners_of(triangles, triangle), shape, reach)
    corner = places[:2].take(tile, axis=1)
    low, high = np.maximum(low[:2] - corner, 0), np.minimum(high[:2] - corner, TILE - 1)
    rows = yield from near_voxels(triangles, places, Windows(triangle, tile, low, high), reach)
    rows &= all_voxels(task.tiles, shape).rows
    gathering.put(task.tiles, rows)
