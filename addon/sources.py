# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a scene to the world-space triangles that block the way."""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np
from numpy.typing import NDArray

#: What Blender can turn into triangles.
_SOLID_TYPES = {"MESH", "CURVE", "SURFACE", "FONT", "META"}


def gather_triangles(
    depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object | None
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The triangles of a volume's sources as evaluated: modifiers, geometry nodes and instances count.

    Without a volume, of everything visible.

    Returns
    -------
    vertices : (n, 3) float64, world, scene units.
    triangles : (m, 3) int64, indices into `vertices`.
    """
    vertices, triangles, count = [np.empty((0, 3))], [np.empty((0, 3), np.int64)], 0
    for instance in _sources(depsgraph, volume):
        points, faces = _world_triangles(instance)
        vertices.append(points)
        triangles.append(faces + count)
        count += len(points)
    return np.concatenate(vertices), np.concatenate(triangles)


def _sources(
    depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object | None
) -> Iterator[bpy.types.DepsgraphObjectInstance]:
    settings = volume.volant.volume if volume else None
    for instance in depsgraph.object_instances:
        # What an instancer scatters belongs to the instancer: its selection, collection and Ignore count.
        owner = (instance.parent if instance.is_instance else instance.object).original
        if instance.object.type not in _SOLID_TYPES or owner.volant.ignore or not instance.show_self:
            continue
        if settings is None:
            yield instance
            continue
        if settings.sources == "SELECTED" and not owner.select_get():
            continue
        if settings.sources == "COLLECTION" and not (
            settings.collection and owner.name in settings.collection.all_objects
        ):
            continue
        yield instance


def _world_triangles(instance: bpy.types.DepsgraphObjectInstance) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    evaluated = instance.object
    mesh = evaluated.to_mesh()
    if mesh is None or not len(mesh.vertices):
        return np.empty((0, 3)), np.empty((0, 3), np.int64)
    local = np.empty(len(mesh.vertices) * 3, np.float32)
    mesh.attributes["position"].data.foreach_get("vector", local)
    mesh.calc_loop_triangles()
    faces = np.empty(len(mesh.loop_triangles) * 3, np.int32)
    mesh.loop_triangles.foreach_get("vertices", faces)
    evaluated.to_mesh_clear()
    matrix = np.array(instance.matrix_world, dtype=np.float64)
    world = local.reshape(-1, 3).astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
    return world, faces.reshape(-1, 3).astype(np.int64)
