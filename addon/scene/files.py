# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes from files and meshes to files, for the command line: no window, and nobody to ask."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from ... import navcore
from ...navcore.fileformat import read_bytes, write_bytes
from ...navcore.progress import run
from .. import properties, session
from ..objects import asking, volumes, walking
from ..objects.asking import Asked
from ..session import session as memory
from . import exporting, frames, sources, units
from .frame_range import meshes_over
from .mesh_files import IMPORTERS
from .shapes import owned_by, world_steps

Mesh = tuple[NDArray[np.float64], NDArray[np.int64]]

#: The six sides of a box whose corner 4 x + 2 y + z is at the low (0) or high (1) x, y and z, seen from outside.
_SIDES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


@contextmanager
def registered() -> Iterator[None]:
    """What Volant stores in a .blend is known for a while; in a Blender that has Volant installed it is anyway."""
    if hasattr(bpy.types.Object, "volant"):
        yield
        return
    memory.register()
    properties.register()
    try:
        yield
    finally:
        properties.unregister()
        memory.unregister()


def open_blend(path: str | os.PathLike[str]) -> None:
    """Open a .blend in place of what is open."""
    # Blender's own message for a file without permission names neither.
    read_bytes(path)
    _call(path, lambda: bpy.ops.wm.open_mainfile(filepath=os.path.abspath(path), load_ui=False))
    # In a Blender without the extension nobody else does.
    memory.renew()


def import_mesh(path: str | os.PathLike[str]) -> None:
    """Import a mesh file into a scene without anything else."""
    importers = IMPORTERS.get(Path(path).suffix.lower())
    if importers is None:
        known = ", ".join(IMPORTERS)
        raise navcore.FormatError(f"cannot read {os.fspath(path)}: Blender is asked to import {known} only")
    read_bytes(path)
    for leftover in list(bpy.data.objects):
        bpy.data.objects.remove(leftover)
    _call(path, lambda: _operator(importers)(filepath=os.path.abspath(path)))
    if not any(candidate.type == "MESH" for candidate in bpy.context.scene.objects):
        raise navcore.FormatError(f"cannot bake {os.fspath(path)}: it holds no mesh; choose another file")


def _operator(names: tuple[str, ...]) -> Any:
    """The first of Blender's operators of these names that there is."""
    parts = [name.split(".") for name in names]
    found = [getattr(getattr(bpy.ops, module), name) for module, name in parts if name in dir(getattr(bpy.ops, module))]
    if not found:
        raise AttributeError(f"this Blender has no {names[0]}")
    return found[0]


def _call(path: str | os.PathLike[str], work: Callable[[], object]) -> None:
    """Run an operator on a file; what Blender says against it becomes one sentence."""
    try:
        outcome = work()
    except (AttributeError, RuntimeError) as error:
        # Operators that a Blender does not have are missing attributes.
        said = (str(error).strip().splitlines() or ["no reason given"])[0].removeprefix("Error: ")
        raise navcore.FormatError(f"Blender cannot read {os.fspath(path)}: {said}") from error
    if outcome != {"FINISHED"}:
        raise navcore.FormatError(f"Blender cannot read {os.fspath(path)}; open it in Blender to see why")


def volume_names() -> list[str]:
    """The volumes of the active scene, by name."""
    return sorted(candidate.name for candidate in bpy.context.scene.objects if candidate.volant.role == "VOLUME")


def volume_triangles(name: str) -> Mesh:
    """What blocks the way in a volume: vertices (n, 3) float64, world, and triangles (m, 3) int64."""
    return run(world_steps(_volume_meshes(bpy.context.scene.objects[name])))


def volume_mesh(name: str) -> tuple[Mesh, NDArray[np.bool_] | None]:
    """The same, and which of the triangles may be floors, (m,) bool; None when all may."""
    volume = bpy.context.scene.objects[name]
    meshes = _volume_meshes(volume)
    floors = walking.floor_owners(volume) if walking.walks(volume) else None
    return run(world_steps(meshes)), None if floors is None else owned_by(meshes, floors)


def _volume_meshes(volume: bpy.types.Object) -> dict[str, Any]:
    """All that blocks the way in a volume, as `shapes.plain`."""
    over = frames.of_volume(volume)
    if over is not None:
        return meshes_over(bpy.context.scene, volume, over)
    return sources.gather(bpy.context.evaluated_depsgraph_get(), volume)


def volume_blockers(name: str) -> tuple[navcore.Blocker, ...]:
    """What moves in a volume, where it is at the frame that the scene shows."""
    return session.current().moving.of(bpy.context.scene, bpy.context.scene.objects[name]).blockers()


def volume_settings(name: str) -> tuple[Asked, tuple[str, ...]]:
    """What a volume asks of a bake, and the names of its markers."""
    volume = bpy.context.scene.objects[name]
    session.current().status.settle(bpy.context.scene, bpy.context.evaluated_depsgraph_get(), volume)
    markers = tuple(marker.name for marker in volumes.markers_inside(bpy.context.scene, volume))
    return asking.asked_of(bpy.context.scene, volume), markers


def is_baked(name: str) -> bool:
    """Whether a volume holds a bake, be it damaged."""
    return bool(bpy.context.scene.objects[name].volant.volume.bake)


def stale_reasons(names: list[str]) -> dict[str, str]:
    """Those of some volumes whose bakes are out of date, by name, with the reason."""
    return exporting.stale_volumes(bpy.context, [bpy.context.scene.objects[name] for name in names])


def write_bake(name: str, target: str, engine: str | None) -> tuple[navcore.Navigation, int]:
    """Write the bake that a volume holds, as File > Export does; gives it, and the size of the file in bytes."""
    volume = bpy.context.scene.objects[name]
    size = exporting.write(bpy.context.scene, volume, target, engine or "none")
    return session.current().bakes.require_whole(volume), size


def made_in(name: str) -> dict[str, Any]:
    """What the metadata of a volume's bake tells of the active scene."""
    volume = bpy.context.scene.objects[name]
    return {**frames.metadata(bpy.context.scene, volume), **units.unit_metadata(bpy.context.scene)}


def all_triangles() -> Mesh:
    """Everything visible in the active scene, as `volume_triangles`."""
    return run(world_steps(sources.gather(bpy.context.evaluated_depsgraph_get(), None)))


def export_boxes(boxes: NDArray[np.float64], path: str | os.PathLike[str]) -> None:
    """Write boxes, (n, 2, 3) world corners, as one mesh without anything around it; the suffix says which kind."""
    target = Path(path)
    mesh = _box_mesh(boxes)
    cells = bpy.data.objects.new("cells", mesh)
    bpy.context.scene.collection.objects.link(cells)
    for other in bpy.context.view_layer.objects:
        other.select_set(other == cells)
    # Into a folder of its own first, so that the target is replaced whole or not at all.
    with tempfile.TemporaryDirectory() as folder:
        made = str(Path(folder, f"cells{target.suffix.lower()}"))
        try:
            if target.suffix.lower() == ".obj":
                bpy.ops.wm.obj_export(filepath=made, export_selected_objects=True, export_materials=False)
            else:
                # Normals would give each side corners of its own, and no box would hold together.
                bpy.ops.export_scene.gltf(
                    filepath=made, export_format="GLB", use_selection=True, export_normals=False, export_texcoords=False
                )
            write_bytes(read_bytes(made), target)
        except RuntimeError as error:
            raise navcore.FormatError(f"Blender cannot write {target}: {error}") from error
        finally:
            bpy.data.objects.remove(cells)
            bpy.data.meshes.remove(mesh)


def _box_mesh(boxes: NDArray[np.float64]) -> bpy.types.Mesh:
    """Eight corners and six sides for each box."""
    x, y, z = np.array([(i >> 2 & 1, i >> 1 & 1, i & 1) for i in range(8)]).T
    corners = np.stack((boxes[:, x, 0], boxes[:, y, 1], boxes[:, z, 2]), axis=2)
    sides = np.arange(len(boxes))[:, None, None] * 8 + np.array(_SIDES)
    mesh = bpy.data.meshes.new("cells")
    mesh.vertices.add(8 * len(boxes))
    mesh.vertices.foreach_set("co", corners.ravel().astype(np.float32))
    mesh.loops.add(sides.size)
    mesh.loops.foreach_set("vertex_index", sides.ravel().astype(np.int32))
    mesh.polygons.add(6 * len(boxes))
    mesh.polygons.foreach_set("loop_start", np.arange(0, sides.size, 4, dtype=np.int32))
    mesh.update(calc_edges=True)
    return mesh
