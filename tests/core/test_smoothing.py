# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Portal smoothing: points stay on their portals, variant A never lengthens, variant B keeps its margin."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from volant.navcore.query.refine.smoothing import CORNER_MARGIN, smooth

variants = st.sampled_from(["a", "b"])
shares = st.sampled_from([0.0, 0.5, 1.0]) | st.floats(0, 1)


@st.composite
def crossed_sleeves(draw):
    """Points and portals of a chain of cells: each portal is on a face of the cell that the one before leads into."""
    low, high = [0, 0, 0], [draw(st.integers(1, 9)) for _ in range(3)]
    points, portals = [inside(draw, low, high)], []
    for _ in range(draw(st.integers(0, 12))):
        axis, forward = draw(st.integers(0, 2)), draw(st.booleans())
        first, second = list(low), list(high)
        for side in range(3):
            if side == axis:
                first[side] = second[side] = high[side] if forward else low[side]
            else:
                first[side] = draw(st.integers(low[side], high[side] - 1))
                second[side] = draw(st.integers(first[side] + 1, high[side]))
        portals.append(tuple(map(float, first + second)))
        points.append(inside(draw, first, second))
        # The cell behind the portal reaches a little past it on all sides but the one it is entered from.
        low = [value - draw(st.integers(0, 2)) for value in first]
        high = [value + draw(st.integers(0, 2)) for value in second]
        if forward:
            low[axis], high[axis] = first[axis], first[axis] + draw(st.integers(1, 9))
        else:
            low[axis], high[axis] = first[axis] - draw(st.integers(1, 9)), first[axis]
    return [*points, inside(draw, low, high)], portals


def inside(draw, low, high):
    return tuple(min(max(a + (b - a) * draw(shares), a), b) for a, b in zip(low, high, strict=True))


def length(path) -> float:
    return sum(itertools.starmap(math.dist, itertools.pairwise(path)))


def assert_on(point, portal, margin=0.0):
    for k in range(3):
        inset = min(margin, (portal[k + 3] - portal[k]) / 2)
        assert portal[k] + inset <= point[k] <= portal[k + 3] - inset


@given(crossed_sleeves(), variants)
def test_points_stay_on_their_portals(sleeve, variant):
    points, portals = sleeve
    smoothed = smooth(points, portals, variant)
    assert len(smoothed) == len(points)
    assert (smoothed[0], smoothed[-1]) == (points[0], points[-1])
    for point, portal in zip(smoothed[1:-1], portals, strict=True):
        assert_on(point, portal, CORNER_MARGIN if variant == "b" else 0.0)


@given(crossed_sleeves())
def test_variant_a_never_lengthens(sleeve):
    points, portals = sleeve
    assert length(smooth(points, portals, "a")) <= length(points) + 1e-12


@given(crossed_sleeves())
def test_repeated_passes_of_variant_a_come_to_rest(sleeve):
    points, portals = sleeve
    lengths = []
    for _ in range(200):
        points = smooth(points, portals, "a")
        lengths.append(length(points))
    assert all(later <= earlier + 1e-12 for earlier, later in itertools.pairwise(lengths))
    assert lengths[-2] - lengths[-1] < 1e-3 * (1 + lengths[-1])


@given(
    st.lists(st.integers(1, 9), min_size=2, max_size=8),
    st.tuples(st.floats(2, 8), st.floats(2, 8)),
    st.tuples(st.floats(2, 8), st.floats(2, 8)),
    st.integers(0, 2),
    variants,
)
def test_a_straight_line_through_a_corridor_stays(steps, begin, end, axis, variant):
    planes = list(itertools.accumulate(steps))

    def turned(along, across):
        values = [across[0], across[1]]
        values.insert(axis, along)
        return tuple(values)

    portals = [turned(float(plane), (0.0, 0.0)) + turned(float(plane), (10.0, 10.0)) for plane in planes[:-1]]
    straight = [
        turned(float(plane), [a + (b - a) * plane / planes[-1] for a, b in zip(begin, end, strict=True)])
        for plane in [0, *planes]
    ]
    once = smooth(straight, portals, variant)
    assert once == [pytest.approx(point, abs=1e-9) for point in straight]
    assert smooth(once, portals, variant) == [pytest.approx(point, abs=1e-9) for point in once]


@given(crossed_sleeves(), st.floats(0, 1))
def test_one_portal_is_crossed_where_the_line_crosses_it(sleeve, share):
    """With a single portal that the straight line passes, one pass finds that line, from wherever the point was."""
    points, portals = sleeve
    assume(portals)
    portal, point = portals[0], points[1]
    axis = next(k for k in range(3) if portal[k] == portal[k + 3])
    away = [share, 1 - share, 0.5]
    away[axis] = 3.0
    here = tuple(a - b for a, b in zip(point, away, strict=True))
    there = tuple(a + b for a, b in zip(point, away, strict=True))
    centre = tuple((portal[k] + portal[k + 3]) / 2 for k in range(3))
    assert smooth([here, centre, there], [portal], "a")[1] == pytest.approx(point, abs=1e-9)


def test_at_a_corner_a_reaches_the_edge_and_b_stays_inside():
    # The line from start to goal crosses the plane x = 4 at y = 5, outside the portal that ends at y = 2.
    portal = (4.0, -6.0, 0.0, 4.0, 2.0, 8.0)
    points = [(3.0, 1.0, 4.0), (4.0, -2.0, 4.0), (5.0, 9.0, 4.0)]
    assert smooth(points, [portal], "a")[1] == (4.0, 2.0, 4.0)
    assert smooth(points, [portal], "b")[1] == (4.0, 2.0 - CORNER_MARGIN, 4.0)


def test_a_portal_too_small_for_the_margin_is_crossed_in_its_middle():
    portal = (4.0, 0.0, 0.0, 4.0, 1.0, 8.0)
    points = [(3.0, 0.0, 0.0), (4.0, 1.0, 1.0), (5.0, 0.0, 0.0)]
    assert smooth(points, [portal], "b")[1] == (4.0, 0.5, CORNER_MARGIN)


@pytest.mark.parametrize("variant", ["a", "b"])
def test_neighbours_in_the_plane_of_the_portal(variant):
    """The line lies in the plane: the point moves to it and no further; equal neighbours are a line, too."""
    portal = (4.0, 0.0, 0.0, 4.0, 8.0, 8.0)
    points = [(4.0, 0.0, 3.0), (4.0, 5.0, 4.0), (4.0, 8.0, 3.0)]
    assert smooth(points, [portal], variant)[1] == (4.0, 5.0, 3.0)
    points = [(4.0, 2.0, 3.0), (4.0, 5.0, 4.0), (4.0, 2.0, 3.0)]
    assert smooth(points, [portal], variant)[1] == (4.0, 2.0, 3.0)


def test_without_portals_nothing_moves():
    assert smooth([(0.0, 0.0, 0.0), (1.0, 2.0, 3.0)], []) == [(0.0, 0.0, 0.0), (1.0, 2.0, 3.0)]
