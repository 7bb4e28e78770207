# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes of every kind as what navcore takes; Blender is imported here and nowhere else on the command line."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from .. import navcore
from ..addon.scene.mesh_files import IMPORTERS
from ..navcore.arrays import Bools, Float64s, Int64s
from ..navcore.fileformat import is_voxel_map, load_voxels, shown_name, voxel_faces
from ..navcore.given import shown
from .answer import WrongUse
from .silence import stdout_silenced

Mesh = tuple[Float64s, Int64s]


class Baking(NamedTuple):
    """One thing to bake: its name, (n, 3) vertices, (m, 3) triangles, settings for fliers and for walkers, which links
    are found and which are placed, the names of its markers, what its metadata tells, and what moves in it."""

    name: str
    vertices: Float64s
    triangles: Int64s
    config: navcore.BakeConfig | None
    ground: navcore.GroundConfig | None = None
    find: navcore.LinkConfig | None = None
    placed: navcore.Links = navcore.Links()
    markers: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = MappingProxyType({})
    blockers: tuple[navcore.Blocker, ...] = ()


def check_kind(scene: str) -> None:
    """Refuse what is no scene by its name."""
    if not (is_blend(scene) or is_voxel_map(scene) or Path(scene).suffix.lower() in IMPORTERS):
        raise WrongUse(f"{scene} is no scene by its name; scenes are .blend, .3dmap, {', '.join(IMPORTERS)}")


def is_blend(scene: str) -> bool:
    return Path(scene).suffix.lower() == ".blend"


def blend_bakings(scene: str, volume: str | None, every: bool) -> list[Baking]:
    """The volumes of a .blend that are to be baked."""
    with blender(scene) as files:
        files.open_blend(scene)
        names = chosen_volumes(scene, files.volume_names(), volume, every)
        return [_baking(files, name) for name in names]


def _baking(files: Any, name: str) -> Baking:
    asked, markers = files.volume_settings(name)
    (vertices, triangles), floors = files.volume_mesh(name)
    ground = asked.walk and replace(asked.walk, floors=None if floors is None else floors.tobytes())
    metadata = {**asked.metadata(name), **files.made_in(name)}
    placed = navcore.Links() if asked.placed is None else asked.placed
    made = (markers, metadata, files.volume_blockers(name))
    return Baking(name, vertices, triangles, asked.fly, ground, asked.find, placed, *made)


def mesh_triangles(scene: str) -> Mesh:
    """All triangles of a mesh file, as Blender imports it."""
    with blender(scene) as files:
        files.import_mesh(scene)
        mesh: Mesh = files.all_triangles()
        return mesh


def scene_triangles(scene: str, volume: str, held: navcore.Navigation) -> tuple[Mesh, Bools | None]:
    """The triangles that a file was baked from, for `check`; and which of them may be floors, (m,), None for all."""
    check_kind(scene)
    if is_voxel_map(scene):
        nav = held.the_volume()
        occupied, shape = load_voxels(scene)
        if shape.tolist() != nav.shape.tolist():
            raise navcore.FormatError(f"{scene} has {shape.tolist()} voxels, but the file {nav.shape.tolist()}")
        vertices, triangles = voxel_faces(occupied, shape)
        return (nav.origin + vertices * nav.voxel_size, triangles), None
    if not is_blend(scene):
        return mesh_triangles(scene), None
    with blender(scene) as files:
        files.open_blend(scene)
        names = files.volume_names()
        chosen = volume if volume in names or len(names) != 1 else names[0]
        (name,) = chosen_volumes(scene, names, chosen or None, every=False)
        mesh: tuple[Mesh, Bools | None] = files.volume_mesh(name)
        return mesh


def chosen_volumes(scene: str, names: list[str], volume: str | None, every: bool) -> list[str]:
    """Those of the volumes of a .blend that are asked for: one of a name, all, or the only one."""
    if not names:
        raise navcore.BakeError(f"{scene} holds no volume; open it in Blender and press Add Volume Around Scene")
    known = ", ".join(names)
    if volume is not None and volume not in names:
        raise WrongUse(f"{scene} holds no volume {shown(volume)}; choose one of: {known}")
    if volume is None and not every and len(names) > 1:
        raise WrongUse(f"{scene} holds {len(names)} volumes; choose one with --volume, or --all: {known}")
    return names if every else [volume or names[0]]


@contextmanager
def blender(scene: str) -> Iterator[Any]:
    """`addon.scene.files`, ready for use; what Blender prints is dropped, because stdout is for the answer."""
    try:
        os.stat(scene)
    except OSError as error:
        raise navcore.FormatError(f"cannot read {shown_name(scene)}: {error.strerror}") from error
    with stdout_silenced():
        try:
            files = importlib.import_module("..addon.scene.files", __package__)
        except ModuleNotFoundError as error:
            if error.name != "bpy":
                raise
            raise navcore.FormatError(
                f'{Path(scene).name} needs Blender: pip install "volant[bpy]", or run blender --command volant'
            ) from error
        with files.registered():
            yield files
