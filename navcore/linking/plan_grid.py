# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Triangles by where they are in plan."""

from __future__ import annotations

import numpy as np

from ..arrays import Float64s, Int64s
from ..geometry.ragged import squares, stretches

#: Cells along the longer side of a grid, at most.
_MOST = 1 << 8


class PlanGrid:
    """Triangles, (t, 3, 3) float64 world, in square cells of a plan."""

    def __init__(self, triangles: Float64s) -> None:
        self.triangles = triangles
        self._low, self._high = triangles.min(axis=1), triangles.max(axis=1)
        low, high = self._low[:, :2], self._high[:, :2]
        self._origin = low.min(axis=0) if len(low) else np.zeros(2)
        extent = float((high.max(axis=0) - self._origin).max()) if len(high) else 0.0
        # About one triangle a cell, and never so many cells that a large triangle is in thousands.
        self._sides = int(min(max(np.sqrt(len(triangles)), 1.0), _MOST))
        self._cell = extent / self._sides or 1.0
        item, (x, y) = squares(*(self._cells(corner).T for corner in (low, high)))
        keys = x * self._sides + y
        order = np.argsort(keys, kind="stable")
        self._members: Int64s = item[order]
        self._begins: Int64s = np.searchsorted(keys[order], np.arange(self._sides * self._sides + 1))

    def near(self, low: Float64s, high: Float64s) -> tuple[Int64s, Int64s]:
        """Pairs of boxes, corners (k, 3) each, and triangles whose own boxes they touch, each pair once.

        Returns
        -------
        (p,) int64, ascending, which box; (p,) int64, which triangle, ascending for each.
        """
        item, (x, y) = squares(*(self._cells(corner[:, :2]).T for corner in (low, high)))
        cells = x * self._sides + y
        counts = self._begins[cells + 1] - self._begins[cells]
        one = np.repeat(item, counts)
        other = self._members[stretches(self._begins[cells], counts)]
        for axis in range(3):
            touch = (self._low[other, axis] <= high[one, axis]) & (self._high[other, axis] >= low[one, axis])
            one, other = one[touch], other[touch]
        # A triangle may be in several cells of a box.
        pairs = np.sort(one * max(len(self.triangles), 1) + other)
        pairs = pairs[np.diff(pairs, prepend=-1) != 0]
        return np.divmod(pairs, max(len(self.triangles), 1))

    def _cells(self, points: Float64s) -> Int64s:
        """The cells of points in plan, (k, 2); those outside the grid are in its border."""
        cells: Int64s = np.clip(np.floor((points - self._origin) / self._cell), 0, self._sides - 1).astype(np.int64)
        return cells
