# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of voxels by tiles hold exactly the voxels they were made of, in any grid."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore.geometry import voxel_tiles


@st.composite
def grids_with_voxels(draw):
    shape = np.array(draw(st.tuples(*[st.sampled_from([1, 5, 31, 32, 33, 70, 32768])] * 3)), np.int32)
    inside = st.tuples(*(st.integers(0, int(side) - 1) for side in shape))
    return shape, draw(st.lists(inside, max_size=40)), draw(st.lists(inside, max_size=40))


def as_set(points):
    return {tuple(point) for point in np.asarray(points).tolist()}


def made(points, shape):
    return voxel_tiles.from_points(np.array(points, np.int64).reshape(-1, 3), shape)


@given(grids_with_voxels())
def test_voxels_come_back(drawn):
    shape, points, _others = drawn
    voxels = made(points, shape)
    back = voxel_tiles.to_points(voxels, shape)
    assert as_set(back) == set(points)
    assert len(back) == voxels.number() == len(set(points))
    assert (np.diff(voxels.tiles) > 0).all()
    assert voxels.rows.any(axis=(1, 2)).all()


@given(grids_with_voxels())
def test_union_holds_what_either_holds(drawn):
    shape, points, others = drawn
    both = voxel_tiles.union([made(points, shape), made(others, shape)])
    directly = made(points + others, shape)
    assert np.array_equal(both.tiles, directly.tiles)
    assert np.array_equal(both.rows, directly.rows)


@given(st.integers(0, 2**20), st.sampled_from([(40, 70, 33), (5, 1, 32), (64, 64, 64)]))
def test_a_block_holds_its_members(seed, shape):
    random = np.random.default_rng(seed)
    first = random.integers(0, shape)
    members = random.random(random.integers(1, shape - first + 1)) < random.choice([0.0, 0.01, 0.6, 1.0])
    voxels = voxel_tiles.from_block(members, first, np.array(shape, np.int32))
    listed = made(np.argwhere(members) + first, shape)
    assert np.array_equal(voxels.tiles, listed.tiles)
    assert np.array_equal(voxels.rows, listed.rows)


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=20))
def test_bits_are_counted(numbers):
    counted = voxel_tiles.popcount(np.array(numbers, np.uint32))
    assert counted.tolist() == [bin(number).count("1") for number in numbers]
