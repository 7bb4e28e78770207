# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Floors of worlds whose answers are known: by what is told of each, by the verifier, and by a raster of its own."""

from __future__ import annotations

import ground_raster
import ground_variants
import ground_worlds
import numpy as np
import pytest
from ground_worlds import VOXEL, WORLDS, World

from volant import navcore

#: How far a surface's height may be from the floor's, and from what is told of a place.
_HIGH = 0.3


def baked(world: World) -> navcore.NavSurface:
    return navcore.bake_ground(world.vertices, world.triangles, navcore.GroundConfig(**world.options))


def polygon_at(surface: navcore.NavSurface, place: ground_worlds.Point) -> int:
    """The polygon at a place and about its height, -1 for none."""
    found = int(surface.locate([place])[0])
    return found if found >= 0 and abs(float(surface.height([place])[0]) - place[2]) < _HIGH else -1


def perimeter(surface: navcore.NavSurface) -> float:
    """The length of all borders in plan."""
    after = np.arange(1, len(surface.polygon_vertices) + 1)
    after[surface.polygon_starts[1:] - 1] = surface.polygon_starts[:-1]
    sides = surface.vertices[surface.polygon_vertices[after]] - surface.vertices[surface.polygon_vertices]
    return float(np.hypot(sides[:, 0], sides[:, 1])[surface.neighbours < 0].sum())


def assert_as_told(surface: navcore.NavSurface, world: World) -> None:
    for place in world.on:
        assert polygon_at(surface, place) >= 0, f"{place} is not on the surface"
    for place in world.off:
        assert polygon_at(surface, place) < 0, f"{place} is on the surface"
    for pairs, together in ((world.joined, True), (world.apart, False)):
        for pair in pairs:
            polygons = [polygon_at(surface, place) for place in pair]
            islands = [
                surface.components[polygon] if polygon >= 0 else -1 - end for end, polygon in enumerate(polygons)
            ]
            assert (islands[0] == islands[1]) == together, f"{pair} are on islands {islands}"
    if world.area is not None:
        # Less by what certified edges give away: a hundredth of a floor of some meters.
        assert 0.985 * world.area <= surface.plan_areas().sum() <= world.area * (1 + 1e-9)


@pytest.mark.parametrize("name", WORLDS)
def test_what_is_known_of_a_world(name):
    world = WORLDS[name]()
    surface = baked(world)
    assert_as_told(surface, world)
    assert navcore.check(surface, world.vertices, world.triangles) == []


#: Small enough for the raster, and of every kind.
_RASTERED = ("pillar", "three_storeys", "ramp_on_a_floor", "steep_walls", "low_beam_over_a_step", "stairs_too_high")


@pytest.mark.parametrize("name", _RASTERED)
def test_area_and_clearance_against_a_raster(name):
    """At an eighth of a voxel: what is on the surface is clear, and what is clear by a voxel's diagonal is on it."""
    world = WORLDS[name]()
    surface, options = baked(world), world.options
    radius, cell = options["agent_radius"], VOXEL / 8
    body = ground_raster.Body(*(options[key] for key in ("agent_radius", "agent_height", "step_height", "max_slope")))
    far = radius + np.sqrt(2) * VOXEL + 0.1 * radius
    raster = ground_raster.Raster(world.vertices, world.triangles, body, cell, far + 2 * cell)
    polygon, height = surface.locate(raster.places), surface.height(raster.places)
    on = (polygon >= 0) & (np.abs(height - raster.places[:, 2]) < _HIGH)
    assert raster.clearances[on].min() >= radius - 1.5 * cell
    missed = raster.places[(raster.clearances > far + cell) & ~on]
    assert not len(missed), missed[:3]
    assert raster.area(radius + VOXEL / 2) <= surface.plan_areas().sum() <= raster.area(radius - 1.5 * cell)


def _elsewhere(world: World, angle: float, by: tuple[float, float, float]) -> World:
    turn = np.array([[np.cos(angle), np.sin(angle), 0], [-np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    return world.with_mesh((world.vertices @ turn + by, world.triangles))


@pytest.mark.parametrize("name", ["pillar", "ramp_on_a_floor", "bridge"])
@pytest.mark.parametrize(("angle", "by"), [(0.0, (1e5, -1e5, 300.0)), (0.7, (0.0, 0.0, 0.0)), (2.1, (1e5, 3.3, -7.0))])
def test_the_same_surface_elsewhere(name, angle, by):
    world = WORLDS[name]()
    other = _elsewhere(world, angle, by)
    here, there = baked(world), baked(other)
    assert navcore.check(there, other.vertices, other.triangles) == []
    assert len(set(there.components.tolist())) == len(set(here.components.tolist()))
    # Rounded inward on another grid.
    assert there.plan_areas().sum() == pytest.approx(here.plan_areas().sum(), rel=0.01)


@pytest.mark.parametrize("name", ["pillar", "ramp_on_a_floor", "small_arena", "terrain"])
def test_the_same_surface_of_other_triangles(name):
    """In another order the same bits; doubled, cut up or inside out the same surface to a hundredth of a voxel."""
    world = WORLDS[name]()
    mesh = world.vertices, world.triangles
    surface = baked(world)
    again = baked(world.with_mesh(ground_variants.permuted(mesh, 5)))
    for array in ("corners", "polygon_starts", "polygon_vertices", "neighbours", "components"):
        assert np.array_equal(getattr(again, array), getattr(surface, array)), array
    for other in (ground_worlds.joined(mesh, mesh), ground_variants.subdivided(mesh), ground_variants.inside_out(mesh)):
        same = baked(world.with_mesh(other))
        assert len(set(same.components.tolist())) == len(set(surface.components.tolist()))
        rim = perimeter(surface)
        assert same.plan_areas().sum() == pytest.approx(surface.plan_areas().sum(), abs=0.01 * VOXEL * rim)
        assert navcore.check(same, *other) == []


@pytest.mark.parametrize("voxel", [0.13, 0.2, 0.31])
@pytest.mark.parametrize("place", [(0.0, 0.0), (0.03, 0.11), (0.1, 0.1)])
def test_small_holes_wherever_they_lie(voxel, place):
    """At least a third of a voxel wide; what is smaller may lie between the points that a cell is looked at."""
    for share in (0.35, 0.6, 0.95):
        world = ground_worlds.small_hole(share * voxel, 3.0 + place[0], 3.0 + place[1])
        surface = navcore.bake_ground(
            world.vertices, world.triangles, navcore.GroundConfig(**{**world.options, "voxel_size": voxel})
        )
        assert navcore.check(surface, world.vertices, world.triangles) == []


def test_doors_are_passed_from_little_more_than_the_agent_on():
    widths = [0.8 + VOXEL * share for share in (-0.05, 0.75, 1.0, 1.5)]
    world = ground_worlds.doors(widths)
    surface = baked(world)
    passed = []
    for start, goal in world.joined:
        first, second = polygon_at(surface, start), polygon_at(surface, goal)
        passed.append(bool(surface.components[first] == surface.components[second]))
    assert passed[0] is False
    assert passed[-1] is True
    assert passed == sorted(passed)
