# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verifier on surfaces drawn by hand: silent when all is well, and right when one thing is not."""

from __future__ import annotations

from dataclasses import replace

import ground_variants
import ground_worlds
import numpy as np
import pytest
from ground_worlds import RADIUS, STEP, VOXEL, World, box, joined, wedge
from hand_made_surfaces import Drawing, rectangle, surface
from hand_made_surfaces import joined as drawn
from numpy.typing import NDArray

from volant import navcore
from volant.navcore.surface import Border, NavSurface

pytestmark = pytest.mark.filterwarnings("error")

#: The unit of corners in scene units: 64 to a voxel.
UNIT = VOXEL / 64


def made(drawing: Drawing, details=None, **settings) -> NavSurface:
    """The surface of a drawing, for the body of the worlds."""
    return surface(drawing, Border.LEDGE, details, voxel_size=VOXEL, agent_radius=RADIUS, step_height=STEP, **settings)


def area(x0: float, y0: float, x1: float, y1: float, z: float = 0.0, upper: float | None = None) -> Drawing:
    """A rectangle in scene units, rounded inward; with `upper` it rises along y."""
    low, high = np.ceil(np.round([x0 / UNIT, y0 / UNIT], 6)), np.floor(np.round([x1 / UNIT, y1 / UNIT], 6))
    heights = [None if height is None else round(height / UNIT) for height in (z, upper)]
    return rectangle(*map(int, (*low, *high)), heights[0] or 0, heights[1])


def turned(drawing: Drawing) -> Drawing:
    """With x and y exchanged."""
    return Drawing([(y, x, z) for x, y, z in drawing.corners], [ring[::-1] for ring in drawing.polygons])


def faults(nav: NavSurface, world: World) -> list[str]:
    return navcore.check(nav, world.vertices, world.triangles)


def kinds(nav: NavSurface, world: World) -> set[str]:
    return {fault.split(":")[0] for fault in faults(nav, world)}


# --- all is well ---


def pillar_surface(keep: float = RADIUS) -> NavSurface:
    """Around a pillar, its corners cut off straight outside the circles that the radius asks for."""
    low, high = 2.5 - keep, 3.5 + keep
    return made(
        drawn(
            *(area(keep, keep, 6 - keep, low), area(keep, high, 6 - keep, 6 - keep)),
            *(area(keep, low, low, high), area(high, low, 6 - keep, high)),
        )
    )


def platform() -> World:
    """A floor, a ramp along y and a terrace at its upper end."""
    ramp = wedge(2.0, 1.0, 6.0, 5.0, 0.0, 1.0, -0.5)
    turned_ramp = ramp[0][:, [1, 0, 2]], ramp[1][:, ::-1]
    return World(*joined(turned_ramp, box(1.0, -2.0, -0.5, 5.0, 2.0, 0.0), box(1.0, 6.0, -0.5, 5.0, 10.0, 1.0)))


def platform_surface() -> NavSurface:
    parts = area(1.4, -1.6, 4.6, 2.0), area(1.4, 2.0, 4.6, 6.0, 0.0, 1.0), area(1.4, 6.0, 4.6, 9.6, 1.0)
    return made(drawn(*parts))


WELL = {
    "empty_floor": (ground_worlds.empty_floor, lambda: made(area(0.4, 0.4, 5.6, 3.6))),
    "pillar": (ground_worlds.pillar, pillar_surface),
    "crack": (ground_worlds.crack, lambda: made(area(0.4, 0.4, 5.602, 3.6))),
    "platform": (platform, platform_surface),
    "two storeys": (
        lambda: World(*joined(ground_worlds.floor(0, 0, 4, 4), box(0, 0, 2.4, 4, 4, 2.5))),
        lambda: made(drawn(area(0.4, 0.4, 3.6, 3.6), area(0.4, 0.4, 3.6, 3.6, 2.5))),
    ),
}


@pytest.mark.parametrize("name", WELL)
def test_true_surfaces_have_no_faults(name):
    world, nav = WELL[name]
    assert faults(nav(), world()) == []


@pytest.mark.parametrize("name", WELL)
def test_nor_have_they_elsewhere_and_otherwise(name):
    world, nav = WELL[name][0](), WELL[name][1]()
    by = np.array((1e5, -1e5, 300.0))
    far = replace(nav, origin=nav.origin + by)
    for mesh in (
        ground_variants.subdivided((world.vertices, world.triangles)),
        ground_variants.permuted((world.vertices, world.triangles), 3),
        ground_variants.inside_out((world.vertices, world.triangles)),
    ):
        assert faults(far, world.with_mesh((mesh[0] + by, mesh[1]))) == []


# --- one thing is not ---


def empty() -> NavSurface:
    return made(area(0.4, 0.4, 5.6, 3.6))


def with_more(*meshes: ground_worlds.Mesh) -> World:
    """The empty floor with something on it."""
    plain = ground_worlds.empty_floor()
    return plain.with_mesh(joined((plain.vertices, plain.triangles), *meshes))


def test_a_hair_too_near_to_a_wall():
    assert kinds(pillar_surface(RADIUS - UNIT), ground_worlds.pillar()) == {"sound"}


def test_too_near_to_a_corner_only():
    """Four lines around the pillar that keep the radius from its sides, and cut the circles at its corners."""
    nav = pillar_surface()
    corners = nav.corners.copy()
    pillar = (np.abs(corners[:, :2] * UNIT - 3.0) < 1.0).all(axis=1)
    assert pillar.sum() == 4
    corners[pillar, :2] += (np.sign(3.0 - corners[pillar, :2] * UNIT) * 0.2 / UNIT).astype(np.int32)
    assert "sound" in kinds(replace(nav, corners=corners), ground_worlds.pillar())


def test_a_hair_too_near_to_a_ledge():
    nav = made(area(0.4 - UNIT, 0.4, 5.6, 3.6))
    (fault,) = {sentence.split(" voxels")[0] for sentence in faults(nav, ground_worlds.empty_floor())[:1]}
    assert fault == "sound: the border is 1.984375"


@pytest.mark.parametrize(
    "thing",
    [
        box(3.0, 2.0, 0.0, 3.02, 2.02, 0.5),
        box(3.0, 2.0, 1.7, 3.5, 2.5, 1.75),
        (np.array([[3.0, 2.0, 0.3], [3.2, 2.0, 0.9], [3.4, 2.0, 0.3]]), np.array([[0, 1, 2]])),
        (np.array([[3.0, 2.0, 1.0], [3.0001, 2.0, 1.0], [3.0, 2.0001, 1.0]]), np.array([[0, 1, 2]])),
    ],
    ids=["post", "beam", "upright triangle", "speck"],
)
def test_something_in_the_midst_of_a_polygon(thing):
    assert "sound" in kinds(empty(), with_more(thing))


@pytest.mark.parametrize(
    "thing",
    [box(3.0, 2.0, 0.0, 3.02, 2.02, 0.35), box(3.0, 2.0, 1.85, 3.5, 2.5, 1.9)],
    ids=["lower than a step", "over the head"],
)
def test_what_is_in_nobodys_way(thing):
    told = faults(empty(), with_more(thing))
    assert not [fault for fault in told if not fault.startswith("height")]


def test_a_hole_in_the_midst_of_a_polygon():
    assert kinds(made(area(0.4, 0.4, 5.6, 5.6)), ground_worlds.small_hole(side=2.0 * VOXEL)) == {"sound"}


def test_floors_that_were_not_chosen():
    world = ground_worlds.empty_floor()
    told = navcore.check(empty(), world.vertices, world.triangles, floors=[True, False])
    assert {fault.split(":")[0] for fault in told} == {"sound"}


def test_a_step_that_is_too_high():
    steep = World(*joined(box(0.0, 0.0, -0.5, 4.0, 4.0, 0.0), box(0.0, 4.0, -0.5, 4.0, 8.0, STEP + 0.01)))
    assert "sound" in kinds(made(drawn(area(0.4, 0.4, 3.6, 4.0), area(0.4, 4.0, 3.6, 7.6, 0.0))), steep)
    assert faults(made(drawn(area(0.4, 0.4, 3.6, 3.6), area(0.4, 4.4, 3.6, 7.6, STEP + 0.01))), steep) == []


def test_floor_that_the_surface_lacks():
    assert kinds(made(area(0.4, 0.4, 4.8, 3.6)), ground_worlds.empty_floor()) == {"complete"}


def test_islands_may_be_lacking_if_they_were_not_asked_for_but_not_parts_of_one():
    world = WELL["two storeys"][0]()
    asked = {"ground": {"markers": [[1.0, 1.0, 0.0]]}}
    assert kinds(made(area(0.4, 0.4, 3.6, 3.6)), world) == {"complete"}
    assert faults(made(area(0.4, 0.4, 3.6, 3.6), metadata=asked), world) == []
    assert kinds(made(area(0.4, 0.4, 2.8, 3.6), metadata=asked), world) == {"complete"}


def test_bounds_are_kept_and_asked_for_no_more():
    world = ground_worlds.empty_floor()
    asked = {"ground": {"bounds": [[0.0, 0.0, -1.0], [3.0, 4.0, 1.0]]}}
    assert faults(made(area(0.4, 0.4, 3.0, 3.6), metadata=asked), world) == []
    assert kinds(made(area(0.4, 0.4, 3.2, 3.6), metadata=asked), world) == {"outside"}


def test_heights_that_are_wrong():
    nav = platform_surface()
    corners = nav.corners.copy()
    corners[:, 2] += 40
    assert kinds(replace(nav, corners=corners), platform()) == {"height"}


def two_rooms() -> NavSurface:
    return made(drawn(area(0.4, 0.4, 3.0, 3.6), area(3.0, 0.4, 5.6, 3.6)))


def damaged(nav: NavSurface, name: str, change) -> NavSurface:
    array: NDArray = getattr(nav, name).copy()
    return replace(nav, **{name: change(array)})


def put(index, value):
    def change(array):
        array[index] = value
        return array

    return change


@pytest.mark.parametrize(
    ("name", "change", "kind"),
    [
        ("neighbours", lambda array: np.full_like(array, -1), "neighbor"),
        ("neighbours", put(0, 1), "neighbor"),
        ("borders", put(0, 0), "neighbor"),
        ("components", put(0, 1), "component"),
        ("components", lambda array: array + 1, "component"),
        ("polygon_vertices", lambda array: array[::-1].copy(), "convex"),
        ("polygon_vertices", put(0, 99), "malformed"),
        ("polygon_vertices", lambda array: array.astype(float), "malformed"),
        ("polygon_starts", put(1, 7), "malformed"),
        ("neighbours", put(0, -2), "malformed"),
        ("borders", put(0, 4), "malformed"),
        ("detail_starts", lambda array: array[1:].copy(), "malformed"),
        ("corners", put((0, 0), 2**30), "malformed"),
    ],
)
def test_arrays_that_are_wrong(name, change, kind):
    world = ground_worlds.empty_floor()
    assert faults(two_rooms(), world) == []
    assert kind in kinds(damaged(two_rooms(), name, change), world)


def test_triangles_that_tell_heights():
    inside = [((3 * 64 * 5, 2 * 64 * 5, 0))]
    triangles = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]
    world = ground_worlds.empty_floor()
    assert faults(made(area(0.4, 0.4, 5.6, 3.6), {0: (inside, triangles)}), world) == []
    assert "height" in kinds(made(area(0.4, 0.4, 5.6, 3.6), {0: (inside, triangles[1:])}), world)
    assert "height" in kinds(made(area(0.4, 0.4, 5.6, 3.6), {0: (inside, [(4, 1, 0), *triangles[1:]])}), world)
    assert "malformed" in kinds(made(area(0.4, 0.4, 5.6, 3.6), {0: (inside, [(0, 1, 5)])}), world)


def test_polygons_that_lie_over_each_other():
    one, other = area(0.4, 0.4, 3.6, 3.6), area(3.0, 0.4, 5.6, 3.6, 2 * UNIT)
    both = Drawing(one.corners + other.corners, [*one.polygons, [corner + 4 for corner in other.polygons[0]]])
    assert "overlap" in kinds(made(both), ground_worlds.empty_floor())


def test_edges_that_meet_without_being_neighbors():
    one, other = area(0.4, 0.4, 3.0, 3.6), area(3.0, 0.4, 5.6, 3.0)
    both = Drawing(one.corners + other.corners, [*one.polygons, [corner + 4 for corner in other.polygons[0]]])
    assert "neighbor" in kinds(made(both), ground_worlds.empty_floor())


def test_a_scene_that_is_malformed():
    world = ground_worlds.empty_floor()
    assert navcore.check(empty(), world.vertices, world.triangles + 3)[0].startswith("malformed")
    assert navcore.check(empty(), world.vertices, world.triangles, floors=[True])[0].startswith("malformed")


def test_a_surface_of_nothing():
    bare = made(Drawing([], []))
    assert kinds(bare, ground_worlds.empty_floor()) == {"complete"}
    assert faults(bare, World(np.empty((0, 3)), np.empty((0, 3), int))) == []


def test_checks_can_be_cancelled():
    world = ground_worlds.empty_floor()
    with pytest.raises(navcore.Cancelled):
        navcore.check(empty(), world.vertices, world.triangles, lambda _fraction, _stage: False)
