# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which cells touch: pairs of boxes that share a face of positive area."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Cells, Ints

#: Candidate pairs compared at once, to bound memory.
_PAIRS_AT_ONCE = 1 << 20


def find_portals(boxes: Cells) -> Cells:
    """Pairs of boxes with a common face.

    For each axis, upper faces meet lower faces in the same plane. Two intervals overlap exactly when one begins
    within the other, so sorting the faces of a plane by where they begin finds all pairs that overlap along one
    of the plane's axes; the other is compared directly.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxel corners [min, max), not overlapping.

    Returns
    -------
    (k, 2) int32, sorted, first < second.
    """
    keys = [np.empty(0, np.int64)]
    for axis in range(3):
        for upper, lower in _touching(boxes, axis, (axis + 1) % 3, (axis + 2) % 3):
            first, second = np.minimum(upper, lower), np.maximum(upper, lower)
            keys.append(first * len(boxes) + second)
    ordered = np.sort(np.concatenate(keys))
    return np.stack(np.divmod(ordered, max(len(boxes), 1)), axis=1).astype(np.int32)


def _touching(boxes: Cells, axis: int, along: int, across: int) -> Iterator[tuple[Ints, Ints]]:
    """(upper, lower) pairs of boxes where the upper face of one meets the lower face of the other, each once."""
    reach = int(boxes[:, 1].max(initial=0)) + 1
    planes_above, planes_below = boxes[:, 1, axis].astype(np.int64), boxes[:, 0, axis].astype(np.int64)
    begin, end = boxes[:, 0, along].astype(np.int64), boxes[:, 1, along].astype(np.int64)
    upper, lower = planes_above * reach + begin, planes_below * reach + begin
    length = end - begin
    # Lower faces that begin within an upper face, then upper faces that begin inside a lower face after its start.
    for wanted, given, after in ((upper, lower, 0), (lower, upper, 1)):
        order = np.argsort(given, kind="stable")
        ordered = given[order]
        starts = np.searchsorted(ordered, wanted + after)
        counts = np.searchsorted(ordered, wanted + length) - starts
        for few in _slices(counts):
            mine = np.repeat(np.arange(few.start, few.stop), counts[few])
            offsets = np.arange(len(mine)) - np.repeat(np.cumsum(counts[few]) - counts[few], counts[few])
            other = order[starts[mine] + offsets]
            meet = (boxes[mine, 0, across] < boxes[other, 1, across]) & (
                boxes[other, 0, across] < boxes[mine, 1, across]
            )
            pair = mine[meet], other[meet]
            yield pair if after == 0 else pair[::-1]


def _slices(counts: Ints) -> Iterator[slice]:
    """Consecutive rows whose counts add up to about `_PAIRS_AT_ONCE`."""
    total = np.cumsum(counts)
    begin, done = 0, 0
    while begin < len(counts):
        end = max(begin + 1, int(np.searchsorted(total, done + _PAIRS_AT_ONCE, side="right")))
        yield slice(begin, end)
        begin, done = end, int(total[end - 1])
