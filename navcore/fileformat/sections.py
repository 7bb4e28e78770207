# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The frame of a .volant file: a header, a table of sections with sizes and checksums, the deflated sections.

Whatever a file claims is compared with its size before any memory is taken for it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..errors import FormatError, NewerFormatError
from ..progress import Steps, part

MAGIC = b"VOLANT"
VERSION = 1
#: magic, format version, flags, number of sections, CRC-32 of all this and of the table
HEADER = struct.Struct("<6sHIII")
#: name, CRC-32 of the stored bytes, stored bytes, bytes after inflating
ROW = struct.Struct("<4sIQQ")
#: Flags that a reader must know; it may ignore the others.
_MUST_KNOW = 0xFFFF
#: Where the header's own checksum begins.
_CHECKSUM_AT = HEADER.size - 4
_MOST_SECTIONS = 256
_AGAIN = "export or copy it again"
_LEVEL, _WINDOW, _MEMORY = 9, 15, 9
#: Made for numbers that are small and scattered: 3 to 7 % smaller here than deflate's default.
_STRATEGY = zlib.Z_FILTERED
#: Sections of at most so many bytes are tried with the default, too, which costs no time worth mentioning.
_SMALL = 1 << 16
#: Bytes that are deflated in one step: some hundredths of a second.
_PIECE = 1 << 16
#: What making a file is called in reports of progress.
PACKING = "Packing"


class _Row(NamedTuple):
    begin: int
    stored: int
    inflated: int


def pack_sections(contents: Mapping[str, bytes], plain: Collection[str] = ()) -> Steps[bytes]:
    """The bytes of a file. Sections are deflated, those in `plain` merely stored (still as zlib streams)."""
    size, done = max(sum(map(len, contents.values())), 1), 0
    stored = {}
    for name, raw in contents.items():
        deflated = _deflate(raw, 0 if name in plain else _LEVEL)
        stored[name] = yield from part(deflated, done / size, (done + len(raw)) / size)
        done += len(raw)
    yield 1.0, PACKING
    table = b"".join(
        ROW.pack(name.encode("ascii"), zlib.crc32(part), len(part), len(contents[name]))
        for name, part in stored.items()
    )
    head = HEADER.pack(MAGIC, VERSION, 0, len(stored), 0)[:_CHECKSUM_AT]
    checksum = zlib.crc32(table, zlib.crc32(head))
    return b"".join((head, checksum.to_bytes(4, "little"), table, *stored.values()))


def _deflate(raw: bytes, level: int) -> Steps[bytes]:
    """A section as it is stored."""
    if len(raw) <= _SMALL:
        yield 0.0, PACKING
        deflaters = [_deflater(level, strategy) for strategy in (_STRATEGY, zlib.Z_DEFAULT_STRATEGY)]
        return min((deflater.compress(raw) + deflater.flush() for deflater in deflaters), key=len)
    deflater = _deflater(level, _STRATEGY)
    # Where one piece ends does not change what deflate makes of them; what is merely stored is quick, and would be cut.
    step = _PIECE if level else len(raw)
    pieces = []
    for begin in range(0, len(raw), step):
        yield begin / len(raw), PACKING
        pieces.append(deflater.compress(raw[begin : begin + step]))
    return b"".join((*pieces, deflater.flush()))


def _deflater(level: int, strategy: int) -> zlib._Compress:
    return zlib.compressobj(level, zlib.DEFLATED, _WINDOW, _MEMORY, strategy)


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
        self._stored: bytes | memoryview = stored
        self._inflater = zlib.decompressobj()
        self.left = size

    def read(self, count: int) -> bytes:
        """The next `count` bytes."""
        if count > self.left:
            raise FormatError(f"section {self._name} of the file is {count - self.left} bytes too short; {_AGAIN}")
        raw = self._inflate(count) if count else b""
        self.left -= count
        if len(raw) != count:
            raise FormatError(f"section {self._name} of the file inflates to a wrong size; {_AGAIN}")
        return raw

    def finish(self) -> None:
        """Refuse what was not asked for."""
        # The stream's own end may still be unread; asking for a byte more finds it, or a stream that goes on.
        if self.left or self._inflate(1) or not self._inflater.eof or self._inflater.unused_data:
            raise FormatError(f"section {self._name} of the file is longer than it should be; {_AGAIN}")

    def _inflate(self, count: int) -> bytes:
        try:
            raw = self._inflater.decompress(self._stored, count)
        except zlib.error as error:
            raise FormatError(f"section {self._name} of the file cannot be inflated; {_AGAIN}") from error
        self._stored = self._inflater.unconsumed_tail
        return raw


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
            raise FormatError(f"the file is cut off in its section {name}; {_AGAIN}")
        if zlib.crc32(memoryview(data)[position : position + stored]) != checksum:
            raise FormatError(f"section {name} of the file is damaged; {_AGAIN}")
        rows[name] = _Row(position, stored, inflated)
        position += stored
    if position != len(data):
        raise FormatError(f"the file goes on for {len(data) - position} bytes after its last section; {_AGAIN}")
    return rows


def _read_header(data: bytes) -> int:
    """The number of sections, once magic, version, flags and the table's checksum are right."""
    if not data:
        raise FormatError(f"it is empty; {_AGAIN}")
    if data[: len(MAGIC)] != MAGIC[: len(data)]:
        raise FormatError("this is not a .volant file; choose one that Volant has exported")
    if len(data) < HEADER.size:
        raise FormatError(f"the file is cut off in its header; {_AGAIN}")
    _magic, version, flags, count, checksum = HEADER.unpack_from(data)
    if version > VERSION:
        raise NewerFormatError(f"written by a newer Volant (format {version}, this reads up to {VERSION})")
    if version == 0:
        raise FormatError(f"the file claims format 0, which never was; {_AGAIN}")
    end = HEADER.size + count * ROW.size
    if count > _MOST_SECTIONS or end > len(data):
        raise FormatError(f"the file is cut off in its table of {count} sections; {_AGAIN}")
    if zlib.crc32(data[HEADER.size : end], zlib.crc32(data[:_CHECKSUM_AT])) != checksum:
        raise FormatError(f"the file's table of sections is damaged; {_AGAIN}")
    if flags & _MUST_KNOW:
        raise NewerFormatError(f"written by a newer Volant (it needs what flags {flags & _MUST_KNOW:#06x} stand for)")
    return int(count)
