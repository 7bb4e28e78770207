# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""One question that flies, lands and walks: a house with a roof, and a door that only a walker fits through."""

from __future__ import annotations

import itertools
from functools import cache
from math import inf

import numpy as np
import pytest
from scenes import box_mesh

from volant import navcore
from volant.navcore.query.path import LegKind

ROOF, HALL, YARD = (0.0, 0.0, 3.2), (0.0, 1.0, 0.0), (0.0, -9.0, 0.0)


def boxes(*corners) -> tuple[np.ndarray, np.ndarray]:
    parts = [box_mesh(*each) for each in corners]
    vertices = np.concatenate([np.array(part, float) for part, _faces in parts])
    return vertices, np.concatenate([np.array(faces) + 8 * number for number, (_part, faces) in enumerate(parts)])


@cache
def house() -> tuple[tuple[np.ndarray, np.ndarray], navcore.Navigation]:
    """A yard of 24 by 24; a house of 8 by 8, 3 high, with a flat roof and a door 1.4 wide. The flier is 1.8 wide."""
    walls = [
        ((-4, 3.7, 0), (4, 4, 3)),
        ((-4, -4, 0), (-3.7, 4, 3)),
        ((3.7, -4, 0), (4, 4, 3)),
        ((-4, -4, 0), (-0.7, -3.7, 3)),
        ((0.7, -4, 0), (4, -3.7, 3)),
        ((-0.7, -4, 2.3), (0.7, -3.7, 3)),
    ]
    scene = boxes(((-12, -12, -0.5), (12, 12, 0)), ((-4, -4, 3), (4, 4, 3.2)), *walls)
    bounds = ((-12, -12, -1), (12, 12, 8))
    nav = navcore.bake(*scene, navcore.BakeConfig(voxel_size=0.25, agent_radius=0.9, bounds=bounds))
    floors = navcore.bake_ground(*scene, navcore.GroundConfig(agent_radius=0.4, agent_height=1.8, step_height=0.3))
    level = navcore.Navigation(nav, floors)
    links = navcore.find_links(level, *scene, navcore.LinkConfig(take_off_spacing=6.0))
    return scene, navcore.Navigation(nav, floors, links)


def test_from_the_roof_through_the_door():
    _scene, level = house()
    path = navcore.find_path(level, ROOF, HALL)
    assert path.found, path.reason
    assert [leg.kind for leg in path.legs][-4:] == ["take off", "fly", "landing", "walk"]
    assert {leg.kind for leg in path.legs[:-4]} <= {"walk"}
    check_legs(level, path)
    # Neither alone gets there.
    assert not navcore.find_path(level.volume, np.add(ROOF, (0, 0, 1)), np.add(HALL, (0, 0, 1))).found
    assert not navcore.find_path(level.surface, ROOF, HALL).found
    # Through the door.
    walk = path.legs[-1].points
    crossing = [at for at in across(walk, -3.85) if -0.7 < at < 0.7]
    assert crossing


def across(points: np.ndarray, y: float) -> list[float]:
    """Where a polyline crosses a line along x."""
    return [
        float(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
        for a, b in itertools.pairwise(points)
        if (a[1] - y) * (b[1] - y) < 0
    ]


def check_legs(level: navcore.Navigation, path: navcore.Path) -> None:
    """Every leg is as good as one that is asked for alone, and where it belongs."""
    assert np.array_equal(
        path.points, np.concatenate([path.legs[0].points, *(leg.points[1:] for leg in path.legs[1:])])
    )
    assert path.length == pytest.approx(sum(leg.length for leg in path.legs), rel=1e-12)
    for leg in path.legs:
        if leg.link >= 0:
            ends = np.stack((level.links.starts[leg.link], level.links.ends[leg.link]))
            if leg.kind is LegKind.LANDING:
                ends = ends[::-1]
            assert np.allclose(leg.points, ends, atol=1e-9)
            continue
        part = level.volume if leg.kind is LegKind.FLY else level.surface
        assert (part.locate(leg.points) >= 0).all()
        alone = navcore.find_path(part, leg.points[0], leg.points[-1])
        assert alone.length == pytest.approx(leg.length, rel=1e-9)


def test_the_journey_is_the_shortest_over_all_links():
    """Beside a twin: every sequence of links, each leg asked for by itself."""
    _scene, level = house()
    links = level.links
    assert 4 <= len(links) <= 30
    ways = [(links.starts[n], links.ends[n], "walk", "fly") for n in range(len(links))]
    ways += [(end, start, "fly", "walk") for start, end, _walk, _fly in ways]
    parts = {"walk": level.surface, "fly": level.volume}

    @cache
    def leg(kind: str, begin: tuple, end: tuple) -> float:
        return navcore.find_path(parts[kind], begin, end).length

    def best(start, goal) -> float:
        """Over journeys that change between floor and air up to four times, by trying all of them backwards."""
        left = {kind: leg(kind, tuple(goal), tuple(goal)) for kind in parts}
        costs = {
            (kind, tuple(end)): leg(kind, tuple(end), tuple(goal)) if left[kind] < inf else inf
            for _begin, end, _from, kind in ways
        }
        for _change in range(3):
            longer = dict(costs)
            for begin, end, from_kind, kind in ways:
                rest = costs[kind, tuple(end)] + float(np.linalg.norm(np.subtract(end, begin)))
                for _begin, before, _from, other in ways:
                    if other == from_kind and rest < longer[other, tuple(before)]:
                        cost = leg(other, tuple(before), tuple(begin)) + rest
                        longer[other, tuple(before)] = min(longer[other, tuple(before)], cost)
            costs = longer
        direct = min(leg(kind, tuple(start), tuple(goal)) for kind in parts)
        through = min(
            leg(kind, tuple(start), tuple(begin))
            + float(np.linalg.norm(np.subtract(end, begin)))
            + costs[to_kind, tuple(end)]
            for begin, end, kind, to_kind in ways
        )
        return min(direct, through)

    for start, goal in ((ROOF, HALL), (HALL, ROOF), (YARD, ROOF), (YARD, HALL), ((-9, 9, 4), HALL), (ROOF, (9, 9, 5))):
        path = navcore.find_path(level, start, goal)
        assert path.length == pytest.approx(best(start, goal), rel=1e-9), (start, goal)
        check_legs(level, path)


def test_who_need_not_change_does_not():
    _scene, level = house()
    walk = navcore.find_path(level, YARD, HALL)
    assert [leg.kind for leg in walk.legs] == ["walk"]
    assert np.array_equal(walk.points, navcore.find_path(level.surface, YARD, HALL).points)
    high = (-9.0, 0.0, 6.0), (9.0, 0.0, 6.0)
    fly = navcore.find_path(level, *high)
    assert [leg.kind for leg in fly.legs] == ["fly"]
    assert np.array_equal(fly.points, navcore.find_path(level.volume, *high).points)


def test_a_file_answers_with_the_same_bits(tmp_path):
    _scene, level = house()
    navcore.save(level, tmp_path / "house.volant")
    again = navcore.load(tmp_path / "house.volant")
    one, other = (navcore.find_path(each, ROOF, HALL) for each in (level, again))
    assert one.points.tobytes() == other.points.tobytes()
    assert one.length == other.length
    assert [leg.kind for leg in one.legs] == [leg.kind for leg in other.legs]


def test_many_targets_steps_and_navigators_agree():
    _scene, level = house()
    alone = [navcore.find_path(level, ROOF, goal) for goal in (HALL, YARD)]
    for paths in (
        navcore.find_paths(level, ROOF, [HALL, YARD]),
        navcore.Navigator(level).find_paths(ROOF, [HALL, YARD]),
        [navcore.run(navcore.find_path_steps(level, ROOF, goal)) for goal in (HALL, YARD)],
    ):
        assert [path.length for path in paths] == [path.length for path in alone]
    assert navcore.find_paths(level, ROOF, []) == []
    calls: list[float] = []
    navcore.find_path(level, ROOF, HALL, progress=lambda fraction, _stage: calls.append(fraction))
    assert calls
    with pytest.raises(navcore.Cancelled):
        navcore.find_path(level, ROOF, HALL, progress=lambda *_: False)


def test_one_part_alone_is_asked_as_ever():
    _scene, level = house()
    for part, ends in ((level.volume, ((-9, 0, 6), (9, 0, 6))), (level.surface, (YARD, HALL))):
        one = navcore.find_path(navcore.Navigation.of(part), *ends)
        assert one.points.tobytes() == navcore.find_path(part, *ends).points.tobytes()
        assert one.legs == ()


def test_algorithms_are_for_the_part_that_has_them():
    _scene, level = house()
    for algorithm in ("astar", "funnel", "centroids"):
        path = navcore.find_path(level, ROOF, HALL, navcore.PathConfig(algorithm=algorithm))
        assert path.found
        assert path.legs[-1].kind is LegKind.WALK


def test_what_is_asked_wrongly_says_so():
    _scene, level = house()
    outside = navcore.find_path(level, (0, 0, 99), HALL)
    assert outside.status is navcore.PathStatus.START_OUTSIDE
    assert "start" in outside.reason
    beyond = navcore.find_path(level, HALL, (0, 0, 99))
    assert beyond.status is navcore.PathStatus.GOAL_OUTSIDE
    assert "goal" in beyond.reason
    apart = navcore.find_path(navcore.Navigation(level.volume, level.surface), ROOF, HALL)
    assert apart.status is navcore.PathStatus.DIFFERENT_ISLANDS
    assert "no links lead" in apart.reason
    for question in (
        lambda navigator: navigator.k_routes(ROOF, HALL, 2),
        lambda navigator: navigator.find_leak(ROOF),
        lambda navigator: navigator.why_not(ROOF, HALL),
    ):
        with pytest.raises(navcore.PathError, match="ask a Navigator of the Navigation's volume"):
            question(navcore.Navigator(level))
