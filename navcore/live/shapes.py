# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From things as they are given, meshes, boxes and balls, to the voxels that they block."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Float64s, Int32s, Int64s
from ..bake.blocking import blocked_voxels
from ..bake.domain import Domain, checked_domain, checked_mesh
from ..bake.growth import TOLERANCE
from ..bake.tile_cells import boxes_of_tiles
from ..blockers import Ball, Box, Mesh
from ..errors import BakeError, NavError
from ..geometry.voxel_tiles import TILE, VoxelTiles, from_points, tile_positions, union
from ..given import shown
from ..model import NavVolume
from ..progress import run

#: A mesh as vertices (n, 3) float, world, and triangles (m, 3) int; or a shape.
Thing: TypeAlias = tuple[ArrayLike, ArrayLike] | Mesh | Box | Ball

#: The corners of a box, and the two triangles of each of its sides.
_CORNERS = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
_CORNERS.setflags(write=False)
_SQUARES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
_TRIANGLES = np.array(_SQUARES)[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)
_TRIANGLES.setflags(write=False)


def voxels_of(name: str, thing: object, domain: Domain, agent_radius: float) -> VoxelTiles:
    """The voxels of a domain that an agent's centre may not be in because of a thing.

    A mesh is hollow, boxes and balls are solid. `BakeError` names the thing when it is malformed.
    """
    try:
        if isinstance(thing, Ball):
            return _of_ball(thing, domain, agent_radius)
        if isinstance(thing, Box):
            return _of_box(thing, domain, agent_radius)
        if isinstance(thing, Mesh):
            return _of_triangles(checked_mesh(thing.vertices, thing.triangles), domain, agent_radius)
        if isinstance(thing, tuple | list) and len(thing) == 2:
            return _of_triangles(checked_mesh(*thing), domain, agent_radius)
    except NavError as error:
        raise BakeError(f"object {name!r}: {error}") from error
    raise BakeError(f"object {name!r} must be (vertices, triangles), a Mesh, a Box, a Ball or None, not {shown(thing)}")


def boxes_of(name: str, thing: Thing, nav: NavVolume) -> Int32s:
    """What a thing blocks in a volume, whatever else does: (m, 2, 3) int32 voxel boxes, none larger than a tile."""
    voxels = voxels_of(name, thing, checked_domain(nav.origin, nav.voxel_size, nav.shape), nav.agent_radius)
    slot, boxes = boxes_of_tiles(voxels.rows)
    corners = (tile_positions(voxels.tiles, nav.shape) * TILE).astype(np.int32)
    return boxes + corners[slot, None]


def box_around(thing: Thing) -> Float64s:
    """The corners of a box around a thing that `voxels_of` takes: (2, 3) float64, world."""
    if isinstance(thing, Ball):
        return np.stack((thing.center - thing.radius, thing.center + thing.radius))
    if isinstance(thing, Box):
        points = corners_of(thing)
    else:
        points = np.asarray(thing.vertices if isinstance(thing, Mesh) else thing[0], np.float64)
    return np.stack((points.min(axis=0), points.max(axis=0)))


def corners_of(box: Box) -> Float64s:
    """The corners of a box as it is turned: (8, 3) float64, world."""
    middle = (box.low + box.high) / 2.0
    corners: Float64s = (np.where(_CORNERS, box.high, box.low) - middle) @ box.turn.T + middle
    return corners


def _of_triangles(corners: Float64s, domain: Domain, agent_radius: float) -> VoxelTiles:
    """Of triangles, (m, 3, 3) float64, world."""
    in_voxels = (corners - domain.origin) / domain.voxel_size
    return run(blocked_voxels(in_voxels, domain.shape, agent_radius / domain.voxel_size))


def _of_box(box: Box, domain: Domain, agent_radius: float) -> VoxelTiles:
    surface = _of_triangles(corners_of(box)[_TRIANGLES], domain, agent_radius)
    # Inside, voxels have their middles inside; those that the surface cuts are known already.
    low, high = (box_around(box) - domain.origin) / domain.voxel_size
    voxels = _voxels_between(low, high, domain.shape)
    middle = (box.low + box.high) / 2.0
    within = (
        np.abs((domain.origin + (voxels + 0.5) * domain.voxel_size - middle) @ box.turn) <= (box.high - box.low) / 2.0
    )
    return union([surface, from_points(voxels[within.all(axis=1)], domain.shape)])


def _of_ball(ball: Ball, domain: Domain, agent_radius: float) -> VoxelTiles:
    reach = (ball.radius + agent_radius) / domain.voxel_size
    center = (ball.center - domain.origin) / domain.voxel_size
    voxels = _voxels_between(center - reach, center + reach, domain.shape)
    gap = np.abs(np.clip(center, voxels, voxels + 1.0) - center)
    gap *= gap
    near = gap[:, 0] + gap[:, 1] + gap[:, 2] < max(reach - TOLERANCE, TOLERANCE) ** 2
    return from_points(voxels[near], domain.shape)


def _voxels_between(low: Float64s, high: Float64s, shape: Int32s) -> Int64s:
    """The voxels of a grid that a box, in voxels, reaches into: (n, 3) int64."""
    first = np.clip(np.floor(low), 0, shape).astype(np.int64)
    end = np.clip(np.floor(high) + 1, 0, shape).astype(np.int64)
    ranges = (np.arange(begin, stop) for begin, stop in zip(first, end, strict=True))
    return np.stack(np.meshgrid(*ranges, indexing="ij"), axis=-1).reshape(-1, 3)
