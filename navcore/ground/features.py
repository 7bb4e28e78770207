# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the agent keeps its radius from: segments in plan, exact, at the height of the floor that they belong to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Float64s, Int64s, UInt8s

#: Features of one line have the same direction, distance from the origin and heights up to this, voxels.
_SAME_WAY, _SAME_LINE, _SAME_LEVEL = 1e-10, 1e-7, 1e-3
#: Features shorter than this, voxels, have no direction.
_SHORT = 1e-2


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
    """All features of several lists; of those that lie on one line and touch, one is made."""
    features = Features(*(np.concatenate(part) for part in zip(*parts, strict=True)))
    start, end, kind = features
    turn = (start[:, 0] > end[:, 0]) | ((start[:, 0] == end[:, 0]) & (start[:, 1] > end[:, 1]))
    start[turn], end[turn] = end[turn], start[turn]
    run = end - start
    length = np.sqrt(run[:, 0] * run[:, 0] + run[:, 1] * run[:, 1])
    unit = run / np.maximum(length, _SHORT)[:, None]
    across = start[:, 1] * unit[:, 0] - start[:, 0] * unit[:, 1]
    begin = start[:, 0] * unit[:, 0] + start[:, 1] * unit[:, 1]
    # Those shorter than this have no direction that could be told.
    alone = np.where(length > _SHORT, 0, np.arange(1, len(kind) + 1))
    level = start[:, 2] - begin * unit[:, 2]
    line = np.stack(
        (
            alone,
            kind,
            np.rint(unit[:, 0] / _SAME_WAY),
            np.rint(unit[:, 1] / _SAME_WAY),
            np.rint(unit[:, 2] / _SAME_LEVEL),
            np.rint(across / _SAME_LINE),
            np.rint(level / _SAME_LEVEL),
        )
    ).astype(np.int64)
    order = np.lexsort((begin, *line[::-1]))
    line, begin = line[:, order], begin[order]
    changes = np.ones(len(order), bool)
    changes[1:] = (line[:, 1:] != line[:, :-1]).any(axis=0)
    # Lines one behind the other, so that one running maximum serves all.
    span = float(np.ptp(begin) + length.max()) + 2.0 if len(order) else 1.0
    offset = np.cumsum(changes) * span
    reached = np.maximum.accumulate(begin + length[order] + offset)
    heads = changes.copy()
    heads[1:] |= begin[1:] + offset[1:] > reached[:-1] + _SAME_LINE
    first = np.flatnonzero(heads)
    if not len(first):
        return features
    # The last to reach the end of each.
    whole = np.repeat(np.arange(len(first)), np.diff(np.append(first, len(order))))
    at_end = np.zeros(len(first), np.int64)
    tip = begin + length[order] + offset
    ends = np.flatnonzero(tip >= np.maximum.reduceat(tip, first)[whole])
    at_end[whole[ends]] = ends
    return Features(start[order[first]], end[order[at_end]], kind[order[first]])
