# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same question has the same answer: again, in several threads and in another process."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
from path_answers import answer
from volumes import free_points, random_volume

from volant import navcore
from volant.navcore.config import ALGORITHMS, REFINEMENTS


def test_threads_share_a_fresh_volume():
    def fresh() -> navcore.NavVolume:
        return random_volume(np.random.default_rng(9), (16, 16, 16), 0.3, True, False)

    nav = fresh()
    ends = free_points(nav, 24, 3, island=None).reshape(-1, 2, 3)
    configs = [navcore.PathConfig(algorithm=algorithm) for algorithm in ALGORITHMS]
    questions = list(itertools.product(ends, configs))
    alone = [answer(navcore.find_path(nav, *pair, config)) for pair, config in questions]
    shared, answers = fresh(), [[] for _thread in range(8)]
    begin = threading.Barrier(8)

    def ask(thread: int) -> None:
        begin.wait()
        # Each in an order of its own, so that they prepare different parts at the same time.
        for question in np.random.default_rng(thread).permutation(len(questions)).tolist():
            pair, config = questions[question]
            answers[thread].append((question, answer(navcore.find_path(shared, *pair, config))))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=ask, args=(thread,)) for thread in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    for given_answers in answers:
        assert [told for _question, told in sorted(given_answers, key=lambda pair: pair[0])] == alone


def many_answers() -> list[object]:
    """What a few queries of every kind answer."""
    nav = random_volume(np.random.default_rng(21), (12, 12, 12), 0.3, False, False)
    ends = free_points(nav, 8, 5).reshape(-1, 2, 3)
    answers = [
        answer(navcore.find_path(nav, *pair, navcore.PathConfig(algorithm=algorithm, refine=refine)))
        for pair in ends
        for algorithm, refine in itertools.product(ALGORITHMS, REFINEMENTS)
    ]
    return [*answers, *map(answer, navcore.find_paths(nav, ends[0, 0], ends[:, 1]))]


def test_queries_answer_the_same_again_and_in_another_process():
    answers = json.loads(json.dumps(many_answers()))
    assert json.loads(json.dumps(many_answers())) == answers
    here = Path(__file__).resolve()
    script = "import json, sys; sys.path[:0] = sys.argv[2:]; print(json.dumps(__import__(sys.argv[1]).many_answers()))"
    for seed in ("0", "12345"):
        told = subprocess.run(
            [sys.executable, "-c", script, here.stem, str(here.parent), str(here.parents[1])],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(told.stdout) == answers
