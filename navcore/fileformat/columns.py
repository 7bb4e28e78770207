# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns of whole numbers as byte planes, which deflate packs far better than whole numbers side by side.

A column is one byte, the width w, then w planes of one byte a number, the least significant plane first.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..arrays import AnyArray, Int32s, Int64s, UInt32s
from ..errors import FormatError

#: Bytes of the widest numbers, and of the widest steps between codes.
WIDTH, WIDEST = 4, 6


class Source(Protocol):
    """What columns are read from."""

    def read(self, count: int, /) -> bytes | memoryview:
        """The next `count` bytes."""
        ...


class Inflated:
    """Columns that stand in bytes one after the other. `name` is what messages call them."""

    def __init__(self, name: str, raw: bytes) -> None:
        self._name = name
        self._left = memoryview(raw)

    def read(self, count: int, /) -> memoryview:
        """The next `count` bytes."""
        if count > len(self._left):
            raise FormatError(f"{self._name} of the file is {count - len(self._left)} bytes too short; export it again")
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def finish(self) -> None:
        """Refuse what was not asked for."""
        if len(self._left):
            raise FormatError(f"{self._name} of the file is {len(self._left)} bytes too long; export it again")


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

    def wide_numbers(self) -> Int64s:
        """All numbers: int64."""
        total = np.zeros(self._count, np.int64)
        for bits, plane in self._planes:
            if bits < 16:
                total += plane.astype(np.int64) << bits
            else:
                # Few steps between codes are as long as that.
                far = np.flatnonzero(plane)
                total[far] += plane[far].astype(np.int64) << bits
        return total


def fold_signs(numbers: Int32s) -> UInt32s:
    """Whole numbers with signs, (n,) int32, as ones without: 0, -1, 1, -2, 2 … become 0, 1, 2, 3, 4 …"""
    return ((numbers << 1) ^ (numbers >> 31)).view(np.uint32)


def unfold_signs(numbers: UInt32s) -> Int32s:
    """What `fold_signs` was given."""
    one = np.uint32(1)
    # Subtracting from 0 turns 1 into all ones: in 32 bits and with wrapping, as the specification has it.
    return ((numbers >> one) ^ (np.uint32(0) - (numbers & one))).view(np.int32)
