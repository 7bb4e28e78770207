# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From polygons and their heights to a surface, in an order that depends on nothing but where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Bools, Int32s, Int64s
from ..config import GroundConfig
from ..geometry.components import label_components, renumbered
from ..geometry.ragged import stretches
from ..progress import Steps
from ..settings import asked_settings
from ..surface import Border, NavSurface
from .extent import Extent
from .polygons import Edge
from .relief import Relief


def assembled(
    corners: Int64s, reliefs: Sequence[Relief], borders: Mapping[Edge, int], extent: Extent, config: GroundConfig
) -> Steps[NavSurface]:
    """The surface of polygons.

    Parameters
    ----------
    corners : (n, 3) int64, in 1/64 voxel, in the order of x, y and height.
    reliefs : polygons and their heights, in any order.
    borders : what is behind edges, by indices into `corners`.
    """
    ordered = sorted(reliefs, key=lambda relief: _from_lowest(relief.ring))
    starts = _starts([len(relief.ring) for relief in ordered])
    around = np.array([corner for relief in ordered for corner in relief.ring], np.int64)
    following = _following(around, starts)
    neighbours = _neighbours(around, following, starts)
    behind = zip(around.tolist(), following.tolist(), neighbours.tolist(), strict=True)
    kinds = [Border.NONE if neighbour >= 0 else borders.get((a, b), Border.WALL) for a, b, neighbour in behind]
    used, vertices = np.unique(around, return_inverse=True)
    owners = np.repeat(np.arange(len(ordered)), np.diff(starts))
    inner = neighbours >= 0
    pairs = np.stack((owners[inner], neighbours[inner]), axis=1).astype(np.int32)
    components = yield from label_components(len(ordered), pairs)
    return NavSurface(
        origin=np.array(extent.origin, np.float64),
        voxel_size=extent.voxel_size,
        corners=corners[used].astype(np.int32),
        polygon_starts=starts,
        polygon_vertices=vertices.reshape(-1).astype(np.int32),
        neighbours=neighbours.astype(np.int32),
        borders=np.array(kinds, np.uint8),
        components=components,
        areas=np.zeros(len(ordered), np.uint8),
        detail_starts=_starts([len(relief.corners) for relief in ordered]),
        detail_corners=_rows([corner for relief in ordered for corner in relief.corners]),
        detail_triangle_starts=_starts([len(relief.triangles) for relief in ordered]),
        detail_triangles=_rows([triangle for relief in ordered for triangle in relief.triangles]),
        agent_radius=config.agent_radius,
        agent_height=config.agent_height,
        step_height=config.step_height,
        max_slope=config.max_slope,
        metadata={"ground": asked_settings(config)},
    )


def with_polygons(surface: NavSurface, keep: Bools) -> NavSurface:
    """A surface of some of the polygons of another one, (p,) bool; islands are kept or dropped as a whole."""
    kept = np.flatnonzero(keep)
    number = np.cumsum(keep, dtype=np.int32) - np.int32(1)
    sides = _members(surface.polygon_starts, kept)
    used, vertices = np.unique(surface.polygon_vertices[sides], return_inverse=True)
    neighbours = surface.neighbours[sides]
    return replace(
        surface,
        corners=surface.corners[used],
        polygon_starts=_starts(np.diff(surface.polygon_starts)[kept]),
        polygon_vertices=vertices.reshape(-1).astype(np.int32),
        neighbours=np.where(neighbours < 0, np.int32(-1), number[neighbours]),
        borders=surface.borders[sides],
        components=renumbered(surface.components[kept]),
        areas=surface.areas[kept],
        detail_starts=_starts(np.diff(surface.detail_starts)[kept]),
        detail_corners=surface.detail_corners[_members(surface.detail_starts, kept)],
        detail_triangle_starts=_starts(np.diff(surface.detail_triangle_starts)[kept]),
        detail_triangles=surface.detail_triangles[_members(surface.detail_triangle_starts, kept)],
    )


def _from_lowest(ring: Sequence[int]) -> list[int]:
    at = ring.index(min(ring))
    return [*ring[at:], *ring[:at]]


def _starts(counts: ArrayLike) -> Int32s:
    """Where lists of some lengths, (n,), begin when they stand one after the other, and where the last one ends."""
    starts: Int32s = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
    return starts


def _rows(rows: Sequence[tuple[int, int, int]]) -> Int32s:
    return np.array(rows, np.int32).reshape(-1, 3)


def _members(starts: Int32s, kept: Int64s) -> Int64s:
    """The places of what belongs to some of many polygons, in lists that begin at `starts`."""
    return stretches(starts[kept].astype(np.int64), np.diff(starts)[kept].astype(np.int64))


def _following(around: Int64s, starts: Int32s) -> Int64s:
    """The corner after each of all corners of polygons, (s,) int64."""
    place = np.arange(1, len(around) + 1)
    place[starts[1:] - 1] = starts[:-1]
    following: Int64s = around[place]
    return following


def _neighbours(around: Int64s, following: Int64s, starts: Int32s) -> Int64s:
    """The polygon behind each edge, (s,) int64; -1 where none is."""
    owners = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    count = int(around.max(initial=0)) + 1
    here, there = around * count + following, following * count + around
    order = np.argsort(here)
    place = np.minimum(np.searchsorted(here[order], there), len(order) - 1)
    found: Int64s = np.where(here[order][place] == there, owners[order][place], -1)
    return found
