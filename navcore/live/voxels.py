# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From things to the voxels that each of them blocks. Meshes are hollow, boxes and balls are solid.

What a triangle blocks depends on nothing else. So small meshes are looked at together: for a few triangles each, that
is many times quicker than one by one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..arrays import Bools, Float64s, Int32s, Int64s
from ..bake.blocking import blocked_by_each, blocked_voxels, fills_no_tile
from ..bake.domain import Domain, checked_domain
from ..bake.growth import TOLERANCE
from ..bake.tile_cells import boxes_of_tiles
from ..blockers import Ball, Box
from ..geometry.voxel_tiles import NO_TILES, TILE, TILE_BITS, VoxelTiles, from_block, tile_counts, tile_positions, union
from ..model import NavVolume
from ..progress import Steps, nth_part, run
from .shapes import Given, Thing, checked_thing, corners_of

#: The two triangles of each side of a box, by corners.
_SQUARES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
_TRIANGLES = np.array(_SQUARES)[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)
_TRIANGLES.setflags(write=False)
#: Triangles and tiles of a mesh that is looked at together with others, at most; and of all that are so together.
_FEW_TRIANGLES, _FEW_TILES = 1 << 10, 1 << 6
_TRIANGLES_TOGETHER, _TILES_TOGETHER = 1 << 15, 1 << 12
#: Bits for the numbers of all tiles of all of them.
_TILE_NUMBER_BITS = 30
#: By how many voxels the tiles that a mesh may reach are too many at most.
_MARGIN = 2.0
#: Voxels of a shape that are looked at together, about.
_VOXELS_AT_ONCE = 1 << 21


def voxels_of(things: Mapping[str, Given], domain: Domain, agent_radius: float) -> Steps[dict[str, VoxelTiles]]:
    """The voxels of a domain that an agent's centre may not be in because of each thing."""
    radius = agent_radius / domain.voxel_size
    found = dict.fromkeys(things, NO_TILES)
    meshes: dict[str, Float64s] = {}
    for name, thing in things.items():
        if isinstance(thing.shape, Ball):
            found[name] = _in_ball(thing.shape, domain, agent_radius)
        elif isinstance(thing.shape, Box):
            found[name] = _in_box(thing.shape, domain)
            # What its surface touches is known as that of a mesh.
            meshes[name] = (corners_of(thing.shape)[_TRIANGLES] - domain.origin) / domain.voxel_size
        else:
            meshes[name] = (thing.shape - domain.origin) / domain.voxel_size
    batches = _batches(meshes, domain.shape, radius)
    for done, names in enumerate(batches):
        some = _blocked_by([meshes[name] for name in names], domain.shape, radius)
        own = yield from nth_part(some, done, len(batches))
        for name, voxels in zip(names, own, strict=True):
            found[name] = union([voxels, found[name]])
    return found


def boxes_of(name: str, thing: Thing, nav: NavVolume) -> Int32s:
    """What a thing blocks in a volume, whatever else does: (m, 2, 3) int32 voxel boxes, none larger than a tile."""
    domain = checked_domain(nav.origin, nav.voxel_size, nav.shape)
    voxels = run(voxels_of({name: checked_thing(name, thing)}, domain, nav.agent_radius))[name]
    slot, boxes = boxes_of_tiles(voxels.rows)
    corners = (tile_positions(voxels.tiles, nav.shape) * TILE).astype(np.int32)
    return boxes + corners[slot, None]


def _batches(meshes: Mapping[str, Float64s], shape: Int32s, radius: float) -> list[list[str]]:
    """The meshes that may block something: large ones alone, small ones many at a time."""
    alone: list[list[str]] = []
    together: list[list[str]] = []
    triangles = tiles = 0
    most = (1 << _TILE_NUMBER_BITS) // math.prod(tile_counts(shape).tolist())
    for name, corners in meshes.items():
        count = _tiles_reached(corners, shape, radius)
        if not count:
            continue
        if len(corners) > _FEW_TRIANGLES or count > _FEW_TILES or not fills_no_tile(shape, radius):
            alone.append([name])
            continue
        triangles, tiles = triangles + len(corners), tiles + count
        is_full = triangles > _TRIANGLES_TOGETHER or tiles > _TILES_TOGETHER
        if is_full or not together or len(together[-1]) >= most:
            together.append([])
            triangles, tiles = len(corners), count
        together[-1].append(name)
    return alone + together


def _blocked_by(meshes: list[Float64s], shape: Int32s, radius: float) -> Steps[list[VoxelTiles]]:
    """What each of some meshes blocks."""
    if len(meshes) == 1:
        return [(yield from blocked_voxels(meshes[0], shape, radius))]
    owner = np.repeat(np.arange(len(meshes)), list(map(len, meshes)))
    voxels = yield from blocked_by_each(np.concatenate(meshes), owner, shape, radius)
    whose, tiles = np.divmod(voxels.tiles, int(tile_counts(shape).prod()))
    ends = np.searchsorted(whose, np.arange(len(meshes) + 1)).tolist()
    # Copies, so that who keeps what one blocks does not keep all of it.
    return [VoxelTiles(tiles[begin:end], voxels.rows[begin:end].copy()) for begin, end in itertools.pairwise(ends)]


def _tiles_reached(corners: Float64s, shape: Int32s, radius: float) -> int:
    """How many tiles of a grid the box around triangles, (m, 3, 3) in voxels, may come near to."""
    if not len(corners):
        return 0
    reach = radius + _MARGIN
    count = 1
    for low, high, side in zip(corners.min(axis=(0, 1)), corners.max(axis=(0, 1)), shape.tolist(), strict=True):
        # Clipped before the conversion, which infinity would not survive.
        first, last = int(min(max(low - reach, 0.0), side)), math.floor(min(max(high + reach, -1.0), side - 1.0))
        count *= (last >> TILE_BITS) - (first >> TILE_BITS) + 1 if first <= last else 0
    return count


def _in_box(box: Box, domain: Domain) -> VoxelTiles:
    """The voxels that have their middles in a box."""
    corners = (corners_of(box) - domain.origin) / domain.voxel_size
    middle, half = (box.low + box.high) / 2.0, (box.high - box.low) / 2.0

    def inside(x: Int64s, y: Int64s, z: Int64s) -> Bools:
        axes = (
            domain.origin[axis] + (at + 0.5) * domain.voxel_size - middle[axis] for axis, at in enumerate((x, y, z))
        )
        off = np.ix_(*axes)
        members = np.ones((len(x), len(y), len(z)), bool)
        for axis in range(3):
            turned = off[0] * box.turn[0, axis] + off[1] * box.turn[1, axis] + off[2] * box.turn[2, axis]
            members &= np.abs(turned) <= half[axis]
        return members

    return _members(corners.min(axis=0), corners.max(axis=0), domain.shape, inside)


def _in_ball(ball: Ball, domain: Domain, agent_radius: float) -> VoxelTiles:
    """The voxels that come nearer to a ball than the radius."""
    reach = (ball.radius + agent_radius) / domain.voxel_size
    center = (ball.center - domain.origin) / domain.voxel_size

    def near(*axes: Int64s) -> Bools:
        return are_near_ball(ball, domain, agent_radius, np.ix_(*axes))

    return _members(center - reach, center + reach, domain.shape, near)


def are_near_ball(ball: Ball, domain: Domain, agent_radius: float, voxels: Sequence[Int64s]) -> Bools:
    """Whether voxels, the x, y and z of their corners, come nearer to a ball than the radius."""
    reach = (ball.radius + agent_radius) / domain.voxel_size
    center = (ball.center - domain.origin) / domain.voxel_size
    gaps = [np.minimum(np.maximum(at - place, 0.0), at + 1.0 - place) for place, at in zip(center, voxels, strict=True)]
    x, y, z = (gap * gap for gap in gaps)
    are_near: Bools = x + y + z < max(reach - TOLERANCE, TOLERANCE) ** 2
    return are_near


def _members(
    low: Float64s, high: Float64s, shape: Int32s, are_members: Callable[[Int64s, Int64s, Int64s], Bools]
) -> VoxelTiles:
    """Those voxels of a grid between two places, in voxels, that a function of their x, y and z says yes to."""
    # Clipped before the conversion, which infinity would not survive.
    first = [int(min(max(at, 0.0), side)) for at, side in zip(low.tolist(), shape.tolist(), strict=True)]
    last = [math.floor(min(max(at, -1.0), side - 1.0)) for at, side in zip(high.tolist(), shape.tolist(), strict=True)]
    if any(begin > end for begin, end in zip(first, last, strict=True)):
        return NO_TILES
    x, y, z = (np.arange(begin, end + 1) for begin, end in zip(first, last, strict=True))
    step = max(_VOXELS_AT_ONCE // (len(y) * len(z)), 1)
    parts = []
    for begin in range(0, len(x), step):
        members = are_members(x[begin : begin + step], y, z)
        parts.append(from_block(members, (first[0] + begin, *first[1:]), shape))
    return union(parts)
