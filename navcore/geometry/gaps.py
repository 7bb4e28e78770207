# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What boxes leave of a large grid, at a cost that follows the boxes.

The grid is cut in two along a face of some box, and its parts again, until each part is either filled by boxes or free
of them. Boxes do not overlap, so a part is full exactly when their volumes add up to its own: wherever boxes lie close
together, cutting ends early.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Float64s, Int32s, Int64s
from ..progress import Steps

#: Boxes that are cut together, to bound memory.
_BOXES_AT_ONCE = 1 << 17
#: A plane's worth counts up to half a side times this, so that it and the plane fit one number.
_WORTH = 1 << 10
#: Room for a plane, up to 2**15, and for an axis.
_PLANE_BITS, _AXIS_BITS = 16, 2
_STAGE = "Merging"


class _Parts(NamedTuple):
    """Parts of a grid, and the boxes in them.

    parts : (k, 2, 3) int32, corners [min, max).
    boxes : (n, 2, 3) int32, cut to the parts they are in.
    part : (n,) int64, ascending, which part each box is in.
    """

    parts: Int32s
    boxes: Int32s
    part: Int64s


def gaps_between(boxes: Int32s, shape: Int32s) -> Steps[Int32s]:
    """The space of a grid that boxes leave, as boxes.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxel corners [min, max), within the grid, not overlapping.
    shape : (3,) int, of the grid, up to 2**15.

    Returns
    -------
    (m, 2, 3) int32, in no particular order.
    """
    grid = np.array([[(0, 0, 0), shape]], np.int32)
    waiting = [_Parts(grid, boxes.astype(np.int32), np.zeros(len(boxes), np.int64))]
    found = []
    done, everything = 0, _volumes(grid)[0]
    while waiting:
        yield min(done / float(everything), 1.0), _STAGE
        parts = waiting.pop()
        empty, mixed = _told_apart(parts)
        found.append(empty)
        done += int(_volumes(parts.parts).sum() - _volumes(mixed.parts).sum())
        if len(mixed.parts):
            waiting += _bounded(_cut(mixed))
    return np.concatenate(found)


def _volumes(boxes: Int32s) -> Int64s:
    sides = (boxes[:, 1] - boxes[:, 0]).astype(np.int64)
    volumes: Int64s = sides[:, 0] * sides[:, 1] * sides[:, 2]
    return volumes


def _told_apart(given: _Parts) -> tuple[Int32s, _Parts]:
    """The parts that have no box, and those that are neither empty nor full."""
    parts, boxes, part = given
    begins = np.flatnonzero(np.diff(part, prepend=-1))
    taken = np.zeros(len(parts), np.int64)
    if len(boxes):
        taken[part[begins]] = np.add.reduceat(_volumes(boxes), begins)
    mixed = (taken > 0) & (taken < _volumes(parts))
    kept = mixed[part]
    return parts[taken == 0], _Parts(parts[mixed], boxes[kept], (np.cumsum(mixed) - 1)[part[kept]])


def _cut(given: _Parts) -> _Parts:
    """Each part, all of which have boxes, in two."""
    parts, boxes, part = given
    axis, plane = _best_planes(given)
    lower, upper = parts.copy(), parts.copy()
    rows = np.arange(len(parts))
    lower[rows, 1, axis] = upper[rows, 0, axis] = plane
    axis, plane = axis[part], plane[part]
    rows = np.arange(len(boxes))
    below, above = np.flatnonzero(boxes[rows, 0, axis] < plane), np.flatnonzero(boxes[rows, 1, axis] > plane)
    of_lower, of_upper = boxes[below], boxes[above]
    rows = np.arange(len(below))
    of_lower[rows, 1, axis[below]] = np.minimum(of_lower[rows, 1, axis[below]], plane[below])
    rows = np.arange(len(above))
    of_upper[rows, 0, axis[above]] = np.maximum(of_upper[rows, 0, axis[above]], plane[above])
    return _Parts(
        np.concatenate((lower, upper)),
        np.concatenate((of_lower, of_upper)),
        np.concatenate((part[below], part[above] + len(lower))),
    )


def _best_planes(given: _Parts) -> tuple[Int64s, Int32s]:
    """For each part the axis and the plane to cut it across: along a large face that is near its middle."""
    parts, boxes, part = given
    low, high = parts[part, 0], parts[part, 1]
    shares: Float64s = (boxes[:, 1] - boxes[:, 0]) / (high - low)
    best = np.full(len(boxes), -1, np.int64)
    for axis in range(3):
        area = shares[:, axis - 2] * shares[:, axis - 1]
        for end in (0, 1):
            face = boxes[:, end, axis]
            depth = np.minimum(face - low[:, axis], high[:, axis] - face)
            worth = (depth * area * _WORTH).astype(np.int64)
            choice = (worth << _PLANE_BITS | face) << _AXIS_BITS | axis
            # A face on the part's border cuts nothing.
            np.maximum(best, choice, out=best, where=depth > 0)
    best = np.maximum.reduceat(best, np.flatnonzero(np.diff(part, prepend=-1)))
    plane = (best >> _AXIS_BITS) & ((1 << _PLANE_BITS) - 1)
    return best & ((1 << _AXIS_BITS) - 1), plane.astype(np.int32)


def _bounded(given: _Parts) -> list[_Parts]:
    """The same in pieces with a bounded number of boxes each, unless one part has more."""
    parts, boxes, part = given
    counts = np.bincount(part, minlength=len(parts))
    ends = np.cumsum(counts)
    pieces, begin, done = [], 0, 0
    while begin < len(parts):
        end = max(begin + 1, int(np.searchsorted(ends, done + _BOXES_AT_ONCE, side="right")))
        boxes_end = int(ends[end - 1])
        pieces.append(_Parts(parts[begin:end], boxes[done:boxes_end], part[done:boxes_end] - begin))
        begin, done = end, boxes_end
    return pieces
