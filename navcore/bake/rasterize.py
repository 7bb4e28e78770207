# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From triangles to the voxels they touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..arrays import AnyArray, Bools, Float64s, Int32s, Int64s
from ..geometry.ragged import squares
from ..geometry.voxel_tiles import VoxelTiles
from ..progress import Steps
from ..workers import run_in_order
from .triangle_cubes import are_exact, touched_cubes
from .voxel_sets import VoxelCodes, merged_unique, sorted_unique

#: Cubes tested at once by one thread: enough to outweigh numpy's overhead.
_CUBES_AT_ONCE = 1 << 19
#: A triangle is first compared with cubes so large that it spans at most this many of them along an axis.
_FIRST_SPAN = 6
#: Blocks of nearly the same span are compared together, as the larger one: fewer calls for a few cubes more.
_SPANS = np.array((0, 1, 2, 3, 4, 6, 6))
_SPANS.setflags(write=False)
#: Cubes are split this many times along each axis, 2**_SPLIT_BITS.
_SPLIT_BITS = 2
_SPLIT = 1 << _SPLIT_BITS
#: Triangles prepared at once by one thread. Fewer make arrays so small that threads only wait for each other.
_TRIANGLES_AT_ONCE = 1 << 16
#: So few triangles are compared with single cubes and without threads: blocks of each span, and threads, take longer.
_FEW_TRIANGLES = 1 << 10
#: Triangles that are together compared with so few voxels at most are so at once: fewer calls for many voxels more.
_FEW_VOXELS = 1 << 16
#: How what is told of the cubes along an axis stands among all cubes of a block.
_ALONG = (np.s_[:, None, None], np.s_[:, None], np.s_[:])
_STAGE = "Splitting"


def touched_voxels(triangles: Float64s, shape: Int32s, first_tiles: Int64s | None = None) -> Steps[VoxelTiles]:
    """The voxels of a grid that triangles touch.

    Parameters
    ----------
    triangles : (m, 3, 3) float64, in voxels.
    shape : (3,) int, of the grid.
    first_tiles : (m,) int64, what is added to the numbers of the tiles in which each triangle touches voxels; None
        for 0.
    """
    codes = VoxelCodes(shape, first_tiles)
    count = max(1, -(-len(triangles) // _TRIANGLES_AT_ONCE))
    # Every so many-th triangle, because large ones tend to come together.
    tasks = [(triangles[part::count], shape, codes.every(count, part)) for part in range(count)]
    if len(triangles) < _FEW_TRIANGLES:
        return codes.tiles((yield from _touched_by_part(*tasks[0])))
    return codes.tiles(merged_unique((yield from run_in_order(_touched_by_part, tasks, _STAGE))))


def _touched_by_part(triangles: Float64s, shape: Int32s, codes: VoxelCodes) -> Steps[AnyArray]:
    # Corner and axis first, so that arithmetic runs over contiguous memory.
    corners = np.ascontiguousarray(triangles.transpose(1, 2, 0))
    low = np.floor(np.minimum(np.minimum(corners[0], corners[1]), corners[2]))
    high = np.floor(np.maximum(np.maximum(corners[0], corners[1]), corners[2]))
    limit = np.asarray(shape, np.float64)[:, None]
    within = np.flatnonzero((high >= 0).all(axis=0) & (low < limit).all(axis=0))
    clipped = (low[:, within] < 0).any(axis=0) | (high[:, within] >= limit).any(axis=0)
    # Clipped before the conversion, which is undefined beyond the integers' range.
    low = np.maximum(low[:, within], 0).astype(np.int64)
    high = np.minimum(high[:, within], limit - 1).astype(np.int64)
    descent = _Descent(corners, are_exact(corners, shape), codes)
    x, y, z = ((high - low).max(axis=1, initial=0) + 1).tolist()
    if x * y * z * len(within) <= _FEW_VOXELS:
        yield from descent.compare(Blocks(within, low, low, high), (x, y, z), 0, False)
        return sorted_unique(np.concatenate((yield from descent.finish())))
    bits = _first_bits(low, high)
    for level in np.flatnonzero(np.bincount(bits)).tolist():
        chosen = np.flatnonzero(bits == level)
        if len(triangles) < _FEW_TRIANGLES:
            yield from descent.compare_few(within[chosen], low[:, chosen], high[:, chosen], level)
            continue
        spans = (high[:, chosen] >> level) - (low[:, chosen] >> level) + 1
        for group, span, whole in _groups(_SPANS[spans], ~clipped[chosen]):
            few = chosen[group]
            blocks = Blocks(within[few], (low[:, few] >> level) << level, low[:, few], high[:, few])
            yield from descent.compare(blocks, span, level, whole)
    found = yield from descent.finish()
    return sorted_unique(np.concatenate(found))


def _first_bits(low: Int64s, high: Int64s) -> Int64s:
    """Of each bounding box, the size (as a power of two) of the cubes it is first compared with."""
    bits = np.zeros(low.shape[1], np.int64)
    while True:
        large = ((high >> bits) - (low >> bits)).max(axis=0, initial=0) >= _FIRST_SPAN
        if not large.any():
            return bits
        bits[large] += _SPLIT_BITS


def _groups(spans: Int64s, whole: Bools) -> Iterator[tuple[Int64s, tuple[int, int, int], bool]]:
    """Columns of (3, n) spans that are alike, and alike in `whole`, each group with these two."""
    key = ((spans[0] * (_FIRST_SPAN + 1) + spans[1]) * (_FIRST_SPAN + 1) + spans[2]) * 2 + whole
    order = np.argsort(key, kind="stable")
    starts = np.flatnonzero(np.diff(key[order], prepend=-1))
    for group in np.split(order, starts[1:]):
        x, y, z = spans[:, group[0]].tolist()
        yield group, (x, y, z), bool(whole[group[0]])


class Blocks(NamedTuple):
    """Blocks of cubes, each to be compared with one triangle.

    triangle : (n,) int64; first : (3, n) int64, the block's lowest corner; low, high : (3, n) int64, the voxels of
    the triangle's bounding box, inclusive.
    """

    triangle: Int64s
    first: Int64s
    low: Int64s
    high: Int64s


class _Descent:
    """Finds what triangles touch among blocks of cubes, and splits those cubes into blocks until they are voxels.

    Blocks wait until many can be compared at once, but never so many that memory counts.

    Parameters
    ----------
    corners : (3, 3, m) float64, all triangles, corner and axis first, in voxels.
    exact : (m,) bool, which of them are compared without rounding.
    codes : of the grid's voxels.
    """

    def __init__(self, corners: Float64s, exact: Bools, codes: VoxelCodes) -> None:
        self._corners, self._exact, self._codes = corners, exact, codes
        self._found = [codes.none]
        self._waiting: dict[int, list[Blocks]] = {}

    def compare_few(self, triangle: Int64s, low: Int64s, high: Int64s, level: int) -> Steps[None]:
        """Compare few triangles with the cubes 2**level large that their bounding boxes, (3, n) inclusive, reach."""
        item, cube = squares(low >> level, high >> level)
        blocks = Blocks(triangle[item], cube << level, low[:, item], high[:, item])
        yield from self.compare(blocks, (1, 1, 1), level, False)

    def compare(self, blocks: Blocks, span: tuple[int, int, int], level: int, whole: bool) -> Steps[None]:
        """Compare each block, of `span` cubes 2**level large, with its triangle.

        The first cube of a block is one that its triangle's bounding box reaches.
        """
        step = max(1, _CUBES_AT_ONCE // (span[0] * span[1] * span[2]))
        for at in range(0, len(blocks.triangle), step):
            # How much is still to come nobody knows.
            yield 0.0, _STAGE
            part = Blocks(*(array[..., at : at + step] for array in blocks))
            corners, exact = self._corners.take(part.triangle, axis=2), self._exact.take(part.triangle)
            hit = touched_cubes(corners, exact, part.first, span, 1 << level, whole)
            if span != (1, 1, 1):
                _clip_to_box(hit, part, level)
            found = np.flatnonzero(hit)
            place = found // hit.shape[3]
            block = found - place * hit.shape[3]
            steps = np.indices(span).reshape(3, -1)
            first = part.first.take(block, axis=1) + (steps << level).take(place, axis=1)
            if level:
                children = Blocks(part.triangle[block], first, part.low[:, block], part.high[:, block])
                yield from self._wait(children, level - _SPLIT_BITS)
            else:
                self._found.append(self._codes.of(first, part.triangle[block]))

    def finish(self) -> Steps[list[AnyArray]]:
        """What was found, once nothing waits any more: codes with repetitions."""
        for level in range(max(self._waiting, default=-1), -1, -1):
            yield from self._compare_waiting(level)
        return self._found

    def _wait(self, blocks: Blocks, level: int) -> Steps[None]:
        waiting = self._waiting.setdefault(level, [])
        waiting.append(blocks)
        if sum(len(some.triangle) for some in waiting) * _SPLIT**3 >= _CUBES_AT_ONCE:
            yield from self._compare_waiting(level)

    def _compare_waiting(self, level: int) -> Steps[None]:
        waiting = self._waiting.pop(level, None)
        if waiting:
            blocks = Blocks(*(np.concatenate(arrays, axis=-1) for arrays in zip(*waiting, strict=True)))
            yield from self.compare(blocks, (_SPLIT, _SPLIT, _SPLIT), level, False)


def _clip_to_box(hit: Bools, blocks: Blocks, level: int) -> None:
    """Clear the cubes of each block, (x, y, z, n), that its triangle's bounding box does not reach."""
    for axis in range(3):
        cube = (blocks.first[axis] >> level) + np.arange(hit.shape[axis])[:, None]
        inside = (cube >= blocks.low[axis] >> level) & (cube <= blocks.high[axis] >> level)
        if not inside.all():
            hit &= inside[_ALONG[axis]]
