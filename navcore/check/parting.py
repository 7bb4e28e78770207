# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Space cut in two, and its parts again, until few boxes are in each: which of them may have to do with which others.

A part is cut wherever that leaves fewer pairs to compare, across the axis that leaves the fewest. Large boxes come to
stand in several parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import AnyArray, Bools, Int32s, Int64s

#: Parts with at most so many pairs are not cut.
_FEW_PAIRS = 24 * 24
#: Boxes of parts that are cut together: enough to forget Python's overhead, few enough to stay near the processor.
_BOXES_AT_ONCE = 1 << 17
#: What stands for an axis where a part is not cut, and where it holds nothing.
_UNCUT, _EMPTY = -1, -2


class Sides(NamedTuple):
    """Boxes by their sides, (3, n) int32 each: the lowest voxels along x, y, z, and the highest, inclusive."""

    low: Int32s
    last: Int32s


class Members(NamedTuple):
    """Boxes that reach into parts of space: box : (n,) int32. part : (n,) int32, ascending, which part each is in."""

    box: Int32s
    part: Int32s

    def counts(self, parts: int) -> Int64s:
        """How many boxes are in each of so many parts."""
        return np.bincount(self.part, minlength=parts)

    def chosen(self, wanted: Bools) -> Members:
        """Those of some parts, which are numbered anew."""
        kept = wanted.take(self.part)
        number = np.cumsum(wanted, dtype=np.int32) - np.int32(1)
        return Members(self.box[kept], number.take(self.part[kept]))


class Parts(NamedTuple):
    """Parts of space.

    low, high : (3, k) int32, corners [low, high), in voxels.
    members : one set of boxes, to be compared with each other, or two, to be compared with those of the other.
    """

    low: Int32s
    high: Int32s
    members: tuple[Members, ...]

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.low[0])

    def volume(self) -> float:
        """In voxels, of all together."""
        return float((self.high - self.low).prod(axis=0, dtype=np.float64).sum())

    def chosen(self, wanted: Bools) -> Parts:
        """Some of them."""
        if wanted.all():
            return self
        return Parts(self.low[:, wanted], self.high[:, wanted], tuple(some.chosen(wanted) for some in self.members))


def parts_of(sets: Sequence[Sides]) -> Iterator[tuple[float, Parts]]:
    """The space of boxes in parts, as small as there is something gained by cutting them.

    Parameters
    ----------
    sets : one set of boxes, or two; parts that hold none of the first are left out.

    Yields
    ------
    How much of the space is done before, from 0 to 1, and some parts.
    """
    first = sets[0]
    if not first.low.size:
        return
    low, high = first.low.min(axis=1), first.last.max(axis=1) + 1
    members = tuple(
        Members(np.arange(sides.low.shape[1], dtype=np.int32), np.zeros(sides.low.shape[1], np.int32)) for sides in sets
    )
    waiting = [Parts(low[:, None], high[:, None], members)]
    volume, share = waiting[0].volume(), 0.0
    while waiting:
        parts = waiting.pop()
        axis, plane = _best_planes(parts, sets)
        done, cut = axis == _UNCUT, axis >= 0
        if done.any():
            yield min(share, 1.0), parts.chosen(done)
        share += (parts.volume() - parts.chosen(cut).volume()) / volume
        if cut.any():
            waiting += _bounded(_halves(parts.chosen(cut), axis[cut], plane[cut], sets))


def _best_planes(parts: Parts, sets: Sequence[Sides]) -> tuple[Int64s, Int32s]:
    """For each part the axis, or what stands for one, and the plane to cut it across."""
    number = parts.number
    counts = [some.counts(number) for some in parts.members]
    least = _pairs(counts)
    axis = np.where(counts[0] > 0, _UNCUT, _EMPTY)
    plane = np.zeros(number, np.int32)
    least[least <= _FEW_PAIRS] = 0.0
    for tried in range(3):
        first = [sides.low[tried].take(some.box) for sides, some in zip(sets, parts.members, strict=True)]
        last = [sides.last[tried].take(some.box) for sides, some in zip(sets, parts.members, strict=True)]
        # The mean of the middles of what of the first set's boxes is within.
        part = parts.members[0].part
        middles = np.maximum(first[0], parts.low[tried].take(part)).astype(np.float64)
        middles += np.minimum(last[0], parts.high[tried].take(part))
        sums = np.bincount(part, middles, minlength=number)
        mean = np.ceil(sums / np.maximum(2.0 * counts[0], 1.0)).astype(np.int32)
        below, above = [], []
        for some, begin, end in zip(parts.members, first, last, strict=True):
            across = mean.take(some.part)
            below.append(np.bincount(some.part[begin < across], minlength=number))
            above.append(np.bincount(some.part[end >= across], minlength=number))
        pairs = _pairs(below) + _pairs(above)
        better = pairs < least
        axis[better], plane[better], least[better] = tried, mean[better], pairs[better]
    return axis, plane


def _pairs(counts: Sequence[Int64s]) -> AnyArray:
    """How many pairs so many boxes of each set make, nearly."""
    return counts[0].astype(np.float64) * counts[-1]


def _halves(parts: Parts, axis: Int64s, plane: Int32s, sets: Sequence[Sides]) -> Parts:
    """Each part in two: all lower halves, then all upper ones."""
    number = np.int32(parts.number)
    rows = np.arange(number)
    lower_high, upper_low = parts.high.copy(), parts.low.copy()
    lower_high[axis, rows] = upper_low[axis, rows] = plane
    members = []
    for sides, some in zip(sets, parts.members, strict=True):
        place = axis.take(some.part) * sides.low.shape[1] + some.box
        across = plane.take(some.part)
        below, above = sides.low.ravel().take(place) < across, sides.last.ravel().take(place) >= across
        box = np.concatenate((some.box[below], some.box[above]))
        members.append(Members(box, np.concatenate((some.part[below], some.part[above] + number))))
    low, high = np.concatenate((parts.low, upper_low), axis=1), np.concatenate((lower_high, parts.high), axis=1)
    return Parts(low, high, tuple(members))


def _bounded(parts: Parts) -> list[Parts]:
    """The same in pieces of a bounded number of boxes each, unless one part has more."""
    loads = np.sum([some.counts(parts.number) for some in parts.members], axis=0)
    if int(loads.sum()) <= _BOXES_AT_ONCE:
        return [parts]
    pieces = []
    for rows in blocks(loads, _BOXES_AT_ONCE):
        members = []
        for some in parts.members:
            begin, end = np.searchsorted(some.part, (rows.start, rows.stop))
            members.append(Members(some.box[begin:end], some.part[begin:end] - np.int32(rows.start)))
        pieces.append(Parts(parts.low[:, rows], parts.high[:, rows], tuple(members)))
    return pieces


def blocks(counts: AnyArray, most: int) -> Iterator[slice]:
    """Consecutive rows whose counts add up to about `most`, or one row with more."""
    ends = np.cumsum(counts, dtype=np.int64)
    begin, done = 0, 0
    while begin < len(counts):
        end = max(begin + 1, int(np.searchsorted(ends, done + most, side="right")))
        yield slice(begin, end)
        begin, done = end, int(ends[end - 1])
