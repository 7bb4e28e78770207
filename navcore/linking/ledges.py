# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drops from ledges, and jumps over gaps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..config import LinkConfig
from ..geometry.ragged import stretches
from ..links import LinkKind, Links
from ..progress import Steps
from ..surface import CORNER_UNIT, Border, NavSurface
from .floors import Floors
from .plan_grid import PlanGrid
from .sweeps import Sweeps, are_free

_LOOKING = "Looking over ledges"
#: Places on ledges looked at in one step.
_AT_ONCE = 256
#: A drop leads at most so many voxels farther out than the body must be to get past the ledge. What stands there may
#: lean, and the surface below keeps away from it.
_DROP_VOXELS = 4


class _Places(NamedTuple):
    """Places on ledges: points, (k, 3) float64 world, and the directions out of the floor, (k, 2), of length 1."""

    points: Float64s
    outward: Float64s


def ledge_links(surface: NavSurface, scene: PlanGrid, config: LinkConfig) -> Steps[Links]:
    """Drops and jumps from the ledges of a surface, in steps. At most one of each kind from a place."""
    floors = Floors(surface)
    places = _on_floors(surface, floors, _places_on_ledges(surface, config.spacing_of(surface.agent_radius)))
    found = []
    count = len(places.points)
    for begin in range(0, count, _AT_ONCE):
        yield begin / count, _LOOKING
        some = slice(begin, begin + _AT_ONCE)
        found.append(_leaps(surface, floors, scene, _Places(places.points[some], places.outward[some]), config))
    return _thinned(Links.joined(found), 0.5 * config.spacing_of(surface.agent_radius))


def _thinned(links: Links, size: float) -> Links:
    """The first links of each kind that begin and end in the same cubes of a size: edges may be far shorter."""
    cubes = np.floor(np.concatenate((links.starts, links.ends), axis=1) / size)
    _keys, first = np.unique(np.column_stack((links.kinds, cubes)), axis=0, return_index=True)
    return links.some(np.sort(first))


def _places_on_ledges(surface: NavSurface, spacing: float) -> _Places:
    """Places on all ledges, so far apart along each edge at most; at least the middle of an edge."""
    edges = np.flatnonzero(surface.borders == Border.LEDGE)
    following = np.arange(1, len(surface.polygon_vertices) + 1)
    following[surface.polygon_starts[1:] - 1] = surface.polygon_starts[:-1]
    world = surface.vertices
    begins, ends = (world[surface.polygon_vertices[corner]] for corner in (edges, following[edges]))
    along = ends - begins
    lengths = np.sqrt(along[:, 0] * along[:, 0] + along[:, 1] * along[:, 1])
    counts = np.maximum(np.ceil(lengths / spacing), 1.0).astype(np.int64)
    edge = np.repeat(np.arange(len(edges)), counts)
    share = (stretches(np.zeros(len(counts), np.int64), counts) + 0.5) / counts[edge]
    out = np.stack((along[:, 1], -along[:, 0]), axis=1) / lengths[:, None]
    return _Places(begins[edge] + share[:, None] * along[edge], out[edge])


def _on_floors(surface: NavSurface, floors: Floors, places: _Places) -> _Places:
    """Places a hair within the surface, at the height of its floor there, which may bend under an edge."""
    plan = places.points[:, :2] - places.outward * (surface.voxel_size / CORNER_UNIT)
    place, _polygon, height = floors.over(plan)
    # The floor of the edge, not one over or under it.
    order = np.lexsort((np.abs(height - places.points[place, 2]), place))
    place, height = place[order], height[order]
    first = np.diff(place, prepend=-1) != 0
    kept = place[first]
    return _Places(np.column_stack((plan[kept], height[first])), places.outward[kept])


def _leaps(surface: NavSurface, floors: Floors, scene: PlanGrid, places: _Places, config: LinkConfig) -> Links:
    """The nearest drop and the nearest jump from each place that nothing is in the way of."""
    radius, voxel = surface.agent_radius, surface.voxel_size
    drop_reach = 2.0 * radius + _DROP_VOXELS * voxel
    reach = max(config.jump_length, drop_reach if config.drop_height else 0.0)
    # The body is past a ledge when it is a radius beyond it, and the ledge is a radius beyond the surface.
    distances = np.arange(2.0 * radius, reach + 0.5 * voxel, voxel)
    if not len(distances) or not len(places.points):
        return Links()
    place = np.repeat(np.arange(len(places.points)), len(distances))
    away = np.tile(distances, len(places.points))
    plan = places.points[place, :2] + away[:, None] * places.outward[place]
    target, _polygon, height = floors.over(plan)
    place, away = place[target], away[target]
    rise = height - places.points[place, 2]
    drops = (rise < -surface.step_height) & (rise >= -config.drop_height) & (away <= drop_reach)
    level = (rise <= surface.step_height) & (rise >= -surface.step_height)
    jumps = (away <= config.jump_length) & (level | (rise < 0.0) & (rise >= -config.drop_height)) & ~drops
    kinds = np.where(drops, LinkKind.DROP, LinkKind.JUMP)
    wanted = drops | jumps
    ends = np.column_stack((plan[target], height))[wanted]
    place, away, kinds, level = place[wanted], away[wanted], kinds[wanted], level[wanted]
    chosen = _first_clear(surface, places.points[place], ends, scene, np.column_stack((place, kinds)), away)
    # Who jumps to a floor as high as this one jumps back, too.
    both = level[chosen] & (kinds[chosen] == LinkKind.JUMP)
    return Links(places.points[place[chosen]], ends[chosen], kinds[chosen], both)


def _first_clear(
    surface: NavSurface, starts: Float64s, ends: Float64s, scene: PlanGrid, groups: Int64s, away: Float64s
) -> Int64s:
    """Of each group of links, (k, 2), the nearest one that is clear, of equally near ones the highest: ascending."""
    order = np.lexsort((-ends[:, 2], away, groups[:, 1], groups[:, 0]))
    begins = np.ones(len(order), np.bool_)
    begins[1:] = (np.diff(groups[order], axis=0) != 0).any(axis=1)
    group = np.cumsum(begins) - 1
    rank = np.arange(len(order)) - np.flatnonzero(begins)[group]
    chosen = np.full(int(begins.sum()), -1, np.int64)
    for turn in range(int(rank.max(initial=-1)) + 1):
        tried = np.flatnonzero((rank == turn) & (chosen[group] < 0))
        some = order[tried]
        clear = _are_clear(surface, starts[some], ends[some], scene)
        chosen[group[tried[clear]]] = some[clear]
    return np.sort(chosen[chosen >= 0])


def _are_clear(surface: NavSurface, starts: Float64s, ends: Float64s, scene: PlanGrid) -> Bools:
    """Whether the body gets from starts to ends, (k, 3) each: up or down in place, and across at the higher one."""
    slack = 0.5 * surface.voxel_size
    foot, head = surface.step_height + slack, surface.agent_height - slack
    upper = np.maximum(starts[:, 2], ends[:, 2])
    clear = np.ones(len(starts), np.bool_)
    for begin, end, low in ((starts, ends, upper), (starts, starts, starts[:, 2]), (ends, ends, ends[:, 2])):
        clear &= are_free(Sweeps(begin[:, :2], end[:, :2], low + foot, upper + head), surface.agent_radius, scene)
    return clear
