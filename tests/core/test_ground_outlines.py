# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outlines of floors: areas that formulas tell, loops that close, seams that both sides have, whatever the order."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest
from ground_worlds import WORLDS, World
from numpy.typing import NDArray
from scenes import box_mesh

from volant.navcore.config import GroundConfig
from volant.navcore.errors import BakeError
from volant.navcore.ground.extent import floors_among, make_extent
from volant.navcore.ground.outlines import Outlines
from volant.navcore.ground.outlining import outline_steps
from volant.navcore.progress import run
from volant.navcore.surface import Border

RADIUS, VOXEL = 0.4, 0.2
UNIT = VOXEL / 64


def outlines_of(vertices: NDArray[np.float64], triangles: NDArray[np.int64], **settings: object) -> Outlines:
    config = GroundConfig(**{"agent_radius": RADIUS, "voxel_size": VOXEL, **settings})  # type: ignore[arg-type]
    corners = np.asarray(vertices, np.float64)[triangles]
    return run(outline_steps(corners, floors_among(corners, config), make_extent(corners, config), config))


def twice_area(outlines: Outlines, loop: NDArray[np.int64]) -> int:
    x, y = outlines.points[loop, 0].tolist(), outlines.points[loop, 1].tolist()
    return sum(x[k - 1] * y[k] - x[k] * y[k - 1] for k in range(len(x)))


def area(outlines: Outlines) -> float:
    loops = chain.from_iterable(patch.loops for patch in outlines.patches)
    return sum(twice_area(outlines, loop) for loop in loops) / 2 * UNIT**2


def floor(width: float, depth: float) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    vertices = np.array(((0, 0, 0), (width, 0, 0), (width, depth, 0), (0, depth, 0)), np.float64)
    return vertices, np.array(((0, 1, 2), (0, 2, 3)))


def test_a_floor_shrinks_by_the_radius_on_all_sides():
    outlines = outlines_of(*floor(20.0, 8.0))
    exact = (20.0 - 2 * RADIUS) * (8.0 - 2 * RADIUS)
    assert exact - 4 * VOXEL**2 - 56 * UNIT <= area(outlines) <= exact
    low, high = outlines.points[:, :2].min(axis=0) * UNIT, outlines.points[:, :2].max(axis=0) * UNIT
    assert (low >= RADIUS).all()
    assert (low <= RADIUS + 2 * UNIT).all()
    assert (high <= np.array((20.0, 8.0)) - RADIUS).all()
    kinds = set(np.concatenate(list(chain.from_iterable(patch.borders for patch in outlines.patches))).tolist())
    assert kinds == {Border.LEDGE, Border.NONE}


def test_a_pillar_is_kept_away_from_and_is_a_wall():
    vertices, triangles = floor(8.0, 8.0)
    pillar, faces = box_mesh((3.0, 3.0, 0.0), (5.0, 5.0, 1.0))
    outlines = outlines_of(np.concatenate((vertices, pillar)), np.concatenate((triangles, faces + 4)))
    hole = next(
        patch.borders[k]
        for patch in outlines.patches
        for k, loop in enumerate(patch.loops)
        if twice_area(outlines, loop) < 0
    )
    assert set(hole.tolist()) == {Border.WALL}
    top = (2.0 - 2 * RADIUS) ** 2
    ground = (8.0 - 2 * RADIUS) ** 2 - (2.0**2 + 4 * 2.0 * RADIUS + np.pi * RADIUS**2)
    assert 0.99 * (top + ground) <= area(outlines) <= top + ground


@pytest.mark.parametrize("name", WORLDS)
def test_loops_close_and_seams_are_mutual(name: str):
    world: World = WORLDS[name]()
    outlines = outlines_of(world.vertices, world.triangles, **world.options)
    assert len(np.unique(outlines.points, axis=0)) == len(outlines.points)
    seams: dict[tuple[int, int], int] = {}
    tiles = [patch.tile for patch in outlines.patches]
    assert tiles == sorted(tiles)
    for patch in outlines.patches:
        assert len(patch.loops) == len(patch.borders)
        assert sum(twice_area(outlines, loop) for loop in patch.loops) > 0
        for loop, kinds in zip(patch.loops, patch.borders, strict=True):
            assert len(loop) == len(kinds) >= 3
            ends = np.roll(loop, -1)
            assert (loop != ends).all()
            for begin, end, kind in zip(loop.tolist(), ends.tolist(), kinds.tolist(), strict=True):
                if kind == Border.NONE:
                    seams[begin, end] = seams.get((begin, end), 0) + 1
    assert set(seams.values()) <= {1}
    assert all((end, begin) in seams for begin, end in seams)


@pytest.mark.parametrize("name", WORLDS)
def test_order_of_triangles_does_not_matter(name: str):
    world: World = WORLDS[name]()
    outlines = outlines_of(world.vertices, world.triangles, **world.options)
    random = np.random.default_rng(1)
    triangles = random.permutation(world.triangles)
    turned = np.stack([np.roll(triangle, random.integers(3)) for triangle in triangles])
    other = outlines_of(world.vertices, turned[:, ::-1], **world.options)
    assert area(other) == pytest.approx(area(outlines), rel=1e-3)


MOVES = {
    "far away": (lambda points: points + np.array((1e5, -1e5, 1e5)), 1e-4),
    "turned by a quarter": (lambda points: points[:, [1, 0, 2]] * np.array((-1.0, 1.0, 1.0)), 0.02),
    "turned": (lambda points: points @ TURN, 0.03),
}
ANGLE = 0.5
TURN = np.array(((np.cos(ANGLE), np.sin(ANGLE), 0), (-np.sin(ANGLE), np.cos(ANGLE), 0), (0, 0, 1)))


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("name", ["pillar", "table", "house", "small_arena", "bridge"])
def test_where_a_scene_is_and_which_way_it_faces_does_not_matter(name: str, move: str):
    world: World = WORLDS[name]()
    moved, tolerance = MOVES[move]
    outlines = outlines_of(world.vertices, world.triangles, **world.options)
    other = outlines_of(moved(world.vertices), world.triangles, **world.options)
    assert area(other) == pytest.approx(area(outlines), rel=tolerance)


@pytest.mark.parametrize("name", WORLDS)
def test_faces_that_are_there_twice_or_in_pieces_make_the_same_outlines(name: str):
    world: World = WORLDS[name]()
    outlines = outlines_of(world.vertices, world.triangles, **world.options)
    twice = outlines_of(world.vertices, np.concatenate((world.triangles, world.triangles[::-1])), **world.options)
    assert area(twice) == pytest.approx(area(outlines), rel=1e-3)
    middles = world.vertices[world.triangles].mean(axis=1)
    middle = len(world.vertices) + np.arange(len(middles))
    pieces = [np.column_stack((world.triangles[:, [k, (k + 1) % 3]], middle)) for k in range(3)]
    parted = outlines_of(np.concatenate((world.vertices, middles)), np.concatenate(pieces), **world.options)
    assert area(parted) == pytest.approx(area(outlines), rel=5e-3)


def door(width: float, angle: float, shift: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Two rooms with a door of some width between them, turned and shifted."""
    ground, faces = floor(6.0, 6.0)
    meshes = [(ground - np.array((3.0, 3.0, 0.0)), faces)]
    meshes += [box_mesh((-0.1, low, 0.0), (0.1, high, 2.5)) for low, high in ((-3.0, -width / 2), (width / 2, 3.0))]
    starts = np.cumsum([0, *(len(vertices) for vertices, _faces in meshes)])
    vertices = np.concatenate([vertices for vertices, _faces in meshes])
    turn = np.array(((np.cos(angle), np.sin(angle), 0), (-np.sin(angle), np.cos(angle), 0), (0, 0, 1)))
    # Where the lattice lies depends on the lowest corner.
    lowest = np.array((-5.0, -5.0, 0.0)) - (*shift, 0.0)
    corner = lowest + np.array(((0, 0, 0), (0.1, 0, 0), (0, 0.1, 0)))
    triangles = [np.asarray(faces) + start for (_vertices, faces), start in zip(meshes, starts, strict=False)]
    triangles.append(np.array(((0, 1, 2),)) + starts[-1])
    return np.concatenate((vertices @ turn, corner)), np.concatenate(triangles)


def islands(outlines: Outlines) -> int:
    """How many sets of patches hang together by seams."""
    sets = [{index} for index in range(len(outlines.patches))]
    owner: dict[tuple[int, int], int] = {}
    for index, patch in enumerate(outlines.patches):
        for loop in patch.loops:
            owner |= dict.fromkeys(zip(loop.tolist(), np.roll(loop, -1).tolist(), strict=True), index)
    for (begin, end), index in owner.items():
        other = owner.get((end, begin))
        if other is not None:
            whole = sets[index] | sets[other]
            for member in whole:
                sets[member] = whole
    return len({id(members) for members in sets})


def test_doors_that_are_little_wider_than_the_agent_are_passed():
    voxel, random = RADIUS / 3, np.random.default_rng(2)
    spare = []
    for _ in range(8):
        angle, shift = random.uniform(0.0, np.pi / 2), random.uniform(0.0, voxel, 2)
        shut = islands(outlines_of(*door(2 * RADIUS - 0.01, angle, shift), voxel_size=voxel))
        low, high = 0.0, 3.0
        for _halving in range(6):
            middle = (low + high) / 2
            wide = islands(outlines_of(*door(2 * RADIUS + middle * voxel, angle, shift), voxel_size=voxel))
            low, high = (low, middle) if wide < shut else (middle, high)
        spare.append(high)
    # In voxels, on average over where the lattice lies.
    assert np.mean(spare) <= 0.5
    assert max(spare) <= 1.0


def test_why_there_is_no_floor_is_told():
    vertices, triangles = floor(4.0, 4.0)
    ceiling = vertices + np.array((0.0, 0.0, 1.0))
    both = np.concatenate((vertices, ceiling)), np.concatenate((triangles, triangles + 4))
    with pytest.raises(BakeError, match=r"2 triangles are flat enough .* room for an agent 1\.8 high; use a smaller"):
        outlines_of(*both, bounds=((-1.0, -1.0, -0.5), (5.0, 5.0, 0.5)), floors=bytes((1, 1, 0, 0)))
    with pytest.raises(BakeError, match="no floor is wide enough for the agent"):
        outlines_of(*floor(0.7, 4.0))
