# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Occupied voxels in a grid, as callers give them."""

from __future__ import annotations

import numpy as np

from .arrays import Int32s, Int64s
from .config import MAX_DEPTH
from .errors import NavError
from .given import array, shown


def checked_voxels(occupied: object, shape: object, error: type[NavError]) -> tuple[Int64s, Int32s]:
    """Occupied voxels, (n, 3) int64, and their grid's shape, (3,) int32; `error` says what is wrong with them."""
    voxels, size = array("occupied", occupied, error), array("shape", shape, error)
    if size.shape != (3,) or size.dtype.kind not in "iu" or (size < 1).any() or (size > 2**MAX_DEPTH).any():
        raise error(f"shape must be three whole numbers from 1 to {2**MAX_DEPTH}, not {shown(shape)}")
    if not voxels.size:
        voxels = np.empty((0, 3), np.int64)
    if voxels.ndim != 2 or voxels.shape[1] != 3 or voxels.dtype.kind not in "iu":
        raise error(f"occupied must be an (n, 3) array of integers, not {voxels.shape} of {voxels.dtype}")
    outside = np.flatnonzero(((voxels < 0) | (voxels >= size)).any(axis=1))
    if len(outside):
        raise error(f"{len(outside)} occupied voxels lie outside the grid, the first is voxel {outside[0]}")
    return voxels.astype(np.int64), size.astype(np.int32)
