# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which voxels of some tiles are nearer to triangles than a distance.

Column by column, what is certain is settled first, for all triangles; what is left is possible for some triangle and
certain for none: a thin rim. There the nearest point of the triangle to the voxel's middle tells nearly always, and the
true distance of the two the rest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s, UInt32s
from ..geometry.voxel_tiles import TILE, TILE_BITS
from ..progress import Steps
from .ragged import chunks, squares
from .triangle_columns import prepare, runs
from .triangle_distance import nearest_offsets, squared_distances

#: Columns and voxels compared with triangles at once: few enough for a processor's cache.
_COLUMNS_AT_ONCE = 1 << 14
_VOXELS_AT_ONCE = 1 << 14
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


class _Waiting(NamedTuple):
    """Rows of voxels that are possibly blocked: (n,) int64 triangle and row, (n,) uint32 bits."""

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
    rim = _Rim(corners, places, reach)
    counts = (windows.high[0] - windows.low[0] + 1) * (windows.high[1] - windows.low[1] + 1)
    for few in chunks(counts, _COLUMNS_AT_ONCE):
        yield 0.0, _STAGE
        triangle, tile = windows.triangle[few], windows.tile[few]
        edges, slabs = prepare(corners.take(triangle, axis=2) - places.take(tile, axis=1), reach)
        item, (x, y) = squares(windows.low[:, few], windows.high[:, few])
        row = (tile.take(item) << 2 * TILE_BITS) + (x << TILE_BITS) + y
        certain, possible = runs(edges, slabs, counts[few], x + 0.5, y + 0.5)
        np.bitwise_or.at(rim.rows, row, certain)
        possible &= ~rim.rows.take(row)
        left = np.flatnonzero(possible)
        yield from rim.wait(_Waiting(triangle.take(item.take(left)), row.take(left), possible.take(left)))
    yield from rim.settle()
    return rim.rows.reshape(-1, TILE, TILE)


class _Rim:
    """What is possible but not certain, and the rows, (1024 t,) uint32, of what is blocked."""

    def __init__(self, corners: Float64s, places: Int64s, reach: float) -> None:
        self._corners, self._places, self._reach = corners, places, reach
        self.rows: UInt32s = np.zeros(places.shape[1] << 2 * TILE_BITS, np.uint32)
        self._waiting: list[_Waiting] = []

    def wait(self, rows: _Waiting) -> Steps[None]:
        """Settle some rows when all that is certain is known, or when too many wait."""
        self._waiting.append(rows)
        if sum(len(some.row) for some in self._waiting) > _MOST_WAITING:
            self._waiting = [self._unsettled()]
            if 2 * len(self._waiting[0].row) > _MOST_WAITING:
                yield from self.settle()

    def settle(self) -> Steps[None]:
        """Decide all that wait."""
        if not self._waiting:
            return
        triangle, row, bits = self._unsettled()
        self._waiting = []
        for begin in range(0, len(row), _VOXELS_AT_ONCE // 2):
            yield 0.0, _STAGE
            few = slice(begin, begin + _VOXELS_AT_ONCE // 2)
            # What came before may have settled more.
            member = _unpacked(bits[few] & ~self.rows.take(row[few]))
            item, z = np.nonzero(member)
            chosen, at = triangle[few].take(item), row[few].take(item)
            hit = self._is_near(chosen, at, z)
            np.bitwise_or.at(self.rows, at[hit], np.uint32(1) << z[hit].astype(np.uint32))

    def _unsettled(self) -> _Waiting:
        triangle, row, bits = (np.concatenate(parts) for parts in zip(*self._waiting, strict=True))
        bits &= ~self.rows.take(row)
        left = np.flatnonzero(bits)
        return _Waiting(triangle.take(left), row.take(left), bits.take(left))

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


def _unpacked(rows: UInt32s) -> Bools:
    """Rows, (n,) uint32, as (n, 32) bool."""
    octets = np.ascontiguousarray(rows).astype("<u4", copy=False)[:, None].view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little").view(bool)
