# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions without a path: every refusal has its reason, limits hold, and what is no question is named."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from path_answers import answer
from path_check import assert_valid_path
from volumes import elsewhere, free_points, random_volume, seeds

from volant import navcore
from volant.navcore.config import ALGORITHMS


@given(seeds, st.floats(0.0, 6.0))
def test_points_outside_free_space_move_to_the_nearest_or_tell_how_far_it_is(seed, max_snap):
    rng = np.random.default_rng(seed)
    nav = random_volume(rng, (6, 6, 6), 0.3, True, False)
    ends = rng.uniform(-2, 8, (2, 3))
    boxes = nav.cells.astype(np.float64)
    distances = [np.linalg.norm(np.clip(end, boxes[:, 0], boxes[:, 1]) - end, axis=1).min() for end in ends]
    assume(all(abs(distance - max_snap) > 1e-9 for distance in distances))
    path = navcore.find_path(nav, *ends, navcore.PathConfig(max_snap=max_snap))
    too_far = [(name, far) for name, far in zip(("start", "goal"), distances, strict=True) if far > max_snap]
    if too_far:
        name, far = too_far[0]
        assert not path.found
        assert path.reason.startswith(f"the {name} is {far:.3g} from free space")
        assert f"({max_snap:.3g})" in path.reason
    elif path.found:
        assert path.snapped == tuple(far > 0 for far in distances)
        assert_valid_path(nav, path)
        for end, given_end, far in zip(path.points[[0, -1]], ends, distances, strict=True):
            assert np.linalg.norm(end - given_end) == pytest.approx(far, abs=1e-12)
    else:
        assert "island" in path.reason


def test_the_reach_of_snapping_is_two_voxels_unless_told(maze):
    (inside,) = free_points(maze, 1, 0)
    for scale in (1.0, 0.1):
        nav = elsewhere(maze, (0, 0, 0), scale)
        near, far = (np.array((inside[0], inside[1], -below)) * scale for below in (1.9, 2.1))
        roof = nav.nearest([near])[2][0]
        assert roof >= 1.9 * scale
        found = [navcore.find_path(nav, inside * scale, end).reason for end in (near, far)]
        assert ("max_snap" not in found[0]) == (roof <= 2 * scale)
        assert f"max_snap ({2 * scale:.3g})" in found[1]


def test_islands_are_told_without_a_search():
    nav = navcore.bake_voxels([(2, y, z) for y in range(5) for z in range(5)], (5, 5, 5))
    path = navcore.find_path(nav, (1, 1, 1), (4, 4, 4))
    assert not path.found
    assert path.stats["expanded"] == path.stats["relaxed"] == path.stats["sight_checks"] == 0
    assert "nothing connects them" in path.reason
    assert path.points.shape == (0, 3)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_search_gives_up_where_it_is_told_to(maze, algorithm):
    start, goal = free_points(maze, 2, 1)

    def find(**limits):
        return navcore.find_path(maze, start, goal, navcore.PathConfig(algorithm=algorithm, **limits))

    needed = int(find().stats["expanded"])
    assert needed > 2
    path = find(max_expanded=needed - 1)
    assert not path.found
    assert path.stats["expanded"] == needed - 1
    assert f"max_expanded ({needed - 1})" in path.reason
    assert find(max_expanded=needed).found


def test_progress_is_told_and_may_cancel(maze):
    start, goal = free_points(maze, 2, 1)
    config = navcore.PathConfig(algorithm="dijkstra")
    told = []
    path = navcore.find_path(maze, start, goal, config, progress=lambda *report: told.append(report))
    assert path.found
    assert len(told) >= path.stats["expanded"] // 256 > 1
    fractions = [fraction for fraction, _stage in told]
    assert fractions == sorted(fractions)
    assert 0 <= fractions[0] <= fractions[-1] <= 1
    for answers in ([False], [True, None, False]):
        calls = iter(answers)
        with pytest.raises(navcore.Cancelled):
            navcore.find_path(maze, start, goal, config, progress=lambda *_report, calls=calls: next(calls))
    assert answer(navcore.find_path(maze, start, goal, config)) == answer(path)


def test_even_a_short_search_may_be_cancelled():
    nav = navcore.bake_voxels([], (4, 4, 4))
    with pytest.raises(navcore.Cancelled):
        navcore.find_path(nav, (1, 1, 1), (3, 3, 3), progress=lambda *_report: False)
    with pytest.raises(navcore.Cancelled):
        navcore.find_paths(nav, (1, 1, 1), [(3, 3, 3)], progress=lambda *_report: False)


@pytest.mark.parametrize("far", [1e100, 1e154, 1e200, 1.7e308])
def test_points_of_any_size_have_an_answer(far):
    nav = random_volume(np.random.default_rng(1), (6, 6, 6), 0.2, merge=True, rough=False)
    here = nav.boxes()[0].mean(axis=0)
    places = [(far, 0, 0), (-far, far, -far), (0, 0, far)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        *lost, found = navcore.find_paths(nav, here, [*places, here])
        cells, points, distances = nav.nearest(places)
        assert nav.locate(places).tolist() == [-1, -1, -1]
    assert found.found
    assert not any(path.found for path in lost)
    assert all("max_snap" in path.reason for path in lost)
    assert np.isfinite(distances).all()
    assert (distances >= far).all()
    assert ((cells >= 0) & (cells < len(nav.cells))).all()
    assert np.isfinite(points).all()


ODD_POINTS = [
    *((1, 2), (1, 2, 3, 4), [[1, 2, 3]], [[1, 2], [3]], 10**400, [10**400, 0, 0], 1j, [1j, 0, 0]),
    *((1, 2, float("nan")), (1, float("inf"), 2), "abc", ["1", "2", "3"], None, [None] * 3, {1, 2, 3}, {}),
]


@pytest.mark.parametrize("odd", ODD_POINTS, ids=lambda odd: f"{odd!r:.20}")
def test_odd_points_are_refused_by_name(maze, odd):
    good = (1.5, 1.5, 1.5)
    for name, ask in (
        ("start", lambda: navcore.find_path(maze, odd, good)),
        ("goal", lambda: navcore.find_path(maze, good, odd)),
        ("source", lambda: navcore.find_paths(maze, odd, [good])),
        ("targets", lambda: navcore.find_paths(maze, good, [odd])),
        ("start", lambda: navcore.k_routes(maze, odd, good, 2)),
        ("goal", lambda: navcore.why_not(maze, good, odd)),
    ):
        with pytest.raises(navcore.PathError, match=f"{name} must be"):
            ask()
    with pytest.raises(navcore.NavError):
        navcore.find_leak(maze, odd)


def test_numbers_of_any_kind_are_numbers():
    nav = random_volume(np.random.default_rng(1), (3, 3, 3), 0.0, merge=True, rough=False)
    assert navcore.find_path(nav, (Fraction(1, 2), np.float32(1), True), np.array([2, 2, 2], np.uint8)).found


@pytest.mark.parametrize("k", [0, -1, 2.5, True, "3", None, float("nan"), [2]])
def test_odd_numbers_of_routes_are_refused(k):
    nav = random_volume(np.random.default_rng(1), (3, 3, 3), 0.0, merge=True, rough=False)
    with pytest.raises(navcore.PathError, match="k must"):
        navcore.k_routes(nav, (1, 1, 1), (2, 2, 2), k)


def test_any_whole_number_of_routes_is_answered():
    nav = random_volume(np.random.default_rng(1), (2, 2, 2), 0.0, merge=True, rough=False)
    assert len(navcore.k_routes(nav, (1, 1, 1), (2, 2, 2), np.int64(2))) == 1


@pytest.mark.parametrize(
    ("settings_", "words"),
    [
        ({"algorithm": "fastest"}, "unknown algorithm 'fastest'; choose one of astar"),
        ({"graph": "mesh"}, "unknown graph 'mesh'; choose one of cells"),
        ({"refine": "spline"}, "unknown refine 'spline'; choose one of taut"),
        ({"h": "more"}, "weight h must be 0 or more, not 'more'"),
        ({"max_snap": "near"}, "max_snap must be 0 or more, not 'near'"),
        ({"max_expanded": 2.5}, "max_expanded must be a whole number"),
        ({"landmarks": 1.5}, "landmarks must be a whole number from 0 to 64"),
        ({"g": -1.0}, "weight g must be 0 or more"),
        ({"h": -0.5}, "weight h must be 0 or more"),
        ({"h": float("nan")}, "weight h must be 0 or more"),
        ({"g": float("inf")}, "weight g must be 0 or more"),
        ({"g": 0.0, "h": 0.0}, "both 0"),
        ({"max_snap": -1.0}, "max_snap must be 0 or more"),
        ({"max_snap": float("nan")}, "max_snap must be 0 or more"),
        ({"max_expanded": 0}, "max_expanded must be a whole number, 1 or more"),
    ],
)
def test_bad_settings_are_named(settings_, words):
    with pytest.raises(navcore.PathError, match=words):
        navcore.PathConfig(**settings_)


def test_a_volume_without_cells_is_named():
    none = np.empty((0, 2, 3), np.int32)
    nav = navcore.NavVolume(
        np.zeros(3), 1.0, np.full(3, 4, np.int32), none, np.empty((0, 2), np.int32), np.empty(0, np.int32), none, 0, 0.0
    )
    for ask in (
        lambda: navcore.find_path(nav, (1, 1, 1), (2, 2, 2)),
        lambda: navcore.find_paths(nav, (1, 1, 1), [(2, 2, 2)]),
    ):
        with pytest.raises(navcore.PathError, match="no cells"):
            ask()
