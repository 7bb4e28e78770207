# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths over surfaces: they lie on the floor, tell why there is none, and what is no question is refused."""

from __future__ import annotations

import gc
import random
import weakref
from dataclasses import replace

import hand_made_surfaces as made
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_shortest_walks import WORLDS, random_place

from volant import navcore
from volant.navcore.config import ALGORITHMS, SURFACE_ALGORITHMS
from volant.navcore.query.walking.centroids import delaunay
from volant.navcore.query.walking.mesh import FloorMesh

TOWER = made.surface(made.storeys(2, size=8), origin=(10.0, -20.0, 5.0), voxel_size=0.5, agent_height=1.7)
#: A roof: its ridge runs from (32, 0) to (32, 128), half a voxel high.
ROOF = made.surface(
    made.rectangle(0, 0, 64, 128),
    details={0: ([(32, 1, 32), (32, 127, 32)], [(0, 1, 4), (1, 2, 5), (1, 5, 4), (2, 3, 5), (3, 0, 4), (3, 4, 5)])},
)


def somewhere(surface, mesh: FloorMesh, rng: random.Random):
    """A random point on a floor, world."""
    place = random_place(mesh, rng)
    unit = surface.voxel_size / 64
    x, y = surface.origin[0] + place.x * unit, surface.origin[1] + place.y * unit
    low = surface.corners[surface.polygon_vertices[list(mesh.half_edges(place.polygon))], 2].mean()
    return np.array((x, y, surface.origin[2] + low * unit))


def assert_on_floor(surface, path) -> None:
    """All of a path is on the floor: where it bends, and in between."""
    begin, end = path.points[:-1, None], path.points[1:, None]
    between = (begin + np.linspace(0.0, 1.0, 9)[:, None] * (end - begin)).reshape(-1, 3)
    unit = surface.voxel_size / 64
    item, _polygon, height = surface.finder.floors_at((between - surface.origin) / unit)
    off = np.full(len(between), np.inf)
    np.minimum.at(off, item, np.abs(surface.origin[2] + height * unit - between[item, 2]))
    assert off.max() <= 2e-5


@given(st.sampled_from(sorted(WORLDS)), st.integers(0, 7), st.integers(0, 1 << 30), st.sampled_from(SURFACE_ALGORITHMS))
def test_paths_lie_on_the_floor(name, seed, places, algorithm):
    drawing = made.random_mesh(seed, points=20, size=300, relief=9) if name == "cells" else WORLDS[name](seed)
    surface = made.surface(drawing, voxel_size=0.5, origin=(3.0, -2.0, 1.0), agent_height=1.5, step_height=0.2)
    mesh, rng = navcore.run(FloorMesh.of(surface)), random.Random(places)
    start, goal = somewhere(surface, mesh, rng), somewhere(surface, mesh, rng)
    path = navcore.find_path(surface, start, goal, navcore.PathConfig(algorithm=algorithm))
    if not path.found:
        assert path.status is navcore.PathStatus.DIFFERENT_ISLANDS
        assert path.stats["expanded"] == 0
        return
    best = navcore.find_path(surface, start, goal)
    assert path.plan_length >= best.plan_length - 1e-9
    assert path.length >= path.plan_length - 1e-12
    assert path.raw_length >= path.plan_length - 1e-6
    assert best.raw_length == pytest.approx(best.plan_length, abs=1e-4)
    assert path.points[[0, -1], :2].tolist() == [start[:2].tolist(), goal[:2].tolist()]
    assert_on_floor(surface, path)
    for one, other in zip(path.cells, path.cells[1:], strict=False):
        corners = [set(surface.polygon_vertices[list(mesh.half_edges(cell))].tolist()) for cell in (one, other)]
        assert corners[0] & corners[1]


def test_a_path_goes_up_and_down_with_the_floor():
    path = navcore.find_path(ROOF, (0.1, 1.0, 0.1), (0.9, 1.0, 0.1))
    assert path.points == pytest.approx(np.array([(0.1, 1, 0.1), (0.5, 1, 0.5), (0.9, 1, 0.1)]))
    assert path.plan_length == pytest.approx(0.8)
    assert path.length == pytest.approx(2 * np.hypot(0.4, 0.4))
    assert path.cells == (0,)


def test_a_storey_is_reached_by_its_ramps_alone():
    unit = TOWER.voxel_size / 64
    ground, roof = (TOWER.world(np.array([[20, 20, 512 * storey]]))[0] for storey in (0, 1))
    path = navcore.find_path(TOWER, ground, roof)
    assert path.found
    assert path.plan_length > 8 * 64 * unit
    assert path.points[-1, 2] - path.points[0, 2] == pytest.approx(512 * unit)
    assert_on_floor(TOWER, path)


@given(st.integers(0, 1 << 30), st.sampled_from(SURFACE_ALGORITHMS))
def test_many_goals_are_answered_as_one_by_one(seed, algorithm):
    surface, config = made.surface(made.storeys(seed % 5, size=6)), navcore.PathConfig(algorithm=algorithm)
    mesh, rng = navcore.run(FloorMesh.of(surface)), random.Random(seed)
    source, *targets = (somewhere(surface, mesh, rng) for _ in range(5))
    targets.append(source + np.array((0.0, 0.0, 100.0)))
    paths = navcore.find_paths(surface, source, targets, config)
    for target, path in zip(targets, paths, strict=True):
        alone = navcore.find_path(surface, source, target, config)
        assert path.status is alone.status
        assert path.plan_length == pytest.approx(alone.plan_length, rel=1e-12)
    assert navcore.find_paths(surface, source, [], config) == []


def test_ends_over_the_floor_are_on_it_and_others_are_moved():
    floor = made.surface(made.rectangle(0, 0, 640, 640))
    over = navcore.find_path(floor, (1, 1, 1.7), (9, 9, -0.9))
    assert over.points.tolist() == [[1, 1, 0], [9, 9, 0]]
    assert over.snapped == (False, False)
    assert over.snap_distances == (0.0, 0.0)
    # The agent's radius and two voxels.
    beside = navcore.find_path(floor, (-2.3, 5, 0), (9, 9, 2.3))
    assert beside.points.tolist() == [[0, 5, 0], [9, 9, 0]]
    assert beside.snapped == (True, True)
    assert beside.snap_distances == pytest.approx((2.3, 2.3))
    far = navcore.find_path(floor, (5, 5, 0), (5, 12.5, 0))
    assert far.status is navcore.PathStatus.GOAL_OUTSIDE
    assert far.reason == "the goal is 2.5 from the floor, farther than max_snap (2.4)"
    assert far.islands == (0, -1)
    assert navcore.find_path(floor, (5, 5, 0), (5, 12.5, 0), navcore.PathConfig(max_snap=2.5)).found
    assert navcore.find_path(floor, (5, 5, 3), (5, 5, 0), navcore.PathConfig(max_snap=1)).reason.startswith("the start")


def test_islands_and_limits():
    two = made.surface(made.joined(made.rectangle(0, 0, 64, 64), made.rectangle(128, 0, 192, 64)))
    apart = navcore.find_path(two, (0.5, 0.5, 0), (2.5, 0.5, 0))
    assert apart.status is navcore.PathStatus.DIFFERENT_ISLANDS
    assert apart.reason == "the start is on island 1 and the goal on island 2; nothing connects them"
    assert apart.stats["expanded"] == 0
    for algorithm in SURFACE_ALGORITHMS:
        config = navcore.PathConfig(algorithm=algorithm, max_expanded=1)
        ground, roof = (TOWER.world(np.array([[20, 20, 512 * storey]]))[0] for storey in (0, 1))
        assert navcore.find_path(TOWER, ground, roof, config).status is navcore.PathStatus.LIMIT_REACHED


def test_what_is_no_question_is_refused():
    floor = made.surface(made.rectangle(0, 0, 64, 64))
    for algorithm in ALGORITHMS:
        with pytest.raises(navcore.PathError, match=f"{algorithm} is for volumes; on a surface choose one of polyanya"):
            navcore.find_path(floor, (0, 0, 0), (1, 1, 0), navcore.PathConfig(algorithm=algorithm))
    room = navcore.bake_voxels([(0, 0, 0)], (3, 3, 3))
    for algorithm in SURFACE_ALGORITHMS:
        with pytest.raises(navcore.PathError, match=f"{algorithm} is for surfaces; in a volume choose one of astar"):
            navcore.find_path(room, (2, 2, 2), (1, 2, 2), navcore.PathConfig(algorithm=algorithm))
    with pytest.raises(navcore.PathError, match="start must be three finite numbers"):
        navcore.find_path(floor, (0, float("nan"), 0), (1, 1, 0))
    with pytest.raises(navcore.PathError, match="no polygons, so there is nowhere to walk"):
        navcore.find_path(made.surface(made.Drawing([], [])), (0, 0, 0), (1, 1, 0))
    with pytest.raises(navcore.PathError, match="not on a surface"):
        navcore.Navigator(floor).find_leak((0, 0, 0))
    with pytest.raises(navcore.PathError, match="a surface has no cells"):
        navcore.Navigator(floor).cells()


def test_a_surface_keeps_what_was_made_of_it_and_lets_go_of_all():
    surface = replace(TOWER)
    navcore.find_path(surface, TOWER.vertices[0], TOWER.vertices[-1])
    made_of_it = navcore.Navigator.of(surface)._made.floors.outlook
    assert made_of_it is not None
    gone = weakref.ref(made_of_it)
    del made_of_it, surface
    gc.collect()
    assert gone() is None


def test_steps_tell_where_they_are_and_can_be_left():
    steps = navcore.find_path_steps(replace(TOWER), TOWER.vertices[0], TOWER.vertices[-1])
    told = [next(steps) for _ in range(3)]
    assert all(0.0 <= fraction <= 1.0 for fraction, _stage in told)
    steps.close()
    with pytest.raises(navcore.Cancelled):
        navcore.find_path(TOWER, TOWER.vertices[0], TOWER.vertices[-1], progress=lambda *_: False)


@given(st.integers(0, 1 << 30))
def test_polygons_are_cut_into_delaunay_triangles(seed):
    drawing = made.random_mesh(seed, points=12, size=12 + seed % 200)
    for ring in drawing.polygons:
        corners = [drawing.corners[corner][:2] for corner in ring]
        pieces = delaunay(corners)
        areas = [sum(made.turn((0, 0), corners[a], corners[b]) for a, b in made.edges_of(piece)) for piece in pieces]
        assert min(areas) > 0
        assert sum(areas) == sum(
            made.turn((0, 0), a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
        )
        # An edge inside a polygon has a piece on both sides; all others are edges of the polygon.
        edges = {edge for piece in pieces for edge in made.edges_of(piece)}
        assert len(edges) == sum(map(len, pieces))
        assert all((b, a) in edges or b == (a + 1) % len(corners) for a, b in edges)
        for piece in pieces:
            a, b, c = (corners[corner] for corner in sharp(piece, corners))
            for other in corners:
                matrix = [[x - other[0], y - other[1], (x - other[0]) ** 2 + (y - other[1]) ** 2] for x, y in (a, b, c)]
                assert np.linalg.det(np.array(matrix, float)) <= 1e-6 * max(1.0, np.abs(matrix).max())


def sharp(piece, corners):
    """The corners of a piece that are not on an edge of it."""
    return [
        corner
        for before, corner, after in zip(piece[-1:] + piece[:-1], piece, piece[1:] + piece[:1], strict=True)
        if made.turn(corners[before], corners[corner], corners[after])
    ]
