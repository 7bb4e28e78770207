# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A packed tree of boxes, for questions asked of many points or boxes at once.

Boxes are grouped by eights in the order they come, groups by eights again, up to one root. There are no pointers:
the children of node i are 8 i to 8 i + 7 of the level below. Boxes in spatial order give a good tree.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .arrays import Floats, Ints

_FAN = 8
#: Pairs of a query and a node held at once, to bound memory.
_PAIRS_AT_ONCE = 1 << 19


class BoxTree:
    """Boxes (n, 2, 3) float64, n > 0, as given by their low and high corners."""

    def __init__(self, boxes: Floats) -> None:
        low, high = np.ascontiguousarray(boxes[:, 0].T), np.ascontiguousarray(boxes[:, 1].T)
        #: From the boxes themselves to the root: low and high corners, each (3, nodes).
        self._levels: list[tuple[Floats, Floats]] = []
        while True:
            padding = -low.shape[1] % _FAN
            # Empty boxes are infinitely far from everything.
            low = np.concatenate((low, np.full((3, padding), np.inf)), axis=1)
            high = np.concatenate((high, np.full((3, padding), -np.inf)), axis=1)
            self._levels.append((low, high))
            if low.shape[1] == _FAN:
                break
            low = low.reshape(3, -1, _FAN).min(axis=2)
            high = high.reshape(3, -1, _FAN).max(axis=2)

    def nearest(self, points: Floats) -> Ints:
        """The nearest box of each point, (n, 3) to (n,) int64; the lowest index among equally near ones."""
        places = np.ascontiguousarray(points.T)
        bound = self._reached_greedily(places)
        nearest = np.zeros(len(points), np.int64)
        for query, item, distance in self.pairs_within(places, places, bound):
            order = np.lexsort((item, distance, query))
            query, item = query[order], item[order]
            first = np.flatnonzero(np.diff(query, prepend=-1))
            nearest[query[first]] = item[first]
        return nearest

    def pairs_within(self, low: Floats, high: Floats, bound: Floats) -> Iterator[tuple[Ints, Ints, Floats]]:
        """Pairs of a query box and a box of the tree that are near each other.

        Parameters
        ----------
        low, high : (3, n) float64, corners of the query boxes.
        bound : (n,) float64, squared distance up to which (inclusive) each query wants boxes.

        Yields
        ------
        query, item : (k,) int64.
        distance : (k,) float64, squared. All pairs of one query come together in one part.
        """
        step = max(1, _PAIRS_AT_ONCE // (4 * _FAN))
        for begin in range(0, low.shape[1], step):
            queries = np.arange(begin, min(begin + step, low.shape[1]))
            yield from self._descend(low, high, bound, queries)

    def _descend(self, low: Floats, high: Floats, bound: Floats, queries: Ints) -> Iterator[tuple[Ints, Ints, Floats]]:
        query, node = queries, np.zeros(len(queries), np.int64)
        distance = np.empty(0)
        for node_low, node_high in reversed(self._levels):
            if len(query) > _PAIRS_AT_ONCE and len(queries) > 1:
                # Too much for once: start over with half of the queries at a time.
                middle = len(queries) // 2
                yield from self._descend(low, high, bound, queries[:middle])
                yield from self._descend(low, high, bound, queries[middle:])
                return
            query = np.repeat(query, _FAN)
            node = (node[:, None] * _FAN + np.arange(_FAN)).ravel()
            distance = _squared_gap(low[:, query], high[:, query], node_low[:, node], node_high[:, node])
            near = distance <= bound[query]
            query, node, distance = query[near], node[near], distance[near]
        yield query, node, distance

    def _reached_greedily(self, places: Floats) -> Floats:
        """The squared distance to some box, found by always descending into the nearest child."""
        node = np.zeros(places.shape[1], np.int64)
        gap = np.empty(0)
        for low, high in reversed(self._levels):
            child = node[:, None] * _FAN + np.arange(_FAN)
            gap = _squared_gap(places[:, :, None], places[:, :, None], low[:, child], high[:, child])
            best = gap.argmin(axis=1)
            node = child[np.arange(len(node)), best]
            gap = gap[np.arange(len(node)), best]
        return gap


def _squared_gap(low: Floats, high: Floats, other_low: Floats, other_high: Floats) -> Floats:
    """Squared distance of boxes, over arrays whose first axis is x, y, z."""
    total = np.zeros(np.broadcast_shapes(low.shape[1:], other_low.shape[1:]))
    for axis in range(3):
        gap = np.maximum(other_low[axis] - high[axis], low[axis] - other_high[axis])
        np.maximum(gap, 0.0, out=gap)
        gap *= gap
        total += gap
    return total
