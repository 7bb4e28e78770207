# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fine voxels may be and how far out a domain may reach, so that float64 numbers still tell voxels apart."""

from __future__ import annotations

import numpy as np

from ..arrays import AnyArray, Float64s

#: Numbers far from 0 lie far apart; a voxel is at least so many of their steps wide. Then a plane of the grid is never
#: rounded by more than half a millionth of a voxel, and every guarantee allows a millionth.
LEAST_STEPS = 2.0**20
#: Lengths are squared all over, and neither vanish nor become infinite between these.
SMALLEST, LARGEST = 1e-100, 1e100


def resolution_problem(origin: Float64s, voxel_size: float, shape: AnyArray) -> str | None:
    """What is wrong with a domain's numbers, in a sentence without an end; None when they will do.

    Parameters
    ----------
    origin : (3,) float64, the domain's lowest corner, world, finite.
    voxel_size : over 0, scene units.
    shape : (3,) int, in voxels.
    """
    with np.errstate(over="ignore"):
        largest = float(np.maximum(np.abs(origin), np.abs(origin + voxel_size * shape)).max())
    if not largest <= LARGEST:
        return f"the domain reaches out to {largest:g}, farther than the {LARGEST:g} that lengths can be measured in"
    finest = max(LEAST_STEPS * float(np.spacing(largest)), SMALLEST)
    if voxel_size < finest:
        return (
            f"a voxel size of {voxel_size:g} is too fine for coordinates as large as {largest:g}, where numbers tell "
            f"no voxels below {finest:.3g} apart"
        )
    return None
