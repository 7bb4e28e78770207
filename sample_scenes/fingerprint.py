# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A number for a world's geometry that is the same whoever made the file, and in whatever order."""

import hashlib
import json
from typing import TypedDict

import bpy
import numpy as np
from kit import DIGITS


class Record(TypedDict):
    """What `geometry.json` keeps for a world."""

    sha256: str
    triangles: int
    objects: int


def record(scene: bpy.types.Scene) -> Record:
    """Return the fingerprint of the scene that is open, with its triangle and object counts.

    It covers the evaluated world-space triangles of every mesh an agent must heed and the navigation objects.
    """
    graph = bpy.context.evaluated_depsgraph_get()
    sources = [o for o in scene.objects if o.type == "MESH" and not o.volant.ignore]
    triangles = np.concatenate([_triangles(source.evaluated_get(graph)) for source in sources])
    # Neither the order of corners nor that of triangles belongs to the shape.
    triangles = np.sort(triangles.view([("x", "<i8"), ("y", "<i8"), ("z", "<i8")])[..., 0], axis=1)
    rows = np.sort(triangles.copy().view(np.int64).reshape(-1, 9).view([("", "<i8")] * 9)[:, 0])
    digest = hashlib.sha256(rows.tobytes())
    digest.update(json.dumps(_navigation(scene), sort_keys=True).encode())
    return {"sha256": digest.hexdigest(), "triangles": len(rows), "objects": len(sources)}


def _lattice(points: np.ndarray) -> np.ndarray:
    """Return points as whole numbers of the kit's rounding step."""
    return np.rint(np.asarray(points, dtype=np.float64) * 10**DIGITS).astype("<i8")


def _triangles(source: bpy.types.Object) -> np.ndarray:
    """Return (m, 3, 3) int64 world-space triangles of an evaluated object."""
    mesh = source.to_mesh()
    mesh.calc_loop_triangles()
    positions = np.empty(len(mesh.vertices) * 3, dtype=np.float32)
    mesh.vertices.foreach_get("co", positions)
    corners = np.empty(len(mesh.loop_triangles) * 3, dtype=np.int32)
    mesh.loop_triangles.foreach_get("vertices", corners)
    source.to_mesh_clear()
    matrix = np.array(source.matrix_world, dtype=np.float64)
    points = positions.reshape(-1, 3).astype(np.float64)
    world = matrix[:3, 3] + sum(points[:, [k]] * matrix[:3, k] for k in range(3))
    return np.ascontiguousarray(_lattice(world)[corners.reshape(-1, 3)])


def _navigation(scene: bpy.types.Scene) -> list[list[object]]:
    """Return a plain list of the volume's box and settings, the markers, the starts and the goals."""
    found: list[list[object]] = []
    for thing in scene.objects:
        place = _lattice(thing.matrix_world.translation).tolist()
        settings = thing.volant
        if settings.role == "VOLUME":
            volume = settings.volume
            fineness = _lattice(volume.voxel_size) if volume.resolution == "VOXEL_SIZE" else volume.max_depth
            size = _lattice(volume.size).tolist()
            radius = int(_lattice(volume.agent_radius))
            walks = ["walk"] * volume.walk
            found.append(["volume", place, size, volume.resolution, int(fineness), radius, *walks])
        elif settings.role == "MARKER":
            found.append(["marker", place])
        elif settings.role == "PATH":
            goals = [_lattice(goal.object.matrix_world.translation).tolist() for goal in settings.path.goals]
            found.append(["path", place, goals])
    return sorted(found, key=json.dumps)
