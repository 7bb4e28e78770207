# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What one thing blocks in a volume, as boxes: what a bake of it alone has blocked, whatever else is there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from live_worlds import turned_box

from volant import navcore
from volant.navcore.live.voxels import boxes_of

_SHAPE = (40, 36, 33)


def config(radius):
    return navcore.BakeConfig(voxel_size=1.0, agent_radius=radius, bounds=((0.0, 0.0, 0.0), _SHAPE))


def filled(boxes):
    """How many of the boxes hold each voxel."""
    counts = np.zeros(_SHAPE, int)
    for (x, y, z), (u, v, w) in boxes.tolist():
        counts[x:u, y:v, z:w] += 1
    return counts


@given(
    center=st.tuples(*[st.floats(-5.0, 45.0)] * 3),
    half=st.tuples(*[st.floats(0.1, 12.0)] * 3),
    angle=st.floats(0.0, 3.0),
    radius=st.sampled_from((0.0, 0.8, 1.7)),
)
def test_they_hold_what_a_bake_of_the_thing_alone_has_blocked(center, half, angle, radius):
    thing = turned_box(np.array(center), np.array(half), angle)
    crowded = navcore.bake(*turned_box(np.array((20.0, 18.0, 16.0)), np.array((9.0, 9.0, 9.0)), 0.3), config(radius))
    found = boxes_of("door", thing, crowded)
    assert np.array_equal(filled(found), filled(navcore.bake(*thing, config(radius)).blocked()))


def test_a_broken_thing_is_named():
    nav = navcore.bake(*turned_box(np.array((20.0, 18.0, 16.0)), np.ones(3), 0.0), config(0.0))
    vertices, triangles = turned_box(np.zeros(3), np.ones(3), 0.0)
    vertices[0, 0] = np.nan
    with pytest.raises(navcore.BakeError, match="door"):
        boxes_of("door", (vertices, triangles), nav)
