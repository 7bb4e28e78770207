# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns of whole numbers as byte planes, which deflate packs far better than whole numbers side by side.

A plain column, all there is in format 1, is one byte, the width w, then w planes of one byte a number, the least
significant plane first. In a split column the first byte's upper half is how many planes more there are of its large
numbers alone: how many numbers are large, a plain column of the steps between their places, and those planes.
"""

from __future__ import annotations

import struct
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..arrays import AnyArray, Int32s, Int64s, UInt32s
from ..errors import FormatError

#: Bytes of the widest numbers, and of the widest steps between codes.
WIDTH, WIDEST = 4, 6
#: Large are numbers that have bytes which at most one in so many has.
_RARE = 32
_COUNT = struct.Struct("<I")


class Source(Protocol):
    """What columns are read from."""

    def read(self, count: int, /) -> bytes | memoryview:
        """The next `count` bytes."""
        ...


def plain_column(numbers: AnyArray, width: int | None = None) -> list[bytes]:
    """Whole numbers, (n,) from 0 to 2**48 - 1, in pieces; as narrow as they allow unless a width is given."""
    if width is None:
        width = _bytes_of(int(numbers.max(initial=0)))
    return [bytes([width]), *_planes(numbers, width)]


def split_column(numbers: AnyArray) -> list[bytes]:
    """Whole numbers, (n,) from 0 to 2**48 - 1, in pieces; the few that are large apart."""
    wide = numbers.astype(np.uint64)
    width = most = _bytes_of(int(wide.max(initial=0)))
    while width and _RARE * np.count_nonzero(wide >> np.uint64(8 * (width - 1))) <= len(wide):
        width -= 1
    pieces = [bytes([width | most - width << 4]), *_planes(wide, width)]
    if width < most:
        above = wide >> np.uint64(8 * width)
        large = np.flatnonzero(above)
        pieces += [_COUNT.pack(len(large)), *plain_column(np.diff(large, prepend=-1) - 1)]
        pieces += _planes(above[large], most - width)
    return pieces


def _bytes_of(number: int) -> int:
    return (number.bit_length() + 7) // 8


def _planes(numbers: AnyArray, width: int) -> list[bytes]:
    return [plane.tobytes() for plane in numbers.astype("<u8").view(np.uint8).reshape(-1, 8).T[:width]]


def most_bytes(*counts: int) -> int:
    """The most bytes that plain columns of so many numbers can take."""
    return sum(1 + WIDTH * count for count in counts)


def most_split_bytes(*counts: int, widest: int = WIDTH) -> int:
    """The most bytes that split columns of so many numbers can take."""
    return sum(2 + _COUNT.size + (widest + WIDTH) * count for count in counts)


class Column:
    """The next plain column of a source, of `count` numbers. It stays in planes until numbers are asked for."""

    def __init__(self, source: Source, count: int) -> None:
        (width,) = source.read(1)
        _check_width(width, WIDTH)
        self._count = count
        self._planes = _read_planes(source, count, width)

    def numbers(self, part: slice = slice(None)) -> UInt32s:
        """All numbers, or a part of them: uint32."""
        return _sum(self._planes, range(self._count)[part], np.dtype(np.uint32))


class SplitColumn:
    """The next split column of a source, of `count` numbers of at most `widest` bytes."""

    def __init__(self, source: Source, count: int, widest: int = WIDTH) -> None:
        (widths,) = source.read(1)
        width, above = widths & 15, widths >> 4
        _check_width(width + above, widest)
        self._count, self._bits = count, 8 * width
        self._planes = _read_planes(source, count, width)
        self._places: Int64s = np.empty(0, np.int64)
        self._large: list[tuple[int, NDArray[np.uint8]]] = []
        if above:
            (large,) = _COUNT.unpack(source.read(_COUNT.size))
            if not 1 <= large <= count:
                raise FormatError(f"the file holds {large} large numbers among {count}; export it again")
            self._places = np.cumsum(Column(source, large).numbers().astype(np.int64) + 1) - 1
            if int(self._places[-1]) >= count:
                raise FormatError(f"the file holds large numbers beyond {count}; export it again")
            self._large = _read_planes(source, large, above)

    def numbers(self, part: slice = slice(None)) -> UInt32s:
        """All numbers, or a part of them: uint32; there must be no wider ones."""
        return self._sum(range(self._count)[part], np.dtype(np.uint32))

    def wide_numbers(self) -> Int64s:
        """All numbers: int64."""
        return self._sum(range(self._count), np.dtype(np.int64))

    def _sum(self, part: range, dtype: np.dtype[Any]) -> AnyArray:
        total = _sum(self._planes, part, dtype)
        if self._large:
            few = slice(*np.searchsorted(self._places, (part.start, part.stop)).tolist())
            above = _sum(self._large, range(few.start, few.stop), dtype)
            total[self._places[few] - part.start] |= above << dtype.type(self._bits)
        return total


def _check_width(width: int, widest: int) -> None:
    if width > widest:
        raise FormatError(f"the file holds a column of {width} bytes a number; export it again")


def _read_planes(source: Source, count: int, width: int) -> list[tuple[int, NDArray[np.uint8]]]:
    """Where each plane's byte stands in a number, in bits, and the plane. Those of zeros are left out."""
    planes = ((8 * place, np.frombuffer(source.read(count), np.uint8)) for place in range(width))
    return [(bits, plane) for bits, plane in planes if plane.any()]


def _sum(planes: list[tuple[int, NDArray[np.uint8]]], part: range, dtype: np.dtype[Any]) -> AnyArray:
    """A part of the numbers that planes make."""
    total: AnyArray | None = None
    for bits, plane in planes:
        wide = plane[part.start : part.stop].astype(dtype)
        if bits:
            wide <<= dtype.type(bits)
        if total is None:
            total = wide
        else:
            total |= wide
    return np.zeros(len(part), dtype) if total is None else total


def fold_signs(numbers: Int32s) -> UInt32s:
    """Whole numbers with signs, (n,) int32, as ones without: 0, -1, 1, -2, 2 … become 0, 1, 2, 3, 4 …"""
    return ((numbers << 1) ^ (numbers >> 31)).view(np.uint32)


def unfold_signs(numbers: UInt32s) -> Int32s:
    """What `fold_signs` was given."""
    one = np.uint32(1)
    # Subtracting from 0 turns 1 into all ones: in 32 bits and with wrapping, as the specification has it.
    return ((numbers >> one) ^ (np.uint32(0) - (numbers & one))).view(np.int32)
