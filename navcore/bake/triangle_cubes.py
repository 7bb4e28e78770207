# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether triangles touch half-open cubes, for whole blocks of cubes at once.

The separating-axis test of a triangle and a cube [low, low + size) has 13 axes. Three are the cube's own:
callers settle those by choosing blocks within the triangle's bounding box. Nine are products of an edge and a
coordinate axis: functions of two coordinates, so each is evaluated on a plane of the block, not on its cubes.
The last is the triangle's normal.

Ties decide whether a surface that lies exactly on voxel corners is seen once, twice or never, so they follow
one rule. A cube is closed below and open above. A triangle whose coordinates are multiples of 1/16 voxel, and
that is not very large, is computed without any rounding and its ties are decided by that rule exactly; any other
triangle is taken to touch what it comes within rounding error of, so that no surface can leak.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import numpy as np

from ..arrays import Bools, Float64s, Int32s, Int64s

#: The two coordinates of each projection, and how it stands among cubes.
_PROJECTIONS = ((0, 1), (1, 2), (2, 0))
_ACROSS = MappingProxyType({(0, 1): np.s_[:, :, None], (1, 2): np.s_[None], (2, 0): np.s_[:, None]})
#: Where the edge that begins at each corner ends, and the corner opposite to it.
_FOLLOWING, _OPPOSITE = (1, 2, 0), (2, 0, 1)
#: All edges of so few triangles are looked at together.
_FEW = 1 << 12
#: Smaller than any difference of exactly computed values, larger than none of them but zero.
_BEYOND_TIE = 2.0**-14
#: Everything is computed from differences of coordinates. If these are multiples of 1/_EXACT_STEPS and below
#: _EXACT_SIDE, products of three of them need at most 53 bits.
_EXACT_STEPS = 16.0
_EXACT_SIDE = 4096.0
_ROUNDING = 2.0**-48


def are_exact(corners: Float64s, shape: Int32s) -> Bools:
    """Which triangles, corners (3, 3, n), are compared with the cubes of a grid without any rounding."""
    # What is far outside of a grid is not looked at so closely.
    far = max(0.5 * _EXACT_SIDE, 2.0 * float(np.max(shape)))
    exact = _longest_side(corners) < _EXACT_SIDE
    # Those of few triangles together, for fewer calls; of many one by one, for less memory.
    coordinates = corners.reshape(9, -1)
    for some in (coordinates,) if len(exact) <= _FEW else coordinates[:, None]:
        steps = some * _EXACT_STEPS
        exact &= (steps == np.rint(steps)).all(axis=0)
        exact &= (np.abs(some) < far).all(axis=0)
    return exact


def touched_cubes(
    corners: Float64s, exact: Bools, first: Int64s, span: tuple[int, int, int], size: int, whole: bool
) -> Bools:
    """Which cubes of a block each triangle touches.

    Parameters
    ----------
    corners : (3, 3, n) float64, corner and axis first, in voxels.
    exact : (n,) bool, as `are_exact` tells.
    first : (3, n) int64, lowest corner of each block, in voxels. The block must lie within the cubes that the
        triangle's bounding box reaches, or the caller must mask those outside.
    span : how many cubes the block has along x, y, z.
    size : edge of the cubes, in voxels.
    whole : whether every block holds its whole triangle.

    Returns
    -------
    (*span, n) bool. Triangles come last throughout, because numpy is fast along long last axes only.
    """
    reach = _longest_side(corners) + size
    lows = [first[axis] + size * np.arange(span[axis], dtype=np.float64)[:, None] for axis in range(3)]
    count = corners.shape[2]
    # In a single layer of cubes that holds the whole triangle, the projection along the layer decides alone.
    planes = {
        (u, v): np.ones((span[u], span[v], count), bool)
        for u, v in _PROJECTIONS
        if not whole or (span[u] > 1 and span[v] > 1)
    }
    for edges in _edges_of(corners):
        _clip_by_edges(planes, edges, lows, size, exact, reach)
    touched = np.ones((*span, count), bool)
    for axes, plane in planes.items():
        touched &= (plane if axes[0] < axes[1] else plane.swapaxes(0, 1))[_ACROSS[axes]]
    if not whole or min(span) > 1:
        touched &= _meets_plane(corners, lows, size, exact, reach)
    return touched


def _edges_of(corners: Float64s) -> Iterator[tuple[Float64s, Float64s, Float64s]]:
    """Where the edges of triangles, (3, 3, n), begin and end and the corners opposite, (k, 3, n) each.

    All three edges of few triangles come together, for fewer calls; those of many one by one, for less memory.
    """
    if corners.shape[2] <= _FEW:
        yield corners, corners.take(_FOLLOWING, axis=0), corners.take(_OPPOSITE, axis=0)
        return
    for begin, end, far in zip(range(3), _FOLLOWING, _OPPOSITE, strict=True):
        yield corners[begin : begin + 1], corners[end : end + 1], corners[far : far + 1]


def _longest_side(corners: Float64s) -> Float64s:
    """Of each triangle's bounding box."""
    # Spelled out, because numpy reduces short axes slowly.
    sides = np.maximum(np.maximum(corners[0], corners[1]), corners[2])
    sides -= np.minimum(np.minimum(corners[0], corners[1]), corners[2])
    longest: Float64s = np.maximum(np.maximum(sides[0], sides[1]), sides[2])
    return longest


def _clip_by_edges(
    planes: dict[tuple[int, int], Bools],
    edges: tuple[Float64s, Float64s, Float64s],
    lows: list[Float64s],
    size: int,
    exact: Bools,
    reach: Float64s,
) -> None:
    """Clear the squares of projections that lie beyond edges of the triangle, or behind the corners opposite to them.

    `edges` are, of some edges of each triangle, where they begin and end and the opposite corners, (k, 3, n) each.
    """
    begin, end, far = edges
    run, away = end - begin, far - begin
    rising, falling = np.maximum(run, 0.0), np.minimum(run, 0.0)
    steep, parallel = rising - falling, run == 0.0
    # By edge, place along the axis, and triangle.
    from_begin = [lows[axis] - begin[:, axis, None] for axis in range(3)]
    for (u, v), plane in planes.items():
        run_u, run_v = run[:, u], run[:, v]
        # Along the edge's normal (run_v, -run_u) the edge is at 0 and the far corner here:
        corner = run_v * away[:, u] - run_u * away[:, v]
        below, above = _allowed((run_v, -run_u), steep[:, u] + steep[:, v], exact, reach)
        least = np.minimum(corner, 0.0) - size * (rising[:, v] - falling[:, u]) + above
        most = np.maximum(corner, 0.0) - size * (falling[:, v] - rising[:, u]) - below
        # An edge parallel to an axis separates no better than the bounding box does.
        unhelpful = parallel[:, u] | parallel[:, v]
        np.copyto(least, -np.inf, where=unhelpful)
        np.copyto(most, np.inf, where=unhelpful)
        value = (run_v[:, None] * from_begin[u])[:, :, None] - (run_u[:, None] * from_begin[v])[:, None]
        inside = value >= least[:, None, None]
        inside &= value <= most[:, None, None]
        plane &= inside.all(axis=0)


def _meets_plane(corners: Float64s, lows: list[Float64s], size: int, exact: Bools, reach: Float64s) -> Bools:
    """Which cubes meet the plane of their triangle: (x, y, z, n) bool."""
    first, second = corners[1] - corners[0], corners[2] - corners[0]
    normal = tuple(first[b] * second[c] - first[c] * second[b] for b, c in ((1, 2), (2, 0), (0, 1)))
    scale = (np.abs(first[0]) + np.abs(first[1]) + np.abs(first[2])) * (
        np.abs(second[0]) + np.abs(second[1]) + np.abs(second[2])
    )
    below, above = _allowed(normal, scale, exact, reach)
    least = -size * (np.maximum(normal[0], 0.0) + np.maximum(normal[1], 0.0) + np.maximum(normal[2], 0.0)) + above
    most = -size * (np.minimum(normal[0], 0.0) + np.minimum(normal[1], 0.0) + np.minimum(normal[2], 0.0)) - below
    x_flat, y_flat, z_flat = (part == 0.0 for part in normal)
    parallel = (x_flat & y_flat) | (y_flat & z_flat) | (z_flat & x_flat)
    least[parallel], most[parallel] = -np.inf, np.inf
    x, y, z = (normal[axis] * (lows[axis] - corners[0, axis]) for axis in range(3))
    value = (x[:, None] + y)[:, :, None] + z
    met: Bools = value >= least
    met &= value <= most
    return met


def _allowed(normal: tuple[Float64s, ...], scale: Float64s, exact: Bools, reach: Float64s) -> tuple[Float64s, Float64s]:
    """By how much a triangle must overlap a cube along `normal`, 2 or 3 parts of (n,), at its lower and its upper side.

    Exact ties count only at sides that are closed; for inexact triangles, falling short by the rounding counts too.
    """
    rounding = -_ROUNDING * scale * reach
    if not exact.any():
        return rounding, rounding
    open_below, open_above = normal[0] < 0.0, normal[0] > 0.0
    for part in normal[1:]:
        open_below, open_above = open_below | (part < 0.0), open_above | (part > 0.0)
    below = np.where(exact, np.where(open_below, _BEYOND_TIE, 0.0), rounding)
    above = np.where(exact, np.where(open_above, _BEYOND_TIE, 0.0), rounding)
    return below, above
