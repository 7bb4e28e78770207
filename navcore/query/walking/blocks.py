# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which passages a path from one polygon to another can need at all.

A shortest path enters no polygon twice, because polygons are convex. So of the passages between polygons it needs only
those on some way from start to goal that visits no polygon twice. These are the *blocks*, the biconnected components
[Hopcroft & Tarjan 1973], on the one way between both in the tree that blocks form: no room with a single entrance is
looked into unless an end is in it, however much is in the room.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Int64s
from ...progress import PREPARING, MadeInSteps, Steps

_POLYGONS_PER_STEP = 1 << 10


class Blocks(MadeInSteps):
    """The blocks of a graph of polygons.

    Parameters
    ----------
    count : how many polygons.
    links : (k, 2) int64, the polygons on both sides of each passage.
    """

    def _make(self, count: int, links: Int64s) -> Steps[None]:
        #: The block of each passage.
        self.of_links = [-1] * len(links)
        # Of each polygon the block towards the root of its tree, and how deep it is; -1 and 0 of a root.
        self._above, self._depth = [-1] * count, [0] * count
        # Of each block its polygon nearest to the root.
        self._top: list[int] = []
        following, passages, others = _by_polygon(count, links)
        ends = following[1:]
        # When each polygon was found, and the earliest that is reached from it or below without the way it was found.
        found, earliest = [-1] * count, [0] * count
        number = 0
        for root in range(count):
            if found[root] >= 0:
                continue
            found[root] = earliest[root] = number
            number += 1
            way, came_by = [root], [-1]
            waiting_links: list[int] = []
            waiting: list[int] = []
            while way:
                polygon = way[-1]
                at = following[polygon]
                if at < ends[polygon]:
                    following[polygon] = at + 1
                    passage, other = passages[at], others[at]
                    if passage == came_by[-1]:
                        continue
                    if found[other] < 0:
                        found[other] = earliest[other] = number
                        number += 1
                        if not number % _POLYGONS_PER_STEP:
                            yield number / count, PREPARING
                        way.append(other)
                        came_by.append(passage)
                        waiting_links.append(passage)
                        waiting.append(other)
                    elif found[other] < found[polygon]:
                        waiting_links.append(passage)
                        earliest[polygon] = min(earliest[polygon], found[other])
                    continue
                way.pop()
                passage = came_by.pop()
                if not way:
                    break
                top = way[-1]
                earliest[top] = min(earliest[top], earliest[polygon])
                if earliest[polygon] >= found[top]:
                    block = len(self._top)
                    self._top.append(top)
                    link = other = -1
                    while link != passage:
                        link = waiting_links.pop()
                        self.of_links[link] = block
                    while other != polygon:
                        other = waiting.pop()
                        self._above[other] = block
        # From the roots down: who is nearer to a root was found earlier.
        for polygon in sorted(range(count), key=found.__getitem__):
            if self._above[polygon] >= 0:
                self._depth[polygon] = self._depth[self._top[self._above[polygon]]] + 1

    def __len__(self) -> int:
        return len(self._top)

    def between(self, one: int, other: int) -> list[int]:
        """The blocks on the way from one polygon to another of the same island."""
        above, depth, top = self._above, self._depth, self._top
        blocks = []
        while one != other:
            if depth[one] < depth[other]:
                one, other = other, one
            blocks.append(above[one])
            one = top[above[one]]
        return blocks


def _by_polygon(count: int, links: Int64s) -> tuple[list[int], list[int], list[int]]:
    """Passages by polygon: where each polygon's begin, (count + 1,); and, one after the other, which passage it is, and
    the polygon behind it."""
    polygons = np.concatenate((links[:, 0], links[:, 1]))
    order = np.argsort(polygons, kind="stable")
    starts = np.searchsorted(polygons[order], np.arange(count + 1))
    others = np.concatenate((links[:, 1], links[:, 0]))[order]
    passages = order % max(len(links), 1)
    return starts.tolist(), passages.tolist(), others.tolist()
