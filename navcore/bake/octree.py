# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The octree over a grid with blocked voxels, from the voxels upwards: its free leaves.

Every cube that holds a blocked voxel is split. So is a cube that straddles the domain's border, one that is larger
than `min_depth` allows, and, in a balanced tree, one beside a cube split twice more [Hung & He 2016].
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import Bools, Int32s, UInt32s
from ..geometry import morton
from ..geometry.morton import Codes
from ..geometry.voxel_tiles import VoxelTiles, to_points
from ..progress import Steps, part
from ..workers import run_in_order
from .voxel_sets import sorted_unique, without_repetitions

#: Tiles whose voxels' codes one thread computes at once.
_TILES_AT_ONCE = 64
NO_CODES: UInt32s = np.empty(0, np.uint32)
_STAGE = "Building the octree"


def free_leaves(blocked: VoxelTiles, shape: Int32s, min_depth: int, balanced: bool) -> Steps[list[Codes]]:
    """The free leaves of the octree whose root is the smallest 2**k cube around a grid.

    Parameters
    ----------
    blocked : the blocked voxels.
    shape : (3,) int, of the grid.
    min_depth : how often space is split even where it is free.
    balanced : let face neighbours differ by one level at most.

    Returns
    -------
    For each level, from voxels to the root, the sorted locational codes.
    """
    depth = depth_of(shape)
    leaves = []
    # Cubes of a level that are split, and those that are blocked, which only voxels are.
    closed = yield from part(_codes(blocked, shape), 0.0, 0.5)
    split = closed[:0]
    for level in range(depth):
        yield 0.5 + 0.5 * level / depth, _STAGE
        parents = [_parents(split), _parents(closed), _straddling(shape, level + 1)]
        if balanced:
            parents += [_parents(near) for near in _inner_neighbours(split, shape, level)]
        above = sorted_unique(np.concatenate(parents)) if level < depth - min_depth else _all_cubes(shape, level + 1)
        leaves.append(_unsplit_children(above, (split, closed), shape, level))
        split, closed = above, above[:0]
    if not len(split) and not len(closed):
        leaves.append(np.zeros(1, np.uint32))
    return leaves


def depth_of(shape: Int32s) -> int:
    """How often the root cube is halved to give voxels."""
    return int(max(shape) - 1).bit_length()


def leaf_corners(leaves: Sequence[Codes]) -> tuple[UInt32s, UInt32s, UInt32s, UInt32s]:
    """Leaves, level by level, as x, y, z of the lowest corner and edge, each (n,) uint32, in voxels."""
    parts = []
    for level, codes in enumerate(leaves):
        corner = [coordinate << np.uint32(level) for coordinate in morton.decode(codes)]
        parts.append((*corner, np.full(len(codes), 1 << level, np.uint32)))
    x, y, z, size = (np.concatenate(column) for column in zip(*parts, strict=True))
    return x, y, z, size


def _codes(blocked: VoxelTiles, shape: Int32s) -> Steps[Codes]:
    """The locational codes of voxels, sorted."""
    tasks = [(tiles, shape) for tiles in blocked.parts(_TILES_AT_ONCE)]
    return np.sort(np.concatenate([NO_CODES, *(yield from run_in_order(_codes_of_part, tasks, _STAGE))]))


def _codes_of_part(voxels: VoxelTiles, shape: Int32s) -> Steps[Codes]:
    yield 0.0, _STAGE
    x, y, z = to_points(voxels, shape).T.astype(np.uint32)
    return morton.encode(x, y, z, levels=depth_of(shape))


def _parents(codes: Codes) -> Codes:
    """The different parents of sorted codes, sorted."""
    return without_repetitions(codes >> codes.dtype.type(3))


def _unsplit_children(parents: Codes, taken: tuple[Codes, ...], shape: Int32s, level: int) -> Codes:
    """The children of split cubes that are in the domain and neither split nor blocked themselves."""
    free = np.ones((len(parents), 8), bool)
    for codes in taken:
        free[np.searchsorted(parents, codes >> codes.dtype.type(3)), codes & codes.dtype.type(7)] = False
    row, child = np.nonzero(free)
    kind = parents.dtype.type
    children: Codes = (parents[row] << kind(3)) | child.astype(kind)
    if any(int(side) % (1 << (level + 1)) for side in shape):
        children = children[_inside(children, shape, level)]
    return children


def _inside(codes: Codes, shape: Int32s, level: int) -> Bools:
    x, y, z = (coordinate << np.uint32(level) for coordinate in morton.decode(codes))
    inside: Bools = (x < shape[0]) & (y < shape[1]) & (z < shape[2])
    return inside


def _all_cubes(shape: Int32s, level: int) -> Codes:
    """Every cube of 2**level that reaches into the domain, sorted."""
    ranges = [np.arange(-(-int(side) >> level), dtype=np.uint32) for side in shape]
    return np.sort(_encode_grid(ranges, depth_of(shape)))


def _straddling(shape: Int32s, level: int) -> Codes:
    """Every cube of 2**level that the domain's upper border cuts, with repetitions."""
    counts = [-(-int(side) >> level) for side in shape]
    cut = [NO_CODES]
    for axis, side in enumerate(shape):
        if int(side) % (1 << level):
            ranges = [np.arange(count, dtype=np.uint32) for count in counts]
            ranges[axis] = ranges[axis][-1:]
            cut.append(_encode_grid(ranges, depth_of(shape)))
    return np.concatenate(cut)


def _encode_grid(ranges: list[UInt32s], depth: int) -> Codes:
    x, y, z = np.meshgrid(*ranges, indexing="ij")
    return morton.encode(x.ravel(), y.ravel(), z.ravel(), levels=depth)


def _inner_neighbours(codes: Codes, shape: Int32s, level: int) -> list[Codes]:
    """For each of six directions the sorted neighbours, within the domain, of cubes of 2**level."""
    found = []
    for axis, coordinate in enumerate(morton.decode(codes)):
        last = np.uint32((int(shape[axis]) - 1) >> level)
        for upwards in (False, True):
            inner = codes[coordinate < last] if upwards else codes[coordinate > 0]
            found.append(np.sort(morton.neighbours(inner, axis, upwards)))
    return found
