# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A reader of format 1, written from docs/file_format_1.md alone: plain Python, nothing of Volant in it.

It trusts sizes and checksums and looks at nothing else, as an engine that loads its own files may.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from itertools import accumulate


def sections(data: bytes) -> dict[str, bytes]:
    magic, version, flags, count, checksum = struct.unpack_from("<6sHIII", data)
    assert magic == b"VOLANT"
    assert version == 1
    assert flags & 0xFFFF == 0
    assert zlib.crc32(data[:16] + data[20 : 20 + 24 * count]) == checksum
    inflated = {}
    at = 20 + 24 * count
    for index in range(count):
        name, checksum, stored, size = struct.unpack_from("<4sIQQ", data, 20 + 24 * index)
        part = data[at : at + stored]
        assert zlib.crc32(part) == checksum
        inflated[name.decode()] = zlib.decompress(part)
        assert len(inflated[name.decode()]) == size
        at += stored
    assert at == len(data)
    return inflated


class Columns:
    """Takes columns out of a section."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> list[int]:
        width = self.data[self.at]
        planes = [self.data[self.at + 1 + plane * count :][:count] for plane in range(width)]
        self.at += 1 + width * count
        return [sum(plane[i] << 8 * place for place, plane in enumerate(planes)) for i in range(count)]


def decode(code: int) -> tuple[int, int, int]:
    """x, y and z of a Morton code."""
    x = y = z = 0
    for bit in range(10):
        x |= (code >> 3 * bit + 2 & 1) << bit
        y |= (code >> 3 * bit + 1 & 1) << bit
        z |= (code >> 3 * bit & 1) << bit
    return x, y, z


def boxes(data: bytes, count: int) -> list:
    columns = Columns(data)
    gaps, *sizes = (columns.take(count) for _column in range(4))
    made = []
    for code, *size in zip(accumulate(gap + 1 for gap in gaps), *sizes, strict=True):
        low = decode(code - 1)
        made.append([list(low), [at + less_one + 1 for at, less_one in zip(low, size, strict=True)]])
    return made


def landmarks(data: bytes, portal_count: int) -> list:
    """Distances in voxels, one list of all portals for each landmark."""
    columns = Columns(data[1:])
    tables = (columns.take(portal_count) for _landmark in range(data[0]))
    return [[number / 32 for number in accumulate(map(unfolded, table))] for table in tables]


def unfolded(number: int) -> int:
    return number >> 1 if number % 2 == 0 else -(number + 1 >> 1)


def read(data: bytes) -> dict:
    """Everything a file holds, in plain lists."""
    parts = sections(data)
    numbers = struct.unpack("<5d6IQ", parts["VOLU"])
    cell_count, portal_count, removed_count = numbers[8:11]
    columns = Columns(parts["PORT"])
    counts, gaps = columns.take(cell_count), columns.take(portal_count)
    portals, next_gap = [], iter(gaps)
    for cell, count in enumerate(counts):
        neighbour = cell
        for _step in range(count):
            neighbour += next(next_gap) + 1
            portals.append([cell, neighbour])
    folded = Columns(parts["COMP"]).take(cell_count)
    squares = Columns(parts["CLEA"]).take(cell_count)
    return {
        "origin": list(numbers[:3]),
        "voxel_size": numbers[3],
        "agent_radius": numbers[4],
        "shape": list(numbers[5:8]),
        "leaf_count": numbers[11],
        "cells": boxes(parts["CELL"], cell_count),
        "portals": portals,
        "components": list(accumulate(map(unfolded, folded))),
        "clearance": [math.sqrt(square) * numbers[3] / 2 if square else math.inf for square in squares],
        "removed": boxes(parts["REMO"], removed_count),
        "landmarks": landmarks(parts["LAND"], portal_count) if "LAND" in parts else [],
        "metadata": json.loads(parts["META"]) if parts.get("META") else {},
    }
