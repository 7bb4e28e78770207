# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Voxel maps as text, `.3dmap`: `voxel W H D`, then one occupied voxel `x y z` a line, from 0.

The format of the public benchmarks for pathfinding in voxel space [Brewer & Sturtevant 2018].
"""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Float64s, Int32s, Int64s
from ..config import MAX_DEPTH
from ..errors import FormatError
from ..geometry.boxes import free_runs
from ..given import shown
from ..voxel_grid import checked_voxels
from .atomic import FileName, check_target, read_bytes, shown_name, write_bytes

#: All that the lines of voxels are made of.
_LINES = b"0123456789 \t\r\n"
#: A side of more digits than this is too long, however many zeros it begins with.
_MOST_DIGITS = 9
#: Voxels of a map that is made from cells: some gigabytes. Few bytes of cells may leave far more than that outside.
_MOST_VOXELS = 10**8


def loads_voxels(data: bytes) -> tuple[Int64s, Int32s]:
    """Occupied voxels, (n, 3) int64, and the grid's shape, (3,) int32, in the bytes of a .3dmap."""
    if not isinstance(data, bytes):
        raise FormatError(f"a voxel map is read from bytes, not from {shown(data)}")
    head, _newline, body = data.partition(b"\n")
    words = head.split()
    if len(words) != 4 or words[0] != b"voxel" or not all(word.isdigit() for word in words[1:]):
        raise FormatError("this is not a voxel map: its first line must read 'voxel W H D'")
    sides = [int(word) if len(word) <= _MOST_DIGITS else None for word in words[1:]]
    if not all(side is not None and 1 <= side <= 2**MAX_DEPTH for side in sides):
        raise FormatError(f"the voxel map's sides must be 1 to {2**MAX_DEPTH} voxels, not {shown(head[6:])[2:-1]}")
    shape = np.array(sides, np.int32)
    numbers = _numbers(body)
    outside = np.flatnonzero((numbers >= shape).any(axis=1))
    if len(outside):
        raise FormatError(f"line {outside[0] + 2} of the voxel map names a voxel outside its grid of {shape.tolist()}")
    return numbers, shape


def _numbers(body: bytes) -> Int64s:
    """Lines of three whole numbers: (n, 3) int64."""
    strange = body.translate(None, _LINES)
    if strange:
        line = body.count(b"\n", 0, body.index(strange[:1])) + 2
        raise FormatError(f"line {line} of the voxel map must hold three whole numbers, x, y and z, and nothing else")
    if not body.strip():
        return np.empty((0, 3), np.int64)
    try:
        numbers = np.loadtxt(io.BytesIO(body), dtype=np.int64, ndmin=2)
    except (ValueError, OverflowError) as error:
        # numpy goes on with advice for programmers.
        raise FormatError(f"the voxel map is damaged: {str(error).partition(';')[0]}") from error
    if numbers.shape[1] != 3:
        raise FormatError(f"the voxel map's lines must hold x, y and z, not {numbers.shape[1]} numbers")
    return numbers


def dumps_voxels(occupied: ArrayLike, shape: ArrayLike) -> bytes:
    """The bytes of a .3dmap: (n, 3) int voxels in a grid of (3,) int, sorted."""
    voxels, size = checked_voxels(occupied, shape, FormatError)
    ordered = voxels[np.lexsort(voxels.T[::-1])]
    text = io.BytesIO()
    np.savetxt(text, ordered, fmt="%d")
    return b"voxel %d %d %d\n" % tuple(size.tolist()) + text.getvalue()


def load_voxels(path: FileName) -> tuple[Int64s, Int32s]:
    """Read a .3dmap file: occupied voxels, (n, 3) int64, and the grid's shape, (3,) int32."""
    data = read_bytes(path)
    try:
        return loads_voxels(data)
    except FormatError as error:
        raise FormatError(f"cannot read {shown_name(path)}: {error}") from error


def save_voxels(occupied: ArrayLike, shape: ArrayLike, path: FileName) -> None:
    """Write a .3dmap file. The old file, if any, stays whole until the new one is."""
    check_target(path)
    write_bytes(dumps_voxels(occupied, shape), path)


def voxels_outside(boxes: Int32s, shape: ArrayLike) -> Int64s:
    """The voxels of a grid, (3,) int, in none of some boxes that do not overlap: (n, 2, 3) int to (m, 3) int64."""
    size = np.asarray(shape, np.int32)
    inside = (boxes[:, 1] - boxes[:, 0]).prod(axis=1, dtype=np.int64).sum()
    outside = int(size.prod(dtype=np.int64) - inside)
    if outside > _MOST_VOXELS:
        raise FormatError(
            f"a voxel map of all but the cells would hold {outside} voxels, over {_MOST_VOXELS}; bake larger voxels"
        )
    x, y, z, _width, _height, depth = free_runs(np.empty(0, np.uint32), boxes, size)
    run = np.repeat(np.arange(len(x)), depth)
    step = np.arange(len(run)) - np.repeat(np.cumsum(depth, dtype=np.int64) - depth, depth)
    return np.stack((x[run], y[run], z[run] + step), axis=1).astype(np.int64)


def voxel_faces(occupied: ArrayLike, shape: ArrayLike) -> tuple[Float64s, Int64s]:
    """The surface of occupied voxels as triangles, so that a map can be checked as a mesh can.

    Every face between an occupied voxel and one that is free or outside is two triangles. A voxel without such a
    face has one triangle in its middle, for it is occupied, too.

    Parameters
    ----------
    occupied : (n, 3) int voxels. shape : (3,) int, of their grid.

    Returns
    -------
    vertices : (3 m, 3) float64, in voxels. triangles : (m, 3) int64.
    """
    given, size = checked_voxels(occupied, shape, FormatError)
    voxels = np.unique(given, axis=0)
    # With a layer around it, so that every voxel has neighbours.
    grid = size + 2
    taken = np.zeros(tuple(grid.tolist()), bool)
    taken[tuple((voxels + 1).T)] = True
    inner = np.ones(len(voxels), bool)
    parts = [np.empty((0, 3, 3))]
    for axis, side in ((axis, side) for axis in range(3) for side in (0, 1)):
        beyond = voxels + 1
        beyond[:, axis] += 2 * side - 1
        bare = ~taken[tuple(beyond.T)]
        inner &= ~bare
        corner = voxels[bare].astype(np.float64)
        corner[:, axis] += side
        u, v = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
        parts += [np.stack((corner, corner + u, corner + v), axis=1)]
        parts += [np.stack((corner + u + v, corner + v, corner + u), axis=1)]
    middle = voxels[inner][:, None] + np.array(((0.25, 0.25, 0.5), (0.75, 0.25, 0.5), (0.5, 0.75, 0.5)))
    corners = np.concatenate((*parts, middle))
    return corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3)
