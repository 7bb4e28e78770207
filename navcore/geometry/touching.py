# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which cells touch: pairs of boxes that share a face of positive area."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..arrays import AnyArray, Int32s, Int64s
from ..progress import Steps, run
from ..workers import run_in_order
from .sorting import stable_order

#: Candidate pairs compared at once, to bound memory.
_PAIRS_AT_ONCE = 1 << 17
#: Faces that one task compares, to bound memory.
_FACES_AT_ONCE = 1 << 17
#: But in no more ranges of planes than these, about: for each of them all boxes are gone through.
_MOST_RANGES = 16
#: Up to so many pairs of two sets are compared each with each, because that is quicker than sorting; so many of them
#: together, which a processor's cache has room for.
_COMPARED_AT_ONCE, _COMPARED_TOGETHER = 1 << 22, 1 << 16
#: With more candidates than this for a box, planes are cut into bands of this width, in bits.
_CANDIDATES_PER_BOX = 32
_BAND_BITS = 5
#: Wide enough for one band to hold everything.
_NO_BANDS = 16
#: With more places than this for a box, they are searched for instead of counted.
_PLACES_PER_BOX = 4
#: Room for a cell's index beside another number.
_INDEX_BITS = np.uint64(32)
_INDEX = np.uint64((1 << 32) - 1)
_STAGE = "Linking"


def find_portals(boxes: Int32s) -> Steps[Int32s]:
    """Pairs of boxes with a common face.

    For each axis, upper faces meet lower faces in the same plane. Two intervals overlap exactly when one begins
    within the other, so sorting the faces of a plane by where they begin along one of the plane's axes finds all
    pairs that overlap along it; the other axis is compared directly. Where this leaves too many candidates, planes are
    cut into bands across the other axis.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxel corners [min, max), at least 0, not overlapping.

    Returns
    -------
    (k, 2) int32, sorted, first < second.
    """
    tasks = [
        (boxes, axis, planes, side) for axis in range(3) for planes in _plane_ranges(boxes, axis) for side in (1, 0)
    ]
    parts = yield from run_in_order(_touching, tasks, _STAGE)
    numbers = np.concatenate(parts)
    del parts
    # Merging sorted parts is what the stable sort is quick at.
    numbers.sort(kind="stable")
    return _as_pairs(numbers)


def portals_of(boxes: Int32s, others: Int32s) -> Int32s:
    """Pairs of one of some boxes and one of others with a common face. A box that both hold does not touch itself.

    Parameters
    ----------
    boxes, others : (n, 2, 3) and (m, 2, 3) int32, voxel corners [min, max), at least 0.

    Returns
    -------
    (k, 2) int32, sorted: the index of a box, and of one of the others.
    """
    if len(boxes) * len(others) <= _COMPARED_AT_ONCE:
        return _compared(boxes, others)
    found = []
    for axis in range(3):
        for side in (1, 0):
            one, other = run(_meeting(boxes, others, axis, side))
            found.append(_as_numbers(one, other))
            other, one = run(_meeting(others, boxes, axis, side))
            found.append(_as_numbers(one, other))
    return _as_pairs(np.sort(np.concatenate(found)))


def _compared(boxes: Int32s, others: Int32s) -> Int32s:
    """`portals_of`, each with each."""
    # Corners fit 16 bits, of which more are compared at once.
    own, theirs = (np.ascontiguousarray(some.reshape(-1, 6).T.astype(np.uint16)) for some in (boxes, others))
    low, high, other_low, other_high = own[:3, :, None], own[3:, :, None], theirs[:3, None], theirs[3:, None]
    found = []
    step = max(_COMPARED_TOGETHER // max(len(others), 1), 1)
    for begin in range(0, max(len(boxes), 1), step):
        few = slice(begin, begin + step)
        near = low[0, few] <= other_high[0]
        near &= other_low[0] <= high[0, few]
        for axis in (1, 2):
            near &= low[axis, few] <= other_high[axis]
            near &= other_low[axis] <= high[axis, few]
        found.append(np.flatnonzero(near) + begin * len(others))
    place = np.concatenate(found)
    one = place // max(len(others), 1)
    other = place - one * len(others)
    own, theirs = own.take(one, axis=1), theirs.take(other, axis=1)
    # Along two axes they share an extent, along the third they end where the others begin.
    face = (np.minimum(own[3:], theirs[3:]) == np.maximum(own[:3], theirs[:3])).sum(axis=0) == 1
    return np.stack((one[face], other[face]), axis=1).astype(np.int32)


def _as_numbers(one: Int64s, other: Int64s) -> NDArray[np.uint64]:
    """Pairs of indices as numbers that sort as they do."""
    return one.astype(np.uint64) << _INDEX_BITS | other.astype(np.uint64)


def _as_pairs(numbers: NDArray[np.uint64]) -> Int32s:
    pairs = np.empty((len(numbers), 2), np.int32)
    pairs[:, 0], pairs[:, 1] = numbers >> _INDEX_BITS, numbers & _INDEX
    return pairs


def _plane_ranges(boxes: Int32s, axis: int) -> list[range]:
    """The planes across an axis, in ranges with as many faces as one task compares, or single planes with more."""
    faces = np.bincount(boxes[:, :, axis].ravel(), minlength=1)
    most = max(_FACES_AT_ONCE, 2 * len(boxes) // _MOST_RANGES)
    ranges, begin, total = [], 0, np.cumsum(faces)
    while begin < len(faces):
        done = int(total[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(total, done + most, side="right")))
        ranges.append(range(begin, end))
        begin = end
    return ranges


def _touching(boxes: Int32s, axis: int, planes: range, side: int) -> Steps[NDArray[np.uint64]]:
    """Pairs of boxes whose faces meet in planes across an axis, as numbers, the smaller index first, sorted."""
    below, above = (
        np.flatnonzero((boxes[:, end, axis] >= planes.start) & (boxes[:, end, axis] < planes.stop)) for end in (1, 0)
    )
    upper, lower = yield from _meeting(boxes[below], boxes[above], axis, side)
    upper, lower = below[upper], above[lower]
    return np.sort(_as_numbers(np.minimum(upper, lower), np.maximum(upper, lower)))


def _meeting(uppers: Int32s, lowers: Int32s, axis: int, side: int) -> Steps[tuple[Int64s, Int64s]]:
    """Pairs of boxes of which the upper face of one meets the lower face of another across an axis: their indices.

    With the upper side (1), those whose lower face begins within the upper one along an axis of the plane; with the
    lower side (0), those whose upper face begins inside the lower one, after its start. So each pair comes once.
    """
    faces = _best_faces(uppers, lowers, axis)
    starts, counts = faces.matches(side)
    mine, theirs = faces.owner[side], faces.in_order(1 - side)
    # By face, in order: candidates stand side by side.
    low, high = np.ascontiguousarray((lowers, uppers)[side][mine, :, faces.across].T)
    other_low, other_high = np.ascontiguousarray((lowers, uppers)[1 - side][theirs, :, faces.across].T)
    found = [(np.empty(0, np.int64), np.empty(0, np.int64))]
    for few in _slices(counts):
        yield few.start / len(counts), _STAGE
        one = np.repeat(np.arange(few.start, few.stop), counts[few])
        other = np.arange(len(one)) + np.repeat(starts[few] - np.cumsum(counts[few]) + counts[few], counts[few])
        meet = (low[one] < other_high[other]) & (other_low[other] < high[one])
        if faces.band_bits != _NO_BANDS:
            # What meets in several bands is told in the first.
            meet &= np.maximum(low[one], other_low[other]) >> faces.band_bits == faces.band[side][one]
        found.append((mine[one[meet]], theirs[other[meet]]))
    one, other = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return (one, other) if side else (other, one)


def _best_faces(uppers: Int32s, lowers: Int32s, axis: int) -> _Faces:
    """Faces across an axis, sorted so that few candidates come up."""
    # Long thin cells overlap nearly all others along their length, so the axis that separates better counts.
    sortings = (_Faces(uppers, lowers, axis, along, _NO_BANDS) for along in ((axis + 1) % 3, (axis + 2) % 3))
    faces = min(sortings, key=lambda sorting: sorting.candidates)
    if faces.candidates <= _CANDIDATES_PER_BOX * (len(uppers) + len(lowers)):
        return faces
    return _Faces(uppers, lowers, axis, faces.along, _BAND_BITS)


class _Faces:
    """The lower (0) and upper (1) faces of boxes across one axis, by plane and by where they begin along another.

    Cut into bands of 2**band_bits voxels across the third axis, a face stands in each that it reaches into.
    """

    def __init__(self, uppers: Int32s, lowers: Int32s, axis: int, along: int, band_bits: int) -> None:
        self.along, self.across, self.band_bits = along, 3 - axis - along, band_bits
        side_length = int(max(boxes[:, 1].max(initial=0) for boxes in (lowers, uppers))) + 1
        bands = (side_length >> band_bits) + 1
        planes = [faces[:, axis] for faces in (lowers[:, 0], uppers[:, 1])]
        first = int(min(some.min(initial=side_length) for some in planes))
        self._reach = (int(max(some.max(initial=first) for some in planes)) + 1 - first) * bands * side_length
        # Places, and counts of cells, mostly fit 32 bits, which halves what is the most memory of many a bake.
        kind = np.int32 if self._reach < 1 << 31 else np.int64
        # Counting places in a table is quicker than searching for them, but a table grows with the planes.
        is_searched = self._reach > _PLACES_PER_BOX * (len(lowers) + len(uppers))
        #: Of each face, which box has it, and in which band it is.
        self.owner: list[Int64s] = []
        self.band: list[Int32s] = []
        self._places: list[AnyArray] = []
        self._length: list[Int32s] = []
        self._before: list[_Counted | _Searched] = []
        for side, boxes in enumerate((lowers, uppers)):
            owner, band = _in_bands(boxes[:, :, self.across], band_bits)
            begin, length = boxes[:, 0, along], boxes[:, 1, along] - boxes[:, 0, along]
            place: AnyArray = (planes[side] - first).astype(kind)
            if band_bits != _NO_BANDS:
                place, begin, length = place[owner] * kind(bands) + band, begin[owner], length[owner]
            place = place * kind(side_length) + begin
            if is_searched:
                # In order, neighbouring faces look in neighbouring places.
                order = stable_order(place, self._reach)
                owner, band, place, length = owner[order], band[order], place[order], length[order]
            self.owner.append(owner)
            self.band.append(band)
            self._places.append(place)
            self._length.append(length)
            self._before.append(_Searched(place) if is_searched else _Counted(place, self._reach))
        #: How many pairs of faces begin within one another.
        self.candidates = sum(int(self.matches(side)[1].sum(dtype=np.int64)) for side in (0, 1))

    def matches(self, side: int) -> tuple[AnyArray, AnyArray]:
        """For each face of a side the run of opposite ones, in order, that begin within it: starts and counts."""
        opposite, places = self._before[1 - side], self._places[side]
        starts = opposite.before(places + places.dtype.type(1 - side))
        return starts, opposite.before(places + self._length[side]) - starts

    def in_order(self, side: int) -> Int64s:
        """The boxes in the order of their faces' places."""
        return self.owner[side][stable_order(self._places[side], self._reach)]


def _in_bands(extents: Int32s, band_bits: int) -> tuple[Int64s, Int32s]:
    """Extents, (n, 2), cut into bands: the extent that each piece is of, and its band, (m,) each."""
    owner = np.arange(len(extents))
    if band_bits == _NO_BANDS:
        return owner, np.zeros(len(extents), np.int32)
    first = extents[:, 0] >> band_bits
    counts = ((extents[:, 1] - 1) >> band_bits) - first + 1
    owner = np.repeat(owner, counts)
    return owner, (np.arange(len(owner)) - (np.cumsum(counts) - counts - first)[owner]).astype(np.int32)


class _Counted:
    """How many of some places stand before others: a table of them all."""

    def __init__(self, places: AnyArray, reach: int) -> None:
        self._sums = np.zeros(reach + 1, np.int32)
        np.cumsum(np.bincount(places, minlength=reach), out=self._sums[1:])

    def before(self, places: AnyArray) -> AnyArray:
        return self._sums[places]


class _Searched:
    """How many of some places, in order, stand before others."""

    def __init__(self, places: AnyArray) -> None:
        self._places = places

    def before(self, places: AnyArray) -> AnyArray:
        return np.searchsorted(self._places, places)


def _slices(counts: AnyArray) -> Iterator[slice]:
    """Consecutive rows whose counts add up to about `_PAIRS_AT_ONCE`."""
    total = np.cumsum(counts, dtype=np.int64)
    begin, done = 0, 0
    while begin < len(counts):
        end = max(begin + 1, int(np.searchsorted(total, done + _PAIRS_AT_ONCE, side="right")))
        yield slice(begin, end)
        begin, done = end, int(total[end - 1])
