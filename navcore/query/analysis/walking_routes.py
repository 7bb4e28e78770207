# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several walks between two points that really differ.

Through each bend there is a shortest walk. Two floods, from start and goal, know all of these at once
[Abraham et al. 2013]. Those that bend around something there, so that they cannot be made shorter, are looked at, the
shortest first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Float64s
from ...config import PathConfig
from ...progress import Steps, part
from ...surface import CORNER_UNIT, NavSurface
from ..path import Path
from ..route import SEARCHING, Counts
from ..status import PathStatus
from ..stopwatch import Stopwatch
from ..walking.ends import find_ends
from ..walking.floor_route import plan_length, route_over
from ..walking.mesh import Bend
from ..walking.place import place_of
from ..walking.polyanya import PolyanyaSearch
from .diversity import check_count, shared

if TYPE_CHECKING:
    from ..walking.questions import FloorQuestions

#: Two routes differ when no more than this share of either's length lies near the other: an agent's width, or so many
#: voxels if that is more.
MOST_SHARED = 0.6
NEAR_VOXELS = 2.0
#: Nobody goes a way that is so many times as long as the shortest.
_LONGEST = 4.0
#: So many walks are compared for each route that is asked for; for fewer than `_LEAST_ROUTES` as many as for these.
_WALKS_PER_ROUTE = 32
_LEAST_ROUTES = 4
#: A step looks at so many bends: a millisecond or two.
_BENDS_PER_STEP = 64


def near(surface: NavSurface) -> float:
    """How near routes are that are the same, scene units."""
    return max(2.0 * surface.agent_radius, NEAR_VOXELS * surface.voxel_size)


def walking_routes_steps(
    questions: FloorQuestions, start: Float64s, goal: Float64s, k: int, config: PathConfig
) -> Steps[list[Path]]:
    """At most k routes that differ, from one point to another, (1, 3) world each, by length as seen from above."""
    check_count(k)
    watch = Stopwatch()
    (first,) = yield from part(questions.answers(start, goal, config, watch), 0.0, 0.1)
    if not first.found:
        return []
    surface, outlook = questions.surface, (yield from questions.outlook_steps())
    ends = find_ends(surface, outlook.mesh, np.concatenate((start, goal)))
    searches = [PolyanyaSearch(outlook, ends[0].place, [ends[1].place])]
    searches.append(PolyanyaSearch(outlook, ends[1].place, [ends[0].place]))
    most = _LONGEST * first.plan_length * CORNER_UNIT / surface.voxel_size
    there = yield from part(searches[0].flood(most), 0.1, 0.4)
    back = yield from part(searches[1].flood(most), 0.4, 0.7)
    routes: list[Path] = [first]
    seen: set[tuple[Bend, ...]] = set()
    for done, bend in enumerate(_middles(searches, there, back, most)):
        if not done % _BENDS_PER_STEP:
            yield 0.7, SEARCHING
        walk = _walk_through(searches, bend)
        if walk in seen:
            continue
        if len(routes) == k or len(seen) == _WALKS_PER_ROUTE * max(k, _LEAST_ROUTES):
            break
        yield 0.7 + 0.3 * len(routes) / k, SEARCHING
        seen.add(walk)
        watch.restart()
        places = [ends[0].place, *(place_of(outlook.mesh, bend) for bend in walk), ends[1].place]
        route = route_over(outlook.mesh, places, plan_length(places))
        path = questions.path(PathStatus.FOUND, ends[0], ends[1], route, config, Counts(), watch.seconds())
        # One that comes by twice could be cut short.
        if len(set(path.cells)) == len(path.cells) and all(differ(surface, path, other) for other in routes):
            routes.append(path)
    return routes


def differ(surface: NavSurface, path: Path, other: Path) -> bool:
    """Whether two routes really differ."""
    points = path.points, other.points
    return max(shared(*points, near(surface)), shared(*points[::-1], near(surface))) <= MOST_SHARED


def _middles(
    searches: list[PolyanyaSearch], there: dict[Bend, float], back: dict[Bend, float], most: float
) -> list[Bend]:
    """The bends at which a shortest walk from the start and one from the goal meet and are one, by its length.

    there, back : how far bends are from the start, and from the goal; together below `most`.
    """
    forwards, backwards = searches
    found = []
    for bend, length in there.items():
        # Who comes from the other side turns the other way.
        whole = length + back.get(bend ^ 1, most)
        if whole < most:
            came_x, came_y = forwards.direction(bend)
            back_x, back_y = backwards.direction(bend ^ 1)
            turn = came_y * back_x - came_x * back_y
            if turn <= 0.0 if bend & 1 else turn >= 0.0:
                found.append((whole, bend))
    return [bend for _whole, bend in sorted(found)]


def _walk_through(searches: list[PolyanyaSearch], bend: Bend) -> tuple[Bend, ...]:
    """The bends of the shortest walk through one of them."""
    before, after = searches[0].bends_to(bend), searches[1].bends_to(bend ^ 1)
    return (*before, *(other ^ 1 for other in after[-2::-1]))
