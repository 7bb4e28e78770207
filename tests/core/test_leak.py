# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaks of random buildings: the hole that was made is the one that is found, and closed rooms are closed."""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from thoroughness import cases
from volumes import awkward_point, cells_holding, volumes

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from path_check import assert_valid_path

from volant import navcore
from volant.navcore.geometry.box_tree import BoxTree

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

BUILDINGS = cases(20, 200)
#: Voxels between the building and the border of the domain, and how thick walls are.
YARD = 4
TILE = 3
#: Doors are wider than tiles, or a hole would not be the narrowest place.
DOOR = 5


@dataclass
class Building:
    """Solid voxels, (x, y, z) bool, and the free voxels of its rooms."""

    solid: Bools
    rooms: list[tuple[slice, slice, slice]]

    def bake(self, rng: np.random.Generator) -> navcore.NavVolume:
        """Baked from triangles, somewhere in the world, with voxels of some size."""
        self.voxel, self.origin = float(rng.choice([0.25, 0.5, 1.0])), rng.integers(-50, 50, 3).astype(np.float64)
        # Boxes a little smaller than their voxels block exactly those.
        low = self.origin + (np.argwhere(self.solid) + 0.1) * self.voxel
        vertices, triangles = boxes_as_triangles(low, low + 0.8 * self.voxel)
        bounds = self.origin, self.origin + np.array(self.solid.shape) * self.voxel
        config = navcore.BakeConfig(voxel_size=self.voxel, bounds=(tuple(bounds[0]), tuple(bounds[1])))
        return navcore.bake(vertices, triangles, config)

    def world(self, places: object) -> Floats:
        return self.origin + np.asarray(places, dtype=np.float64) * self.voxel


def boxes_as_triangles(low: Floats, high: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """The triangles of boxes given by their corners, (n, 3) each."""
    corners = np.array(list(itertools.product((0, 1), repeat=3)))
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = np.array([(a, b, c) for a, b, c, d in sides] + [(a, c, d) for a, b, c, d in sides])
    vertices = np.where(corners[None], high[:, None], low[:, None]).reshape(-1, 3)
    return vertices, (triangles[None] + 8 * np.arange(len(low))[:, None, None]).reshape(-1, 3)


def random_building(rng: np.random.Generator) -> Building:
    """Rooms in a grid with doors between them; some with a box in the middle, farther from the walls than a tile."""
    counts = [int(rng.integers(1, 4)), int(rng.integers(1, 3)), int(rng.integers(1, 3))]
    sides = [rng.integers(9, 14, count) for count in counts]
    ends = [YARD + np.append(0, np.cumsum(side + 1)) for side in sides]
    solid = np.zeros([int(end[-1]) + 1 + YARD for end in ends], bool)
    house = tuple(slice(end[0], end[-1] + 1) for end in ends)
    solid[house] = True
    places = list(itertools.product(*map(range, counts)))
    rooms = []
    for place in places:
        room = tuple(slice(int(end[k]) + 1, int(end[k + 1])) for end, k in zip(ends, place, strict=True))
        solid[room] = False
        if rng.random() < 0.5:
            middle = tuple(slice(side.start + TILE + 1, side.stop - TILE - 1) for side in room)
            solid[middle] = True
        rooms.append(room)
    for place in places[1:]:
        axis = int(rng.choice(np.flatnonzero(np.array(place) > 0)))
        door = [slice(0, 0)] * 3
        for k, room_side in enumerate(rooms[places.index(place)]):
            begin = int(rng.integers(room_side.start, room_side.stop - DOOR + 1))
            door[k] = slice(begin, begin + DOOR)
        wall = int(ends[axis][place[axis]])
        door[axis] = slice(wall, wall + 1)
        solid[tuple(door)] = False
    return Building(solid, rooms)


def remove_tile(rng: np.random.Generator, building: Building) -> Floats:
    """Take a tile out of the outer shell, and return its corners, (2, 3), in voxels."""
    room = building.rooms[rng.integers(len(building.rooms))]
    sides = []
    for axis, side in enumerate(room):
        if side.start == YARD + 1:
            sides.append((axis, side.start - 1))
        if side.stop == building.solid.shape[axis] - YARD - 1:
            sides.append((axis, side.stop))
    if not sides:
        return remove_tile(rng, building)
    axis, wall = sides[rng.integers(len(sides))]
    begin = np.array([rng.integers(side.start, side.stop - TILE + 1) for side in room])
    begin[axis] = wall
    end = begin + TILE
    end[axis] = wall + 1
    building.solid[tuple(map(slice, begin, end))] = False
    return np.stack((begin, end)).astype(np.float64)


def flooded(solid: Bools, seed: tuple[int, ...]) -> Bools:
    """The free voxels that can be reached from one through faces."""
    reached = np.zeros(solid.shape, bool)
    reached[seed] = True
    while True:
        grown = reached.copy()
        for axis in range(3):
            there, back = [slice(None)] * 3, [slice(None)] * 3
            there[axis], back[axis] = slice(1, None), slice(None, -1)
            grown[tuple(there)] |= reached[tuple(back)]
            grown[tuple(back)] |= reached[tuple(there)]
        grown &= ~solid
        if (grown == reached).all():
            return reached
        reached = grown


def corner_of_a_room(rng: np.random.Generator, building: Building) -> tuple[int, ...]:
    """A voxel of a room, two voxels from its walls at least, where no furniture stands."""
    room = building.rooms[rng.integers(len(building.rooms))]
    return tuple(int(rng.choice([side.start + 1, side.stop - 2])) for side in room)


def assert_marks(building: Building, leak: navcore.Leak, hole: Floats) -> None:
    """The marked place is in or at the hole, as wide as the hole, and the way leads through it."""
    assert leak.found
    place = (leak.portal - building.origin) / building.voxel
    assert (place[0] <= hole[1] + 1e-6).all(), f"{place.tolist()} is not {hole.tolist()}"
    assert (place[1] >= hole[0] - 1e-6).all(), f"{place.tolist()} is not {hole.tolist()}"
    assert leak.width == pytest.approx(TILE * building.voxel)


@pytest.mark.parametrize("seed", range(BUILDINGS))
def test_the_missing_tile_is_found(seed):
    rng = np.random.default_rng(seed)
    building = random_building(rng)
    hole = remove_tile(rng, building)
    nav = building.bake(rng)
    inside = building.world(np.array(corner_of_a_room(rng, building)) + 0.5)
    to_border = navcore.find_leak(nav, inside)
    assert_marks(building, to_border, hole)
    assert_valid_path(nav, to_border.path)
    assert (to_border.path.points[0] == inside).all()
    end = (to_border.path.points[-1] - building.origin) / building.voxel
    assert (np.isclose(end, 0) | np.isclose(end, building.solid.shape)).any(), "the way ends before the border"
    to_point = navcore.find_leak(nav, inside, building.world((0.5, 0.5, 0.5)))
    assert_marks(building, to_point, hole)
    assert_valid_path(nav, to_point.path)
    again = navcore.find_leak(nav, inside)
    assert again.path.points.tolist() == to_border.path.points.tolist()
    assert (again.portal == to_border.portal).all()


@pytest.mark.parametrize("seed", range(BUILDINGS))
def test_an_intact_building_is_closed_and_measured(seed):
    rng = np.random.default_rng(seed)
    building = random_building(rng)
    nav = building.bake(rng)
    seed_voxel = corner_of_a_room(rng, building)
    inside = building.world(np.array(seed_voxel) + 0.5)
    room = flooded(building.solid, seed_voxel)
    for outside in (None, building.world((0.5, 0.5, 0.5))):
        leak = navcore.find_leak(nav, inside, outside)
        assert not leak.found
        assert leak.reason.startswith("closed")
        assert not leak.path.found
        assert leak.portal is None
        assert leak.width == 0
        assert leak.room_volume == pytest.approx(room.sum() * building.voxel**3)


def test_a_point_in_a_wall_is_no_room():
    rng = np.random.default_rng(1)
    building = Building(np.zeros((20, 20, 20), bool), [])
    building.solid[5:15, 5:15, 5:15] = True
    nav = building.bake(rng)
    leak = navcore.find_leak(nav, building.world((10, 10, 10)))
    assert not leak.found
    assert "the point inside is" in leak.reason
    assert leak.room_volume == 0
    beyond = navcore.find_leak(nav, building.world((1, 1, 1)), building.world((10, 10, 10)))
    assert not beyond.found
    assert "the point outside is" in beyond.reason
    # A little inside the wall is moved out of it, as a path's start is.
    assert navcore.find_leak(nav, building.world((6, 10, 10))).found


@pytest.mark.parametrize("bad", [(1, 2), (1, 2, np.nan), "here"])
def test_malformed_points_are_refused(bad):
    nav = navcore.bake_voxels(np.empty((0, 3), int), (4, 4, 4), navcore.BakeConfig(voxel_size=1.0))
    for question in ((bad,), ((1, 1, 1), bad)):
        with pytest.raises(navcore.PathError):
            navcore.find_leak(nav, *question)


def test_cancelling():
    nav = navcore.bake_voxels(np.empty((0, 3), int), (4, 4, 4), navcore.BakeConfig(voxel_size=1.0))
    for outside in (None, (3, 3, 3)):
        with pytest.raises(navcore.Cancelled):
            navcore.find_leak(nav, (1, 1, 1), outside, progress=lambda _fraction, _stage: False)


def test_cancelling_wherever_it_is():
    """Measuring the narrowest place takes longest at times, so it too asks often whether to go on."""
    wall = [(x, y, 3) for x in range(6) for y in range(6) if (x, y) != (2, 2)]
    nav = navcore.bake_voxels(np.array(wall), (6, 6, 6), navcore.BakeConfig(voxel_size=1.0))
    # What is made once for a volume is made by now.
    navcore.find_leak(nav, (1, 1, 1), (5, 5, 5))
    stages: list[str] = []
    leak = navcore.find_leak(nav, (1, 1, 1), (5, 5, 5), lambda _fraction, stage: stages.append(stage))
    assert leak.found
    assert stages.count("Measuring") > 10
    for last in range(len(stages)):
        asked = []

        def until(_fraction, stage, asked=asked, last=last):
            asked.append(stage)
            return len(asked) <= last

        with pytest.raises(navcore.Cancelled, match=stages[last].lower()):
            navcore.find_leak(nav, (1, 1, 1), (5, 5, 5), until)
        assert len(asked) == last + 1


@given(volumes(), st.integers(0, 2**32 - 1))
@settings(max_examples=settings().max_examples // 2)
def test_no_place_of_the_border_is_nearer(nav, seed):
    """Against paths to many places of the border."""
    rng = np.random.default_rng(seed)
    inside = awkward_point(rng, nav)
    leak = navcore.find_leak(nav, inside)
    # Beside the start along an axis, and anywhere.
    places = np.concatenate((np.repeat(inside[None], 6, axis=0), rng.uniform(0, nav.shape, (40, 3))))
    sides = np.concatenate((np.arange(6), rng.integers(0, 6, 40)))
    places[range(46), sides % 3] = np.where(sides < 3, 0, nav.shape[sides % 3])
    island = nav.components[cells_holding(nav, inside)]
    places = places[nav.locate(places) >= 0]
    paths = navcore.find_paths(nav, inside, places) if len(places) else []
    lengths = [path.length for path in paths if path.found]
    if not lengths:
        assert not leak.found or len(set(island.tolist())) > 1
        return
    assert leak.found
    assert leak.path.length <= min(lengths) * (1 + 1e-6) + 1e-9
    assert_valid_path(nav, leak.path)


def test_only_places_that_may_matter_are_measured(monkeypatch):
    """A room is measured at many points of a rectangle only where a better way might lead through it."""
    rng = np.random.default_rng(3)
    low = rng.integers(0, (120, 120, 30), (360, 3))
    sizes = rng.integers(1, 9, (360, 3))
    solid = np.concatenate([np.argwhere(np.ones(size)) + at for at, size in zip(low, sizes, strict=True)])
    solid = np.unique(solid[(solid < (120, 120, 30)).all(axis=1)], axis=0)
    nav = navcore.bake_voxels(solid, (120, 120, 32))
    measured = []
    nearest = BoxTree.nearest

    def counted(tree: BoxTree, points: Floats) -> NDArray[np.int64]:
        measured.append(len(points))
        return nearest(tree, points)

    monkeypatch.setattr(BoxTree, "nearest", counted)
    leak = navcore.find_leak(nav, (2.5, 2.5, 31.5), (117.5, 116.5, 31.5))
    assert leak.found
    assert sum(measured) < 10 * len(nav.cells)
