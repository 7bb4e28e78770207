# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Journeys: the shortest of all sequences of links, beside a twin that tries every one of them."""

from __future__ import annotations

import itertools
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from volant import navcore
from volant.navcore.config import PathConfig
from volant.navcore.links import LinkKind, Links
from volant.navcore.query.path import LegKind, Path
from volant.navcore.query.status import PathStatus
from volant.navcore.query.travelling.journeys import Journeys
from volant.navcore.query.travelling.spaces import FLY, WALK

CONFIGS = {WALK: PathConfig(), FLY: PathConfig()}


class Rooms:
    """Rooms ten wide side by side, along x; within one, ways are longer than a straight line by a share of its own."""

    def __init__(self, number: int, count: int = 3, shares=(1.0, 1.3, 2.0)) -> None:
        self.number, self.count, self.shares = number, count, shares
        self.asked = 0

    def islands(self, points):
        return np.clip(points[:, 0] // 10, 0, self.count - 1).astype(np.int64)

    def find(self, start, goal, _config):
        yield 0.0, "Searching"
        self.asked += 1
        rooms = self.islands(np.array([start, goal])).tolist()
        outside = [not 0 <= point[0] < 10 * self.count for point in (start, goal)]
        if outside[0]:
            return Path(PathStatus.START_OUTSIDE, "the start is off")
        if outside[1] or rooms[0] != rooms[1]:
            return Path(PathStatus.DIFFERENT_ISLANDS)
        length = float(np.linalg.norm(goal - start)) * self.shares[rooms[0] % len(self.shares)]
        return Path(PathStatus.FOUND, points=np.array([start, goal]), length=length, islands=tuple(rooms))


def brute_force(rooms: dict, links: Links, start, goal) -> float:
    """The cost of the cheapest of all sequences of links, each taken once at most in each direction."""
    ways = []
    for number in range(len(links)):
        kind = LinkKind(links.kinds[number])
        cost = float(np.linalg.norm(links.ends[number] - links.starts[number]) * links.costs[number])
        between = {LinkKind.TAKE_OFF: (WALK, FLY), LinkKind.LANDING: (FLY, WALK)}.get(kind, (WALK, WALK))
        ways.append((links.starts[number], links.ends[number], between, cost))
        if links.both_ways[number]:
            ways.append((links.ends[number], links.starts[number], between[::-1], cost))

    def leg(space, one, other) -> float:
        return navcore.run(rooms[space].find(one, other, None)).length

    best = inf
    for first in (WALK, FLY):
        if not navcore.run(rooms[first].find(start, start, None)).found:
            continue
        best = min(best, leg(first, start, goal))
        for count in range(1, len(ways) + 1):
            for chosen in itertools.permutations(ways, count):
                point, space, total = start, first, 0.0
                for begin, end, (from_space, to_space), cost in chosen:
                    if space != from_space:
                        total = inf
                        break
                    total += leg(space, point, begin) + cost
                    point, space = end, to_space
                best = min(best, total + leg(space, point, goal) if total < inf else inf)
    return best


def cost_of(path: Path, links: Links, rooms: dict) -> float:
    total = 0.0
    for leg in path.legs:
        if leg.link >= 0:
            total += leg.length * links.costs[leg.link]
        else:
            space = WALK if leg.kind is LegKind.WALK else FLY
            total += navcore.run(rooms[space].find(leg.points[0], leg.points[-1], None)).length
    return total


points = st.tuples(st.floats(0, 29.9), st.floats(0, 9), st.floats(0, 4)).map(np.array)


@given(
    st.lists(st.tuples(points, points, st.sampled_from(LinkKind), st.booleans(), st.floats(0.2, 3)), max_size=3),
    points,
    points,
)
def test_the_shortest_of_all_sequences_of_links_is_found(drawn, start, goal):
    starts, ends, kinds, both, costs = zip(*drawn, strict=True) if drawn else ((), (), (), (), ())
    links = Links(np.array(starts).reshape(-1, 3), np.array(ends).reshape(-1, 3), np.array(kinds, int), both, costs)
    rooms = {WALK: Rooms(WALK), FLY: Rooms(FLY, shares=(1.1, 1.0, 1.6))}
    journeys = Journeys(rooms, links)
    path = navcore.run(journeys.find(start, goal, CONFIGS))
    best = brute_force(rooms, links, start, goal)
    assert path.found == (best < inf)
    if path.found:
        assert cost_of(path, links, rooms) == pytest.approx(best, rel=1e-9, abs=1e-9)
        assert (path.points[0] == start).all()
        assert (path.points[-1] == goal).all()
        for one, other in itertools.pairwise(path.legs):
            assert (one.points[-1] == other.points[0]).all()
    again = navcore.run(journeys.find(start, goal, CONFIGS))
    assert np.array_equal(again.points, path.points)
    assert again.length == path.length


def test_legs_say_what_they_are():
    links = Links(
        [(1, 0, 0), (12, 0, 0), (15, 0, 0)],
        [(1, 0, 5), (12, 0, 5), (25, 0, 0)],
        [LinkKind.TAKE_OFF, LinkKind.TAKE_OFF, LinkKind.JUMP],
        [False, True, False],
    )
    # In the air there is one room; on the ground there are three.
    rooms = {WALK: Rooms(WALK, shares=(1.0,)), FLY: Rooms(FLY, 1, shares=(1.0,))}
    rooms[FLY].islands = lambda given: np.zeros(len(given), np.int64)
    rooms[FLY].find = lambda one, other, _config: iter_path(one, other)
    path = navcore.run(Journeys(rooms, links).find(np.array([0.0, 0, 0]), np.array([26.0, 0, 0]), CONFIGS))
    assert [leg.kind for leg in path.legs] == ["walk", "take off", "fly", "landing", "walk", "jump", "walk"]
    assert [leg.link for leg in path.legs] == [-1, 0, -1, 1, -1, 2, -1]
    assert path.length == pytest.approx(1 + 5 + 11 + 5 + 3 + 10 + 1)
    assert path.stats["searched_legs"] > 0


def iter_path(one, other):
    """A flight: the air begins at a height of 3."""
    yield 0.0, "Searching"
    if one[2] < 3:
        return Path(PathStatus.START_OUTSIDE, "the start is too low")
    if other[2] < 3:
        return Path(PathStatus.GOAL_OUTSIDE, "the goal is too low")
    length = float(np.linalg.norm(other - one))
    return Path(PathStatus.FOUND, points=np.array([one, other]), length=length, islands=(0, 0))


def test_what_has_no_answer_says_why():
    rooms = {WALK: Rooms(WALK), FLY: Rooms(FLY)}
    journeys = Journeys(rooms, Links([(1, 0, 0)], [(15, 0, 0)], LinkKind.DROP))
    inside, beyond, outside = (np.array([x, 0.0, 0.0]) for x in (5.0, 25.0, 99.0))
    for start, goal, status, words in (
        (outside, inside, PathStatus.START_OUTSIDE, "the start is off"),
        (inside, outside, PathStatus.GOAL_OUTSIDE, "the goal is off"),
        (inside, beyond, PathStatus.DIFFERENT_ISLANDS, "no links lead from"),
        (np.array([15.0, 0, 0]), inside, PathStatus.DIFFERENT_ISLANDS, "no links lead from"),
    ):
        path = navcore.run(journeys.find(start, goal, CONFIGS))
        assert path.status is status
        assert words in path.reason
        assert (path.length, len(path.points), path.legs) == (inf, 0, ())


def test_legs_are_searched_only_when_they_may_belong_to_the_journey():
    """Hundreds of take-offs, all of them out of the way."""
    rng = np.random.default_rng(3)
    places = np.column_stack((rng.uniform(0, 29, 400), rng.uniform(20, 90, 400), np.zeros(400)))
    links = Links(places, places + np.array([0.0, 0.0, 3.0]), LinkKind.TAKE_OFF, both_ways=True)
    rooms = {WALK: Rooms(WALK, shares=(1.0,)), FLY: Rooms(FLY, shares=(1.0,))}
    journeys = Journeys(rooms, links)
    path = navcore.run(journeys.find(np.array([1.0, 0, 0]), np.array([8.0, 1, 0]), CONFIGS))
    assert [leg.kind for leg in path.legs] == ["walk"]
    assert path.stats["searched_legs"] == 1
