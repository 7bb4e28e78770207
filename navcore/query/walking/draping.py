# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines in plan laid over floors, so that they go up and down with them."""

from __future__ import annotations

import numpy as np

from ...arrays import Bools, Float64s
from ...geometry.ragged import stretches
from ...surface import NavSurface

#: Points of a line nearer to each other than this are one, 1/64 voxel; a bend by less than this is none.
_NEAR, _STRAIGHT = 2.0**-10, 1e-6
#: Of each corner of a triangle, the next one.
_NEXT = np.array((1, 2, 0))
_NEXT.setflags(write=False)


def draped(surface: NavSurface, plan: Float64s, heights: Float64s, legs: list[list[int]]) -> Float64s:
    """A line on the floor.

    Parameters
    ----------
    plan : (n, 2) float64, where it bends as seen from above, 1/64 voxel; heights : (n,) float64, of the floor there.
    legs : the polygons that it runs through between two bends.

    Returns
    -------
    (m, 3) float64, 1/64 voxel: the bends, and where the floor between them does.
    """
    corners, owners = surface.floor_corners()
    polygons = np.array([polygon for leg in legs for polygon in leg], np.int64)
    # Nothing bends on level floors.
    sloping = np.flatnonzero(~surface.finder.is_level[polygons])
    if not len(sloping):
        return np.column_stack((plan, heights))
    leg, polygons = np.repeat(np.arange(len(legs)), [len(each) for each in legs])[sloping], polygons[sloping]
    first, last = np.searchsorted(owners, polygons), np.searchsorted(owners, polygons, side="right")
    leg, triangle = np.repeat(leg, last - first), stretches(first, last - first)
    begin, along = plan[leg], (plan[1:] - plan[:-1])[leg]
    square = (along * along).sum(axis=1)
    points = corners[triangle].astype(np.float64)
    points[:, :, :2] -= begin[:, None]
    side = along[:, :1] * points[:, :, 1] - along[:, 1:] * points[:, :, 0]
    other = side[:, _NEXT]
    crossed, edge = np.nonzero((np.minimum(side, other) <= 0.0) & (np.maximum(side, other) >= 0.0) & (side != other))
    share = (side[crossed, edge] / (side[crossed, edge] - other[crossed, edge]))[:, None]
    crossing = points[crossed, edge]
    crossing += share * (points[crossed, _NEXT[edge]] - crossing)
    along, square = along[crossed], square[crossed]
    at = (crossing[:, :2] * along).sum(axis=1) / square
    beside = _NEAR / np.sqrt(square)
    inside = np.flatnonzero((at > beside) & (at < 1.0 - beside))
    crossing[:, :2] = begin[crossed] + at[:, None] * along
    found = np.concatenate((np.column_stack((plan, heights)), crossing[inside]))
    where = np.concatenate((np.arange(len(plan)), (leg[crossed] + at)[inside]))
    order = np.argsort(where, kind="stable")
    line, is_bend = found[order], order < len(plan)
    step = np.diff(line[:, :2], axis=0)
    apart = np.sqrt((step * step).sum(axis=1)) > _NEAR
    keep = is_bend | np.concatenate(([True], apart))
    line, is_bend = line[keep], is_bend[keep]
    return line[is_bend | ~_is_straight(line)]


def _is_straight(line: Float64s) -> Bools:
    """Which points of a line, (n, 3), lie on the line between those beside them: (n,) bool."""
    straight = np.zeros(len(line), bool)
    before, after = line[1:-1] - line[:-2], line[2:] - line[:-2]
    far, whole = (np.sqrt((step[:, :2] ** 2).sum(axis=1)) for step in (before, after))
    straight[1:-1] = np.abs(before[:, 2] * whole - after[:, 2] * far) <= _STRAIGHT * whole
    return straight
