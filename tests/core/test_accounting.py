# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which blocked voxels triangles account for: as the verifier tells it for many at once, beside each by itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore.check import accounting
from volant.navcore.check.accounting import Accounting
from volant.navcore.check.distance import nearest_points, triangle_box_distance

pytestmark = pytest.mark.filterwarnings("error")

seeds = st.integers(0, 2**32 - 1)
#: Triangles that are small, large, flat in a plane of voxels, slivers, or no more than a segment or a point.
shapes = st.sampled_from(("small", "large", "flat", "slivers", "segments", "points"))


def random_triangles(shape: str, count: int, random: np.random.Generator) -> np.ndarray:
    """(m, 3, 3) in and around a cube of 24 voxels."""
    size = {"small": 2.0, "points": 0.0, "slivers": 20.0}.get(shape, 40.0)
    corners = random.uniform(-4.0, 28.0, (count, 1, 3)) + random.uniform(-0.5, 0.5, (count, 3, 3)) * size
    if shape == "flat":
        axis = random.integers(3)
        corners[:, :, axis] = np.round(corners[:, :1, axis])
    elif shape == "slivers":
        corners[:, 2] = (corners[:, 0] + corners[:, 1]) / 2.0 + random.uniform(-1e-5, 1e-5, (count, 3))
    elif shape == "segments":
        corners[:, 2] = corners[:, 1]
    return corners


@pytest.mark.parametrize("most_triangles", [512, 3], ids=["as usual", "crowded"])
@given(shapes, st.integers(0, 14), st.integers(0, 5), st.sampled_from((1e-6, 0.4, 1.2, 3.0, 9.0)), seeds)
def test_what_triangles_account_for(most_triangles, shape, count, boxes, reach, seed):
    random = np.random.default_rng(seed)
    corners = random_triangles(shape, count, random)
    low = random.integers(0, 20, (boxes, 3))
    blocked = np.stack((low, low + random.integers(1, 24, (boxes, 3)) ** random.integers(0, 2, (boxes, 3))), axis=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounting, "_MOST_TRIANGLES", most_triangles)
        found = [left for _share, left in Accounting(corners, reach).left(blocked.astype(np.int32))]
    left = np.zeros((48, 48, 48), np.int32)
    for (x, y, z), (x_end, y_end, z_end) in (box for pieces in found for box in pieces.tolist()):
        left[x:x_end, y:y_end, z:z_end] += 1
    for box in blocked:
        voxels = np.stack(np.meshgrid(*map(np.arange, *box), indexing="ij"), axis=-1).reshape(-1, 3)
        gaps = np.full(len(voxels), np.inf)
        for corner in corners:
            half = np.full((len(voxels), 3), 0.5)
            np.minimum(gaps, triangle_box_distance(np.tile(corner, (len(voxels), 1, 1)), voxels + half, half), out=gaps)
        told = left[tuple(voxels.T)] > 0
        assert told[gaps > reach + 1e-9].all()
        if most_triangles > count and boxes == 1:
            assert not told[gaps < reach - 1e-9].any()


@given(shapes, seeds)
def test_the_nearest_point_of_a_triangle(shape, seed):
    random = np.random.default_rng(seed)
    corners = random_triangles(shape, 20, random) - 12.0
    nearest = nearest_points(np.ascontiguousarray(corners.transpose(1, 2, 0))).T
    true = triangle_box_distance(corners, np.zeros((20, 3)), np.zeros((20, 3)))
    # That of a sliver may be one of its border.
    assert np.allclose(np.linalg.norm(nearest, axis=1), true, atol=1e-4 if shape == "slivers" else 1e-9)
    on_it = triangle_box_distance(corners, nearest, np.zeros((20, 3)))
    assert on_it.max() < 1e-9
