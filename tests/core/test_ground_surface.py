# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Surfaces of outlines: their arrays agree with each other, and islands are kept or dropped as was asked."""

import random

import numpy as np
import pytest
from hand_made_outlines import outlines, random_groups
from hand_made_surfaces import Drawing, cells, components_of, edges_of, joined, moved, random_cells, rectangle
from hypothesis import given
from hypothesis import strategies as st
from test_ground_heights import HEIGHTS
from test_ground_polygons import floors

from volant.navcore import BakeError, LengthError, MarkerError
from volant.navcore.config import GroundConfig
from volant.navcore.ground.extent import Extent
from volant.navcore.ground.outlines import Outlines, Patch
from volant.navcore.ground.pipeline import surface_of
from volant.navcore.progress import run
from volant.navcore.surface import NavSurface

EXTENT = Extent(np.array([10.0, -5.0, 2.0]), 0.25, np.array([100, 100, 100], np.int32))
ARRAYS = [name for name, value in NavSurface.__annotations__.items() if value in ("Float64s", "Int32s", "UInt8s")]


def made_of(given_outlines, **settings):
    return run(surface_of(given_outlines, EXTENT, GroundConfig(voxel_size=0.25, **settings)))


def world(*points):
    """Points in 1/64 voxel as world points."""
    return [tuple((EXTENT.origin + np.array(point) * (0.25 / 64)).tolist()) for point in points]


@given(floors(), st.sampled_from(HEIGHTS))
def test_arrays_agree(floor, height):
    drawing, groups = floor
    made = made_of(outlines(drawing, groups, height))
    rings = [ring.tolist() for ring in np.split(made.polygon_vertices, made.polygon_starts[1:-1])]
    owner = {edge: index for index, ring in enumerate(rings) for edge in edges_of(ring)}
    edges = [edge for ring in rings for edge in edges_of(ring)]
    assert made.neighbours.tolist() == [owner.get((b, a), -1) for a, b in edges]
    assert ((made.borders == 0) == (made.neighbours >= 0)).all()
    links = [(owner[edge], neighbour) for edge, neighbour in zip(edges, made.neighbours.tolist(), strict=True)]
    assert made.components.tolist() == components_of(len(rings), links).tolist()
    assert [tuple(corner) for corner in made.corners.tolist()] == sorted(set(map(tuple, made.corners.tolist())))
    assert sorted(set(made.polygon_vertices.tolist())) == list(range(len(made.corners)))
    assert len(made.areas) == len(made.components) == len(made)
    # Triangles name corners that there are.
    for polygon, ring in enumerate(rings):
        inside = made.detail_starts[polygon + 1] - made.detail_starts[polygon]
        some = made.detail_triangles[slice(*made.detail_triangle_starts[polygon : polygon + 2])]
        assert some.size == 0 or some.max() < len(ring) + inside
        assert inside == 0 or some.size
    assert made.metadata == {"ground": {"voxel_size": 0.25}}
    assert (made.agent_radius, made.agent_height, made.step_height, made.max_slope) == (0.4, 1.8, 0.4, 45.0)


@given(floors(), st.sampled_from(HEIGHTS), st.integers(0, 2**20))
def test_the_order_of_patches_and_corners_leaves_no_trace(floor, height, seed):
    plain = outlines(*floor, height)
    rng = random.Random(seed)
    points, numbers = list(range(len(plain.points))), list(range(len(plain.patches)))
    rng.shuffle(points)
    rng.shuffle(numbers)
    place = np.argsort(points)
    patches = [
        Patch(tile, [np.roll(place[loop], seed) for loop in loops][::-1], [np.roll(b, seed) for b in borders][::-1])
        for tile, loops, borders in [plain.patches[number] for number in numbers]
    ]

    class Renumbered:
        def lattice(self):
            patches, *known = plain.heights.lattice()
            renumbered = np.argsort(numbers)[patches]
            order = np.argsort(renumbered, kind="stable")
            return renumbered[order], *(each[order] for each in known)

        def at(self, patches, where):
            return plain.heights.at(np.array(numbers)[patches], where)

    assert_same(made_of(Outlines(plain.points[points], patches, Renumbered())), made_of(plain))


def assert_same(one, other):
    for name in ARRAYS:
        mine, theirs = getattr(one, name), getattr(other, name)
        assert mine.dtype == theirs.dtype, name
        assert mine.tobytes() == theirs.tobytes(), name


#: Three islands, of 16, 4 and 1 square voxels; the second one is 300 higher and over the first.
ISLANDS = joined(rectangle(0, 0, 256, 256), rectangle(64, 64, 192, 192, 300), rectangle(640, 0, 704, 64))


def islands(**settings):
    return made_of(outlines(ISLANDS, [0, 1, 2]), **settings)


@pytest.mark.parametrize(("least", "left"), [(0.0, [16, 1, 4]), (1 / 16, [16, 1, 4]), (0.07, [16, 4]), (1.0, [16])])
def test_small_islands_are_dropped(least, left):
    made = islands(min_island=least)
    assert sorted(made.plan_areas() * 16) == pytest.approx(sorted(left))
    assert sorted(made.components.tolist()) == list(range(len(left)))


def test_islands_that_are_all_too_small():
    with pytest.raises(BakeError, match="min_island 2 is over the area of the largest island, 1;"):
        islands(min_island=2.0)


@pytest.mark.parametrize(
    ("markers", "left"),
    [
        ([(100, 100, 100)], [16]),
        ([(100, 100, 310)], [4]),
        ([(100, 100, 9000)], [4]),
        ([(10, 100, 9000), (100, 100, 9000)], [4, 16]),
        ([(660, 30, 9000), (100, 100, 9000)], [1, 4]),
    ],
)
def test_markers_keep_islands(markers, left):
    made = islands(markers=world(*markers))
    assert sorted(made.plan_areas() * 16) == pytest.approx(left)
    alone = outlines(ISLANDS, [0, 1, 2])
    assert len(made) == len(left) < len(made_of(alone)) == 3


def test_a_marker_over_no_floor_is_named_with_the_nearest_floor():
    with pytest.raises(MarkerError, match="marker 1 is over no floor") as caught:
        islands(markers=world((10, 10, 0), (2000, 30, 64)))
    assert caught.value.index == 1
    assert caught.value.nearest == world((704, 30, 0))[0]


@given(st.integers(0, 2**20))
def test_what_is_left_is_what_was_there(seed):
    rooms = joined(random_cells(seed, size=7), moved(random_cells(seed + 1, size=5), (64 * 8, 0, 0)))
    parts = outlines(rooms, random_groups(rooms, seed), HEIGHTS[0])
    whole = made_of(parts)
    biggest = np.bincount(whole.components, whole.plan_areas()).max()
    some = made_of(parts, min_island=biggest)
    assert set(vertices_of(some)) <= set(vertices_of(whole))
    assert np.bincount(some.components, some.plan_areas()) == pytest.approx(biggest)
    kept = np.isin(vertices_of(whole), vertices_of(some))
    assert some.floor_corners()[0].tolist() == whole.floor_corners()[0][kept[whole.floor_corners()[1]]].tolist()


def vertices_of(made):
    """What tells each polygon from all others."""
    rings = np.split(made.corners[made.polygon_vertices], made.polygon_starts[1:-1])
    return [str(ring.tolist()) for ring in rings]


def test_no_room_at_all():
    with pytest.raises(LengthError, match="nowhere is there room for an agent with a radius of 0"):
        made_of(outlines(Drawing([], [])))


def test_progress_goes_on_to_the_end():
    drawing = cells([[True] * 9 for _ in range(9)])
    told = list(surface_of(outlines(drawing, random_groups(drawing, 1), HEIGHTS[0]), EXTENT, GroundConfig()))
    fractions = [fraction for fraction, _stage in told]
    assert fractions == sorted(fractions)
    assert 0.0 <= fractions[0] < fractions[-1] <= 1.0
