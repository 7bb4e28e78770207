# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sample worlds as they are opened for measuring; only inside a Blender environment."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .fresh_process import ROOT

if TYPE_CHECKING:
    from volant.navcore import BakeConfig, NavVolume

SAMPLES = ROOT / "sample_scenes"


@dataclass(frozen=True)
class Scene:
    """A world's triangles, how its volume is baked, and the path it comes with.

    Attributes
    ----------
    vertices, triangles : (n, 3) float64 and (m, 3) int64, world.
    config : as the volume in the scene is set.
    ends : (2, 3) float64, start and goal of the scene's path, world.
    """

    vertices: NDArray[np.float64]
    triangles: NDArray[np.int64]
    config: BakeConfig
    ends: NDArray[np.float64]


def names() -> tuple[str, ...]:
    """Every world."""
    return tuple(sorted(path.stem for path in SAMPLES.glob("*.blend")))


def scene_file(world: str) -> Path:
    """Where a world's scene is, or would be."""
    return SAMPLES / f"{world}.blend"


def read(world: str) -> Scene:
    """Open a world and gather what a bake of it needs."""
    import bpy

    import volant
    from volant.addon.objects import volumes
    from volant.addon.scene import sources

    volant.register()
    try:
        bpy.ops.wm.open_mainfile(filepath=str(scene_file(world)))
        volume = bpy.context.scene.volant.active_volume
        mesh = sources.gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
        begin = next(thing for thing in bpy.data.objects if thing.volant.role == "PATH")
        ends = np.array([begin.location, begin.volant.path.goals[0].object.location], dtype=np.float64)
        return Scene(*mesh, volumes.bake_config(bpy.context.scene, volume), ends)
    finally:
        volant.unregister()


def baked(world: str) -> NavVolume:
    """A world's volume, as it is exported."""
    from volant import navcore

    scene = read(world)
    return with_metadata(navcore.bake(scene.vertices, scene.triangles, scene.config), scene.config)


def with_metadata(nav: NavVolume, config: BakeConfig) -> NavVolume:
    """A world's volume with what an export adds to its arrays."""
    from volant import navcore

    return replace(nav, metadata=navcore.bake_metadata("Volume", config))


def shortest_length(world: str) -> float:
    """The true length of the shortest path of a world that knows it."""
    # The worlds' modules import each other as their maker does, from their own folder.
    sys.path.insert(0, str(SAMPLES))
    try:
        module = importlib.import_module(f"worlds.{world}")
    finally:
        sys.path.remove(str(SAMPLES))
    length: float = module.shortest_length()
    return length
