# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The voxels that a path touches."""

from __future__ import annotations

import numpy as np

from ..arrays import Float64s, Int32s, Int64s
from ..geometry.ragged import squares, stretches
from ..geometry.voxel_tiles import VoxelTiles, from_points

#: In voxels: what is as near as this is touched, because points of paths are rounded.
NEARLY = 1e-6


def touched_voxels(points: Float64s, shape: Int32s) -> VoxelTiles:
    """The voxels of a grid that a line touches, with their borders: up to eight at each of its points.

    points : (k, 3) float64, voxels; at least two, and all within the grid or on its border.
    """
    begin, run = points[:-1], np.diff(points, axis=0)
    piece, share = _cuts(begin, run)
    # Between two cuts it is in one voxel, or between two or four; at a cut it may touch eight.
    same = np.flatnonzero(piece[1:] == piece[:-1])
    middle = (share[same] + share[same + 1]) / 2.0
    piece, share = np.concatenate((piece, piece[same])), np.concatenate((share, middle))
    at = begin[piece] + share[:, None] * run[piece]
    first, last = (np.clip(np.floor(at + aside), 0, shape - 1).astype(np.int64) for aside in (-NEARLY, NEARLY))
    _point, voxels = squares(first.T, last.T)
    return from_points(voxels.T, shape)


def _cuts(begin: Float64s, run: Float64s) -> tuple[Int64s, Float64s]:
    """Where pieces of a line, (n, 3) both, begin, come from one voxel to the next, and end.

    Returns
    -------
    piece : (c,) int64, ascending. share : (c,) float64 from 0 to 1, how far along the piece, ascending within each.
    """
    number = np.arange(len(begin))
    pieces, shares = [number, number], [np.zeros(len(begin)), np.ones(len(begin))]
    for axis in range(3):
        low, high = np.sort((begin[:, axis], begin[:, axis] + run[:, axis]), axis=0)
        first = np.floor(low).astype(np.int64) + 1
        counts = np.maximum(np.ceil(high).astype(np.int64) - first, 0)
        piece = np.repeat(number, counts)
        pieces.append(piece)
        shares.append((stretches(first, counts) - begin[piece, axis]) / run[piece, axis])
    piece, share = np.concatenate(pieces), np.clip(np.concatenate(shares), 0.0, 1.0)
    order = np.lexsort((share, piece))
    return piece[order], share[order]
