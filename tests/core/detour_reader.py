# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A reader of Detour's files made from Detour's own structures: plain Python, nothing of Volant in it."""

from __future__ import annotations

import struct


def read(data: bytes) -> dict:
    """Everything that a file of one tile holds, in Detour's space."""
    magic, version, tiles = struct.unpack_from("<iii", data)
    assert (magic.to_bytes(4, "big"), version, tiles) == (b"MSET", 1, 1)
    *origin, width, height = struct.unpack_from("<5f", data, 12)
    most_tiles, most_polygons, reference, size = struct.unpack_from("<iiIi", data, 32)
    assert most_tiles == 1
    assert most_polygons & (most_polygons - 1) == 0
    assert reference == most_polygons, "the first use of tile 0"
    assert len(data) == 48 + size
    head = struct.unpack_from("<5iI9i10f", data, 48)
    assert (head[0].to_bytes(4, "big"), head[1]) == (b"DNAV", 7)
    polygons, corners, edges, details, inside, triangles, nodes, links, first_link = head[6:15]
    agent, low, high, factor = head[15:18], head[18:21], head[21:24], head[24]
    assert polygons <= most_polygons
    at = 148

    def rows(form: str, count: int) -> list[tuple]:
        nonlocal at
        length = struct.calcsize(form)
        found = [struct.unpack_from(form, data, at + length * row) for row in range(count)]
        at += length * count
        return found

    made = {
        "origin": origin,
        "size": (width, height),
        "agent": agent,
        "bounds": (low, high),
        "factor": factor,
        "first_link": first_link,
        "corners": rows("<3f", corners),
        "polygons": [
            {"corners": row[1 : 1 + row[14]], "behind": row[7 : 7 + row[14]], "flags": row[13], "kind": row[15]}
            for row in rows("<I6H6HHBB", polygons)
        ],
        "room": rows("<12s", edges),
        "details": rows("<IIBBxx", details),
        "inside": rows("<3f", inside),
        "triangles": rows("<4B", triangles),
        "nodes": rows("<6Hi", nodes),
        "links": rows("<6ffHBBI", links),
    }
    assert at == len(data)
    return made
