# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface as glTF, in one binary file: triangles that Hubs and Godot take for a navigation mesh.

In glTF's space y is up: (x, y, z) of a surface is at (x, z, -y).
"""

from __future__ import annotations

import json
import struct

import numpy as np

from ..errors import FormatError
from ..navigation import Baked, Navigation
from ..surface import CORNER_UNIT
from .atomic import FileName, check_target, write_bytes

#: Mozilla Hubs, and what has come of it, look for this component of a node.
_HUBS = "MOZ_hubs_components"
#: Godot makes a navigation region of a node whose name ends so.
_GODOT = "-navmesh"
_HEADER, _CHUNK = struct.Struct("<4sII"), struct.Struct("<I4s")
_FLOAT, _UINT = 5126, 5125
_VERTICES, _INDICES = 34962, 34963


def dumps_glb(nav: Baked) -> bytes:
    """The bytes of a .glb file: one node with a mesh of the surface's floor triangles, corners shared."""
    navigation = Navigation.of(nav)
    surface = navigation.the_surface()
    if not len(surface):
        raise FormatError("the surface has no polygons, so there is nothing to write; bake it with floors first")
    corners, _polygons = surface.floor_corners()
    places, numbers = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    triangles = numbers.reshape(-1, 3)
    # What is a line only, and lies in the triangles beside it.
    one, other = (corners[:, corner].astype(np.int64) - corners[:, 0] for corner in (1, 2))
    triangles = triangles[one[:, 0] * other[:, 1] > one[:, 1] * other[:, 0]]
    # Far from the origin, numbers of 32 bits would not tell corners apart: the node is where the surface is.
    vertices = (places * (surface.voxel_size / CORNER_UNIT))[:, [0, 2, 1]] * (1.0, 1.0, -1.0)
    points = vertices.astype("<f4")
    data = points.tobytes() + triangles.astype("<u4").tobytes()
    x, y, z = surface.origin.tolist()
    name = str(navigation.metadata.get("name") or "surface")
    document = {
        "asset": {"version": "2.0", "generator": "Volant"},
        "extensionsUsed": [_HUBS],
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {
                "name": name + _GODOT,
                "mesh": 0,
                "translation": [x, z, -y],
                "extensions": {_HUBS: {"nav-mesh": {}, "visible": {"visible": False}}},
            }
        ],
        "meshes": [{"name": name, "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {
                "bufferView": 0,
                "componentType": _FLOAT,
                "count": len(points),
                "type": "VEC3",
                "min": points.min(axis=0).tolist(),
                "max": points.max(axis=0).tolist(),
            },
            {"bufferView": 1, "componentType": _UINT, "count": triangles.size, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": points.nbytes, "target": _VERTICES},
            {"buffer": 0, "byteOffset": points.nbytes, "byteLength": 4 * triangles.size, "target": _INDICES},
        ],
        "buffers": [{"byteLength": len(data)}],
    }
    text = json.dumps(document, separators=(",", ":"), sort_keys=True).encode("ascii")
    text += b" " * (-len(text) % 4)
    size = _HEADER.size + 2 * _CHUNK.size + len(text) + len(data)
    chunks = (_CHUNK.pack(len(text), b"JSON"), text, _CHUNK.pack(len(data), b"BIN\0"), data)
    return b"".join((_HEADER.pack(b"glTF", 2, size), *chunks))


def save_glb(nav: Baked, path: FileName) -> None:
    """Write a .glb file. The old file, if any, stays whole until the new one is."""
    check_target(path)
    write_bytes(dumps_glb(nav), path)
