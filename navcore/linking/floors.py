# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""All floors of a surface over many places at once."""

from __future__ import annotations

import numpy as np

from ..arrays import Float64s, Int64s
from ..surface import NavSurface
from .plan_grid import PlanGrid


class Floors:
    """The floors of a surface, to be looked up by places in plan."""

    def __init__(self, surface: NavSurface) -> None:
        triangles, self._polygons = surface.floor_triangles()
        one, other = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
        self._areas = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
        self._grid = PlanGrid(triangles)

    def over(self, places: Float64s) -> tuple[Int64s, Int64s, Float64s]:
        """Floors over or under places, (k, 2) float64, world, one for each polygon.

        Returns
        -------
        (p,) int64, ascending, which place; (p,) int64, the polygon; (p,) float64, how high its floor is there.
        """
        tall = np.full((len(places), 1), np.inf)
        place, triangle = self._grid.near(np.hstack((places, -tall)), np.hstack((places, tall)))
        a, b, c = (self._grid.triangles[triangle, corner] for corner in range(3))
        at = places[place]
        areas = self._areas[triangle]
        # Twice the areas across from each corner; a place on an edge is on both sides of it.
        across = np.stack([_doubled(q, r, at) for q, r in ((b, c), (c, a), (a, b))], axis=1)
        inside = (across >= 0.0).all(axis=1) & (areas > 0.0)
        place, triangle, across = place[inside], triangle[inside], across[inside]
        heights = self._grid.triangles[triangle, :, 2]
        height = (across * heights).sum(axis=1) / across.sum(axis=1)
        polygon = self._polygons[triangle].astype(np.int64)
        pairs = place * (len(self._polygons) + 1) + polygon
        _pairs, first = np.unique(pairs, return_index=True)
        return place[first], polygon[first], height[first]


def _doubled(one: Float64s, other: Float64s, at: Float64s) -> Float64s:
    """Twice the areas of triangles in plan, (k,)."""
    along, away = other - one, at - one[:, :2]
    areas: Float64s = along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]
    return areas
