# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of voxel boxes that do not overlap: joining them into fewer, and the boxes that fill what they leave.

A box is packed into one uint64: for each of two axes its low corner and size, then those of the axis along which
rows are joined. Sorting such numbers brings the boxes of a row together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .arrays import Cells, Ints, Voxels
from .config import MAX_DEPTH

#: Bits of a corner and of a size less one.
_BITS = MAX_DEPTH
_FIELD = np.uint64((1 << _BITS) - 1)
_PAIR = 2 * _BITS


def merge_boxes(corner: tuple[Voxels, Voxels, Voxels], size: tuple[Voxels, Voxels, Voxels]) -> Cells:
    """Join boxes along x, y and z in turn until nothing changes.

    Parameters
    ----------
    corner, size : x, y and z, each (n,) uint32, in voxels; the boxes do not overlap.

    Returns
    -------
    (m, 2, 3) int32 voxel corners [min, max), in no particular order.
    """
    x, y, z = (_pack(low, extent) for low, extent in zip(corner, size, strict=True))
    # The axis to join along stands last; each join turns the next axis there.
    boxes = (y << np.uint64(2 * _PAIR)) | (z << np.uint64(_PAIR)) | x
    unchanged, axis = 0, 0
    while unchanged < 3:
        joined = _join(boxes)
        unchanged = unchanged + 1 if len(joined) == len(boxes) else 0
        boxes = _turn(joined)
        axis = (axis + 1) % 3
    pairs = [(boxes >> np.uint64(shift)) & np.uint64((1 << _PAIR) - 1) for shift in (2 * _PAIR, _PAIR, 0)]
    # Before a join along `axis`, the fields hold the axes after it, the one after that, and itself.
    cells = np.empty((len(boxes), 2, 3), np.int32)
    for position, pair in enumerate(pairs):
        of = (axis + 1 + position) % 3
        cells[:, 0, of] = pair >> np.uint64(_BITS)
        cells[:, 1, of] = cells[:, 0, of] + (pair & _FIELD).astype(np.int32) + 1
    return cells


def fill_gaps(boxes: Cells, shape: Cells) -> Cells:
    """The space of a grid that boxes leave, as few large boxes: (n, 2, 3) and (3,) to (m, 2, 3) int32."""
    width, height, depth = (int(side) for side in shape)
    column, low, high = _columns(boxes, height)
    # Each column ends with an empty run at its top, so that gaps are simply what lies before each run.
    column = np.concatenate((column, np.arange(width * height)))
    low = np.concatenate((low, np.full(width * height, depth)))
    high = np.concatenate((high, np.full(width * height, depth)))
    order = np.argsort(column * (depth + 1) + low, kind="stable")
    column, low, high = column[order], low[order], high[order]
    before = np.concatenate(([0], high[:-1]))
    before[np.flatnonzero(np.diff(column, prepend=-1))] = 0
    gap = low > before
    x, y = np.divmod(column[gap].astype(np.uint32), np.uint32(height))
    z, size = before[gap].astype(np.uint32), (low - before)[gap].astype(np.uint32)
    one = np.ones(len(x), np.uint32)
    return merge_boxes((x, y, z), (one, one, size))


def _columns(boxes: Cells, height: int) -> tuple[Ints, Ints, Ints]:
    """Boxes cut into columns along z: the column x * height + y, and where it begins and ends."""
    extent = (boxes[:, 1] - boxes[:, 0]).astype(np.int64)
    counts = extent[:, 0] * extent[:, 1]
    box = np.repeat(np.arange(len(boxes)), counts)
    within = np.arange(len(box)) - np.repeat(np.cumsum(counts) - counts, counts)
    x, y = np.divmod(within, extent[box, 1])
    column = (boxes[box, 0, 0] + x) * height + boxes[box, 0, 1] + y
    return column, boxes[box, 0, 2].astype(np.int64), boxes[box, 1, 2].astype(np.int64)


def _pack(low: Voxels, extent: Voxels) -> NDArray[np.uint64]:
    return (low.astype(np.uint64) << np.uint64(_BITS)) | (extent.astype(np.uint64) - np.uint64(1))


def _join(boxes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Join rows along the last axis."""
    boxes = np.sort(boxes)
    section, low = boxes >> np.uint64(_PAIR), (boxes >> np.uint64(_BITS)) & _FIELD
    end = low + (boxes & _FIELD) + np.uint64(1)
    begins = np.ones(len(boxes), bool)
    begins[1:] = (section[1:] != section[:-1]) | (low[1:] != end[:-1])
    first = np.flatnonzero(begins)
    last = np.append(first[1:], len(boxes)) - 1 if len(boxes) else first
    size = end[last] - low[first] - np.uint64(1)
    return (boxes[first] & ~_FIELD) | size


def _turn(boxes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Move the first axis of each box last: the one to join along next."""
    head = boxes >> np.uint64(2 * _PAIR)
    return ((boxes << np.uint64(_PAIR)) & np.uint64((1 << 3 * _PAIR) - 1)) | head
