# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which parts of segments lie over or under floors: exact intervals, and what is left of the segments without them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Float64s, Int64s
from ..geometry.ragged import chunks
from .blocks import Blocks
from .scene import CRACK, LEVEL, Scene

#: Pairs of a segment and a triangle at once.
_AT_ONCE = 1 << 17
#: Intervals shorter than this, voxels, are not left.
_SHORTEST = 3.0 * CRACK
#: Where covers end is known this well, voxels: in the corner between two of them both reach a crack too far.
_AROUND = 5.0 * CRACK
#: Neighboring triangles leave nothing between them, voxels.
_TOUCH = 1e-4


class Intervals(NamedTuple):
    """Parts of segments: (k,) int64 segments, ascending; (k,) float64 from where to where, shares of their length."""

    segment: Int64s
    begin: Float64s
    end: Float64s


def uncovered(
    scene: Scene,
    floors: Blocks,
    start: Float64s,
    end: Float64s,
    window: tuple[float, float],
    beyond: float,
) -> Intervals:
    """Parts of segments at which no floor lies over or under them within a window of heights; as of `covers`."""
    return left_by(covers(scene, floors, start, end, window, beyond), start, end)


class Covers(NamedTuple):
    """Parts of segments and the triangles that lie over or under them: all (k,), as `Intervals`; triangle int64."""

    segment: Int64s
    begin: Float64s
    end: Float64s
    triangle: Int64s


def covers(
    scene: Scene,
    floors: Blocks,
    start: Float64s,
    end: Float64s,
    window: tuple[float, float],
    beyond: float,
) -> Covers:
    """Parts of segments at which triangles lie over or under them within a window of heights.

    Parameters
    ----------
    floors : the triangles that count.
    start, end : (k, 3) float64, voxels; height runs evenly from one to the other.
    window : lowest and highest a floor may be over the segment to count, voxels.
    beyond : how far a triangle reaches beyond its edges, voxels.
    """
    segment, block = floors.along(start[:, :2], end[:, :2], CRACK)
    counts = floors.starts[block + 1] - floors.starts[block]
    boxes = _Boxes(scene, start, end, window)
    owners, begins, ends = [np.empty(0, np.int64)], [np.empty(0)], [np.empty(0)]
    triangles = [np.empty(0, np.int64)]
    for part in chunks(counts, _AT_ONCE):
        place, triangle = floors.pairs(block[part])
        owner, triangle = boxes.meeting(segment[part][place], triangle)
        begin, finish = over_triangles(scene, start[owner], end[owner], triangle, window, beyond)
        some = finish > begin
        owners.append(owner[some])
        begins.append(begin[some])
        ends.append(finish[some])
        triangles.append(triangle[some])
    return Covers(np.concatenate(owners), np.concatenate(begins), np.concatenate(ends), np.concatenate(triangles))


class _Boxes:
    """Boxes around segments, within which triangles count, and around all triangles; axis by axis, z first."""

    def __init__(self, scene: Scene, start: Float64s, end: Float64s, window: tuple[float, float]) -> None:
        low, high = np.minimum(start, end), np.maximum(start, end)
        beyond = np.array(((CRACK, CRACK, -window[0]), (CRACK, CRACK, window[1])))
        low, high = low - beyond[0], high + beyond[1]
        self._sides = [
            tuple(np.ascontiguousarray(side[:, axis]) for side in (low, high, scene.low, scene.high))
            for axis in (2, 0, 1)
        ]

    def meeting(self, segment: Int64s, triangle: Int64s) -> tuple[Int64s, Int64s]:
        """Those pairs, (p,) both, whose boxes meet."""
        for low, high, least, most in self._sides:
            some = np.flatnonzero((low[segment] <= most[triangle]) & (high[segment] >= least[triangle]))
            segment, triangle = segment[some], triangle[some]
        return segment, triangle


def hidden_apart(scene: Scene, floors: Blocks, start: Float64s, end: Float64s) -> Intervals:
    """Parts of segments, on floors, that are not under another floor which leaves no room for a body on theirs."""
    # No farther than they reach: beyond its edges, the plane of a slope may be over what goes on there.
    return uncovered(scene, floors, start, end, (2.0 * LEVEL, scene.height - 3.0 * LEVEL), _TOUCH)


def over_triangles(
    scene: Scene,
    start: Float64s,
    end: Float64s,
    triangle: Int64s,
    window: tuple[float, float],
    beyond: float,
) -> tuple[Float64s, Float64s]:
    """From where to where each of (k, 3) segments lies over or under a triangle of its own, within a window.

    `window` and `beyond` as of `uncovered`. Returns (k,) float64 both, shares of the segments; the second is below the
    first where there is no such part.
    """
    low, high = np.zeros(len(triangle)), np.ones(len(triangle))
    corners = scene.corners[triangle, :, :2]
    wound = np.where(_twice_area(corners) >= 0.0, 1.0, -1.0)
    for k in range(3):
        begin = corners[:, k]
        edge = corners[:, (k + 1) % 3] - begin
        length = np.sqrt(edge[:, 0] * edge[:, 0] + edge[:, 1] * edge[:, 1])
        scale = wound / np.where(length > 0.0, length, 1.0)
        a, b = -edge[:, 1] * scale, edge[:, 0] * scale
        first = a * (start[:, 0] - begin[:, 0]) + b * (start[:, 1] - begin[:, 1]) + beyond
        last = a * (end[:, 0] - begin[:, 0]) + b * (end[:, 1] - begin[:, 1]) + beyond
        _cut(low, high, first, last)
    first = scene.heights(triangle, start[:, 0], start[:, 1]) - start[:, 2]
    last = scene.heights(triangle, end[:, 0], end[:, 1]) - end[:, 2]
    _cut(low, high, first - window[0], last - window[0])
    _cut(low, high, window[1] - first, window[1] - last)
    return low, high


def _twice_area(corners: Float64s) -> Float64s:
    one, other = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    return one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]


def _cut(low: Float64s, high: Float64s, first: Float64s, last: Float64s) -> None:
    """Keep of intervals what is not negative of something that runs evenly from `first` at 0 to `last` at 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        root = first / (first - last)
    np.maximum(low, root, out=low, where=(first < 0.0) & (last >= 0.0))
    np.minimum(high, root, out=high, where=(first >= 0.0) & (last < 0.0))
    high[(first < 0.0) & (last < 0.0)] = -1.0


def left_by(covered: Covers, start: Float64s, end: Float64s) -> Intervals:
    """What covers leave of segments, (k, 3) both."""
    count, length = len(start), np.sqrt(((end - start)[:, :2] ** 2).sum(axis=1))
    # Every segment is covered in its two ends, so that what is left always lies between two intervals.
    ends = np.arange(count)
    segment = np.concatenate((ends, covered.segment, ends))
    begin = np.concatenate((np.zeros(count), covered.begin, np.ones(count)))
    finish = np.concatenate((np.zeros(count), covered.end, np.ones(count)))
    order = np.lexsort((begin, segment))
    segment, begin, finish = segment[order], begin[order], finish[order]
    # Shares are at most 1: offset by twice the segment's number, one running maximum serves all.
    reached = np.maximum.accumulate(finish + 2.0 * segment) - 2.0 * segment
    before = reached[:-1]
    gap = (segment[1:] == segment[:-1]) & ((begin[1:] - before) * length[segment[1:]] > _SHORTEST)
    gap = np.flatnonzero(gap)
    of = segment[1:][gap]
    more = _AROUND / np.maximum(length[of], _TOUCH)
    return Intervals(of, np.maximum(before[gap] - more, 0.0), np.minimum(begin[1:][gap] + more, 1.0))
