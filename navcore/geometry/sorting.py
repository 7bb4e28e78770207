# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sorting whole numbers of a known reach, and finding among sorted ones."""

from __future__ import annotations

import numpy as np

from ..arrays import AnyArray, Int64s, UInt32s

_DIGIT = 16


def stable_order(numbers: AnyArray, reach: int) -> Int64s:
    """What sorts whole numbers, (n,) from 0 to `reach`; equal ones keep their order.

    Taken by digits of 16 bits, because numpy sorts these without comparing, several times faster.
    """
    order: Int64s = np.argsort(numbers.astype(np.uint16), kind="stable")
    for shift in range(_DIGIT, reach.bit_length(), _DIGIT):
        digit = (numbers >> numbers.dtype.type(shift)).astype(np.uint16)
        order = order[np.argsort(digit[order], kind="stable")]
    return order


def distinct(numbers: Int64s) -> Int64s:
    """Whole numbers, (n,), ascending and each once. numpy's `unique` takes a hundred times as long for millions."""
    ascending = np.sort(numbers)
    new = np.ones(len(ascending), bool)
    new[1:] = ascending[1:] != ascending[:-1]
    once: Int64s = ascending[new]
    return once


def between(ascending: UInt32s, first: int, last: int) -> UInt32s:
    """Those of ascending (n,) uint32 that are at least `first` and below `last`; a view."""
    # In the array's own kind: looking for any other makes numpy copy all of it.
    begin, end = np.searchsorted(ascending, np.array((first, last), ascending.dtype))
    return ascending[begin:end]
