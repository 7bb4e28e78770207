# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Locational codes: the bits of x, y and z interleaved, three a level [Albertini 2022].

A cube of 2**level voxels has the code of its lowest voxel without the last `level` triplets. Its parent drops
one triplet more; its children append one. Codes are uint32 and hold ten levels.
"""

from __future__ import annotations

import numpy as np

from ..arrays import UInt32s
from ..config import MAX_DEPTH

_ONE, _TWO = np.uint32(1), np.uint32(2)


def _dilated_bits() -> UInt32s:
    """The bits of 0..1023, each followed by two zeros."""
    numbers = np.arange(1 << MAX_DEPTH, dtype=np.uint32)
    dilated = np.zeros_like(numbers)
    for bit in range(MAX_DEPTH):
        dilated |= ((numbers >> np.uint32(bit)) & _ONE) << np.uint32(3 * bit)
    dilated.setflags(write=False)
    return dilated


_DILATED = _dilated_bits()
#: Bits of half a code, and of a coordinate beside others in one number.
_HALF, _FIELD = 3 * MAX_DEPTH // 2, MAX_DEPTH
_LOW_HALF, _COORDINATE = np.uint32((1 << _HALF) - 1), np.uint32((1 << _FIELD) - 1)


def _gathered_bits() -> UInt32s:
    """For each half of a code x, y and z side by side, x above y above z."""
    side = 1 << _HALF // 3
    x, y, z = np.indices((side, side, side), np.uint32).reshape(3, -1)
    gathered = np.empty(1 << _HALF, np.uint32)
    gathered[_DILATED[x] << _TWO | _DILATED[y] << _ONE | _DILATED[z]] = (
        x << np.uint32(2 * _FIELD) | y << np.uint32(_FIELD) | z
    )
    gathered.setflags(write=False)
    return gathered


_GATHERED = _gathered_bits()
_AXIS_BITS = tuple(np.uint32(int(_DILATED[-1]) << shift) for shift in (2, 1, 0))


def encode(x: UInt32s, y: UInt32s, z: UInt32s) -> UInt32s:
    """Codes, (n,) uint32, of coordinates 0..1023."""
    codes: UInt32s = (_DILATED[x] << _TWO) | (_DILATED[y] << _ONE) | _DILATED[z]
    return codes


def decode(codes: UInt32s) -> tuple[UInt32s, UInt32s, UInt32s]:
    """The x, y and z of codes, each (n,) uint32."""
    # As the kind of number that indexing works with: `take` is several times slower with any other.
    high = _GATHERED.take((codes >> np.uint32(_HALF)).astype(np.intp))
    high <<= np.uint32(_HALF // 3)
    high |= _GATHERED.take((codes & _LOW_HALF).astype(np.intp))
    x, y, z = (high >> np.uint32(shift) for shift in (2 * _FIELD, _FIELD, 0))
    return x, y & _COORDINATE, z & _COORDINATE


def neighbours(codes: UInt32s, axis: int, upwards: bool) -> UInt32s:
    """Codes of the cubes of the same size beyond one face; wraps around at the border of 2**10 cubes.

    The other axes' bits are filled with ones (or zeros) so that a carry runs through them to the next bit of the
    axis: plus or minus one on a dilated integer.
    """
    own = _AXIS_BITS[axis]
    others = np.uint32(~int(own) & 0xFFFFFFFF)
    stepped = (codes | others) + _ONE if upwards else (codes & own) - _ONE
    beyond: UInt32s = (stepped & own) | (codes & others)
    return beyond
