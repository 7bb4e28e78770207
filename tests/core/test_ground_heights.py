# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Heights of floors: near enough everywhere, alike on both sides of an edge, and few triangles where few will do."""

from itertools import pairwise

import numpy as np
import pytest
from hand_made_outlines import double_area, outlines, random_groups
from hand_made_surfaces import edges_of, joined, random_mesh, rectangle, turn
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore.ground.bends import PatchPlaces, bends_of
from volant.navcore.ground.polygons import polygons_of
from volant.navcore.ground.relief import relief_of
from volant.navcore.progress import run


def waves(x, y):
    return 90.0 * np.sin(x / 300.0) * np.cos(y / 200.0)


def stairs(x, y):
    return 16.0 * np.floor((x + y / 3.0) / 128.0)


def crease(x, y):
    return np.maximum(0.0, (x - 700.0) * 0.4 + y * 0.1)


HEIGHTS = [waves, stairs, crease]


def made_of(drawing, groups, height, error):
    """The outlines, the polygons, their bends and the relief of each."""
    raised = [(x, y, round(float(height(np.array([x]), np.array([y]))[0]))) for x, y, _z in drawing.corners]
    flat = outlines(drawing, groups, height)
    given_outlines = flat._replace(points=np.array(raised, np.int64))
    polygons = run(polygons_of(given_outlines))
    places, heights = PatchPlaces(given_outlines), given_outlines.heights
    bends = run(bends_of(polygons, heights, places, error))
    corners = [tuple(corner) for corner in polygons.corners.tolist()]
    reliefs = []
    patch_of, lattice, _heights = heights.lattice()
    for ring, patches in zip(polygons.rings, polygons.patches, strict=True):
        plan = lattice[np.isin(patch_of, patches)]
        known = np.column_stack((plan, np.rint(height(plan[:, 0], plan[:, 1])).astype(np.int64)))
        reliefs.append((relief_of(corners, ring, bends, known, error), known))
    return corners, polygons, bends, reliefs


@st.composite
def grounds(draw):
    """The error that heights may have, and what `made_of` makes."""
    seed = draw(st.integers(0, 2**20))
    drawing = random_mesh(seed, points=draw(st.integers(0, 12)), size=1500)
    groups = random_groups(drawing, seed, draw(st.integers(1, 4)))
    height, error = draw(st.sampled_from(HEIGHTS)), draw(st.integers(1, 40))
    return height, error, *made_of(drawing, groups, height, error)


def triangles_of(relief, corners):
    own = [corners[corner] for corner in relief.ring] + relief.corners
    fan = [(0, i, i + 1) for i in range(1, len(relief.ring) - 1)]
    return [[own[corner] for corner in triangle] for triangle in relief.triangles or fan]


@given(grounds())
def test_triangles_cover_polygons_but_for_roundings(ground):
    _height, _error, corners, polygons, bends, reliefs = ground
    for ring, (relief, _known) in zip(polygons.rings, reliefs, strict=True):
        assert set(edges_of(relief.ring)) == set(edges_of(ring))
        around = [corners[corner] for corner in ring]
        sizes = [turn(a[:2], b[:2], c[:2]) for a, b, c in triangles_of(relief, corners)]
        assert min(sizes) > 0
        length = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in edges_of(around))
        assert abs(sum(sizes) - double_area(around)) <= length
        if not any((min(edge), max(edge)) in bends for edge in edges_of(ring)):
            assert sum(sizes) == double_area(around)


@given(grounds())
def test_known_heights_are_met(ground):
    _height, error, corners, polygons, _bends, reliefs = ground
    for ring, (relief, known) in zip(polygons.rings, reliefs, strict=True):
        around = np.array([corners[corner][:2] for corner in ring], np.int64)
        steps = np.roll(around, -1, axis=0) - around
        away = known[:, None, :2] - around
        inside = (steps[:, 0] * away[..., 1] - steps[:, 1] * away[..., 0]) >= 16 * np.abs(steps).sum(axis=1)
        known = known[inside.all(axis=1)]
        if len(known):
            assert np.nanmin(offs(triangles_of(relief, corners), known), axis=0).max() <= error + 1e-6


def offs(triangles, known):
    """How far known points are off each triangle that holds them, NaN elsewhere."""
    rows = []
    for a, b, c in np.array(triangles, np.float64):
        matrix = np.array([b - a, c - a])
        shares = np.linalg.solve(matrix[:, :2].T, (known[:, :2] - a[:2]).T)
        inside = (shares >= -1e-9).all(axis=0) & (shares.sum(axis=0) <= 1 + 1e-9)
        rows.append(np.where(inside, np.abs(a[2] + shares.T @ matrix[:, 2] - known[:, 2]), np.nan))
    return np.array(rows)


@given(grounds())
def test_edges_are_alike_from_both_sides_and_near_the_floor(ground):
    height, error, corners, _polygons, bends, reliefs = ground
    held = {edge: relief for (relief, _known) in reliefs for edge in edges_of(relief.ring)}
    for (a, b), relief in held.items():
        edge = min(a, b), max(a, b)
        some = bends.get(edge, [])
        rim = {pair for triangle in triangles_of(relief, corners) for pair in edges_of(triangle)}
        way = [corners[edge[0]], *some, corners[edge[1]]]
        assert set(pairwise(way)) <= rim or set(pairwise(way[::-1])) <= rim
        for (x, y, z), (u, w, h) in pairwise(way):
            shares = np.linspace(0.0, 1.0, 9)
            floor = height(x + shares * (u - x), y + shares * (w - y))
            if height is not stairs:
                # Between two samples a floor may be off by a little more.
                assert np.abs(floor - (z + shares * (h - z))).max() <= error + 4.0
    assert set(bends) <= {(min(edge), max(edge)) for edge in held}


def test_level_floors_take_no_triangles():
    drawing = joined(rectangle(0, 0, 900, 500), rectangle(900, 0, 1300, 200))
    _corners, _polygons, bends, reliefs = made_of(drawing, [0, 1], lambda x, y: np.zeros(len(x)), 1)
    assert bends == {}
    assert [(relief.corners, relief.triangles) for relief, _known in reliefs] == [([], [])] * 2


def test_planes_take_no_triangles():
    drawing = random_mesh(3, points=20, size=3000)
    _corners, _polygons, bends, reliefs = made_of(drawing, None, lambda x, y: 0.3 * x - 0.2 * y, 2)
    assert bends == {}
    assert [relief for relief, _known in reliefs if relief.triangles] == []


def test_a_ramp_on_a_floor_takes_few_triangles():
    drawing = rectangle(0, 0, 64 * 30, 64 * 10)
    _corners, _polygons, bends, [(relief, _known)] = made_of(drawing, None, crease_along_x, 8)
    assert {len(some) for some in bends.values()} == {1}
    assert len(relief.triangles) <= 8


def crease_along_x(x, _y):
    return np.maximum(0.0, (x - 640.0) * 0.4)


@pytest.mark.parametrize("places", [1, 2, 5])
def test_fans_begin_where_none_of_their_triangles_is_flat(places):
    # A rectangle next to smaller ones: corners on one, and then on two of its sides.
    beside = [rectangle(100, 20 * k, 200, 20 * k + 20) for k in range(places)]
    height = 20 * places
    above = [rectangle(50 * k, height, 50 * k + 50, height + 70) for k in range(2)]
    for parts in (beside, [*beside, *above]):
        drawing = joined(rectangle(0, 0, 100, height), *parts)
        corners = [tuple(corner) for corner in drawing.corners]
        relief = relief_of(corners, drawing.polygons[0], {}, np.empty((0, 3), np.int64), 1)
        triangles = triangles_of(relief, corners)
        assert min(turn(a[:2], b[:2], c[:2]) for a, b, c in triangles) > 0
        assert sum(turn(a[:2], b[:2], c[:2]) for a, b, c in triangles) == 2 * 100 * height
        assert set(edges_of(relief.ring)) == set(edges_of(drawing.polygons[0]))
