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
from ..geometry.voxel_tiles import TILE, TILE_BITS
from ..progress import Steps
from .ragged import chunks, squares, stretches
from .triangle_columns import outlines, prepare_bodies, prepare_edges, runs
from .triangle_distance import nearest_offsets, squared_distances

#: Columns and voxels compared with triangles at once: few enough for a processor's cache.
_OUTLINES_AT_ONCE = 1 << 16
_COLUMNS_AT_ONCE = 1 << 15
_VOXELS_AT_ONCE = 1 << 14
#: From more columns on, every so many-th triangle is looked at before the others.
_FEW_COLUMNS = 1 << 15
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


def near_voxels(corners: Float64s, places: Int64s, windows: Windows, reach: float) -> Steps[UInt32s]:
    """The voxels of tiles nearer than `reach` to triangles.

    Parameters
    ----------
    corners : (3, 3, m) float64, corner and axis first, in voxels.
    places : (3, t) int64, the tiles' lowest voxels.
    windows : where to look.
    reach : in voxels.

    Returns
    -------
    (t, 32, 32) uint32, rows of bits as of `VoxelTiles`; voxels outside the grid may be among them.
    """
    tiles = _Tiles(corners, places, reach)
    counts = (windows.high[0] - windows.low[0] + 1) * (windows.high[1] - windows.low[1] + 1)
    rest = np.ones(len(counts), bool)
    if int(counts.sum()) > _FEW_COLUMNS:
        # Some triangles settle most of what all of them do.
        rest[::_SAMPLED] = False
        yield from tiles.compare(Windows(*(part[..., ~rest] for part in windows)), counts[~rest])
    yield from tiles.compare(Windows(*(part[..., rest] for part in windows)), counts[rest])
    return tiles.rows.reshape(-1, TILE, TILE)


class _Tiles:
    """Tiles and what is known to be blocked in them: `rows`, (1024 t,) uint32."""

    def __init__(self, corners: Float64s, places: Int64s, reach: float) -> None:
        self._corners, self._places, self._reach = corners, places, reach
        self.rows: UInt32s = np.zeros(places.shape[1] << 2 * TILE_BITS, np.uint32)

    def compare(self, windows: Windows, counts: Int64s) -> Steps[None]:
        """Find what is near in windows, of `counts` columns each."""
        rim = _Heap(self, _MOST_WAITING, self._settle)
        columns = _Heap(self, _COLUMNS_AT_ONCE, lambda rows: rim.add(self._measured(rows)))
        for few in chunks(counts, _OUTLINES_AT_ONCE):
            yield 0.0, _STAGE
            triangle, tile = windows.triangle[few], windows.tile[few]
            bodies = prepare_bodies(self._seen_from(tile, triangle), self._reach)
            row = _rows_of(windows.low[:, few], windows.high[:, few], tile)
            bits = outlines(bodies, counts[few], row)
            bits &= ~self.rows.take(row)
            left = np.flatnonzero(bits)
            triangle = np.repeat(triangle, counts[few]).take(left)
            yield from columns.add(_Rows(triangle, row.take(left), bits.take(left)))
        yield from columns.finish()
        yield from rim.finish()

    def _seen_from(self, tile: Int64s, triangle: Int64s) -> Float64s:
        """The corners of triangles, (3, 3, n), from the lowest corners of tiles."""
        return self._corners.take(triangle, axis=2) - self._places.take(tile, axis=1)

    def _measured(self, rows: _Rows) -> _Rows:
        """What of some rows is possible but not certain; the latter is marked as blocked."""
        tile = rows.row >> 2 * TILE_BITS
        begins = np.flatnonzero((np.diff(rows.triangle, prepend=-1) != 0) | (np.diff(tile, prepend=-1) != 0))
        bodies, edges = prepare_edges(self._seen_from(tile[begins], rows.triangle[begins]), self._reach)
        counts = np.diff(begins, append=len(tile))
        certain, possible = runs(bodies, edges, counts, rows.row)
        np.bitwise_or.at(self.rows, rows.row, certain)
        return rows._replace(bits=possible)

    def _settle(self, rows: _Rows) -> Steps[None]:
        """Decide what is possible but not certain."""
        for begin in range(0, len(rows.row), _VOXELS_AT_ONCE // 2):
            yield 0.0, _STAGE
            triangle, row, bits = (part[begin : begin + _VOXELS_AT_ONCE // 2] for part in rows)
            # What came before may have settled more.
            item, z = np.nonzero(_unpacked(bits & ~self.rows.take(row)))
            row = row.take(item)
            hit = self._is_near(triangle.take(item), row, z)
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
        corners = self._corners.take(triangle, axis=2)
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


def _rows_of(low: Int64s, high: Int64s, tile: Int64s) -> Int64s:
    """The rows of all columns of windows, corners (2, n), one window's after the other's."""
    item, (x,) = squares(low[:1], high[:1])
    first = (tile << 2 * TILE_BITS).take(item)
    first += x << TILE_BITS
    first += low[1].take(item)
    return stretches(first, (high[1] - low[1] + 1).take(item))


def _unpacked(rows: UInt32s) -> Bools:
    """Rows, (n,) uint32, as (n, 32) bool."""
    octets = np.ascontiguousarray(rows).astype("<u4", copy=False)[:, None].view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little").view(bool)
