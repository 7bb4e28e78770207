# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Constrained Delaunay triangles of outlines with holes, in whole numbers, so that every decision is exact.

A sweep along x cuts triangles off what is left of it [Hertel & Mehlhorn 1985]; then edges are flipped until no corner
that an edge's triangles see lies within their circles [Lawson 1977].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

#: A corner in plan, whole numbers.
Plan: TypeAlias = tuple[int, int]
#: Indices of its corners, counter-clockwise.
Triangle: TypeAlias = tuple[int, int, int]


def turn(a: Plan, b: Plan, c: Plan) -> int:
    """Twice the area of three points; above 0 where the way from a over b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def delaunay(points: Sequence[Plan], loops: Iterable[Sequence[int]]) -> list[Triangle]:
    """The constrained Delaunay triangles of what loops enclose; which of several if corners lie on a circle depends on
    nothing but the order of the points.

    Parameters
    ----------
    points : all different, in the order of x, then y.
    loops : indices into `points`; what they enclose is to the left of their edges. They may touch in corners, but
        neither cross nor touch an edge elsewhere.
    """
    edges = [edge for loop in loops for edge in zip(loop, [*loop[1:], loop[0]], strict=True)]
    triangles = _swept(points, edges)
    return _flipped(points, triangles, {*edges, *((b, a) for a, b in edges)})


class _Edge:
    """An edge that the sweep has reached and not yet passed.

    begin, end : indices of its corners, from left to right.
    is_floor : whether what is above it is enclosed. Then `seen` are the corners which the sweep sees to its left, from
        this edge up to the next one; no triangle can be cut off by any three of them.
    """

    __slots__ = ("begin", "end", "is_floor", "seen")

    def __init__(self, begin: int, end: int, is_floor: bool) -> None:
        self.begin, self.end, self.is_floor = begin, end, is_floor
        self.seen: list[int] = []


def _swept(points: Sequence[Plan], edges: Iterable[tuple[int, int]]) -> list[Triangle]:
    starting: dict[int, list[_Edge]] = {}
    corners: set[int] = set()
    for a, b in edges:
        # Of an edge that goes left, what is enclosed lies below.
        starting.setdefault(min(a, b), []).append(_Edge(min(a, b), max(a, b), a < b))
        corners.update((a, b))
    triangles: list[Triangle] = []
    reached: list[_Edge] = []
    for corner in sorted(corners):
        here = points[corner]
        first = _first_not_below(points, reached, here)
        last = first
        while last < len(reached) and reached[last].end == corner:
            last += 1
        below = reached[first - 1] if first and reached[first - 1].is_floor else None
        if first == last:
            lower, upper = _parted(points, below.seen, corner, triangles) if below else ([], [])
        else:
            for edge in reached[first : last - 1]:
                if edge.is_floor:
                    triangles += [(p, corner, q) for p, q in zip(edge.seen, edge.seen[1:], strict=False)]
            top = reached[last - 1]
            lower = _extended_up(points, below.seen, corner, triangles) if below else []
            upper = _extended_down(points, top.seen, corner, triangles) if top.is_floor else []
        new = _upwards(points, starting.get(corner, []))
        for edge in new:
            edge.seen = [corner]
        if new:
            new[-1].seen = upper
        elif upper:
            lower += upper[1:]
        if below:
            below.seen = lower
        reached[first:last] = new
    return triangles


def _first_not_below(points: Sequence[Plan], reached: Sequence[_Edge], here: Plan) -> int:
    """How many of the edges, from the lowest on, lie below a point."""
    low, high = 0, len(reached)
    while low < high:
        middle = (low + high) // 2
        edge = reached[middle]
        if turn(points[edge.begin], points[edge.end], here) > 0:
            low = middle + 1
        else:
            high = middle
    return low


def _upwards(points: Sequence[Plan], starting: list[_Edge]) -> list[_Edge]:
    """Edges from one corner to the right, from the lowest to the highest."""
    order: list[_Edge] = []
    for edge in starting:
        place = len(order)
        begin, end = points[edge.begin], points[edge.end]
        while place and turn(begin, points[order[place - 1].end], end) < 0:
            place -= 1
        order.insert(place, edge)
    return order


def _parted(
    points: Sequence[Plan], seen: Sequence[int], corner: int, triangles: list[Triangle]
) -> tuple[list[int], list[int]]:
    """What is seen below and above a corner that parts what is seen to its left."""
    # Nothing stands between a corner and what is farthest to the right of all that is behind it.
    middle = seen.index(max(seen))
    lower = _extended_up(points, seen[: middle + 1], corner, triangles)
    return lower, _extended_down(points, seen[middle:], corner, triangles)


def _extended_up(points: Sequence[Plan], seen: Sequence[int], corner: int, triangles: list[Triangle]) -> list[int]:
    """What is seen from a corner at the upper end of it."""
    rest = list(seen)
    while len(rest) > 1 and turn(points[rest[-2]], points[corner], points[rest[-1]]) > 0:
        triangles.append((rest[-2], corner, rest[-1]))
        rest.pop()
    return [*rest, corner]


def _extended_down(points: Sequence[Plan], seen: Sequence[int], corner: int, triangles: list[Triangle]) -> list[int]:
    """What is seen from a corner at the lower end of it."""
    first = 0
    while first + 1 < len(seen) and turn(points[seen[first]], points[corner], points[seen[first + 1]]) > 0:
        triangles.append((seen[first], corner, seen[first + 1]))
        first += 1
    return [corner, *seen[first:]]


def _flipped(points: Sequence[Plan], triangles: Iterable[Triangle], fixed: set[tuple[int, int]]) -> list[Triangle]:
    """Triangles after their edges, but for fixed ones, are flipped until they are Delaunay's."""
    #: The corner opposite to each edge, which lies to its left.
    opposite: dict[tuple[int, int], int] = {}
    for a, b, c in triangles:
        opposite[a, b], opposite[b, c], opposite[c, a] = c, a, b
    waiting = [edge for edge in opposite if edge[0] < edge[1] and edge not in fixed]
    while waiting:
        a, b = waiting.pop()
        c, d = opposite.get((a, b), -1), opposite.get((b, a), -1)
        if c < 0 or d < 0 or not is_in_circle(points[a], points[b], points[c], points[d]):
            continue
        del opposite[a, b], opposite[b, a]
        opposite[d, c], opposite[c, d] = a, b
        opposite[c, a], opposite[a, d] = d, c
        opposite[b, c], opposite[d, b] = d, c
        waiting += [edge for edge in ((c, a), (a, d), (d, b), (b, c)) if edge not in fixed]
    return [(a, b, c) for (a, b), c in opposite.items() if a < b and a < c]


def is_in_circle(a: Plan, b: Plan, c: Plan, d: Plan) -> bool:
    """Whether d is inside of the circle through a, b and c, which turn left, and not on it."""
    ax, ay, bx, by, cx, cy = a[0] - d[0], a[1] - d[1], b[0] - d[0], b[1] - d[1], c[0] - d[0], c[1] - d[1]
    aa, bb, cc = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    return ax * (by * cc - cy * bb) - ay * (bx * cc - cx * bb) + aa * (bx * cy - cx * by) > 0
