# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counting the leaves of an octree gives as many as making it does."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore import run
from volant.navcore.bake.leaf_count import count_leaves
from volant.navcore.bake.octree import free_leaves
from volant.navcore.geometry.voxel_tiles import from_points


@st.composite
def blocked_grids(draw):
    shape = np.array(draw(st.tuples(*[st.integers(1, 80)] * 3)), np.int32)
    inside = st.tuples(*(st.integers(0, int(side) - 1) for side in shape))
    points = draw(st.lists(inside, max_size=30))
    depth = int(shape.max() - 1).bit_length()
    return shape, np.array(points, np.int64).reshape(-1, 3), draw(st.integers(0, depth))


@given(blocked_grids())
def test_counted_and_made_leaves_are_as_many(drawn):
    shape, points, min_depth = drawn
    blocked = from_points(points, shape)
    made = run(free_leaves(blocked, shape, min_depth, balanced=False))
    assert count_leaves(blocked, shape, min_depth) == sum(map(len, made))
