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
