# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of many boxes are near a query: an implicit tree over boxes, searched block by block.

A query measures along each axis ``max(|x - middle| + offset, 0)`` and takes the Euclidean length of the three.
With ``offset = -half`` that is the distance of x from a box; with ``offset = half - 1`` it is the distance of x from
the *farthest* voxel of a box, so one measure answers "is anything near this box" and "is everything near in it".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..arrays import Float64s, Int64s

#: Children of a node.
_FAN = 4
#: (query, node) pairs looked at together: enough to forget Python's overhead, few enough to stay in the cache.
_PAIRS_AT_ONCE = 1 << 15
#: Squared distance that stands for "no limit".
FAR = 1e60
#: Corner of the boxes that fill up nodes; far beyond `FAR`, yet its square can still be reckoned with.
_NOWHERE = 1e100


class BoxTree:
    """A tree over boxes. Level 0 holds the boxes in tree order, each higher level the bounds of four nodes below.

    Attributes
    ----------
    order : (n,) int64, which given box stands at each place of level 0.
    levels : (2, 3, 4, nodes) float64 each; the children's low and high corners. Nodes come last, so that numpy's inner
        loops are long. Places past the end hold an inverted box that is near to nothing.
    """

    def __init__(self, low: Float64s, high: Float64s) -> None:
        """`low`, `high` : (n, 3) float64."""
        self.order = _tree_order(low, high)
        self.levels: list[Float64s] = []
        bounds = np.stack((low[self.order].T, high[self.order].T))
        while bounds.shape[2]:
            nodes = -(-bounds.shape[2] // _FAN)
            children = np.empty((2, 3, nodes * _FAN))
            children[0], children[1] = _NOWHERE, -_NOWHERE
            children[:, :, : bounds.shape[2]] = bounds
            self.levels.append(np.ascontiguousarray(children.reshape(2, 3, nodes, _FAN).swapaxes(2, 3)))
            if nodes == 1:
                break
            bounds = np.stack((self.levels[-1][0].min(axis=1), self.levels[-1][1].max(axis=1)))

    def likely(self, middle: Float64s, offset: Float64s) -> Int64s:
        """A box that is probably near each query, found by one walk down the tree: (q, 3) float64 twice to (q,) int64.

        The tree must not be empty.
        """
        found = np.empty(len(middle), np.int64)
        for begin in range(0, len(middle), _PAIRS_AT_ONCE):
            part = slice(begin, begin + _PAIRS_AT_ONCE)
            query = np.stack((middle[part].T, offset[part].T))
            node = np.zeros(query.shape[2], np.int64)
            for level in reversed(self.levels):
                squared = _least(level, node, query)
                for axis in range(3):  # among several that hold the query, rather one around it
                    centre = (level[0, axis][:, node] + level[1, axis][:, node]) / 2
                    squared += 1e-9 * (centre - query[0, axis]) ** 2
                node = node * _FAN + squared.argmin(axis=0)
            found[part] = self.order[node]
        return found

    def near(
        self,
        middle: Float64s,
        offset: Float64s,
        limit: Float64s,
        bounded: Callable[[Int64s, Float64s], None] | None = None,
    ) -> Iterator[tuple[Int64s, Int64s]]:
        """Blocks of pairs (query, box) whose bounds measure at most the query's limit.

        Parameters
        ----------
        middle, offset : (q, 3) float64, the queries.
        limit : (q,) float64 up to `FAR`, *squared* distance. The caller may lower it between blocks; -1 ends a query.
        bounded : told (queries, squared distance) whenever something inside a node is surely that near; may lower
            `limit` too.

        Yields
        ------
        query, box : (p,) int64 each; `box` indexes what the tree was made from.
        """
        if not self.levels:
            return
        queries = np.ascontiguousarray(np.stack((middle.T, offset.T)))
        step = _PAIRS_AT_ONCE // _FAN
        top = len(self.levels) - 1
        for begin in range(0, len(middle), step):
            query = np.arange(begin, min(begin + step, len(middle)))
            # Depth first over blocks, so that a query ended early by one branch is not followed along the others.
            stack = [(top, query, np.zeros(len(query), np.int64))]
            while stack:
                level, query, node = stack.pop()
                if level < 0:
                    yield query, self.order[node]
                    continue
                alive = limit[query] >= 0
                query, node = query[alive], node[alive]
                row, child = _near_children(self.levels[level], node, queries[:, :, query], limit[query])
                if bounded is not None:
                    bounded(query[row], _sure(self.levels[level][:, :, child, node[row]], queries[:, :, query[row]]))
                query, node = query[row], node[row] * _FAN + child
                stack += [
                    (level - 1, query[first : first + _PAIRS_AT_ONCE], node[first : first + _PAIRS_AT_ONCE])
                    for first in range(0, len(query), _PAIRS_AT_ONCE)
                ]


def _least(bounds: Float64s, node: Int64s, query: Float64s) -> Float64s:
    """How near at best the children of nodes are, squared: as for `_near_children`, to (4, p) float64."""
    squared = np.zeros((_FAN, len(node)))
    for axis in range(3):
        low, high = bounds[0, axis][:, node] - query[0, axis], bounds[1, axis][:, node] - query[0, axis]
        np.negative(high, out=high)
        np.maximum(low, high, out=low)
        np.maximum(low, 0.0, out=low)
        low += query[1, axis]
        np.maximum(low, 0.0, out=low)
        low *= low
        squared += low
    return squared


def _near_children(bounds: Float64s, node: Int64s, query: Float64s, limit: Float64s) -> tuple[Int64s, Int64s]:
    """Which children of nodes may hold something within the limit.

    Parameters
    ----------
    bounds : (2, 3, 4, nodes) float64, one level.
    node : (p,) int64; `query` : (2, 3, p) float64, middles and offsets; `limit` : (p,) float64, squared.

    Returns
    -------
    row, child : (k,) int64 each.
    """
    squared = _least(bounds, node, query)
    child, row = np.nonzero(squared <= limit)
    return row, child


def _sure(bounds: Float64s, query: Float64s) -> Float64s:
    """The squared distance within which nodes surely hold something: (2, 3, ...) twice to (...).

    Bounds are tight: each of their faces is touched by something, which is at worst in that face's far corner.
    """
    low, high = np.abs(bounds - query[0])
    far = np.maximum(np.maximum(low, high) + query[1], 0.0) ** 2
    face = np.maximum(np.minimum(low, high) + query[1], 0.0) ** 2
    return np.asarray(far.sum(axis=0) - (far - face).max(axis=0))


def _tree_order(low: Float64s, high: Float64s) -> Int64s:
    """Boxes in an order in which every aligned run of 2, 4, 8, ... is compact: (n, 3) float64 twice to (n,) int64.

    From the top down, each run is parted at its median along the axis in which its boxes reach farthest. Size counts
    as a fourth axis: one large box among small ones would make every node above it large.
    """
    count = len(low)
    places = np.stack((*((low + high) / 2).T, (high - low).max(axis=1, initial=0.0)))
    order = np.arange(count)
    size = 1
    while size < count:
        size *= _FAN
    while size > 1 and count:
        rows = -(-count // size)
        # The last run is filled up with copies of its last box, which are then sorted to its end and cut off.
        run = np.concatenate((order, np.full(rows * size - count, order[-1]))).reshape(rows, size)
        extents = [np.ptp(place[run], axis=1) for place in places]
        key = places[np.argmax(extents, axis=0)[:, None], run]
        key.reshape(-1)[count:] = np.inf
        parted = np.argpartition(key, size // 2, axis=1)
        parted[-1] = np.argsort(key[-1], kind="stable")
        order = np.take_along_axis(run, parted, axis=1).reshape(-1)[:count]
        size //= 2
    return order
