# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Distances between triangles and cubes, for many pairs at once."""

from __future__ import annotations

import numpy as np

from ..arrays import Float64s

#: By how much rounding may misplace a plane, in units of the coordinates.
_ROUNDING = 1e-9


def squared_distances(corners: Float64s, low: Float64s, size: float) -> Float64s:
    """The squared distance of each triangle to its closed cube.

    The nearest point of a triangle lies on an edge, or in its inside. In the latter case the segment to the cube is
    along the normal and some corner of the cube is as near as any of its points, or an edge is.

    Parameters
    ----------
    corners : (3, 3, n) float64, corner and axis first.
    low : (3, n) float64, lowest corner of each cube.
    size : edge of the cubes.

    Returns
    -------
    (n,) float64. Pairs that meet may give any value up to rounding instead of 0 when only their insides meet; such
    pairs must be settled by `triangle_cubes`.
    """
    centred = corners - (low + size / 2)
    half = size / 2
    squared = _segment_distance(centred[0], centred[1], half)
    for begin, end in ((1, 2), (2, 0)):
        squared = np.minimum(squared, _segment_distance(centred[begin], centred[end], half))
    inside, width = _inside_distance(centred, half)
    # No point inside is farther from the edges than the circle within the triangle is wide. That bounds what rounding
    # makes of a sliver's plane, which may point anywhere.
    nearest: Float64s = np.maximum(np.sqrt(squared) - width, 0.0)
    return np.minimum(squared, np.maximum(inside, nearest * nearest))


def _segment_distance(begin: Float64s, end: Float64s, half: float) -> Float64s:
    """Squared distance of segments, ends (3, n), to the cube [-half, half]^3.

    Along a segment the squared distance is convex and its slope piecewise linear, with kinks where the segment
    crosses a plane of the cube's sides. So the slope at the kinks brackets its zero, and one division finds it.
    """
    run = end - begin
    lower, upper = np.zeros(begin.shape[1]), np.ones(begin.shape[1])
    slope_lower, slope_upper = _slope(begin, run, lower, half), _slope(begin, run, upper, half)
    with np.errstate(divide="ignore", invalid="ignore"):
        kinks = [(side - begin[axis]) / run[axis] for axis in range(3) for side in (-half, half)]
    for kink in kinks:
        at = np.where((kink > lower) & (kink < upper), kink, lower)
        slope = _slope(begin, run, at, half)
        rising = slope >= 0.0
        inside = at > lower
        lower = np.where(inside & ~rising, at, lower)
        slope_lower = np.where(inside & ~rising, slope, slope_lower)
        upper = np.where(inside & rising, at, upper)
        slope_upper = np.where(inside & rising, slope, slope_upper)
    change = slope_upper - slope_lower
    share = np.where(change > 0.0, -slope_lower / np.where(change > 0.0, change, 1.0), 0.0)
    at = lower + np.clip(share, 0.0, 1.0) * (upper - lower)
    total = np.zeros_like(at)
    for axis in range(3):
        gap = np.maximum(np.abs(begin[axis] + at * run[axis]) - half, 0.0)
        total += gap * gap
    return total


def _slope(begin: Float64s, run: Float64s, at: Float64s, half: float) -> Float64s:
    """Half the derivative of the squared distance at a share of each segment."""
    total = np.zeros_like(at)
    for axis in range(3):
        place = begin[axis] + at * run[axis]
        total += run[axis] * (place - np.clip(place, -half, half))
    return total


def _inside_distance(corners: Float64s, half: float) -> tuple[Float64s, Float64s]:
    """Squared distance of the cube's nearest corner to the triangle's plane where it faces the triangle, else inf.

    And the radius of a circle at least as large as the one within the triangle.
    """
    first, second = corners[1] - corners[0], corners[2] - corners[0]
    normal = np.stack([first[b] * second[c] - first[c] * second[b] for b, c in ((1, 2), (2, 0), (0, 1))])
    squared = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]
    offset = normal[0] * corners[0, 0] + normal[1] * corners[0, 1] + normal[2] * corners[0, 2]
    # The corner towards the plane, as seen from the cube's middle.
    corner = np.where((normal > 0.0) == (offset > 0.0), half, -half)
    height = offset - (normal[0] * corner[0] + normal[1] * corner[1] + normal[2] * corner[2])
    # A plane along a side of the cube may seem to cut it by a rounding error; it still faces it.
    outward = np.where(offset > 0.0, height, -height)
    facing = (squared > 0.0) & (outward >= -_ROUNDING * np.sqrt(squared))
    for begin, end in ((0, 1), (1, 2), (2, 0)):
        edge, arm = corners[end] - corners[begin], corner - corners[begin]
        side = sum(
            normal[axis] * (edge[b] * arm[c] - edge[c] * arm[b]) for axis, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        )
        facing &= side >= 0.0
    distance = np.where(facing, height * height / np.where(squared > 0.0, squared, 1.0), np.inf)
    # Twice the area over the perimeter is that radius; a coordinate of one edge is less than the perimeter.
    longest = np.maximum(np.abs(first), np.abs(second)).max(axis=0)
    return distance, np.sqrt(squared) / np.where(longest > 0.0, longest, 1.0)
