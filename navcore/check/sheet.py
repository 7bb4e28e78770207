# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a walker stands, and where it comes to when it goes straight on; asked of the triangles themselves.

A floor stands at a point if it is a triangle that is level enough, no other such triangle is above it within the
body's height, and no triangle at all between a step above it and the body's height. From a floor one comes to the
next along a line if it is at most a step higher or lower and the body has room over both.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from .columns import Columns, ragged

#: Gaps in floors: beside triangles as far as this, in voxels, there may be floor, and so near there surely is.
CRACK, SURE_CRACK = 0.03, 0.006
#: What counts as one height, in voxels.
LEVEL = 1e-3
#: How much more than the steepest slope floors may lean, in degrees: slopes are not meant to the last bit.
_LEAN = 0.01
#: How far apart the points of a walk lie at most, in voxels.
STRIDE = 0.25


@dataclass(frozen=True)
class Body:
    """A walker, in voxels, and the steepest floor that it walks on, in degrees."""

    radius: float
    height: float
    step: float
    slope: float

    @property
    def rise(self) -> float:
        """How much the steepest floor rises over one voxel."""
        return float(np.tan(np.radians(self.slope)))


@dataclass(frozen=True)
class Footing:
    """Floors that points stand on, those of one point after the other.

    point : (f,) int64. height : (f,) float64, of the floor. room : (f,) float64, of what is lowest above its body's
    feet; infinite where nothing is.
    """

    point: Int64s
    height: Float64s
    room: Float64s


class Sheet:
    """The floors of a scene, as a body sees them. All lengths in voxels.

    Attributes
    ----------
    columns : the triangles.
    is_floor : (m,) bool, those that are level enough, and chosen.
    body : the walker.
    """

    def __init__(self, corners: Float64s, body: Body, chosen: Bools | None, crack: float = CRACK) -> None:
        """`corners` : (m, 3, 3) float64; `chosen` : (m,) bool, which may be floors, None for all; `crack` : voxels."""
        self.body = body
        side = corners[:, 1:] - corners[:, :1]
        normal = np.cross(side[:, 0], side[:, 1])
        length = np.linalg.norm(normal, axis=1)
        level = np.abs(normal[:, 2]) >= np.cos(np.radians(min(body.slope + _LEAN, 90.0))) * length
        self.is_floor: Bools = level & (length > 0)
        if chosen is not None:
            self.is_floor &= chosen
        self.columns = Columns(corners, 1.0, np.where(self.is_floor, crack, 0.0))
        self.is_floor &= ~self.columns.is_upright

    def standing(self, points: Float64s, low: Float64s, high: Float64s) -> Footing:
        """The floors that points, (k, 2) float64, stand on between two heights each, (k,) float64."""
        point, triangle, height, is_over = self.columns.hits(points)
        near = (height >= low[point] - LEVEL) & (height <= high[point] + self.body.height + LEVEL)
        point, triangle, height, is_over = point[near], triangle[near], height[near], is_over[near]
        floor = self.is_floor[triangle]
        first = np.searchsorted(point, np.arange(len(points) + 1))
        candidate = np.flatnonzero(floor & (height <= high[point] + LEVEL))
        pair, nth = ragged((first[1:] - first[:-1])[point[candidate]])
        other = first[point[candidate[pair]]] + nth
        above = height[other] - height[candidate[pair]]
        in_way = (above < self.body.height - LEVEL) & (above > np.where(floor[other], LEVEL, self.body.step + LEVEL))
        # What is beside a point may carry, but is in nobody's way.
        in_way &= is_over[other]
        blocked = np.zeros(len(candidate), bool)
        blocked[pair[in_way]] = True
        room = np.full(len(candidate), np.inf)
        over = is_over[other] & (above >= self.body.height - LEVEL)
        np.minimum.at(room, pair[over], height[other[over]])
        # Of several triangles at one height the last one tells.
        stands = np.flatnonzero(~blocked)
        order = stands[np.lexsort((height[candidate[stands]], point[candidate[stands]]))]
        found, at = point[candidate[order]], height[candidate[order]]
        is_last = np.append((np.diff(found) != 0) | (np.diff(at) > LEVEL), True)[: len(found)]
        return Footing(found[is_last], at[is_last], room[order][is_last])

    def under(self, points: Float64s, height: Float64s, reach: float | Float64s) -> tuple[Float64s, Float64s]:
        """The floor nearest in height to each point and the room over it: (k,) float64 each; NaN where none stands.

        `points` : (k, 2), `height` : (k,); `reach` : how far a floor may be above and below.
        """
        footing = self.standing(points, height - reach, height + reach)
        off = np.abs(footing.height - height[footing.point])
        order = np.lexsort((off, footing.point))
        first = order[np.flatnonzero(np.diff(footing.point[order], prepend=-1))]
        floor, room = np.full(len(points), np.nan), np.full(len(points), np.nan)
        floor[footing.point[first]], room[footing.point[first]] = footing.height[first], footing.room[first]
        return floor, room

    def walk(self, start: Float64s, height: Float64s, end: Float64s) -> tuple[Float64s, Float64s]:
        """Where straight walks get to.

        Parameters
        ----------
        start, end : (k, 2) float64, plan; `height` : (k,) float64, of the floor at each start.

        Returns
        -------
        share : (k,) float64, of each way that has floor and room; 1 for all.
        height : (k,) float64, of the floor at that place.
        """
        length = np.sqrt(((end - start) ** 2).sum(axis=1))
        strides = np.maximum(np.ceil(length / STRIDE), 1.0)
        reached, floor = np.zeros(len(start)), height.astype(np.float64)
        room = np.full(len(start), np.inf)
        going = np.arange(len(start))
        allowance = self.body.rise * STRIDE + LEVEL
        number = 0
        while len(going):
            number += 1
            share = np.minimum(number / strides[going], 1.0)
            there = start[going] + (end - start)[going] * share[:, None]
            found, above = self.under(there, floor[going], self.body.step + allowance)
            with np.errstate(invalid="ignore"):
                common = np.minimum(above, room[going]) - np.maximum(found, floor[going])
                goes_on = ~np.isnan(found) & (common >= self.body.height - allowance)
            going, share, found, above = going[goes_on], share[goes_on], found[goes_on], above[goes_on]
            reached[going], floor[going], room[going] = share, found, above
            going = going[share < 1.0]
        return reached, floor
