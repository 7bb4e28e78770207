# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sample buildings with their openings closed: intact they are closed, and a missing wall tile is found.

The buildings come from the modules that make the sample scenes, without the scenes: what they build is gathered as
arrays. The cut in front lies on the border of the domain, so outside is a point beside the house.
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import bpy
import numpy as np
import pytest
from addon_scene import session
from path_check import assert_valid_path
from thoroughness import cases

SAMPLES = Path(__file__).resolve().parents[2] / "sample_scenes"
sys.path.insert(0, str(SAMPLES))

BUILDINGS = ("building_1", "building_2", "building_3")
CASES = cases(12, 50)
#: A hole that is nowhere in the domain.
NOWHERE = (-90.0, -90.0, -89.0, -89.0)
#: The openings to the outside, by their names in each module; and a point outside and one in the house.
OPENINGS = {"building_1": ("OPEN_WINDOW", "SKYLIGHT"), "building_2": ("EYE",), "building_3": ("BREACH",)}
OUTSIDE = {"building_1": (-9.0, 0.0, 16.0), "building_2": (-9.1, -6.5, 2.2), "building_3": (-1.6, -7.2, 13.4)}
INSIDE = {"building_1": (4.6, -7.8, 1.5), "building_2": (-3.4, -7.4, 1.6), "building_3": (2.4, -7.2, 13.4)}
#: The outer walls: axis, layer, and the voxels they span along the other two axes.
WALLS = {
    "building_1": ((0, 4, (0, 19), (0, 21)), (0, 27, (0, 19), (0, 21)), (1, 19, (5, 27), (0, 21))),
    "building_2": ((0, 3, (0, 17), (0, 20)), (0, 28, (0, 17), (0, 20)), (1, 17, (4, 28), (0, 20))),
    "building_3": ((0, 16, (0, 15), (0, 24)), (0, 28, (0, 15), (0, 24)), (1, 15, (17, 28), (0, 24))),
}


class Plan:
    """Takes a kit's place: keeps the solids of a world as triangles, and leaves out light, camera and marks."""

    def __init__(self) -> None:
        self.vertices: list[Any] = []
        self.triangles: list[tuple[int, int, int]] = []

    def solid(self, _name: str, solid: Any, *_looks: Any, location: Any = (0.0, 0.0, 0.0), **_more: Any) -> None:
        first = sum(map(len, self.vertices))
        # Rounded as a kit and a mesh do.
        origin = np.round(np.asarray(location, dtype=float), 4)
        self.vertices.append(np.float32(origin) + np.float32(np.round(np.round(solid[0], 4) - origin, 4)))
        for face in solid[1]:
            corners = [first + corner for corner in face]
            self.triangles += [(corners[0], *pair) for pair in pairwise(corners[1:])]

    def box(self, name: str, low: Any, high: Any, material: str, cut: float = 0.08) -> None:
        self.solid(name, importlib.import_module("shapes").box(low, high, cut), material)

    def __getattr__(self, _name: str) -> Any:
        return lambda *_what, **_more: None


@dataclass(frozen=True)
class Tile:
    """A piece of a wall: its axis and layer, and the corners along the other two axes, in voxels."""

    axis: int
    layer: int
    low: tuple[int, int]
    high: tuple[int, int]

    def box(self) -> Any:
        """Its corners in voxels: (2, 3)."""
        others = [axis for axis in range(3) if axis != self.axis]
        corners = np.empty((2, 3), int)
        corners[:, self.axis] = self.layer, self.layer + 1
        corners[:, others] = self.low, self.high
        return corners


def baked(volant: ModuleType, name: str, tile: Tile | None = None, closed: bool = True) -> Any:
    """A building with its openings closed, and without a wall tile."""
    masonry, world = importlib.import_module("masonry"), importlib.import_module(f"worlds.{name}")

    def layer(axis: int, index: int, low: Any, high: Any, holes: Any = (), **more: Any) -> Any:
        if tile is not None and (axis, index) == (tile.axis, tile.layer):
            holes = [*holes, (*tile.low, *tile.high)]
        return masonry.layer(axis, index, low, high, holes, **more)

    plan = Plan()
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(world, "layer", layer)
        for opening in OPENINGS[name] if closed else ():
            changed.setattr(world, opening, NOWHERE)
        world.build(plan)
    config = volant.navcore.BakeConfig(voxel_size=masonry.VOXEL, bounds=(masonry.LOW, masonry.HIGH))
    return volant.navcore.bake(np.concatenate(plan.vertices), np.array(plan.triangles), config)


@cache
def intact(volant: ModuleType, name: str) -> Any:
    return baked(volant, name)


def free_voxels(nav: Any, island: int | None = None) -> Any:
    """Which voxels are free, or free and on an island: bool, of the domain's shape."""
    free = np.zeros(nav.shape, bool)
    for (x, y, z), (x_end, y_end, z_end) in nav.cells[slice(None) if island is None else nav.components == island]:
        free[x:x_end, y:y_end, z:z_end] = True
    return free


@cache
def removable(volant: ModuleType, name: str, axis: int, layer: int) -> Any:
    """The voxels that are free without a wall: not those of window frames, piers and floors."""
    return free_voxels(baked(volant, name, Tile(axis, layer, (-9, -9), (99, 99))))


def island_at(nav: Any, point: Any) -> int:
    return int(nav.components[nav.locate([point])[0]])


def reached(free: Any, seed: Any) -> int:
    """How many voxels can be reached from one through faces."""
    seen, row = {tuple(seed)}, [tuple(seed)]
    for place in row:
        for axis in range(3):
            for step in (-1, 1):
                other = tuple(place[k] + step * (k == axis) for k in range(3))
                if 0 <= other[axis] < free.shape[axis] and other not in seen and free[other]:
                    seen.add(other)
                    row.append(other)
    return len(row)


def place_in_the_house(rng: Any, nav: Any, house: Any) -> Any:
    """The middle of a voxel of the house with nothing blocked around it, world."""
    padded = np.pad(house, 2)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (5, 5, 5))
    places = np.argwhere(windows.all(axis=(3, 4, 5)))
    return nav.origin + (places[rng.integers(len(places))] + 0.5) * nav.voxel_size


def random_tile(rng: Any, volant: ModuleType, name: str, house: Any, outdoors: Any) -> Tile:
    """A piece of an outer wall with room before and behind it; narrower than every door."""
    while True:
        axis, layer, *spans = WALLS[name][rng.integers(len(WALLS[name]))]
        sizes = rng.integers(1, 4, 2)
        low = [int(rng.integers(begin, end - size + 1)) for (begin, end), size in zip(spans, sizes, strict=True)]
        tile = Tile(axis, layer, tuple(low), tuple(map(int, low + sizes)))
        before, behind = tile.box(), tile.box()
        before[:, axis] = layer - 3, layer
        behind[:, axis] = layer + 1, layer + 4
        sides = [tuple(map(slice, *box)) for box in (before, behind)]
        if not removable(volant, name, axis, layer)[tuple(map(slice, *tile.box()))].all():
            continue
        if any(house[one].all() and outdoors[other].all() for one, other in (sides, sides[::-1])):
            return tile


@pytest.mark.parametrize("name", BUILDINGS)
def test_the_plan_is_the_sample_world(name, volant):
    """What is built as arrays blocks the same voxels as the sample scene."""
    bpy.ops.wm.open_mainfile(filepath=str(SAMPLES / f"{name}.blend"))
    bpy.ops.volant.bake()
    scene = session().bakes.of(bpy.context.scene.volant.active_volume)
    blocked = np.ones(scene.shape, bool)
    for boxes in (scene.cells, scene.removed()):
        for (x, y, z), (x_end, y_end, z_end) in boxes:
            blocked[x:x_end, y:y_end, z:z_end] = False
    assert (blocked == ~free_voxels(baked(volant, name, closed=False))).all()


@pytest.mark.parametrize("case", range(CASES))
def test_an_intact_building_is_closed(case, volant):
    name, rng = BUILDINGS[case % 3], np.random.default_rng(case)
    nav = intact(volant, name)
    house = free_voxels(nav, island_at(nav, INSIDE[name]))
    inside = place_in_the_house(rng, nav, house)
    leak = volant.navcore.find_leak(nav, inside, OUTSIDE[name])
    assert not leak.found
    assert leak.reason.startswith("closed")
    voxels = reached(free_voxels(nav), ((inside - nav.origin) / nav.voxel_size).astype(int))
    assert leak.room_volume == pytest.approx(voxels * nav.voxel_size**3)


@pytest.mark.parametrize("case", range(CASES))
def test_a_missing_tile_is_found(case, volant):
    name, rng = BUILDINGS[case % 3], np.random.default_rng(1000 + case)
    whole = intact(volant, name)
    house = free_voxels(whole, island_at(whole, INSIDE[name]))
    outdoors = free_voxels(whole, island_at(whole, OUTSIDE[name]))
    tile = random_tile(rng, volant, name, house, outdoors)
    nav, hole = baked(volant, name, tile), tile.box()
    assert free_voxels(nav)[tuple(map(slice, *hole))].all()
    leak = volant.navcore.find_leak(nav, place_in_the_house(rng, nav, house), OUTSIDE[name])
    assert leak.found
    assert_valid_path(nav, leak.path)
    place = (leak.portal - nav.origin) / nav.voxel_size
    told = f"{place.tolist()} is marked, the hole is {hole.tolist()}"
    assert (place[0] <= hole[1] + 1e-6).all(), told
    assert (place[1] >= hole[0] - 1e-6).all(), told
    # The border of the domain is no obstacle, so holes at it seem wider.
    if (hole[0] > 0).all():
        assert leak.width == pytest.approx(nav.voxel_size * min(np.subtract(tile.high, tile.low)))
