# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the golden files were made. They stay as they are: every future version must read them.

python tests/golden_files/make.py FOLDER    makes them anew elsewhere, for a look at what has changed
"""

from __future__ import annotations

import hashlib
import math
import struct
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np

from volant import navcore
from volant.navcore.fileformat.format_2 import pack_2

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from stretched import stretched


def wall() -> bytes:
    return navcore.dumps(_wall(), format=1)


def wall_2() -> bytes:
    """The same with a ball that moves, in the gap."""
    ball = navcore.Blocker(
        "Ball", navcore.Ball((2.25, 3.25, 0.0), 0.125), [(1, 0, 0, 2.25), (0, 1, 0, 3.25), (0, 0, 1, 0)]
    )
    return navcore.dumps(replace(_wall(), blockers=[ball]))


def _wall() -> navcore.NavVolume:
    """Four by three by two voxels of half a unit, with a wall across x that leaves a gap; names and settings."""
    occupied = [(2, y, z) for y in range(2) for z in range(2)]
    config = navcore.BakeConfig(voxel_size=0.5, bounds=((1.0, 2.0, -0.5), (3.0, 3.5, 0.5)))
    nav = navcore.bake_voxels(occupied, (4, 3, 2), config)
    return replace(nav, metadata={"name": "Höhle", "settings": {"agent_radius": 0.0, "markers": []}})


def islands() -> bytes:
    return navcore.dumps(_islands(), format=1)


def islands_2() -> bytes:
    return navcore.dumps(_islands())


def _islands() -> navcore.NavVolume:
    """A closed room in a closed room, for an agent with a radius; the space outside both was removed."""
    parts = [_room((0, 0, 0), (9, 8, 7)), _room((3, 3, 3), (6.1, 5, 5.2))]
    vertices = [vertex for part, _triangles in parts for vertex in part]
    triangles = [[corner + 8 * index for corner in triangle] for index in (0, 1) for triangle in parts[index][1]]
    config = navcore.BakeConfig(
        voxel_size=0.5,
        agent_radius=0.3,
        bounds=((-2.0, -2.25, -2.0), (11.0, 10.0, 8.5)),
        markers=[(1, 1, 1), (4, 4, 4)],
    )
    return navcore.bake(vertices, triangles, config)


def later() -> bytes:
    """Nothing but free space, from a later writer: a section and a flag that nobody knows yet, and no metadata."""
    nav = navcore.bake_voxels([], (3, 2, 1), navcore.BakeConfig(voxel_size=2.0))
    data = navcore.dumps(nav, format=1)
    count = struct.unpack_from("<I", data, 12)[0]
    unknown = zlib.compress(b"a link from here to there")
    rows = [data[20 + 24 * index : 44 + 24 * index] for index in range(count)]
    starts = [20 + 24 * count]
    for row in rows:
        starts.append(starts[-1] + struct.unpack_from("<Q", row, 8)[0])
    parts = [(row, data[a:b]) for row, a, b in zip(rows, starts[:-1], starts[1:], strict=True) if row[:4] != b"META"]
    parts.insert(2, (struct.pack("<4sIQQ", b"LINK", zlib.crc32(unknown), len(unknown), 25), unknown))
    table = b"".join(row for row, _stored in parts)
    head = struct.pack("<6sHII", b"VOLANT", 1, 1 << 16, len(parts))
    return head + struct.pack("<I", zlib.crc32(head + table)) + table + b"".join(stored for _row, stored in parts)


def later_2() -> bytes:
    """The same of format 2: two sections that nobody knows yet, one of them content, in several streams."""
    nav = navcore.bake_voxels([], (3, 2, 1), navcore.BakeConfig(voxel_size=2.0))
    data = navcore.dumps(nav)
    count, streams = struct.unpack_from("<II", data, 12)
    end = 56 + 28 * count
    rows, table, stored = data[56:end], data[end : end + 8 * streams], data[end + 8 * streams :]
    for name, flags, parts in ((b"LINK", 2, [b"a link from here to there", b"and back"]), (b"NOTE", 0, [b"to whom"])):
        rows += struct.pack("<4sII16s", name, flags, len(parts), hashlib.sha256(b"".join(parts)).digest()[:16])
        for part in parts:
            table += struct.pack("<II", len(zlib.compress(part)), len(part))
            stored += zlib.compress(part)
    content = b"".join(rows[at : at + 28] for at in range(0, len(rows), 28) if rows[at + 4] & 2)
    head = struct.pack("<6sHIII", b"VOLANT", 2, 1 << 16, len(rows) // 28, len(table) // 8)
    head += hashlib.sha256(content).digest()
    return head + struct.pack("<I", zlib.crc32(head + rows + table)) + rows + table + stored


def waymarks() -> bytes:
    return navcore.dumps(_waymarks(), format=1)


def waymarks_2() -> bytes:
    return navcore.dumps(_waymarks())


def _waymarks() -> navcore.NavVolume:
    """Two islands, a winding corridor and a hall with a block in it, with three landmarks each."""
    free = {(x, y, 0) for y in (0, 2, 4) for x in range(7)} | {(6, 1, 0), (0, 3, 0)}
    free |= {(x, y, z) for x in range(9, 14) for y in range(5) for z in range(2)} - {(11, 1, 0)}
    occupied = [(x, y, z) for x in range(14) for y in range(5) for z in range(2) if (x, y, z) not in free]
    return navcore.with_landmarks(navcore.bake_voxels(occupied, (14, 5, 2)), 3)


def wide_2() -> bytes:
    """As long as may be along every axis, in several chunks, with cells and removed boxes far apart."""
    numbers = np.random.default_rng(5)
    occupied = np.argwhere(numbers.random((12, 10, 6)) < 0.6)
    nav = navcore.bake_voxels(occupied, (12, 10, 6), navcore.BakeConfig(voxel_size=1.0, markers=[(0.5, 1.5, 3.5)]))
    lines = [
        (0, 1, 31, 32, 33, 1000, 1024, 5000, 9000, 20000, 32000, 32700, 32768),
        (0, 32, 64, 96, 97, 2000, 2048, 16384, 30000, 32767, 32768),
        (0, 7, 40, 800, 1025, 32000, 32768),
    ]
    wide = stretched(nav, lines)
    return navcore.run(pack_2(navcore.Navigation(wide), wide.squared_clearance, boxes_of_chunk=30))


def moving_2() -> bytes:
    """An empty hall with a mesh, a turned box and a ball that move."""
    nav = navcore.bake_voxels([(0, 0, 0)], (4, 4, 4), navcore.BakeConfig(voxel_size=0.5))
    corners, triangles = _room((0.25, 0.5, 0.75), (1.0, 1.25, 1.5))
    half = math.sqrt(0.5)
    turn = [(half, -half, 0.0), (half, half, 0.0), (0.0, 0.0, 1.0)]
    return navcore.dumps(
        replace(
            nav,
            blockers=[
                navcore.Blocker(
                    "Tür", navcore.Mesh(corners, triangles), [(2, 0, 0, 0.5), (0, 0, -1, 1), (0, 1, 0, 1.5)]
                ),
                navcore.Blocker("lift", navcore.Box((1.0, 1.0, 0.0), (1.5, 1.75, 0.125), turn)),
                navcore.Blocker("drone", navcore.Ball((1.75, 0.25, 1.5), 0.2)),
            ],
        )
    )


def floor_2() -> bytes:
    """Two squares of four units' edge, a bump in the middle of the first, and a ladder up to the second and a drop."""
    corners = [(0, 0, 0), (256, 0, 0), (256, 256, 0), (0, 256, 0), (512, 0, 8), (512, 256, 8)]
    surface = navcore.NavSurface(
        origin=np.array([1.0, 2.0, -0.5]),
        voxel_size=1.0,
        corners=np.array(corners, np.int32),
        polygon_starts=np.array([0, 4, 8], np.int32),
        polygon_vertices=np.array([0, 1, 2, 3, 1, 4, 5, 2], np.int32),
        neighbours=np.array([-1, 1, -1, -1, -1, -1, -1, 0], np.int32),
        borders=np.array([1, 0, 1, 2, 1, 3, 1, 0], np.uint8),
        components=np.array([0, 0], np.int32),
        areas=np.array([0, 7], np.uint8),
        detail_starts=np.array([0, 1, 1], np.int32),
        detail_corners=np.array([[128, 128, 16]], np.int32),
        detail_triangle_starts=np.array([0, 4, 4], np.int32),
        detail_triangles=np.array([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]], np.int32),
        agent_radius=1.0,
        agent_height=2.0,
        step_height=0.25,
        max_slope=45.0,
        metadata={"name": "Hof", "ground": {"agent_radius": 1.0}},
    )
    links = navcore.Links(
        [(1.0, 4.0, -0.5), (9.0, 4.0, -0.375)],
        [(-1.0, 4.0, -2.5), (9.0, 9.0, 3.0)],
        [navcore.LinkKind.DROP, navcore.LinkKind.LADDER],
        [False, True],
        [1.0, 2.0],
        ["", "Leiter"],
    )
    return navcore.dumps(navcore.Navigation(surface=surface, links=links))


def _room(low, high):
    ends = (low, high)
    corners = [[ends[x][0], ends[y][1], ends[z][2]] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    squares = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, [t for a, b, c, d in squares for t in ((a, b, c), (a, c, d))]


if __name__ == "__main__":
    made = (wall, islands, later, waymarks, wall_2, islands_2, later_2, waymarks_2, wide_2, moving_2, floor_2)
    for make in made:
        Path(sys.argv[1], f"{make.__name__}.volant").write_bytes(make())
