# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A reader of .volant files written from docs/file_format.md alone: plain Python, nothing of Volant in it.

It trusts sizes, checksums and hashes and looks at nothing else, as an engine that loads its own files may.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import struct
import zlib
from itertools import accumulate

NEEDED, CONTENT = 1, 2
KNOWN = {"VOLU", "CELL", "LAND", "BLOC", "SURF", "LNKS", "META", "FILL"}


class File:
    """The frame: `sections`, by name, are flags and what each stream inflates to."""

    def __init__(self, data: bytes) -> None:
        magic, version, flags, count, streams, self.content_hash, checksum = struct.unpack_from("<6sHIII32sI", data)
        assert magic == b"VOLANT"
        assert version == 2
        assert flags & 0xFFFF == 0
        end = 56 + 28 * count + 8 * streams
        assert zlib.crc32(data[:52] + data[56:end]) == checksum
        sizes = [struct.unpack_from("<II", data, 56 + 28 * count + 8 * stream) for stream in range(streams)]
        begins = [end, *accumulate((stored for stored, _inflated in sizes), initial=end)][1:]
        assert begins[-1] == len(data)
        self.sections: dict[str, tuple[int, list[bytes]]] = {}
        content = hashlib.sha256()
        first = 0
        for section in range(count):
            row = data[56 + 28 * section : 84 + 28 * section]
            name, flags, number, digest = struct.unpack("<4sII16s", row)
            if flags & CONTENT:
                content.update(row)
            assert name.decode() in KNOWN or not flags & NEEDED
            parts = []
            for stream in range(first, first + number):
                inflater = zlib.decompressobj()
                parts.append(inflater.decompress(data[begins[stream] : begins[stream + 1]]))
                assert inflater.eof
                assert not inflater.unused_data
                assert len(parts[-1]) == sizes[stream][1]
            first += number
            assert hashlib.sha256(b"".join(parts)).digest()[:16] == digest
            self.sections[name.decode()] = flags, parts
        assert first == streams
        assert content.digest() == self.content_hash

    def streams(self, name: str) -> list[bytes]:
        return self.sections[name][1] if name in self.sections else []


class Columns:
    """Takes columns out of a stream."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def _bytes(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def _planes(self, planes: int, count: int) -> list[int]:
        numbers = [0] * count
        for place in range(planes):
            for index, octet in enumerate(self._bytes(count)):
                numbers[index] |= octet << 8 * place
        return numbers

    def take(self, count: int) -> list[int]:
        (widths,) = self._bytes(1)
        width, above = widths % 16, widths // 16
        numbers = self._planes(width, count)
        if above:
            (large,) = struct.unpack("<I", self._bytes(4))
            places = [total - 1 for total in accumulate(step + 1 for step in self.take(large))]
            for place, number in zip(places, self._planes(above, large), strict=True):
                numbers[place] += number << 8 * width
        return numbers

    def is_over(self) -> bool:
        return self.at == len(self.data)


def unfolded(number: int) -> int:
    return number >> 1 if number % 2 == 0 else -(number + 1 >> 1)


def voxel(code: int) -> list[int]:
    """x, y and z of a code."""
    x = y = z = 0
    for bit in range(5):
        x |= (code >> 3 * bit + 2 & 1) << bit
        y |= (code >> 3 * bit + 1 & 1) << bit
        z |= (code >> 3 * bit & 1) << bit
    column = code >> 25
    for bit in range(10):
        x |= (column >> 2 * bit + 1 & 1) << bit + 5
        y |= (column >> 2 * bit & 1) << bit + 5
    return [x, y, z | (code >> 15 & 1023) << 5]


def boxes(columns: Columns, count: int, first_column: int) -> list:
    steps, *sizes = (columns.take(count) for _column in range(4))
    made = []
    for total, *size in zip(accumulate(step + 1 for step in steps), *sizes, strict=True):
        low = voxel((first_column << 25) + total - 1)
        made.append([low, [at + less_one + 1 for at, less_one in zip(low, size, strict=True)]])
    return made


class Volume:
    """The numbers of a volume and where its chunks are; `chunk` decodes one of them without the others."""

    def __init__(self, file: File) -> None:
        assert next(iter(file.sections)) == "VOLU"
        (data,) = file.streams("VOLU")
        numbers = struct.unpack_from("<5d6IQI", data)
        self.origin, self.voxel_size, self.agent_radius = list(numbers[:3]), numbers[3], numbers[4]
        self.shape, self.leaf_count = list(numbers[5:8]), numbers[11]
        self.cells, self.portals, self.removed = numbers[8:11]
        chunks = numbers[12]
        columns = Columns(data, 76)
        self.columns = [total - 1 for total in accumulate(step + 1 for step in columns.take(chunks))]
        self.counts = list(zip(*(columns.take(chunks) for _count in range(3)), strict=True))
        assert columns.is_over()
        self.streams = file.streams("CELL")
        assert len(self.streams) == chunks
        self.landmarks = [self._landmark(stream) for stream in file.streams("LAND")]

    def chunk(self, index: int) -> dict:
        cells, portal_count, removed = self.counts[index]
        first_cell = sum(count[0] for count in self.counts[:index])
        columns = Columns(self.streams[index])
        made = {"cells": boxes(columns, cells, self.columns[index])}
        counts, steps = columns.take(cells), iter(columns.take(portal_count))
        portals = []
        for cell, count in enumerate(counts, first_cell):
            neighbour = cell
            for _step in range(count):
                neighbour += next(steps) + 1
                portals.append([cell, neighbour])
        made["portals"] = portals
        made["components"] = list(accumulate(map(unfolded, columns.take(cells))))
        squares = columns.take(cells)
        made["clearance"] = [math.sqrt(square) * self.voxel_size / 2 if square else math.inf for square in squares]
        made["removed"] = boxes(columns, removed, self.columns[index])
        assert columns.is_over()
        return made

    def _landmark(self, stream: bytes) -> list[float]:
        """Distances in voxels, of all portals."""
        columns = Columns(stream)
        numbers = [number / 32 for number in accumulate(map(unfolded, columns.take(self.portals)))]
        assert columns.is_over()
        return numbers


def blocker(data: bytes) -> dict:
    kind, length = data[:2]
    at = 2 + length
    made = {"name": data[2:at].decode(), "place": list(struct.unpack_from("<12d", data, at))}
    at += 96
    if kind == 0:
        vertices, triangles = struct.unpack_from("<II", data, at)
        numbers = struct.unpack_from(f"<{3 * vertices}d", data, at + 8)
        corners = struct.unpack_from(f"<{3 * triangles}I", data, at + 8 + 24 * vertices)
        assert len(data) == at + 8 + 24 * vertices + 12 * triangles
        return made | {"mesh": [list(numbers), list(corners)]}
    if kind == 1:
        assert len(data) == at + 120
        return made | {"box": list(struct.unpack_from("<15d", data, at))}
    assert kind == 2
    assert len(data) == at + 32
    return made | {"ball": list(struct.unpack_from("<4d", data, at))}


def surface(data: bytes) -> dict:
    numbers = struct.unpack_from("<8d5I", data)
    count, polygons, edges, inside, triangles = numbers[8:]
    columns = Columns(data, 84)

    def places(number: int) -> list[list[int]]:
        axes = [list(accumulate(map(unfolded, columns.take(number)))) for _axis in range(3)]
        return [list(place) for place in zip(*axes, strict=True)]

    corners = places(count)
    starts = list(accumulate((less_three + 3 for less_three in columns.take(polygons)), initial=0))
    vertices: list[int] = []
    zeros = 0
    for code in columns.take(edges):
        vertices.append(zeros if code == 0 else (vertices[-1] if vertices else 0) + unfolded(code - 1))
        zeros += code == 0
    borders = columns.take(edges)
    ends = [
        vertices[edge + 1 if edge + 1 < stop else begin]
        for begin, stop in itertools.pairwise(starts)
        for edge in range(begin, stop)
    ]
    owners = [polygon for polygon in range(polygons) for _edge in range(starts[polygon], starts[polygon + 1])]
    sides = list(zip(vertices, ends, borders, owners, strict=True))
    behind = {(end, begin): polygon for begin, end, border, polygon in sides if not border}
    made = {
        "origin": list(numbers[:3]),
        "voxel_size": numbers[3],
        "agent_radius": numbers[4],
        "agent_height": numbers[5],
        "step_height": numbers[6],
        "max_slope": numbers[7],
        "corners": corners,
        "polygon_starts": starts,
        "polygon_vertices": vertices,
        "borders": borders,
        "neighbours": [-1 if border else behind[begin, end] for begin, end, border, _polygon in sides],
        "components": list(accumulate(map(unfolded, columns.take(polygons)))),
        "areas": columns.take(polygons),
        "detail_starts": list(accumulate(columns.take(polygons), initial=0)),
        "detail_triangle_starts": list(accumulate(columns.take(polygons), initial=0)),
        "detail_corners": places(inside),
    }
    parts = [columns.take(triangles) for _corner in range(3)]
    assert columns.is_over()
    return made | {"detail_triangles": [list(triangle) for triangle in zip(*parts, strict=True)]}


def links_of(data: bytes) -> list[dict]:
    (count,) = struct.unpack_from("<I", data)
    kinds, both, lengths = (data[4 + column * count : 4 + (column + 1) * count] for column in range(3))
    ends = list(accumulate(lengths, initial=4 + 3 * count))
    names = [data[begin:end].decode() for begin, end in itertools.pairwise(ends)]
    rows = [struct.unpack_from(f"<{count}d", data, ends[-1] + 8 * count * column) for column in range(7)]
    assert ends[-1] + 56 * count == len(data)
    return [
        {
            "start": [column[link] for column in rows[:3]],
            "end": [column[link] for column in rows[3:6]],
            "kind": kinds[link],
            "both_ways": bool(both[link]),
            "cost": rows[6][link],
            "name": names[link],
        }
        for link in range(count)
    ]


def read(data: bytes) -> dict:
    """Everything a file holds, in plain lists."""
    file = File(data)
    told: dict = {"metadata": json.loads(file.streams("META")[0]) if file.streams("META") else {}}
    for stream in file.streams("SURF"):
        told["surface"] = surface(stream)
    for stream in file.streams("LNKS"):
        told["links"] = links_of(stream)
    if "VOLU" not in file.sections:
        return told
    volume = Volume(file)
    made: dict = {key: [] for key in ("cells", "portals", "components", "clearance", "removed")}
    for index in range(len(volume.counts)):
        for key, values in volume.chunk(index).items():
            made[key] += values
    assert [len(made[key]) for key in ("cells", "portals", "removed")] == [volume.cells, volume.portals, volume.removed]
    return told | {
        "origin": volume.origin,
        "voxel_size": volume.voxel_size,
        "agent_radius": volume.agent_radius,
        "shape": volume.shape,
        "leaf_count": volume.leaf_count,
        **made,
        "landmarks": volume.landmarks,
        "blockers": [blocker(stream) for stream in file.streams("BLOC")],
    }


def world_boxes(volume: dict) -> list:
    """Corners of the cells in the world."""
    return [
        [[a + c * volume["voxel_size"] for a, c in zip(volume["origin"], corner, strict=True)] for corner in cell]
        for cell in volume["cells"]
    ]


def cell_of(volume: dict, point: list[float]) -> int:
    """The cell that holds a point, or -1."""
    for number, (low, high) in enumerate(world_boxes(volume)):
        if all(a <= p <= b for a, p, b in zip(low, point, high, strict=True)):
            return number
    return -1


def nearest(volume: dict, point: list[float]) -> tuple[int, list[float], float]:
    """The nearest cell, where in it, and how far that is."""
    near = [min(max(p, -1e150), 1e150) for p in point]

    def key(number: int, low: list[float], high: list[float]) -> tuple[float, float, int]:
        x, y, z = (max(a - p, p - b, 0.0) for a, p, b in zip(low, near, high, strict=True))
        return x * x + y * y + z * z, x + y + z, number

    _squares, _sum, cell = min(key(number, *box) for number, box in enumerate(world_boxes(volume)))
    low, high = world_boxes(volume)[cell]
    inside = [min(max(p, a), b) for a, p, b in zip(low, point, high, strict=True)]
    x, y, z = (a - b for a, b in zip(inside, point, strict=True))
    return cell, inside, math.sqrt(x * x + y * y + z * z)


def links(volume: dict, cell: int) -> list[int]:
    """The neighbours of a cell in the order that searches look at them."""
    higher = [second for first, second in volume["portals"] if first == cell]
    lower = [first for first, second in volume["portals"] if second == cell]
    return sorted(higher) + sorted(lower)


def to_unity(x: float, y: float, z: float) -> tuple[float, float, float]:
    return -x, z, -y


def to_unreal(x: float, y: float, z: float) -> tuple[float, float, float]:
    return 100 * x, -100 * y, 100 * z


def to_godot(x: float, y: float, z: float) -> tuple[float, float, float]:
    return x, z, -y
