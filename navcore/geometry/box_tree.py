# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A packed tree of boxes, for questions asked of many points or boxes at once.

Boxes in spatial order are grouped by fours, groups by fours again, up to one root. There are no pointers: the
children of node i are 4 i to 4 i + 3 of the level below.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Float64s, Int32s, Int64s
from ..progress import PREPARING, MadeInSteps, Steps
from ..workers import run_in_order
from . import morton

_FAN = 4
#: Points that look for their nearest box at once, to bound memory.
_QUERIES_AT_ONCE = 1 << 10
#: Pairs of a query and a node held at once, to bound memory.
_PAIRS_AT_ONCE = 1 << 16
#: Points whose distances one task looks for: some tenths of a second.
_DISTANCES_AT_ONCE = 1 << 14


class BoxTree(MadeInSteps):
    """Boxes, as given by their low and high corners.

    Parameters
    ----------
    boxes : (n, 2, 3) float64, n > 0.
    """

    def _make(self, boxes: Float64s) -> Steps[None]:
        middle = (boxes[:, 0] + boxes[:, 1]) / 2
        self._low = middle.min(axis=0)
        span = middle.max(axis=0) - self._low
        self._span = np.where(span > 0.0, span, 1.0)
        yield 0.2, PREPARING
        codes = self._codes_of(middle)
        yield 0.4, PREPARING
        #: Which box stands at each place of the lowest level, and its locational code.
        self._item = np.argsort(codes, kind="stable")
        self._codes = codes[self._item]
        yield 0.6, PREPARING
        ordered = boxes[self._item]
        low, high = np.ascontiguousarray(ordered[:, 0].T), np.ascontiguousarray(ordered[:, 1].T)
        #: From the boxes themselves to the root: low and high corners, each (3, nodes).
        self._levels: list[tuple[Float64s, Float64s]] = []
        while True:
            padding = -low.shape[1] % _FAN
            # Empty boxes are infinitely far from everything.
            low = np.concatenate((low, np.full((3, padding), np.inf)), axis=1)
            high = np.concatenate((high, np.full((3, padding), -np.inf)), axis=1)
            self._levels.append((low, high))
            if low.shape[1] == _FAN:
                break
            yield 0.8, PREPARING
            low = low.reshape(3, -1, _FAN).min(axis=2)
            high = high.reshape(3, -1, _FAN).max(axis=2)
        #: By level and parent, the nodes that `holding` came by: their numbers and corners, as plain numbers.
        self._children: dict[tuple[int, int], list[tuple[int, float, float, float, float, float, float]]] = {}

    def _codes_of(self, points: Float64s) -> morton.Codes:
        """Locational codes of points, (n, 3), on a grid over the boxes' middles."""
        with np.errstate(over="ignore"):
            steps = np.clip((points - self._low) / self._span, 0.0, 1.0) * ((1 << morton.LONG_LEVELS) - 1)
        x, y, z = steps.astype(np.uint32).T
        return morton.encode(x, y, z, levels=morton.LONG_LEVELS)

    def holding(self, x: float, y: float, z: float) -> list[int]:
        """The boxes that hold a point, their borders included, in rising order.

        For one point, plain numbers are several times faster than arrays of a few.
        """
        nodes = [0]
        for level in range(len(self._levels) - 1, -1, -1):
            nodes = [
                child
                for node in nodes
                for child, x0, y0, z0, x1, y1, z1 in self._children.get((level, node)) or self._opened(level, node)
                if x0 <= x <= x1 and y0 <= y <= y1 and z0 <= z <= z1
            ]
        return sorted(self._item[nodes].tolist())

    def _opened(self, level: int, node: int) -> list[tuple[int, float, float, float, float, float, float]]:
        low, high = self._levels[level]
        nodes = slice(node * _FAN, (node + 1) * _FAN)
        corners = np.concatenate((low[:, nodes], high[:, nodes])).T.tolist()
        children = [
            (node * _FAN + place, x0, y0, z0, x1, y1, z1) for place, (x0, y0, z0, x1, y1, z1) in enumerate(corners)
        ]
        self._children[level, node] = children
        return children

    def near(self, points: Float64s) -> Int64s:
        """A box near each point, (n, 3) to (n,) int64: the nearest of a few whose codes are similar."""
        place, _gap = self._near(points)
        return self._item[place]

    def _near(self, points: Float64s) -> tuple[Int64s, Float64s]:
        """The place of a near box and its squared distance."""
        near, distance = np.empty(len(points), np.int64), np.empty(len(points))
        low, high = self._levels[0]
        for begin in range(0, len(points), _PAIRS_AT_ONCE):
            few = points[begin : begin + _PAIRS_AT_ONCE]
            at = np.searchsorted(self._codes, self._codes_of(few))
            places = np.clip(at[:, None] + np.arange(-_FAN // 2, _FAN // 2), 0, len(self._item) - 1)
            wanted = few.T[:, :, None]
            gap = _squared_gap(wanted, wanted, low[:, places], high[:, places])
            best = gap.argmin(axis=1)
            rows = np.arange(len(few))
            near[begin : begin + len(few)], distance[begin : begin + len(few)] = places[rows, best], gap[rows, best]
        return near, distance

    def nearest(self, points: Float64s) -> Int64s:
        """The nearest box of each point, (n, 3) to (n,) int64; the lowest index among equally near ones."""
        nearest = np.zeros(len(points), np.int64)
        for begin in range(0, len(points), _QUERIES_AT_ONCE):
            few = points[begin : begin + _QUERIES_AT_ONCE]
            _place, bound = self._near(few)
            nearest[begin : begin + _QUERIES_AT_ONCE] = self._nearest(np.ascontiguousarray(few.T), bound)
        return nearest

    def _nearest(self, places: Float64s, bound: Float64s) -> Int64s:
        """Descend for all points, (3, n), at once.

        `bound` is a squared distance within which each has a box; the farthest corners of nodes lower it.
        """
        query, node = np.arange(places.shape[1]), np.zeros(places.shape[1], np.int64)
        distance = np.empty(0)
        for low, high in reversed(self._levels):
            query = np.repeat(query, _FAN)
            node = (node[:, None] * _FAN + np.arange(_FAN)).ravel()
            at, node_low, node_high = places[:, query], low[:, node], high[:, node]
            distance = _squared_gap(at, at, node_low, node_high)
            farthest = _squared_reach(at, node_low, node_high)
            starts = np.flatnonzero(np.diff(query, prepend=-1))
            # Every point has its pairs, in order, so the bounds come out by point.
            bound = np.minimum(bound, np.minimum.reduceat(farthest, starts))
            near = distance <= bound[query]
            query, node, distance = query[near], node[near], distance[near]
        item = self._item[node]
        # Squares of tiny gaps vanish; their sum tells a box that holds the point from one that nearly does.
        low, high = self._levels[0]
        gap = sum(
            np.maximum(np.maximum(low[axis][node] - places[axis][query], places[axis][query] - high[axis][node]), 0.0)
            for axis in range(3)
        )
        order = np.lexsort((item, gap, distance, query))
        return item[order][np.flatnonzero(np.diff(query[order], prepend=-1))]

    def squared_distances(self, points: Float64s, pairs: Int32s, stage: str) -> Steps[Float64s]:
        """The squared distance of each point to the nearest box, (n, 3) to (n,).

        Pairs, (k, 2), of points that lie near each other make it quicker: what is near one bounds the other's search.
        `stage` is what this is called in reports of progress.
        """
        places = np.ascontiguousarray(points.T)
        near, bound = self._near(points)
        for begin in range(0, len(pairs), _PAIRS_AT_ONCE):
            yield 0.0, stage
            few = pairs[begin : begin + _PAIRS_AT_ONCE].astype(np.intp)
            for one, other in (few.T, few.T[::-1]):
                gap = _squared_gap_of_pairs(places, places, one, *self._levels[0], near.take(other))
                np.minimum.at(bound, one, gap)
        if len(points) <= _DISTANCES_AT_ONCE:
            # Done before a thread is started.
            return (yield from self._least_distances(places, bound, stage))
        tasks = [
            (places[:, begin : begin + _DISTANCES_AT_ONCE], bound[begin : begin + _DISTANCES_AT_ONCE], stage)
            for begin in range(0, len(points), _DISTANCES_AT_ONCE)
        ]
        return np.concatenate((yield from run_in_order(self._least_distances, tasks, stage)))

    def _least_distances(self, places: Float64s, bound: Float64s, stage: str) -> Steps[Float64s]:
        least = np.empty(len(bound))
        for query, _item, distance in self.pairs_within(places, places, bound):
            begins = np.flatnonzero(np.diff(query, prepend=-1))
            least[query[begins]] = np.minimum.reduceat(distance, begins)
            yield float(query[-1]) / len(bound), stage
        return least

    def pairs_within(self, low: Float64s, high: Float64s, bound: Float64s) -> Iterator[tuple[Int64s, Int64s, Float64s]]:
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

    def _descend(
        self, low: Float64s, high: Float64s, bound: Float64s, queries: Int64s
    ) -> Iterator[tuple[Int64s, Int64s, Float64s]]:
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
            distance = _squared_gap_of_pairs(low, high, query, node_low, node_high, node)
            near = distance <= bound[query]
            query, node, distance = query[near], node[near], distance[near]
        yield query, self._item[node], distance


def _squared_gap(low: Float64s, high: Float64s, other_low: Float64s, other_high: Float64s) -> Float64s:
    """Squared distance of boxes, over arrays whose first axis is x, y, z."""
    total = np.zeros(np.broadcast_shapes(low.shape[1:], other_low.shape[1:]))
    for axis in range(3):
        gap = np.maximum(other_low[axis] - high[axis], low[axis] - other_high[axis])
        np.maximum(gap, 0.0, out=gap)
        gap *= gap
        total += gap
    return total


def _squared_gap_of_pairs(
    low: Float64s, high: Float64s, one: Int64s, other_low: Float64s, other_high: Float64s, other: Int64s
) -> Float64s:
    """Squared distance of boxes `one` among the first, (3, n), to boxes `other` among the second, (3, m)."""
    total = np.zeros(len(one))
    for axis in range(3):
        gap = other_low[axis].take(other)
        gap -= high[axis].take(one)
        np.maximum(gap, low[axis].take(one) - other_high[axis].take(other), out=gap)
        np.maximum(gap, 0.0, out=gap)
        gap *= gap
        total += gap
    return total


def _squared_reach(at: Float64s, low: Float64s, high: Float64s) -> Float64s:
    """Squared distance of points to the farthest corners of boxes; infinite for empty ones."""
    total = np.zeros(at.shape[1])
    for axis in range(3):
        reach = np.maximum(high[axis] - at[axis], at[axis] - low[axis])
        total += np.where(reach >= 0.0, reach * reach, np.inf)
    return total
