# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns of whole numbers as byte planes, which deflate packs far better than whole numbers side by side.

A column is one byte, the width w from 0 to 4, then w planes of one byte a number, the least significant plane first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..arrays import AnyArray, Int32s, UInt32s
from ..errors import FormatError
from .sections import SectionReader

_WIDEST = 4


def pack_column(numbers: AnyArray, widest: bool = False) -> bytes:
    """A column of whole numbers, (n,) from 0 to 2**32 - 1, as narrow as they allow, or as wide as a column can be."""
    width = _WIDEST if widest else (int(numbers.max(initial=0)).bit_length() + 7) // 8
    planes = numbers.astype("<u4").view(np.uint8).reshape(-1, _WIDEST).T[:width]
    return bytes([width]) + planes.tobytes()


def most_bytes(*counts: int) -> int:
    """The most bytes that columns of so many numbers can take."""
    return sum(1 + _WIDEST * count for count in counts)


class Column:
    """The next column of a section, of `count` numbers. It stays in planes until numbers are asked for."""

    def __init__(self, section: SectionReader, count: int) -> None:
        (width,) = section.read(1)
        if width > _WIDEST:
            raise FormatError(f"the file holds a column of {width} bytes a number; export it again")
        self._count = count
        #: Where each plane's byte stands in a number, in bits, and the plane. Those of zeros are left out, as most high
        #: planes of real columns nearly are.
        self._planes: list[tuple[int, NDArray[np.uint8]]] = []
        for place in range(width):
            plane = np.frombuffer(section.read(count), np.uint8)
            if plane.any():
                self._planes.append((8 * place, plane))

    def numbers(self, part: slice = slice(None)) -> UInt32s:
        """All numbers, or a part of them: uint32."""
        total: UInt32s | None = None
        for bits, plane in self._planes:
            wide = plane[part].astype(np.uint32)
            if bits:
                wide <<= np.uint32(bits)
            if total is None:
                total = wide
            else:
                total |= wide
        return np.zeros(len(range(self._count)[part]), np.uint32) if total is None else total


def fold_signs(numbers: Int32s) -> UInt32s:
    """Whole numbers with signs, (n,) int32, as ones without: 0, -1, 1, -2, 2 … become 0, 1, 2, 3, 4 …"""
    return ((numbers << 1) ^ (numbers >> 31)).view(np.uint32)


def unfold_signs(numbers: UInt32s) -> Int32s:
    """What `fold_signs` was given."""
    one = np.uint32(1)
    # Subtracting from 0 turns 1 into all ones: in 32 bits and with wrapping, as the specification has it.
    return ((numbers >> one) ^ (np.uint32(0) - (numbers & one))).view(np.int32)
