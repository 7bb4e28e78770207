# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The surface of free space: what of the faces of cells no other cell shares. Plain arrays, no bpy and no gpu."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from . import box_arrays
from .box_arrays import Corners

#: The axes of a face, across each axis.
_FIRST, _SECOND = np.array((1, 2, 0)), np.array((2, 0, 1))
for _axes in (_FIRST, _SECOND):
    _axes.setflags(write=False)

Rectangles = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Surface:
    """Rectangles on the outside of cells; none overlap.

    boxes : (m, 2, 3) int32, voxels, flat along one axis.
    side : (m,) int64, 2 · axis, and 1 more on the upper side of its cell.
    cell : (m,) int64.
    """

    boxes: Rectangles
    side: NDArray[np.int64]
    cell: NDArray[np.int64]

    def area(self, axis: int) -> int:
        """Summed area of the rectangles across an axis, in faces of voxels."""
        sizes = (self.boxes[:, 1] - self.boxes[:, 0])[self.side // 2 == axis].astype(np.int64)
        return int((sizes[:, _FIRST[axis]] * sizes[:, _SECOND[axis]]).sum())

    def triangles(self, chosen: NDArray[np.bool_], gap: float) -> Corners:
        """Corners of two triangles for each chosen rectangle, moved into its cell by a gap: (6 k, 3) float32.

        They are counter-clockwise seen from outside the cell.
        """
        corners = []
        for side in range(6):
            axis, high = side // 2, bool(side % 2)
            boxes = self.boxes[chosen & (self.side == side)].astype(np.float32)
            boxes[:, :, axis] += -gap if high else gap
            corners.append(box_arrays.side_faces(boxes, axis, high))
        return np.concatenate(corners)


def surface(cells: Rectangles, portals: NDArray[np.int32]) -> Surface:
    """The surface of cells.

    Parameters
    ----------
    cells : (n, 2, 3) int32, voxel boxes that do not overlap.
    portals : (k, 2) int32, all pairs of cells that share a face of positive area.
    """
    low, high = cells[:, 0], cells[:, 1]
    side = np.tile(np.arange(6), len(cells))
    cell = np.repeat(np.arange(len(cells)), 6)
    axis = side // 2
    flat = np.arange(len(side))
    whole = np.stack(
        (low[cell, _FIRST[axis]], low[cell, _SECOND[axis]], high[cell, _FIRST[axis]], high[cell, _SECOND[axis]]), 1
    )
    face, shared = _shared(cells, portals)
    order = np.lexsort((shared[:, 1], shared[:, 0], face))
    face, shared = face[order], shared[order]
    counts = np.bincount(face, minlength=len(flat))
    open_area = _area(whole) - np.bincount(face, weights=_area(shared), minlength=len(flat)).astype(np.int64)
    left = flat[open_area > 0]
    owner, rectangles = _subtract(left, whole[left], shared, np.cumsum(counts) - counts, counts)
    return Surface(_placed(cells, owner, rectangles), owner % 6, owner // 6)


def _shared(cells: Rectangles, portals: NDArray[np.int32]) -> tuple[NDArray[np.int64], Rectangles]:
    """Faces, 6 · cell + side, and what of them is shared, (2 k, 4); each portal on both of its cells."""
    first, second = cells[portals[:, 0]], cells[portals[:, 1]]
    low, high = np.maximum(first[:, 0], second[:, 0]), np.minimum(first[:, 1], second[:, 1])
    axis = np.argmin(high - low, axis=1)
    rows = np.arange(len(portals))
    is_above = first[rows, 0, axis] == low[rows, axis]
    rectangle = np.stack(
        (low[rows, _FIRST[axis]], low[rows, _SECOND[axis]], high[rows, _FIRST[axis]], high[rows, _SECOND[axis]]), 1
    )
    faces = [6 * portals[:, end].astype(np.int64) + 2 * axis + (is_above == bool(end)) for end in (0, 1)]
    return np.concatenate(faces), np.concatenate((rectangle, rectangle))


def _subtract(
    face: NDArray[np.int64],
    pieces: Rectangles,
    holes: Rectangles,
    begin: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> tuple[NDArray[np.int64], Rectangles]:
    """What holes leave of faces. In each round every face loses its next hole: all of them at once."""
    done_faces, done_pieces = [], []
    number = 0
    while len(face):
        finished = counts[face] <= number
        done_faces.append(face[finished])
        done_pieces.append(pieces[finished])
        face, pieces = face[~finished], pieces[~finished]
        hole = holes[begin[face] + number]
        u0, v0, u1, v1 = pieces.T
        a0, b0 = np.maximum(u0, hole[:, 0]), np.maximum(v0, hole[:, 1])
        a1, b1 = np.minimum(u1, hole[:, 2]), np.minimum(v1, hole[:, 3])
        is_hit = (a0 < a1) & (b0 < b1)
        around = [
            np.stack(piece, axis=1)[is_hit]
            for piece in ((u0, v0, a0, v1), (a1, v0, u1, v1), (a0, v0, a1, b0), (a0, b1, a1, v1))
        ]
        face = np.concatenate((face[~is_hit], *[face[is_hit]] * 4))
        pieces = np.concatenate((pieces[~is_hit], *around))
        is_some = (pieces[:, 0] < pieces[:, 2]) & (pieces[:, 1] < pieces[:, 3])
        face, pieces = face[is_some], pieces[is_some]
        number += 1
    if not done_faces:
        return face, pieces
    return np.concatenate(done_faces), np.concatenate(done_pieces)


def _placed(cells: Rectangles, owner: NDArray[np.int64], rectangles: Rectangles) -> Rectangles:
    """Rectangles (m, 4) on faces, 6 · cell + side, as flat boxes (m, 2, 3)."""
    cell, side = owner // 6, owner % 6
    axis, rows = side // 2, np.arange(len(owner))
    boxes = np.empty((len(owner), 2, 3), np.int32)
    boxes[rows, :, axis] = cells[cell, side % 2, axis][:, None]
    boxes[rows, :, _FIRST[axis]] = rectangles[:, 0::2]
    boxes[rows, :, _SECOND[axis]] = rectangles[:, 1::2]
    return boxes


def _area(rectangles: Rectangles) -> NDArray[np.int64]:
    sizes = (rectangles[:, 2:] - rectangles[:, :2]).astype(np.int64)
    return sizes[:, 0] * sizes[:, 1]
