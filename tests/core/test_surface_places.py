# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which floor points are on, how high it is there, and which floor is nearest."""

from __future__ import annotations

import itertools
from fractions import Fraction

import hand_made_surfaces as made
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore.errors import NavError

WORLDS = {
    "mesh": lambda seed: made.random_mesh(seed, points=25, size=300, relief=200),
    "storeys": lambda seed: made.storeys(seed, size=5),
    "spiral": lambda seed: made.spiral(3, 7 + seed),
}


def heights_at(surface, x: Fraction, y: Fraction) -> dict[int, set[Fraction]]:
    """How high each polygon is at a place of the plan, in 1/64 voxel; more than once where its triangles meet."""
    found = {}
    corners, polygons = surface.floor_corners()
    for (a, b, c), polygon in zip(corners.tolist(), polygons.tolist(), strict=True):
        area = made.turn(a, b, c)
        shares = [made.turn(p, q, (x, y)) for p, q in ((b, c), (c, a), (a, b))]
        if area and min(shares) >= 0:
            height = sum(share * corner[2] for share, corner in zip(shares, (a, b, c), strict=True)) / Fraction(area)
            found.setdefault(polygon, set()).add(height)
    return found


@given(st.sampled_from(sorted(WORLDS)), st.integers(0, 5), st.integers(0, 1 << 30))
def test_points_are_on_the_highest_floor_that_holds_them(name, seed, places):
    # All numbers are whole ones of 1/4 and of powers of two, so that nothing is rounded.
    surface = made.surface(WORLDS[name](seed), voxel_size=64.0, origin=(512.0, -64.0, 32.0), step_height=80.0,
                           agent_height=150.0)  # fmt: skip
    rng = np.random.default_rng(places)
    low, high = surface.corners.min(axis=0) - 20, surface.corners.max(axis=0) + 20
    points = rng.integers(4 * low, 4 * high + 1, (8, 3)) / 4.0
    found, heights = surface.locate(points + surface.origin), surface.height(points + surface.origin)
    one_by_one = [surface.standing([point + surface.origin]) for point in points]
    assert np.concatenate([polygon for polygon, _height in one_by_one]).tolist() == found.tolist()
    assert np.array_equal(np.concatenate([height for _polygon, height in one_by_one]), heights, equal_nan=True)
    for (x, y, z), polygon, height in zip(points.tolist(), found.tolist(), heights.tolist(), strict=True):
        on = {
            (-floor, candidate)
            for candidate, floors in heights_at(surface, Fraction(x), Fraction(y)).items()
            for floor in floors
            if -80 <= z - floor <= 150
        }
        if on:
            floor, expected = min(on)
            assert height == pytest.approx(float(-floor) + 32.0, abs=1e-9)
            # Where two are equally high, rounding may tell otherwise.
            assert polygon == expected or (floor, polygon) in on
        else:
            assert polygon == -1
            assert np.isnan(height)


@given(st.sampled_from(sorted(WORLDS)), st.integers(0, 5), st.integers(0, 1 << 30))
def test_the_nearest_floor_is_on_the_surface_and_none_is_nearer(name, seed, places):
    surface = made.surface(WORLDS[name](seed), voxel_size=64.0, step_height=4.0, agent_height=9.0)
    rng = np.random.default_rng(places)
    points = rng.uniform(surface.corners.min(axis=0) - 200, surface.corners.max(axis=0) + 200, (12, 3))
    polygons, nearest, far = surface.nearest(points)
    assert far == pytest.approx(np.linalg.norm(nearest - points, axis=1))
    assert (surface.locate(nearest) >= 0).all()
    assert (polygons >= 0).all()
    triangles, _owners = surface.floor_triangles()
    level = triangles[np.ptp(triangles[:, :, 2], axis=1) == 0]
    others = (rng.dirichlet((0.6, 0.6, 0.6), 60) @ level).reshape(-1, 3)
    for point, distance, polygon in zip(points, far, surface.locate(points), strict=True):
        if polygon < 0:
            assert (np.linalg.norm(others - point, axis=1) >= distance - 1e-9).all()
    flat = made.surface(made.rectangle(0, 0, 100, 100), voxel_size=64.0)
    points = rng.uniform((-90, -90, -90), (190, 190, 190), (12, 3))
    _polygons, nearest, far = flat.nearest(points)
    assert nearest == pytest.approx(np.column_stack((np.clip(points[:, :2], 0, 100), np.zeros(12))))


def test_details_tell_heights_and_slivers_beside_them_take_the_nearest():
    # A roof: the ridge is inside; its triangles leave a sliver out at x = 0.
    details = {0: ([(1, 50, 40), (99, 50, 40)], [(0, 1, 5), (0, 5, 4), (2, 3, 4), (2, 4, 5), (1, 2, 5)])}
    roof = made.surface(made.rectangle(0, 0, 100, 100), details=details, voxel_size=64.0)
    points = [(50, 50, 40), (50, 25, 20), (50, 75, 20), (0, 50, 40), (0, 25, 20)]
    assert roof.height(points) == pytest.approx([40, 20, 20, 40, 20], abs=0.5)


def test_points_between_storeys():
    surface = made.surface(made.storeys(1, holes=0.0, size=4), voxel_size=1.0)
    points = np.array([(1.5, 1.5, height) for height in (0.0, 1.8, 1.81, 3.2, 3.7, 4.0, 5.7, 9.9, -0.9, -1.1)])
    expected = [0, 0, np.nan, 4, 4, 4, 4, 8 + np.nan, 0, np.nan]
    expected[7] = np.nan
    assert surface.height(points) == pytest.approx(np.array(expected), nan_ok=True)


def test_far_and_malformed_points():
    surface = made.surface(made.rectangle(0, 0, 64, 64))
    for times in (1, 9):
        assert surface.locate([(1e300, 0, 0), (-1e300, 1e300, 1e300)] * times).tolist() == [-1, -1] * times
    polygons, nearest, far = surface.nearest([(1e300, 0, 0), (0.5, 0.5, 1e300)])
    assert polygons.tolist() == [0, 0]
    assert nearest == pytest.approx(np.array([(1, 0, 0), (0.5, 0.5, 0)]))
    assert far == pytest.approx([1e300, 1e300])
    assert surface.locate([]).tolist() == []
    for wrong, method in itertools.product(
        ([(0, 0)], [(0, np.nan, 0)], "abc"), (surface.locate, surface.height, surface.nearest)
    ):
        with pytest.raises(NavError, match="points must be"):
            method(wrong)
    empty = made.surface(made.Drawing([], []))
    assert empty.locate([(0, 0, 0)]).tolist() == [-1]
    with pytest.raises(NavError, match="no polygons"):
        empty.nearest([(0, 0, 0)])
