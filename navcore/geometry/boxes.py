# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of voxel boxes that do not overlap: joining them into fewer, and the boxes that fill what they leave.

A box is packed into one uint64: for each of two axes its low corner and size, then those of the axis along which
rows are joined. Sorting such numbers brings the boxes of a row together.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..arrays import Int32s, UInt32s
from ..config import MAX_DEPTH
from ..progress import Steps, nth_part, part
from .sorting import between, stable_order

#: Corners x, y, z and sizes x, y, z.
Boxes: TypeAlias = tuple[UInt32s, UInt32s, UInt32s, UInt32s, UInt32s, UInt32s]
#: Boxes as single numbers, (n,) uint64, made for joining along one axis.
Packed: TypeAlias = NDArray[np.uint64]

#: Bits of a corner and of a size less one.
_BITS = MAX_DEPTH
_FIELD = np.uint64((1 << _BITS) - 1)
_PAIR = 2 * _BITS
#: Room for the length of a run beside where it begins.
_LENGTH_BITS = np.uint64(_BITS + 1)
#: UInt32s of a slab whose runs are found at once, so that its arrays stay in the cache.
_SLAB_VOXELS = 1 << 22


def merge_boxes(boxes: Boxes, first: int = 0) -> Steps[Int32s]:
    """Join boxes along one axis after the other until nothing changes.

    Parameters
    ----------
    boxes : x, y, z of the lowest corners, then sizes along x, y, z, each (n,) uint32, in voxels; none overlap.
    first : the axis to join along first.

    Returns
    -------
    (m, 2, 3) int32 voxel corners [min, max), in no particular order.
    """
    return (yield from merge_packed(pack(boxes, first), first))


def merge_packed(packed: Packed, axis: int) -> Steps[Int32s]:
    """`merge_boxes` for boxes packed for joining along `axis`."""
    unchanged = 0
    while unchanged < 3:
        # How often it will go around nobody knows.
        yield 0.0, "Merging"
        joined = join(packed)
        unchanged = unchanged + 1 if len(joined) == len(packed) else 0
        packed = turn(joined)
        axis = (axis + 1) % 3
    cells = np.empty((len(packed), 2, 3), np.int32)
    # Before a join along `axis`, the fields hold the axis after it, the one after that, and itself.
    for position, shift in enumerate((2 * _PAIR, _PAIR, 0)):
        pair = (packed >> np.uint64(shift)) & np.uint64((1 << _PAIR) - 1)
        of = (axis + 1 + position) % 3
        cells[:, 0, of] = pair >> np.uint64(_BITS)
        cells[:, 1, of] = cells[:, 0, of] + (pair & _FIELD).astype(np.int32) + 1
    return cells


def unpacked(cells: Int32s) -> Boxes:
    """Int32s, (n, 2, 3), as corners and sizes, six (n,) uint32."""
    low, size = cells[:, 0].T.astype(np.uint32), (cells[:, 1] - cells[:, 0]).T.astype(np.uint32)
    return low[0], low[1], low[2], size[0], size[1], size[2]


def columns(cells: Int32s) -> Boxes:
    """Int32s, (n, 2, 3), cut into columns of one voxel by one along z, as corners and sizes, six (n,) uint32."""
    x, y, z, width, height, depth = unpacked(cells)
    counts = width * height
    cell = np.repeat(np.arange(len(cells), dtype=np.uint32), counts)
    within = np.arange(len(cell), dtype=np.uint32) - (np.cumsum(counts, dtype=np.uint32) - counts)[cell]
    step_x, step_y = np.divmod(within, height[cell])
    one = np.ones(len(cell), np.uint32)
    return x[cell] + step_x, y[cell] + step_y, z[cell], one, one, depth[cell]


def free_runs(blocked: UInt32s, cells: Int32s, shape: Int32s) -> Boxes:
    """What blocked voxels and cells leave of a grid, as runs along z.

    Parameters
    ----------
    blocked : (k,) uint32, sorted flat C-order indices.
    cells : (n, 2, 3) int32 voxel corners [min, max); nothing overlaps.
    shape : (3,) int, of the grid.

    Returns
    -------
    Corners and sizes of the longest runs, sorted by x, y, z: six (m,) uint32.
    """
    width, height, depth = (int(side) for side in shape)
    # Sorted by z before they are cut up, so that sorting by columns is all that is left to do.
    x, y, z, _width, _height, size = columns(cells[stable_order(cells[:, 0, 2], depth)])
    column = x * np.uint32(height) + y
    order = stable_order(column, width * height)
    begin = column[order].astype(np.uint64) * np.uint64(depth) + z[order]
    # What is taken, as numbers that sort by where they begin; the stable sort merges parts that are sorted.
    of_cells = (begin << _LENGTH_BITS) | size[order]
    of_voxels = (blocked.astype(np.uint64) << _LENGTH_BITS) | np.uint64(1)
    taken = np.sort(np.concatenate((of_voxels, of_cells)), kind="stable")
    begin = taken >> _LENGTH_BITS
    end = begin + (taken & np.uint64((1 << int(_LENGTH_BITS)) - 1))
    everything = np.uint64(width * height * depth)
    gap_begin, gap_end = np.concatenate(([np.uint64(0)], end)), np.concatenate((begin, [everything]))
    gap = gap_begin < gap_end
    gap_begin, gap_end = gap_begin[gap], gap_end[gap]
    # A gap may run over the ends of columns; cut it there.
    first = gap_begin // np.uint64(depth)
    counts = ((gap_end - np.uint64(1)) // np.uint64(depth) - first + np.uint64(1)).astype(np.int64)
    of = np.repeat(np.arange(len(counts)), counts)
    column = first[of] + (np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)).astype(np.uint64)
    bottom = column * np.uint64(depth)
    low = np.maximum(gap_begin[of], bottom) - bottom
    high = np.minimum(gap_end[of], bottom + np.uint64(depth)) - bottom
    x, y = np.divmod(column.astype(np.uint32), np.uint32(height))
    one = np.ones(len(x), np.uint32)
    return x, y, low.astype(np.uint32), one, one, (high - low).astype(np.uint32)


def slabs(shape: Int32s) -> list[tuple[int, int]]:
    """A grid cut across x into slabs of bounded size: where each begins and ends."""
    width, plane = int(shape[0]), int(shape[1]) * int(shape[2])
    rows = max(1, _SLAB_VOXELS // plane)
    return [(begin, min(begin + rows, width)) for begin in range(0, width, rows)]


def free_runs_of_slab(blocked: UInt32s, cells: Int32s, shape: Int32s, begin: int, end: int) -> Boxes:
    """The `free_runs` of a grid whose x is from `begin` to `end`."""
    plane = int(shape[1]) * int(shape[2])
    within = cells[(cells[:, 0, 0] < end) & (cells[:, 1, 0] > begin)]
    within[:, :, 0] = np.clip(within[:, :, 0], begin, end) - begin
    slab = np.array((end - begin, shape[1], shape[2]), np.int32)
    x, *rest = free_runs(between(blocked, begin * plane, end * plane) - np.uint32(begin * plane), within, slab)
    y, z, width, height, depth = rest
    return (x + np.uint32(begin)).astype(np.uint32), y, z, width, height, depth


def fill_gaps(cells: Int32s, shape: Int32s) -> Steps[Int32s]:
    """The space of a grid that cells leave, as few large boxes: (n, 2, 3) and (3,) to (m, 2, 3) int32."""
    nothing: UInt32s = np.empty(0, np.uint32)
    packed, ends = [], slabs(shape)
    for done, (begin, end) in enumerate(ends):
        yield 0.5 * done / len(ends), "Merging"
        packed.append(pack(free_runs_of_slab(nothing, cells, shape, begin, end), 1))
    return (yield from part(merge_packed(np.concatenate(packed), 1), 0.5, 1.0))


def fewest_boxes(boxes: Int32s) -> Steps[Int32s]:
    """The space that boxes fill, as few large ones, in no particular order: (n, 2, 3) to (m, 2, 3) int32; none overlap.

    Joined anew along x, y, z, along y, z, x and along z, x, y; the fewest are taken, be it those given.
    """
    # Between neighbouring corners along an axis nothing changes: numbered by these, long boxes are cut into few pieces.
    corners = [np.unique(boxes[:, :, axis]) for axis in range(3)]
    numbers = [np.searchsorted(corners[axis], boxes[:, :, axis]).astype(np.int32) for axis in range(3)]
    numbered = np.stack(numbers, axis=2)
    # Columns run along the last axis.
    fewest = numbered
    for done, shift in enumerate((2, 1, 0)):
        merged = merge_boxes(columns(np.roll(numbered, shift, axis=2)), first=2)
        made = np.roll((yield from nth_part(merged, done, 3)), -shift, axis=2)
        if len(made) < len(fewest):
            fewest = made
    return np.stack([corners[axis][fewest[:, :, axis]] for axis in range(3)], axis=2).astype(np.int32)


def pack(boxes: Boxes, axis: int) -> Packed:
    """Boxes as numbers made for joining along an axis, whose field stands last; the axis after it stands first."""
    first, second, last = (_pair(boxes[of % 3], boxes[of % 3 + 3]) for of in (axis + 1, axis + 2, axis))
    return (first << np.uint64(2 * _PAIR)) | (second << np.uint64(_PAIR)) | last


def turn(packed: Packed) -> Packed:
    """Boxes packed for an axis, packed for the next one."""
    head = packed >> np.uint64(2 * _PAIR)
    return ((packed << np.uint64(_PAIR)) & np.uint64((1 << 3 * _PAIR) - 1)) | head


def join(packed: Packed) -> Packed:
    """Join rows along the axis that boxes are packed for."""
    boxes = np.sort(packed)
    # Beside the corner's field stands the section's, so that corner plus size equals the next box's corner exactly
    # when it goes on in the same row.
    size = (boxes & _FIELD) + np.uint64(1)
    corner = boxes >> np.uint64(_BITS)
    begins = np.ones(len(boxes), bool)
    np.not_equal(corner[1:], (corner + size)[:-1], out=begins[1:])
    # Where a row ends at the last place there is, the sum runs over into the section; but nothing goes on at 0.
    begins |= (corner & _FIELD) == 0
    first = np.flatnonzero(begins)
    last = np.append(first[1:], len(boxes)) - 1 if len(boxes) else first
    length = corner[last] + size[last] - corner[first]
    joined: Packed = (corner[first] << np.uint64(_BITS)) | (length - np.uint64(1))
    return joined


def _pair(low: UInt32s, extent: UInt32s) -> Packed:
    return (low.astype(np.uint64) << np.uint64(_BITS)) | (extent.astype(np.uint64) - np.uint64(1))
