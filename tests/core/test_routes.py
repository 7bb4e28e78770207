# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Routes that really differ: checked by points along them, in random volumes and where one can count them."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from volumes import awkward_point, seeds, volumes

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from path_check import assert_distinct_routes, assert_valid_path, share_near

from volant import navcore
from volant.navcore.query.analysis import routes as looking
from volant.navcore.query.analysis.diversity import shared


def baked(blocked) -> navcore.NavVolume:
    return navcore.bake_voxels(np.argwhere(blocked), blocked.shape, navcore.BakeConfig(voxel_size=1.0))


def assert_routes(nav, start, goal, routes) -> None:
    """They are valid, differ, get longer, and the first is as short as the path that is found."""
    path = navcore.find_path(nav, start, goal)
    if not path.found:
        assert routes == []
        return
    assert routes[0].length <= path.length
    for route in routes:
        assert (route.points[[0, -1]] == (start, goal)).all()
        assert_valid_path(nav, route)
    assert_distinct_routes(nav, routes)


@given(volumes(), seeds, st.integers(1, 5))
@settings(max_examples=settings().max_examples // 2)
def test_routes_are_valid_distinct_and_the_same_again(nav, seed, k):
    rng = np.random.default_rng(seed)
    start, goal = awkward_point(rng, nav), awkward_point(rng, nav)
    routes = navcore.k_routes(nav, start, goal, k)
    assert len(routes) <= k
    assert_routes(nav, start, goal, routes)
    again = navcore.k_routes(nav, start, goal, k)
    assert [route.points.tolist() for route in again] == [route.points.tolist() for route in routes]


def test_a_ball_has_more_than_one_side():
    middle = np.array([20, 20, 20])
    blocked = np.linalg.norm(np.indices((40, 40, 40)).T + 0.5 - middle, axis=-1).T < 12
    nav = baked(blocked)
    start, goal = np.array([2.5, 19.0, 21.0]), np.array([37.5, 20.5, 20.0])
    routes = navcore.k_routes(nav, start, goal, 2)
    assert len(routes) == 2
    assert_routes(nav, start, goal, routes)


@pytest.mark.parametrize(("k", "searches"), [(1, 3), (2, 32), (3, 32), (5, 40)])
def test_as_many_searches_as_docs_say(k, searches, monkeypatch):
    """A corridor has one route: for more, all searches that `docs/paths.md` allows are in vain."""
    nav = baked(np.zeros((6, 2, 2), bool))
    counted = [1]  # `find_path` is the first.

    def cheapest(*arguments):
        counted[0] += 1
        return real(*arguments)

    real = looking.cheapest
    monkeypatch.setattr(looking, "cheapest", cheapest)
    assert len(navcore.k_routes(nav, (0.5, 1.0, 1.0), (5.5, 1.0, 1.0), k)) == 1
    assert counted == [searches]


@pytest.mark.parametrize("doors", [1, 2, 3, 4])
def test_every_door_is_a_route(doors):
    """Halls with doors between them: as many routes as doors, in the order of the doors' detours."""
    blocked = np.zeros((30, 48, 6), bool)
    blocked[14:16] = True
    for door in range(doors):
        blocked[14:16, 4 + 12 * door : 7 + 12 * door] = False
    nav = baked(blocked)
    start, goal = np.array([2.5, 3.0, 3.0]), np.array([27.5, 3.5, 3.0])
    routes = navcore.k_routes(nav, start, goal, 6)
    # Taut paths through the same door may differ only beside it.
    assert len(routes) == doors
    assert_routes(nav, start, goal, routes)
    crossings = [where_passed(route.points, 15.0) for route in routes]
    for door, crossing in enumerate(crossings):
        assert 4 + 12 * door <= crossing[1] <= 7 + 12 * door


def where_passed(points, x):
    """Where a path first passes a plane."""
    for a, b in itertools.pairwise(points):
        if min(a[0], b[0]) <= x <= max(a[0], b[0]) and a[0] != b[0]:
            return a + (x - a[0]) / (b[0] - a[0]) * (b - a)
    raise AssertionError("never passed")


def test_one_tunnel_is_one_route():
    blocked = np.ones((30, 9, 9), bool)
    blocked[1:29, 4:6, 4:6] = False
    nav = baked(blocked)
    assert len(navcore.k_routes(nav, (1.5, 5, 5), (28.5, 5, 5), 4)) == 1


def test_in_the_open_there_is_one_way():
    nav = baked(np.zeros((9, 9, 9), bool))
    routes = navcore.k_routes(nav, (1, 1, 1), (8, 8, 8), 3)
    assert [len(route.points) for route in routes] == [2]


def test_start_and_goal_in_one_place():
    nav = baked(np.zeros((4, 4, 4), bool))
    assert [route.length for route in navcore.k_routes(nav, (1, 1, 1), (1, 1, 1), 3)] == [0.0]


def test_questions_without_an_answer():
    blocked = np.zeros((9, 4, 4), bool)
    blocked[4] = True
    nav = baked(blocked)
    assert navcore.k_routes(nav, (1, 1, 1), (8, 1, 1), 3) == []
    for k in (0, -1):
        with pytest.raises(navcore.PathError, match="k must be"):
            navcore.k_routes(nav, (1, 1, 1), (2, 1, 1), k)


def test_cancelling_at_any_report():
    blocked = np.zeros((20, 20, 20), bool)
    blocked[8:12, 2:18, 2:18] = True
    nav = baked(blocked)
    # What is made once for a volume is made by now.
    navcore.k_routes(nav, (1, 9, 9), (19, 9, 9), 3)
    reports = []
    navcore.k_routes(nav, (1, 9, 9), (19, 9, 9), 3, progress=lambda *told: reports.append(told))
    assert len(reports) > 3
    assert all(0 <= fraction <= 1 for fraction, _stage in reports)
    for last in range(len(reports)):
        told = itertools.count()
        with pytest.raises(navcore.Cancelled):
            navcore.k_routes(
                nav, (1, 9, 9), (19, 9, 9), 3, progress=lambda _f, _s, told=told, last=last: next(told) < last
            )


@given(seeds)
def test_what_two_paths_share_is_what_their_points_say(seed):
    rng = np.random.default_rng(seed)
    scale = float(rng.choice([0.5, 4.0, 20.0]))
    path, other = (rng.normal(0, scale, (rng.integers(2, 7), 3)) for _path in range(2))
    kind = rng.integers(4)
    if kind == 0:
        path, other = np.round(path), np.round(other)
    elif kind == 1:
        other = path + rng.normal(0, 1, 3)
    elif kind == 2:
        other[1:] = other[0]
    if np.linalg.norm(np.diff(path, axis=0), axis=1).sum() == 0:
        return
    assert shared(path, other, 2.0) == pytest.approx(share_near(path, other, 2.0, 4000), abs=0.02)
