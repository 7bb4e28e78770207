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
#: Triangles that are compared with cubes together: few enough for a processor's cache.
_AT_ONCE = 1 << 11
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
    squared: Float64s = np.empty(low.shape[1])
    for begin in range(0, len(squared), _AT_ONCE):
        few = slice(begin, begin + _AT_ONCE)
        squared[few] = _squared_distances(corners[:, :, few] - (low[:, few] + size / 2), size / 2)
    return squared


def _squared_distances(centred: Float64s, half: float) -> Float64s:
    """The same for triangles as seen from the middles of their cubes, which reach `half` a size to each side."""
    # All edges at once, axis first.
    begins = np.ascontiguousarray(centred.transpose(1, 0, 2))
    squared = _segment_distance(begins, begins.take((1, 2, 0), axis=1), half).min(axis=0)
    inside, width = _inside_distance(centred, half)
    # No point inside is farther from the edges than the circle within the triangle is wide. That bounds what rounding
    # makes of a sliver's plane, which may point anywhere.
    nearest: Float64s = np.maximum(np.sqrt(squared) - width, 0.0)
    least: Float64s = np.minimum(squared, np.maximum(inside, nearest * nearest))
    return least


def nearest_offsets(corners: Float64s, points: Float64s) -> Float64s:
    """From each point, (3, n), to the nearest point of its triangle, corners (3, 3, n): (3, n) float64."""
    centred = corners - points
    nearest, least = np.empty_like(points), np.full(points.shape[1], np.inf)
    runs = [centred[end] - centred[begin] for begin, end in _EDGES]
    for (begin, _end), run in zip(_EDGES, runs, strict=True):
        length = _dot(run, run)
        share = -_dot(centred[begin], run) / np.where(length > 0.0, length, 1.0)
        np.maximum(share, 0.0, out=share)
        np.minimum(share, 1.0, out=share)
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
    product = np.empty_like(first)
    for axis, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        np.multiply(first[b], second[c], out=product[axis])
        product[axis] -= first[c] * second[b]
    return product


def _segment_distance(begin: Float64s, end: Float64s, half: float) -> Float64s:
    """Squared distance of segments, ends (3, ...), to the cube [-half, half]^3.

    Along a segment the squared distance is convex and its slope piecewise linear, with kinks where the segment
    crosses a plane of the cube's sides. So the slope at the kinks brackets its zero, and one division finds it.
    """
    run = end - begin
    lower, upper = np.zeros(begin.shape[1:]), np.ones(begin.shape[1:])
    slope_lower, slope_upper = _slope(begin, run, lower, half), _slope(begin, run, upper, half)
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (-half - begin) / run, (half - begin) / run
    for kink in (first[0], second[0], first[1], second[1], first[2], second[2]):
        between = (kink > lower) & (kink < upper)
        at = np.where(between, kink, lower)
        slope = _slope(begin, run, at, half)
        rising = slope >= 0.0
        falls, rises = between & ~rising, between & rising
        np.copyto(lower, at, where=falls)
        np.copyto(slope_lower, slope, where=falls)
        np.copyto(upper, at, where=rises)
        np.copyto(slope_upper, slope, where=rises)
    change = slope_upper - slope_lower
    share = np.where(change > 0.0, -slope_lower / np.where(change > 0.0, change, 1.0), 0.0)
    at = lower + np.minimum(np.maximum(share, 0.0), 1.0) * (upper - lower)
    gap = at * run
    gap += begin
    np.abs(gap, out=gap)
    gap -= half
    np.maximum(gap, 0.0, out=gap)
    return _dot(gap, gap)


def _slope(begin: Float64s, run: Float64s, at: Float64s, half: float) -> Float64s:
    """Half the derivative of the squared distance at a share of each segment."""
    place = at * run
    place += begin
    # How far it is beyond the cube's sides; numpy's own clip takes longer than all else for a few.
    beyond = np.maximum(place, -half)
    np.minimum(beyond, half, out=beyond)
    np.subtract(place, beyond, out=beyond)
    return _dot(run, beyond)


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
