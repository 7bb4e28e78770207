# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which tiles come near which triangles, found by splitting larger cubes."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int32s, Int64s
from ..geometry.ragged import squares
from ..geometry.voxel_tiles import TILE_BITS, tile_counts
from ..progress import Steps
from ..workers import run_in_order
from .triangle_distance import nearest_offsets

#: A triangle is first compared with cubes so large that what it reaches spans at most this many along an axis.
_FIRST_SPAN = 4
#: Cubes are split this many times along each axis, 2**_SPLIT_BITS.
_SPLIT_BITS = 2
#: Triangles that one task looks at, and pairs compared at once, to bound memory.
_TRIANGLES_AT_ONCE = 1 << 15
_PAIRS_AT_ONCE = 1 << 14
#: Bits for a triangle's number in a pair; a tile's has 30 at most.
TRIANGLE_BITS = 32
#: What rounding may add to distances: this, and that much of the triangle's coordinates.
_MARGIN, _RELATIVE_MARGIN = 1e-7, 2.0**-30
_HALF_DIAGONAL = 0.75**0.5
_STAGE = "Splitting"


class NearTiles(NamedTuple):
    """pairs : (p,) int64, ascending, of tiles and triangles that may come nearer than the reach: the tile's number
    times 2**TRIANGLE_BITS, and the triangle's; full : (f,) int64, ascending, tiles all of whose voxels come nearer; no
    pair is of one of them."""

    pairs: Int64s
    full: Int64s


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
    first = np.minimum(np.maximum(np.ceil(low - (1.0 + reach) - margin), 0.0), limit + 1.0).astype(np.int64)
    last = np.minimum(np.maximum(np.floor(high + reach + margin), -1.0), limit).astype(np.int64)
    return first, last


def near_tiles(triangles: Float64s, shape: Int32s, reach: float, radius: float) -> Steps[NearTiles]:
    """The tiles of a grid that have voxels nearer than `reach` to triangles, and possibly some more.

    Parameters
    ----------
    triangles : (m, 3, 3) float64, in voxels.
    shape : (3,) int, of the grid.
    reach : in voxels.
    radius : in voxels; triangles farther than that from the grid do not count.
    """
    tasks = [
        (triangles[begin : begin + _TRIANGLES_AT_ONCE], begin, shape, reach, radius)
        for begin in range(0, max(len(triangles), 1), _TRIANGLES_AT_ONCE)
    ]
    if len(tasks) == 1:
        # Often done before a thread is started.
        return (yield from _near_tiles_of_part(*tasks[0]))
    parts = yield from run_in_order(_near_tiles_of_part, tasks, _STAGE)
    pairs, full = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    pairs.sort()
    full = np.unique(full)
    if len(full):
        pairs = pairs[~_among(pairs >> TRIANGLE_BITS, full)]
    return NearTiles(pairs, full)


def corners_of(triangles: Float64s, chosen: Int64s) -> Float64s:
    """The corners of some triangles: (3, 3, n) float64, corner and axis first, so that arithmetic runs over contiguous
    memory."""
    return np.ascontiguousarray(triangles.take(chosen, axis=0).transpose(1, 2, 0))


def _near_tiles_of_part(
    triangles: Float64s, begin: int, shape: Int32s, reach: float, radius: float
) -> Steps[NearTiles]:
    """The same for some triangles, the first of which is numbered `begin`."""
    yield 0.0, _STAGE
    corners = np.ascontiguousarray(triangles.transpose(1, 2, 0))
    counts, nothing = tile_counts(shape), np.empty(0, np.int64)
    near = _in_reach(corners, shape, radius)
    if _swallows(corners[:, :, near], shape, radius):
        return NearTiles(nothing, np.arange(int(counts.prod())))
    low, high = reached_voxels(corners, shape, reach)
    near &= (low <= high).all(axis=0)
    bits = _first_bits(low, high)
    pairs = _Pairs(nothing, np.empty((3, 0), np.int64))
    full = [nothing]
    for level in range(int(bits.max(initial=TILE_BITS)), TILE_BITS - 1, -_SPLIT_BITS):
        yield 0.0, _STAGE
        entering = np.flatnonzero((bits == level) & near)
        item, cube = squares(low[:, entering] >> level, high[:, entering] >> level)
        pairs = _Pairs(np.concatenate((pairs.triangle, entering[item])), np.concatenate((pairs.cube, cube), axis=1))
        left, covered = yield from _compare(corners, pairs, level, reach)
        number = _numbers(pairs.cube, level, counts)
        filled = np.unique(number[covered])
        if len(filled):
            left &= ~_among(number, filled)
            full.append(_tiles_in(pairs.cube[:, covered], level, shape))
        pairs = _Pairs(pairs.triangle[left], pairs.cube[:, left])
        if level > TILE_BITS:
            finer = level - _SPLIT_BITS
            first = np.maximum(pairs.cube << _SPLIT_BITS, low[:, pairs.triangle] >> finer)
            last = (pairs.cube << _SPLIT_BITS) + ((1 << _SPLIT_BITS) - 1)
            item, cube = squares(first, np.minimum(last, high[:, pairs.triangle] >> finer))
            pairs = _Pairs(pairs.triangle[item], cube)
    keys = (_numbers(pairs.cube, TILE_BITS, counts) << TRIANGLE_BITS) + (pairs.triangle + begin)
    keys.sort()
    whole = np.unique(np.concatenate(full))
    return NearTiles(keys[~_among(keys >> TRIANGLE_BITS, whole)] if len(whole) else keys, whole)


def _in_reach(corners: Float64s, shape: Int32s, radius: float) -> Bools:
    """Which triangles' boxes come within the radius of the grid."""
    near = np.ones(corners.shape[2], bool)
    for axis, side in enumerate(shape):
        a, b, c = corners[:, axis]
        near &= np.maximum(np.maximum(a, b), c) >= -radius
        near &= np.minimum(np.minimum(a, b), c) <= side + radius
    return near


def _swallows(corners: Float64s, shape: Int32s, radius: float) -> bool:
    """Whether the whole grid is nearer than the radius to one corner of a triangle."""
    # From nowhere is it less far to the farthest corner of the grid than from its middle.
    if 2.0 * radius <= math.hypot(*(int(side) for side in shape)):
        return False
    sides = np.asarray(shape, np.float64)[:, None]
    farthest = np.maximum(np.abs(corners), np.abs(corners - sides))
    return bool((farthest * farthest).sum(axis=1).min(initial=np.inf) < radius * radius)


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
