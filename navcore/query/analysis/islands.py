# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The islands of a volume or of floors: how large each is, and a place in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Float64s
from ...errors import NavError
from ...given import shown
from ...model import NavVolume
from ...surface import NavSurface

#: Of many islands at most so many are told one by one, and none that is smaller than this share of the second one.
#: The first does not count, because the sky is often a hundred times as large as all rooms together.
_MOST, _LEAST = 8, 0.01
#: Room for the voxels of a cell beside another number.
_SIZE_BITS = 46

Islands = tuple["Island", ...]


@dataclass(frozen=True, eq=False)
class Island:
    """Cells or polygons that are connected with each other and with no other.

    Attributes
    ----------
    number : from 0, as in `components` of volumes and surfaces and in `Path.islands`.
    volume : cubic scene units; 0 of floors.
    share : of all free space or floors, 0 to 1; space that markers have removed counts as free, floors are gone.
    point : (3,) float64, world, deep inside: the middle of the cell that the largest ball fits into, or of the largest
        triangle of floor.
    bounds : (2, 3) float64, world, the lowest and the highest corner.
    area : of floors as seen from above, square scene units; 0 of free space.
    """

    number: int
    volume: float
    share: float
    point: Float64s
    bounds: Float64s
    area: float = 0.0


def islands(space: NavVolume | NavSurface) -> Islands:
    """The islands of a volume or of floors, the largest first. Worked out once."""
    if not isinstance(space, NavVolume | NavSurface):
        raise NavError(f"islands are those of a NavVolume or a NavSurface, not of {shown(space)}")
    if "islands" not in space.kept:
        space.kept["islands"] = _find(space) if isinstance(space, NavVolume) else _find_on_floors(space)
    known: Islands = space.kept["islands"]
    return known


def _find(nav: NavVolume) -> Islands:
    if not len(nav.cells):
        return ()
    sides = (nav.cells[:, 1] - nav.cells[:, 0]).astype(np.int64)
    sizes = sides.prod(axis=1)
    # Islands one after the other, each with its cells in their order.
    order = np.argsort(nav.components, kind="stable")
    cells, sizes, sides = nav.cells[order], sizes[order], sides[order].min(axis=1)
    first = np.flatnonzero(np.diff(nav.components[order], prepend=-1))
    numbers = nav.components[order[first]]
    voxels = np.add.reduceat(sizes, first)
    # Of each, the first cell that the largest ball fits into, the largest of several.
    fits = sides << _SIZE_BITS | sizes
    best = np.flatnonzero(fits == np.repeat(np.maximum.reduceat(fits, first), np.diff(first, append=len(cells))))
    middle = best[np.searchsorted(best, first)]
    low, high = np.minimum.reduceat(cells[:, 0], first), np.maximum.reduceat(cells[:, 1], first)
    bounds = nav.origin + np.stack((low, high), axis=1) * nav.voxel_size
    points = nav.origin + cells[middle].mean(axis=1) * nav.voxel_size
    for array in (bounds, points):
        array.setflags(write=False)
    removed = (nav.removed_boxes[:, 1] - nav.removed_boxes[:, 0]).prod(axis=1, dtype=np.int64).sum()
    free = int(sizes.sum() + removed)
    return tuple(
        Island(int(numbers[at]), float(voxels[at]) * nav.voxel_size**3, int(voxels[at]) / free, points[at], bounds[at])
        for at in np.argsort(-voxels, kind="stable")
    )


def _find_on_floors(surface: NavSurface) -> Islands:
    if not len(surface):
        return ()
    count = int(surface.components.max()) + 1
    areas = np.bincount(surface.components, weights=surface.plan_areas(), minlength=count)
    triangles, polygons = surface.floor_triangles()
    numbers = surface.components[polygons]
    (a, b), (c, d) = (triangles[:, corner, :2].T - triangles[:, 0, :2].T for corner in (1, 2))
    sizes = a * d - b * c
    # Islands one after the other, the largest triangle first.
    order = np.lexsort((-sizes, numbers))
    first = np.searchsorted(numbers[order], np.arange(count))
    points = triangles[order[first]].mean(axis=1)
    low = np.minimum.reduceat(triangles[order].min(axis=1), first)
    high = np.maximum.reduceat(triangles[order].max(axis=1), first)
    bounds = np.stack((low, high), axis=1)
    for array in (bounds, points):
        array.setflags(write=False)
    floor = float(areas.sum())
    return tuple(
        Island(int(at), 0.0, float(areas[at]) / floor, points[at], bounds[at], float(areas[at]))
        for at in np.argsort(-areas, kind="stable")
    )


def fold_small(found: Islands) -> tuple[Islands, Islands]:
    """Islands, the largest first, as those that are worth a line each, and all the others, which share one."""
    least = _LEAST * found[1].share if len(found) > 1 else 0.0
    large = sum(island.share >= least for island in found[:_MOST])
    if len(found) == large + 1:
        large += 1
    return found[:large], found[large:]


def percent(share: float) -> str:
    """A share, 0 to 1, in words: all is told of all alone, and nothing of nothing."""
    if 0.995 <= share < 1.0:
        return "over 99%"
    if share >= 0.01:
        return f"{share:.0%}"
    return f"{100.0 * share:.1g}%" if share >= 0.0001 else "below 0.01%"


def small_ones(small: Islands) -> str:
    """What is told of all islands that have no line of their own."""
    return f"and {len(small):,} small ones, {percent(sum(island.share for island in small))}"
