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
from ..scene.shapes import object_steps, world_steps

Values: TypeAlias = Mapping[str, Any]

#: How far a bake is when its triangles are in the world, its cells are made, and its file is.
_PLACED, _MADE, _PACKED = 0.03, 0.5, 0.8
#: How far packing is when the clearance of cells is known.
_MEASURED = 0.75


def bake(asked: Values) -> Steps[Values]:
    """A bake and the bytes of its file.

    asked : `meshes`, see `shapes.plain`; `config`, the fields of a `BakeConfig`; `metadata` of the volume; `remembers`,
    whether it will be updated. returns : `volume`, see `volume_values`; `packed`, the bytes; `triangles`, how many went
    in; `voxels`, what each object blocks, see `voxel_values`, None unless that is remembered.
    """
    config = navcore.BakeConfig(**asked["config"])
    vertices, triangles = yield from part(world_steps(asked["meshes"]), 0.0, _PLACED)
    nav = yield from part(navcore.bake_steps(vertices, triangles, config), _PLACED, _MADE)
    made = yield from part(_pack_steps(replace(nav, metadata=asked["metadata"])), _MADE, _PACKED)
    voxels = None
    if asked["remembers"]:
        objects = yield from part(object_steps(asked["meshes"]), _PACKED, _PACKED)
        voxels = voxel_values((yield from part(object_voxels_steps(config, objects), _PACKED, 1.0)))
    return {**made, "triangles": len(triangles), "voxels": voxels}


def pack(asked: Values) -> Steps[Values]:
    """The bytes of a volume's file.

    asked : `volume`, see `volume_values`. returns : `volume`, now with its clearance; `packed`, the bytes.
    """
    return (yield from _pack_steps(volume_of(asked["volume"])))


def _pack_steps(nav: navcore.NavVolume) -> Steps[dict[str, Any]]:
    nav = yield from part(navcore.with_clearance_steps(nav), 0.0, _MEASURED)
    packed = yield from part(navcore.dumps_steps(nav), _MEASURED, 1.0)
    return {"volume": volume_values(nav), "packed": packed}


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

    asked : `volume`; `start` and `goal`; `variants`, pairs of a label and the fields of a `PathConfig`.
    returns : `paths`, the fields of one `Path` for each variant, see `path_of`.
    """
    nav = volume_of(asked["volume"])
    paths = []
    for number, (label, config) in enumerate(asked["variants"]):
        steps = navcore.find_path_steps(nav, asked["start"], asked["goal"], navcore.PathConfig(**config))
        path = yield from _variant(steps, label, number, len(asked["variants"]))
        paths.append(path_values(path))
    return {"paths": paths}


def alternatives(asked: Values) -> Steps[Values]:
    """Routes that really differ.

    asked : `volume`; `start` and `goal`; `most`, how many routes; `config`, the fields of a `PathConfig`.
    returns : `paths`, as `compare`.
    """
    config = navcore.PathConfig(**asked["config"])
    nav = volume_of(asked["volume"])
    routes = yield from navcore.k_routes_steps(nav, asked["start"], asked["goal"], asked["most"], config)
    return {"paths": [path_values(path) for path in routes]}


def why_not(asked: Values) -> Steps[Values]:
    """What would have to change for a path.

    asked : `volume`; `start` and `goal`; `meshes`, see `shapes.plain`, None when they are not known; `config`, the
    fields of a `PathConfig`. returns : the fields of a `WhyNot`, see `why_not_of`.
    """
    mesh: tuple[Any, ...] = ()
    if asked["meshes"] is not None:
        mesh = yield from part(world_steps(asked["meshes"]), 0.0, _PLACED)
    config = navcore.PathConfig(**asked["config"])
    nav = volume_of(asked["volume"])
    steps = navcore.why_not_steps(nav, asked["start"], asked["goal"], *mesh, config=config)
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
