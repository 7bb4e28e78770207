# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From triangles to the voxels that an agent's centre may not be in."""

from __future__ import annotations

import math
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
    tile_counts,
    tile_positions,
)
from ..progress import Steps, part
from ..workers import run_in_order
from .growth import TOLERANCE
from .near_tiles import TRIANGLE_BITS, NearTiles, corners_of, near_tiles, reached_voxels
from .near_voxels import Windows, near_voxels
from .rasterize import touched_voxels

#: Pairs of triangles and tiles that one task looks at, about; and what a tile itself counts for.
_PAIRS_AT_ONCE = 1 << 14
_PAIRS_OF_A_TILE = 1 << 6
_TRIANGLES = (1 << TRIANGLE_BITS) - 1
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
    return (yield from part(_near(triangles, near, shape, reach), 0.1, 1.0))


def blocked_by_each(triangles: Float64s, owner: Int64s, shape: Int32s, radius: float) -> Steps[VoxelTiles]:
    """The same for the triangles of several owners, each for itself: for few of each, that is many times quicker than
    one by one.

    Parameters
    ----------
    owner : (m,) int64, whose each triangle is, numbered from 0.

    Returns
    -------
    The voxels in a grid that has all tiles once for each owner: tiles are numbered on from those of the one before.
    """
    count = int(tile_counts(shape).prod())
    if radius == 0.0:
        return (yield from touched_voxels(triangles, shape, owner * count))
    reach = max(radius - TOLERANCE, TOLERANCE)
    near = yield from part(near_tiles(triangles, shape, reach, radius), 0.0, 0.1)
    if len(near.full):
        raise ValueError(f"a radius of {radius} voxels fills whole tiles, of which nobody knows whose they are")
    pairs = near.pairs + (owner[near.pairs & _TRIANGLES] * count << TRIANGLE_BITS)
    pairs.sort()
    return (yield from part(_near(triangles, NearTiles(pairs, near.full), shape, reach), 0.1, 1.0))


def fills_no_tile(shape: Int32s, radius: float) -> bool:
    """Whether no tile of a grid can be as a whole nearer than a radius to a triangle."""
    return 2.0 * radius < min(TILE, math.hypot(*shape.tolist()))


def _near(triangles: Float64s, near: NearTiles, shape: Int32s, reach: float) -> Steps[VoxelTiles]:
    """The voxels nearer than the reach, in tiles that are known to be near."""
    parts = list(_parts(near.pairs))
    gathering = Gathering(np.concatenate((near.full, *(some.tiles for some in parts))))
    gathering.put_all_of(near.full, shape)
    tasks = [(triangles, some, shape, reach, gathering) for some in parts]
    if len(tasks) == 1:
        # Often done before a thread is started.
        yield from _gather_near(*tasks[0])
    else:
        yield from run_in_order(_gather_near, tasks, _STAGE)
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
    # Whoever's they are.
    tiles = task.tiles % int(tile_counts(shape).prod())
    places = np.ascontiguousarray(tile_positions(tiles, shape).T) << TILE_BITS
    triangle = task.pairs & _TRIANGLES
    tile = np.repeat(np.arange(len(task.tiles)), task.counts)
    low, high = reached_voxels(corners_of(triangles, triangle), shape, reach)
    corner = places[:2].take(tile, axis=1)
    low, high = np.maximum(low[:2] - corner, 0), np.minimum(high[:2] - corner, TILE - 1)
    rows = yield from near_voxels(triangles, places, Windows(triangle, tile, low, high), reach)
    rows &= all_voxels(tiles, shape).rows
    gathering.put(task.tiles, rows)
