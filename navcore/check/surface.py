# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The scene's triangles, ready to be asked what they are near to. Everything is in voxels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from .distance import triangle_box_distance
from .tree import FAR, BoxTree


class Surface:
    """Triangles near a domain.

    Attributes
    ----------
    name : (m,) int64, each triangle's index in the scene.
    corners : (m, 3, 3) float64.
    """

    def __init__(self, corners: Float64s, shape: Int64s, margin: float) -> None:
        """Keep the triangles whose bounds come within `margin` of the domain (0, 0, 0) to `shape`."""
        low, high = corners.min(axis=1), corners.max(axis=1)
        self.name = np.flatnonzero(((high >= -margin) & (low <= shape + margin)).all(axis=1))
        self.corners = corners[self.name]
        self._tree = BoxTree(low[self.name], high[self.name])
        side = self.corners[:, 1:] - self.corners[:, :1]
        normal = np.cross(side[:, 0], side[:, 1])
        length = np.linalg.norm(normal, axis=1, keepdims=True)
        # Used as a separating direction only, with the span of all three corners along it: whatever rounding made of
        # a sliver's normal, what it separates is separate.
        self._normal: Float64s = np.divide(normal, length, out=np.zeros_like(normal), where=length > 0)
        along = np.einsum("tck,tk->tc", self.corners, self._normal)
        self._span = np.stack((along.min(axis=1), along.max(axis=1)), axis=1)

    def hits(self, middle: Float64s, half: Float64s, reach: float) -> Iterator[tuple[Int64s, Int64s, Float64s]]:
        """Blocks of all (query, triangle, distance) whose triangle comes within `reach` of the query's box.

        `middle`, `half` : (q, 3) float64, the boxes; `triangle` indexes `name` and `corners`.
        """
        limit = np.full(len(middle), reach**2)
        for query, triangle in self._tree.near(middle, -half, limit):
            query, triangle, distance = self._measured(query, triangle, middle, half, limit)
            met = distance <= reach
            yield query[met], triangle[met], distance[met]

    def within(self, middle: Float64s, offset: Float64s, reach: float) -> Bools:
        """Which queries surely have a triangle within `reach`, as `BoxTree` measures it: (q,) bool.

        Exact when `offset` is negative or 0 throughout (boxes); otherwise "no" may mean "not found".
        """
        found = np.zeros(len(middle), bool)
        if not len(self.name) or not len(middle):
            return found
        # Mostly there is a triangle at hand; only where the first guess fails all have to be looked at.
        guess = self._tree.likely(middle, offset)
        found[self._met(np.arange(len(middle)), guess, middle, offset, np.full(len(middle), reach**2))] = True
        left = np.flatnonzero(~found)
        middle, offset, limit = middle[left], offset[left], np.full(len(left), reach**2)

        def bounded(query: Int64s, squared: Float64s) -> None:
            limit[query[squared <= reach**2]] = -1.0

        for query, triangle in self._tree.near(middle, offset, limit, bounded):
            limit[self._met(query, triangle, middle, offset, limit)] = -1.0
        found[left] = limit < 0
        return found

    def _met(self, query: Int64s, triangle: Int64s, middle: Float64s, offset: Float64s, limit: Float64s) -> Int64s:
        """The queries of pairs whose triangle is within the limit."""
        beyond = np.maximum(np.abs(self.corners[triangle] - middle[query, None]) + offset[query, None], 0.0)
        by_corner = np.einsum("pck,pck->pc", beyond, beyond).min(axis=1) <= limit[query]
        if (offset > 0).any():
            return np.asarray(query[by_corner])
        rest = np.flatnonzero(~by_corner)
        measured, _triangle, distance = self._measured(query[rest], triangle[rest], middle, -offset, limit)
        return np.concatenate((query[by_corner], measured[distance**2 <= limit[measured]]))

    def nearest(self, middle: Float64s, half: Float64s, reach: Float64s | None = None) -> tuple[Int64s, Float64s]:
        """The triangle nearest each box and its distance: (q,) each.

        -1 and infinity when there is none, or none within `reach`, (q,) float64.
        """
        best = np.full(len(middle), np.inf)
        witness = np.full(len(middle), -1)
        limit = np.full(len(middle), FAR) if reach is None else np.minimum(reach**2, FAR)

        def bounded(query: Int64s, squared: Float64s) -> None:
            # A little more than the bound, so that rounding never cuts off the one triangle it was found by.
            np.minimum.at(limit, query, squared * (1 + 1e-9) + 1e-18)

        for query, triangle in self._tree.near(middle, -half, limit, bounded):
            query, triangle, distance = self._measured(query, triangle, middle, half, limit)
            keep_least(best, witness, query, triangle, distance)
            np.minimum.at(limit, query, best[query] ** 2)
        return witness, best

    def distance(self, triangle: Int64s, middle: Float64s, half: Float64s) -> Float64s:
        """How far triangles, (q,) by index, are from boxes: (q,) float64."""
        return triangle_box_distance(self.corners[triangle], middle, half)

    def _measured(
        self, query: Int64s, triangle: Int64s, middle: Float64s, half: Float64s, limit: Float64s
    ) -> tuple[Int64s, Int64s, Float64s]:
        """Pairs that their triangle's plane does not hold apart, with their distance."""
        normal, span = self._normal[triangle], self._span[triangle]
        along = np.einsum("pk,pk->p", normal, middle[query])
        thick = np.einsum("pk,pk->p", np.abs(normal), half[query])
        gap = np.maximum(np.maximum(span[:, 0] - along, along - span[:, 1]) - thick, 0.0)
        # Rounding along a normal grows with the triangle, hence the hair.
        open_still = np.flatnonzero((gap - 1e-7) * np.abs(gap - 1e-7) <= limit[query])
        query, triangle = query[open_still], triangle[open_still]
        return query, triangle, triangle_box_distance(self.corners[triangle], middle[query], half[query])


def keep_least(best: Float64s, witness: Int64s, query: Int64s, found: Int64s, distance: Float64s) -> None:
    """Keep per query the least distance and what was found there: updates `best` and `witness`."""
    order = np.lexsort((found, distance, query))
    query, found, distance = query[order], found[order], distance[order]
    first = np.flatnonzero(np.diff(query, prepend=-1))
    query, found, distance = query[first], found[first], distance[first]
    better = distance < best[query]
    best[query[better]], witness[query[better]] = distance[better], found[better]
