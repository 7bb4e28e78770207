# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long work in steps: its answer, its progress, its end when nobody wants it."""

import inspect
import os

import numpy as np
import pytest
from scenes import box_mesh

from volant import navcore
from volant.navcore import Cancelled, NavVolume
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


def _volume() -> NavVolume:
    return navcore.bake(*box_mesh((0, 0, 0), (1, 1, 1)), navcore.BakeConfig(max_depth=4))


def _ends(nav: NavVolume) -> list:
    """Middles of two cells that are connected."""
    middles = nav.boxes()[nav.components == 0].mean(axis=1)
    return [middles[0], middles[-1]]


def _block() -> tuple[np.ndarray, np.ndarray]:
    """What can be walked on, and dropped from."""
    block, floor = box_mesh((0, 0, 0), (4, 4, 1)), box_mesh((-4, -4, -1), (8, 8, 0))
    return np.concatenate((block[0], floor[0])), np.concatenate((block[1], floor[1] + len(block[0])))


def _find_links(tell) -> navcore.Links:
    surface = navcore.bake_ground(*_block(), navcore.GroundConfig())
    return navcore.find_links(surface, *_block(), navcore.LinkConfig(drop_height=2.0), progress=tell)


#: A call of everything that takes a progress callback, with one.
_REPORTING = {
    "bake": lambda nav, tell: navcore.bake(
        *box_mesh((0, 0, 0), (1, 1, 1)), navcore.BakeConfig(max_depth=4), progress=tell
    ),
    "bake_ground": lambda _nav, tell: navcore.bake_ground(*_block(), navcore.GroundConfig(), progress=tell),
    "bake_voxels": lambda nav, tell: navcore.bake_voxels([(0, 0, 0)], (4, 4, 4), progress=tell),
    "check": lambda nav, tell: navcore.check(nav, *box_mesh((0, 0, 0), (1, 1, 1)), progress=tell),
    "dumps": lambda nav, tell: navcore.dumps(nav, progress=tell),
    "erode": lambda nav, tell: navcore.erode(nav, 0.1, progress=tell),
    "find_leak": lambda nav, tell: navcore.find_leak(nav, _ends(nav)[0], progress=tell),
    "find_links": lambda _nav, tell: _find_links(tell),
    "find_path": lambda nav, tell: navcore.find_path(nav, *_ends(nav), progress=tell),
    "find_paths": lambda nav, tell: navcore.find_paths(nav, _ends(nav)[0], _ends(nav), progress=tell),
    "k_routes": lambda nav, tell: navcore.k_routes(nav, *_ends(nav), 2, progress=tell),
    "run": lambda nav, tell: run(_count(4, []), progress=tell),
    "save": lambda nav, tell: navcore.save(nav, os.devnull, progress=tell),
    "why_not": lambda nav, tell: navcore.why_not(nav, *_ends(nav), progress=tell),
    "with_clearance": lambda nav, tell: navcore.with_clearance(nav, progress=tell),
    "with_landmarks": lambda nav, tell: navcore.with_landmarks(nav, 2, progress=tell),
}


def test_everything_that_reports_is_listed():
    public = {name: getattr(navcore, name) for name in navcore.__all__} | vars(NavVolume)
    functions = {name: thing for name, thing in public.items() if inspect.isfunction(thing)}
    assert sorted(_REPORTING) == sorted(
        name for name, function in functions.items() if "progress" in inspect.signature(function).parameters
    )


@pytest.mark.parametrize("no", [False, np.False_])
@pytest.mark.parametrize("name", _REPORTING)
def test_everything_that_reports_takes_no_for_an_answer(name, no):
    with pytest.raises(Cancelled, match=r"cancelled while .*; nothing was changed"):
        _REPORTING[name](_volume(), lambda _fraction, _stage: no)


@pytest.mark.parametrize("name", _REPORTING)
def test_what_reports_goes_on_without_an_answer(name):
    told = []
    _REPORTING[name](_volume(), lambda fraction, stage: told.append((fraction, stage)))
    assert told
    assert all(0.0 <= fraction <= 1.0 and stage for fraction, stage in told)
