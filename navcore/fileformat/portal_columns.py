# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which cells touch, as two columns: how many higher neighbours each has, and how far each is beyond the one before."""

from __future__ import annotations

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s, UInt32s

_ONE = np.uint32(1)


def portal_columns(portals: Int32s, first_cell: int, cell_count: int) -> tuple[AnyArray, AnyArray]:
    """Of portals, (k, 2), whose lower cells are among `cell_count`: how many each has, (n,); steps, (k,), less 1."""
    first, second = portals.T
    before = np.append(0, second[:-1])
    begins = np.diff(first, prepend=-1) != 0
    counts = np.bincount(first - first_cell, minlength=cell_count)
    return counts, second - np.where(begins, first, before) - 1


def follow_portals(ends: Int64s, steps: UInt32s, cell: int, portals: UInt32s) -> int:
    """Work out the portals of some cells, and give the highest neighbour.

    Arithmetic is in 32 bits and wraps: sums over all cells may, sums within one must not.

    Parameters
    ----------
    ends : (n,) int64, where the steps of each cell end. steps : (k,) uint32, to its neighbours, less 1.
    cell : the number of the first cell.
    portals : (2, k) uint32, where they are put.
    """
    first, second = portals
    # How many cells have ended before each step tells whose step it is.
    of = np.cumsum(np.bincount(ends)[: len(steps)])
    total = np.zeros(len(steps) + 1, np.uint32)
    np.cumsum(steps + _ONE, dtype=np.uint32, out=total[1:])
    before = np.arange(cell, cell + len(ends), dtype=np.uint32)
    before[1:] -= total[ends[:-1]]
    np.add(total[1:], before.take(of), out=second)
    np.add(of, cell, out=first, casting="unsafe")
    return int(second.max())
