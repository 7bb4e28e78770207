# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortest path in a sleeve: valid, and as short as a solver that shares nothing with it proves possible."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sleeves import OVER_A_WALL, assert_valid, bounds_of_shortest, distance_to, length, random_sleeve, sleeves, stairs

from volant.navcore.query.refine import shortest as module
from volant.navcore.query.refine.bend_optimality import is_bend_optimal
from volant.navcore.query.refine.shortest import shortest

SOLVED = module._solved
#: What guarantee 5 allows, as a share of the length.
EXCESS = 1e-6

#: A sleeve whose portals took turns in crowding each other off the path.
CROWDED = (
    (0.375, 0.0, 0.0),
    (78.5, -136.0, -14.75),
    [
        (0.0, 0.0, 0.0, 0.0, 1.0, 1.0),
        (-1.0, 106.0, -238.0, -1.0, 151.0, -151.0),
        (-2.0, 106.0, -451.0, -1.0, 106.0, -373.0),
        (-2.0, 105.0, -405.0, -2.0, 106.0, -373.0),
        (-3.0, 105.0, -105.0, -2.0, 106.0, -105.0),
        (-3.0, 106.0, -105.0, -2.0, 106.0, -84.0),
        (-3.0, 107.0, -384.0, -2.0, 107.0, -355.0),
        (112.0, 353.0, -655.0, 170.0, 407.0, -655.0),
        (112.0, 506.0, -904.0, 112.0, 507.0, -903.0),
        (-187.0, 506.0, -904.0, 112.0, 507.0, -904.0),
        (104.0, 422.0, -905.0, 113.0, 518.0, -905.0),
        (141.0, 357.0, -905.0, 404.0, 518.0, -905.0),
        (141.0, 357.0, -701.0, 414.0, 357.0, -700.0),
        (268.0, 357.0, -701.0, 269.0, 357.0, -700.0),
        (268.0, 657.0, -760.0, 269.0, 657.0, -759.0),
        (268.0, 657.0, -760.0, 269.0, 658.0, -760.0),
        (18.0, 657.0, -775.0, 18.0, 658.0, -774.0),
        (17.0, 657.0, -775.0, 18.0, 658.0, -775.0),
        (-21.0, 657.0, -814.0, -21.0, 658.0, -775.0),
        (-22.0, 657.0, -814.0, -21.0, 658.0, -814.0),
        (-22.0, 479.0, -814.0, -21.0, 480.0, -814.0),
        (-22.0, 479.0, -514.0, -21.0, 480.0, -514.0),
        (226.0, 338.0, -514.0, 227.0, 338.0, -513.0),
        (226.0, 38.0, -271.0, 227.0, 38.0, -229.0),
    ],
)


def bounded(start, goal, portals):
    """The shortest path; fails when it takes too many rounds, where a fault could make it go on for ever.

    Portals may be taken off the path once, so that no more than two rounds can go by for each.
    """
    rounds = itertools.count(1)

    def counted(*arguments):
        assert next(rounds) <= 2 * len(portals)
        return SOLVED(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_solved", counted)
        return module.shortest(start, goal, portals)


def assert_shortest(cases):
    """Each path is valid, its bends lie on the portals it names, and nothing is shorter by more than `EXCESS`."""
    lengths = []
    for case in cases:
        points, places = bounded(*case)
        assert_valid(points, *case)
        assert len(places) == len(points) - 2
        assert all(first < second for first, second in itertools.pairwise(places))
        assert all(distance_to(bend, case[2][place]) <= 1e-9 for bend, place in zip(points[1:-1], places, strict=True))
        lengths.append(length(points))
    at_least, _at_most = bounds_of_shortest(cases, rounds=100_000, gap=EXCESS / 4)
    excess = np.array(lengths) - at_least
    worst = int(np.argmax(excess - EXCESS * at_least))
    assert excess[worst] <= EXCESS * at_least[worst] + 1e-9, f"{excess[worst]} too long: {cases[worst]}"
    # The twin is a bound from below; a path under it would have left the sleeve.
    assert (excess >= -1e-6).all()


@pytest.mark.parametrize(
    "sizes", [(1,), (1, 2), (1, 40), (1, 1, 2, 3, 5, 9, 40)], ids=["single", "small", "extreme", "mixed"]
)
def test_random_sleeves(sizes):
    """Voxels in a row, thin plates, U-turns, both ends on faces, edges and corners, several portals in one plane."""
    count = 300 * settings().max_examples // 100
    rng = np.random.default_rng(11)
    assert_shortest([random_sleeve(rng, int(rng.integers(1, 13)), sizes) for _sleeve in range(count)])


def test_long_sleeves():
    rng = np.random.default_rng(5)
    assert_shortest([stairs(rng, 40) for _sleeve in range(20)])


@given(st.lists(sleeves(), min_size=3, max_size=3))
def test_sleeves_that_shrink_to_the_fault(cases):
    assert_shortest(cases)


@given(sleeves(most=30))
def test_both_ways_are_equally_long(sleeve):
    start, goal, portals = sleeve
    there, back = shortest(start, goal, portals)[0], shortest(goal, start, portals[::-1])[0]
    assert length(back) == pytest.approx(length(there), rel=EXCESS, abs=1e-9)


@given(sleeves(most=30))
@example(CROWDED)
def test_work_is_bounded_by_the_number_of_portals(sleeve):
    assert_valid(bounded(*sleeve)[0], *sleeve)


def test_over_a_wall_the_path_bends_at_both_upper_edges():
    points, _places = shortest(*OVER_A_WALL)
    assert length(points) == pytest.approx(2 * math.sqrt(10) + 2, rel=1e-9)


@given(sleeves(most=30), st.integers(0, 2**32 - 1))
def test_any_guess_leads_to_the_same_length(sleeve, seed):
    start, goal, portals = sleeve
    rng = np.random.default_rng(seed)
    guess = {
        place: tuple(rng.uniform(portal[:3], portal[3:]).tolist())
        for place, portal in enumerate(portals)
        if rng.integers(2)
    }
    points, places = shortest(start, goal, portals, guess)
    assert_valid(points, *sleeve)
    assert len(places) == len(points) - 2
    assert length(points) == pytest.approx(length(shortest(*sleeve)[0]), rel=EXCESS, abs=1e-9)


@given(st.integers(0, 2**32 - 1))
def test_a_bend_is_optimal_exactly_where_the_shortest_path_bends(seed):
    """Portals around a point on a border of each or inside; it is balanced if and only if nothing is shorter."""
    rng = np.random.default_rng(seed)
    here = (0.0, 0.0, 0.0)
    portals = []
    for axis in rng.integers(3, size=rng.integers(1, 5)):
        low, high = [(-3.0, 0.0, -2.0)[side] for side in rng.integers(3, size=3)], [0.0, 0.0, 0.0]
        high = [2.0 if value != -3.0 else 0.0 for value in low]
        low[axis] = high[axis] = 0.0
        portals.append((*low, *high))
    before, after = (tuple(rng.integers(-4, 5, 3).astype(float).tolist()) for _end in range(2))
    if here in (before, after):
        return
    length_here = math.dist(before, here) + math.dist(here, after)
    least = length(shortest(before, after, portals)[0])
    assert is_bend_optimal(before, here, after, portals) == (least > length_here * (1.0 - 1e-8))


def test_without_portals_and_without_length():
    assert shortest((1.0, 2.0, 3.0), (1.0, 2.0, 3.0), []) == ([(1.0, 2.0, 3.0)] * 2, [])
    here, portal = (2.0, 0.0, 1.0), (2.0, 0.0, 0.0, 2.0, 1.0, 1.0)
    points, _places = shortest(here, here, [portal, portal])
    assert length(points) == 0.0
