# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Locational codes: the bits of x, y and z interleaved, three a level [Albertini 2022].

A cube of 2**level voxels has the code of its lowest voxel without the last `level` triplets. Its parent drops
one triplet more; its children append one. Codes of up to ten levels are uint32, because these are sorted faster;
longer ones are uint64 and hold fifteen. A place has the same number either way.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ..arrays import AnyArray, UInt32s

#: (n,) uint32 or uint64.
Codes: TypeAlias = AnyArray

#: Levels of codes of 32 and of 64 bits.
SHORT_LEVELS, LONG_LEVELS = 10, 15


def _dilated_bits(levels: int, kind: type[np.unsignedinteger]) -> AnyArray:
    """The bits of all numbers of so many bits, each followed by two zeros."""
    numbers = np.arange(1 << levels, dtype=kind)
    dilated = np.zeros_like(numbers)
    for bit in range(levels):
        dilated |= ((numbers >> kind(bit)) & kind(1)) << kind(3 * bit)
    dilated.setflags(write=False)
    return dilated


_DILATED = _dilated_bits(SHORT_LEVELS, np.uint32)
_DILATED_LONG = _dilated_bits(LONG_LEVELS, np.uint64)
#: Levels of a code that are looked up at once, bits of that part of it, and of a coordinate beside others in a number.
_PART_LEVELS, _PART, _FIELD = 5, 15, SHORT_LEVELS
_LOW_PART, _COORDINATE = (1 << _PART) - 1, np.uint32((1 << _FIELD) - 1)


def _gathered_bits() -> UInt32s:
    """For each part of a code x, y and z side by side, x above y above z."""
    side = 1 << _PART_LEVELS
    x, y, z = np.indices((side, side, side), np.uint32).reshape(3, -1)
    gathered = np.empty(1 << _PART, np.uint32)
    gathered[encode(x, y, z)] = x << np.uint32(2 * _FIELD) | y << np.uint32(_FIELD) | z
    gathered.setflags(write=False)
    return gathered


def encode(x: UInt32s, y: UInt32s, z: UInt32s, *, levels: int = SHORT_LEVELS) -> Codes:
    """Codes of coordinates below 2**levels: (n,) uint32 for up to ten levels, else uint64."""
    dilated = _DILATED if levels <= SHORT_LEVELS else _DILATED_LONG
    kind = dilated.dtype.type
    codes: Codes = (dilated[x] << kind(2)) | (dilated[y] << kind(1)) | dilated[z]
    return codes


_GATHERED = _gathered_bits()


def decode(codes: Codes) -> tuple[UInt32s, UInt32s, UInt32s]:
    """The x, y and z of codes, each (n,) uint32."""
    both = _gathered(codes, 1)
    both <<= np.uint32(_PART_LEVELS)
    both |= _gathered(codes, 0)
    x, y, z = _fields(both)
    if codes.dtype.itemsize > 4:
        for coordinate, high in zip((x, y, z), _fields(_gathered(codes, 2)), strict=True):
            coordinate |= high << np.uint32(2 * _PART_LEVELS)
    return x, y, z


def _gathered(codes: Codes, part: int) -> UInt32s:
    """The bits of a part of each code, counted from the lowest: x, y and z side by side."""
    kind = codes.dtype.type
    # As the kind of number that indexing works with: `take` is several times slower with any other.
    gathered: UInt32s = _GATHERED.take(((codes >> kind(part * _PART)) & kind(_LOW_PART)).astype(np.intp))
    return gathered


def _fields(gathered: UInt32s) -> tuple[UInt32s, UInt32s, UInt32s]:
    x, y, z = (gathered >> np.uint32(shift) for shift in (2 * _FIELD, _FIELD, 0))
    return x, y & _COORDINATE, z & _COORDINATE


def neighbours(codes: Codes, axis: int, upwards: bool) -> Codes:
    """Codes of the cubes of the same size beyond one face; wraps around where the levels of such codes end.

    The other axes' bits are filled with ones (or zeros) so that a carry runs through them to the next bit of the
    axis: plus or minus one on a dilated integer.
    """
    dilated = _DILATED if codes.dtype.itemsize == 4 else _DILATED_LONG
    kind = dilated.dtype.type
    own = dilated[-1] << kind(2 - axis)
    others = ~own
    stepped = (codes | others) + kind(1) if upwards else (codes & own) - kind(1)
    beyond: Codes = (stepped & own) | (codes & others)
    return beyond
