# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which tiles come near which triangles, found by splitting larger cubes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int32s, Int64s
from ..geometry.voxel_tiles import TILE_BITS, tile_counts
from ..progress import Steps
from .ragged import squares
from .triangle_distance import nearest_offsets

#: A triangle is first compared with cubes so large that what it reaches spans at most this many along an axis.
_FIRST_SPAN = 4
#: Cubes are split this many times along each axis, 2**_SPLIT_BITS.
_SPLIT_BITS = 2
#: Pairs compared at once, to bound memory.
_PAIRS_AT_ONCE = 1 << 15
#: What rounding may add to distances: this, and that much of the triangle's coordinates.
_MARGIN, _RELATIVE_MARGIN = 1e-7, 2.0**-30
_HALF_DIAGONAL = 0.75**0.5
_STAGE = "Splitting"


class NearTiles(NamedTuple):
    """triangle, tile : (p,) int64, pairs that may come nearer than the reach, by ascending tiles; full : (f,) int64,
    ascending, tiles all of whose voxels do; no pair is of one of them. low, high : (3, m) int64, of each triangle, the
    voxels of the grid that its bounding box reaches, inclusive."""

    triangle: Int64s
    tile: Int64s
    full: Int64s
    low: Int64s
    high: Int64s


class _Pairs(NamedTuple):
    """triangle : (p,) int64; cube : (3, p) int64, of a grid of cubes."""

    triangle: Int64s
    cube: Int64s


def reached_voxels(corners: Float64s, shape: Int32s, reach: float) -> tuple[Int64s, Int64s]:
    """The voxels, (3, m) int64 each, lowest and highest, that the bounding boxes of triangles come within reach of."""
    limit = np.asarray(shape, np.float64)[:, None] - 1.0
    low = np.minimum(np.minimum(corners[0], corners[1]), corners[2])
    high = np.maximum(np.maximum(corners[0], corners[1]), corners[2])
    margin = _MARGIN + _RELATIVE_MARGIN * np.maximum(np.abs(low), np.abs(high))
    # Clipped before the conversion, which is undefined beyond the integers' range.
    first = np.clip(np.ceil(low - (1.0 + reach) - margin), 0.0, limit + 1.0).astype(np.int64)
    last = np.clip(np.floor(high + reach + margin), -1.0, limit).astype(np.int64)
    return first, last


def near_tiles(corners: Float64s, shape: Int32s, reach: float) -> Steps[NearTiles]:
    """The tiles of a grid that have voxels nearer than `reach` to triangles, corners (3, 3, m), and possibly some more.

    Parameters
    ----------
    corners : (3, 3, m) float64, corner and axis first, in voxels.
    shape : (3,) int, of the grid.
    reach : in voxels.
    """
    low, high = reached_voxels(corners, shape, reach)
    bits = _first_bits(low, high)
    most = int(bits.max(initial=TILE_BITS))
    nothing = np.empty(0, np.int64)
    pairs = _Pairs(nothing, np.empty((3, 0), np.int64))
    full = [nothing]
    counts = tile_counts(shape)
    for level in range(most, TILE_BITS - 1, -_SPLIT_BITS):
        yield 0.0, _STAGE
        entering = np.flatnonzero((bits == level) & (low <= high).all(axis=0))
        item, cube = squares(low[:, entering] >> level, high[:, entering] >> level)
        pairs = _Pairs(np.concatenate((pairs.triangle, entering[item])), np.concatenate((pairs.cube, cube), axis=1))
        near, covered = yield from _compare(corners, pairs, level, reach)
        number = _numbers(pairs.cube, level, counts)
        filled = np.unique(number[covered])
        if len(filled):
            near &= ~_among(number, filled)
            full.append(_tiles_in(pairs.cube[:, covered], level, shape))
        pairs = _Pairs(pairs.triangle[near], pairs.cube[:, near])
        if level > TILE_BITS:
            finer = level - _SPLIT_BITS
            first = np.maximum(pairs.cube << _SPLIT_BITS, low[:, pairs.triangle] >> finer)
            last = (pairs.cube << _SPLIT_BITS) + ((1 << _SPLIT_BITS) - 1)
            item, cube = squares(first, np.minimum(last, high[:, pairs.triangle] >> finer))
            pairs = _Pairs(pairs.triangle[item], cube)
    tile = _numbers(pairs.cube, TILE_BITS, counts)
    order = np.argsort(tile, kind="stable")
    triangle, tile = pairs.triangle[order], tile[order]
    whole = np.unique(np.concatenate(full))
    if len(whole):
        rest = ~_among(tile, whole)
        triangle, tile = triangle[rest], tile[rest]
    return NearTiles(triangle, tile, whole, low, high)


def _first_bits(low: Int64s, high: Int64s) -> Int64s:
    """Of each box, the size (as a power of two) of the cubes it is first compared with."""
    bits = np.full(low.shape[1], TILE_BITS)
    while True:
        large = ((high >> bits) - (low >> bits)).max(axis=0, initial=0) >= _FIRST_SPAN
        if not large.any():
            return bits
        bits[large] += _SPLIT_BITS


def _compare(corners: Float64s, pairs: _Pairs, level: int, reach: float) -> Steps[tuple[Bools, Bools]]:
    """Which pairs may come nearer than the reach, and in which the triangle is as near to each voxel of the cube."""
    size = float(1 << level)
    near, covered = np.empty(len(pairs.triangle), bool), np.empty(len(pairs.triangle), bool)
    for begin in range(0, len(near), _PAIRS_AT_ONCE):
        yield 0.0, _STAGE
        few = slice(begin, begin + _PAIRS_AT_ONCE)
        some = corners.take(pairs.triangle[few], axis=2)
        middle = (pairs.cube[:, few].astype(np.float64) + 0.5) * size
        offset = nearest_offsets(some, middle)
        margin = _MARGIN + _RELATIVE_MARGIN * np.abs(some - middle).max(axis=(0, 1))
        across = np.abs(offset)
        distance = np.sqrt((offset * offset).sum(axis=0))
        # The triangle is all on the other side of the plane through its nearest point, across the way there. So the
        # cube is as far off as its corner nearest to that plane.
        near[few] = distance * (distance - reach - margin) <= 0.5 * size * across.sum(axis=0)
        covered[few] = distance + (size - 1.0) * _HALF_DIAGONAL < reach + 0.5 - margin
    return near, covered


def _numbers(cube: Int64s, level: int, counts: Int64s) -> Int64s:
    """Cubes of a level, (3, p), numbered in C order: (p,) int64."""
    finer = level - TILE_BITS
    _x, y, z = ((counts - 1) >> finer) + 1
    number: Int64s = (cube[0] * y + cube[1]) * z + cube[2]
    return number


def _among(numbers: Int64s, some: Int64s) -> Bools:
    """Which numbers are among some ascending ones."""
    at = np.minimum(np.searchsorted(some, numbers), len(some) - 1)
    among: Bools = some[at] == numbers
    return among


def _tiles_in(cube: Int64s, level: int, shape: Int32s) -> Int64s:
    """The different tiles of a grid that lie in cubes of a level, (3, p)."""
    counts = tile_counts(shape)
    finer = level - TILE_BITS
    last = np.minimum((cube << finer) + ((1 << finer) - 1), counts[:, None] - 1)
    _item, tiles = squares(cube << finer, last)
    return np.unique(_numbers(tiles, TILE_BITS, counts))
