# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which voxels of some tiles are nearer to triangles than a distance.

Column by column, what is certain is settled first, for all triangles; what is left is possible for some triangle and
certain for none: a thin rim. There the nearest point of the triangle to the voxel's middle tells nearly always, and the
true distance of the two the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s, UInt32s
from ..geometry.ragged import chunks, squares, stretches
from ..geometry.voxel_tiles import TILE, TILE_BITS
from ..progress import Steps
from .near_tiles import corners_of
from .triangle_columns import prepare_bodies, prepare_outlines, runs, within
from .triangle_distance import nearest_offsets, squared_distances

#: Columns and voxels compared with triangles at once: few enough for a processor's cache.
_OUTLINES_AT_ONCE = 1 << 16
_COLUMNS_AT_ONCE = 1 << 15
_VOXELS_AT_ONCE = 1 << 14
#: From more columns on, triangles up to this large are grouped by cubes this large, of which there are so many along
#: an axis; and every so many-th group has one triangle looked at before all others.
_FEW_COLUMNS = 1 << 15
_GROUP_SIZE = 2.0
_GROUPS = 1 << 13
_SAMPLED = 8
#: Columns that may wait for what is certain, to bound memory.
_MOST_WAITING = 1 << 20
#: What rounding may add to distances: this, and that much of the triangle's coordinates.
_MARGIN, _RELATIVE_MARGIN = 1e-7, 2.0**-30
_STAGE = "Measuring"


class Windows(NamedTuple):
    """Rectangles of columns, each to be compared with one triangle.

    triangle : (n,) int64; tile : (n,) int64, which of the task's tiles; low, high : (2, n) int64, columns within the
    tile, inclusive.
    """

    triangle: Int64s
    tile: Int64s
    low: Int64s
    high: Int64s


class _Rows(NamedTuple):
    """Rows of voxels to be compared with one triangle each: (n,) int64 triangle and row, (n,) uint32 bits."""

    triangle: Int64s
    row: Int64s
    bits: UInt32s


def near_voxels(triangles: Float64s, places: Int64s, windows: Windows, reach: float) -> Steps[UInt32s]:
    """The voxels of tiles nearer than `reach` to triangles.

    Parameters
    ----------
    triangles : (m, 3, 3) float64, in voxels.
    places : (3, t) int64, the tiles' lowest voxels.
    windows : where to look.
    reach : in voxels.

    Returns
    -------
    (t, 32, 32) uint32, rows of bits as of `VoxelTiles`; voxels outside the grid may be among them.
    """
    tiles = _Tiles(triangles, places, reach)
    if int(_numbers(windows).sum()) <= _FEW_COLUMNS:
        yield from tiles.compare(windows)
        return tiles.rows.reshape(-1, TILE, TILE)
    windows, begins = _grouped(triangles, places, windows)
    # Some triangles settle most of what all of them do.
    few, others = begins[::_SAMPLED], np.delete(begins, np.s_[::_SAMPLED])
    yield from tiles.compare(_some(windows, few))
    yield from tiles.compare(_some(windows, others))
    yield from tiles.compare_groups(windows, begins)
    return tiles.rows.reshape(-1, TILE, TILE)


def _some(windows: Windows, chosen: Int64s | slice) -> Windows:
    return Windows(*(part[..., chosen] for part in windows))


def _numbers(windows: Windows) -> Int64s:
    """How many columns windows have."""
    numbers: Int64s = (windows.high[0] - windows.low[0] + 1) * (windows.high[1] - windows.low[1] + 1)
    return numbers


def _grouped(triangles: Float64s, places: Int64s, windows: Windows) -> tuple[Windows, Int64s]:
    """Windows in an order that has small triangles which are near each other together; and where groups begin."""
    size = _GROUP_SIZE
    keys, large = np.empty(len(windows.tile), np.int64), np.empty(len(windows.tile), bool)
    for begin in range(0, len(keys), _OUTLINES_AT_ONCE):
        few = slice(begin, begin + _OUTLINES_AT_ONCE)
        tile = windows.tile[few]
        some = corners_of(triangles, windows.triangle[few]) - places.take(tile, axis=1)
        low = np.minimum(np.minimum(some[0], some[1]), some[2])
        side = np.maximum(np.maximum(some[0], some[1]), some[2]) - low
        large[few] = np.maximum(np.maximum(side[0], side[1]), side[2]) > size
        # Large ones may be anywhere, which must not be beyond the integers' range.
        cell = np.clip(np.floor((low + 0.5 * side) / size) + _GROUPS // 2, 0.0, _GROUPS - 1.0).astype(np.int64)
        keys[few] = ((tile * _GROUPS + cell[0]) * _GROUPS + cell[1]) * _GROUPS + cell[2]
    order = np.argsort(keys, kind="stable")
    begins = np.diff(keys[order], prepend=-1) != 0
    large = large[order]
    begins |= large
    begins[1:] |= large[:-1]
    return _some(windows, order), np.flatnonzero(begins)


class _Tiles:
    """Tiles and what is known to be blocked in them: `rows`, (1024 t,) uint32."""

    def __init__(self, triangles: Float64s, places: Int64s, reach: float) -> None:
        self._triangles, self._places, self._reach = triangles, places, reach
        self.rows: UInt32s = np.zeros(places.shape[1] << 2 * TILE_BITS, np.uint32)

    def compare(self, windows: Windows) -> Steps[None]:
        """Find what is near to triangles in their windows."""
        work = _Work(self)
        counts = _numbers(windows)
        for few in chunks(counts, _OUTLINES_AT_ONCE):
            yield 0.0, _STAGE
            some = _some(windows, few)
            yield from work.columns.add(self._outlined(some.triangle, some.tile, counts[few], _rows_of(some)))
        yield from work.finish()

    def compare_groups(self, windows: Windows, begins: Int64s) -> Steps[None]:
        """Find what is near to triangles in groups, but for the first of each group."""
        work = _Work(self)
        ends = np.append(begins[1:], len(windows.tile))
        several = ends - begins > 1
        begins, ends = begins[several], ends[several]
        # As many as the groups' windows have columns, about, if all were outlined at once.
        for few in chunks((ends - begins) + _numbers(_some(windows, begins)), _OUTLINES_AT_ONCE):
            yield 0.0, _STAGE
            first, counts = begins[few], (ends - begins)[few]
            members = stretches(first, counts)
            starts = np.cumsum(counts) - counts
            group = _some(windows, members)
            low, high = np.minimum.reduceat(group.low, starts, axis=1), np.maximum.reduceat(group.high, starts, axis=1)
            whole = Windows(group.triangle[starts], group.tile[starts], low, high)
            number = _numbers(whole)
            hulls = prepare_outlines(self._seen_from(group.tile, group.triangle), starts, self._reach)
            row = _rows_of(whole)
            left = np.flatnonzero(within(hulls, number, row) & ~self.rows.take(row))
            number = np.bincount(np.repeat(np.arange(len(number)), number).take(left), minlength=len(number))
            # Each member but the first with each column that is left.
            yield from self._compare_members(work, group, counts, row.take(left), number)
        yield from work.finish()

    def _compare_members(self, work: _Work, group: Windows, counts: Int64s, row: Int64s, number: Int64s) -> Steps[None]:
        """Compare the members of groups, `counts` each, but for the first, with the `number` of rows of their group."""
        member = np.delete(np.arange(len(group.tile)), np.cumsum(counts) - counts)
        begin, number = np.cumsum(number) - number, number
        begin, number = np.repeat(begin, counts - 1), np.repeat(number, counts - 1)
        for few in chunks(number, _OUTLINES_AT_ONCE):
            yield 0.0, _STAGE
            chosen = member[few]
            rows = row.take(stretches(begin[few], number[few]))
            yield from work.columns.add(self._outlined(group.triangle[chosen], group.tile[chosen], number[few], rows))

    def _outlined(self, triangle: Int64s, tile: Int64s, counts: Int64s, row: Int64s) -> _Rows:
        """Of rows, `counts` for each triangle, those that have voxels which it may block and none has blocked yet."""
        hulls = prepare_outlines(self._seen_from(tile, triangle), np.arange(len(tile)), self._reach)
        bits = within(hulls, counts, row)
        bits &= ~self.rows.take(row)
        left = np.flatnonzero(bits)
        return _Rows(np.repeat(triangle, counts).take(left), row.take(left), bits.take(left))

    def _seen_from(self, tile: Int64s, triangle: Int64s) -> Float64s:
        """The corners of triangles, (3, 3, n), from the lowest corners of tiles."""
        return corners_of(self._triangles, triangle) - self._places.take(tile, axis=1)

    def measured(self, rows: _Rows) -> _Rows:
        """What of some rows is possible but not certain; the latter is marked as blocked."""
        tile = rows.row >> 2 * TILE_BITS
        begins = np.flatnonzero((np.diff(rows.triangle, prepend=-1) != 0) | (np.diff(tile, prepend=-1) != 0))
        bodies, edges = prepare_bodies(self._seen_from(tile[begins], rows.triangle[begins]), self._reach)
        certain, possible = runs(bodies, edges, np.diff(begins, append=len(tile)), rows.row)
        np.bitwise_or.at(self.rows, rows.row, certain)
        return rows._replace(bits=possible)

    def settle(self, rows: _Rows) -> Steps[None]:
        """Decide what is possible but not certain."""
        for begin in range(0, len(rows.row), _VOXELS_AT_ONCE // 2):
            yield 0.0, _STAGE
            few = slice(begin, begin + _VOXELS_AT_ONCE // 2)
            # What came before may have settled more.
            item, z = np.nonzero(_unpacked(rows.bits[few] & ~self.rows.take(rows.row[few])))
            row = rows.row[few].take(item)
            hit = self._is_near(rows.triangle[few].take(item), row, z)
            np.bitwise_or.at(self.rows, row[hit], np.uint32(1) << z[hit].astype(np.uint32))

    def unsettled(self, rows: _Rows) -> _Rows:
        """The rows that have bits which are not known to be blocked."""
        bits = rows.bits & ~self.rows.take(rows.row)
        left = np.flatnonzero(bits)
        return _Rows(rows.triangle.take(left), rows.row.take(left), bits.take(left))

    def _is_near(self, triangle: Int64s, row: Int64s, z: Int64s) -> Bools:
        """Which voxels are nearer to their triangles than the reach."""
        inner = TILE - 1
        place = np.stack(((row >> TILE_BITS) & inner, row & inner, z))
        low = (place + self._places.take(row >> 2 * TILE_BITS, axis=1)).astype(np.float64)
        corners = corners_of(self._triangles, triangle)
        offset = np.abs(nearest_offsets(corners, low + 0.5))
        margin = _MARGIN + _RELATIVE_MARGIN * np.abs(corners - low).max(axis=(0, 1))
        gap = np.maximum(offset - 0.5, 0.0)
        # The voxel is no farther than the point of the triangle that is nearest to its middle.
        near: Bools = np.sqrt((gap * gap).sum(axis=0)) < self._reach - margin
        # And no nearer than its corner that is nearest to the plane through that point, across the way there.
        distance = np.sqrt((offset * offset).sum(axis=0))
        far = distance * (distance - self._reach - margin) > 0.5 * offset.sum(axis=0)
        unsure = np.flatnonzero(~(near | far))
        exact = squared_distances(corners.take(unsure, axis=2), low.take(unsure, axis=1), 1.0)
        near[unsure] = exact < self._reach * self._reach
        return near


class _Work:
    """What is still to be done in tiles: columns to be measured, and what these leave unsure."""

    def __init__(self, tiles: _Tiles) -> None:
        self.rim = _Heap(tiles, _MOST_WAITING, tiles.settle)
        self.columns = _Heap(tiles, _COLUMNS_AT_ONCE, lambda rows: self.rim.add(tiles.measured(rows)))

    def finish(self) -> Steps[None]:
        """Do it."""
        yield from self.columns.finish()
        yield from self.rim.finish()


class _Heap:
    """Rows that wait until there are enough to work on at once."""

    def __init__(self, tiles: _Tiles, enough: int, work: Callable[[_Rows], Steps[None]]) -> None:
        self._tiles, self._enough, self._work = tiles, enough, work
        self._waiting: list[_Rows] = []
        self._number = 0

    def add(self, rows: _Rows) -> Steps[None]:
        """Let some rows wait."""
        self._waiting.append(rows)
        self._number += len(rows.row)
        if self._number >= self._enough:
            yield from self.finish()

    def finish(self) -> Steps[None]:
        """Work on all that wait."""
        if self._waiting:
            rows = self._tiles.unsettled(_Rows(*(np.concatenate(parts) for parts in zip(*self._waiting, strict=True))))
            self._waiting, self._number = [], 0
            yield from self._work(rows)


def _rows_of(windows: Windows) -> Int64s:
    """The rows of all columns of windows, one window's after the other's."""
    low, high, tile = windows.low, windows.high, windows.tile
    item, (x,) = squares(low[:1], high[:1])
    first = (tile << 2 * TILE_BITS).take(item)
    first += x << TILE_BITS
    first += low[1].take(item)
    return stretches(first, (high[1] - low[1] + 1).take(item))


def _unpacked(rows: UInt32s) -> Bools:
    """Rows, (n,) uint32, as (n, 32) bool."""
    octets = np.ascontiguousarray(rows).astype("<u4", copy=False)[:, None].view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little").view(bool)
