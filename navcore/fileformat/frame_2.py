# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The frame of a .volant file of format 2: a header, a table of sections with their hashes, a table of streams, and
the streams.

Whatever a file claims is compared with its size before any memory is taken for it.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import Int64s
from ..errors import FormatError, NewerFormatError
from ..progress import Steps, part
from .deflating import AGAIN, PACKING, Inflater, deflate
from .header import MAGIC, check_flags

FORMAT = 2
#: magic, format, flags, number of sections, number of streams, content hash; a CRC-32 of all this and the tables follows
_HEADER = struct.Struct("<6sHIII32s")
_CHECKSUM = struct.Struct("<I")
#: name, flags, number of streams, the beginning of the hash of what they inflate to
_ROW = struct.Struct("<4sII16s")
#: stored bytes, bytes after inflating
_STREAM = struct.Struct("<II")
_HASH_BYTES = 16
_TABLES_AT = _HEADER.size + _CHECKSUM.size
_MOST_SECTIONS = 256
#: Flags of a section: who does not know it must not read the file; it counts in the content hash.
NEEDED, CONTENT = 1, 2
#: Zeros that make a file large enough for what it holds.
_FILL = "FILL"
#: All streams of a file inflate to so many bytes at most, and so many for each of its own.
_INFLATED, _INFLATED_EACH = 1 << 22, 64
_LARGEST_STREAM = (1 << 32) - 1


class Section(NamedTuple):
    """What is written under a name: streams, each in pieces that deflate packs one by one."""

    name: str
    flags: int
    streams: Sequence[Sequence[bytes]]


def pack_frame(sections: Iterable[Section], least: int) -> Steps[bytes]:
    """The bytes of a file, which has `least` bytes at least."""
    sections = [section for section in sections if section.streams]
    sizes = [[sum(map(len, pieces)) for pieces in section.streams] for section in sections]
    total, done = max(sum(map(sum, sizes)), 1), 0
    rows: list[bytes] = []
    stored: list[bytes] = []
    for section, inflated in zip(sections, sizes, strict=True):
        rows.append(_row(section))
        for pieces, size in zip(section.streams, inflated, strict=True):
            if size > _LARGEST_STREAM:
                raise FormatError(f"section {section.name} would have a stream of {size} bytes, more than files hold")
            stored.append((yield from part(deflate(pieces), done / total, (done + size) / total)))
            done += size
    yield 1.0, PACKING
    streams = [size for inflated in sizes for size in inflated]
    length = _TABLES_AT + len(rows) * _ROW.size + len(stored) * _STREAM.size + sum(map(len, stored))
    lacking = max(least - length, -(-(sum(streams) - _INFLATED - _INFLATED_EACH * length) // (_INFLATED_EACH - 1)))
    if lacking > 0:
        fill = Section(_FILL, 0, [[bytes(lacking)]])
        rows.append(_row(fill))
        streams.append(lacking)
        stored.append((yield from deflate(fill.streams[0], level=0)))
    return _framed(rows, stored, streams)


def _row(section: Section) -> bytes:
    """A section's row of the table."""
    digest = hashlib.sha256()
    for pieces in section.streams:
        for piece in pieces:
            digest.update(piece)
    name = section.name.encode("ascii")
    return _ROW.pack(name, section.flags, len(section.streams), digest.digest()[:_HASH_BYTES])


def _framed(rows: Sequence[bytes], stored: Sequence[bytes], inflated: Sequence[int]) -> bytes:
    head = _HEADER.pack(MAGIC, FORMAT, 0, len(rows), len(stored), _content_hash(rows))
    tables = b"".join((*rows, *map(_STREAM.pack, map(len, stored), inflated)))
    return b"".join((head, _CHECKSUM.pack(zlib.crc32(tables, zlib.crc32(head))), tables, *stored))


def _content_hash(rows: Sequence[bytes]) -> bytes:
    """Of the rows of a table, those that tell what is content."""
    told = (row for row in rows if _ROW.unpack(row)[1] & CONTENT)
    return hashlib.sha256(b"".join(told)).digest()


class _Streams(NamedTuple):
    """Where a section is: (t,) int64 of its streams, and its hash."""

    begins: Int64s
    stored: Int64s
    inflated: Int64s
    digest: bytes


class Frame:
    """The sections of a file whose frame is whole; each is inflated when asked for.

    `content_hash` is what peers compare, in hexadecimal digits. `names` are those of all sections, in order.
    """

    def __init__(self, data: bytes, known: Iterable[str]) -> None:
        """`known` are the sections that the reader knows."""
        self._data = data
        self._sections, self.content_hash = _read_tables(data, set(known))

    def __contains__(self, name: str) -> bool:
        return name in self._sections

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._sections)

    def open(self, name: str) -> SectionStreams:
        """A section that the file has."""
        return SectionStreams(name, self._data, self._sections[name])

    def read(self, name: str, most: int) -> bytes:
        """All bytes of a section of one stream, which may have `most` at most."""
        streams = self.open(name)
        if len(streams) != 1:
            raise FormatError(f"section {name} of the file has {len(streams)} streams instead of one; {AGAIN}")
        raw = streams.read(most)
        streams.finish()
        return raw


class SectionStreams:
    """The streams of a section, one after the other."""

    def __init__(self, name: str, data: bytes, streams: _Streams) -> None:
        self._name, self._data, self._streams = name, memoryview(data), streams
        self._next = 0
        self._digest = hashlib.sha256()

    def __len__(self) -> int:
        return len(self._streams.begins)

    def read(self, most: int) -> bytes:
        """All bytes of the next stream, which may have `most` at most."""
        begin, stored, size = (int(column[self._next]) for column in self._streams[:3])
        name = f"section {self._name}" if len(self) == 1 else f"stream {self._next} of section {self._name}"
        self._next += 1
        if size > most:
            raise FormatError(f"{name} of the file claims {size} bytes, over {most}; export it again")
        inflater = Inflater(name, self._data[begin : begin + stored])
        raw = inflater.read(size)
        inflater.finish()
        self._digest.update(raw)
        return raw

    def finish(self) -> None:
        """Refuse other bytes than were written, once all have been read."""
        if self._digest.digest()[:_HASH_BYTES] != self._streams.digest:
            raise FormatError(f"section {self._name} of the file is damaged; {AGAIN}")


def _read_tables(data: bytes, known: set[str]) -> tuple[dict[str, _Streams], str]:
    """Where each section is, after everything that sizes and checksums can tell; and the content hash."""
    count, stream_count, content_hash = _read_header(data)
    end_of_rows = _TABLES_AT + count * _ROW.size
    rows = [data[at : at + _ROW.size] for at in range(_TABLES_AT, end_of_rows, _ROW.size)]
    table = np.frombuffer(data, "<u4", 2 * stream_count, end_of_rows).reshape(-1, 2).astype(np.int64)
    stored, inflated = np.ascontiguousarray(table.T)
    ends = end_of_rows + stream_count * _STREAM.size + np.cumsum(stored)
    if int(ends[-1]) != len(data):
        raise FormatError(f"the file has {len(data)} bytes, not the {int(ends[-1])} of its streams; {AGAIN}")
    if not inflated.all() or int(inflated.sum()) > _INFLATED + _INFLATED_EACH * len(data):
        raise FormatError("the file claims streams of sizes that no .volant file has; export it again")
    if _content_hash(rows) != content_hash:
        raise FormatError(f"the file's content hash is not that of its sections; {AGAIN}")
    sections: dict[str, _Streams] = {}
    first = 0
    for row in rows:
        tag, flags, streams, digest = _ROW.unpack(row)
        name = tag.decode("ascii", "backslashreplace")
        if not name.isascii() or len(name) != len(tag) or not name.isprintable() or " " in name or name in sections:
            raise FormatError(f"the file has a section {name!r} twice, or of a name that none has; export it again")
        if flags & NEEDED and name not in known:
            raise NewerFormatError(f"written by a newer Volant (it needs section {name})")
        few = slice(first, first + streams)
        first += streams
        if not streams or first > stream_count:
            break
        sections[name] = _Streams(ends[few] - stored[few], stored[few], inflated[few], digest)
    if len(sections) != count or first != stream_count:
        raise FormatError(f"the file's sections do not share its {stream_count} streams; {AGAIN}")
    return sections, content_hash.hex()


def _read_header(data: bytes) -> tuple[int, int, bytes]:
    """How many sections and streams there are, once flags and the tables' checksum are right; the content hash."""
    if len(data) < _TABLES_AT:
        raise FormatError(f"the file is cut off in its header; {AGAIN}")
    _magic, _format, flags, count, streams, content_hash = _HEADER.unpack_from(data)
    (checksum,) = _CHECKSUM.unpack_from(data, _HEADER.size)
    end = _TABLES_AT + count * _ROW.size + streams * _STREAM.size
    if not 1 <= count <= min(_MOST_SECTIONS, streams) or end > len(data):
        raise FormatError(f"the file is cut off in its tables of {count} sections and {streams} streams; {AGAIN}")
    if zlib.crc32(data[_TABLES_AT:end], zlib.crc32(data[: _HEADER.size])) != checksum:
        raise FormatError(f"the file's tables are damaged; {AGAIN}")
    check_flags(flags)
    return int(count), int(streams), bytes(content_hash)
