# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes within tiles as single whole numbers, and how they are joined.

From above, a number holds which tile the box is in, and then along z, y and x its lowest voxel and its size less one.
Boxes are joined along the axis that stands last: sorting brings those of a row together. For the other axes, numbers
are turned around, all 64 bits, until that axis stands last; what stands above it only has to be the same.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ..arrays import Int32s, Int64s
from ..geometry.voxel_tiles import TILE_BITS

#: Boxes of single tiles, (n,) int64, made for joining along one axis; never negative.
Packed: TypeAlias = Int64s

#: Bits of a size less one; of a corner, which has one more so that no sum runs over into the next field; of both.
SIZE_BITS = TILE_BITS
PAIR_BITS = 2 * TILE_BITS + 1
#: Bits of a box within its tile. Above stands which tile it is.
BOX_BITS = 3 * PAIR_BITS
_SIZES = (1 << SIZE_BITS) - 1
_PAIRS = (1 << PAIR_BITS) - 1
_BOXES = (1 << BOX_BITS) - 1
_SHIFTS = PAIR_BITS * np.arange(3)
_SHIFTS.setflags(write=False)
#: Bits of a number, all of which are turned.
WORD_BITS = 64
#: The lowest bit of each pair.
_EVERY = 1 | 1 << PAIR_BITS | 1 << 2 * PAIR_BITS
#: What `long_sides` says of a box all of whose sides are long.
ALL_SIDES = (_SIZES + 1) * _EVERY


def joined(packed: Packed) -> Packed:
    """Boxes, those in rows along the axis they are packed for made one; ascending."""
    boxes = packed.copy()
    boxes.sort()
    if len(boxes) < 2:
        return boxes
    # Beside the corner's field stands the section's, so that corner plus size equals the next box's corner exactly
    # when it goes on in the same row.
    corners = boxes >> SIZE_BITS
    ends = boxes & _SIZES
    ends += corners
    ends += 1
    (lasts,) = (corners[1:] != ends[:-1]).nonzero()
    if len(lasts) == len(boxes) - 1:
        return boxes
    begins, last = np.zeros(len(lasts) + 1, np.int64), np.full(len(lasts) + 1, len(boxes) - 1)
    np.add(lasts, 1, out=begins[1:])
    last[:-1] = lasts
    corners = corners[begins]
    rows: Packed = ends[last]
    rows -= corners
    rows -= 1
    rows |= corners << SIZE_BITS
    return rows


def turned(packed: Packed, axis: int, to: int) -> Packed:
    """Boxes packed for an axis, packed for another."""
    times = PAIR_BITS * (to - axis) % WORD_BITS
    if not times:
        return packed
    # This is never negative: the uppermost bit of a pair is that of a corner, which needs it in sums only.
    result: Packed = packed >> times
    result |= packed << WORD_BITS - times
    return result


def merged(packed: Packed, axis: int) -> Packed:
    """Boxes packed for an axis, joined along it, the next and so on until nothing changes; packed for x."""
    packed, unchanged = joined(packed), 0
    # A join leaves nothing to join along its own axis, so two more that change nothing are enough.
    while unchanged < 2:
        count = len(packed)
        following = (axis + 1) % 3
        packed, axis = joined(turned(packed, axis, following)), following
        unchanged = unchanged + 1 if len(packed) == count else 0
    return turned(packed, axis, 0)


def long_sides(packed: Packed, least: int) -> Packed:
    """A bit for each side of boxes packed for x that has at least so many voxels: all are `ALL_SIDES`."""
    sizes = packed & _SIZES * _EVERY
    # A size that is large enough runs over into the bit above.
    sizes += (_SIZES + 2 - least) * _EVERY
    sizes &= ALL_SIDES
    return sizes


def slots(packed: Packed) -> Int64s:
    """Which tile each box, packed for x, is in."""
    return packed >> BOX_BITS


def corners_and_sizes(packed: Packed) -> tuple[Int64s, Int64s]:
    """Of boxes packed for x, (n, 3) int64 each."""
    pairs = packed[:, None] >> _SHIFTS & _PAIRS
    return pairs >> SIZE_BITS, (pairs & _SIZES) + 1


def boxes_within_tiles(packed: Packed) -> Int32s:
    """Of boxes packed for x, the corners within their tiles, (n, 2, 3) int32."""
    corners, sizes = corners_and_sizes(packed)
    boxes = np.empty((len(packed), 2, 3), np.int32)
    boxes[:, 0] = corners
    np.add(corners, sizes, out=boxes[:, 1], casting="same_kind")
    return boxes


def by_tile(packed: Packed, count: int) -> list[Packed]:
    """Ascending boxes of `count` tiles, packed for x, as those of each, packed without their tile."""
    ends = np.searchsorted(packed, np.arange(1, count + 1) << BOX_BITS).tolist()
    within = packed & _BOXES
    # Copies, so that who keeps one tile does not keep all of them.
    return [within[begin:end].copy() for begin, end in zip([0, *ends], ends, strict=False)]
