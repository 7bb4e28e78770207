# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of many boxes meet one another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Int32s, Int64s
from .parting import Parts, Sides, blocks, parts_of

#: Pairs compared together: enough to forget Python's overhead, few enough to stay near the processor.
_PAIRS_AT_ONCE = 1 << 16


def meeting_pairs(boxes: Int32s, *, inside: bool = False) -> Iterator[tuple[float, Int64s]]:
    """Pairs of boxes that touch or overlap, first below second, each pair once.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxel corners.
    inside : only those that overlap, in whole voxels.

    Yields
    ------
    How much has been looked at before, from 0 to 1, and some of the pairs, (k, 2) int64.
    """
    # The voxels after a box count as its own unless boxes have to overlap.
    low, last = (np.ascontiguousarray(boxes[:, end].T, np.int32) for end in (0, 1))
    sides = Sides(low, last - 1 if inside else last)
    for share, parts in parts_of([sides]):
        box, part = parts.members[0]
        # Each is held against those after it in its part.
        counts = np.searchsorted(part, part, side="right") - np.arange(1, len(part) + 1)
        for some in blocks(counts, _PAIRS_AT_ONCE):
            first = np.repeat(np.arange(some.start, some.stop), counts[some])
            starts = np.cumsum(counts[some]) - counts[some]
            second = first + 1 + np.arange(len(first)) - np.repeat(starts, counts[some])
            yield share, _meeting(sides, parts, part.take(first), box.take(first), box.take(second))


def _meeting(sides: Sides, parts: Parts, part: Int32s, one: Int32s, other: Int32s) -> Int64s:
    """Those of pairs of boxes, (n,) each, that meet and count in the part: it holds the lowest corner they share."""
    for axis in range(3):
        low, last = sides.low[axis], sides.last[axis]
        corner = np.maximum(low.take(one), low.take(other))
        meet = corner <= np.minimum(last.take(one), last.take(other))
        meet &= (corner >= parts.low[axis].take(part)) & (corner < parts.high[axis].take(part))
        left = np.flatnonzero(meet)
        one, other, part = one.take(left), other.take(left), part.take(left)
    return np.stack((np.minimum(one, other), np.maximum(one, other)), axis=1).astype(np.int64)
