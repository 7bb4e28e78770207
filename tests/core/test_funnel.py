# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The funnel: always a path in its sleeve, and nearly the shortest, by a solver that proves its own answer."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sleeves import OVER_A_WALL, assert_valid, bounds_of_shortest, length, sleeves, stairs

from volant.navcore.query.refine.funnel import funnel


@given(sleeves(most=24), st.booleans())
def test_the_path_stays_in_its_sleeve(sleeve, pull_back):
    assert_valid(funnel(*sleeve, pull_back=pull_back), *sleeve)


@given(sleeves(), st.tuples(*[st.floats(-1e4, 1e4)] * 3), st.floats(0.01, 30))
def test_the_path_stays_in_its_sleeve_off_the_grid(sleeve, shift, scale):
    def moved(values):
        return tuple(value * scale + shift[k % 3] for k, value in enumerate(values))

    start, goal, portals = sleeve
    sleeve = moved(start), moved(goal), [moved(portal) for portal in portals]
    assert_valid(funnel(*sleeve), *sleeve)


@given(st.lists(sleeves(), min_size=3, max_size=3))
# Both ends in the plane of the second portal: only the closed line sees past it.
@example([((0.0, 0.0, 0.0), (0.0, 1.0, 1.0), [(0.0, 1.0, 0.0, 4.0, 1.0, 2.0), (0.0, 1.0, 0.0, 0.0, 2.0, 3.0)])])
def test_the_path_is_nearly_the_shortest(cases):
    at_least, at_most = bounds_of_shortest(cases)
    for case, lower, upper in zip(cases, at_least, at_most, strict=True):
        pulled, plain = length(funnel(*case)), length(funnel(*case, pull_back=False))
        assert min(pulled, plain) >= lower - 1e-6
        # The worst of 20,000 random sleeves: 1.4 and 2.1.
        assert pulled <= 2.0 * upper + 1e-6
        assert plain <= 4.0 * upper + 1e-6


def test_the_excess_over_the_shortest_is_small_on_average():
    rng = np.random.default_rng(7)
    cases = [stairs(rng, 8) for _ in range(200)]
    _, shortest = bounds_of_shortest(cases)
    pulled = np.array([length(funnel(*case)) for case in cases]) / shortest
    plain = np.array([length(funnel(*case, pull_back=False)) for case in cases]) / shortest
    assert pulled.mean() < 1.02
    assert pulled.mean() < plain.mean() < 1.04


@given(sleeves())
def test_a_straight_line_is_found_where_there_is_one(sleeve):
    """Portals grown until the line from start to goal passes them in order."""
    start, goal, portals = sleeve
    count = len(portals)
    grown = []
    for index, portal in enumerate(portals):
        share = (index + 1) / (count + 1)
        at = [a + share * (b - a) for a, b in zip(start, goal, strict=True)]
        axis = next(k for k in range(3) if portal[k] == portal[k + 3])
        low = [at[k] - (k != axis) for k in range(3)]
        high = [at[k] + (k != axis) for k in range(3)]
        grown.append((*low, *high))
    assert funnel(start, goal, grown) == [start, goal]


# --- answers known by hand ---


def test_without_portals_the_path_is_straight():
    assert funnel((0.0, 0.0, 0.0), (1.0, 2.0, 3.0), []) == [(0.0, 0.0, 0.0), (1.0, 2.0, 3.0)]
    assert funnel((1.0, 2.0, 3.0), (1.0, 2.0, 3.0), []) == [(1.0, 2.0, 3.0)] * 2


def test_a_corridor_is_straight():
    corridor = [(float(x), 0.0, 0.0, float(x), 2.0, 2.0) for x in range(1, 40)]
    assert funnel((0.0, 0.0, 1.0), (40.0, 2.0, 0.0), corridor) == [(0.0, 0.0, 1.0), (40.0, 2.0, 0.0)]


def test_gliding_along_a_floor_is_straight():
    corridor = [(float(x), 0.0, 0.0, float(x), 2.0, 2.0) for x in range(1, 40)]
    assert funnel((0.0, 1.0, 0.0), (40.0, 1.0, 0.0), corridor) == [(0.0, 1.0, 0.0), (40.0, 1.0, 0.0)]


@pytest.mark.parametrize("turned", list(itertools.permutations(range(3))))
def test_an_l_bends_once_at_the_inner_edge(turned):
    def turn(values):
        return tuple(values[k + j] for j in range(0, len(values), 3) for k in turned)

    # From [0, 4] x [0, 2] into [4, 6] x [0, 2], on into [4, 6] x [2, 6]; the inner edge is x = 4, y = 2.
    portals = [turn((4.0, 0.0, 0.0, 4.0, 2.0, 3.0)), turn((4.0, 2.0, 0.0, 6.0, 2.0, 3.0))]
    path = funnel(turn((1.0, 1.0, 0.0)), turn((5.0, 5.0, 3.0)), portals)
    # Unfolded about the edge both sides are √10 away from it, so it is crossed at half the height.
    assert path == [turn((1.0, 1.0, 0.0)), pytest.approx(turn((4.0, 2.0, 1.5)), abs=1e-9), turn((5.0, 5.0, 3.0))]


def test_a_u_turn_around_a_sheet_touches_its_edge():
    # Two rooms side by side that only a third one behind both joins: both portals in one plane, sharing an edge.
    portals = [(0.0, 4.0, 0.0, 2.0, 4.0, 2.0), (2.0, 4.0, 0.0, 4.0, 4.0, 2.0)]
    path = funnel((1.0, 1.0, 1.0), (3.0, 1.0, 1.0), portals)
    assert path == [(1.0, 1.0, 1.0), pytest.approx((2.0, 4.0, 1.0), abs=1e-9), (3.0, 1.0, 1.0)]


def test_over_a_wall_the_path_bends_at_both_upper_edges():
    over = [(3.0, 4.0, 0.0), (4.0, 4.0, 3.0), (6.0, 4.0, 3.0), (7.0, 4.0, 0.0)]
    assert funnel(*OVER_A_WALL) == [pytest.approx(point, abs=1e-9) for point in over]


def test_through_a_portal_and_back():
    portal = (2.0, 0.0, 0.0, 2.0, 2.0, 2.0)
    on, off = (2.0, 1.0, 1.0), (1.0, 1.0, 1.0)
    assert funnel(on, on, [portal, portal]) == [on, on]
    # No sleeve does this, and the path may be longer than it needs to be, but it is one.
    assert_valid(funnel(off, off, [portal, portal]), off, off, [portal, portal])


def test_work_grows_with_the_number_of_portals_only(monkeypatch):
    """Each bend looks ahead anew, so a portal may be looked at more than once, but not by every bend before it."""
    from volant.navcore.query.refine import funnel as module

    looked = 0
    narrow = module._narrow

    def counted(view, portal):
        nonlocal looked
        looked += 1
        return narrow(view, portal)

    monkeypatch.setattr(module, "_narrow", counted)
    rng = np.random.default_rng(3)
    for _ in range(5):
        funnel(*stairs(rng, 400))
    assert looked < 5 * 400 * 4
