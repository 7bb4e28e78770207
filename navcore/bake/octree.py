# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The octree over a grid with blocked voxels, from the voxels upwards: its free leaves.

Every cube that holds a blocked voxel is split. So is a cube that straddles the domain's border, one that is larger
than `min_depth` allows, and, in a balanced tree, one beside a cube split twice more (progressive).
"""

from __future__ import annotations

import numpy as np

from .. import morton
from ..arrays import Bools, Cells, Voxels
from .voxel_sets import NO_VOXELS, sorted_unique, unflatten


def free_leaves(blocked: Voxels, shape: Cells, min_depth: int, balanced: bool) -> list[Voxels]:
    """The free leaves of the octree whose root is the smallest 2**k cube around a grid.

    Parameters
    ----------
    blocked : (n,) uint32, flat indices of the blocked voxels.
    shape : (3,) int, of the grid, up to 1024.
    min_depth : how often space is split even where it is free.
    balanced : let face neighbours differ by one level at most.

    Returns
    -------
    For each level, from voxels to the root, the locational codes of the leaves of 2**level voxels, sorted.
    """
    depth = depth_of(shape)
    closed = np.sort(morton.encode(*unflatten(blocked, shape)))
    split, leaves = NO_VOXELS, []
    for level in range(depth):
        parents = [_parents(split), _parents(closed), _straddling(shape, level + 1)]
        if balanced:
            parents += [_parents(near) for near in _inner_neighbours(split, shape, level)]
        above = sorted_unique(np.concatenate(parents)) if level < depth - min_depth else _all_cubes(shape, level + 1)
        leaves.append(_unsplit_children(above, (split, closed), shape, level))
        split, closed = above, NO_VOXELS
    leaves.append(NO_VOXELS if len(split) or len(closed) else np.zeros(1, np.uint32))
    return leaves


def depth_of(shape: Cells) -> int:
    """How often the root cube is halved to give voxels."""
    return int(max(shape) - 1).bit_length()


def leaf_corners(leaves: list[Voxels]) -> tuple[Voxels, Voxels, Voxels, Voxels]:
    """All leaves as x, y, z of the lowest corner and edge, each (n,) uint32, in voxels."""
    parts = []
    for level, codes in enumerate(leaves):
        corner = [coordinate << np.uint32(level) for coordinate in morton.decode(codes)]
        parts.append((*corner, np.full(len(codes), 1 << level, np.uint32)))
    x, y, z, size = (np.concatenate(column) for column in zip(*parts, strict=True))
    return x, y, z, size


def _parents(codes: Voxels) -> Voxels:
    """The different parents of sorted codes, sorted."""
    parents = codes >> np.uint32(3)
    keep = np.ones(len(parents), bool)
    np.not_equal(parents[1:], parents[:-1], out=keep[1:])
    return parents[keep]


def _unsplit_children(parents: Voxels, taken: tuple[Voxels, ...], shape: Cells, level: int) -> Voxels:
    """The children of split cubes that are in the domain and neither split nor blocked themselves."""
    free = np.ones((len(parents), 8), bool)
    for codes in taken:
        free[np.searchsorted(parents, codes >> np.uint32(3)), codes & np.uint32(7)] = False
    row, child = np.nonzero(free)
    codes = (parents[row] << np.uint32(3)) | child.astype(np.uint32)
    if any(int(side) % (1 << (level + 1)) for side in shape):
        codes = codes[_inside(codes, shape, level)]
    return codes


def _inside(codes: Voxels, shape: Cells, level: int) -> Bools:
    x, y, z = (coordinate << np.uint32(level) for coordinate in morton.decode(codes))
    inside: Bools = (x < shape[0]) & (y < shape[1]) & (z < shape[2])
    return inside


def _all_cubes(shape: Cells, level: int) -> Voxels:
    """Every cube of 2**level that reaches into the domain, sorted."""
    return np.sort(_encode_grid([np.arange(-(-int(side) >> level), dtype=np.uint32) for side in shape]))


def _straddling(shape: Cells, level: int) -> Voxels:
    """Every cube of 2**level that the domain's upper border cuts, with repetitions."""
    counts = [-(-int(side) >> level) for side in shape]
    cut = [NO_VOXELS]
    for axis, side in enumerate(shape):
        if int(side) % (1 << level):
            ranges = [np.arange(count, dtype=np.uint32) for count in counts]
            ranges[axis] = ranges[axis][-1:]
            cut.append(_encode_grid(ranges))
    return np.concatenate(cut)


def _encode_grid(ranges: list[Voxels]) -> Voxels:
    x, y, z = np.meshgrid(*ranges, indexing="ij")
    return morton.encode(x.ravel(), y.ravel(), z.ravel())


def _inner_neighbours(codes: Voxels, shape: Cells, level: int) -> list[Voxels]:
    """For each of six directions the sorted neighbours, within the domain, of cubes of 2**level."""
    found = []
    for axis, coordinate in enumerate(morton.decode(codes)):
        last = np.uint32((int(shape[axis]) - 1) >> level)
        for upwards in (False, True):
            inner = codes[coordinate < last] if upwards else codes[coordinate > 0]
            found.append(np.sort(morton.neighbours(inner, axis, upwards)))
    return found
