# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Take-offs and landings, where floors and free space meet."""

from __future__ import annotations

import numpy as np

from ..arrays import Float64s, Int64s
from ..config import LinkConfig
from ..links import LinkKind, Links
from ..model import NavVolume
from ..progress import Steps
from ..surface import NavSurface
from .floors import Floors

_MEETING = "Looking for take-offs"
#: Places looked at in one step.
_AT_ONCE = 1024
#: Heights over a floor are tried so many times a voxel of the volume.
_TRIES_A_VOXEL = 2


def meeting_links(surface: NavSurface, volume: NavVolume, config: LinkConfig) -> Steps[Links]:
    """Take-offs, both ways, over a lattice of places; and one at least where an island of floors meets one of space."""
    if not len(surface) or not len(volume.cells):
        return Links()
    floors = Floors(surface)
    lattice = _lattice(surface, config.take_off_spacing_of(surface.agent_radius))
    # Middles of polygons, the largest first, for islands of which no place of the lattice does.
    middles = _middles(surface)[np.argsort(-surface.plan_areas(), kind="stable")]
    sites = np.concatenate((lattice, middles))
    starts, ends, seen = [], [], set()
    for begin in range(0, len(sites), _AT_ONCE):
        yield begin / len(sites), _MEETING
        some = sites[begin : begin + _AT_ONCE]
        place, polygon, height = floors.over(some)
        points = np.column_stack((some[place], height))
        air, cell = _free_above(surface, volume, points)
        pairs = np.column_stack((surface.components[polygon], volume.components[cell])).tolist()
        for number in np.flatnonzero(cell >= 0).tolist():
            if begin + int(place[number]) < len(lattice) or tuple(pairs[number]) not in seen:
                seen.add(tuple(pairs[number]))
                starts.append(points[number])
                ends.append(air[number])
    return Links(np.array(starts).reshape(-1, 3), np.array(ends).reshape(-1, 3), LinkKind.TAKE_OFF, both_ways=True)


def _lattice(surface: NavSurface, spacing: float) -> Float64s:
    """Places in plan, (k, 2), all over a surface: multiples of the spacing, from the world's origin."""
    plan = surface.vertices[:, :2]
    low, high = np.ceil(plan.min(axis=0) / spacing), np.floor(plan.max(axis=0) / spacing)
    x, y = (np.arange(low[axis], high[axis] + 1.0) * spacing for axis in range(2))
    places: Float64s = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)
    return places


def _middles(surface: NavSurface) -> Float64s:
    """The middles of polygons' corners in plan: (p, 2) float64, within the polygons."""
    plan = surface.vertices[surface.polygon_vertices, :2]
    starts = surface.polygon_starts
    middles: Float64s = np.add.reduceat(plan, starts[:-1]) / np.diff(starts)[:, None]
    return middles


def _free_above(surface: NavSurface, volume: NavVolume, points: Float64s) -> tuple[Float64s, Int64s]:
    """The lowest free places over points on a floor, (k, 3), that the body reaches; and their cells, -1 without one."""
    # A flier keeps its own radius from the floor, and its free space is known to a voxel.
    reach = max(surface.agent_height, volume.agent_radius + 2.0 * volume.voxel_size)
    rises = np.arange(0.0, reach + 1e-9 * reach, volume.voxel_size / _TRIES_A_VOXEL)
    air, cells = points.copy(), np.full(len(points), -1, np.int64)
    for rise in rises:
        left = np.flatnonzero(cells < 0)
        tried = points[left] + (0.0, 0.0, rise)
        cells[left] = volume.locate(tried)
        air[left] = tried
    return air, cells
