# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which cells touch: pairs of boxes that share a face of positive area."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..arrays import Int32s, Int64s
from ..progress import Steps
from ..workers import run_in_order
from .sorting import stable_order

#: Candidate pairs compared at once, to bound memory.
_PAIRS_AT_ONCE = 1 << 17
#: Room for a cell's index beside another number.
_INDEX_BITS = np.uint64(32)
_INDEX = np.uint64((1 << 32) - 1)
_STAGE = "Linking"


def find_portals(boxes: Int32s) -> Steps[Int32s]:
    """Pairs of boxes with a common face.

    For each axis, upper faces meet lower faces in the same plane. Two intervals overlap exactly when one begins
    within the other, so sorting the faces of a plane by where they begin along one of the plane's axes finds all
    pairs that overlap along it; the other axis is compared directly.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxel corners [min, max), not overlapping.

    Returns
    -------
    (k, 2) int32, sorted, first < second.
    """
    tasks = [(boxes, axis, side) for axis in range(3) for side in (1, 0)]
    parts = yield from run_in_order(_touching, tasks, _STAGE)
    # Merging sorted parts is what the stable sort is quick at.
    pairs = np.sort(np.concatenate(parts), kind="stable")
    return np.stack((pairs >> _INDEX_BITS, pairs & _INDEX), axis=1).astype(np.int32)


def _touching(boxes: Int32s, axis: int, side: int) -> Steps[NDArray[np.uint64]]:
    """Pairs of cells whose faces meet across one axis, the smaller index above the larger, sorted.

    With the upper side (1), those whose lower face begins within the upper one along an axis of the plane; with the
    lower side (0), those whose upper face begins inside the lower one, after its start. So each pair comes once.
    """
    # Long thin cells overlap nearly all others along their length, so the axis that separates better counts.
    sortings = (_Faces(boxes, axis, along) for along in ((axis + 1) % 3, (axis + 2) % 3))
    faces = min(sortings, key=lambda sorting: sum(int(sorting.matches(either)[1].sum()) for either in (0, 1)))
    starts, counts = faces.matches(side)
    theirs = faces.in_order(1 - side)
    across = 3 - axis - faces.along
    low, high = np.ascontiguousarray(boxes[:, 0, across]), np.ascontiguousarray(boxes[:, 1, across])
    found = [np.empty(0, np.uint64)]
    for few in _slices(counts):
        yield few.start / len(boxes), _STAGE
        one = np.repeat(np.arange(few.start, few.stop), counts[few])
        steps = np.arange(len(one)) + np.repeat(starts[few] - np.cumsum(counts[few]) + counts[few], counts[few])
        other = theirs[steps]
        meet = (low[one] < high[other]) & (low[other] < high[one])
        one, other = one[meet], other[meet]
        found.append((np.minimum(one, other) << 32 | np.maximum(one, other)).astype(np.uint64))
    return np.sort(np.concatenate(found))


class _Faces:
    """The lower (0) and upper (1) faces of boxes across one axis, by plane and by where they begin along another."""

    def __init__(self, boxes: Int32s, axis: int, along: int) -> None:
        self.along = along
        begin = boxes[:, 0, along]
        self._length = boxes[:, 1, along] - begin
        reach = int(boxes[:, 1].max(initial=0)) + 1
        # Places, and counts of cells, fit 32 bits, which halves what is the most memory of many a bake.
        self._places = [boxes[:, side, axis] * np.int32(reach) + begin for side in (0, 1)]
        # How many faces begin before each place: a table, because looking up is quicker than searching.
        self._before = [_sums_before(np.bincount(place, minlength=reach * reach)) for place in self._places]

    def matches(self, side: int) -> tuple[Int32s, Int32s]:
        """For each face of a side the run of opposite ones, in order, that begin within it: starts and counts."""
        before, places = self._before[1 - side], self._places[side]
        starts = before[places + (1 - side)]
        return starts, before[places + self._length] - starts

    def in_order(self, side: int) -> Int64s:
        """The cells in the order of their faces' places."""
        return stable_order(self._places[side], len(self._before[side]))


def _sums_before(counts: Int64s) -> Int32s:
    """Of each of n counts the sum of those before it, and of all of them: (n + 1,) int32."""
    sums = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=sums[1:])
    return sums


def _slices(counts: Int32s) -> Iterator[slice]:
    """Consecutive rows whose counts add up to about `_PAIRS_AT_ONCE`."""
    total = np.cumsum(counts, dtype=np.int64)
    begin, done = 0, 0
    while begin < len(counts):
        end = max(begin + 1, int(np.searchsorted(total, done + _PAIRS_AT_ONCE, side="right")))
        yield slice(begin, end)
        begin, done = end, int(total[end - 1])
