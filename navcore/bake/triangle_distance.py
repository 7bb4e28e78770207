# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Distances between triangles and points or cubes, for many pairs at once."""

from __future__ import annotations

import numpy as np

from ..arrays import Float64s

#: By how much rounding may misplace a plane, in units of the coordinates.
_ROUNDING = 1e-9
#: Squared sine of the least angle between two edges that have a plane.
_SLIVER = 1e-12
#: Each edge as (from, to).
_EDGES = ((0, 1), (1, 2), (2, 0))


def squared_distances(corners: Float64s, low: Float64s, size: float) -> Float64s:
    """The squared distance of each triangle to its closed cube.

    The nearest point of a triangle lies on an edge, or in its inside. In the latter case the segment to the cube is
    along the normal and some corner of the cube is as near as any of its points, or an edge is. Where no edge meets
    the cube but the inside does, all that the plane has in the cube is inside; so a point on the diagonal tells.

    Parameters
    ----------
    corners : (3, 3, n) float64, corner and axis first.
    low : (3, n) float64, lowest corner of each cube.
    size : edge of the cubes.

    Returns
    -------
    (n,) float64.
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


def nearest_offsets(corners: Float64s, points: Float64s) -> Float64s:
    """From each point, (3, n), to the nearest point of its triangle, corners (3, 3, n): (3, n) float64."""
    centred = corners - points
    nearest, least = np.empty_like(points), np.full(points.shape[1], np.inf)
    runs = [centred[end] - centred[begin] for begin, end in _EDGES]
    for (begin, _end), run in zip(_EDGES, runs, strict=True):
        length = _dot(run, run)
        share = -_dot(centred[begin], run) / np.where(length > 0.0, length, 1.0)
        np.clip(share, 0.0, 1.0, out=share)
        on_edge = centred[begin] + share * run
        squared = _dot(on_edge, on_edge)
        nearer = squared < least
        np.copyto(nearest, on_edge, where=nearer)
        np.copyto(least, squared, where=nearer)
    normal = _cross(runs[0], runs[1])
    squared = _dot(normal, normal)
    # What is mostly rounding error is no plane, and then an edge is about as near.
    facing = squared > _SLIVER * _dot(runs[0], runs[0]) * _dot(runs[1], runs[1])
    for (begin, _end), run in zip(_EDGES, runs, strict=True):
        facing &= _dot(normal, _cross(run, centred[begin])) <= 0.0
    on_plane = normal * (_dot(normal, centred[0]) / np.where(squared > 0.0, squared, 1.0))
    np.copyto(nearest, on_plane, where=facing)
    return nearest


def _dot(first: Float64s, second: Float64s) -> Float64s:
    product: Float64s = first[0] * second[0]
    product += first[1] * second[1]
    product += first[2] * second[2]
    return product


def _cross(first: Float64s, second: Float64s) -> Float64s:
    return np.stack([first[b] * second[c] - first[c] * second[b] for b, c in ((1, 2), (2, 0), (0, 1))])


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
    normal = _cross(first, second)
    squared = _dot(normal, normal)
    offset = normal[0] * corners[0, 0] + normal[1] * corners[0, 1] + normal[2] * corners[0, 2]
    # The corner towards the plane, as seen from the cube's middle.
    corner = np.where((normal > 0.0) == (offset > 0.0), half, -half)
    height = offset - (normal[0] * corner[0] + normal[1] * corner[1] + normal[2] * corner[2])
    outward = np.where(offset > 0.0, height, -height)
    # Of a plane that cuts the cube, the point on the diagonal to that corner; one that only seems to, by a rounding
    # error, passes by the corner itself.
    size = np.sqrt(squared)
    cut = outward < -_ROUNDING * size
    corner *= np.where(cut, np.abs(offset) / np.where(cut, np.abs(offset) - outward, 1.0), 1.0)
    height[cut] = 0.0
    facing = squared > 0.0
    for begin, end in _EDGES:
        edge, arm = corners[end] - corners[begin], corner - corners[begin]
        side = sum(
            normal[axis] * (edge[b] * arm[c] - edge[c] * arm[b]) for axis, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        )
        facing &= side >= 0.0
    distance = np.where(facing, height * height / np.where(squared > 0.0, squared, 1.0), np.inf)
    # Twice the area over the perimeter is that radius; a coordinate of one edge is less than the perimeter.
    longest = np.maximum(np.abs(first), np.abs(second)).max(axis=0)
    return distance, size / np.where(longest > 0.0, longest, 1.0)
