# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a mesh and settings to the grid that everything is measured in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import AnyArray, Float64s, Int32s, Int64s
from ..config import MAX_DEPTH, BakeConfig
from ..errors import BakeError, LengthError
from ..geometry.resolution import resolution_problem
from ..given import shown
from ..voxel_grid import checked_voxels


class Domain(NamedTuple):
    """origin : (3,) float64, world; voxel_size : scene units; shape : (3,) int32, voxels."""

    origin: Float64s
    voxel_size: float
    shape: Int32s


def check_config(config: object) -> None:
    """Refuse what are no settings of a bake."""
    if not isinstance(config, BakeConfig):
        raise BakeError(f"config must be a BakeConfig, not {shown(config)}")


def make_domain(corners: Float64s, config: BakeConfig) -> Domain:
    """The grid for a mesh, (m, 3, 3) world corners, under the given settings."""
    check_config(config)
    if config.bounds is not None:
        low, high = (np.asarray(corner, np.float64) for corner in config.bounds)
        return _fit(low, high, config)
    if not len(corners):
        raise BakeError("there is no mesh to take the bounds from; give bounds")
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    # The margin is in voxels, and with max_depth the voxel depends on the margin: solve for both at once.
    voxel = config.voxel_size
    if config.max_depth is not None:
        side = float((high - low).max()) + 2 * config.agent_radius
        cells = 2**config.max_depth - 4
        if cells <= 0 or side <= 0:
            raise BakeError("the mesh is too small for this max_depth without bounds; give bounds or voxel_size")
        voxel = side / cells
    assert voxel is not None, "BakeConfig holds exactly one of voxel_size and max_depth"
    margin = config.agent_radius + 2 * voxel
    return _fit(low - margin, high + margin, config)


def _fit(low: Float64s, high: Float64s, config: BakeConfig) -> Domain:
    # Far vertices, a huge radius or a tiny voxel may be beyond all numbers; what comes of that is refused.
    with np.errstate(over="ignore", invalid="ignore"):
        return _fit_finite(low, high, high - low, config)


def _fit_finite(low: Float64s, high: Float64s, extent: Float64s, config: BakeConfig) -> Domain:
    longest = float(extent.max())
    if not np.isfinite((low, high, extent)).all():
        raise BakeError(f"the domain reaches from {low.tolist()} to {high.tolist()}, too far; bake a smaller scene")
    voxel = config.voxel_size if config.voxel_size is not None else longest / 2 ** (config.max_depth or 0)
    rounding = _rounding(low, high, voxel)
    if longest / voxel < 1.0 - rounding:
        raise LengthError("a voxel size of {} is larger than the domain ({}); use a smaller voxel", voxel, longest)
    shape = np.maximum(np.ceil(extent / voxel - rounding), 1.0)
    if shape.max() > 2**MAX_DEPTH:
        raise LengthError(
            f"the domain is {shape.max():g} voxels long, over the limit of {2**MAX_DEPTH}; "
            "use a voxel size of at least {} or a smaller box",
            longest / 2**MAX_DEPTH,
        )
    _check_min_depth(shape.astype(np.int64), config)
    return checked_domain(low, float(voxel), shape)


def _rounding(low: Float64s, high: Float64s, voxel: float) -> float:
    """By how many voxels the length of a side may be off because its ends, world, are rounded: a side that is a whole
    number of voxels up to that must not gain a layer."""
    farthest = float(max(np.abs(low).max(), np.abs(high).max()))
    return min(max(1e-9, 4.0 * float(np.finfo(np.float64).eps) * farthest / voxel), 0.5)


def voxel_domain(occupied: ArrayLike, shape: ArrayLike, config: BakeConfig) -> tuple[Int64s, Domain]:
    """Checked occupied voxels, (n, 3) int64, and the grid they lie in."""
    check_config(config)
    voxels, size = checked_voxels(occupied, shape, BakeError)
    # The grid has its depth already: a max_depth says no more than "the default voxel".
    voxel = 1.0 if config.voxel_size is None else float(config.voxel_size)
    low = np.zeros(3) if config.bounds is None else np.asarray(config.bounds[0], np.float64)
    _check_min_depth(size, config)
    return voxels, checked_domain(low, voxel, size)


def checked_domain(origin: Float64s, voxel_size: float, shape: AnyArray) -> Domain:
    """A domain, or a `BakeError` when numbers cannot tell its voxels apart."""
    if problem := resolution_problem(origin, voxel_size, shape):
        raise BakeError(f"{problem}; use a larger voxel, or move the scene nearer to the origin")
    return Domain(origin, voxel_size, shape.astype(np.int32))


def _check_min_depth(shape: AnyArray, config: BakeConfig) -> None:
    depth = int(shape.max() - 1).bit_length()
    if config.min_depth > depth:
        raise BakeError(f"min_depth {config.min_depth} is over the depth {depth} of this domain; use {depth} or less")
