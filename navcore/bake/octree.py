# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The octree: cubes are split while a triangle touches them, down to single voxels."""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Cells, Floats, Ints
from ..progress import Progress
from .triangle_box import touches

_OCTANTS = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=np.int64)
#: Pairs of a cube and a triangle tested at once, to bound memory.
_PAIRS_AT_ONCE = 1 << 16


def free_leaves(triangles: Floats, shape: Cells, radius: float, min_depth: int, progress: Progress) -> Cells:
    """The free cubes of the octree over a domain.

    Parameters
    ----------
    triangles : (m, 3, 3) float64, in voxels from the domain's origin.
    shape : (3,) int, size of the domain in voxels.
    radius : the agent's, in voxels.
    min_depth : levels that are split even where nothing touches.
    progress : called with (fraction, stage).

    Returns
    -------
    (n, 2, 3) int32 voxel corners [min, max) of the leaves.
    """
    depth = int(np.ceil(np.log2(max(int(shape.max()), 1))))
    cubes = np.zeros((1, 3), np.int64)
    touching = np.arange(len(triangles))
    owner = np.zeros(len(triangles), np.int64)
    centres = triangles.mean(axis=1)
    leaves = []
    for level in range(depth + 1):
        size = 1 << (depth - level)
        progress(level / (depth + 1), "Splitting")
        touched = np.zeros(len(cubes), bool)
        touched[owner] = True
        straddles = (cubes + size > shape).any(axis=1)
        split = touched | straddles if level >= min_depth else np.ones(len(cubes), bool)
        corners = cubes[~split]
        # A cube wholly nearer than the radius to one point of a triangle holds nothing free, at any depth.
        reach = np.linalg.norm(centres[touching] - cubes[owner] - size / 2, axis=1) + size * np.sqrt(3) / 2
        split[owner[reach < radius]] = False
        owner, touching = owner[split[owner]], touching[split[owner]]
        leaves.append(np.stack((corners, corners + size), axis=1))
        if size == 1:
            break
        cubes, owner, touching = _split(cubes, split, owner, touching, triangles, shape, size // 2, radius)
    return np.concatenate(leaves).astype(np.int32)


def _split(
    cubes: Ints,
    split: Bools,
    owner: Ints,
    touching: Ints,
    triangles: Floats,
    shape: Cells,
    size: int,
    radius: float,
) -> tuple[Ints, Ints, Ints]:
    """The children of the split cubes that reach into the domain, and the (child, triangle) pairs that touch."""
    parents = np.flatnonzero(split)
    children = (cubes[parents][:, None] + _OCTANTS * size).reshape(-1, 3)
    inside = (children < shape).all(axis=1)
    number = np.full(len(children), -1, np.int64)
    number[inside] = np.arange(inside.sum())
    rank = np.empty(len(cubes), np.int64)
    rank[parents] = np.arange(len(parents))
    new_owner, new_touching = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for begin in range(0, len(owner), _PAIRS_AT_ONCE):
        pair = slice(begin, begin + _PAIRS_AT_ONCE)
        child = (rank[owner[pair]][:, None] * 8 + np.arange(8)).ravel()
        triangle = np.repeat(touching[pair], 8)
        wanted = number[child] >= 0
        child, triangle = child[wanted], triangle[wanted]
        hit = touches(triangles[triangle], children[child].astype(np.float64), float(size), radius)
        new_owner.append(number[child[hit]])
        new_touching.append(triangle[hit])
    return children[inside], np.concatenate(new_owner), np.concatenate(new_touching)
