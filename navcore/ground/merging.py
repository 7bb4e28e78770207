# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Few convex polygons out of many: neighbours become one over their longest common edges first, as long as what they
become is convex [Hertel & Mehlhorn 1985]."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence

from .triangulation import Plan, turn


def merged(
    points: Sequence[Plan], polygons: Iterable[Sequence[int]], edges: Iterable[tuple[int, int]] | None = None
) -> tuple[list[list[int]], list[list[int]]]:
    """Convex polygons after some of them became one, and which ones each was made of.

    Parameters
    ----------
    points : in an order that tells which of equally long edges is first.
    polygons : indices into `points`, counter-clockwise, convex; two that have an edge in common are neighbours.
    edges : those that are tried first, in either direction; None is all. Others are tried where that makes it possible.
    """
    rings: list[list[int]] = [list(ring) for ring in polygons]
    members = [[index] for index in range(len(rings))]
    #: The polygon to the left of each edge.
    owner = {edge: index for index, ring in enumerate(rings) for edge in edges_of(ring)}
    #: Common edges, longer ones first: the square of their length, below 0, and their corners.
    common = {(min(edge), max(edge)) for edge in (owner if edges is None else edges)}
    waiting = [(-_square(points, a, b), a, b) for a, b in common]
    heapq.heapify(waiting)
    while waiting:
        _length, a, b = heapq.heappop(waiting)
        one, other = owner.get((a, b), -1), owner.get((b, a), -1)
        if one < 0 or other < 0 or one == other:
            continue
        ring, joints = _joined(points, rings[one], rings[other], a, b)
        if not ring:
            continue
        kept, gone = min(one, other), max(one, other)
        old = {*edges_of(rings[one]), *edges_of(rings[other])}
        rings[kept], rings[gone] = ring, []
        members[kept] += members[gone]
        new = edges_of(ring)
        for edge in old.difference(new):
            del owner[edge]
        for edge in new:
            owner[edge] = kept
        for joint in joints:
            # Two polygons that end on the same edge of a third one can become one with it only together.
            place = ring.index(joint)
            before, after = ring[place - 1], ring[(place + 1) % len(ring)]
            behind = owner.get((joint, before), -1)
            if behind >= 0 and owner.get((after, joint)) == behind:
                heapq.heappush(waiting, (-_square(points, before, after), min(joint, after), max(joint, after)))
    left = [index for index, ring in enumerate(rings) if ring]
    return [rings[index] for index in left], [members[index] for index in left]


def edges_of(ring: Sequence[int]) -> list[tuple[int, int]]:
    """The edges of a polygon, from each corner to the next."""
    return list(zip(ring, [*ring[1:], *ring[:1]], strict=True))


def _square(points: Sequence[Plan], a: int, b: int) -> int:
    """The squared length of an edge."""
    (x, y), (u, w) = points[a], points[b]
    return (u - x) * (u - x) + (w - y) * (w - y)


def _joined(
    points: Sequence[Plan], one: Sequence[int], other: Sequence[int], a: int, b: int
) -> tuple[list[int], tuple[int, ...]]:
    """Two polygons as one, the first to the left of the edge from a to b, and the corners where they meet; nothing if
    that were not convex."""
    at, to = one.index(b), other.index(a)
    # From b around to a, and from a around to b.
    first, second = [*one[at:], *one[:at]], [*other[to:], *other[:to]]
    # What they have in common may have more edges than one; its corners go.
    while len(first) > 2 and len(second) > 2 and first[1] == second[-2]:
        del first[0], second[-1]
    while len(first) > 2 and len(second) > 2 and first[-2] == second[1]:
        del first[-1], second[0]
    if not (
        goes_on(points[first[-2]], points[first[-1]], points[second[1]])
        and goes_on(points[second[-2]], points[first[0]], points[first[1]])
    ):
        return [], ()
    return [*first, *second[1:-1]], (first[0], first[-1])


def goes_on(a: Plan, b: Plan, c: Plan) -> bool:
    """Whether the way from a over b to c turns left or goes straight on."""
    way = turn(a, b, c)
    return way > 0 or (way == 0 and is_between(a, b, c))


def is_between(a: Plan, b: Plan, c: Plan) -> bool:
    """Whether b, on the line through a and c, is between them."""
    return (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) > 0
