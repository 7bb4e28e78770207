# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What outlines keep, against walks among boxes that are written down as boxes: no code is shared, nor any triangle."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

import numpy as np
from ground_worlds import joined
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scenes import box_mesh

from volant.navcore.config import GroundConfig
from volant.navcore.ground.extent import floors_among, make_extent
from volant.navcore.ground.outlines import Outlines
from volant.navcore.ground.outlining import outline_steps
from volant.navcore.progress import run

Floats = NDArray[np.float64]
RADIUS, HEIGHT, STEP = 0.4, 1.8, 0.4
SIDE = 5.0
#: Length of the strides of walks, and from where on heights differ.
STRIDE, LEVEL = 0.04, 1e-6


class Box(NamedTuple):
    """Lowest and highest corner, scene units."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]


GROUND = Box((0.0, 0.0, -0.5), (SIDE, SIDE, 0.0))
#: Heights that differ by less or more than a step, or than a body.
HEIGHTS = st.sampled_from((0.1, 0.35, 0.45, 0.8, 1.5, 1.9, 2.2))


@st.composite
def boxes(draw: st.DrawFn) -> list[Box]:
    made = [GROUND]
    for _ in range(draw(st.integers(1, 4))):
        x, y = (draw(st.integers(0, 40)) / 10 + 0.013 for _ in "xy")
        width, depth = (draw(st.integers(3, 20)) / 10 for _ in "xy")
        bottom = draw(st.sampled_from((0.0, 0.0, 0.0, 0.3, 1.7, 1.85)))
        made.append(Box((x, y, bottom), (x + width, y + depth, bottom + draw(HEIGHTS))))
    return made


def outlines_of(solids: list[Box], voxel: float, *others: tuple[Floats, NDArray[np.int64]]) -> tuple[Outlines, Floats]:
    """Outlines of boxes and other meshes, and the world position that they are counted from."""
    config = GroundConfig(agent_radius=RADIUS, agent_height=HEIGHT, step_height=STEP, max_slope=45.0, voxel_size=voxel)
    vertices, triangles = joined(*(box_mesh(*solid) for solid in solids), *others)
    corners = np.asarray(vertices, np.float64)[triangles]
    extent = make_extent(corners, config)
    return run(outline_steps(corners, floors_among(corners, config), extent, config)), extent.origin


def over(solids: list[Box], x: float, y: float) -> set[Box]:
    """The boxes over and under a place."""
    return {box for box in solids if all(box.low[k] <= at <= box.high[k] for k, at in enumerate((x, y)))}


def floors_at(solids: list[Box], x: float, y: float) -> list[float]:
    """Heights that a body may stand at: no face is over it that it would be in."""
    faces = sorted(set(chain.from_iterable((box.low[2], box.high[2]) for box in over(solids, x, y))))
    return [z for z in faces if not any(LEVEL < face - z < HEIGHT - LEVEL for face in faces)]


def walks(solids: list[Box], start: Floats, height: float, reach: float, rays: int) -> bool:
    """Whether one may walk from a place that far in all directions."""
    for angle in np.arange(rays) * (2.0 * np.pi / rays) + 0.1:
        way, z = np.array((np.cos(angle), np.sin(angle))), height
        here = over(solids, *start.tolist())
        for gone in (*np.arange(0.0, reach, STRIDE), reach):
            x, y = (start + gone * way).tolist()
            near = [floor for floor in floors_at(solids, x, y) if abs(floor - z) <= STEP + LEVEL]
            if not near:
                return False
            there = over(solids, x, y)
            z = min(near, key=lambda floor: abs(floor - z))
            # Boxes are hollow: on the way into one or out of it there is a wall.
            if any(box.low[2] < z + HEIGHT - LEVEL and box.high[2] > z + STEP + LEVEL for box in here ^ there):
                return False
            here = there
    return True


def lies_on(outlines: Outlines, place: Floats, height: float) -> bool:
    """Whether a place, 1/64 voxel, is in a patch whose corners reach that height."""
    for patch in outlines.patches:
        inside, tops = False, []
        for loop in patch.loops:
            corners = outlines.points[loop]
            tops.extend(corners[:, 2].tolist())
            here, there = corners[:, :2].astype(float), np.roll(corners[:, :2], -1, axis=0).astype(float)
            for (x, y), (u, v) in zip(here.tolist(), there.tolist(), strict=True):
                if (y <= place[1]) != (v <= place[1]):
                    inside ^= bool(x + (place[1] - y) / (v - y) * (u - x) > place[0])
        if inside and min(tops) - 1 <= height <= max(tops) + 1:
            return True
    return False


@given(solids=boxes(), voxel=st.sampled_from((0.4, 0.2, RADIUS / 3)), pick=st.randoms(use_true_random=False))
def test_borders_keep_the_radius(solids, voxel, pick):
    outlines, origin = outlines_of(solids, voxel)
    unit = voxel / 64
    edges = [
        (outlines.points[begin], outlines.points[end])
        for patch in outlines.patches
        for loop, kinds in zip(patch.loops, patch.borders, strict=True)
        for begin, end, kind in zip(loop.tolist(), np.roll(loop, -1).tolist(), kinds.tolist(), strict=True)
        if kind and outlines.points[begin, 2] == outlines.points[end, 2]
    ]
    for begin, end in pick.sample(edges, min(len(edges), 4)):
        place = (begin + pick.random() * (end - begin)) * unit + origin
        faces = floors_at(solids, *place[:2].tolist())
        # Stairs are told as slopes between corners, so only level edges are asked.
        floor = min(faces, key=lambda face: abs(face - place[2]))
        assert walks(solids, place[:2], floor, RADIUS - 0.06 * voxel, 16)


@given(solids=boxes(), voxel=st.sampled_from((0.2, RADIUS / 3)), x=st.floats(0.0, SIDE), y=st.floats(0.0, SIDE))
def test_what_is_clear_lies_on_the_surface(solids, voxel, x, y):
    outlines, origin = outlines_of(solids, voxel)
    reach = RADIUS + 2.0**0.5 * voxel + 0.1 * RADIUS + STRIDE
    for floor in floors_at(solids, x, y):
        if walks(solids, np.array((x, y)), floor, reach, 32):
            place = (np.array((x, y)) - origin[:2]) * (64 / voxel)
            assert lies_on(outlines, place, (floor - origin[2]) * (64 / voxel))


def test_what_is_a_step_over_one_floor_may_be_in_the_way_over_the_next():
    # A steep plate over the edge of a platform: one steps over it there, but from the ground it is too high.
    platform = Box((0.0, 0.0, 0.0), (2.0, SIDE, 0.3))
    corners = [(x, y, 0.4 + 2.0 * (x - 1.9)) for x, y in ((1.9, 1.0), (2.3, 1.0), (2.3, 4.0), (1.9, 4.0))]
    plate = np.array(corners), np.array(((0, 1, 2), (0, 2, 3)))
    outlines, origin = outlines_of([GROUND, platform], 0.2, plate)
    for x, y, is_there in ((1.5, 2.5, True), (1.7, 2.5, False), (1.9, 2.5, False), (1.9, 0.48, True)):
        place = (np.array((x, y)) - origin[:2]) * (64 / 0.2)
        assert lies_on(outlines, place, (0.3 - origin[2]) * (64 / 0.2)) == is_there
