# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links as an agent takes them: one way each, between islands of spaces."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...arrays import Float64s, Int64s
from ...links import LinkKind, Links
from .spaces import FLY, WALK, Shore, Space

#: The spaces in which links begin and end; all others on floors, or wherever else there is.
_BETWEEN = ((LinkKind.TAKE_OFF, (WALK, FLY)), (LinkKind.LANDING, (FLY, WALK)))
#: What a link is called that is taken backwards.
_BACKWARDS = ((LinkKind.TAKE_OFF, LinkKind.LANDING), (LinkKind.LANDING, LinkKind.TAKE_OFF))


class Ways:
    """Links that lead from a space that there is to one that there is; those of both ways twice.

    Attributes
    ----------
    begins, ends : (w, 3) float64, world.
    kinds : (w,) int64, a `LinkKind` each, as they are taken.
    links : (w,) int64, which link each is.
    lengths : (w,) float64, scene units. costs : (w,) float64, the same times what the link's length counts.
    least : the least that a unit of length counts, on links or elsewhere.
    from_shores, to_shores : the space and island where each begins and ends.
    """

    def __init__(self, links: Links, spaces: Mapping[int, Space]) -> None:
        back = np.flatnonzero(links.both_ways)
        self.links: Int64s = np.concatenate((np.arange(len(links)), back))
        self.begins: Float64s = np.concatenate((links.starts, links.ends[back]))
        self.ends: Float64s = np.concatenate((links.ends, links.starts[back]))
        kinds = links.kinds.astype(np.int64)
        self.kinds: Int64s = np.concatenate((kinds, _backwards(kinds[back])))
        leading = self._spaces_of_ends(min(spaces))
        there = np.isin(leading, list(spaces)).all(axis=1)
        for name in ("links", "begins", "ends", "kinds"):
            setattr(self, name, getattr(self, name)[there])
        leading = leading[there]
        apart = self.ends - self.begins
        self.lengths: Float64s = np.sqrt(apart[:, 0] ** 2 + apart[:, 1] ** 2 + apart[:, 2] ** 2)
        self.costs: Float64s = self.lengths * links.costs[self.links]
        self.least = min(1.0, float(links.costs.min(initial=1.0)))
        self.from_shores = _shores(leading[:, 0], self.begins, spaces)
        self.to_shores = _shores(leading[:, 1], self.ends, spaces)

    def __len__(self) -> int:
        return len(self.links)

    def leading_to(self, shores: set[Shore]) -> set[Shore]:
        """All shores from which ways lead to some, these included."""
        reached = set(shores)
        while True:
            more = {
                begin for begin, end in zip(self.from_shores, self.to_shores, strict=True) if end in reached
            } - reached
            if not more:
                return reached
            reached |= more

    def _spaces_of_ends(self, elsewhere: int) -> Int64s:
        leading = np.full((len(self.links), 2), elsewhere, np.int64)
        for kind, between in _BETWEEN:
            leading[self.kinds == kind] = between
        return leading


def _backwards(kinds: Int64s) -> Int64s:
    turned = kinds.copy()
    for kind, back in _BACKWARDS:
        turned[kinds == kind] = back
    return turned


def _shores(leading: Int64s, points: Float64s, spaces: Mapping[int, Space]) -> list[Shore]:
    islands = np.zeros(len(points), np.int64)
    for number, space in sorted(spaces.items()):
        here = leading == number
        if here.any():
            islands[here] = space.islands(points[here])
    return [*zip(leading.tolist(), islands.tolist(), strict=True)]
