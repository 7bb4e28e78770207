# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes of voxels as plain whole numbers, for sets and tables of a few that change.

Six corners of 16 bits stand one beside the other: low x, y, z, then high x, y, z.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..arrays import Int32s

#: Bits of a corner.
CORNER_BITS = 16
CORNER = (1 << CORNER_BITS) - 1
#: By how many bits the low and the high corner along x, y, z stand to the left.
LOW_SHIFTS = tuple(CORNER_BITS * (5 - axis) for axis in range(3))
HIGH_SHIFTS = tuple(CORNER_BITS * (2 - axis) for axis in range(3))


#: Bits of three corners.
_HALF = 3 * CORNER_BITS
_LOWER = (1 << _HALF) - 1
_SHIFTS = CORNER_BITS * np.arange(2, -1, -1)
_SHIFTS.setflags(write=False)


def keys_of(boxes: Int32s) -> list[int]:
    """Boxes, (n, 2, 3) int32, as keys."""
    halves = np.bitwise_or.reduce(boxes.astype(np.int64) << _SHIFTS, axis=2)
    return [(low << _HALF) | high for low, high in halves.tolist()]


def boxes_of(keys: Iterable[int]) -> Int32s:
    """Keys as boxes, (n, 2, 3) int32."""
    halves = np.array([(key >> _HALF, key & _LOWER) for key in keys], np.int64).reshape(-1, 2, 1)
    boxes: Int32s = (halves >> _SHIFTS & CORNER).astype(np.int32)
    return boxes
