# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be asked of a second process. Each task takes and returns plain values (see `message`), in steps.

The same steps run on Blender's thread, a slice at a time, where there is no second process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from ... import navcore
from ...navcore.geometry.voxel_tiles import NO_TILES, VoxelTiles
from ...navcore.live.volume import object_voxels_steps
from ...navcore.progress import Steps, part
from ..scene.shapes import object_steps, owned_by, world_steps

Values: TypeAlias = Mapping[str, Any]

#: How far a bake is when its triangles are in the world, its cells are made, and its file is.
_PLACED, _MADE, _PACKED = 0.03, 0.5, 0.8
#: How far packing is when the clearance of cells is known.
_MEASURED = 0.75


def bake(asked: Values) -> Steps[Values]:
    """A bake and the bytes of its file.

    asked : `meshes`, see `shapes.plain`; `config`, the fields of a `BakeConfig`, and `ground`, those of a
    `GroundConfig`, None where nobody flies or walks; `floors`, the full names of the objects that may be floors, None
    for all; `find`, the fields of a `LinkConfig`, and `placed`, those of `Links`, None for no links; `metadata` of the
    bake; `remembers`, whether it will be updated. returns : `held`, see `held_values`; `packed`, the bytes;
    `triangles`, how many went in; `voxels`, what each object blocks, see `voxel_values`, None unless that is
    remembered.
    """
    vertices, triangles = yield from part(world_steps(asked["meshes"]), 0.0, _PLACED)
    volume, surface, done = None, None, _PLACED
    if asked["config"] is not None:
        config = navcore.BakeConfig(**asked["config"])
        until = _MADE if asked["ground"] is None else (_PLACED + _MADE) / 2.0
        volume = yield from part(navcore.bake_steps(vertices, triangles, config), done, until)
        done = until
    if asked["ground"] is not None:
        floors = None if asked["floors"] is None else owned_by(asked["meshes"], asked["floors"]).tobytes()
        ground = navcore.GroundConfig(**{**asked["ground"], "floors": floors})
        surface = yield from part(navcore.bake_ground_steps(vertices, triangles, ground), done, _MADE)
    held = navcore.Navigation(volume, surface)
    links = [] if asked["placed"] is None else [navcore.Links(**asked["placed"])]
    if asked["find"] is not None:
        limits = navcore.LinkConfig(**asked["find"])
        links.append((yield from part(navcore.find_links_steps(held, vertices, triangles, limits), _MADE, _MADE)))
    held = replace(held, links=navcore.Links.joined(links)).with_metadata(asked["metadata"])
    made = yield from part(_pack_steps(held), _MADE, _PACKED)
    voxels = None
    if asked["remembers"]:
        objects = yield from part(object_steps(asked["meshes"]), _PACKED, _PACKED)
        voxels = voxel_values((yield from part(object_voxels_steps(config, objects), _PACKED, 1.0)))
    return {**made, "triangles": len(triangles), "voxels": voxels}


def pack(asked: Values) -> Steps[Values]:
    """The bytes of a bake's file.

    asked : `held`, see `held_values`. returns : `held`, now with its clearance; `packed`, the bytes.
    """
    return (yield from _pack_steps(held_of(asked["held"])))


def _pack_steps(held: navcore.Navigation) -> Steps[dict[str, Any]]:
    if held.volume is not None:
        volume = yield from part(navcore.with_clearance_steps(held.volume), 0.0, _MEASURED)
        held = replace(held, volume=volume)
    packed = yield from part(navcore.dumps_steps(held), _MEASURED, 1.0)
    return {"held": held_values(held), "packed": packed}


def erode(asked: Values) -> Steps[Values]:
    """What a larger agent has of a volume.

    asked : `volume`, see `volume_values`; `radius`, the larger agent's. returns : `volume`.
    """
    nav = yield from navcore.erode_steps(volume_of(asked["volume"]), asked["radius"])
    return {"volume": volume_values(nav)}


def find_leak(asked: Values) -> Steps[Values]:
    """The hole of a room.

    asked : `volume`; `inside` and `outside`, see `navcore.find_leak`. returns : the fields of a `Leak`, see `leak_of`.
    """
    leak = yield from navcore.find_leak_steps(volume_of(asked["volume"]), asked["inside"], asked["outside"])
    return {**_values(leak), "path": path_values(leak.path)}


def compare(asked: Values) -> Steps[Values]:
    """Several answers to one question.

    asked : `space`, see `space_values`; `start` and `goal`; `variants`, pairs of a label and the fields of a
    `PathConfig`. returns : `paths`, the fields of one `Path` for each variant, see `path_of`.
    """
    space = space_of(asked["space"])
    paths = []
    for number, (label, config) in enumerate(asked["variants"]):
        steps = navcore.find_path_steps(space, asked["start"], asked["goal"], navcore.PathConfig(**config))
        path = yield from _variant(steps, label, number, len(asked["variants"]))
        paths.append(path_values(path))
    return {"paths": paths}


def alternatives(asked: Values) -> Steps[Values]:
    """Routes that really differ.

    asked : `space`, see `space_values`; `start` and `goal`; `most`, how many routes; `config`, the fields of a
    `PathConfig`. returns : `paths`, as `compare`.
    """
    config = navcore.PathConfig(**asked["config"])
    space = space_of(asked["space"])
    routes = yield from navcore.k_routes_steps(space, asked["start"], asked["goal"], asked["most"], config)
    return {"paths": [path_values(path) for path in routes]}


def why_not(asked: Values) -> Steps[Values]:
    """What would have to change for a path.

    asked : `space`, see `space_values`; `start` and `goal`; `meshes`, see `shapes.plain`, None when they are not known;
    `config`, the fields of a `PathConfig`. returns : the fields of a `WhyNot`, see `why_not_of`.
    """
    mesh: tuple[Any, ...] = ()
    if asked["meshes"] is not None:
        mesh = yield from part(world_steps(asked["meshes"]), 0.0, _PLACED)
    config = navcore.PathConfig(**asked["config"])
    space = space_of(asked["space"])
    steps = navcore.why_not_steps(space, asked["start"], asked["goal"], *mesh, config=config)
    answer = yield from part(steps, _PLACED, 1.0)
    way = None if answer.way is None else path_values(answer.way)
    return {**_values(answer), "status": answer.status.value, "path": path_values(answer.path), "way": way}


TASKS: Mapping[str, Callable[[Values], Steps[Values]]] = MappingProxyType(
    {
        "bake": bake,
        "pack": pack,
        "erode": erode,
        "find_leak": find_leak,
        "compare": compare,
        "alternatives": alternatives,
        "why_not": why_not,
    }
)


def held_values(held: navcore.Navigation) -> Values:
    """A bake as plain values, part by part."""
    parts = (held.volume, held.surface)
    links = None if held.links is None else _values(held.links)
    return {"parts": [space_values(space) for space in parts if space is not None], "links": links}


def held_of(values: Values) -> navcore.Navigation:
    parts = [space_of(part) for part in values["parts"]]
    volume = next((space for space in parts if isinstance(space, navcore.NavVolume)), None)
    surface = next((space for space in parts if isinstance(space, navcore.NavSurface)), None)
    return navcore.Navigation(volume, surface, None if values["links"] is None else navcore.Links(**values["links"]))


def space_values(space: navcore.NavVolume | navcore.NavSurface) -> Values:
    """What paths are searched in, as plain values."""
    if isinstance(space, navcore.NavVolume):
        return {"kind": "volume", "values": volume_values(space)}
    return {"kind": "surface", "values": _values(space)}


def space_of(values: Values) -> navcore.NavVolume | navcore.NavSurface:
    return volume_of(values["values"]) if values["kind"] == "volume" else navcore.NavSurface(**values["values"])


def volume_values(nav: navcore.NavVolume) -> Values:
    """A volume as plain values: its fields, because arrays as they are need no decoding."""
    return {**_values(nav), "blockers": [_blocker_values(blocker) for blocker in nav.blockers]}


def volume_of(values: Values) -> navcore.NavVolume:
    return navcore.NavVolume(**{**values, "blockers": [_blocker_of(told) for told in values["blockers"]]})


def _blocker_values(blocker: navcore.Blocker) -> Values:
    return {**_values(blocker), "shape": _values(blocker.shape), "kind": type(blocker.shape).__name__}


def _blocker_of(values: Values) -> navcore.Blocker:
    kinds = {kind.__name__: kind for kind in (navcore.Mesh, navcore.Box, navcore.Ball)}
    return navcore.Blocker(values["name"], kinds[values["kind"]](**values["shape"]), values["place"])


def voxel_values(sets: Mapping[str, VoxelTiles]) -> Values:
    """Sets of voxels by name, as plain values: the tiles of all, one after the other."""
    tiles, rows = ([voxels[part] for voxels in sets.values()] for part in (0, 1))
    return {
        "names": list(sets),
        "counts": [len(part) for part in tiles],
        "tiles": np.concatenate([NO_TILES.tiles, *tiles]),
        "rows": np.concatenate([NO_TILES.rows, *rows]),
    }


def voxels_of(values: Values) -> dict[str, VoxelTiles]:
    ends = np.cumsum(values["counts"], dtype=np.int64)
    # What is behind the last end is nothing.
    tiles, rows = (np.split(values[part], ends)[:-1] for part in ("tiles", "rows"))
    return {name: VoxelTiles(*parts) for name, *parts in zip(values["names"], tiles, rows, strict=True)}


def path_values(path: navcore.Path) -> Values:
    return {**_values(path), "status": path.status.value}


def path_of(values: Values) -> navcore.Path:
    return navcore.Path(**{**values, "status": navcore.PathStatus(values["status"])})


def leak_of(values: Values) -> navcore.Leak:
    return navcore.Leak(**{**values, "path": path_of(values["path"])})


def why_not_of(values: Values) -> navcore.WhyNot:
    way = None if values["way"] is None else path_of(values["way"])
    status, path = navcore.Obstacle(values["status"]), path_of(values["path"])
    return navcore.WhyNot(**{**values, "status": status, "path": path, "way": way})


def _values(made: Any) -> dict[str, Any]:
    """What a dataclass was made of, by name; what it has worked out for itself since is left out."""
    return {field.name: getattr(made, field.name) for field in fields(made) if field.init}


def _variant(steps: Steps[navcore.Path], label: str, number: int, count: int) -> Steps[navcore.Path]:
    """A path that is one of several, told by its label; its seconds are those in which it was looked for.

    Between two steps others may have their turn.
    """
    seconds = 0.0
    while True:
        began = time.perf_counter()
        try:
            fraction, _stage = next(steps)
        except StopIteration as end:
            path: navcore.Path = end.value
            seconds += time.perf_counter() - began
            return replace(path, stats={**path.stats, "seconds": seconds})
        seconds += time.perf_counter() - began
        yield (number + fraction) / count, label
