# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Locational codes: the bits of x, y and z interleaved, three a level (octree-unity).

A cube of 2**level voxels has the code of its lowest voxel without the last `level` triplets. Its parent drops
one triplet more; its children append one. Codes are uint32 and hold ten levels.
"""

from __future__ import annotations

import numpy as np

from .arrays import Voxels
from .config import MAX_DEPTH

_ONE, _TWO = np.uint32(1), np.uint32(2)


def _spread_bits() -> Voxels:
    """The bits of 0..1023, each followed by two zeros."""
    numbers = np.arange(1 << MAX_DEPTH, dtype=np.uint32)
    spread = np.zeros_like(numbers)
    for bit in range(MAX_DEPTH):
        spread |= ((numbers >> np.uint32(bit)) & _ONE) << np.uint32(3 * bit)
    return spread


_SPREAD = _spread_bits()
_AXIS_BITS = tuple(np.uint32(int(_SPREAD[-1]) << shift) for shift in (2, 1, 0))


def encode(x: Voxels, y: Voxels, z: Voxels) -> Voxels:
    """Codes, (n,) uint32, of coordinates 0..1023."""
    codes: Voxels = (_SPREAD[x] << _TWO) | (_SPREAD[y] << _ONE) | _SPREAD[z]
    return codes


def decode(codes: Voxels) -> tuple[Voxels, Voxels, Voxels]:
    """The x, y and z of codes, each (n,) uint32."""
    return _gather(codes >> _TWO), _gather(codes >> _ONE), _gather(codes)


def _gather(codes: Voxels) -> Voxels:
    """Every third bit, moved together."""
    bits = codes & np.uint32(0x09249249)
    for shift, mask in ((2, 0x030C30C3), (4, 0x0300F00F), (8, 0xFF0000FF), (16, 0x000003FF)):
        bits = (bits | (bits >> np.uint32(shift))) & np.uint32(mask)
    return bits


def neighbours(codes: Voxels, axis: int, upwards: bool) -> Voxels:
    """Codes of the cubes of the same size beyond one face; wraps around at the border of 2**10 cubes.

    The other axes' bits are filled with ones (or zeros) so that a carry runs through them to the next bit of the
    axis: plus or minus one on a dilated integer.
    """
    own = _AXIS_BITS[axis]
    others = np.uint32(~int(own) & 0xFFFFFFFF)
    stepped = (codes | others) + _ONE if upwards else (codes & own) - _ONE
    beyond: Voxels = (stepped & own) | (codes & others)
    return beyond
