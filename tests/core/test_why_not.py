# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why there is no path: the radius that is told passes and hardly a larger one does, gaps are the shortest."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray
from scenes import box_mesh
from thoroughness import cases
from volumes import random_volume, seeds

from volant import navcore
from volant.navcore import Obstacle

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: Two rooms side by side along x, and the wall between them, in voxels.
SHAPE, WALL = (11, 7, 7), 5
#: A radius is told to within this many voxels.
FINE = 0.25


@dataclass
class Rooms:
    """Solid voxels, (x, y, z) bool, somewhere in the world. Each holds a box of 0.8 voxels, which touches no other."""

    solid: Bools
    voxel: float = 1.0
    origin: tuple[float, ...] = (0.0, 0.0, 0.0)

    def mesh(self) -> tuple[Floats, NDArray[np.int64]]:
        vertices, triangles = [np.empty((0, 3))], [np.empty((0, 3), np.int64)]
        for number, low in enumerate(np.argwhere(self.solid)):
            corners, faces = box_mesh(tuple(self.world(low + 0.1)), tuple(self.world(low + 0.9)))
            vertices.append(corners)
            triangles.append(faces + 8 * number)
        return np.concatenate(vertices), np.concatenate(triangles)

    def bake(self, radius: float, **more: object) -> navcore.NavVolume:
        """Baked for an agent of this radius, in voxels."""
        bounds = tuple(self.world((0, 0, 0))), tuple(self.world(self.solid.shape))
        config = navcore.BakeConfig(voxel_size=self.voxel, agent_radius=radius * self.voxel, bounds=bounds, **more)
        return navcore.bake(*self.mesh(), config)

    def world(self, place: object) -> Floats:
        return np.array(self.origin) + np.asarray(place, np.float64) * self.voxel

    def room_of_voxels(self) -> Floats:
        """How far each voxel is from the nearest box, in voxels; 0 for one that holds a box."""
        low = np.argwhere(np.ones_like(self.solid)).astype(np.float64)
        squares = np.full(len(low), np.inf)
        for box in np.argwhere(self.solid):
            gap = np.maximum(np.maximum(box + 0.1 - (low + 1.0), low - (box + 0.9)), 0.0)
            squares = np.minimum(squares, (gap**2).sum(axis=1))
        return np.sqrt(squares).reshape(self.solid.shape)


def widest(room: Floats, start: tuple[int, ...], goal: tuple[int, ...]) -> float:
    """The largest number that all voxels of some way, from face to face, are at least: let ever narrower ones in."""
    for least in np.unique(room)[::-1].tolist():
        if goal in flooded(room >= least, start):
            return least
    raise AssertionError("at 0 all voxels are in")


def flooded(free: Bools, seed: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The free voxels that can be reached from one through faces."""
    reached, edge = set(), [seed] if free[seed] else []
    while edge:
        here = edge.pop()
        if here in reached:
            continue
        reached.add(here)
        for axis in range(3):
            for step in (-1, 1):
                there = (*here[:axis], here[axis] + step, *here[axis + 1 :])
                if 0 <= there[axis] < free.shape[axis] and free[there]:
                    edge.append(there)
    return reached


def gap_of(some: set[tuple[int, ...]], others: set[tuple[int, ...]]) -> float:
    """The distance of two sets of voxels, in voxels."""
    a, b = (np.array(sorted(voxels))[:, None, :] for voxels in (some, others))
    apart = np.maximum(np.abs(a - b.transpose(1, 0, 2)) - 1, 0)
    return math.sqrt((apart**2).sum(axis=2).min())


def random_rooms(rng: np.random.Generator) -> Rooms:
    """Two rooms with some pillars, and a wall with holes, or with none."""
    solid = rng.random(SHAPE) < 0.01
    solid[WALL] = True
    for _hole in range(rng.integers(0, 4)):
        y, z = rng.integers(0, 7, 2)
        solid[WALL, y : y + rng.integers(1, 5), z : z + rng.integers(1, 5)] = False
    return Rooms(solid, float(rng.choice([0.25, 1.0, 3.0])), tuple(rng.integers(-9, 9, 3).tolist()))


def roomiest(room: Floats, side: slice) -> tuple[int, ...]:
    """The voxel of a room that is farthest from everything."""
    part = room[side]
    x, y, z = (int(place) for place in np.unravel_index(np.argmax(part), part.shape))
    return x + side.start, y, z


@given(seeds)
@settings(max_examples=cases(20, 300))
def test_the_radius_that_is_told_passes_and_hardly_a_larger_one_does(seed):
    rng = np.random.default_rng(seed)
    rooms = random_rooms(rng)
    room = rooms.room_of_voxels()
    start, goal = roomiest(room, slice(0, WALL)), roomiest(room, slice(WALL + 1, SHAPE[0]))
    best = widest(room, start, goal)
    most = min(room[start], room[goal], 4.0)
    if most <= best + 1e-6:
        return
    radius = best + (most - best) * rng.uniform(0.3, 1.0)
    nav = rooms.bake(radius - 1e-9)
    ends = rooms.world(np.array(start) + 0.5), rooms.world(np.array(goal) + 0.5)
    assert not navcore.find_path(nav, *ends).found

    answer = navcore.why_not(nav, *ends, *rooms.mesh())
    assert answer.path.status is navcore.PathStatus.DIFFERENT_ISLANDS
    if best == 0.0:
        assert answer.status is Obstacle.CLOSED
        assert answer.largest_radius is None
        assert answer.place is None
        reached = flooded(room > 0.0, start), flooded(room > 0.0, goal)
        assert answer.gap_length == pytest.approx(gap_of(*reached) * rooms.voxel)
        for point, voxels in zip((answer.gap - rooms.origin) / rooms.voxel, reached, strict=True):
            assert any((np.abs(point - np.array(voxel) - 0.5) <= 0.5 + 1e-9).all() for voxel in voxels)
        return
    assert answer.status is Obstacle.TOO_NARROW
    told = answer.largest_radius / rooms.voxel
    assert told <= best + 1e-9
    assert best < told + FINE + 1e-9
    assert answer.way.found
    assert np.allclose(answer.way.points[[0, -1]], ends)
    smaller = rooms.bake(told)
    assert navcore.find_path(smaller, *ends).length == pytest.approx(answer.way.length)
    # A point may be there, and the agent passes near it.
    middle = answer.place.mean(axis=0)
    assert rooms.bake(0.0).locate(middle[None])[0] >= 0
    assert smaller.nearest(middle[None])[2][0] <= 8.0 * rooms.voxel
    assert answer.width >= 2.0 * answer.largest_radius


def test_a_door_is_found_and_framed():
    solid = np.zeros((21, 13, 13), bool)
    solid[10] = True
    solid[10, 5:8, 0:6] = False
    rooms = Rooms(solid, 0.25, (3.0, -2.0, 1.0))
    start, goal = rooms.world((4, 2, 9)), rooms.world((17, 11, 9))
    answer = navcore.why_not(rooms.bake(2.0), start, goal, *rooms.mesh())
    assert answer.status is Obstacle.TOO_NARROW
    # An agent whose middle is in the door's middle column, from which the frame is 1.1 voxels away.
    assert 0.85 * 0.25 <= answer.largest_radius <= 1.1 * 0.25
    low, high = (answer.place - rooms.origin) / 0.25
    assert np.allclose((low, high), ((low[0], 5.0, 0.0), (high[0], 8.0, 6.0)))
    assert 10.0 <= low[0] == high[0] <= 11.0
    assert answer.gap is None
    assert "too narrow" in answer.words()
    assert "0.5" in answer.words()
    assert f"<{answer.largest_radius}>" in answer.words(lambda length: f"<{length}>")


def test_without_a_mesh_the_gap_of_the_bake_is_told():
    rooms = Rooms(np.zeros(SHAPE, bool), 0.5)
    rooms.solid[WALL] = True
    nav = rooms.bake(1.0)
    answer = navcore.why_not(nav, rooms.world((1, 2, 3)), rooms.world((10, 3, 4)))
    assert answer.status is Obstacle.UNKNOWN
    # The wall, and a voxel on either side that is nearer than the radius.
    assert answer.gap_length == pytest.approx(1.5)
    assert np.allclose(answer.gap, [(2.0, 1.25, 1.75), (3.5, 1.25, 1.75)])
    assert "island 1" in answer.words()
    assert "island 2" in answer.words()
    point = rooms.bake(0.0)
    assert navcore.why_not(point, rooms.world((1, 2, 3)), rooms.world((10, 3, 4))).status is Obstacle.CLOSED


def test_islands_that_meet_at_an_edge_are_no_distance_apart():
    nav = navcore.bake_voxels([(0, 1, 0), (1, 0, 0)], (2, 2, 1))
    answer = navcore.why_not(nav, (0.5, 0.5, 0.5), (1.5, 1.5, 0.5))
    assert answer.gap_length == 0.0
    assert answer.gap.tolist() == [[1.0, 1.0, 0.5]] * 2


@given(seeds)
@settings(max_examples=cases(40, 400))
def test_the_gap_between_islands_is_the_shortest(seed):
    rng = np.random.default_rng(seed)
    nav = random_volume(rng, (6, 5, 4), 0.6, merge=bool(rng.integers(2)), rough=False)
    if nav.components.max() < 1:
        return
    a, b = rng.choice(nav.components.max() + 1, 2, replace=False)
    middles = [nav.boxes()[np.flatnonzero(nav.components == island)[0]].mean(axis=0) for island in (a, b)]
    answer = navcore.why_not(nav, *middles)
    free = np.zeros(nav.shape, bool)
    for low, high in nav.cells:
        free[tuple(map(slice, low, high))] = True
    sets = [flooded(free, tuple(np.floor(middle - 1e-9).astype(int).tolist())) for middle in middles]
    assert answer.gap_length == pytest.approx(gap_of(*sets))
    assert np.linalg.norm(answer.gap[1] - answer.gap[0]) == pytest.approx(answer.gap_length)


@pytest.mark.parametrize(("number", "status"), [(0, Obstacle.START_OUTSIDE), (1, Obstacle.GOAL_OUTSIDE)])
def test_an_end_outside_is_told_with_the_nearest_free_point(number, status):
    rooms = Rooms(np.zeros((12, 6, 6), bool))
    rooms.solid[3:10, 0:4] = True
    nav = rooms.bake(0.0)
    ends = [np.array((1.0, 1.0, 1.0))] * 2
    ends[number] = np.array((6.5, 0.5, 1.0))
    answer = navcore.why_not(nav, *ends, *rooms.mesh())
    assert answer.status is status
    assert answer.gap[0].tolist() == [6.5, 0.5, 1.0]
    assert nav.locate(answer.gap[1:])[0] >= 0
    assert answer.gap_length == pytest.approx(3.5)
    assert ("start", "goal")[number] in answer.words()
    assert "3.5" in answer.words()
    ends[number] = np.array((-5.0, 1.0, 1.0))
    answer = navcore.why_not(nav, *ends)
    assert answer.gap.tolist() == [[-5.0, 1.0, 1.0], [0.0, 1.0, 1.0]]
    assert "outside the volume" in answer.words()


def test_an_end_in_space_that_no_marker_keeps_is_told_apart():
    rooms = Rooms(np.zeros((13, 7, 7), bool))
    rooms.solid[WALL] = True
    nav = rooms.bake(0.0, markers=[(1.5, 3.5, 3.5)])
    answer = navcore.why_not(nav, (1.0, 3.0, 3.0), (11.0, 3.0, 3.0), *rooms.mesh())
    assert answer.status is Obstacle.GOAL_OUTSIDE
    assert answer.is_removed
    assert "no marker" in answer.words()
    assert navcore.why_not(nav, (11.0, 3.0, 3.0), (1.0, 3.0, 3.0)).status is Obstacle.START_OUTSIDE


def test_a_room_that_was_removed_because_nobody_gets_in_is_too_narrow_all_the_same():
    rooms = Rooms(np.zeros((13, 9, 9), bool))
    rooms.solid[WALL] = True
    ends = (1.0, 3.0, 3.0), (11.0, 3.0, 3.0)
    closed = navcore.why_not(rooms.bake(1.0, markers=[(1.5, 3.5, 3.5)]), *ends, *rooms.mesh())
    assert closed.status is Obstacle.CLOSED
    assert closed.words().endswith("the spaces of start and goal are 1 apart")
    rooms.solid[WALL, 3:6, 3:6] = False
    nav = rooms.bake(2.0, markers=[(1.5, 3.5, 3.5)])
    for start, goal in (ends, ends[::-1]):
        answer = navcore.why_not(nav, start, goal, *rooms.mesh())
        assert answer.status is Obstacle.TOO_NARROW
        assert 0.85 <= answer.largest_radius <= 1.1
    assert navcore.why_not(nav, ends[0], (5.5, 0.5, 0.5), *rooms.mesh()).status is Obstacle.GOAL_OUTSIDE


def test_a_scene_that_was_opened_since_needs_another_bake():
    rooms = Rooms(np.zeros(SHAPE, bool))
    rooms.solid[WALL] = True
    nav = rooms.bake(1.0)
    rooms.solid[WALL] = False
    rooms.solid[0, 0, 0] = True
    answer = navcore.why_not(nav, rooms.world((2, 3, 3)), rooms.world((9, 3, 3)), *rooms.mesh())
    assert answer.status is Obstacle.OUT_OF_DATE
    assert answer.largest_radius == 1.0
    assert "bake again" in answer.words()


def test_a_path_that_is_found_or_given_up():
    nav = navcore.bake_voxels([(2, 1, 1)], (5, 3, 3))
    answer = navcore.why_not(nav, (0.5, 1.5, 1.5), (4.5, 1.5, 1.5))
    assert answer.status is Obstacle.NONE
    assert answer.words() == "there is a path"
    few = navcore.PathConfig(max_expanded=1)
    answer = navcore.why_not(nav, (0.5, 1.5, 1.5), (4.5, 1.5, 1.5), config=few)
    assert answer.status is Obstacle.LIMIT_REACHED
    assert "max_expanded" in answer.words()


def test_half_a_mesh_is_refused():
    nav = navcore.bake_voxels([(1, 0, 0)], (3, 1, 1))
    with pytest.raises(navcore.PathError, match="vertices and triangles"):
        navcore.why_not(nav, (0.5, 0.5, 0.5), (2.5, 0.5, 0.5), vertices=[(0, 0, 0)])
