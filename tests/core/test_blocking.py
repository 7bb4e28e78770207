# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocked voxels are those of single triangles, wherever these are and however the work is cut."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import Floats, soups, voxel_distances

from volant import navcore
from volant.navcore.bake import blocking, near_voxels, rasterize
from volant.navcore.bake.blocking import blocked_voxels
from volant.navcore.bake.growth import grow
from volant.navcore.geometry.ragged import chunks, squares, stretches
from volant.navcore.geometry.voxel_tiles import VoxelTiles, from_points, to_points, union

#: As much as a distance may fall short of the radius.
_TOLERANCE = 5e-7
radii = st.sampled_from([0.0, 1e-9, 0.05, 0.3, 0.5, 1.0, 1.7, 2.5, 6.0])


def find(soup: Floats, shape: tuple[int, ...], radius: float) -> VoxelTiles:
    return navcore.run(blocked_voxels(soup, np.array(shape, np.int32), radius))


def grid_of(voxels: VoxelTiles, shape: tuple[int, ...]) -> np.ndarray:
    grid = np.zeros(shape, bool)
    grid[tuple(to_points(voxels, np.array(shape)).T)] = True
    return grid


def same(one: VoxelTiles, other: VoxelTiles) -> bool:
    return np.array_equal(one.tiles, other.tiles) and np.array_equal(one.rows, other.rows)


@given(soups, st.sampled_from([0.05, 0.3, 0.5, 1.0, 1.7, 2.5]))
def test_voxels_nearer_than_the_radius_are_blocked_across_tiles(soup, radius):
    """The soup is about 8 voxels wide, and tiles meet in its middle."""
    found = grid_of(find(soup + 28.0, (40, 40, 40), radius), (40, 40, 40))
    distances = voxel_distances(soup + 2.0, (14, 14, 14))
    window = found[26:, 26:, 26:]
    assert not window[distances > radius].any()
    assert window[distances < radius - 2.0 * _TOLERANCE].all()


@given(soups, radii)
def test_every_triangle_blocks_for_itself(soup, radius):
    shape, place = (40, 36, 9), np.array((28.0, 25.0, 0.0))
    apart = [find(triangle[None] + place, shape, radius) for triangle in soup]
    assert same(find(soup + place, shape, radius), union(apart))


@given(st.lists(soups, min_size=1, max_size=5), radii, st.booleans())
def test_owners_block_for_themselves_when_looked_at_together(meshes, radius, are_apart):
    shape = np.array((40, 36, 9), np.int32)
    meshes = [soup + (28.0, 25.0, 0.0) + 5.0 * number * are_apart for number, soup in enumerate(meshes)]
    owner = np.repeat(np.arange(len(meshes)), list(map(len, meshes)))
    assert blocking.fills_no_tile(shape, radius)
    together = navcore.run(blocking.blocked_by_each(np.concatenate(meshes), owner, shape, radius))
    whose, tiles = np.divmod(together.tiles, 2 * 2 * 1)
    for number, soup in enumerate(meshes):
        own = whose == number
        assert same(VoxelTiles(tiles[own], together.rows[own]), find(soup, tuple(shape), radius))


def test_what_fills_tiles_is_of_nobody():
    shape = np.array((40, 36, 9), np.int32)
    assert not blocking.fills_no_tile(shape, 60.0)
    steps = blocking.blocked_by_each(np.full((1, 3, 3), 5.0), np.zeros(1, np.int64), shape, 60.0)
    with pytest.raises(ValueError, match="fills whole tiles"):
        navcore.run(steps)


@settings(max_examples=settings.default.max_examples // 4)
@given(st.integers(0, 2**32 - 1), radii, st.sampled_from([0, 1000]))
def test_it_does_not_matter_how_the_work_is_cut(seed, radius, few):
    chance = np.random.default_rng(seed)
    count = int(chance.integers(1, 300))
    soup = chance.uniform(0.0, 70.0, (count, 1, 3)) + chance.normal(0.0, chance.choice([0.3, 3.0, 30.0]), (count, 3, 3))
    whole = find(soup, (70, 65, 33), radius)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocking, "_PAIRS_AT_ONCE", 100)
        patch.setattr(near_voxels, "_FEW_COLUMNS", 0)
        patch.setattr(near_voxels, "_OUTLINES_AT_ONCE", 1000)
        patch.setattr(near_voxels, "_COLUMNS_AT_ONCE", 300)
        patch.setattr(near_voxels, "_MOST_WAITING", 50)
        patch.setattr(near_voxels, "_VOXELS_AT_ONCE", 20)
        patch.setattr(rasterize, "_FEW_TRIANGLES", few)
        patch.setattr(rasterize, "_FEW_VOXELS", 0)
        patch.setattr(rasterize, "_TRIANGLES_AT_ONCE", 7)
        cut = find(soup[::-1], (70, 65, 33), radius)
    assert same(whole, cut)


@given(
    st.tuples(*[st.floats(-60.0, 120.0)] * 3),
    st.floats(0.01, 90.0),
    st.tuples(*[st.integers(1, 70)] * 3),
)
def test_a_point_blocks_a_ball(point, radius, shape):
    low = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1)
    gap = np.maximum(np.maximum(low - point, point - (low + 1.0)), 0.0)
    distances = np.sqrt((gap * gap).sum(axis=-1))
    found = grid_of(find(np.array([[point] * 3]), shape, radius), shape)
    assert not found[distances > radius].any()
    assert found[distances < radius - 2.0 * _TOLERANCE].all()


@given(
    st.lists(st.tuples(*[st.integers(-16, 160)] * 9), min_size=1, max_size=4),
    st.sampled_from([(30_000, 0, 20_000), (32_736, 32_736, 32_736), (0, 16_384, 64)]),
    radii,
)
def test_far_from_the_lowest_corner_everything_is_the_same(steps, place, radius):
    """Multiples of a sixteenth of a voxel are as exact there, ties and all."""
    soup = np.array(steps, np.float64).reshape(-1, 3, 3) / 16.0 + 12.0
    side = 32_768
    near = find(soup, (32, 32, 32), radius)
    # Only as large along each axis as it must be: a domain of that many tiles is numbered, not stored.
    shape = tuple(min(side, at + 32) for at in place)
    far = find(soup + np.array(place), shape, radius)
    moved = to_points(far, np.array(shape)) - place
    inside = ((moved >= 0) & (moved < 32)).all(axis=1)
    moved = moved[inside]
    assert np.array_equal(np.unique(moved, axis=0), np.unique(to_points(near, np.array((32, 32, 32))), axis=0))


def test_agents_far_larger_than_the_domain_are_measured():
    """A voxel that ends exactly as far off as the agent is wide is free."""
    wall = np.array([[[180.0, -500.0, -500.0], [180.0, 500.0, -500.0], [180.0, 0.0, 500.0]]])
    blocked = grid_of(find(wall, (64, 64, 64), 150.0), (64, 64, 64))
    assert np.array_equal(blocked[:, 0, 0], np.arange(64) > 29)
    beam = grid_of(find(np.full((1, 3, 3), 104.0), (1024, 8, 8), 100.0), (1024, 8, 8))
    low = np.stack(np.meshgrid(np.arange(1024), np.arange(8), np.arange(8), indexing="ij"), axis=-1)
    gap = np.maximum(np.maximum(low - 104.0, 103.0 - low), 0.0)
    assert np.array_equal(beam, np.sqrt((gap * gap).sum(axis=-1)) < 100.0 - _TOLERANCE)


@settings(max_examples=settings.default.max_examples // 2)
@given(
    st.tuples(*[st.integers(1, 70)] * 3),
    st.integers(0, 2**32 - 1),
    st.one_of(st.floats(1e-9, 4.0), st.floats(4.0, 80.0), st.sampled_from([1.0, 2.0, 5.0, 1e9])),
)
def test_occupied_voxels_grow_by_the_distance_of_their_boxes(shape, seed, radius):
    chance = np.random.default_rng(seed)
    occupied = np.unique(chance.integers(0, shape, (int(chance.integers(0, 6)), 3)), axis=0)
    size = np.array(shape, np.int32)
    low = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1)
    steps = np.abs(low[..., None, :] - occupied)
    squared = (np.maximum(steps - 1, 0) ** 2).sum(axis=-1).min(axis=-1, initial=2**40)
    grown = navcore.run(grow(from_points(occupied, size), size, radius))
    assert np.array_equal(grid_of(grown, shape), squared < max(radius - _TOLERANCE, _TOLERANCE) ** 2)
    assert (np.diff(grown.tiles) > 0).all()


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 4)), max_size=6))
def test_stretches_are_numbers_in_a_row(given_):
    first, counts = np.array(given_, np.int64).reshape(-1, 2).T
    numbers = [begin + step for begin, count in given_ for step in range(count)]
    assert stretches(first, counts).tolist() == numbers


@given(st.lists(st.tuples(*[st.tuples(st.integers(-3, 3), st.integers(0, 3))] * 3), max_size=4))
def test_squares_are_all_points_of_boxes(boxes):
    sides = np.array(boxes, np.int64).reshape(-1, 3, 2)
    item, points = squares(sides[:, :, 0].T, sides.sum(axis=2).T)
    expected = [
        (index, *point)
        for index, box in enumerate(boxes)
        for point in itertools.product(*(range(low, low + more + 1) for low, more in box))
    ]
    assert [(index, *point) for index, point in zip(item.tolist(), points.T.tolist(), strict=True)] == expected


@given(st.lists(st.integers(0, 9), max_size=12), st.integers(1, 12))
def test_chunks_leave_nothing_out(counts, most):
    cut = list(chunks(np.array(counts, np.int64), most))
    assert [number for few in cut for number in range(few.start, few.stop)] == list(range(len(counts)))
    assert all(sum(counts[few]) <= most or few.stop - few.start == 1 for few in cut)
