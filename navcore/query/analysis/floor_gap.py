# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is between two islands of floors: where their borders are nearest to each other, and what these borders are."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from ...arrays import Float64s, Int64s
from ...progress import Steps
from ...surface import Border, NavSurface
from .narrowest import MEASURING

#: Pairs of borders that are compared in one step.
_PAIRS_AT_ONCE = 1 << 16
#: Segments are parallel when the square of the sine between them is no more than this.
_PARALLEL = 1e-12


class FloorGap(NamedTuple):
    """Where two islands of floors are nearest to each other.

    points : (2, 3) float64, world, on a border of each. borders : what is behind these.
    """

    points: Float64s
    borders: tuple[Border, Border]


def floor_gap(surface: NavSurface, islands: tuple[int, int], ends: Float64s) -> Steps[FloorGap]:
    """Where two islands are nearest to each other.

    ends : (2, 3) float64, world. Of places that are equally near, those that make the way from end to end shortest.
    """
    yield MEASURING
    starts, whole = surface.polygon_starts.astype(np.int64), len(surface.polygon_vertices)
    following = np.arange(1, whole + 1)
    following[starts[1:] - 1] = starts[:-1]
    island = np.repeat(surface.components, np.diff(starts))
    first, second = (np.flatnonzero((surface.neighbours < 0) & (island == number)) for number in islands)
    corners = surface.vertices[surface.polygon_vertices]
    bound, best = inf, (inf, inf)
    nearest, chosen = np.zeros((2, 3)), (0, 0)
    # Middles first: what is farther than these need not be compared.
    for is_exact in (False, True):
        for few in np.array_split(first, max(1, -(-len(first) * len(second) // _PAIRS_AT_ONCE))):
            yield MEASURING
            one, other = _pairs(corners, following, few, second, bound)
            if not is_exact:
                middles = [(corners[edge] + corners[following[edge]]) / 2 for edge in (one, other)]
                bound = min(bound, float(_lengths(middles[1] - middles[0]).min(initial=inf)))
                continue
            if not len(one):
                continue
            a, b, c, d = (corners[edges] for edges in (one, following[one], other, following[other]))
            points = _facing(a, b, c, d, (ends[0] + ends[1]) / 2)
            apart = np.round(_lengths(points[:, 1] - points[:, 0]), 9)
            around = _lengths(points[:, 0] - ends[0]) + _lengths(points[:, 1] - ends[1])
            at = int(np.lexsort((around, apart))[0])
            if (apart[at], around[at]) < best:
                best, bound = (float(apart[at]), float(around[at])), min(bound, float(apart[at]) + 1e-9)
                nearest, chosen = points[at], (int(one[at]), int(other[at]))
    borders = Border(int(surface.borders[chosen[0]])), Border(int(surface.borders[chosen[1]]))
    return FloorGap(nearest, borders)


def _pairs(corners: Float64s, following: Int64s, first: Int64s, second: Int64s, bound: float) -> tuple[Int64s, Int64s]:
    """The pairs of half-edges whose boxes are no farther apart than a bound."""
    low, high = (
        [choose(corners[edges], corners[following[edges]]) for edges in (first, second)]
        for choose in (np.minimum, np.maximum)
    )
    gap = np.maximum(np.maximum(low[0][:, None] - high[1], low[1] - high[0][:, None]), 0.0)
    one, other = np.nonzero(np.sqrt((gap * gap).sum(axis=2)) <= bound)
    return first[one], second[other]


def _facing(a: Float64s, b: Float64s, c: Float64s, d: Float64s, middle: Float64s) -> Float64s:
    """The nearest points of pairs of segments, from a to b and from c to d, (n, 3) each: (n, 2, 3).

    Where many are, those beside the one that is nearest to `middle`, (3,).
    """
    one, other, between = b - a, d - c, a - c
    square, others = _dots(one, one), _dots(other, other)
    mixed, at_one, at_other = _dots(one, other), _dots(one, between), _dots(other, between)
    area = square * others - mixed * mixed
    # On the first one where the lines are nearest, if they are not parallel; then back and forth within both.
    share = _ratio(mixed * at_other - at_one * others, area)
    share = np.where(area > _PARALLEL * square * others, share, _ratio(_dots(one, middle - a), square))
    share = np.clip(share, 0.0, 1.0)
    other_share = np.clip(_ratio(mixed * share + at_other, others), 0.0, 1.0)
    share = np.clip(_ratio(mixed * other_share - at_one, square), 0.0, 1.0)
    return np.stack((a + share[:, None] * one, c + other_share[:, None] * other), axis=1)


def _ratio(one: Float64s, other: Float64s) -> Float64s:
    """One divided by another that is 0 or more; 0 where that is 0."""
    ratio: Float64s = np.where(other > 0.0, one / np.where(other > 0.0, other, 1.0), 0.0)
    return ratio


def _dots(one: Float64s, other: Float64s) -> Float64s:
    """Products of (n, 3) vectors, added up in the order that is written."""
    products: Float64s = one[:, 0] * other[:, 0] + one[:, 1] * other[:, 1] + one[:, 2] * other[:, 2]
    return products


def _lengths(steps: Float64s) -> Float64s:
    lengths: Float64s = np.sqrt(_dots(steps, steps))
    return lengths
