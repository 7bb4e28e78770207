# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The portals of a live volume: pairs of cells, kept while cells come and go.

Nobody looks for the portals of cells that go. A portal is known with the update that found it, and holds as long as
both cells are those of that time.
"""

from __future__ import annotations

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s

#: They are kept in as many parts as there were updates, up to this many.
_MOST_PARTS = 64
#: A pair is one number, which numpy picks several times quicker than a row of two; bits of the second cell.
_CELL_BITS = 32
_CELL = (1 << _CELL_BITS) - 1


class LivePortals:
    """Pairs of cells that touch, by the cells' numbers.

    Parameters
    ----------
    portals : (k, 2) int32, those there are at update 0.
    """

    def __init__(self, portals: Int32s) -> None:
        #: The update that found each part, and the pairs, (k,) int64.
        self._parts = [(0, _paired(portals[:, 0], portals[:, 1]))]

    def add(self, found_at: int, cells: Int64s, others: Int64s, made_at: Int64s) -> None:
        """Keep pairs, (k,) and (k,), that an update has found; of which `made_at` tells when each cell was made."""
        self._parts.append((found_at, _paired(cells, others)))
        if len(self._parts) <= _MOST_PARTS:
            return
        # One is made of all parts but the first, and of that, too, once the others are as large as it.
        first, *others_of = self._parts
        if sum(len(pairs) for _found_at, pairs in others_of) > len(first[1]):
            self._parts = [(found_at, self._holding(made_at))]
        else:
            self._parts = [first]
            self._parts.append((found_at, np.concatenate([_holding(part, made_at) for part in others_of])))

    def _holding(self, made_at: Int64s) -> Int64s:
        """All pairs that hold."""
        return np.concatenate([_holding(part, made_at) for part in self._parts])

    def pairs(self, made_at: Int64s) -> Int32s:
        """All pairs that hold, (k, 2) int32, in no particular order."""
        return _unpaired(self._holding(made_at))

    def in_order(self, now: int, numbers: Int64s, made_at: Int64s) -> Int32s:
        """All pairs that hold after an update, (k, 2) int32, by the places that cells have in an order and sorted.

        Parameters
        ----------
        numbers : (n,) int64, all cells in that order.
        """
        places = np.empty(len(made_at), np.int64)
        places[numbers] = np.arange(len(numbers))
        found = self._holding(made_at)
        one, other = places[found >> _CELL_BITS], places[found & _CELL]
        pairs = _paired(np.minimum(one, other), np.maximum(one, other))
        # Most are in order already if this was asked before.
        pairs.sort(kind="stable")
        self._parts = [(now, _paired(numbers[pairs >> _CELL_BITS], numbers[pairs & _CELL]))]
        return _unpaired(pairs)


def _holding(part: tuple[int, Int64s], made_at: Int64s) -> Int64s:
    """Those of some pairs, found at an update, that hold."""
    found_at, pairs = part
    holding: Int64s = pairs[np.maximum(made_at[pairs >> _CELL_BITS], made_at[pairs & _CELL]) <= found_at]
    return holding


def _paired(cells: AnyArray, others: AnyArray) -> Int64s:
    paired: Int64s = cells.astype(np.int64) << _CELL_BITS
    paired |= others
    return paired


def _unpaired(pairs: Int64s) -> Int32s:
    unpaired = np.empty((len(pairs), 2), np.int32)
    unpaired[:, 0], unpaired[:, 1] = pairs >> _CELL_BITS, pairs & _CELL
    return unpaired
