# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether labels number exactly the sets that pairs of things connect: cells by portals, polygons by edges."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s
from ..errors import FormatError

#: How to take what is known to be there: quicker than looking whether it is.
_TRUSTED: Literal["wrap"] = "wrap"


def count_labels(components: Int32s, what: str) -> int:
    """How many labels things have, from 0 in the order of the first things; `what` they are called. There are some."""
    begins = np.append(0, np.flatnonzero(components[1:] != components[:-1]) + 1)
    labels = components[begins]
    highest = np.maximum.accumulate(labels)
    if labels.min() < 0 or labels[0] != 0 or (highest[1:] - highest[:-1] > 1).any():
        raise FormatError(
            f"components are not numbered from 0 in the order of their first {what}; bake and export it again"
        )
    return int(highest[-1]) + 1


class Basins:
    """Things that lead to the same lowest one, which are far fewer, and what connects them.

    `sets` is how many there are that nothing connects.
    """

    def __init__(self, lower: Int64s) -> None:
        """From a lower neighbour of each thing, (n,) intp, or itself; the array is used up."""
        lowest = _ends(lower)
        bottoms = np.flatnonzero(lowest == np.arange(len(lowest)))
        self.sets = len(bottoms)
        #: The lowest basin that each is known to be connected to.
        self._joined: Int64s = np.arange(self.sets)
        number = np.empty(len(lowest), np.intp)
        number[bottoms] = self._joined
        self._of_thing: Int64s = number.take(lowest, out=lowest, mode=_TRUSTED)

    def connect(self, one: AnyArray | slice, other: AnyArray) -> None:
        """Connect pairs of things, by their numbers, two (k,) int."""
        basin, other_basin = self._of_thing[one], self._of_thing[other]
        while True:
            apart = np.flatnonzero(basin != other_basin)
            if not len(apart):
                break
            basin, other_basin = self._joined.take(basin[apart]), self._joined.take(other_basin[apart])
            np.minimum.at(self._joined, np.maximum(basin, other_basin), np.minimum(basin, other_basin))
            self._joined = _ends(self._joined)
        self.sets = int(np.count_nonzero(self._joined == np.arange(len(self._joined))))


def _ends(leads: Int64s) -> Int64s:
    """Where each thing gets by following `leads`, (n,) intp, which goes round in no circle; the array is used up."""
    further = np.empty_like(leads)
    while True:
        # As far again as they led so far, twice, because looking whether that changes anything takes time, too.
        leads.take(leads, out=further, mode=_TRUSTED)
        further.take(further, out=leads, mode=_TRUSTED)
        if np.array_equal(further, leads):
            return leads
