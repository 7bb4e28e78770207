# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes of floors as a whole: what comes back, what is refused, and that nothing but the scene matters."""

import numpy as np
import pytest
from ground_worlds import WORLDS
from hand_made_outlines import is_convex
from hand_made_surfaces import edges_of

from volant import navcore
from volant.navcore import Border, GroundConfig

#: A floor of 10 by 8.
CORNERS = np.array([(0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (10.0, 8.0, 0.0), (0.0, 8.0, 0.0)])
FLOOR = np.array([(0, 1, 2), (0, 2, 3)])
CONFIG = {"agent_radius": 0.5, "voxel_size": 0.25}
#: Faults in what is made of outlines.
KINDS = ("malformed", "convex", "neighbor", "overlap", "component", "height", "outside")


def baked(world, progress=None, **settings):
    return navcore.bake_ground(world.vertices, world.triangles, GroundConfig(**{**world.options, **settings}), progress)


def test_a_level_floor():
    made = navcore.bake_ground(CORNERS, FLOOR, GroundConfig(**CONFIG))
    assert len(made) == 1
    assert 0.99 * 9 * 7 <= made.plan_areas().sum() <= 9 * 7
    assert set(made.borders.tolist()) == {Border.LEDGE}
    assert made.metadata == {"ground": {"agent_radius": 0.5, "voxel_size": 0.25}}
    assert made.voxel_size == 0.25
    assert not made.detail_triangles.size
    assert navcore.check(made, CORNERS, FLOOR) == []


@pytest.mark.parametrize("name", WORLDS)
def test_worlds_become_partitions(name):
    made = baked(WORLDS[name]())
    corners = [tuple(corner) for corner in made.corners.tolist()]
    rings = [ring.tolist() for ring in np.split(made.polygon_vertices, made.polygon_starts[1:-1])]
    assert all(is_convex([corners[corner] for corner in ring]) for ring in rings)
    owner = {edge: index for index, ring in enumerate(rings) for edge in edges_of(ring)}
    edges = [edge for ring in rings for edge in edges_of(ring)]
    assert len(owner) == len(edges)
    assert made.neighbours.tolist() == [owner.get((b, a), -1) for a, b in edges]
    assert ((made.borders == Border.NONE) == (made.neighbours >= 0)).all()
    # A file takes only what is sound in itself.
    assert navcore.loads(navcore.dumps(made)).corners.tobytes() == made.corners.tobytes()


@pytest.mark.parametrize("name", WORLDS)
def test_polygons_and_heights_are_what_the_check_asks_for(name):
    world = WORLDS[name]()
    faults = navcore.check(baked(world), world.vertices, world.triangles)
    assert [fault for fault in faults if fault.startswith(KINDS)] == []


@pytest.mark.parametrize("name", ["table", "spiral_stair", "terrain"])
def test_steps_tell_where_they_are(name):
    world = WORLDS[name]()
    told = []
    steps = navcore.bake_ground_steps(world.vertices, world.triangles, GroundConfig(**world.options))
    navcore.run(steps, lambda fraction, stage: told.append((fraction, stage)))
    fractions = [fraction for fraction, _stage in told]
    assert fractions == sorted(fractions)
    assert 0.0 <= fractions[0] <= fractions[-1] <= 1.0
    left = iter(range(len(told) // 2))
    with pytest.raises(navcore.Cancelled):
        baked(world, progress=lambda _fraction, _stage: next(left, None) is not None)


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"max_slope": 0.0}, navcore.BakeError, "max_slope must be over 0 and under 90 degrees, not 0"),
        ({"max_slope": 90.0}, navcore.BakeError, "max_slope must be over 0 and under 90 degrees, not 90"),
        ({"agent_height": 0.3}, navcore.LengthError, "an agent height of 0.3 is not over the step height"),
        ({"agent_radius": 0.0}, navcore.BakeError, "agent_radius must be a positive length, not 0"),
        ({"voxel_size": 0.6}, navcore.LengthError, "a voxel size of 0.6 is larger than the agent radius"),
        ({"floors": [False, False]}, navcore.BakeError, "no triangle is chosen to be a floor"),
        ({"floors": [True]}, navcore.BakeError, "floors tells of 1 triangles and the mesh has 2"),
        ({"agent_radius": 4.5, "voxel_size": 0.5}, navcore.BakeError, "use a smaller agent"),
        ({"min_island": 100.0}, navcore.BakeError, "min_island 100 is over the area of the largest island"),
        ({"bounds": ((0, 0, 5), (10, 8, 9))}, navcore.BakeError, "there is no floor"),
        ({"markers": [(5, 4, 1), (50, 4, 1)]}, navcore.MarkerError, "marker 1 is over no floor"),
        ({"markers": [(5, 4, -2)]}, navcore.MarkerError, "marker 0 is over no floor"),
    ],
)
def test_what_cannot_be_baked_is_named(settings, error, words):
    with pytest.raises(error, match=words):
        navcore.bake_ground(CORNERS, FLOOR, GroundConfig(**{**CONFIG, **settings}))


@pytest.mark.parametrize(
    ("vertices", "triangles", "words"),
    [
        ([], [], "there is no mesh to walk on"),
        (CORNERS, [(0, 1, 9)], "triangle 0 names a vertex that is not among the 4 given"),
        (CORNERS * np.nan, FLOOR, "vertices are NaN or infinite"),
        (CORNERS[:, [2, 0, 1]], FLOOR, "the mesh has no floor: no triangle is at most 45 degrees steep"),
    ],
)
def test_meshes_that_cannot_be_baked_are_named(vertices, triangles, words):
    with pytest.raises(navcore.BakeError, match=words):
        navcore.bake_ground(vertices, triangles, GroundConfig(**CONFIG))


def test_other_settings_are_refused():
    with pytest.raises(navcore.BakeError, match="config must be a GroundConfig, not BakeConfig"):
        navcore.bake_ground(CORNERS, FLOOR, navcore.BakeConfig(voxel_size=1.0))


@pytest.mark.parametrize("low", [(2.0, 1.0), (2.03, 1.01), (0.0, 0.0), (-3.0, 2.5)])
@pytest.mark.parametrize("high", [(7.0, 6.0), (7.77, 6.06), (10.0, 8.0), (30.0, 5.5)])
def test_bounds_cut_floors_off(low, high):
    made = navcore.bake_ground(CORNERS, FLOOR, GroundConfig(**CONFIG, bounds=((*low, -1.0), (*high, 1.0))))
    least, most = np.maximum(low, 0.5), np.minimum(high, (9.5, 7.5))
    assert (made.vertices[:, :2] >= least - 1e-9).all()
    assert (made.vertices[:, :2] <= most + 1e-9).all()
    # Edges may lie off by that much where they are simplified.
    assert made.plan_areas().sum() >= np.prod(most - least) - 2 * (most - least).sum() * 0.35 * 0.25
    ends = np.roll(made.polygon_vertices, -1)
    assert len(made) == 1
    middles = (made.vertices[made.polygon_vertices] + made.vertices[ends])[:, :2] / 2
    for side, kind in zip(middles, made.borders.tolist(), strict=True):
        by_bounds = np.minimum(np.abs(side - low), np.abs(side - high)).min() < 0.02
        by_ledge = np.minimum(np.abs(side - 0.5), np.abs(side - (9.5, 7.5))).min() < 0.02
        assert by_bounds or by_ledge or kind in (Border.BOUNDS, Border.LEDGE)
        assert kind == Border.BOUNDS or not by_bounds
        assert kind == Border.LEDGE or not by_ledge


@pytest.mark.parametrize("name", WORLDS)
def test_bounds_of_worlds(name):
    world = WORLDS[name]()
    low, high = world.vertices.min(axis=0), world.vertices.max(axis=0)
    size = high - low
    away = np.array((0.0, 0.0, 1.0))
    bounds = (tuple(low + size * (0.21, 0.17, 0.0) - away), tuple(high - size * (0.13, 0.31, 0.0) + away))
    made = baked(world, bounds=bounds)
    assert (made.vertices[:, :2] >= bounds[0][:2]).all()
    assert (made.vertices[:, :2] <= bounds[1][:2]).all()
    faults = navcore.check(made, world.vertices, world.triangles)
    assert [fault for fault in faults if fault.startswith((*KINDS, "complete"))] == []


def test_markers_keep_what_is_below_them():
    world = WORLDS["three_storeys"]()
    whole = baked(world)
    storeys = {float(z): island for z, island in zip(heights_of(whole), whole.components.tolist(), strict=True)}
    assert len(storeys) == 3
    for z, island in storeys.items():
        some = baked(world, markers=[(*middle_of(whole, island), z + 1.0)])
        assert set(heights_of(some)) == {z}
        assert some.components.tolist() == [0] * int((whole.components == island).sum())


def heights_of(made):
    """The height of each polygon's first corner, world."""
    return np.round(made.vertices[made.polygon_vertices[made.polygon_starts[:-1]], 2], 6).tolist()


def middle_of(made, island):
    """A place on an island."""
    triangles, polygons = made.floor_triangles()
    return triangles[made.components[polygons] == island][0].mean(axis=0)[:2].tolist()
