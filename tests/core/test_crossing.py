# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a portal is crossed: the best point, by a solver that shares nothing with the formula; the nearest point."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sleeves import bounds_of_shortest

from volant.navcore.query.graph.crossing import best_crossing, nearest_crossing

coordinates = st.integers(-6, 6).map(float) | st.floats(-6, 6)
points = st.tuples(*[coordinates] * 3)
sides = st.tuples(st.integers(-4, 4), st.integers(1, 5)).map(lambda side: (float(side[0]), float(sum(side))))


@st.composite
def crossings(draw):
    """Two points, a link, and its portal as low and high corner."""
    axis, plane = draw(st.integers(0, 2)), draw(st.integers(-4, 4))
    (low_u, high_u), (low_v, high_v) = draw(sides), draw(sides)
    low, high = [0.0] * 3, [0.0] * 3
    low[axis] = high[axis] = float(plane)
    low[axis - 2], high[axis - 2], low[axis - 1], high[axis - 1] = low_u, high_u, low_v, high_v
    link = (7, axis, float(plane), low_u, high_u, low_v, high_v)
    return draw(points), draw(points), link, (*low, *high)


def assert_on(place, portal):
    assert all(portal[k] <= place[k] <= portal[k + 3] for k in range(3))


@given(crossings())
def test_no_other_point_makes_a_shorter_way(case):
    start, goal, link, portal = case
    place, before, beyond = best_crossing(start, goal, link)
    assert_on(place, portal)
    assert (before, beyond) == (pytest.approx(math.dist(start, place)), pytest.approx(math.dist(place, goal)))
    at_least, _at_most = bounds_of_shortest([(start, goal, [portal])], rounds=100_000, gap=1e-7)
    assert before + beyond <= at_least[0] * (1 + 1e-6) + 1e-8


@given(crossings())
def test_the_nearest_point_is_where_clamping_puts_it(case):
    start, goal, link, portal = case
    place, before, beyond = nearest_crossing(start, goal, link)
    assert place == tuple(min(max(start[k], portal[k]), portal[k + 3]) for k in range(3))
    assert (before, beyond) == (pytest.approx(math.dist(start, place)), pytest.approx(math.dist(place, goal)))
