# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the agent keeps its radius from: segments in plan, exact, at the height of the floor that they belong to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Float64s, Int64s, UInt8s

#: Features nearer than this, voxels, are one.
_SAME = 1.0 / 512.0


class Features(NamedTuple):
    """Segments in plan, voxels; each (k,) or (k, 3) float64.

    start, end : (k, 3) float64, x, y and the height of the floor there.
    kind : (k,) uint8, a `Border`: what is behind.
    """

    start: Float64s
    end: Float64s
    kind: UInt8s

    def __len__(self) -> int:
        """How many there are."""
        return len(self.kind)

    def parts(self, which: Int64s, begin: Float64s, end: Float64s) -> Features:
        """Parts of some of them, from where to where, shares: all (p,)."""
        first = self.start[which]
        run = self.end[which] - first
        return Features(first + run * begin[:, None], first + run * end[:, None], self.kind[which])

    def of(self, which: Int64s) -> Features:
        """Some of them."""
        return Features(self.start[which], self.end[which], self.kind[which])


def together(parts: list[Features]) -> Features:
    """All features of several lists, each once, whichever way around; of equal ones the one of the least kind."""
    start, end = (np.concatenate([part[k] for part in parts]) for k in (0, 1))
    kind = np.concatenate([part.kind for part in parts])
    turn = (start[:, 0] > end[:, 0]) | ((start[:, 0] == end[:, 0]) & (start[:, 1] > end[:, 1]))
    start[turn], end[turn] = end[turn], start[turn]
    rough = np.rint(np.concatenate((start, end), axis=1) / _SAME).astype(np.int64)
    order = np.lexsort((kind, *rough.T))
    rough = rough[order]
    first = np.ones(len(order), bool)
    first[1:] = (rough[1:] != rough[:-1]).any(axis=1)
    return Features(start, end, kind).of(order[first])
