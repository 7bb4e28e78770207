# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The distance between a triangle and a box, exact up to rounding, for many pairs at once.

Where the two are nearest, the triangle's point lies on one of its edges or inside it.

*On an edge.* Along an edge the squared distance to the box is a convex function of one variable, made of parabolas that
join smoothly where the edge crosses a plane of the box. Its slope is a rising polyline with at most six bends, so the
bends on either side of its zero, and a straight line between them, give the minimum.

*Inside.* Then the box looks at the triangle's plane with the point q of its diagonal that is nearest to that plane (the
diagonal that the normal points along; the middle of the nearest edge or face if that is parallel to the plane). If the
plane cuts the box but no edge of the triangle does, the cut lies wholly inside or wholly outside the triangle, and q is
one point of it. If the plane misses the box, the nearest corner, edge or face of the box again lies wholly over the
triangle or meets the shadow of its border, which the edges have seen to. So looking at q is enough.

Every candidate is a point of the triangle, so the answer can be too large by rounding only, never too small.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Float64s

#: Pairs computed together, to stay in the cache.
_PAIRS_AT_ONCE = 1 << 14
#: What has a smaller area than this part of its longest side's square is a sliver.
_SLENDER = 1e-4


def triangle_box_distance(corners: Float64s, middle: Float64s, half: Float64s) -> Float64s:
    """How far triangles are from closed boxes; 0 where they meet.

    Parameters
    ----------
    corners : (k, 3, 3) float64, corner by axis. Triangles may be segments or points.
    middle, half : (k, 3) float64, the boxes' middles and half sides; half may be 0.

    Returns
    -------
    distance : (k,) float64, in the same unit.
    """
    distance = np.empty(len(corners))
    for begin in range(0, len(corners), _PAIRS_AT_ONCE):
        part = slice(begin, begin + _PAIRS_AT_ONCE)
        # Axis first, so that every operation below runs along contiguous numbers.
        around = np.ascontiguousarray((corners[part] - middle[part, None]).transpose(1, 2, 0))
        sides = np.ascontiguousarray(half[part].T)
        squared = _inside(around, sides)
        for corner in range(3):
            squared = np.minimum(squared, _edge(around[corner], around[(corner + 1) % 3], sides))
        distance[part] = np.sqrt(squared)
    return distance


def _beyond(point: Float64s, half: Float64s) -> Float64s:
    """The vector from a box around 0 to points: per axis how far outside, with its sign."""
    return np.asarray(point - np.clip(point, -half, half))


def squared_lengths(vector: Float64s) -> Float64s:
    return np.asarray(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2)


def _edge(start: Float64s, end: Float64s, half: Float64s) -> Float64s:
    """Squared distance of segments from boxes around 0: (3, k) three times to (k,)."""
    step = end - start

    def slope(share: Float64s) -> Float64s:
        total = np.zeros_like(share)
        for axis in range(3):
            total += step[axis] * _beyond(start[axis] + share * step[axis], half[axis])
        return total

    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        crossings = np.concatenate(((-half - start) / step, (half - start) / step))
    bends = np.concatenate((np.clip(np.nan_to_num(crossings), 0, 1), np.zeros((1, half.shape[1]))))
    slopes = slope(bends)
    before = np.where(slopes <= 0, bends, 0.0).max(axis=0)
    after = np.where(slopes >= 0, bends, 1.0).min(axis=0)
    falling, rising = np.maximum(-slope(before), 0.0), np.maximum(slope(after), 0.0)
    total = falling + rising
    share = before + (after - before) * np.divide(falling, total, out=np.zeros_like(total), where=total > 0)
    return squared_lengths(_beyond(start + np.clip(share, 0, 1) * step, half))


def _inside(around: Float64s, half: Float64s) -> Float64s:
    """Squared distance of the plane's point next to q; infinite outside the triangle: (3, 3, k), (3, k) to (k,)."""
    first = around[0]
    one, two = around[1] - first, around[2] - first
    normal = cross(one, two)
    reach = (half * np.abs(normal)).sum(axis=0)
    height = (normal * first).sum(axis=0)
    share = np.divide(height, reach, out=np.zeros_like(reach), where=reach > 0)
    look = np.clip(share, -1, 1) * half * np.sign(normal) - first
    length = squared_lengths(normal)
    flat = length > 0

    def weight(turned: Float64s) -> Float64s:
        nowhere = np.full_like(length, -1.0)
        return np.asarray(np.divide((turned * normal).sum(axis=0), length, out=nowhere, where=flat))

    along_one, along_two = weight(cross(look, two)), weight(cross(one, look))
    over = (along_one >= 0) & (along_two >= 0) & (along_one + along_two <= 1)
    return np.where(over, squared_lengths(_beyond(first + along_one * one + along_two * two, half)), np.inf)


def nearest_points(around: Float64s) -> Float64s:
    """The point of each triangle that is nearest to 0, of slivers that of their border: (3, 3, k) to (3, k) float64."""
    best, least = around[0], np.full(around.shape[2], np.inf)
    sides = np.roll(around, -1, axis=0) - around
    for corner, side in zip(around, sides, strict=True):
        length, along = squared_lengths(side), -(corner * side).sum(axis=0)
        share = np.divide(along, length, out=np.zeros_like(length), where=length > 0)
        point = corner + np.clip(share, 0.0, 1.0) * side
        squared = squared_lengths(point)
        best, least = np.where(squared < least, point, best), np.minimum(squared, least)
    normal, over = unit_normals(sides)
    point = (normal * around[0]).sum(axis=0) * normal
    for corner, side in zip(around, sides, strict=True):
        over &= (cross(normal, side) * (point - corner)).sum(axis=0) >= 0
    return np.asarray(np.where(over & (squared_lengths(point) < least), point, best))


def unit_normals(sides: Float64s) -> tuple[Float64s, Bools]:
    """Normals of triangles, (3, k), by their sides, (3, 3, k); and which are known well: not those of slivers."""
    normal = cross(sides[0], sides[1])
    area, longest = np.sqrt(squared_lengths(normal)), np.zeros(sides.shape[2])
    for side in sides:
        longest = np.maximum(longest, squared_lengths(side))
    is_known = area > _SLENDER * longest
    return np.divide(normal, area, out=np.zeros_like(normal), where=is_known), is_known


def cross(a: Float64s, b: Float64s) -> Float64s:
    """Cross products of (3, k) with (3, k)."""
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))
