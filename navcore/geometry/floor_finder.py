# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which floors are at points, and how high they are there; many points at once."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int32s, Int64s
from .floors import nearest_in_plan
from .ragged import chunks, squares, stretches

#: How far beside a polygon a point may be and still count as on it, 1/64 voxel: far above the rounding of positions in
#: the world, far below what matters.
BESIDE = 2.0**-10
#: Pairs of a point and a polygon held at once, to bound memory.
_PAIRS_AT_ONCE = 1 << 16


class _Lists(NamedTuple):
    """Of each square, where its polygons begin in `polygons`. Of each polygon, where its edges and its triangles begin,
    and how high it is if it is level. Of each edge: where it begins, where it leads, and what is left of it at least.
    """

    square_starts: list[int]
    polygons: list[int]
    starts: list[int]
    edges: list[list[float]]
    levels: list[float | None]
    triangle_starts: list[int]
    triangles: list[list[list[float]]]


class FloorFinder:
    """The polygons of a surface by where they are. All lengths are in 1/64 voxel from the surface's origin.

    Parameters
    ----------
    corners : (s, 3) int32, corners of the polygons, one polygon after the other, counter-clockwise seen from above.
    starts : (p + 1,) int32, where each polygon's begin; p > 0.
    triangles : (t, 3, 3) int32, which tell heights, by polygon. owners : (t,) int32, their polygons, ascending.
    """

    def __init__(self, corners: Int32s, starts: Int32s, triangles: Int32s, owners: Int32s) -> None:
        self._corners, self._starts = corners[:, :2].astype(np.float64), starts.astype(np.int64)
        following = np.arange(1, len(corners) + 1)
        following[self._starts[1:] - 1] = self._starts[:-1]
        self._edges = self._corners[following] - self._corners
        self._triangles = triangles.astype(np.float64)
        self._triangle_starts = np.searchsorted(owners, np.arange(len(starts)))
        low = np.minimum.reduceat(self._corners, self._starts[:-1])
        high = np.maximum.reduceat(self._corners, self._starts[:-1])
        heights = self._triangles[:, :, 2]
        first = self._triangle_starts[:-1]
        self._low = np.column_stack((low, np.minimum.reduceat(heights.min(axis=1), first)))
        self._high = np.column_stack((high, np.maximum.reduceat(heights.max(axis=1), first)))
        #: Whether all of a polygon's floor is at the same height: (p,) bool.
        self.is_level = self._low[:, 2] == self._high[:, 2]
        # Squares as large as a polygon's box is on average, but not many more than there are polygons.
        self._base = low.min(axis=0) - BESIDE
        extent = np.maximum(high.max(axis=0) - low.min(axis=0), 1.0)
        area = max(float(np.prod(high - low, axis=1).mean()), float(extent.prod()) / (4 * len(low)))
        self._square = max(float(np.sqrt(area)), 1.0)
        self._shape = self._place(high.max(axis=0)[None] + BESIDE)[0] + 1
        polygon, (column, row) = squares(self._place(low - BESIDE).T, self._place(high + BESIDE).T)
        square = column * self._shape[1] + row
        order = np.argsort(square, kind="stable")
        self._polygons = polygon[order]
        self._square_starts = np.searchsorted(square[order], np.arange(int(self._shape.prod()) + 1))

    def _place(self, plan: Float64s) -> Int64s:
        """The squares of points in plan: (n, 2) to (n, 2)."""
        places: Int64s = ((plan - self._base) / self._square).astype(np.int64)
        return places

    def floors_at(self, points: Float64s) -> tuple[Int64s, Int64s, Float64s]:
        """All floors at points as seen from above.

        Parameters
        ----------
        points : (n, 3) float64; heights do not matter.

        Returns
        -------
        item : (m,) int64, ascending, which point. polygon : (m,) int64, ascending for each point.
        height : (m,) float64, of that polygon's floor there.
        """
        limit = self._base + self._shape * self._square
        near = np.flatnonzero(((points[:, :2] >= self._base) & (points[:, :2] <= limit)).all(axis=1))
        places = np.minimum(self._place(points[near, :2]), self._shape - 1)
        square = places[:, 0] * self._shape[1] + places[:, 1]
        first = self._square_starts[square]
        counts = self._square_starts[square + 1] - first
        items, polygons = [], []
        for part in chunks(counts, _PAIRS_AT_ONCE):
            item = np.repeat(near[part], counts[part])
            polygon = self._polygons[stretches(first[part], counts[part])]
            on = self._holds(polygon, points[item, :2])
            items.append(item[on])
            polygons.append(polygon[on])
        item = np.concatenate(items) if items else np.empty(0, np.int64)
        polygon = np.concatenate(polygons) if polygons else np.empty(0, np.int64)
        return item, polygon, self.nearest_on(polygon, points[item])[:, 2]

    def floors_over(self, point: tuple[float, float, float]) -> list[tuple[int, float]]:
        """`floors_at` for a single point, in a tenth of the time: polygons and heights."""
        x, y, _height = point
        column, row = int((x - self._base[0]) / self._square), int((y - self._base[1]) / self._square)
        if x < self._base[0] or y < self._base[1] or column >= self._shape[0] or row >= self._shape[1]:
            return []
        lists = self._lists
        square = column * int(self._shape[1]) + row
        found = []
        for polygon in lists.polygons[lists.square_starts[square] : lists.square_starts[square + 1]]:
            for begin_x, begin_y, along_x, along_y, beside in lists.edges[
                lists.starts[polygon] : lists.starts[polygon + 1]
            ]:
                if along_x * (y - begin_y) - along_y * (x - begin_x) < beside:
                    break
            else:
                height = lists.levels[polygon]
                found.append((polygon, self._height(polygon, point) if height is None else height))
        return found

    def _height(self, polygon: int, point: tuple[float, float, float]) -> float:
        """How high a polygon is at a point on it, as `nearest_on` tells."""
        lists, (x, y, _height) = self._lists, point
        for triangle in lists.triangles[lists.triangle_starts[polygon] : lists.triangle_starts[polygon + 1]]:
            (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
            ux, uy, vx, vy = bx - ax, by - ay, cx - ax, cy - ay
            to_x, to_y = x - ax, y - ay
            if (
                ux * to_y - uy * to_x > 0.0
                and (cx - bx) * (y - by) - (cy - by) * (x - bx) > 0.0
                and (ax - cx) * (y - cy) - (ay - cy) * (x - cx) > 0.0
            ):
                rise = (to_x * vy - to_y * vx) * (bz - az) + (ux * to_y - uy * to_x) * (cz - az)
                return az + rise / (ux * vy - uy * vx)
        # On an edge, or beside one.
        return float(self.nearest_on(np.array([polygon]), np.array([point]))[0, 2])

    @cached_property
    def _lists(self) -> _Lists:
        """The same as plain lists, which are faster to look a single thing up in."""
        beside = BESIDE * (np.abs(self._edges[:, 0]) + np.abs(self._edges[:, 1]))
        edges = np.column_stack((self._corners, self._edges, -beside))
        return _Lists(
            self._square_starts.tolist(),
            self._polygons.tolist(),
            self._starts.tolist(),
            edges.tolist(),
            [
                low if level else None
                for low, level in zip(self._low[:, 2].tolist(), self.is_level.tolist(), strict=True)
            ],
            self._triangle_starts.tolist(),
            self._triangles.tolist(),
        )

    def nearest(self, points: Float64s) -> tuple[Int64s, Float64s]:
        """The nearest of all places that are nearest on their triangles as seen from above.

        Parameters
        ----------
        points : (n, 3) float64.

        Returns
        -------
        polygon : (n,) int64, the lowest of equally near ones. place : (n, 3) float64.
        """
        count = len(self._low)
        found, places = np.empty(len(points), np.int64), np.empty((len(points), 3))
        for part in chunks(np.full(len(points), count), _PAIRS_AT_ONCE):
            wanted = points[part]
            gap = np.maximum(np.maximum(self._low - wanted[:, None], wanted[:, None] - self._high), 0.0)
            least = np.sqrt((gap * gap).sum(axis=2))
            # What lies in the nearest box is no nearer than the box, and nothing else matters if it is farther away.
            first = least.argmin(axis=1)
            most = _lengths(self.nearest_on(first, wanted) - wanted)
            item, polygon = np.nonzero(least <= most[:, None])
            place = self.nearest_on(polygon, wanted[item])
            far = _lengths(place - wanted[item])
            order = np.lexsort((polygon, far, item))
            best = order[np.searchsorted(item, np.arange(len(wanted)))]
            found[part], places[part] = polygon[best], place[best]
        return found, places

    def _holds(self, polygon: Int64s, plan: Float64s) -> Bools:
        """Whether polygons, (m,), hold points, (m, 2), in plan: (m,) bool."""
        first = self._starts[polygon]
        counts = self._starts[polygon + 1] - first
        edge = stretches(first, counts)
        if not len(edge):
            return np.zeros(0, bool)
        along, away = self._edges[edge], np.repeat(plan, counts, axis=0) - self._corners[edge]
        side = along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]
        beside = BESIDE * (np.abs(along[:, 0]) + np.abs(along[:, 1]))
        inside: Bools = np.logical_and.reduceat(side >= -beside, np.cumsum(counts) - counts)
        return inside

    def nearest_on(self, polygon: Int64s, points: Float64s) -> Float64s:
        """Where polygons, (m,), are nearest to points, (m, 3), as seen from above, and of several places there the one
        nearest in height: (m, 3)."""
        places = np.empty((len(points), 3))
        first = self._triangle_starts[polygon]
        counts = self._triangle_starts[polygon + 1] - first
        for part in chunks(counts, _PAIRS_AT_ONCE):
            item = np.repeat(np.arange(part.start, part.stop), counts[part])
            triangle = stretches(first[part], counts[part])
            far, place = nearest_in_plan(self._triangles[triangle], points[item])
            rise = np.abs(place[:, 2] - points[item, 2])
            order = np.lexsort((triangle, rise, far, item))
            best = order[np.searchsorted(item, np.arange(part.start, part.stop))]
            places[part] = place[best]
        return places


def _lengths(steps: Float64s) -> Float64s:
    """Lengths of (n, 3) steps, added up in the order that is written."""
    x, y, z = steps.T
    lengths: Float64s = np.sqrt(x * x + y * y + z * z)
    return lengths
