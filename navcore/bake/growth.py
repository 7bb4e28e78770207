# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Growing blocked space by a distance, tile by tile."""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Int32s, Int64s, UInt32s
from ..geometry.voxel_tiles import (
    NO_TILES,
    TILE,
    Gathering,
    VoxelTiles,
    all_voxels,
    tile_counts,
    tile_positions,
)
from ..progress import Steps
from ..workers import run_in_order

#: Numbers of 32 bits that one task works with, about, to bound memory.
_WORDS_AT_ONCE = 1 << 20
#: A distance may fall short of the radius by this many voxels and still count as reached.
TOLERANCE = 5e-7
_STAGE = "Growing"


def grow(occupied: VoxelTiles, shape: Int32s, radius: float) -> Steps[VoxelTiles]:
    """The voxels of a grid nearer than a radius to an occupied one, measured between their boxes.

    Parameters
    ----------
    occupied : of the grid.
    shape : (3,) int, of the grid.
    radius : in voxels.

    Returns
    -------
    A set with the occupied voxels among it.
    """
    if not len(occupied.tiles):
        return NO_TILES
    # Never zero, so that the occupied voxels themselves are near; and no more than reaches across the whole grid.
    limit = min(max(radius - TOLERANCE, TOLERANCE), math.hypot(*(int(side) for side in shape))) ** 2
    yield 0.0, _STAGE
    near, full = _near_tiles(occupied.tiles, shape, limit)
    yield 0.0, _STAGE
    few = max(1, _WORDS_AT_ONCE // ((2 * _tiles_beside(limit) + 4) * TILE * TILE))
    gathering = Gathering(np.concatenate((full, near)))
    gathering.put_all_of(full, shape)
    tasks = [(gathering, occupied, near[begin : begin + few], shape, limit) for begin in range(0, len(near), few)]
    yield from run_in_order(_grow_tiles, tasks, _STAGE)
    return gathering.voxels()


def _squared_gap(steps: int) -> int:
    """Squared distance, along one axis, of voxels this many steps apart: between their nearest points."""
    return max(abs(steps) - 1, 0) ** 2


def _steps(limit: float, squared: int) -> int:
    """How many steps along an axis stay below a limit, at most; the other axes add a squared distance below it."""
    return math.isqrt(math.ceil(limit) - 1 - squared) + 1


def _tiles_beside(limit: float) -> int:
    """How many tiles beside a tile its voxels are grown from, on each side."""
    return -(-_steps(limit, 0) // TILE)


def _near_tiles(tiles: Int64s, shape: Int32s, limit: float) -> tuple[Int64s, Int64s]:
    """The tiles that have near voxels, but for those that have no others; and the latter. Both ascending."""
    counts = tile_counts(shape)
    places = tile_positions(tiles, shape)
    ranges = [range(-int(count) + 1, int(count)) for count in counts]
    offsets = [
        ((x, y, z), _most(x) + _most(y) + _most(z) < limit)
        for x in ranges[0]
        if _least(x) < limit
        for y in ranges[1]
        if _least(x) + _least(y) < limit
        for z in ranges[2]
        if _least(x) + _least(y) + _least(z) < limit
    ]
    near, full = [tiles[:0]], [tiles[:0]]
    for offset, covers in offsets:
        place = places + np.array(offset)
        x, y, z = place[((place >= 0) & (place < counts)).all(axis=1)].T
        (full if covers else near).append((x * counts[1] + y) * counts[2] + z)
    whole = np.unique(np.concatenate(full))
    return np.setdiff1d(np.concatenate(near), whole), whole


def _least(tiles: int) -> int:
    """Squared distance, along one axis, of the nearest voxels of tiles so far apart."""
    return _squared_gap(max(abs(tiles) * TILE - (TILE - 1), 0))


def _most(tiles: int) -> int:
    """Squared distance, along one axis, of the farthest voxels of tiles so far apart."""
    return _squared_gap(abs(tiles) * TILE + (TILE - 1))


def _grow_tiles(gathering: Gathering, occupied: VoxelTiles, tiles: Int64s, shape: Int32s, limit: float) -> Steps[None]:
    """Gather what occupied voxels grow to in some tiles."""
    places = tile_positions(tiles, shape)
    grown = np.zeros((len(tiles), TILE, TILE), np.uint32)
    beside = _tiles_beside(limit)
    for x in range(-beside, beside + 1):
        for y in range(-beside, beside + 1):
            if _least(x) + _least(y) < limit:
                yield 0.0, _STAGE
                columns = _columns(occupied, places + np.array((x, y, 0)), shape, beside)
                held = np.flatnonzero(columns.any(axis=(0, 2, 3)))
                grown[held] |= yield from _grow_columns(columns[:, held], x, y, limit)
    grown &= all_voxels(tiles, shape).rows
    gathering.put(tiles, grown)


def _columns(occupied: VoxelTiles, places: Int64s, shape: Int32s, beside: int) -> UInt32s:
    """The occupied rows of tiles at places, (t, 3), and above and below: (2 * beside + 1, t, 32, 32) uint32."""
    counts = tile_counts(shape)
    columns = np.zeros((2 * beside + 1, len(places), TILE, TILE), np.uint32)
    for index, z in enumerate(range(-beside, beside + 1)):
        place = places + np.array((0, 0, z))
        number = (place[:, 0] * counts[1] + place[:, 1]) * counts[2] + place[:, 2]
        at = np.minimum(np.searchsorted(occupied.tiles, number), len(occupied.tiles) - 1)
        there = np.flatnonzero(((place >= 0) & (place < counts)).all(axis=1) & (occupied.tiles[at] == number))
        columns[index, there] = occupied.rows[at[there]]
    return columns


def _grow_columns(columns: UInt32s, x: int, y: int, limit: float) -> Steps[UInt32s]:
    """What the rows of `_columns`, of tiles `x` and `y` tiles away, grow to: (t, 32, 32) uint32."""
    grown = np.zeros(columns.shape[1:], np.uint32)
    inside = range(1 - TILE, TILE)
    squared = {
        (from_x, from_y): _squared_gap(from_x + x * TILE) + _squared_gap(from_y + y * TILE)
        for from_x in inside
        for from_y in inside
    }
    moves = sorted((_steps(limit, gap), *move) for move, gap in squared.items() if gap < limit)
    near, steps = columns[len(columns) // 2].copy(), 0
    for index, (reach, from_x, from_y) in enumerate(moves):
        if index % TILE == 0:
            yield 0.0, _STAGE
        while steps < reach:
            steps += 1
            near |= _moved(columns, steps)
            near |= _moved(columns, -steps)
        (to_x, source_x), (to_y, source_y) = _overlap(from_x), _overlap(from_y)
        grown[:, to_x, to_y] |= near[:, source_x, source_y]
    return grown


def _overlap(steps: int) -> tuple[slice, slice]:
    """The part of a tile that another one overlaps when moved so many steps, and that part of the other one."""
    return slice(max(-steps, 0), TILE - max(steps, 0)), slice(max(steps, 0), TILE - max(-steps, 0))


def _moved(columns: UInt32s, steps: int) -> UInt32s:
    """The middle rows of `_columns` with every voxel moved up."""
    tiles, bits = divmod(steps, TILE)
    below = len(columns) // 2 - tiles
    moved: UInt32s = columns[below]
    if bits:
        moved = (moved << np.uint32(bits)) | (columns[below - 1] >> np.uint32(TILE - bits))
    return moved
