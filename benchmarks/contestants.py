# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same mesh at the same voxel size: Volant's whole bake, and two others' first step alone.

Each function is a case for `fresh_process`. `folder` holds a mesh as `store` wrote it. Whatever form
a contestant wants its input in is made before its clock starts.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np

from .fresh_process import Case
from .meshes import Mesh

#: As many as trimesh may need; left to itself it counts one too few for some meshes.
_SUBDIVISIONS = 20


def store(mesh: Mesh, folder: Path) -> None:
    """Write a mesh for the contestants' processes to read: making it there would spoil their memory's record."""
    for name in ("vertices", "triangles", "bounds"):
        np.save(folder / f"{name}.npy", getattr(mesh, name))


def volant(folder: str, resolution: int, radius: float = 0.0) -> Case:
    """Arrays of triangles to a queryable volume; the radius is in voxels."""
    from volant import navcore

    mesh = _stored(folder)
    low, high = (tuple(corner) for corner in mesh.bounds.tolist())
    voxel = mesh.voxel_size(resolution)
    config = navcore.BakeConfig(voxel_size=voxel, bounds=(low, high), agent_radius=radius * voxel)
    return lambda: navcore.bake(mesh.vertices, mesh.triangles, config), volume_counts


def openvdb(folder: str, resolution: int, radius: float = 0.0) -> Case:
    """OpenVDB's mesh to level set, the narrowest band that reaches a radius in voxels, its threads on."""
    library = _import_openvdb()
    mesh = _stored(folder)
    # OpenVDB's grid has no bounds; counting from the domain's corner gives it the same voxels as the others.
    points = (mesh.vertices - mesh.bounds[0]).astype(np.float32)
    triangles = mesh.triangles.astype(np.uint32)
    transform = library.createLinearTransform(voxelSize=mesh.voxel_size(resolution))

    def work() -> Any:
        return library.FloatGrid.createLevelSetFromPolygons(
            points, triangles=triangles, transform=transform, halfWidth=1.0 + radius
        )

    return work, lambda grid: {"voxels": grid.activeVoxelCount()}


def trimesh(folder: str, resolution: int) -> Case:
    """trimesh's voxelizer with its default method; the one by rays misses walls along the rays."""
    import trimesh as library
    from trimesh.voxel import creation

    mesh = _stored(folder)
    surface = library.Trimesh(mesh.vertices - mesh.bounds[0], mesh.triangles, process=False)
    pitch = mesh.voxel_size(resolution)
    return (
        lambda: creation.voxelize(surface, pitch, method="subdivide", max_iter=_SUBDIVISIONS),
        lambda grid: {"voxels": len(grid.sparse_indices)},
    )


def volume_counts(nav: Any) -> dict[str, int | float]:
    """The size of a baked volume, as the tables show it."""
    extent = (nav.cells[:, 1] - nav.cells[:, 0]).astype(np.int64)
    return {
        "free": int(extent.prod(axis=1).sum()),
        "leaves": int(nav.leaf_count),
        "cells": len(nav.cells),
        "portals": len(nav.portals),
        "neighbours": 2.0 * len(nav.portals) / max(1, len(nav.cells)),
    }


def openvdb_version() -> str:
    """OpenVDB's version as this Blender brings it."""
    return ".".join(map(str, _import_openvdb().LIBRARY_VERSION))


def _stored(folder: str) -> Mesh:
    return Mesh(*(np.load(Path(folder) / f"{name}.npy") for name in ("vertices", "triangles", "bounds")))


def _import_openvdb() -> Any:
    """The openvdb that comes with Blender 4.5 and later, in a folder that is not on Python's path."""
    found = importlib.util.find_spec("bpy")
    places = found.submodule_search_locations if found else None
    modules = [module for place in places or () for module in Path(place).glob("*/python/**/openvdb.*")]
    if not modules:
        raise ImportError("this Blender brings no openvdb; use 4.5 or later")
    sys.path.append(str(modules[0].parent))
    return importlib.import_module("openvdb")
