# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From things to the voxels that each of them blocks. Meshes are hollow, boxes and balls are solid.

What a triangle blocks depends on nothing else. So meshes that are near no tile that another is near are looked at
together: for a few triangles each, that is many times quicker than one by one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..arrays import Bools, Float64s, Int32s, Int64s
from ..bake.blocking import blocked_voxels
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
#: Triangles and tiles of a mesh that is looked at together with others, at most; and triangles that are so together.
_FEW_TRIANGLES, _FEW_TILES, _TOGETHER = 1 << 10, 1 << 6, 1 << 15
#: So many groups may still get more members. By how many voxels the tiles that a mesh may reach are too many at most.
_MOST_OPEN, _MARGIN = 32, 2.0
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
    groups = _groups(meshes, domain.shape, radius)
    for done, group in enumerate(groups):
        together = np.concatenate([meshes[name] for name in group.names])
        voxels = yield from nth_part(blocked_voxels(together, domain.shape, radius), done, len(groups))
        for name, own in group.parted(voxels).items():
            found[name] = union([own, found[name]])
    return found


def boxes_of(name: str, thing: Thing, nav: NavVolume) -> Int32s:
    """What a thing blocks in a volume, whatever else does: (m, 2, 3) int32 voxel boxes, none larger than a tile."""
    domain = checked_domain(nav.origin, nav.voxel_size, nav.shape)
    voxels = run(voxels_of({name: checked_thing(name, thing)}, domain, nav.agent_radius))[name]
    slot, boxes = boxes_of_tiles(voxels.rows)
    corners = (tile_positions(voxels.tiles, nav.shape) * TILE).astype(np.int32)
    return boxes + corners[slot, None]


class _Group:
    """Meshes by name that are looked at together, and the tiles that each may reach."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.triangles = 0
        self._names_by_tile: dict[int, str] = {}

    def has_room_for(self, triangles: int, tiles: list[int]) -> bool:
        """Whether a mesh is apart from all others here."""
        return self.triangles + triangles <= _TOGETHER and self._names_by_tile.keys().isdisjoint(tiles)

    def add(self, name: str, triangles: int, tiles: list[int]) -> None:
        """Look at a mesh together with those here."""
        self.names.append(name)
        self.triangles += triangles
        self._names_by_tile.update(dict.fromkeys(tiles, name))

    def parted(self, voxels: VoxelTiles) -> dict[str, VoxelTiles]:
        """What each mesh blocks of what all do."""
        if len(self.names) == 1:
            return {self.names[0]: voxels}
        places: dict[str, list[int]] = {name: [] for name in self.names}
        for place, tile in enumerate(voxels.tiles.tolist()):
            places[self._names_by_tile[tile]].append(place)
        return {name: VoxelTiles(voxels.tiles[own], voxels.rows[own]) for name, own in places.items()}


def _groups(meshes: Mapping[str, Float64s], shape: Int32s, radius: float) -> list[_Group]:
    """The meshes that may block something, in groups: small ones with others that are apart, large ones alone."""
    alone: list[_Group] = []
    together: list[_Group] = []
    for name, corners in meshes.items():
        reached = _reached(corners, shape, radius)
        if reached is None:
            continue
        low, high = reached
        count = math.prod(last - first + 1 for first, last in zip(low, high, strict=True))
        if len(corners) > _FEW_TRIANGLES or count > _FEW_TILES:
            group, tiles = _Group(), []
            alone.append(group)
        else:
            tiles = _numbers(low, high, shape)
            fitting = (group for group in together[-_MOST_OPEN:] if group.has_room_for(len(corners), tiles))
            group = next(fitting, None) or _Group()
            if not group.names:
                together.append(group)
        group.add(name, len(corners), tiles)
    return alone + together


def _reached(corners: Float64s, shape: Int32s, radius: float) -> tuple[list[int], list[int]] | None:
    """The first and last tiles of a grid, along each axis, that triangles, (m, 3, 3) in voxels, may come near to."""
    if not len(corners):
        return None
    reach = radius + _MARGIN
    low, high, sides = corners.min(axis=(0, 1)).tolist(), corners.max(axis=(0, 1)).tolist(), shape.tolist()
    # Clipped before the conversion, which infinity would not survive.
    first = [int(min(max(at - reach, 0.0), side)) for at, side in zip(low, sides, strict=True)]
    last = [math.floor(min(max(at + reach, -1.0), side - 1.0)) for at, side in zip(high, sides, strict=True)]
    if any(begin > end for begin, end in zip(first, last, strict=True)):
        return None
    return [begin >> TILE_BITS for begin in first], [end >> TILE_BITS for end in last]


def _numbers(low: list[int], high: list[int], shape: Int32s) -> list[int]:
    """The numbers of the tiles of a grid from one to another."""
    _x, along_y, along_z = tile_counts(shape).tolist()
    ranges = (range(first, last + 1) for first, last in zip(low, high, strict=True))
    return [(x * along_y + y) * along_z + z for x, y, z in itertools.product(*ranges)]


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
    gaps = [np.clip(center[axis], at, at + 1.0) - center[axis] for axis, at in enumerate(voxels)]
    x, y, z = (gap * gap for gap in gaps)
    are_near: Bools = x + y + z < max(reach - TOLERANCE, TOLERANCE) ** 2
    return are_near


def _members(
    low: Float64s, high: Float64s, shape: Int32s, are_members: Callable[[Int64s, Int64s, Int64s], Bools]
) -> VoxelTiles:
    """Those voxels of a grid between two places, in voxels, that a function of their x, y and z says yes to."""
    first = np.clip(np.floor(low), 0, shape).astype(np.int64)
    end = np.clip(np.floor(high) + 1, 0, shape).astype(np.int64)
    if (first >= end).any():
        return NO_TILES
    x, y, z = (np.arange(begin, stop) for begin, stop in zip(first, end, strict=True))
    step = max(_VOXELS_AT_ONCE // (len(y) * len(z)), 1)
    parts = []
    for begin in range(0, len(x), step):
        some = x[begin : begin + step]
        parts.append(from_block(are_members(some, y, z), np.array((some[0], *first[1:])), shape))
    return union(parts)
