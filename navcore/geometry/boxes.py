# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of voxel boxes that do not overlap: joining them into fewer, and the boxes that fill what they leave.

A box is packed into one uint64: for each of two axes its low corner and size, then those of the axis along which
rows are joined. Sorting such numbers brings the boxes of a row together. Where the sides of a domain are too long for
64 bits, the sections of rows are numbered first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..arrays import Int32s, UInt32s
from ..progress import Steps, nth_part, part
from .gaps import gaps_between
from .sorting import between, stable_order

#: Corners x, y, z and sizes x, y, z.
Boxes: TypeAlias = tuple[UInt32s, UInt32s, UInt32s, UInt32s, UInt32s, UInt32s]
#: Boxes as single numbers, (n,) uint64, made for joining along one axis; or as three, (3, n), where one is too short.
Packed: TypeAlias = NDArray[np.uint64]
#: For x, y and z, the bits of a corner, and of a size less one.
Bits: TypeAlias = tuple[int, int, int]

#: Bits of a number.
_NUMBER_BITS = 64
#: Room for the length of a run beside where it begins.
_LENGTH_BITS = np.uint64(16)
#: UInt32s of a slab whose runs are found at once, so that its arrays stay in the cache.
_SLAB_VOXELS = 1 << 22
#: Into more columns than this, a grid or boxes are not cut up.
_MOST_COLUMNS = 1 << 22


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
    ends = [int((boxes[axis] + boxes[axis + 3]).max(initial=1)) for axis in range(3)]
    x, y, z = (max((end - 1).bit_length(), 1) for end in ends)
    if 2 * (x + y + z) <= _NUMBER_BITS:
        return (yield from merge_packed(pack(boxes, first, (x, y, z)), first, (x, y, z)))
    pairs = np.stack(_pairs(boxes, first, (x, y, z)))
    pairs, axis = yield from _joined_until_unchanged(pairs, first, (x, y, z), _join_sections, _turn_pairs)
    return _unpaired((pairs[0], pairs[1], pairs[2]), axis, (x, y, z))


def merge_packed(packed: Packed, axis: int, bits: Bits) -> Steps[Int32s]:
    """`merge_boxes` for boxes packed for joining along `axis`."""
    packed, axis = yield from _joined_until_unchanged(packed, axis, bits, join, turn)
    _first, second, last = _in_turn(axis, bits)
    head, middle, tail = packed >> np.uint64(2 * (second + last)), packed >> np.uint64(2 * last), packed
    return _unpaired((head, middle & _ones(2 * second), tail & _ones(2 * last)), axis, bits)


def _joined_until_unchanged(
    packed: Packed,
    axis: int,
    bits: Bits,
    join: Callable[[Packed, int, Bits], Packed],
    turn: Callable[[Packed, int, Bits], Packed],
) -> Steps[tuple[Packed, int]]:
    """Join along one axis after the other until nothing changes; the axis for which boxes are packed then."""
    unchanged = 0
    while unchanged < 3:
        # How often it will go around nobody knows.
        yield 0.0, "Merging"
        joined = join(packed, axis, bits)
        unchanged = unchanged + 1 if joined.shape == packed.shape else 0
        packed = turn(joined, axis, bits)
        axis = (axis + 1) % 3
    return packed, axis


def _unpaired(pairs: tuple[Packed, Packed, Packed], axis: int, bits: Bits) -> Int32s:
    """The corners and sizes of boxes packed for an axis as (n, 2, 3) int32 cells."""
    cells = np.empty((len(pairs[0]), 2, 3), np.int32)
    # Before a join along `axis`, the fields hold the axis after it, the one after that, and itself.
    for pair, of in zip(pairs, ((axis + 1) % 3, (axis + 2) % 3, axis), strict=True):
        cells[:, 0, of] = pair >> np.uint64(bits[of])
        cells[:, 1, of] = cells[:, 0, of] + (pair & _ones(bits[of])).astype(np.int32) + 1
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
    if int(shape[0]) * int(shape[1]) > _MOST_COLUMNS or _column_count(cells) > _MOST_COLUMNS:
        gaps = yield from part(gaps_between(cells, shape), 0.0, 0.8)
        return (yield from part(merge_boxes(unpacked(gaps), first=1), 0.8, 1.0))
    nothing: UInt32s = np.empty(0, np.uint32)
    runs: list[Boxes] = []
    ends = slabs(shape)
    for done, (begin, end) in enumerate(ends):
        yield 0.5 * done / len(ends), "Merging"
        runs.append(free_runs_of_slab(nothing, cells, shape, begin, end))
    x, y, z, width, height, depth = (np.concatenate(column) for column in zip(*runs, strict=True))
    return (yield from part(merge_boxes((x, y, z, width, height, depth), 1), 0.5, 1.0))


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
        turned = np.roll(numbered, shift, axis=2)
        pieces = columns(turned) if _column_count(turned) <= _MOST_COLUMNS else unpacked(turned)
        made = np.roll((yield from nth_part(merge_boxes(pieces, first=2), done, 3)), -shift, axis=2)
        if len(made) < len(fewest):
            fewest = made
    return np.stack([corners[axis][fewest[:, :, axis]] for axis in range(3)], axis=2).astype(np.int32)


def _column_count(cells: Int32s) -> int:
    """How many columns `columns` would make."""
    sides = (cells[:, 1, :2] - cells[:, 0, :2]).astype(np.int64)
    return int((sides[:, 0] * sides[:, 1]).sum())


def pack(boxes: Boxes, axis: int, bits: Bits) -> Packed:
    """Boxes as numbers made for joining along an axis, whose field stands last; the axis after it stands first.

    `bits`, twice their sum at most 64, must hold every corner and every size less one.
    """
    first, second, last = _pairs(boxes, axis, bits)
    _first, second_bits, last_bits = _in_turn(axis, bits)
    return (first << np.uint64(2 * (second_bits + last_bits))) | (second << np.uint64(2 * last_bits)) | last


def turn(packed: Packed, axis: int, bits: Bits) -> Packed:
    """Boxes packed for an axis, packed for the next one."""
    first, second, last = _in_turn(axis, bits)
    head = packed >> np.uint64(2 * (second + last))
    return ((packed << np.uint64(2 * first)) & _ones(2 * (first + second + last))) | head


def join(packed: Packed, axis: int, bits: Bits) -> Packed:
    """Join rows along the axis that boxes are packed for."""
    own, field = np.uint64(bits[axis]), _ones(bits[axis])
    boxes = np.sort(packed)
    # Beside the corner's field stands the section's, so that corner plus size equals the next box's corner exactly
    # when it goes on in the same row.
    size = (boxes & field) + np.uint64(1)
    corner = boxes >> own
    begins = np.ones(len(boxes), bool)
    np.not_equal(corner[1:], (corner + size)[:-1], out=begins[1:])
    # Where a row ends at the last place there is, the sum runs over into the section; but nothing goes on at 0.
    begins |= (corner & field) == 0
    first = np.flatnonzero(begins)
    last = np.append(first[1:], len(boxes)) - 1 if len(boxes) else first
    length = corner[last] + size[last] - corner[first]
    joined: Packed = (corner[first] << own) | (length - np.uint64(1))
    return joined


def _join_sections(pairs: Packed, axis: int, bits: Bits) -> Packed:
    """`join` for boxes in three numbers, (3, n)."""
    _first, second, last = _in_turn(axis, bits)
    shift, own = np.uint64(2 * second), np.uint64(2 * last)
    sections, number = np.unique((pairs[0] << shift) | pairs[1], return_inverse=True)
    joined = join((number.astype(np.uint64).ravel() << own) | pairs[2], axis, bits)
    section = sections[(joined >> own).astype(np.intp)]
    return np.stack((section >> shift, section & _ones(2 * second), joined & _ones(2 * last)))


def _turn_pairs(pairs: Packed, _axis: int, _bits: Bits) -> Packed:
    return np.roll(pairs, -1, axis=0)


def _in_turn(axis: int, bits: Bits) -> Bits:
    """The bits of the axis after one, of the one after that, and of itself, as boxes are packed for it."""
    return bits[axis - 2], bits[axis - 1], bits[axis]


def _pairs(boxes: Boxes, axis: int, bits: Bits) -> list[Packed]:
    """Corners with sizes less one, of the axis after one, of the one after that, and of itself."""
    return [
        (boxes[of].astype(np.uint64) << np.uint64(bits[of])) | (boxes[of + 3].astype(np.uint64) - np.uint64(1))
        for of in ((axis + 1) % 3, (axis + 2) % 3, axis)
    ]


def _ones(bits: int) -> np.uint64:
    return np.uint64((1 << bits) - 1)
