# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases of `bench preview`, inside a Blender environment: bakes that follow what moves, and scrubbed timelines."""

from __future__ import annotations

import time

import bpy
import numpy as np

from volant.addon import session
from volant.addon.objects import paths

from . import scenes
from .fresh_process import Case, Counts
from .preview_cases import start

#: Frames that are scrubbed through.
_FRAMES = 60


def live(moves: int, world: str = "", crates: int = 0) -> Case:
    """For `fresh_process`: processor milliseconds from the move of an object until cells and path are those of the
    scene, in a sample world or among crates."""
    _open(world, crates)
    volume = bpy.context.scene.volant.active_volume
    volume.volant.volume.live = True
    bpy.ops.volant.update()
    movable = [one for one in bpy.context.scene.objects if one.type == "MESH" and not one.volant.ignore]

    def work() -> list[float]:
        random = np.random.default_rng(11)
        _move(movable[0], random)
        session.current().live_updates.update_now(volume)
        times = []
        for number in random.integers(0, len(movable), moves).tolist():
            _move(movable[number], random)
            began = time.process_time()
            bpy.context.view_layer.update()
            session.current().live_updates.update_now(volume)
            times.append((time.process_time() - began) * 1e3)
        return times

    return work, lambda times: {**_counts(times), "objects": len(movable), "cells": len(_cells(volume))}


def scrub(world: str) -> Case:
    """For `fresh_process`: processor milliseconds of a frame in which something dynamic moves across a path."""
    _open(world, 0)
    scene = bpy.context.scene
    bpy.ops.volant.bake()
    path = session.current().preview.result(paths.active_path(scene)).answers[0]
    middle = path.points[len(path.points) // 2]
    bpy.ops.mesh.primitive_cube_add(size=3.0, location=middle)
    crate = bpy.context.object
    for frame, aside in ((1, -6.0), (_FRAMES, 6.0)):
        crate.location.x = middle[0] + aside
        crate.keyframe_insert("location", frame=frame)
    crate.volant.dynamic = True
    scene.frame_set(1)

    def work() -> list[float]:
        times = []
        for frame in range(2, _FRAMES + 1):
            began = time.process_time()
            scene.frame_set(frame)
            times.append((time.process_time() - began) * 1e3)
        return times

    return work, lambda times: {**_counts(times), "objects": 1, "cells": len(_cells(scene.volant.active_volume))}


def _open(world: str, crates: int) -> None:
    start()
    if world:
        bpy.ops.wm.open_mainfile(filepath=str(scenes.scene_file(world)))
        return
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    cube = bpy.data.objects["Cube"]
    side = round(crates ** (1 / 3)) + 1
    for number in range(1, crates):
        copy = cube.copy()
        copy.location = (5.0 * (number % side), 5.0 * (number // side % side), 5.0 * (number // side**2))
        bpy.context.scene.collection.objects.link(copy)
    bpy.context.view_layer.update()
    bpy.ops.volant.add_volume()
    bpy.ops.volant.bake()
    bpy.ops.volant.add_path()


def _move(moved: bpy.types.Object, random: np.random.Generator) -> None:
    moved.location = np.array(moved.location) + random.uniform(-0.5, 0.5, 3)


def _cells(volume: bpy.types.Object) -> np.ndarray:
    nav = session.current().bakes.of(volume)
    assert nav is not None, "it was baked just now"
    return nav.cells


def _counts(times: list[float]) -> Counts:
    return {"updates": len(times), "median": float(np.median(times)), "late": float(np.quantile(times, 0.95))}
