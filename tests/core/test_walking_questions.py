# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions about surfaces beyond one path: other walks, and why there is none."""

from __future__ import annotations

import random

import hand_made_surfaces as made
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_shortest_walks import WORLDS
from test_walking_paths import assert_on_floor, somewhere

from volant import navcore
from volant.navcore.query.analysis.floor_gap import floor_gap
from volant.navcore.query.analysis.walking_routes import MOST_SHARED, near
from volant.navcore.query.walking.mesh import FloorMesh
from volant.navcore.surface import Border

#: A hall of 12 by 12 voxels with one pillar of 4 by 4, a little off its middle.
PILLAR = np.ones((12, 12), bool)
PILLAR[4:8, 5:9] = False


def share_near(path, other, distance: float) -> float:
    """The share of a path that is near another one, of many points along it."""
    steps = np.linspace(0.0, 1.0, 2001)
    lengths = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))))
    points = np.column_stack([np.interp(steps * lengths[-1], lengths, path[:, axis]) for axis in range(3)])
    begin, along = other[:-1], np.diff(other, axis=0)
    square = np.maximum((along * along).sum(axis=1), 1e-30)
    share = np.clip(((points[:, None] - begin) * along).sum(axis=2) / square, 0.0, 1.0)
    gaps = np.linalg.norm(points[:, None] - (begin + share[..., None] * along), axis=2).min(axis=1)
    return float((gaps < distance).mean())


def test_a_pillar_has_two_sides():
    hall = made.surface(made.cells(PILLAR), agent_radius=0.5)
    start, goal = (6.0, 1.0, 0.0), (6.0, 11.0, 0.0)
    routes = navcore.k_routes(hall, start, goal, 5)
    assert [route.plan_length for route in routes] == pytest.approx(
        2 * [np.hypot(2, 4) + 4 + np.hypot(2, 2)], abs=1e-12
    )
    assert {float(np.sign(route.points[1, 0] - 6.0)) for route in routes} == {-1.0, 1.0}
    assert navcore.k_routes(hall, start, goal, 1)[0].points.tolist() == routes[0].points.tolist()


@given(st.sampled_from(sorted(WORLDS)), st.integers(0, 7), st.integers(0, 1 << 30), st.integers(1, 4))
def test_routes_differ_and_lie_on_the_floor(name, seed, places, k):
    surface = made.surface(WORLDS[name](seed), voxel_size=0.5, agent_radius=0.3)
    mesh, rng = navcore.run(FloorMesh.of(surface)), random.Random(places)
    start, goal = somewhere(surface, mesh, rng), somewhere(surface, mesh, rng)
    routes = navcore.k_routes(surface, start, goal, k)
    path = navcore.find_path(surface, start, goal)
    assert len(routes) <= k
    assert bool(routes) == path.found
    lengths = [route.plan_length for route in routes]
    assert lengths == sorted(lengths)
    assert lengths[:1] == pytest.approx([path.plan_length] * path.found)
    for number, route in enumerate(routes):
        assert_on_floor(surface, route)
        assert len(set(route.cells)) == len(route.cells)
        for other in routes[:number]:
            for one, two in ((route, other), (other, route)):
                assert share_near(one.points, two.points, near(surface)) <= MOST_SHARED + 2e-3
    again = navcore.k_routes(surface, start, goal, k)
    assert [route.points.tolist() for route in again] == [route.points.tolist() for route in routes]


def test_a_number_of_routes_is_a_whole_one():
    hall = made.surface(made.cells(PILLAR))
    for wrong in (0, 1.5, True, "2"):
        with pytest.raises(navcore.PathError, match="k must be a whole number of routes"):
            navcore.k_routes(hall, (6, 1, 0), (6, 11, 0), wrong)


def test_why_there_is_no_walk():
    # A platform, 40 higher and 16 beside; 64 is a voxel of 1.
    drawing = made.joined(made.rectangle(0, 0, 256, 256), made.rectangle(272, 64, 512, 192, height=40))
    surface = made.surface(drawing, border=Border.LEDGE, step_height=0.5)
    why = navcore.why_not(surface, (1, 2, 0), (6, 2, 0.7))
    assert why.status is navcore.Obstacle.APART
    assert why.gap == pytest.approx(np.array([(4, 2, 0), (4.25, 2, 0.625)]), abs=0.05)
    assert why.borders == (Border.LEDGE, Border.LEDGE)
    assert why.words() == (
        "island 1 and island 2 are 0.673 apart, 0.625 of it in height, and a step is 0.5 at most; "
        "a ledge and a ledge are between them"
    )
    assert navcore.why_not(surface, (1, 2, 0), (3, 3, 0)).words() == "there is a path"
    lost = navcore.why_not(surface, (1, 2, 0), (1, 9, 0))
    assert lost.status is navcore.Obstacle.GOAL_OUTSIDE
    assert lost.gap.tolist() == [[1, 9, 0], [1, 4, 0]]
    assert lost.words() == "the goal is off the floor; the nearest floor is 5 away"
    assert navcore.why_not(surface, (1, 9, 0), (1, 2, 0)).status is navcore.Obstacle.START_OUTSIDE
    maze = made.surface(made.storeys(1, size=8))
    limited = navcore.why_not(maze, *maze.vertices[[0, -1]], config=navcore.PathConfig(max_expanded=1))
    assert limited.status is navcore.Obstacle.LIMIT_REACHED
    assert limited.words() == limited.path.reason


@given(st.integers(0, 1 << 30))
def test_the_gap_is_where_borders_are_nearest(seed):
    drawing = made.joined(
        made.moved(made.random_mesh(seed % 99, points=8, size=100, relief=30)),
        made.moved(made.random_mesh(seed % 97, points=8, size=100, relief=30), (90, 60, 40)),
    )
    surface = made.surface(drawing, voxel_size=64.0)
    count = int(surface.components.max()) + 1
    if count < 2:
        return
    rng = np.random.default_rng(seed)
    islands = tuple(rng.choice(count, 2, replace=False).tolist())
    gap = navcore.run(floor_gap(surface, islands, np.zeros((2, 3))))
    found = float(np.linalg.norm(gap.points[1] - gap.points[0]))
    samples = []
    for island in islands:
        edges = [
            (surface.vertices[a], surface.vertices[b])
            for polygon in np.flatnonzero(surface.components == island)
            for a, b in made.edges_of(surface.polygon_vertices[slice(*surface.polygon_starts[polygon : polygon + 2])])
            if (b, a)
            not in {
                edge
                for other in np.flatnonzero(surface.components == island)
                for edge in made.edges_of(surface.polygon_vertices[slice(*surface.polygon_starts[other : other + 2])])
            }
        ]
        samples.append(np.array([a + share * (b - a) for a, b in edges for share in np.linspace(0.0, 1.0, 30)]))
    nearest = np.linalg.norm(samples[0][:, None] - samples[1], axis=2).min()
    assert found <= nearest + 1e-9
    longest = max(np.linalg.norm(surface.vertices[a] - surface.vertices[b]) for a in range(3) for b in range(3))
    assert nearest - found <= 150 / 29 * 2 + longest / 29
    for point, sample in zip(gap.points, samples, strict=True):
        assert np.linalg.norm(sample - point, axis=1).min() <= 150 / 29
