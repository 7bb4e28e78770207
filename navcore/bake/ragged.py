# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists of different lengths, one after the other in flat arrays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Int64s


def places(counts: Int64s) -> Int64s:
    """For lists of `counts` members, (n,), the place of each member within its list: (counts.sum(),) int64."""
    ends = np.cumsum(counts)
    return np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - counts, counts)


def squares(low: Int64s, high: Int64s) -> tuple[Int64s, Int64s]:
    """All whole points of rectangles or boxes, corners (k, n) inclusive, none of them empty.

    Returns
    -------
    item : (p,) int64, ascending, the box of each point; points : (k, p) int64, in C order within each box.
    """
    sides = high - low + 1
    counts = sides[0]
    for side in sides[1:]:
        counts = counts * side
    item = np.repeat(np.arange(len(counts)), counts)
    rest = places(counts)
    points = np.empty((len(low), len(item)), np.int64)
    for axis in range(len(low) - 1, 0, -1):
        side = sides[axis].take(item)
        quotient = rest // side
        points[axis] = rest - quotient * side
        rest = quotient
    points[0] = rest
    points += low.take(item, axis=1)
    return item, points


def chunks(counts: Int64s, most: int) -> Iterator[slice]:
    """Slices of consecutive lists that have about `most` members together, or a single list each that has more."""
    ends = np.cumsum(counts)
    begin = 0
    while begin < len(ends):
        before = int(ends[begin - 1]) if begin else 0
        end = max(int(np.searchsorted(ends, before + most, side="right")), begin + 1)
        yield slice(begin, end)
        begin = end
