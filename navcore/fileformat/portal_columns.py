# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which cells touch, as two columns: how many higher neighbours each has, and how far each is beyond the one before."""

from __future__ import annotations

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s, UInt32s
from ..errors import FormatError
from .columns import Column, SplitColumn

_NONE, _ONE = np.uint32(0), np.uint32(1)
#: Portals decoded together.
_AT_ONCE = 1 << 15


def portal_columns(portals: Int32s, first_cell: int, cell_count: int) -> tuple[AnyArray, AnyArray]:
    """Of portals, (k, 2), whose lower cells are among `cell_count`: how many each has, (n,); steps, (k,), less 1."""
    first, second = portals.T
    before = np.append(0, second[:-1])
    begins = np.diff(first, prepend=-1) != 0
    counts = np.bincount(first - first_cell, minlength=cell_count)
    return counts, second - np.where(begins, first, before) - 1


def read_portals(
    counts: Column | SplitColumn, steps: Column | SplitColumn, cells: range, cell_count: int, portals: UInt32s
) -> None:
    """Work out the portals of some cells, (2, k) uint32, from both columns; there are `cell_count` cells in all."""
    neighbours = counts.numbers().astype(np.intp)
    ends = np.cumsum(neighbours)
    portal_count = portals.shape[1]
    if (int(ends[-1]) if len(ends) else 0) != portal_count:
        raise FormatError("some cells of the file have a wrong number of neighbors; export it again")
    # As many cells at a time as have so many portals: small arrays stay in the processor's cache.
    cuts = np.searchsorted(ends, np.arange(_AT_ONCE, portal_count, _AT_ONCE)).tolist()
    cell = begin = 0
    for next_cell in (*cuts, len(ends)):
        end = int(ends[next_cell - 1]) if next_cell else 0
        if end > begin:
            few = steps.numbers(slice(begin, end))
            farthest = _follow(neighbours[cell:next_cell], few, cells[cell], portals[:, begin:end])
            # Steps below the number of cells to cells below it: nothing has wrapped, so neighbours ascend.
            if max(farthest, int(few.max())) >= cell_count:
                raise FormatError(f"portals of the file lead to cells beyond its {cell_count}; export it again")
        cell, begin = next_cell, end


def _follow(counts: Int64s, steps: UInt32s, cell: int, portals: UInt32s) -> int:
    """Work out the portals of some cells, and give the highest neighbour.

    Arithmetic is in 32 bits and wraps: sums over all cells may, sums within one must not.

    Parameters
    ----------
    counts : (n,) intp, how many each cell has, k together. steps : (k,) uint32, to its neighbours, less 1.
    cell : the number of the first cell.
    portals : (2, k) uint32, where they are put.
    """
    first, second = portals
    linked = np.flatnonzero(counts != 0)
    begins = (np.cumsum(counts) - counts)[linked]
    cells = (linked + cell).astype(np.uint32)
    # Where a cell's steps begin, running sums leap to where they should be: quicker than to repeat each cell's number.
    leaps = np.zeros(len(steps), np.uint32)
    leaps[begins] = np.diff(cells, prepend=_NONE)
    np.cumsum(leaps, out=first)
    leaps = steps + _ONE
    before = np.cumsum(leaps, dtype=np.uint32)[begins] - leaps[begins]
    leaps[begins] += np.diff(cells - before, prepend=_NONE)
    np.cumsum(leaps, out=second)
    return int(second.max())
