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
    # Nothing bends on level floors.
    is_level = surface.finder.is_level
    sloping = [(number, polygon) for number, leg in enumerate(legs) for polygon in leg if not is_level(polygon)]
    if not sloping:
        return np.column_stack((plan, heights))
    leg, polygons = np.array(sloping, np.int64).T
    first, last = np.searchsorted(owners, polygons), np.searchsorted(owners, polygons, side="right")
    leg, triangle = np.repeat(leg, last - first), stretches(first, last - first)
    found = [np.column_stack((plan, heights))]
    where = [np.arange(len(plan), dtype=np.float64)]
    begin, along = plan[leg], (plan[1:] - plan[:-1])[leg]
    square = (along * along).sum(axis=1)
    points = corners[triangle].astype(np.float64)
    points[:, :, :2] -= begin[:, None]
    side = along[:, :1] * points[:, :, 1] - along[:, 1:] * points[:, :, 0]
    for one, other in ((0, 1), (1, 2), (2, 0)):
        begins, ends = side[:, one], side[:, other]
        crossed = np.flatnonzero(
            (np.minimum(begins, ends) <= 0.0) & (np.maximum(begins, ends) >= 0.0) & (begins != ends)
        )
        share = (begins[crossed] / (begins[crossed] - ends[crossed]))[:, None]
        crossing = points[crossed, one] + share * (points[crossed, other] - points[crossed, one])
        at = (crossing[:, :2] * along[crossed]).sum(axis=1) / square[crossed]
        beside = _NEAR / np.sqrt(square[crossed])
        inside = (at > beside) & (at < 1.0 - beside)
        crossing[:, :2] = begin[crossed] + at[:, None] * along[crossed]
        found.append(crossing[inside])
        where.append(leg[crossed[inside]] + at[inside])
    order = np.argsort(np.concatenate(where), kind="stable")
    line, is_bend = np.concatenate(found)[order], order < len(plan)
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
