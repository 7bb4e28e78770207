# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Markers on the border of the domain are inside, however its numbers are rounded; markers beyond it are not."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from volant import navcore

NOTHING = np.zeros((0, 3)), np.zeros((0, 3), np.int64)
corner = st.tuples(*[st.floats(-1000.0, 1000.0)] * 3)
#: A box of whole voxels loses a layer that is there by rounding only, and its far corner is outside then.
voxels = st.one_of(st.sampled_from((0.1, 0.05, 0.3, 1 / 3, 0.7)), st.floats(0.01, 10.0))
wholes = st.tuples(*[st.integers(1, 40)] * 3)
shares = st.tuples(*[st.floats(0.0, 1.0)] * 3)


def _bake(bounds, *markers, **voxel: float) -> navcore.NavVolume:
    """An empty domain with markers, each of which has to be in it."""
    return navcore.bake(*NOTHING, navcore.BakeConfig(bounds=bounds, markers=markers, **voxel))


@given(corner, wholes, voxels, shares)
def test_corners_and_faces_of_the_bounds_are_inside(low, counts, voxel, share):
    high = tuple(a + count * voxel for a, count in zip(low, counts, strict=True))
    ends = list(zip(low, high, strict=True))
    within = tuple(min(a + (b - a) * part, b) for (a, b), part in zip(ends, share, strict=True))
    faces = [(*within[:axis], end, *within[axis + 1 :]) for axis in range(3) for end in ends[axis]]
    assert len(_bake((low, high), *itertools.product(*ends), *faces, voxel_size=voxel).cells) == 1


@given(corner, st.tuples(*[st.floats(0.01, 50.0)] * 3), st.integers(0, 5))
def test_corners_are_inside_for_every_depth(low, extent, depth):
    high = tuple(a + b for a, b in zip(low, extent, strict=True))
    corners = itertools.product(*zip(low, high, strict=True))
    assert len(_bake((low, high), *corners, max_depth=depth).cells) == 1


@given(corner, wholes, voxels, st.integers(0, 2), st.floats(0.01, 5.0))
def test_markers_beyond_the_domain_are_refused(low, counts, voxel, axis, away):
    high = tuple(a + count * voxel for a, count in zip(low, counts, strict=True))
    for end, way in ((low, -1.0), (high, 1.0)):
        marker = list(end)
        marker[axis] += way * away * voxel
        with pytest.raises(navcore.MarkerError, match="marker 0 lies outside the domain; move it inside"):
            _bake((low, high), tuple(marker), voxel_size=voxel)
