# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortest path through a sleeve, to nearly the last digit.

The points where a path crosses the portals of a sleeve are free to move in their rectangles, and its length is a
convex function of them. Only the few portals where the path bends matter: the path is drawn straight, the portal it
misses most is added, and it is drawn taut over what was added, until it misses none. Until then it is too short, so
a path that misses none is the shortest there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ...geometry.primitives import (
    TOUCH,
    FlatRect,
    Point,
    Rect,
    as_flat,
    clamp_to_box,
    distance,
    length_of,
    off_line,
    share_at,
)
from ...progress import Steps, run
from ..graph.crossing import best_crossing
from .interior_point import solve_by_interior_point
from .newton import solve_by_newton

#: Points that are nearer to their neighbours than this share of the path may keep Newton's method from converging.
_CLOSE_TOGETHER = 1e-2
#: What a step tells. How much is left depends on what is found.
REFINING = (1.0, "Refining")


def shortest(
    start: Point, goal: Point, portals: Sequence[Rect], guess: dict[int, Point] | None = None
) -> tuple[list[Point], list[int]]:
    """The bends of the shortest path from start to goal through portals, in their order.

    Parameters
    ----------
    start, goal : in voxels.
    portals : the rectangles to pass through.
    guess : bends to begin with, by the portals they lie on, in order; any will do, good ones save time.

    Returns
    -------
    points : start, bends, goal.
    places : for each bend, the number of the portal it lies on.
    """
    return run(shortest_steps(start, goal, portals, guess))


def shortest_steps(
    start: Point, goal: Point, portals: Sequence[Rect], guess: dict[int, Point] | None = None
) -> Steps[tuple[list[Point], list[int]]]:
    """`shortest` in steps: dozens of bends take milliseconds to draw."""
    flats = [as_flat(portal) for portal in portals]
    bends = dict(guess or {})
    is_solved = not bends
    #: Portals that were taken off the path; one that is missed afterwards is needed and stays.
    spared: set[int] = set()
    needed: set[int] = set()
    while True:
        points = [start, *bends.values(), goal]
        places = [-1, *bends, len(portals)]
        missed = dict(
            miss
            for begin, end, first, last in zip(points, points[1:], places, places[1:], strict=False)
            if (miss := _most_missed(begin, end, portals, flats, first + 1, last)) is not None
        )
        if is_solved and not missed:
            return _without_straight(points, places[1:-1])
        is_solved = True
        needed |= spared & missed.keys()
        tried = dict(sorted({**bends, **missed}.items()))
        if len(tried) == 1:
            (place,) = tried
            bends = {place: best_crossing(start, goal, (0, *flats[place]))[0]}
        else:
            bends = yield from _solved(start, goal, portals, tried, needed)
        points = [start, *bends.values(), goal]
        straight = {
            place
            for place, before, here, after in zip(bends, points, points[1:], points[2:], strict=False)
            if place not in needed and off_line(before, here, after) <= TOUCH / 4
        }
        spared |= tried.keys() - bends.keys() | straight
        bends = {place: point for place, point in bends.items() if place not in straight}


def _solved(
    start: Point, goal: Point, portals: Sequence[Rect], bends: dict[int, Point], needed: set[int]
) -> Steps[dict[int, Point]]:
    """Bends, by the portals they lie on, moved to where the path over them is the shortest.

    Where neighbours meet in an edge or a corner that they share, the length has no slope. Often one of them does alone,
    so the other is left out, unless it is known to be needed.
    """
    while True:
        yield REFINING
        rects = [portals[place] for place in bends]
        path, is_shortest = solve_by_newton([start, *bends.values(), goal], rects)
        spare: set[int] = set()
        if not is_shortest:
            reach = _CLOSE_TOGETHER * length_of(path)
            neighbours = zip(bends, path, path[1:], strict=False)
            spare = {place for place, before, here in neighbours if distance(before, here) <= reach} - needed
            if not spare:
                path = solve_by_interior_point(path, rects)
        moved = zip(bends, path[1:], strict=False)
        bends = {place: point for place, point in moved if place not in spare}
        if not spare:
            return bends


def _without_straight(points: list[Point], places: list[int]) -> tuple[list[Point], list[int]]:
    """The path without points it passes straight through, and the places of the bends left."""
    kept, of = points[:1], []
    for here, after, place in zip(points[1:], points[2:], places, strict=False):
        if off_line(kept[-1], here, after) > TOUCH / 4:
            kept.append(here)
            of.append(place)
    return [*kept, points[-1]], of


def _most_missed(
    a: Point, b: Point, portals: Sequence[Rect], flats: Sequence[FlatRect], first: int, last: int
) -> tuple[int, Point] | None:
    """Of the portals from `first` to before `last`, the one that the segment from a to b misses by most, if any.

    With the point of the portal nearest to where the segment comes by.
    """
    worst, found = TOUCH, None
    (x, y, z), run = a, (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    along_x, along_y, along_z = run
    length = sqrt(along_x * along_x + along_y * along_y + along_z * along_z)
    views = (
        (x, along_x, y, along_y, z, along_z),
        (y, along_y, z, along_z, x, along_x),
        (z, along_z, x, along_x, y, along_y),
    )
    done = 0.0
    for place in range(first, last):
        axis, plane, low_u, high_u, low_v, high_v = flats[place]
        w, along_w, u, along_u, v, along_v = views[axis]
        if along_w:
            # Nearly all are passed inside, one after the other.
            share = (plane - w) / along_w
            if (
                done <= share <= 1.0
                and low_u <= u + share * along_u <= high_u
                and low_v <= v + share * along_v <= high_v
            ):
                done = share
                continue
        share = share_at(a, run, portals[place], done)
        here = (x + share * along_x, y + share * along_y, z + share * along_z)
        near = clamp_to_box(here, portals[place])
        miss = distance(here, near)
        if share < done:
            # A portal that comes before the one before it is missed, too.
            miss = max(miss, (done - share) * length)
        else:
            done = share
        if miss > worst:
            worst, found = miss, (place, near)
    return found
