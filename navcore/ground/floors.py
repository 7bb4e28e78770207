# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a body has a floor under it and room above it, in the middle of each column; and which of these join.

Only topology is taken from here: where exactly floors end is told by features (`ledges`, `obstacles`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..geometry.ragged import stretches
from ..geometry.sorting import distinct
from ..progress import Steps
from .scene import CRACK, LEVEL, Scene

#: Samples looked at at once.
_AT_ONCE = 1 << 17
_LINKED_AT_ONCE = 1 << 15
#: A link may miss the next floor by this much, voxels, beyond a step: floors bend between the middles of columns.
_BEND = 0.5
STAGE = "Finding floors"


class Floors(NamedTuple):
    """Floor cells: floors in the middles of columns, lowest first in each column, columns in their order.

    shape : columns along x and y; column (x, y) is number x * shape[1] + y.
    column, triangle : (n,) int64; z : (n,) float64, voxels.
    links : (4, n) int64, the cell beside it on the same floor, towards +x, +y, -x and -y; -1 where there is none.
        All are mutual.
    starts : (columns + 1,) int64, where each column's cells begin.
    is_shown : (m,) bool, triangles that a body stands on in the middle of a column, and those that are in none.
    """

    shape: tuple[int, int]
    column: Int64s
    triangle: Int64s
    z: Float64s
    links: Int64s
    starts: Int64s
    is_shown: Bools

    def beside(self, cells: Int64s, direction: int) -> Int64s:
        """The linked neighbors of cells, (k,) int64 where -1 is none, to the same."""
        return np.where(cells >= 0, self.links[direction][cells], -1)


def find_floors(scene: Scene) -> Steps[Floors]:
    """The floor cells of a scene."""
    columns, triangles, heights = [], [], []
    lines = _lines(scene)
    # Whole lines of columns at once, so that a column is never parted.
    ends = np.cumsum(np.bincount(lines.x, weights=lines.counts, minlength=scene.shape[0])).astype(np.int64)
    by_x = np.searchsorted(lines.x, np.arange(scene.shape[0] + 1))
    first = 0
    while first < scene.shape[0]:
        yield 0.8 * first / scene.shape[0], STAGE
        before = int(ends[first - 1]) if first else 0
        last = max(int(np.searchsorted(ends, before + _AT_ONCE, side="right")), first + 1)
        found = _stand(scene, *_samples(scene, lines, slice(by_x[first], by_x[last])))
        columns.append(found[0])
        triangles.append(found[1])
        heights.append(found[2])
        first = last
    column, triangle, z = np.concatenate(columns), np.concatenate(triangles), np.concatenate(heights)
    starts = np.zeros(scene.shape[0] * scene.shape[1] + 1, np.int64)
    np.cumsum(np.bincount(column, minlength=len(starts) - 1), out=starts[1:])
    yield 0.8, STAGE
    links = _link(scene, column, triangle, z, starts)
    is_shown = scene.walkable.copy()
    is_shown[lines.triangle] = False
    is_shown[triangle] = True
    return Floors(scene.shape, column, triangle, z, links, starts, is_shown)


class _Lines(NamedTuple):
    """Where triangles lie over the middles of columns, line by line along y: all (k,), lines of equal x together.

    triangle, x, first, counts : int64, columns first … first + counts - 1 of the line x.
    """

    triangle: Int64s
    x: Int64s
    first: Int64s
    counts: Int64s


def _lines(scene: Scene) -> _Lines:
    which = np.flatnonzero(~scene.upright)
    plan = scene.corners[which, :, :2]
    order = np.argsort(plan[:, :, 0], axis=1, kind="stable")
    plan = np.take_along_axis(plan, order[:, :, None], axis=1)
    (x0, y0), (x1, y1), (x2, y2) = (plan[:, k].T for k in range(3))
    low = np.clip(np.ceil(x0 - 0.5 - CRACK).astype(np.int64), *scene.columns[:, 0])
    high = np.clip(np.floor(x2 - 0.5 + CRACK).astype(np.int64), *(scene.columns[:, 0] - 1))
    counts = np.maximum(high - low + 1, 0)
    x = stretches(low, counts)
    item = np.repeat(np.arange(len(which)), counts)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate02, rate01, rate12 = (y2 - y0) / (x2 - x0), (y1 - y0) / (x1 - x0), (y2 - y1) / (x2 - x1)
    rate02, rate01, rate12 = (np.where(np.isfinite(rate), rate, 0.0) for rate in (rate02, rate01, rate12))
    middle = np.clip(x + 0.5, x0[item], x2[item])
    one = y0[item] + rate02[item] * (middle - x0[item])
    is_first = middle < x1[item]
    other = np.where(
        is_first, y0[item] + rate01[item] * (middle - x0[item]), y1[item] + rate12[item] * (middle - x1[item])
    )
    begin = np.clip(np.ceil(np.minimum(one, other) - 0.5 - CRACK).astype(np.int64), *scene.columns[:, 1])
    end = np.clip(np.floor(np.maximum(one, other) - 0.5 + CRACK).astype(np.int64), *(scene.columns[:, 1] - 1))
    some = np.flatnonzero(end >= begin)
    some = some[np.argsort(x[some], kind="stable")]
    return _Lines(which[item[some]], x[some], begin[some], end[some] - begin[some] + 1)


def _samples(scene: Scene, lines: _Lines, part: slice) -> tuple[Int64s, Int64s, Float64s]:
    """Columns, triangles and heights, all (k,), of a part of the lines, in order of column and height."""
    triangle, counts = lines.triangle[part], lines.counts[part]
    y = stretches(lines.first[part], counts)
    base = scene.heights(triangle, (lines.x[part] + 0.5).astype(np.float64), np.full(len(triangle), 0.5))
    heights = np.repeat(base, counts) + np.repeat(scene.slope_y[triangle], counts) * y
    # A little beyond a steep triangle its plane is far off.
    steep = ~scene.walkable[triangle]
    if steep.any():
        corners = scene.corners[triangle, :, 2]
        low, high = (
            np.where(steep, bound, far) for bound, far in ((corners.min(1), -np.inf), (corners.max(1), np.inf))
        )
        heights = np.clip(heights, np.repeat(low, counts), np.repeat(high, counts))
    column = np.repeat(lines.x[part] * scene.shape[1], counts) + y
    item = np.repeat(triangle, counts)
    order = _by_column_and_height(column, heights, item)
    return column[order], item[order], heights[order]


def _by_column_and_height(column: Int64s, heights: Float64s, item: Int64s) -> Int64s:
    if not len(column):
        return column
    least, tallest = heights.min(), heights.max()
    first = int(column[0]) if len(column) else 0
    first = int(column.min())
    bits = 62 - int(column.max() - first).bit_length() - len(column).bit_length()
    if bits < 16:
        return np.lexsort((item, heights, column))
    scale = (2.0**bits - 1.0) / max(tallest - least, 1e-9)
    key = (column - first) << bits
    key |= ((heights - least) * scale).astype(np.int64)
    key <<= len(column).bit_length()
    key |= np.arange(len(column))
    # Sorting whole numbers and taking them apart again is several times faster than asking for an order.
    key.sort()
    return key & ((1 << len(column).bit_length()) - 1)


def _stand(scene: Scene, column: Int64s, triangle: Int64s, z: Float64s) -> tuple[Int64s, Int64s, Float64s]:
    """Those of samples, as of `_samples`, that a body can stand on."""
    count = len(column)
    walkable = scene.walkable[triangle]
    stands = walkable.copy()
    asked = np.flatnonzero(walkable)
    ahead = 1
    while len(asked):
        above = asked + ahead
        asked, above = asked[above < count], above[above < count]
        same = column[above] == column[asked]
        asked, above = asked[same], above[same]
        gap = z[above] - z[asked]
        low = gap < scene.height - LEVEL
        asked, above, gap = asked[low], above[low], gap[low]
        # Hidden under another floor, or without room.
        hidden = (gap > scene.step + LEVEL) | walkable[above]
        stands[asked[hidden]] = False
        asked = asked[~hidden]
        ahead += 1
    if scene.inside is not None:
        stands &= (z >= scene.inside[0, 2] - LEVEL) & (z <= scene.inside[1, 2] + LEVEL)
    kept = np.flatnonzero(stands)
    return column[kept], triangle[kept], z[kept]


def _link(scene: Scene, column: Int64s, triangle: Int64s, z: Float64s, starts: Int64s) -> Int64s:
    """Links, as of `Floors`."""
    links = np.full((4, len(column)), -1, np.int64)
    slopes = (0.5 * scene.slope_x, 0.5 * scene.slope_y)
    for direction, ahead in enumerate((scene.shape[1], 1)):
        ahead_of, back = links[direction], links[direction + 2]
        # So few at once that all of it stays near the processor.
        for begin in range(0, len(column), _LINKED_AT_ONCE):
            few = np.arange(begin, min(begin + _LINKED_AT_ONCE, len(column)))
            leaves = z[few] + slopes[direction][triangle[few]]
            found = _nearest(scene, column[few] + ahead, leaves, slopes[direction], triangle, z, starts)
            ahead_of[few] = found
            some = np.flatnonzero(found >= 0)
            back[found[some]] = few[some]
        _keep_mutual(ahead_of, back, slopes[direction], triangle, z)
    return links


def _nearest(
    scene: Scene, column: Int64s, leaves: Float64s, slope: Float64s, triangle: Int64s, z: Float64s, starts: Int64s
) -> Int64s:
    """Of the cells of columns, (k,), those that are entered nearest to the heights at which others are left, (k,).

    slope : (m,) float64, by how much triangles rise over half a column. Returns cells, (k,), -1 for none.
    """
    # The margin of the grid is empty: a neighbor is never on the next line by mistake.
    column = np.minimum(column, len(starts) - 2)
    first = starts[column]
    counts = starts[column + 1] - first
    best, found = np.full(len(column), scene.step + _BEND), np.full(len(column), -1, np.int64)
    for k in range(int(counts.max())):
        some = np.flatnonzero(counts > k)
        cells = first[some] + k
        gap = np.abs(leaves[some] - z[cells] + slope[triangle[cells]])
        nearer = np.flatnonzero(gap <= best[some])
        some = some[nearer]
        best[some], found[some] = gap[nearer], cells[nearer]
    return found


def _keep_mutual(found: Int64s, back: Int64s, slope: Float64s, triangle: Int64s, z: Float64s) -> None:
    """Of several cells that found the same one keep the nearest.

    found : (n,) int64, what each cell found; back : (n,) int64, one of those that found each cell. slope as of
    `_nearest`.
    """
    lost = [np.empty(0, np.int64)]
    for begin in range(0, len(found), _LINKED_AT_ONCE):
        few = np.arange(begin, min(begin + _LINKED_AT_ONCE, len(found)))
        few = few[found[few] >= 0]
        lost.append(few[back[found[few]] != few])
    losers = np.concatenate(lost)
    rivals = np.concatenate((losers, distinct(back[found[losers]])))
    target = found[rivals]
    # The nearest is written last.
    gap = np.abs(z[rivals] + slope[triangle[rivals]] - z[target] + slope[triangle[target]])
    order = np.argsort(-gap, kind="stable")
    back[target[order]] = rivals[order]
    found[rivals[back[target] != rivals]] = -1
