# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What floors are found in: triangles and the agent, measured in voxels of a grid of columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..config import GroundConfig
from ..surface import CORNER_UNIT
from .extent import Extent

#: Columns around everything that can be in the way, so that whatever looks at a neighbor finds one.
MARGIN = 2
#: Cracks up to three times this, in voxels, are closed; it is also how far triangles may be off where they should meet.
CRACK = 0.02
#: How far beside what is looked at one looks whether a floor is hidden, voxels: less than a crack, so that of two edges
#: in one crack at least one is seen.
BESIDE = 0.5 * CRACK
#: What heights may be off, in voxels, where they are compared with a step or the agent's height.
LEVEL = 2.5e-4
#: A triangle whose normal is nearer to horizontal than this stands upright: nothing stands on it.
_UPRIGHT = 1e-9


class Scene(NamedTuple):
    """Triangles in voxels from the grid's origin, and the agent. Plan is x and y.

    origin : (3,) float64, world. margin : how far the extent that the bake is told of begins from there along x and y,
        1/64 voxel.
    shape : columns along x and y, margins included.
    corners : (m, 3, 3) float64. low, high : (m, 3) float64, of the boxes around triangles.
    walkable : (m,) bool, flat enough to be floor, and wanted as floor.
    slope_x, slope_y, offset : (m,) float64, heights are slope_x * x + slope_y * y + offset; 0 of upright ones.
    upright : (m,) bool.
    radius, height, step : of the agent, voxels. steepest : tangent of the steepest floor.
    inside : None, or (2, 3) float64, the space whose floors are wanted.
    columns : (2, 2) int64, first columns along x and y that are looked at, and the last ones + 1.
    """

    origin: Float64s
    margin: int
    shape: tuple[int, int]
    corners: Float64s
    low: Float64s
    high: Float64s
    walkable: Bools
    slope_x: Float64s
    slope_y: Float64s
    offset: Float64s
    upright: Bools
    radius: float
    height: float
    step: float
    steepest: float
    inside: Float64s | None
    columns: Int64s

    def heights(self, triangles: Int64s, x: Float64s, y: Float64s) -> Float64s:
        """Heights of triangles' planes at places in plan: all (k,), to (k,) float64."""
        return self.slope_x[triangles] * x + self.slope_y[triangles] * y + self.offset[triangles]


def margins_of(config: GroundConfig) -> tuple[int, int]:
    """How many columns beyond the extent of a bake are looked at on each side; and where its origin is from that of the
    first column, in 1/64 voxel."""
    around = MARGIN + int(np.ceil(config.agent_radius / config.voxel))
    # The bounds lie between lines of the lattice, so that these cross them.
    return around, around * CORNER_UNIT + CORNER_UNIT // 4


def make_scene(
    corners: Float64s, floors: Bools, extent: Extent, config: GroundConfig, window: Int64s | None = None
) -> Scene:
    """The scene of triangles, (m, 3, 3) float64 world, of which some may be floors, (m,) bool.

    window : (2, 2) int64, columns of the extent, first ones and last ones + 1, beyond which no floors are wanted; None
        is all of them.
    """
    voxel = extent.voxel_size
    around, margin = margins_of(config)
    origin = extent.origin - np.array((margin, margin, 0)) * (voxel / CORNER_UNIT)
    # Which corner comes first would tell in the last bits of heights.
    order = np.lexsort(corners.transpose(2, 0, 1)[::-1], axis=1)
    corners = (np.take_along_axis(corners, order[:, :, None], axis=1) - origin) / voxel
    shape = (int(extent.shape[0]) + 2 * around + 1, int(extent.shape[1]) + 2 * around + 1)
    inside = None
    if config.bounds is not None:
        inside = (np.array(config.bounds, np.float64) - origin) / voxel
        near = _near(corners, shape, inside, config.agent_height / voxel)
        corners, floors = corners[near], floors[near]
    columns = np.array(((0, 0), shape))
    if window is not None:
        columns = window + np.array(((0,), (2 * around + 1,)))
        endless = np.array((((-np.inf,) * 3), ((np.inf,) * 3)))
        inside = endless if inside is None else inside
        # At the ends of the extent, the bounds are what they are without a window, to the last bit.
        inside[0, :2] = np.where(window[0] > 0, window[0] + margin / CORNER_UNIT, inside[0, :2])
        inside[1, :2] = np.where(window[1] < extent.shape[:2], window[1] + margin / CORNER_UNIT, inside[1, :2])
    return _scene(origin, margin, corners, floors, shape, inside, columns, config)


def _near(corners: Float64s, shape: tuple[int, int], inside: Float64s, height: float) -> Bools:
    """Which triangles may be floors inside, or in the way of an agent there: (m,) bool."""
    low, high = corners.min(axis=1), corners.max(axis=1)
    near: Bools = (high[:, :2] > 0.0).all(axis=1) & (low[:, :2] < shape).all(axis=1)
    near &= (high[:, 2] > inside[0, 2] - height) & (low[:, 2] < inside[1, 2] + height)
    return near


def _scene(
    origin: Float64s,
    margin: int,
    corners: Float64s,
    floors: Bools,
    shape: tuple[int, int],
    inside: Float64s | None,
    columns: Int64s,
    config: GroundConfig,
) -> Scene:
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    flat = np.sqrt(normal[:, 0] * normal[:, 0] + normal[:, 1] * normal[:, 1])
    rise = np.abs(normal[:, 2])
    upright = (rise <= _UPRIGHT * flat) | (rise <= 0.0)
    down = np.where(upright, 1.0, normal[:, 2])
    slope_x = np.where(upright, 0.0, -normal[:, 0] / down)
    slope_y = np.where(upright, 0.0, -normal[:, 1] / down)
    offset = np.where(upright, 0.0, corners[:, 0, 2] - slope_x * corners[:, 0, 0] - slope_y * corners[:, 0, 1])
    voxel = config.voxel
    return Scene(
        origin=origin,
        margin=margin,
        shape=shape,
        corners=corners,
        low=corners.min(axis=1),
        high=corners.max(axis=1),
        walkable=floors & ~upright,
        slope_x=slope_x,
        slope_y=slope_y,
        offset=offset,
        upright=upright,
        radius=config.agent_radius / voxel,
        height=config.agent_height / voxel,
        step=config.step_height / voxel,
        steepest=float(np.tan(np.radians(config.max_slope))),
        inside=inside,
        columns=columns,
    )
