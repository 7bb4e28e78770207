# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The best point of a portal to cross, between where a path comes from and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import TypeAlias

from ...geometry.primitives import Point, distance, point_in_plane
from .cells import Link

#: A point of a portal, its distance from where the path comes from, and at least how far the goal is from there.
Crossing: TypeAlias = tuple[Point, float, float]
#: Finds a crossing for each of several portals, from where the path comes from and where it goes.
Crossings: TypeAlias = Callable[[Point, Point, Sequence[Link]], list[Crossing]]


def _length(x: float, y: float, z: float) -> float:
    return sqrt(x * x + y * y + z * z)


def best_crossing(a: Point, goal: Point, link: Link) -> Crossing:
    """The point q of a portal that makes a → q → goal shortest. In voxels."""
    return best_crossings(a, goal, (link,))[0]


def best_crossings(a: Point, goal: Point, links: Iterable[Link]) -> list[Crossing]:
    """`best_crossing` for each of some links: a search asks for all neighbours of a cell at once.

    In the portal's plane that is where the straight line crosses; a goal on the near side is taken as mirrored by the
    plane. Outside the rectangle, the best point lies on an edge that was overstepped, where unfolding the two
    triangles beside the edge gives it in closed form.
    """
    crossings: list[Crossing] = []
    (x, y, z), (to_x, to_y, to_z) = a, goal
    views = (
        (x, y, z, to_x, to_y, to_z),
        (y, z, x, to_y, to_z, to_x),
        (z, x, y, to_z, to_x, to_y),
    )
    for _other, axis, plane, low_u, high_u, low_v, high_v in links:
        from_w, from_u, from_v, to_w, to_u, to_v = views[axis]
        before, beyond = abs(from_w - plane), abs(to_w - plane)
        total = before + beyond
        share = before / total if total > 0.0 else 0.0
        u, v = from_u + share * (to_u - from_u), from_v + share * (to_v - from_v)
        edge_u = low_u if u < low_u else high_u if u > high_u else None
        edge_v = low_v if v < low_v else high_v if v > high_v else None
        if edge_u is not None:
            # The best place along the edge, from the distances of both ends beside it and in front of its plane.
            side, far_side = from_u - edge_u, to_u - edge_u
            near = sqrt(side * side + before * before)
            total = near + sqrt(far_side * far_side + beyond * beyond)
            place = from_v + (to_v - from_v) * (near / total) if total > 0.0 else from_v
            v_there = low_v if place < low_v else high_v if place > high_v else place
            if edge_v is None:
                u, v = edge_u, v_there
        if edge_v is not None:
            # The same along the other edge; a call would cost a tenth of a search.
            side, far_side = from_v - edge_v, to_v - edge_v
            near = sqrt(side * side + before * before)
            total = near + sqrt(far_side * far_side + beyond * beyond)
            place = from_u + (to_u - from_u) * (near / total) if total > 0.0 else from_u
            u_there = low_u if place < low_u else high_u if place > high_u else place
            if edge_u is None or (u_there == edge_u and v_there == edge_v):
                u, v = u_there, edge_v
            else:
                one = _length(from_u - edge_u, from_v - v_there, before) + _length(
                    to_u - edge_u, to_v - v_there, beyond
                )
                two = _length(from_u - u_there, from_v - edge_v, before) + _length(
                    to_u - u_there, to_v - edge_v, beyond
                )
                u, v = (edge_u, v_there) if one <= two else (u_there, edge_v)
        run_u, run_v, left_u, left_v = u - from_u, v - from_v, to_u - u, to_v - v
        crossings.append(
            (
                (plane, u, v) if axis == 0 else (v, plane, u) if axis == 1 else (u, v, plane),
                sqrt(run_u * run_u + run_v * run_v + before * before),
                sqrt(left_u * left_u + left_v * left_v + beyond * beyond),
            )
        )
    return crossings


def nearest_crossing(a: Point, goal: Point, link: Link) -> Crossing:
    """The point of a portal nearest to `a`, wherever the goal is. In voxels."""
    _other, axis, plane, low_u, high_u, low_v, high_v = link
    u = min(max(a[axis - 2], low_u), high_u)
    v = min(max(a[axis - 1], low_v), high_v)
    point = point_in_plane(axis, plane, u, v)
    return point, distance(a, point), distance(point, goal)


def nearest_crossings(a: Point, goal: Point, links: Iterable[Link]) -> list[Crossing]:
    """`nearest_crossing` for each of some links."""
    return [nearest_crossing(a, goal, link) for link in links]
