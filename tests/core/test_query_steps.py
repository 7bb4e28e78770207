# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Queries in steps: paused, taken by turns and given up without a trace."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from volumes import awkward_point, random_volume, seeds, volumes

from volant import navcore
from volant.navcore.config import ALGORITHMS
from volant.navcore.progress import run


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
