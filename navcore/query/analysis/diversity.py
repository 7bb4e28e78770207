# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How routes are made to differ: a cost for overlaps, which a search avoids; and the share that two paths overlap."""

from __future__ import annotations

import itertools
from collections import Counter
from math import ceil, inf
from numbers import Integral

import numpy as np

from ...arrays import Float64s
from ...errors import PathError
from ...geometry.primitives import Point, distance, length_of

#: Routes are noted in cubes of this edge, in voxels, and in the cubes around: within two to four voxels of a route. In
#: domains longer than this, cubes grow as the domain does, so that long routes are noted as quickly.
_CUBE = 2.0
_LONG = 4096
#: At so many points of a segment, at most, the routes nearby are counted.
_MOST_LOOKS = 8


def check_count(k: object) -> None:
    """Refuse what is no number of routes."""
    if isinstance(k, bool) or not isinstance(k, Integral) or k < 1:
        raise PathError(f"k must be a whole number of routes, 1 or more, not {k!r:.60}")


class OverlapCost:
    """What a segment costs when it overlaps with routes that are known, so that a search looks elsewhere. In voxels."""

    def __init__(self, longest: int) -> None:
        """`longest` : the longest side of the domain."""
        self._cube = _CUBE * max(longest / _LONG, 1.0)
        #: What a unit of length beside a known route costs more, for each such route.
        self.weight = 1.0
        self._routes_near: Counter[tuple[int, int, int]] = Counter()

    def add_route(self, points: list[Point]) -> None:
        """Make it dearer to go where a route goes."""
        cubes: set[tuple[int, int, int]] = set()
        for a, b in itertools.pairwise(points):
            steps = ceil(distance(a, b) / self._cube) + 1
            for step in range(steps + 1):
                x, y, z = (int((p + (q - p) * step / steps) / self._cube) for p, q in zip(a, b, strict=True))
                cubes.add((x, y, z))
        around = {(x + i, y + j, z + k) for x, y, z in cubes for i, j, k in itertools.product((-1, 0, 1), repeat=3)}
        self._routes_near.update(dict.fromkeys(around, 1))

    def cost(self, a: Point, b: Point) -> float:
        """The length of a segment, and `weight` times the length of it that is near each known route."""
        length = distance(a, b)
        cube = self._cube
        looks = min(ceil(length / cube), _MOST_LOOKS)
        if looks == 0:
            return length
        counts, part = self._routes_near, 1.0 / (looks * cube)
        x, y, z = a[0] / cube, a[1] / cube, a[2] / cube
        run_x, run_y, run_z = (b[0] - a[0]) * part, (b[1] - a[1]) * part, (b[2] - a[2]) * part
        met = 0
        for look in range(looks):
            share = look + 0.5
            # Voxels are counted from 0, where cutting off decimals is rounding down.
            met += counts.get((int(x + share * run_x), int(y + share * run_y), int(z + share * run_z)), 0)
        return length * (1.0 + self.weight * met / looks)


def shared(path: Float64s, other: Float64s, near: float) -> float:
    """The share of a path's length that lies nearer than `near` to another path: 0 to 1, exact. (k, 3) and (m, 3)."""
    begin, end = other[:-1], other[1:]
    total = within = 0.0
    for a, b in itertools.pairwise(path):
        length = length_of((a.tolist(), b.tolist()))
        total += length
        if length > 0.0:
            enter, leave = _times_near(a, b, begin, end, near)
            order = np.argsort(enter)
            reached = 0.0
            for into, out in zip(enter[order].tolist(), leave[order].tolist(), strict=True):
                if out > max(into, reached):
                    within += length * (out - max(into, reached))
                    reached = out
    return within / total if total > 0.0 else 1.0


def _times_near(a: Float64s, b: Float64s, begin: Float64s, end: Float64s, near: float) -> tuple[Float64s, Float64s]:
    """When a point that moves from a to b in time 0 to 1 comes near other segments, and when it leaves: (m,), (m,).

    The space near a segment is convex: two balls and the cylinder between them. So the point is near for one span of
    time, from the first moment in one of the three to the last. The span of a segment that it misses is empty.

    Parameters
    ----------
    begin, end : (m, 3) each, of the segments. near : the distance that counts as near.
    """
    run, along = b - a, end - begin
    square = _products(along, along)
    flat = square == 0.0
    spans = [_in_ball(a - middle, run[None], near) for middle in (begin, end)]
    # Without what is parallel to the segment, the cylinder is a ball.
    safe = np.where(flat, 1.0, square)[:, None]
    offset = a - begin
    beside = offset - _products(offset, along)[:, None] / safe * along
    across = run - _products(along, run)[:, None] / safe * along
    enter, leave = _in_ball(beside, across, near)
    speed, ahead = _products(along, run), _products(offset, along)
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = -ahead / speed, (square - ahead) / speed
    still = speed == 0.0
    outside = still & ((ahead < 0.0) | (ahead > square))
    enter = np.where(still, enter, np.maximum(enter, np.minimum(one, two)))
    leave = np.where(still, leave, np.minimum(leave, np.maximum(one, two)))
    missed = outside | flat | (enter > leave)
    spans.append((np.where(missed, inf, enter), np.where(missed, -inf, leave)))
    first = np.min([span[0] for span in spans], axis=0)
    final = np.max([span[1] for span in spans], axis=0)
    return np.clip(first, 0.0, 1.0), np.where(first > final, -inf, np.clip(final, 0.0, 1.0))


def _products(a: Float64s, b: Float64s) -> Float64s:
    """Inner products of vectors, (m, 3) and (m, 3), (1, 3) or (3,): (m,).

    Spelled out, because a library's sum may order its terms otherwise on another machine.
    """
    terms = a * b
    products: Float64s = terms[:, 0] + terms[:, 1] + terms[:, 2]
    return products


def _in_ball(offset: Float64s, run: Float64s, radius: float) -> tuple[Float64s, Float64s]:
    """When points that start at offsets, (m, 3), and move by runs, (m, 3) or (1, 3), are within a ball at 0."""
    square = _products(run, run) + np.zeros(len(offset))
    toward = _products(offset, run)
    apart = _products(offset, offset) - radius * radius
    root = toward * toward - square * apart
    moves = square > 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        half = np.sqrt(np.maximum(root, 0.0))
        enter, leave = (-toward - half) / square, (-toward + half) / square
    enter = np.where(moves, np.where(root >= 0.0, enter, inf), np.where(apart <= 0.0, -inf, inf))
    leave = np.where(moves, np.where(root >= 0.0, leave, -inf), np.where(apart <= 0.0, inf, -inf))
    return enter, leave
