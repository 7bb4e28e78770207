# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bake will need, before it starts.

Memory is how far the process rises above its state before the bake, at most; the arrays that were given to it are
there already and do not count. Bakes work with as many threads as the machine has cores, each on a part of its own, so
the estimate grows with them; a bake that may use one thread only takes less.
"""

from __future__ import annotations

import math
import os

import numpy as np

from ..arrays import Float64s, Int32s
from ..config import BakeConfig
from ..geometry.sample import Sample, sample_triangles
from ..geometry.voxel_tiles import TILE, VoxelTiles, tile_counts
from ..limits import BakeEstimate, check_limit
from .domain import make_domain
from .forecast import Forecast, forecast_triangles, forecast_voxels

#: What a stage takes from the system for each byte it uses; what the allocator still keeps, of the most that an earlier
#: stage used, once that is freed; and what every bake takes.
_TAKEN, _KEPT = 1.3, 0.6
_BASE = 4 << 20
#: Bytes of a triangle's corners.
_TRIANGLE = 72


def estimate_bake(sample: Sample, config: BakeConfig) -> BakeEstimate:
    """What a bake of triangles within `config.bounds` will take; their corners are in scene units.

    Raises the `BakeError` that the bake would, where the settings alone tell.
    """
    domain = make_domain(np.empty((0, 3, 3)), config)
    radius = config.agent_radius / domain.voxel_size
    corners = (sample.corners - domain.origin) / domain.voxel_size
    forecast = forecast_triangles(Sample(corners, sample.weights), domain.shape, radius)
    return BakeEstimate(domain.shape, _bytes(forecast, domain.shape, radius, config))


def check_triangles(corners: Float64s, shape: Int32s, radius: float, config: BakeConfig) -> None:
    """Refuse a bake of triangles, (m, 3, 3) in voxels, that would need more than the limit."""
    if config.memory_limit is not None:
        forecast = forecast_triangles(sample_triangles(corners), shape, radius)
        check_limit(BakeEstimate(shape, _bytes(forecast, shape, radius, config)), config)


def check_voxels(voxels: VoxelTiles, shape: Int32s, radius: float, config: BakeConfig) -> None:
    """Refuse a bake of occupied voxels that would need more than the limit."""
    if config.memory_limit is not None:
        check_limit(estimate_voxels(voxels, shape, radius, config), config)


def estimate_voxels(voxels: VoxelTiles, shape: Int32s, radius: float, config: BakeConfig) -> BakeEstimate:
    """What a bake of occupied voxels will take; the radius is in voxels."""
    return BakeEstimate(shape, _bytes(forecast_voxels(voxels, shape, radius), shape, radius, config))


def _bytes(forecast: Forecast, shape: Int32s, radius: float, config: BakeConfig) -> int:
    """The most of what the stages of a bake hold at once. All factors are bytes, as measured."""
    triangles, near, blocked = forecast.triangles, forecast.near, forecast.blocked
    voxels, threads = math.prod(shape.tolist()), os.cpu_count() or 1
    every = float(tile_counts(shape).prod())
    leaves = min(forecast.leaves + 8.0**config.min_depth, voxels)
    if config.balanced:
        leaves *= 1.2
    prepared, stages = 36.0 * forecast.touched, []
    if triangles:
        # Threads look at some triangles at once, and then at those near the grid.
        some, few = min(triangles, 1 << 16), min(near, 1 << 16)
        splitting = min(threads, math.ceil(triangles / some)) * (130.0 * some + 190.0 * few + (6.5e6 if near else 0.0))
        splitting += _TRIANGLE * triangles + 14.0 * forecast.touched
        prepared, stages = 85.0 * triangles, [] if radius else [splitting]
    if radius and forecast.touched:
        # Surfaces pass through a tile for every thousand voxels, about; a task takes some of them.
        passed = min(forecast.touched / 1e3 + 0.1 * forecast.scattered, every)
        pairs = near * min((1.0 + (2.0 * radius + 2.0) / TILE) ** 3, every)
        tasks = min(threads, 1.0 + pairs / 2.0**14 + passed / 2.0**8)
        stages.append(_TRIANGLE * triangles + 24.0 * pairs + 12.0 * TILE**2 * passed + 1.1e7 * tasks)
    # What is blocked is kept by tiles.
    tiles = min(blocked / 5e2 + 0.1 * forecast.scattered, every)
    held, cells = 4.0 * TILE**2 * tiles, forecast.cells if config.merge else leaves
    if config.balanced or not config.merge:
        stages.append(held + 10.0 * blocked + 20.0 * min(blocked, threads << 19) + 25.0 * leaves)
    if config.merge:
        stages.append(held + 85e3 * min(tiles, threads * 256.0) + 60.0 * cells)
    stages.append(held + 175.0 * cells)
    most, earlier = _TAKEN * prepared, 0.0
    for stage in stages:
        most, earlier = max(most, _TAKEN * stage + _KEPT * earlier), max(earlier, stage)
    return int(_BASE + most)
