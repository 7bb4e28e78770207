# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long work in steps: its answer, its progress, its end when nobody wants it."""

import numpy as np
import pytest

from volant.navcore import Cancelled
from volant.navcore.progress import Steps, part, run


def _count(to: int, closed: list[str]) -> Steps[int]:
    try:
        for number in range(to):
            yield number / to, "Counting"
    finally:
        closed.append("ended")
    return to


def test_the_answer_comes_through_parts_of_parts():
    told: list[tuple[float, str]] = []
    steps = part(part(_count(4, []), 0.5, 1.0), 0.0, 0.5)
    assert run(steps, lambda *where: told.append(where)) == 4
    assert told == [(0.25 + 0.0625 * number, "Counting") for number in range(4)]


@pytest.mark.parametrize("no", [False, np.False_])
def test_no_closes_the_work_and_says_so(no):
    closed: list[str] = []
    with pytest.raises(Cancelled, match="counting"):
        run(part(_count(4, closed), 0.0, 1.0), lambda _fraction, _stage: no)
    assert closed == ["ended"]


@pytest.mark.parametrize("yes", [None, True, np.True_, 0, "", []])
def test_only_false_is_no(yes):
    assert run(_count(3, []), lambda _fraction, _stage: yes) == 3
