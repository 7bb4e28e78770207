# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of voxels as sorted flat indices: voxel (x, y, z) of a grid (X, Y, Z) is (x * Y + y) * Z + z, uint32."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import Int32s, Int64s, UInt32s

NO_VOXELS: UInt32s = np.empty(0, np.uint32)


def sorted_unique(voxels: UInt32s) -> UInt32s:
    """The different members of (n,) uint32, ascending. numpy's own unique hashes, which is slower here."""
    return without_repetitions(np.sort(voxels))


def merged_unique(parts: Sequence[UInt32s]) -> UInt32s:
    """The different members of several sorted arrays, ascending."""
    # The stable sort finds the sorted parts and merges them.
    return without_repetitions(np.sort(np.concatenate([NO_VOXELS, *parts]), kind="stable"))


def without_repetitions(voxels: UInt32s) -> UInt32s:
    """The members of (n,) uint32 that differ from the one before."""
    keep = np.ones(len(voxels), bool)
    np.not_equal(voxels[1:], voxels[:-1], out=keep[1:])
    different: UInt32s = voxels[keep]
    return different


def flatten(points: Int64s, shape: Int32s) -> UInt32s:
    """Flat indices, (n,) uint32, of voxels (n, 3) within a grid."""
    x, y, z = points.T
    flat: UInt32s = ((x * int(shape[1]) + y) * int(shape[2]) + z).astype(np.uint32)
    return flat


def unflatten(voxels: UInt32s, shape: Int32s) -> tuple[UInt32s, UInt32s, UInt32s]:
    """The x, y and z of flat indices, each (n,) uint32."""
    rest, z = np.divmod(voxels, np.uint32(shape[2]))
    x, y = np.divmod(rest, np.uint32(shape[1]))
    return x, y, z
