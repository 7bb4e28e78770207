# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bake will take, and whether it may."""

from __future__ import annotations

from typing import NamedTuple

from .arrays import Int32s
from .config import BakeConfig, GroundConfig
from .errors import BakeError


class BakeEstimate(NamedTuple):
    """What a bake will take, nearly: (3,) int32 voxels along each axis, and bytes of memory."""

    shape: Int32s
    memory: int


def check_limit(estimate: BakeEstimate, config: BakeConfig | GroundConfig) -> None:
    """Refuse a bake that needs more than the limit, by its estimate."""
    needed, limit = estimate.memory, config.memory_limit
    if limit is not None and needed > limit:
        x, y, z = estimate.shape.tolist()
        raise BakeError(
            f"this bake of {x} x {y} x {z} voxels needs about {needed / 2**20:,.0f} MB, over the limit of "
            f"{limit / 2**20:,.0f} MB; use a larger voxel size, a smaller box or a higher memory limit"
        )
