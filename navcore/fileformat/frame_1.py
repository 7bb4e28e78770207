# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The frame of a .volant file of format 1: a header, a table of sections with sizes and checksums, the deflated sections.

Whatever a file claims is compared with its size before any memory is taken for it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..errors import FormatError
from ..progress import Steps, part
from .deflating import AGAIN, PACKING, Inflater, deflate
from .header import MAGIC, check_flags

FORMAT = 1
#: magic, format version, flags, number of sections, CRC-32 of all this and of the table
HEADER = struct.Struct("<6sHIII")
#: name, CRC-32 of the stored bytes, stored bytes, bytes after inflating
ROW = struct.Struct("<4sIQQ")
#: Where the header's own checksum begins.
_CHECKSUM_AT = HEADER.size - 4
_MOST_SECTIONS = 256


class _Row(NamedTuple):
    begin: int
    stored: int
    inflated: int


def pack_sections(contents: Mapping[str, bytes], plain: Collection[str] = ()) -> Steps[bytes]:
    """The bytes of a file. Sections are deflated, those in `plain` merely stored (still as zlib streams)."""
    size, done = max(sum(map(len, contents.values())), 1), 0
    stored = {}
    for name, raw in contents.items():
        deflated = deflate([raw], level=0) if name in plain else deflate([raw])
        stored[name] = yield from part(deflated, done / size, (done + len(raw)) / size)
        done += len(raw)
    yield 1.0, PACKING
    table = b"".join(
        ROW.pack(name.encode("ascii"), zlib.crc32(part), len(part), len(contents[name]))
        for name, part in stored.items()
    )
    head = HEADER.pack(MAGIC, FORMAT, 0, len(stored), 0)[:_CHECKSUM_AT]
    checksum = zlib.crc32(table, zlib.crc32(head))
    return b"".join((head, checksum.to_bytes(4, "little"), table, *stored.values()))


class Sections:
    """The sections of a file whose frame is whole; each is inflated when asked for."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._rows = _read_table(data)

    def __contains__(self, name: str) -> bool:
        return name in self._rows

    def open(self, name: str, most: int) -> SectionReader:
        """A section, which may have `most` bytes at most."""
        if name not in self._rows:
            raise FormatError(f"the file lacks its section {name}; export it again")
        row = self._rows[name]
        if row.inflated > most:
            raise FormatError(f"section {name} of the file claims {row.inflated} bytes, over {most}; export it again")
        return SectionReader(name, memoryview(self._data)[row.begin : row.begin + row.stored], row.inflated)

    def read(self, name: str, most: int) -> bytes:
        """All bytes of a section, which may have `most` at most."""
        reader = self.open(name, most)
        raw = reader.read(reader.left)
        reader.finish()
        return raw


class SectionReader:
    """Inflates a section bit by bit, never more than is asked for. `left` bytes are still to come."""

    def __init__(self, name: str, stored: memoryview, size: int) -> None:
        self._name = name
        self._inflater = Inflater(f"section {name}", stored)
        self.left = size

    def read(self, count: int, /) -> bytes:
        """The next `count` bytes."""
        if count > self.left:
            raise FormatError(f"section {self._name} of the file is {count - self.left} bytes too short; {AGAIN}")
        self.left -= count
        return self._inflater.read(count)

    def finish(self) -> None:
        """Refuse what was not asked for."""
        if self.left:
            raise FormatError(f"section {self._name} of the file is longer than it should be; {AGAIN}")
        self._inflater.finish()


def _read_table(data: bytes) -> dict[str, _Row]:
    """Where each section lies, after everything that sizes and checksums can tell."""
    count = _read_header(data)
    position = HEADER.size + count * ROW.size
    rows: dict[str, _Row] = {}
    for index in range(count):
        tag, checksum, stored, inflated = ROW.unpack_from(data, HEADER.size + index * ROW.size)
        name = tag.decode("ascii", "backslashreplace")
        if name in rows:
            raise FormatError(f"the file holds section {name} twice; export it again")
        if stored > len(data) - position:
            raise FormatError(f"the file is cut off in its section {name}; {AGAIN}")
        if zlib.crc32(memoryview(data)[position : position + stored]) != checksum:
            raise FormatError(f"section {name} of the file is damaged; {AGAIN}")
        rows[name] = _Row(position, stored, inflated)
        position += stored
    if position != len(data):
        raise FormatError(f"the file goes on for {len(data) - position} bytes after its last section; {AGAIN}")
    return rows


def _read_header(data: bytes) -> int:
    """The number of sections, once flags and the table's checksum are right."""
    if len(data) < HEADER.size:
        raise FormatError(f"the file is cut off in its header; {AGAIN}")
    _magic, _format, flags, count, checksum = HEADER.unpack_from(data)
    end = HEADER.size + count * ROW.size
    if count > _MOST_SECTIONS or end > len(data):
        raise FormatError(f"the file is cut off in its table of {count} sections; {AGAIN}")
    if zlib.crc32(data[HEADER.size : end], zlib.crc32(data[:_CHECKSUM_AT])) != checksum:
        raise FormatError(f"the file's table of sections is damaged; {AGAIN}")
    check_flags(flags)
    return int(count)
