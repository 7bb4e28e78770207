# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From triangles to the voxels that an agent's centre may not be in."""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Bools, Cells, Floats, Voxels
from ..box_tree import BoxTree
from ..progress import Progress
from .growth import TOLERANCE, grow, near_boxes, near_for_certain
from .surface import touched_voxels
from .triangle_distance import squared_distances
from .voxel_sets import unflatten

#: Voxels compared with triangles at once, to bound memory and to cancel promptly.
_VOXELS_AT_ONCE = 1 << 15


def blocked_voxels(triangles: Floats, shape: Cells, radius: float, progress: Progress) -> Voxels:
    """The voxels of a grid that triangles touch or, with a radius, come nearer to than that.

    Parameters
    ----------
    triangles : (m, 3, 3) float64, in voxels.
    shape : (3,) int, of the grid.
    radius : the agent's, in voxels.
    progress : called with (fraction, stage).

    Returns
    -------
    Sorted flat indices, uint32.
    """
    if radius == 0.0:
        return touched_voxels(triangles, shape, progress)
    # Triangles outside block inside when they are near enough, so the surface is found in a larger grid.
    padding = math.ceil(radius) + 1
    near = _in_reach(triangles, shape, radius)
    outer = np.asarray(shape) + 2 * padding
    surface = touched_voxels(near + padding, outer, lambda part, stage: progress(0.3 * part, stage))
    near_enough = grow(
        surface, shape, padding, radius, near_for_certain, lambda part, stage: progress(0.3 + 0.1 * part, stage)
    )
    candidates = grow(
        surface, shape, padding, radius, near_boxes, lambda part, stage: progress(0.4 + 0.1 * part, stage)
    )
    unsure = candidates[~_members(candidates, near_enough)]
    hit = _nearer(near, unsure, shape, radius, lambda part, stage: progress(0.5 + 0.5 * part, stage))
    return np.sort(np.concatenate((near_enough, unsure[hit])))


def _in_reach(triangles: Floats, shape: Cells, radius: float) -> Floats:
    """The triangles whose boxes come within the radius of the grid."""
    low, high = triangles.min(axis=1), triangles.max(axis=1)
    near: Bools = ((high >= -radius) & (low <= np.asarray(shape) + radius)).all(axis=1)
    return triangles[near]


def _members(values: Voxels, of: Voxels) -> Bools:
    """Which of the values occur in a sorted array."""
    if not len(of):
        return np.zeros(len(values), bool)
    at = np.minimum(np.searchsorted(of, values), len(of) - 1)
    members: Bools = of[at] == values
    return members


def _nearer(triangles: Floats, voxels: Voxels, shape: Cells, radius: float, progress: Progress) -> Bools:
    """Which voxels are nearer than the radius to a triangle, by the true distance."""
    hit = np.zeros(len(voxels), bool)
    if not len(voxels):
        return hit
    tree = BoxTree(np.stack((triangles.min(axis=1), triangles.max(axis=1)), axis=1))
    corners = np.ascontiguousarray(triangles.transpose(1, 2, 0))
    limit = max(radius - TOLERANCE, TOLERANCE) ** 2
    for begin in range(0, len(voxels), _VOXELS_AT_ONCE):
        progress(begin / len(voxels), "Measuring")
        low = np.stack(unflatten(voxels[begin : begin + _VOXELS_AT_ONCE], shape)).astype(np.float64)
        found = np.zeros(low.shape[1], bool)
        # Most blocked voxels are settled by some triangle near their middle.
        guess = tree.near(low.T + 0.5)
        found[squared_distances(corners[:, :, guess], low, 1.0) < limit] = True
        rest = np.flatnonzero(~found)
        bound = np.full(len(rest), limit)
        for query, item, _gap in tree.pairs_within(low[:, rest], low[:, rest] + 1.0, bound):
            near = squared_distances(corners[:, :, item], low[:, rest[query]], 1.0) < limit
            found[rest[query[near]]] = True
        hit[begin : begin + _VOXELS_AT_ONCE] = found
    return hit
