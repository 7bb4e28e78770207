# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""That a surface lacks nothing: places that are far enough from everything lie on it."""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Bools, Float64s
from ..progress import Steps
from .columns import Columns
from .faults import Faults, Kind
from .floor_arrays import UNIT, FloorIntake
from .floor_keeping import Keeping
from .sheet import LEVEL, Sheet

#: About so many places are looked at.
_PLACES = 60_000
#: Ways from a place that lead to a surface, if there is one around it.
_WAYS = 8


def check_complete(given: FloorIntake, sheet: Sheet, keeping: Keeping, faults: Faults) -> Steps[None]:
    """Places with the radius, a voxel's diagonal and what corners may give away around them lie on the surface."""
    # Triangles leave slivers along edges of polygons.
    surface = Columns(given.triangles / UNIT, 1.0, 1 / UNIT)
    reach = given.body.radius + math.sqrt(2) + given.corner_error
    for places in _places(sheet):
        yield 0.5, "Checking"
        inside = (places >= given.bounds[0]) & (places <= given.bounds[1])
        margin = np.array((reach, reach, 0.0))
        inside &= (places - margin >= given.bounds[0]) & (places + margin <= given.bounds[1])
        places = places[inside.all(axis=1)]
        places = places[~_lies_on(given, surface, places)]
        clear = np.ones(len(places), bool)
        for found in keeping.near(places[:, :2], places[:, 2], reach):
            yield 0.5, "Checking"
            clear[found.place] = False
        places = places[clear]
        places = np.delete(places, keeping.walks(places[:, :2], places[:, 2], reach).place, axis=0)
        if given.may_lack_islands:
            places = places[_comes_to(given, surface, sheet, places, reach)]
        told = (
            f"nothing is within {reach:.3f} voxels of ({', '.join(f'{value:.3f}' for value in place)}), "
            "and the surface is not there"
            for place in places
        )
        faults.add_many(Kind.COMPLETE, len(places), told)


def _places(sheet: Sheet) -> list[Float64s]:
    """Places on floors, blocks of (k, 3) float64, on a grid in plan."""
    corners = sheet.columns.corners[sheet.is_floor]
    if not len(corners):
        return []
    side = corners[:, 1:, :2] - corners[:, :1, :2]
    area = np.abs(side[:, 0, 0] * side[:, 1, 1] - side[:, 0, 1] * side[:, 1, 0]).sum() / 2
    spacing = max(float(np.sqrt(area / _PLACES)), 1.1)
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    x = np.arange(low[0] + 0.43 * spacing, high[0], spacing)
    y = np.arange(low[1] + 0.29 * spacing, high[1], spacing)
    blocks = []
    for rows in np.array_split(x, max(len(x) * len(y) >> 16, 1)):
        points = np.stack(np.meshgrid(rows, y, indexing="ij"), axis=-1).reshape(-1, 2)
        footing = sheet.standing(points, np.full(len(points), low[2]), np.full(len(points), high[2]))
        blocks.append(np.column_stack((points[footing.point], footing.height)))
    return blocks


def _lies_on(given: FloorIntake, surface: Columns, places: Float64s) -> Bools:
    """Whether a surface is at places, (k, 3), or within a step of their height: (k,) bool."""
    point, _triangle, height, _is_over = surface.hits(places[:, :2])
    on = np.zeros(len(places), bool)
    on[point[np.abs(height - places[point, 2]) <= given.body.step + given.height_error + LEVEL]] = True
    return on


def _comes_to(given: FloorIntake, surface: Columns, sheet: Sheet, places: Float64s, reach: float) -> Bools:
    """Whether a short straight walk from places leads onto the surface: then they belong to an island that is there."""
    comes = np.zeros(len(places), bool)
    for angle in np.arange(_WAYS) * (2 * np.pi / _WAYS):
        end = places[:, :2] + reach * np.array((np.cos(angle), np.sin(angle)))
        share, floor = sheet.walk(places[:, :2], places[:, 2], end)
        comes |= (share == 1.0) & _lies_on(given, surface, np.column_stack((end, floor)))
    return comes
