# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bake will need, before it starts."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..arrays import Cells, Floats
from ..config import BakeConfig
from ..errors import BakeError
from .domain import make_domain

#: Measured bytes: per triangle, per blocked voxel with the leaves around it, per voxel of a slab that is grown.
_PER_TRIANGLE = 250
_PER_BLOCKED = 300
_PER_GROWN = 40
#: Voxels of the slabs under way at any time, and what every bake needs.
_SLABS = 1 << 26
_BASE = 64 << 20


class Expected(NamedTuple):
    """What a bake is expected to take: (3,) int32 voxels along each axis, and bytes of memory."""

    shape: Cells
    memory: int


def expect(triangles: int, area: float, config: BakeConfig) -> Expected:
    """What a bake within `config.bounds` will take, from the number of triangles and their area in scene units.

    Raises the `BakeError` that the bake would, where the settings alone tell.
    """
    domain = make_domain(np.empty((0, 3, 3)), config)
    radius = config.agent_radius / domain.voxel_size
    memory = _estimate(triangles, area / domain.voxel_size**2, domain.shape, radius, config)
    return Expected(domain.shape, memory)


def _estimate(triangles: int, area: float, shape: Cells, radius: float, config: BakeConfig) -> int:
    """Bytes that a bake takes; area and radius are in voxels."""
    voxels = math.prod(int(side) for side in shape)
    # A surface through a grid touches about one and a half voxels per square of its area, and at least one a triangle.
    thickness = 1.5 + 2.0 * radius
    blocked = min(voxels, thickness * area + min(triangles, area))
    smallest = 8.0**config.min_depth
    grown = _PER_GROWN * min(voxels, _SLABS) if radius else 0
    return int(_BASE + _PER_TRIANGLE * triangles + _PER_BLOCKED * (blocked + min(smallest, voxels)) + grown)


def check_memory(triangles: Floats, shape: Cells, radius: float, config: BakeConfig) -> None:
    """Refuse a bake of triangles, (m, 3, 3) in voxels, that would need more than the limit."""
    if config.memory_limit is None:
        return
    edges = triangles[:, 1:] - triangles[:, :1]
    area = 0.5 * float(np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1).sum())
    needed = _estimate(len(triangles), area, shape, radius, config)
    if needed > config.memory_limit:
        x, y, z = (int(side) for side in shape)
        raise BakeError(
            f"this bake of {x} x {y} x {z} voxels needs about {needed / 2**20:,.0f} MB, over the limit of "
            f"{config.memory_limit / 2**20:,.0f} MB; use a larger voxel size, a smaller box or a higher memory limit"
        )
