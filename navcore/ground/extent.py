# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a mesh and settings to the triangles that may be floors, and to the grid that they are measured in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int32s
from ..config import MAX_DEPTH, GroundConfig
from ..errors import BakeError, LengthError
from ..geometry.resolution import resolution_problem
from ..given import shown

#: How much steeper than asked floors may be, in degrees. A chamfer of 45 degrees has a little more or less in single
#: precision, and its triangles are to be of one mind.
_LEAN = 0.01


class Extent(NamedTuple):
    """The grid of a bake of floors.

    origin : (3,) float64, world, its lowest corner: that of the bounds, or of the mesh without them.
    voxel_size : scene units.
    shape : (3,) int32, in voxels, as many as the bounds begin: columns along x and along y, and how high they are.
    """

    origin: Float64s
    voxel_size: float
    shape: Int32s


def check_config(config: object) -> None:
    """Refuse what are no settings of a bake of floors."""
    if not isinstance(config, GroundConfig):
        raise BakeError(f"config must be a GroundConfig, not {shown(config)}")


def make_extent(corners: Float64s, config: GroundConfig) -> Extent:
    """The grid for triangles, (m, 3, 3) world corners, under the given settings."""
    if config.bounds is not None:
        low, high = (np.asarray(corner, np.float64) for corner in config.bounds)
    elif len(corners):
        low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    else:
        raise BakeError("there is no mesh to walk on; choose objects that have faces")
    # Far vertices or a tiny voxel may be beyond all numbers; what comes of that is refused.
    with np.errstate(over="ignore", invalid="ignore"):
        sides = high - low
        shape = np.maximum(np.ceil(sides / config.voxel), 1.0)
    if not np.isfinite(sides).all():
        raise BakeError(f"the mesh reaches from {low.tolist()} to {high.tolist()}, too far; bake a smaller scene")
    if shape.max() > 2**MAX_DEPTH:
        raise LengthError(
            f"the floors are within {shape.max():g} voxels, over the limit of {2**MAX_DEPTH}; "
            "use a voxel size of at least {} or smaller bounds",
            float(sides.max()) / 2**MAX_DEPTH,
        )
    if problem := resolution_problem(low, config.voxel, shape):
        raise BakeError(f"{problem}; use a larger voxel, or move the scene nearer to the origin")
    return Extent(low, config.voxel, shape.astype(np.int32))


def floors_among(corners: Float64s, config: GroundConfig) -> Bools:
    """Which triangles, (m, 3, 3) world, may be floors, by the artist's choice and by their slope; (m,) bool.

    Floors seen from below count, too: some levels are wound the other way.
    """
    chosen = np.ones(len(corners), bool)
    if config.floors is not None:
        chosen = np.frombuffer(config.floors, np.bool_)
        if len(chosen) != len(corners):
            raise BakeError(
                f"floors tells of {len(chosen)} triangles and the mesh has {len(corners)}; give one for each"
            )
        if not chosen.any():
            raise BakeError("no triangle is chosen to be a floor; choose floor objects that have faces")
    floors = chosen & are_flat(corners, config)
    if not floors.any():
        which = "floor objects have" if config.floors is not None else "the mesh has"
        raise BakeError(
            f"{which} no floor: no triangle is at most {config.max_slope:g} degrees steep; "
            "use a higher max slope, or other objects"
        )
    return floors


def are_flat(corners: Float64s, config: GroundConfig) -> Bools:
    """Which triangles, (m, 3, 3) world, are flat enough to be floors; (m,) bool."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    up, along = np.abs(normals[:, 2]), np.sqrt(normals[:, 0] * normals[:, 0] + normals[:, 1] * normals[:, 1])
    flat: Bools = (up > 0.0) & (along <= up * np.tan(np.radians(min(config.max_slope + _LEAN, 90.0))))
    return flat
