# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which cells touch: pairs of boxes that share a face of positive area."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Cells, Ints
from .workers import Abandoned, run_in_order

#: Candidate pairs compared at once, to bound memory.
_PAIRS_AT_ONCE = 1 << 17


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
    keys = run_in_order(_touching, [(boxes, axis) for axis in range(3)], lambda _part, _stage: None, "Linking")
    ordered = np.sort(np.concatenate([key for part in keys for key in part]))
    return np.stack(np.divmod(ordered, max(len(boxes), 1)), axis=1).astype(np.int32)


def _touching(_abandoned: Abandoned, boxes: Cells, axis: int) -> list[Ints]:
    """Pairs whose faces meet across one axis, each once, as the smaller index times the count plus the larger."""
    along, across = (axis + 1) % 3, (axis + 2) % 3
    reach = int(boxes[:, 1].max(initial=0)) + 1
    begin = boxes[:, 0, along].astype(np.int64)
    length = boxes[:, 1, along] - begin
    low, high = np.ascontiguousarray(boxes[:, 0, across]), np.ascontiguousarray(boxes[:, 1, across])
    faces = [boxes[:, side, axis].astype(np.int64) * reach + begin for side in (1, 0)]
    orders = [np.argsort(face, kind="stable") for face in faces]
    upper, lower = (face[order] for face, order in zip(faces, orders, strict=True))
    found = [np.empty(0, np.int64)]
    # Lower faces that begin within an upper face, then upper faces that begin inside a lower face after its start.
    ways = ((upper, lower, orders[0], orders[1], 0), (lower, upper, orders[1], orders[0], 1))
    for wanted, given, mine, theirs, after in ways:
        starts = np.searchsorted(given, wanted + after)
        counts = np.searchsorted(given, wanted + length[mine]) - starts
        for few in _slices(counts):
            one = np.repeat(mine[few], counts[few])
            steps = np.arange(len(one)) + np.repeat(starts[few] - np.cumsum(counts[few]) + counts[few], counts[few])
            other = theirs[steps]
            meet = (low[one] < high[other]) & (low[other] < high[one])
            one, other = one[meet], other[meet]
            found.append(np.minimum(one, other) * len(boxes) + np.maximum(one, other))
    return found


def _slices(counts: Ints) -> Iterator[slice]:
    """Consecutive rows whose counts add up to about `_PAIRS_AT_ONCE`."""
    total = np.cumsum(counts)
    begin, done = 0, 0
    while begin < len(counts):
        end = max(begin + 1, int(np.searchsorted(total, done + _PAIRS_AT_ONCE, side="right")))
        yield slice(begin, end)
        begin, done = end, int(total[end - 1])
