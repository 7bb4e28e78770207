# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Queries in steps: paused, taken by turns and given up without a trace; and what odd questions are answered."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from volumes import awkward_point, random_volume, volumes

from volant import navcore
from volant.navcore.config import ALGORITHMS, REFINEMENTS
from volant.navcore.progress import run

seeds = st.integers(0, 2**32 - 1)


def _same(one: navcore.Path, other: navcore.Path) -> bool:
    return one.reason == other.reason and one.cells == other.cells and np.array_equal(one.points, other.points)


@given(volumes(), seeds, st.sampled_from(ALGORITHMS), st.sampled_from(["cells", "portals", "corners"]))
def test_questions_taken_by_turns_have_the_answers_of_single_ones(nav, seed, algorithm, graph):
    rng = np.random.default_rng(seed)
    config = navcore.PathConfig(algorithm=algorithm, graph=graph)
    questions = [(awkward_point(rng, nav), awkward_point(rng, nav)) for _question in range(3)]
    under_way = dict(enumerate(navcore.find_path_steps(nav, *question, config) for question in questions))
    answers: dict[int, navcore.Path] = {}
    while under_way:
        for number, steps in list(under_way.items()):
            try:
                next(steps)
            except StopIteration as end:
                answers[number] = end.value
                del under_way[number]
    for number, question in enumerate(questions):
        assert _same(answers[number], navcore.find_path(nav, *question, config))


@given(volumes(), seeds, st.integers(0, 20))
def test_a_question_given_up_leaves_no_trace(nav, seed, taken):
    rng = np.random.default_rng(seed)
    start, goal = awkward_point(rng, nav), awkward_point(rng, nav)
    steps = navcore.find_path_steps(nav, start, goal)
    for _step, _where in zip(range(taken), steps, strict=False):
        pass
    steps.close()
    twin = navcore.loads(navcore.dumps(nav))
    assert _same(navcore.find_path(nav, start, goal), navcore.find_path(twin, start, goal))


def test_little_happens_between_two_steps():
    """A step is a few milliseconds at most, which is counted in cells because milliseconds depend on the machine."""
    nav = random_volume(np.random.default_rng(3), (60, 60, 24), 0.35, merge=True, rough=True)
    start, goal = nav.boxes()[0].mean(axis=0), nav.boxes()[-1].mean(axis=0)
    config = navcore.PathConfig(algorithm="dijkstra")
    steps = navcore.find_path_steps(nav, start, goal, config)
    told = [where for where in steps if where[1] == "Searching"]
    path = run(navcore.find_path_steps(nav, start, goal, config))
    assert path.stats["expanded"] > 500
    # 512 links are a step, and a cell counts as 16 of them.
    assert len(told) >= path.stats["expanded"] // 32


@given(volumes(), seeds, st.sampled_from(ALGORITHMS), st.sampled_from(REFINEMENTS))
def test_refining_never_lengthens(nav, seed, algorithm, refinement):
    rng = np.random.default_rng(seed)
    config = navcore.PathConfig(algorithm=algorithm, refine=refinement)
    path = navcore.find_path(nav, awkward_point(rng, nav), awkward_point(rng, nav), config)
    if path.found:
        assert path.length <= path.raw_length * (1.0 + 1e-9)


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


ODD = [10**400, [10**400, 0, 0], [[1, 2], [3]], "abc", ["1", "2", "3"], None, [None] * 3, 1j, [1j, 0, 0], {1, 2, 3}, {}]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: f"{odd!r:.20}")
def test_odd_points_are_refused_by_name(odd):
    nav = random_volume(np.random.default_rng(1), (3, 3, 3), 0.0, merge=True, rough=False)
    good = (1, 1, 1)
    with pytest.raises(navcore.PathError, match="start"):
        navcore.find_path(nav, odd, good)
    with pytest.raises(navcore.PathError, match="goal"):
        navcore.find_path(nav, good, odd)
    with pytest.raises(navcore.PathError, match="start"):
        navcore.k_routes(nav, odd, good, 2)
    with pytest.raises(navcore.PathError, match="targets"):
        navcore.find_paths(nav, good, [odd])
    with pytest.raises(navcore.NavError):
        navcore.find_leak(nav, odd)


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
