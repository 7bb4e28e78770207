# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a triangle comes near a cube: the separating-axis test of 13 axes, for many pairs at once."""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Floats

#: Slack on slanted axes, in voxels, so that rounding can only block more, never let a surface leak.
_SLACK = 1e-7
_EDGES = ((0, 1), (1, 2), (2, 0))


def touches(triangles: Floats, lows: Floats, size: float, radius: float) -> Bools:
    """Which triangles meet their cube.

    At radius 0 the cube is half open, [low, low + size): a face that lies exactly on a voxel plane
    blocks the layer above it, not both and not none. With a radius the cube is grown by it, which
    blocks all that is nearer and somewhat more at the cube's corners.

    Parameters
    ----------
    triangles : (n, 3, 3) float64, in voxels.
    lows : (n, 3) float64, lowest corner of each cube, in voxels.
    size : edge of the cubes, in voxels.
    radius : in voxels.

    Returns
    -------
    (n,) bool.
    """
    half = size / 2 + radius
    relative = triangles - (lows + size / 2)[:, None]
    least, most = relative.min(axis=1), relative.max(axis=1)
    above = least >= half if radius == 0 else least > half
    hit: Bools = ~(above | (most < -half)).any(axis=1)

    # Slanted axes only for pairs whose boxes overlap: most pairs end above.
    index = np.flatnonzero(hit)
    corners = relative[index]
    edges = np.stack([corners[:, b] - corners[:, a] for a, b in _EDGES], axis=1)
    normal = np.cross(edges[:, 0], edges[:, 1])
    separate = _separates(normal, corners, half)
    for edge in range(3):
        for axis in range(3):
            direction = np.zeros_like(normal)
            # Cross product of the coordinate axis with the edge.
            following, last = (axis + 1) % 3, (axis + 2) % 3
            direction[:, following] = -edges[:, edge, last]
            direction[:, last] = edges[:, edge, following]
            separate |= _separates(direction, corners, half)
    hit[index[separate]] = False
    return hit


def _separates(direction: Floats, corners: Floats, half: float) -> Bools:
    """Whether projections onto `direction`, (n, 3), of corners (n, 3, 3) and a cube lie apart."""
    along = np.einsum("nij,nj->ni", corners, direction)
    reach = (half + _SLACK) * np.abs(direction).sum(axis=1)
    apart: Bools = (along.min(axis=1) > reach) | (along.max(axis=1) < -reach)
    return apart
