# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guarantee 4, first half: cells, removed cells and blocked boxes tile the domain.

Boxes tile a domain exactly when no two of them overlap and their volumes add up to its own. Only where they do not, the
domain is cut in halves, again and again, until the place is found.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s
from ..progress import Steps
from .faults import MOST_TOLD, Faults, Kind, box_name, voxel_name
from .meeting import meeting_pairs

#: Where so many pairs of boxes overlap, no more are looked for.
_MOST_OVERLAPS = 1 << 20
#: A place is looked at part by part when the planes of its boxes cut it into at most so many.
_MOST_PARTS = 1 << 18


def check_tiling(parts: Mapping[str, Int32s], shape: Int64s, faults: Faults) -> Steps[None]:
    """Every voxel of the domain lies in exactly one box, and no box leaves the domain.

    Parameters
    ----------
    parts : per name of a sort of box its (n, 2, 3) int32 voxel corners.
    shape : (3,) int64, the domain in voxels.
    """
    for name, boxes in parts.items():
        bad = np.flatnonzero(((boxes[:, 0] < 0) | (boxes[:, 1] > shape)).any(axis=1))
        faults.add_many(
            Kind.OUTSIDE,
            len(bad),
            (
                f"{name} {row}, {box_name(boxes[row])}, leaves the domain of {voxel_name(shape)} voxels"
                for row in bad.tolist()
            ),
        )
    inside = _inside(np.concatenate(list(parts.values())), np.zeros(3, np.int32), shape.astype(np.int32))
    overlaps = yield from _overlaps(inside)
    _Search(parts, faults).look_at(np.stack((np.zeros_like(shape), shape)), inside, overlaps)


def overlap(boxes: Int32s, shape: Int64s) -> Steps[bool]:
    """Whether any two boxes, as far as they lie in the domain, share a voxel."""
    return len((yield from _overlaps(_inside(boxes, np.zeros(3, np.int32), shape.astype(np.int32))))) > 0


def _inside(boxes: Int32s, low: AnyArray, high: AnyArray) -> Int32s:
    """What of boxes lies between two corners."""
    inside = np.clip(boxes, low, high)
    kept: Int32s = inside[(inside[:, 0] < inside[:, 1]).all(axis=1)]
    return kept


def _overlaps(boxes: Int32s) -> Steps[Int32s]:
    """What pairs of boxes have in common: (k, 2, 3) int32; not of all pairs where these are very many."""
    found, count = [np.zeros((0, 2, 3), np.int32)], 0
    for share, pairs in meeting_pairs(boxes, inside=True):
        yield share, "Checking tiling"
        first, second = boxes[pairs[:, 0]], boxes[pairs[:, 1]]
        found.append(np.stack((np.maximum(first[:, 0], second[:, 0]), np.minimum(first[:, 1], second[:, 1])), axis=1))
        count += len(pairs)
        if count > _MOST_OVERLAPS:
            break
    return np.concatenate(found)


def _volume(boxes: AnyArray) -> int:
    """Voxels of boxes, (n, 2, 3), counted as often as boxes hold them."""
    return int((boxes[:, 1] - boxes[:, 0]).prod(axis=1, dtype=np.int64).sum())


class _Search:
    """Finds the voxels that no box holds, or more than one, and tells them."""

    def __init__(self, parts: Mapping[str, Int32s], faults: Faults) -> None:
        self._parts, self._faults = parts, faults

    def look_at(self, place: AnyArray, boxes: Int32s, overlaps: Int32s) -> None:
        """A part of the domain, (2, 3), with the boxes in it and what these have in common, cut to it."""
        # Below 0 only where so many boxes overlap that not all overlaps are known.
        missing = max(_volume(place[None]) - _volume(boxes), 0)
        if not len(overlaps) and (missing == 0 or not self._faults.room(Kind.GAP)):
            self._tell_gaps(missing, [])
            return
        planes = [np.unique(np.append(boxes[:, :, axis], place[:, axis])) for axis in range(3)]
        if np.prod([len(along) - 1 for along in planes]) <= _MOST_PARTS:
            self._count(planes, boxes)
            return
        axis = int(np.argmax(place[1] - place[0]))
        for end in (0, 1):
            half = place.copy()
            half[end, axis] = place[:, axis].sum() // 2
            self.look_at(half, _inside(boxes, *half), _inside(overlaps, *half))

    def _count(self, planes: list[AnyArray], boxes: Int32s) -> None:
        """All parts between planes, by how many boxes hold each: differences are summed up along each axis."""
        counts = np.zeros([len(along) for along in planes], np.int32)
        corners = np.stack([np.searchsorted(planes[axis], boxes[:, :, axis]) for axis in range(3)], axis=2)
        for ends in itertools.product((0, 1), repeat=3):
            at = tuple(corners[:, end, axis] for axis, end in enumerate(ends))
            np.add.at(counts, at, (-1) ** sum(ends))
        for axis in range(3):
            counts = counts.cumsum(axis=axis, dtype=np.int32)
        x, y, z = (np.diff(along) for along in planes)
        sizes = x[:, None, None].astype(np.int64) * y[:, None] * z
        counts = counts[:-1, :-1, :-1]
        self._tell_gaps(int(sizes[counts == 0].sum()), _voxels(planes, np.argwhere(counts == 0)))
        self._faults.add_many(
            Kind.OVERLAP,
            int(sizes[counts > 1].sum()),
            (
                f"voxel {voxel_name(voxel)} lies in {_owners(self._parts, voxel)}"
                for voxel in _voxels(planes, np.argwhere(counts > 1))
            ),
        )

    def _tell_gaps(self, count: int, voxels: Iterable[AnyArray]) -> None:
        self._faults.add_many(
            Kind.GAP, count, (f"voxel {voxel_name(voxel)} lies in no cell, removed or blocked box" for voxel in voxels)
        )


def _voxels(planes: list[AnyArray], places: AnyArray) -> Iterator[AnyArray]:
    """The voxels, (3,), of parts between planes, given by where they stand, (n, 3)."""
    for place in places.tolist():
        ranges = [range(int(along[at]), int(along[at + 1])) for along, at in zip(planes, place, strict=True)]
        for voxel in itertools.product(*ranges):
            yield np.array(voxel)


def _owners(parts: Mapping[str, Int32s], voxel: AnyArray) -> str:
    """The boxes that hold a voxel, by name."""
    held = (
        f"{name} {row}"
        for name, boxes in parts.items()
        for row in np.flatnonzero(((boxes[:, 0] <= voxel) & (voxel < boxes[:, 1])).all(axis=1)).tolist()
    )
    return " and ".join(islice(held, MOST_TOLD))
