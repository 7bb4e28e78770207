# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From triangles to the voxels that an agent's centre may not be in."""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Bools, Float64s, Int32s, Int64s, UInt32s
from ..geometry.box_tree import BoxTree
from ..progress import Steps, part
from ..workers import run_aside, run_in_order
from .growth import TOLERANCE, grow, near_boxes, near_for_certain
from .rasterize import touched_voxels
from .triangle_distance import squared_distances
from .voxel_sets import NO_VOXELS, unflatten

#: Voxels compared with triangles at once, to bound memory.
_VOXELS_AT_ONCE = 1 << 14
#: Beyond this many voxels, flat indices end, and the agent is so large that measuring all of the grid is quicker.
_MOST_VOXELS = 1 << 32
_STAGE = "Measuring"


def blocked_voxels(triangles: Float64s, shape: Int32s, radius: float) -> Steps[UInt32s]:
    """The voxels of a grid that triangles touch or, with a radius, come nearer to than that.

    Parameters
    ----------
    triangles : (m, 3, 3) float64, in voxels.
    shape : (3,) int, of the grid.
    radius : the agent's, in voxels.

    Returns
    -------
    Sorted flat indices, uint32.
    """
    if radius == 0.0:
        return (yield from touched_voxels(triangles, shape))
    yield 0.0, "Splitting"
    near = _in_reach(triangles, shape, radius)
    yield 0.0, "Splitting"
    if not len(near):
        return NO_VOXELS
    if _swallows(near, shape, radius):
        return np.arange(math.prod(shape.tolist()), dtype=np.uint32)
    # Triangles outside block inside when they are near enough, so the surface is found in a larger grid.
    padding = math.ceil(radius) + 1
    outer = [side + 2 * padding for side in shape.tolist()]
    if math.prod(outer) < _MOST_VOXELS:
        surface = yield from part(touched_voxels(near + padding, np.array(outer, np.int32)), 0.0, 0.3)
        certain = yield from part(grow(surface, shape, padding, radius, near_for_certain), 0.3, 0.4)
        candidates = yield from part(grow(surface, shape, padding, radius, near_boxes), 0.4, 0.5)
        unsure = _without(candidates, certain)
    else:
        # Distances say nothing of voxels that a triangle cuts.
        certain = yield from part(touched_voxels(near, shape), 0.0, 0.5)
        unsure = _without(np.arange(math.prod(shape.tolist()), dtype=np.uint32), certain)
    hit = yield from part(_nearer(near, unsure, shape, radius), 0.5, 1.0)
    return np.sort(np.concatenate((certain, unsure[hit])))


def _in_reach(triangles: Float64s, shape: Int32s, radius: float) -> Float64s:
    """The triangles whose boxes come within the radius of the grid."""
    low, high = _boxes(triangles)
    near = (high >= -radius) & (low <= shape + radius)
    return triangles[near[:, 0] & near[:, 1] & near[:, 2]]


def _swallows(triangles: Float64s, shape: Int32s, radius: float) -> bool:
    """Whether the whole grid is nearer than the radius to one corner of a triangle."""
    corners = triangles.reshape(-1, 3)
    farthest = np.maximum(np.abs(corners), np.abs(corners - shape))
    return bool((farthest * farthest).sum(axis=1).min() < radius * radius)


def _boxes(triangles: Float64s) -> tuple[Float64s, Float64s]:
    """Lowest and highest corners of the triangles' bounding boxes, each (m, 3)."""
    # Spelled out, because numpy reduces short axes slowly.
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    return np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)


def _without(voxels: UInt32s, some: UInt32s) -> UInt32s:
    """Sorted voxels but for some of them, sorted too."""
    left = np.ones(len(voxels), bool)
    left[np.searchsorted(voxels, some)] = False
    others: UInt32s = voxels[left]
    return others


def _nearer(triangles: Float64s, voxels: UInt32s, shape: Int32s, radius: float) -> Steps[Bools]:
    """Which voxels are nearer than the radius to a triangle, by the true distance."""
    tree, corners, planes = yield from part(run_aside(_prepare(triangles), _STAGE), 0.0, 0.0)
    tasks = [
        (tree, corners, planes, voxels[begin : begin + _VOXELS_AT_ONCE], shape, radius)
        for begin in range(0, len(voxels), _VOXELS_AT_ONCE)
    ]
    return np.concatenate([np.zeros(0, bool), *(yield from run_in_order(_nearer_of_part, tasks, _STAGE))])


def _prepare(triangles: Float64s) -> Steps[tuple[BoxTree, Float64s, Float64s]]:
    """A tree of the triangles' boxes, their corners (3, 3, m), and their planes (4, m): unit normal and offset."""
    yield 0.0, _STAGE
    corners = np.ascontiguousarray(triangles.transpose(1, 2, 0))
    first, second = corners[1] - corners[0], corners[2] - corners[0]
    planes = np.zeros((4, len(triangles)))
    for axis, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        planes[axis] = first[b] * second[c] - first[c] * second[b]
    length = np.sqrt(planes[0] * planes[0] + planes[1] * planes[1] + planes[2] * planes[2])
    # A normal that is mostly rounding error says nothing; as zero it excludes nothing.
    size = np.abs(first).sum(axis=0) * np.abs(second).sum(axis=0)
    sure = length > 1e-6 * size
    planes[:3] /= np.where(sure, length, np.inf)
    planes[3] = planes[0] * corners[0, 0] + planes[1] * corners[0, 1] + planes[2] * corners[0, 2]
    yield 0.5, _STAGE
    return BoxTree(np.stack(_boxes(triangles), axis=1)), corners, planes


def _plane_is_near(planes: Float64s, item: Int64s, low: Float64s, query: Int64s, radius: float) -> Bools:
    """Which voxels `query` among (3, n) come within a radius of the planes of triangles `item`."""
    height = -planes[3].take(item)
    reach = np.full(len(item), radius)
    for axis in range(3):
        part = planes[axis].take(item)
        reach += 0.5 * np.abs(part)
        part *= low[axis].take(query) + 0.5
        height += part
    near: Bools = np.abs(height) < reach
    return near


def _nearer_of_part(
    tree: BoxTree,
    corners: Float64s,
    planes: Float64s,
    voxels: UInt32s,
    shape: Int32s,
    radius: float,
) -> Steps[Bools]:
    yield 0.0, _STAGE
    limit = max(radius - TOLERANCE, TOLERANCE) ** 2
    low = np.stack(unflatten(voxels, shape)).astype(np.float64)
    # Most blocked voxels are settled by some triangle near their middle.
    guess = tree.near(low.T + 0.5)
    found: Bools = squared_distances(corners[:, :, guess], low, 1.0) < limit
    rest = np.flatnonzero(~found)
    bound = np.full(len(rest), limit)
    for query, item, _gap in tree.pairs_within(low[:, rest], low[:, rest] + 1.0, bound):
        yield 0.0, _STAGE
        query = rest[query]
        # On smooth surfaces the planes of near triangles tell nearly as much as the triangles, for far less.
        near = _plane_is_near(planes, item, low, query, radius)
        query, item = query[near], item[near]
        near = squared_distances(corners[:, :, item], low[:, query], 1.0) < limit
        found[query[near]] = True
    return found
