# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bake of floors will need, before it starts: as `bake.estimate`, by what was measured."""

from __future__ import annotations

import numpy as np

from ..arrays import Float64s
from ..config import GroundConfig
from ..geometry.sample import Sample, sample_triangles
from ..limits import BakeEstimate, check_limit
from .extent import Extent, check_config, make_extent

#: Bytes: of every bake; of a triangle; of a column that a triangle is over or under, and of one that its edges pass.
_BASE, _TRIANGLE, _OVER, _PASSED = 8 << 20, 2500.0, 50.0, 70.0
#: Bytes of each column that triangles are over, of those that are looked at at once, and how many these are.
_LOOKED_AT, _AT_ONCE = 110.0, 1 << 19


def estimate_ground(sample: Sample, config: GroundConfig) -> BakeEstimate:
    """What a bake of floors of triangles within `config.bounds` will take; their corners are in scene units.

    Raises the `BakeError` that the bake would, where the settings alone tell.
    """
    check_config(config)
    return _estimate(sample, make_extent(sample.corners, config))


def check_memory(corners: Float64s, extent: Extent, config: GroundConfig) -> None:
    """Refuse a bake of triangles, (m, 3, 3) world, that would need more than the limit."""
    if config.memory_limit is not None:
        check_limit(_estimate(sample_triangles(corners), extent), config)


def _estimate(sample: Sample, extent: Extent) -> BakeEstimate:
    low = extent.origin[:2]
    high = low + extent.shape[:2] * extent.voxel_size
    plan = sample.corners[:, :, :2]
    sides = np.roll(plan, -1, axis=1) - plan
    lengths = np.sqrt(sides[..., 0] * sides[..., 0] + sides[..., 1] * sides[..., 1]).sum(axis=1) / extent.voxel_size
    areas = np.abs(sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0]) / (2.0 * extent.voxel_size**2)
    # Of the box around a triangle, the share that is within the grid stands for that of the triangle.
    least, most = plan.min(axis=1), plan.max(axis=1)
    size = np.maximum(most - least, 1e-9 * extent.voxel_size)
    share = np.clip((np.minimum(most, high) - np.maximum(least, low)) / size, 0.0, 1.0)
    weights = sample.weights * share[:, 0] * share[:, 1]
    over, passed = float((weights * areas).sum()), float((weights * lengths).sum())
    memory = _BASE + _TRIANGLE * sample.triangles + _OVER * over + _PASSED * passed
    return BakeEstimate(extent.shape, int(memory + _LOOKED_AT * min(over, _AT_ONCE)))
