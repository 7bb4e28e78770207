# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns of whole numbers as byte planes, which deflate packs far better than whole numbers side by side.

A column is one byte, the width w, then w planes of one byte a number, the least significant plane first.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..arrays import AnyArray, Int32s, Int64s, UInt32s
from ..errors import FormatError

#: Few numbers are so large that they have bits from here on.
_RARE = 16
#: Bytes of the widest numbers, and of the widest steps between codes.
WIDTH, WIDEST = 4, 6


class Source(Protocol):
    """What columns are read from."""

    def read(self, count: int, /) -> bytes | memoryview:
        """The next `count` bytes."""
        ...


def column_planes(numbers: AnyArray, width: int | None = None) -> list[bytes]:
    """A column of whole numbers, (n,) from 0 to 2**48 - 1: its width, and its planes; as narrow as they allow unless
    a width is given."""
    if width is None:
        width = (int(numbers.max(initial=0)).bit_length() + 7) // 8
    planes = numbers.astype("<u8").view(np.uint8).reshape(-1, 8).T[:width]
    return [bytes([width]), *(plane.tobytes() for plane in planes)]


def most_bytes(*counts: int, width: int = WIDTH) -> int:
    """The most bytes that columns of so many numbers can take."""
    return sum(1 + width * count for count in counts)


class Column:
    """The next column, of `count` numbers. It stays in planes until numbers are asked for."""

    def __init__(self, source: Source, count: int, widest: int = WIDTH) -> None:
        (width,) = source.read(1)
        if width > widest:
            raise FormatError(f"the file holds a column of {width} bytes a number; export it again")
        self._count = count
        #: Where each plane's byte stands in a number, in bits, and the plane. Those of zeros are left out, as most high
        #: planes of real columns nearly are.
        self._planes: list[tuple[int, NDArray[np.uint8]]] = []
        for place in range(width):
            plane = np.frombuffer(source.read(count), np.uint8)
            if plane.any():
                self._planes.append((8 * place, plane))

    def numbers(self, part: slice = slice(None)) -> UInt32s:
        """All numbers, or a part of them: uint32; there must be no wider ones."""
        return self._sum(np.dtype(np.uint32), part)

    def wide_numbers(self) -> Int64s:
        """All numbers: int64."""
        return self._sum(np.dtype(np.int64), slice(None))

    def _sum(self, dtype: np.dtype[Any], part: slice) -> AnyArray:
        total: AnyArray | None = None
        for bits, plane in self._planes:
            few = plane[part]
            if total is None:
                total = few.astype(dtype)
                total <<= dtype.type(bits)
            elif bits < _RARE:
                wide = few.astype(dtype)
                wide <<= dtype.type(bits)
                total |= wide
            else:
                large = np.flatnonzero(few != 0)
                total[large] |= few[large].astype(dtype) << dtype.type(bits)
        return np.zeros(len(range(self._count)[part]), dtype) if total is None else total


def fold_signs(numbers: Int32s) -> UInt32s:
    """Whole numbers with signs, (n,) int32, as ones without: 0, -1, 1, -2, 2 … become 0, 1, 2, 3, 4 …"""
    return ((numbers << 1) ^ (numbers >> 31)).view(np.uint32)


def unfold_signs(numbers: UInt32s) -> Int32s:
    """What `fold_signs` was given."""
    one = np.uint32(1)
    # Subtracting from 0 turns 1 into all ones: in 32 bits and with wrapping, as the specification has it.
    return ((numbers >> one) ^ (np.uint32(0) - (numbers & one))).view(np.int32)
