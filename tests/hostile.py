# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ways to spoil a .volant file, most of them with checksums repaired, so that the parser itself is reached."""

from __future__ import annotations

import hashlib
import random
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence

Sections = list[tuple[bytes, bytes, int]]  # name, stored bytes, claimed size after inflating
Streams = list[tuple[bytes, int]]  # stored bytes, claimed size after inflating
Sections2 = list[tuple[bytes, int, Streams]]  # name, flags, streams

_NUMBERS = (0, 1, 2, 255, 256, 1023, 1024, 1025, 32768, 32769, 65535, 2**24, 2**31 - 1, 2**31, 2**32 - 1)
_LENGTHS = (0.0, -1.0, float("nan"), float("inf"), -float("inf"), 1e308, 5e-324, 1e-300)


def unpack(data: bytes) -> Sections:
    count = struct.unpack_from("<I", data, 12)[0]
    at, sections = 20 + 24 * count, []
    for index in range(count):
        name, _checksum, stored, size = struct.unpack_from("<4sIQQ", data, 20 + 24 * index)
        sections.append((name, data[at : at + stored], size))
        at += stored
    return sections


def pack(sections: Sections, version: int = 1, flags: int = 0) -> bytes:
    """A file whose frame is right, whatever its sections hold."""
    rows = (
        struct.pack("<4sIQQ", name, zlib.crc32(stored), len(stored), size % 2**64) for name, stored, size in sections
    )
    table = b"".join(rows)
    head = struct.pack("<6sHII", b"VOLANT", version, flags, len(sections))
    return (
        head + struct.pack("<I", zlib.crc32(head + table)) + table + b"".join(part for _name, part, _size in sections)
    )


def with_content(data: bytes, wanted: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """The file with what a section inflates to changed, and everything else repaired."""
    sections = []
    for name, stored, size in unpack(data):
        if name == wanted:
            raw = change(zlib.decompress(stored))
            sections.append((name, zlib.compress(raw, 1), len(raw)))
        else:
            sections.append((name, stored, size))
    return pack(sections)


def with_counts(data: bytes, **counts: int) -> bytes:
    """The file with other numbers of cells, portals or removed boxes claimed."""
    places = {"cells": 52, "portals": 56, "removed": 60}

    def change(raw: bytes) -> bytes:
        spoiled = bytearray(raw)
        for name, count in counts.items():
            struct.pack_into("<I", spoiled, places[name], count)
        return bytes(spoiled)

    return with_content(data, b"VOLU", change)


def spoil_bytes(raw: bytes, draw: random.Random) -> bytes:
    """A few bits flipped, bytes set, cut out, doubled or put in."""
    spoiled = bytearray(raw)
    for _time in range(draw.choice((1, 1, 2, 5))):
        at = draw.randrange(len(spoiled) + 1)
        kind = draw.randrange(6)
        if kind == 0 and at < len(spoiled):
            spoiled[at] ^= 1 << draw.randrange(8)
        elif kind == 1 and at < len(spoiled):
            spoiled[at] = draw.choice((0, 1, 2, 4, 5, 127, 128, 255))
        elif kind == 2:
            del spoiled[at : at + draw.choice((1, 2, 4, 100))]
        elif kind == 3:
            spoiled[at:at] = spoiled[at : at + draw.choice((1, 4, 16))]
        elif kind == 4:
            spoiled[at:at] = draw.randbytes(draw.choice((1, 3, 8)))
        else:
            other = draw.randrange(len(spoiled) + 1)
            low, high = min(at, other), max(at, other)
            spoiled[low:high] = bytes(high - low)
    return bytes(spoiled)


def spoil_numbers(raw: bytes, draw: random.Random) -> bytes:
    """One of the numbers of `VOLU` replaced by an absurd one."""
    if len(raw) < 72:
        return raw
    spoiled = bytearray(raw)
    place = draw.randrange(12)
    if place < 5:
        struct.pack_into("<d", spoiled, 8 * place, draw.choice(_LENGTHS))
    elif place < 11:
        old = struct.unpack_from("<I", raw, 40 + 4 * (place - 5))[0]
        new = draw.choice((*_NUMBERS, old + 1, old - 1, old * 2))
        struct.pack_into("<I", spoiled, 40 + 4 * (place - 5), new % 2**32)
    else:
        struct.pack_into("<Q", spoiled, 64, draw.choice((*_NUMBERS, 2**63, 2**64 - 1)))
    return bytes(spoiled)


def spoil_surface_numbers(raw: bytes, draw: random.Random) -> bytes:
    """One of the numbers of `SURF` replaced by an absurd one."""
    spoiled = bytearray(raw)
    place = draw.randrange(13)
    if len(raw) < 84:
        return raw
    if place < 8:
        struct.pack_into("<d", spoiled, 8 * place, draw.choice(_LENGTHS))
    else:
        at = 64 + 4 * (place - 8)
        old = struct.unpack_from("<I", raw, at)[0]
        struct.pack_into("<I", spoiled, at, draw.choice((*_NUMBERS, old + 1, old - 1, old * 2)) % 2**32)
    return bytes(spoiled)


def unpack_2(data: bytes) -> Sections2:
    """The sections of a file of format 2."""
    count, streams = struct.unpack_from("<II", data, 12)
    table = 56 + 28 * count
    at, first, sections = table + 8 * streams, 0, []
    for index in range(count):
        name, flags, number, _digest = struct.unpack_from("<4sII16s", data, 56 + 28 * index)
        parts = []
        for stream in range(first, first + number):
            stored, size = struct.unpack_from("<II", data, table + 8 * stream)
            parts.append((data[at : at + stored], size))
            at += stored
        first += number
        sections.append((name, flags, parts))
    return sections


def contents_2(data: bytes) -> list[tuple[bytes, int, list[bytes]]]:
    """The same with what streams inflate to."""
    return [(name, flags, [zlib.decompress(s) for s, _size in parts]) for name, flags, parts in unpack_2(data)]


def file_of(contents: Sequence[tuple[bytes, int, Sequence[bytes]]]) -> bytes:
    """A file of format 2 with such contents."""
    return pack_2([(name, flags, [(zlib.compress(r, 1), len(r)) for r in raws]) for name, flags, raws in contents])


def pack_2(
    sections: Sections2, version: int = 2, flags: int = 0, digests: Mapping[bytes, bytes] | None = None
) -> bytes:
    """A file of format 2 whose frame is right, whatever its sections hold, with true hashes unless others are given."""
    rows, table, stored = [], b"", []
    for name, section_flags, parts in sections:
        digest = hashlib.sha256()
        for part, size in parts:
            digest.update(_inflated(part))
            table += struct.pack("<II", len(part), size % 2**32)
            stored.append(part)
        shown = (digests or {}).get(name, digest.digest()[:16])
        rows.append(struct.pack("<4sII16s", name, section_flags, len(parts), shown))
    content = hashlib.sha256(b"".join(row for row in rows if row[4] & 2)).digest()
    head = struct.pack("<6sHIII32s", b"VOLANT", version, flags, len(sections), len(stored), content)
    tables = b"".join(rows) + table
    return head + struct.pack("<I", zlib.crc32(head + tables)) + tables + b"".join(stored)


def _inflated(stored: bytes) -> bytes:
    """What a stream inflates to, as far as it does."""
    try:
        return zlib.decompressobj().decompress(stored, 1 << 25)
    except zlib.error:
        return b""


def with_content_2(data: bytes, wanted: bytes, change: Callable[[bytes], bytes], stream: int = 0) -> bytes:
    """The file with what a stream of a section inflates to changed, and everything else repaired."""
    contents = contents_2(data)
    for name, _flags, raws in contents:
        if name == wanted:
            raws[stream] = change(raws[stream])
    return file_of(contents)


def with_counts_2(data: bytes, **counts: int) -> bytes:
    """The file with other numbers of cells, portals, removed boxes or chunks claimed."""
    places = {"cells": 52, "portals": 56, "removed": 60, "chunks": 72}

    def change(raw: bytes) -> bytes:
        spoiled = bytearray(raw)
        for name, count in counts.items():
            struct.pack_into("<I", spoiled, places[name], count)
        return bytes(spoiled)

    return with_content_2(data, b"VOLU", change)


def mutation_2(data: bytes, bombs: list[bytes], draw: random.Random) -> bytes:
    """A spoiled file of format 2."""
    kind = draw.randrange(11)
    if kind == 0:  # as damage comes, checksums and all
        return spoil_bytes(data, draw)
    if kind == 1:
        return data[: draw.randrange(len(data))]
    sections = unpack_2(data)
    name, _flags, parts = draw.choice(sections)
    stream = draw.randrange(len(parts))
    if kind <= 5:  # a stream's content
        return with_content_2(data, name, lambda raw: spoil_bytes(raw, draw), stream)
    if kind == 6:  # absurd numbers, alone or with a stream that might make them true
        spoiled = with_content_2(data, b"VOLU", lambda raw: spoil_numbers(raw, draw))
        spoiled = with_content_2(spoiled, b"SURF", lambda raw: spoil_surface_numbers(raw, draw))
        return with_content_2(spoiled, name, lambda r: spoil_bytes(r, draw), stream) if draw.random() < 0.5 else spoiled
    chosen = draw.randrange(len(sections))
    if kind == 7:  # stored bytes that are no stream, or one of another length than claimed
        stored, size = parts[stream]
        parts[stream] = (spoil_bytes(stored, draw), size + draw.choice((0, 0, 1, -1, 2**31)))
    elif (
        kind == 8
    ):  # contents swapped between names, sections doubled, lost, unknown, with other flags or in another order
        other = draw.randrange(len(sections))
        one, two = sections[chosen], sections[other]
        sections[chosen], sections[other] = (one[0], *two[1:]), (two[0], *one[1:])
        if draw.random() < 0.3:
            sections.append(draw.choice(sections))
        elif draw.random() < 0.3:
            del sections[draw.randrange(len(sections))]
        elif draw.random() < 0.5:
            sections.append((draw.choice((b"LINK", b"ab c", b"\xff\0ab")), draw.choice((0, 1, 2, 3, 2**31)), parts))
        if draw.random() < 0.5:
            draw.shuffle(sections)
        if draw.random() < 0.3:
            parts.insert(stream, draw.choice(parts))
    elif kind == 9:  # a stream that inflates to far more than it is long
        parts[stream] = (draw.choice(bombs), draw.choice((parts[stream][1], 1 << 20, 1 << 24, 2**32 - 1)))
    else:  # another version, flags, or tables that claim more rows than there are
        spoiled = bytearray(pack_2(sections, draw.choice((0, 1, 2, 3, 65535)), draw.choice((0, 1, 1 << 16, 1 << 31))))
        if draw.random() < 0.5:
            struct.pack_into("<I", spoiled, draw.choice((12, 16)), draw.choice(_NUMBERS))
        end = min(56 + 28 * spoiled[12] + 8 * spoiled[16], len(spoiled))
        if draw.random() < 0.5:
            at = draw.randrange(56, end)
            spoiled[at : at + 4] = struct.pack("<I", draw.choice(_NUMBERS))
        struct.pack_into("<I", spoiled, 52, zlib.crc32(spoiled[56:end], zlib.crc32(spoiled[:52])))
        return bytes(spoiled)
    return pack_2(sections)


def mutation(data: bytes, bombs: list[bytes], draw: random.Random) -> bytes:
    """A spoiled file."""
    kind = draw.randrange(10)
    if kind == 0:  # as damage comes, checksums and all
        return spoil_bytes(data, draw)
    if kind == 1:
        return data[: draw.randrange(len(data))]
    sections = unpack(data)
    name = draw.choice(sections)[0]
    if kind <= 4:  # a section's content
        return with_content(data, name, lambda raw: spoil_bytes(raw, draw))
    if kind == 5:  # absurd numbers, alone or with a section that might make them true
        spoiled = with_content(data, b"VOLU", lambda raw: spoil_numbers(raw, draw))
        return with_content(spoiled, name, lambda raw: spoil_bytes(raw, draw)) if draw.random() < 0.5 else spoiled
    chosen = draw.randrange(len(sections))
    if kind == 6:  # stored bytes that are no stream, or one of another length than claimed
        name, stored, size = sections[chosen]
        sections[chosen] = (name, spoil_bytes(stored, draw), size + draw.choice((0, 0, 1, -1, 2**40)))
    elif kind == 7:  # contents swapped between names, sections doubled, lost, unknown or in another order
        other = draw.randrange(len(sections))
        one, two = sections[chosen], sections[other]
        sections[chosen], sections[other] = (one[0], *two[1:]), (two[0], *one[1:])
        if draw.random() < 0.3:
            sections.append(draw.choice(sections))
        elif draw.random() < 0.3:
            del sections[draw.randrange(len(sections))]
        draw.shuffle(sections)
    elif kind == 8:  # a section that inflates to far more than it is long
        sections[chosen] = (
            sections[chosen][0],
            draw.choice(bombs),
            draw.choice((sections[chosen][2], 1 << 20, 1 << 40)),
        )
    else:  # another version, flags, or a table that claims more rows than there are
        spoiled = bytearray(pack(sections, draw.choice((0, 1, 2, 65535)), draw.choice((0, 1, 1 << 16, 1 << 31))))
        if draw.random() < 0.5:
            struct.pack_into("<I", spoiled, 12, draw.choice(_NUMBERS))
        return bytes(spoiled)
    return pack(sections)
