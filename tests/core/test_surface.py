# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a surface tells of itself: its triangles and its areas."""

from dataclasses import replace

import numpy as np
import pytest
from hand_made_surfaces import Drawing, joined, random_mesh, rectangle, surface
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore import NavError
from volant.navcore.geometry.floors import nearest_in_plan

#: An L of two rectangles, 4 by 2 and 2 by 3, and a triangle above it with a corner inside that is raised.
CORNERS = [(0, 0, 0), (4, 0, 0), (4, 2, 0), (2, 2, 0), (0, 2, 0), (2, 5, 1), (0, 5, 1)]
PEAK = [(0, 0, 8), (6, 0, 8), (0, 6, 8)]
L_AND_PEAK = Drawing([*CORNERS, *PEAK], [[0, 1, 2, 3, 4], [4, 3, 5, 6], [7, 8, 9]])
DETAIL = {2: ([(2, 2, 9)], [(0, 1, 3), (1, 2, 3), (2, 0, 3)])}


def test_polygons_without_triangles_are_fans():
    corners, polygons = surface(L_AND_PEAK, details=DETAIL).floor_corners()
    assert polygons.tolist() == [0, 0, 0, 1, 1, 2, 2, 2]
    expected = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (4, 3, 5), (4, 5, 6)]
    assert corners[:5].tolist() == [[list(CORNERS[i]) for i in triangle] for triangle in expected]
    a, b, c, middle = (*PEAK, (2, 2, 9))
    assert (corners[5:] == [(a, b, middle), (b, c, middle), (c, a, middle)]).all()


@given(st.integers(0, 2**20))
def test_triangles_cover_their_polygons(seed):
    drawing = random_mesh(seed, relief=50)
    made = surface(drawing, voxel_size=0.25, origin=(10.0, -3.0, 2.0))
    triangles, polygons = made.floor_triangles()
    assert (np.diff(polygons) >= 0).all()
    edges = triangles[:, 1:, :2] - triangles[:, :1, :2]
    areas = 0.5 * (edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0])
    assert (areas >= -1e-9).all()
    assert np.bincount(polygons, areas) == pytest.approx(made.plan_areas())
    doubles = [
        sum(x * w - u * y for (x, y, _), (u, w, _) in zip(ring, [*ring[1:], ring[0]], strict=True))
        for ring in [[drawing.corners[corner] for corner in polygon] for polygon in drawing.polygons]
    ]
    assert made.plan_areas() == pytest.approx(np.array(doubles) / 2 / 256**2, rel=1e-12)


def test_what_is_worked_out_is_read_only_and_kept():
    made = surface(L_AND_PEAK)
    corners, polygons = made.floor_corners()
    assert made.floor_corners()[0] is corners
    assert not corners.flags.writeable
    assert not polygons.flags.writeable


def test_a_surface_of_nothing_has_no_triangles():
    made = surface(Drawing([], []))
    assert [array.shape for array in made.floor_triangles()] == [(0, 3, 3), (0,)]
    assert made.plan_areas().shape == (0,)


def test_lists_are_refused():
    with pytest.raises(NavError, match="areas of a surface must be a numpy array"):
        replace(surface(L_AND_PEAK), areas=[0, 0, 0])


def test_points_mean_the_nearest_floor_below():
    # Two storeys, 200 high, of a room of 300 by 300; the upper one ends at x = 200. A voxel is 64.
    made = surface(joined(rectangle(0, 0, 300, 300), rectangle(0, 0, 200, 300, 200)), voxel_size=1.0, step_height=0.5)
    ground, upper = 0, 1
    cases = [
        ((100, 100, 50), ground),
        ((100, 100, 130), ground),
        # A step or a voxel higher is below, because heights are not exact.
        ((100, 100, 140), upper),
        ((100, 100, 100_000), upper),
        ((250, 100, 100_000), ground),
        # Above only within the agent's height.
        ((100, 100, -70), ground),
        ((100, 100, -115), ground),
        ((100, 100, -116), -1),
        # Beside all floors, within the agent's radius.
        ((320, 100, 5), ground),
        ((325, 325, 5), -1),
        ((-20, 100, 300), upper),
    ]
    points = np.array([point for point, _polygon in cases]) / 64
    assert made.below(points).tolist() == [polygon for _point, polygon in cases]
    assert made.below(np.empty((0, 3))).tolist() == []


@given(st.integers(0, 2**20))
def test_nearest_places_are_on_triangles_and_none_is_nearer(seed):
    triangles, _polygons = surface(random_mesh(seed, points=10, relief=300), voxel_size=64.0).floor_triangles()
    random = np.random.default_rng(seed)
    point = random.uniform(-200.0, 1200.0, 3)
    distances, places = nearest_in_plan(triangles, point)
    assert np.linalg.norm((places - point)[:, :2], axis=1) == pytest.approx(distances)
    for triangle, place, distance in zip(triangles, places, distances, strict=True):
        matrix = np.vstack((triangle[:, :2].T, np.ones(3)))
        shares = np.linalg.solve(matrix, [*place[:2], 1.0])
        assert shares.min() >= -1e-9
        assert shares @ triangle[:, 2] == pytest.approx(place[2])
        others = random.dirichlet((0.6, 0.6, 0.6), 200) @ triangle
        assert np.linalg.norm((others - point)[:, :2], axis=1).min() >= distance - 1e-9


def test_the_nearest_floor():
    made = surface(joined(rectangle(0, 0, 300, 300), rectangle(0, 0, 200, 300, 200)), voxel_size=64.0)
    assert made.nearest_floor((100, 100, 120)).tolist() == [100, 100, 200]
    assert made.nearest_floor((100, 100, 80)).tolist() == [100, 100, 0]
    assert made.nearest_floor((400, 500, 80)).tolist() == [300, 300, 0]
