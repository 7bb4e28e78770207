# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the golden files were made. They stay as they are: every future version must read them.

python tests/golden_files/make.py FOLDER    makes them anew elsewhere, for a look at what has changed
"""

from __future__ import annotations

import struct
import sys
import zlib
from dataclasses import replace
from pathlib import Path

from volant import navcore


def wall() -> bytes:
    """Four by three by two voxels of half a unit, with a wall across x that leaves a gap; names and settings."""
    occupied = [(2, y, z) for y in range(2) for z in range(2)]
    config = navcore.BakeConfig(voxel_size=0.5, bounds=((1.0, 2.0, -0.5), (3.0, 3.5, 0.5)))
    nav = navcore.bake_voxels(occupied, (4, 3, 2), config)
    return navcore.dumps(replace(nav, metadata={"name": "Höhle", "settings": {"agent_radius": 0.0, "markers": []}}))


def islands() -> bytes:
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
    return navcore.dumps(navcore.bake(vertices, triangles, config))


def later() -> bytes:
    """Nothing but free space, from a later writer: a section and a flag that nobody knows yet, and no metadata."""
    nav = navcore.bake_voxels([], (3, 2, 1), navcore.BakeConfig(voxel_size=2.0))
    data = navcore.dumps(nav)
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


def waymarks() -> bytes:
    """Two islands, a winding corridor and a hall with a block in it, with three landmarks each."""
    free = {(x, y, 0) for y in (0, 2, 4) for x in range(7)} | {(6, 1, 0), (0, 3, 0)}
    free |= {(x, y, z) for x in range(9, 14) for y in range(5) for z in range(2)} - {(11, 1, 0)}
    occupied = [(x, y, z) for x in range(14) for y in range(5) for z in range(2) if (x, y, z) not in free]
    return navcore.dumps(navcore.with_landmarks(navcore.bake_voxels(occupied, (14, 5, 2)), 3))


def _room(low, high):
    ends = (low, high)
    corners = [[ends[x][0], ends[y][1], ends[z][2]] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    squares = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, [t for a, b, c, d in squares for t in ((a, b, c), (a, c, d))]


if __name__ == "__main__":
    for make in (wall, islands, later, waymarks):
        Path(sys.argv[1], f"{make.__name__}.volant").write_bytes(make())
