# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Voxel maps as text, `.3dmap`: `voxel W H D`, then one occupied voxel `x y z` a line, from 0.

The format of the public benchmarks for pathfinding in voxel space (Brewer and Sturtevant, 2018).
"""

from __future__ import annotations

import io
import os

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Cells, Ints
from ..errors import FormatError
from .atomic import read_bytes, write_bytes


def loads_voxels(data: bytes) -> tuple[Ints, Cells]:
    """Occupied voxels, (n, 3) int64, and the grid's shape, (3,) int32, in the bytes of a .3dmap."""
    head, _newline, body = data.partition(b"\n")
    words = head.split()
    if len(words) != 4 or words[0] != b"voxel" or not all(word.isdigit() for word in words[1:]):
        raise FormatError("this is not a voxel map: its first line must read 'voxel W H D'")
    try:
        numbers = np.loadtxt(io.BytesIO(body), dtype=np.int64, ndmin=2) if body.strip() else np.empty((0, 3), np.int64)
    except ValueError as error:
        raise FormatError(f"the voxel map is damaged: {error}") from error
    shape = np.array([int(word) for word in words[1:]], np.int64)
    if numbers.shape[1] != 3:
        raise FormatError(f"the voxel map's lines must hold x, y and z, not {numbers.shape[1]} numbers")
    outside = np.flatnonzero(((numbers < 0) | (numbers >= shape)).any(axis=1))
    if len(outside):
        raise FormatError(f"line {outside[0] + 2} of the voxel map names a voxel outside its grid of {shape.tolist()}")
    return numbers, shape.astype(np.int32)


def dumps_voxels(occupied: ArrayLike, shape: ArrayLike) -> bytes:
    """The bytes of a .3dmap: (n, 3) int voxels in a grid of (3,) int, sorted."""
    voxels, size = np.asarray(occupied, np.int64).reshape(-1, 3), np.asarray(shape, np.int64)
    ordered = voxels[np.lexsort(voxels.T[::-1])]
    text = io.BytesIO()
    np.savetxt(text, ordered, fmt="%d")
    return b"voxel %d %d %d\n" % tuple(size.tolist()) + text.getvalue()


def load_voxels(path: str | os.PathLike[str]) -> tuple[Ints, Cells]:
    """Read a .3dmap file: occupied voxels, (n, 3) int64, and the grid's shape, (3,) int32."""
    return loads_voxels(read_bytes(path))


def save_voxels(occupied: ArrayLike, shape: ArrayLike, path: str | os.PathLike[str]) -> None:
    """Write a .3dmap file. The old file, if any, stays whole until the new one is."""
    write_bytes(dumps_voxels(occupied, shape), path)
