# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies above and below points: triangles that upright lines meet, and triangles near points in plan."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Bools, Float64s, Int64s

#: A square of the grid is at least so wide that there are at most so many of them.
_SQUARES = 1 << 20
#: Points looked at together.
_POINTS_AT_ONCE = 1 << 14
#: A triangle whose plan is thinner than this, in the unit of its corners, is upright: no upright line crosses it.
_UPRIGHT = 1e-9


class Columns:
    """Triangles by the squares of a grid that they lie over, in plan.

    Attributes
    ----------
    corners : (m, 3, 3) float64, corner by axis.
    is_upright : (m,) bool, those without an area in plan.
    """

    def __init__(self, corners: Float64s, least_square: float, margin: float | Float64s = 0.0) -> None:
        """Sort triangles in.

        Parameters
        ----------
        corners : (m, 3, 3) float64.
        least_square : the least edge of a square, in the unit of the corners.
        margin : how far beside a triangle a point still counts as over it; a number, or one for each, (m,).
        """
        self.corners, self._margin = corners, np.broadcast_to(margin, len(corners))
        plan = corners[:, :, :2]
        self._low = plan.min(axis=(0, 1), initial=np.inf) if len(corners) else np.zeros(2)
        extent = np.ptp(plan, axis=(0, 1)) if len(corners) else np.ones(2)
        self._square = max(least_square, float(np.sqrt(extent.prod() / _SQUARES)), float(extent.max() / _SQUARES))
        self._shape = (extent / self._square).astype(np.int64) + 1
        self._starts, self._triangles = self._filled(plan)
        side = plan[:, 1:] - plan[:, :1]
        self._twice_area = side[:, 0, 0] * side[:, 1, 1] - side[:, 0, 1] * side[:, 1, 0]
        longest = np.sqrt(((plan - np.roll(plan, 1, axis=1)) ** 2).sum(axis=2).max(axis=1, initial=0.0))
        self.is_upright: Bools = np.abs(self._twice_area) <= _UPRIGHT * np.maximum(longest, _UPRIGHT)
        self._lines = self._made_lines(plan)

    def _squares(self, points: Float64s) -> Int64s:
        """Which square points, (..., 2), lie in; the nearest one of those outside."""
        return np.asarray(np.clip(((points - self._low) / self._square).astype(np.int64), 0, self._shape - 1))

    def _filled(self, plan: Float64s) -> tuple[Int64s, Int64s]:
        """For each square, where its triangles begin, and the triangles: row by row, so that long ones take few."""
        # A hair more than the margin, so that rounding loses nothing.
        margin = self._margin + 1e-6 * self._square
        first = self._squares(plan.min(axis=1) - margin[:, None])[:, 1]
        last = self._squares(plan.max(axis=1) + margin[:, None])[:, 1]
        triangle, row = ragged(last - first + 1)
        row += first[triangle]
        more = margin[triangle]
        low = self._low[1] + self._square * row
        begin, end = _across(plan[triangle], low - more, low + self._square + more)
        zero = np.zeros_like(begin)
        first_column = self._squares(np.stack((begin - more, zero), axis=1))[:, 0]
        last_column = self._squares(np.stack((end + more, zero), axis=1))[:, 0]
        piece, column = ragged(last_column - first_column + 1)
        square = (column + first_column[piece]) * self._shape[1] + row[piece]
        order = np.argsort(square, kind="stable")
        starts = np.searchsorted(square[order], np.arange(self._shape.prod() + 1))
        return starts, triangle[piece][order]

    def hits(self, points: Float64s) -> tuple[Int64s, Int64s, Float64s, Bools]:
        """All triangles over and under points, none of them upright.

        Parameters
        ----------
        points : (k, 2) float64, plan.

        Returns
        -------
        point, triangle : (p,) int64, sorted by point. height : (p,) float64, of the triangle's plane there.
        is_over : (p,) bool, whether the point is over the triangle itself, not only over its margin.
        """
        found = []
        for begin in range(0, len(points), _POINTS_AT_ONCE):
            some = points[begin : begin + _POINTS_AT_ONCE]
            place = np.floor((some - self._low) / self._square).astype(np.int64)
            # Triangles on the rim are in the squares there with all their margin.
            inside = ((place >= -1) & (place <= self._shape)).all(axis=1)
            place = np.clip(place, 0, self._shape - 1)
            square = place[:, 0] * self._shape[1] + place[:, 1]
            point, nth = ragged(np.where(inside, self._starts[square + 1] - self._starts[square], 0))
            triangle = self._triangles[self._starts[square[point]] + nth]
            point, triangle, height, is_over = self._over(some, point, triangle)
            found.append((point + begin, triangle, height, is_over))
        if not found:
            return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0), np.empty(0, bool)
        point, triangle, height, is_over = (np.concatenate(part) for part in zip(*found, strict=True))
        return point, triangle, height, is_over

    def _listed(self, low: Float64s, high: Float64s) -> tuple[Int64s, Int64s]:
        """Pairs (box, triangle) whose squares have one in common; each once, sorted by box: (k, 2) float64 twice."""
        first, last = self._squares(low), self._squares(high)
        end = self._low + self._square * self._shape
        last[((high < self._low - self._square) | (low > end + self._square)).any(axis=1)] = -1
        sides = np.maximum(last - first + 1, 0)
        box, place = ragged(sides.prod(axis=1))
        width = sides[box, 1]
        square = (first[box, 0] + place // width) * self._shape[1] + first[box, 1] + place % width
        owner, nth = ragged(self._starts[square + 1] - self._starts[square])
        box, triangle = box[owner], self._triangles[self._starts[square[owner]] + nth]
        if not (sides > 1).any():
            return box, triangle
        count = max(len(self.corners), 1)
        key = np.sort(box * count + triangle)
        key = key[np.flatnonzero(np.diff(key, prepend=-1))]
        return key // count, key % count

    def _over(self, points: Float64s, point: Int64s, triangle: Int64s) -> tuple[Int64s, Int64s, Float64s, Bools]:
        """Pairs whose point lies in the triangle's plan or its margin, as `hits`."""
        to = points[point] - self.corners[triangle, 0, :2]
        least = np.full(len(point), np.inf)
        for corner in range(3):
            line = self._lines[corner][triangle]
            least = np.minimum(least, line[:, 0] * to[:, 0] + line[:, 1] * to[:, 1] - line[:, 2])
        kept = np.flatnonzero(least >= 0)
        point, triangle = point[kept], triangle[kept]
        return point, triangle, self.height(triangle, points[point]), least[kept] >= self._margin[triangle]

    def _made_lines(self, plan: Float64s) -> Float64s:
        """Sides of triangles as lines, (3, m, 3): a point, from the first corner on, is inside where x and y times the
        first two are at least the third."""
        lines = np.zeros((3, len(plan), 3))
        facing = np.sign(self._twice_area)
        for corner in range(3):
            start, step = plan[:, corner] - plan[:, 0], plan[:, (corner + 1) % 3] - plan[:, corner]
            length = np.sqrt((step**2).sum(axis=1))
            scale = facing / np.where(length > 0, length, 1.0)
            lines[corner, :, 0], lines[corner, :, 1] = -step[:, 1] * scale, step[:, 0] * scale
            lines[corner, :, 2] = (lines[corner, :, :2] * start).sum(axis=1) - self._margin - 1e-9
        lines[:, self.is_upright, 2] = np.inf
        return lines

    def height(self, triangle: Int64s, points: Float64s) -> Float64s:
        """Heights of the planes of triangles, (p,), at points, (p, 2), within their corners' heights: (p,)."""
        corners = self.corners[triangle]
        side = corners[:, 1:] - corners[:, :1]
        to = points - corners[:, 0, :2]
        area = np.where(self.is_upright[triangle], 1.0, self._twice_area[triangle])
        first = (to[:, 0] * side[:, 1, 1] - to[:, 1] * side[:, 1, 0]) / area
        second = (side[:, 0, 0] * to[:, 1] - side[:, 0, 1] * to[:, 0]) / area
        height = corners[:, 0, 2] + first * side[:, 0, 2] + second * side[:, 1, 2]
        return np.asarray(np.clip(height, corners[:, :, 2].min(axis=1), corners[:, :, 2].max(axis=1)))

    def near(self, low: Float64s, high: Float64s) -> Iterator[tuple[Int64s, Int64s]]:
        """Blocks of pairs (box, triangle), (p,) int64 each, that hold all whose plans meet.

        `low`, `high` : (k, 2) float64, corners of boxes in plan.
        """
        for begin in range(0, len(low), _POINTS_AT_ONCE):
            some = slice(begin, begin + _POINTS_AT_ONCE)
            box, triangle = self._listed(low[some], high[some])
            plan = self.corners[triangle, :, :2]
            met = (plan.min(axis=1) <= high[some][box]) & (plan.max(axis=1) >= low[some][box])
            yield box[met.all(axis=1)] + begin, triangle[met.all(axis=1)]


def ragged(counts: Int64s) -> tuple[Int64s, Int64s]:
    """Owner and place of each item of lists of these lengths: (n,) int64 to (s,) int64 twice."""
    owner = np.repeat(np.arange(len(counts)), counts)
    return owner, np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)


def _across(plan: Float64s, low: Float64s, high: Float64s) -> tuple[Float64s, Float64s]:
    """From where to where triangles, (k, 3, 2), reach along x where y is between `low` and `high`: (k,) each."""
    begin, end = np.full(len(plan), np.inf), np.full(len(plan), -np.inf)
    for corner in range(3):
        here, there = plan[:, corner], plan[:, (corner + 1) % 3]
        within = (here[:, 1] >= low) & (here[:, 1] <= high)
        begin[within] = np.minimum(begin, here[:, 0])[within]
        end[within] = np.maximum(end, here[:, 0])[within]
        for line in (low, high):
            crosses = (np.minimum(here[:, 1], there[:, 1]) <= line) & (line <= np.maximum(here[:, 1], there[:, 1]))
            rise = np.where(here[:, 1] == there[:, 1], 1.0, there[:, 1] - here[:, 1])
            at = here[:, 0] + (there[:, 0] - here[:, 0]) * np.clip((line - here[:, 1]) / rise, 0.0, 1.0)
            begin[crosses] = np.minimum(begin, at)[crosses]
            end[crosses] = np.maximum(end, at)[crosses]
    # What rounding left without any is looked for everywhere along the triangle.
    lost = begin > end
    begin[lost], end[lost] = plan[lost, :, 0].min(axis=1), plan[lost, :, 0].max(axis=1)
    return begin, end
