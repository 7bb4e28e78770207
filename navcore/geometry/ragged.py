# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists of different lengths, one after the other in flat arrays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Int64s


def stretches(first: Int64s, counts: Int64s) -> Int64s:
    """The whole numbers from each `first` on, `counts` many, (n,) both, one stretch after the other."""
    ends = np.cumsum(counts)
    numbers: Int64s = np.arange(int(ends[-1]) if len(ends) else 0)
    numbers += np.repeat(first - (ends - counts), counts)
    return numbers


def squares(low: Int64s, high: Int64s) -> tuple[Int64s, Int64s]:
    """All whole points of rectangles or boxes, corners (k, n) inclusive, none of them empty.

    Returns
    -------
    item : (p,) int64, ascending, the box of each point; points : (k, p) int64, in C order within each box.
    """
    item: Int64s = np.arange(low.shape[1])
    points: list[Int64s] = []
    for first, last in zip(low, high, strict=True):
        # Axis by axis, because dividing is slow.
        first = first.take(item)
        counts = last.take(item) - first + 1
        points = [*(np.repeat(earlier, counts) for earlier in points), stretches(first, counts)]
        item = np.repeat(item, counts)
    return item, np.stack(points)


def chunks(counts: Int64s, most: int) -> Iterator[slice]:
    """Slices of consecutive lists that have about `most` members together, or a single list each that has more."""
    ends = np.cumsum(counts)
    begin = 0
    while begin < len(ends):
        before = int(ends[begin - 1]) if begin else 0
        end = max(int(np.searchsorted(ends, before + most, side="right")), begin + 1)
        yield slice(begin, end)
        begin = end
