# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cases of `bench preview`, inside a Blender environment: a goal that is dragged, and an overlay that is drawn."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

import volant
from volant import navcore
from volant.addon import session
from volant.addon.objects import volume_box, volumes
from volant.addon.overlay import batches

from . import scenes, voxel_maps
from .fresh_process import Case, Counts

#: A drag: steps from one place to another, along a way through free space.
_STEPS = 100
_SIZE = (1280, 720)


def drag(drags: int, world: str = "", map_path: str = "", near_walls: bool = False) -> Case:
    """For `fresh_process`: processor milliseconds of path updates in a sample world, or in a voxel map."""
    _start()
    if map_path:
        _import_map(Path(map_path))
    else:
        bpy.ops.wm.open_mainfile(filepath=str(scenes.scene_file(world)))
        bpy.ops.volant.bake()
    volume = bpy.context.scene.volant.active_volume
    nav = session.current().bakes.of(volume)
    assert nav is not None, "it was baked just now"

    def count(times: tuple[list[float], list[float]]) -> Counts:
        updates, queries = times
        return {
            "cells": len(nav.cells),
            "updates": len(updates),
            "median": float(np.median(updates)),
            "late": float(np.quantile(updates, 0.95)),
            "slowest": max(updates),
            "query": float(np.median(queries)),
            "late_query": float(np.quantile(queries, 0.95)),
        }

    return lambda: _drag(volume, nav, drags, near_walls), count


def draw(side: int) -> Case:
    """For `fresh_process`: milliseconds of the draw callback, by what is drawn, for the cells of a cube."""
    _start()
    nav = _cube(side)
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    volumes.add_baked(bpy.context, "Many", nav, b"not read")
    bpy.context.view_layer.update()
    return lambda: _draw(bpy.context.scene), lambda times: {"cells": len(nav.cells), "times": times}


def _start() -> None:
    """Wake the GPU, for shaders can be had without a window only after something was rendered, and add the add-on."""
    render = bpy.context.scene.render
    render.engine, render.resolution_x, render.resolution_y = "BLENDER_WORKBENCH", 8, 8
    bpy.ops.render.render()
    volant.register()


def _import_map(packed: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    with tempfile.TemporaryDirectory() as aside:
        plain = Path(aside) / "map.3dmap"
        navcore.save_voxels(*voxel_maps.read_map(packed), plain)
        bpy.ops.volant.import_file(filepath=str(plain))


def _drag(
    volume: bpy.types.Object, nav: navcore.NavVolume, drags: int, near_walls: bool
) -> tuple[list[float], list[float]]:
    """Processor milliseconds of all updates, and milliseconds of their queries."""
    random = np.random.default_rng(7)
    scene = bpy.context.scene
    scene.volant.active_volume = volume
    bpy.ops.volant.add_path()
    start = scene.volant.active_path
    goal = start.volant.path.goals[0].object
    updates: list[float] = []
    queries: list[float] = []
    for _drag in range(drags):
        start.location = _random_place(nav, random, near_walls)
        for place in _way(nav, random, near_walls):
            goal.location = place
            began = time.process_time()
            bpy.context.view_layer.update()
            overlay_arrays(scene)
            updates.append(1e3 * (time.process_time() - began))
            known = session.current().preview.result(start)
            assert known is not None, "the update has asked"
            assert known.answers[0].found, "there is a way"
            queries.append(1e3 * known.seconds)
    return updates, queries


def _overlay() -> Any:
    """What draws in this Blender."""
    return session.current().overlay


def overlay_arrays(scene: bpy.types.Scene) -> None:
    """Have the overlay make what it draws of the scene, and draw nothing."""
    with _without_gpu():
        _overlay().draw(scene, _SIZE)


def _random_place(nav: navcore.NavVolume, random: np.random.Generator, near_walls: bool) -> NDArray[np.float64]:
    """Somewhere on the largest island; near walls small cells are as likely as large ones."""
    boxes = nav.boxes()
    sizes = (boxes[:, 1] - boxes[:, 0]).prod(axis=1)
    at_home = nav.components == np.bincount(nav.components, weights=sizes).argmax()
    weights = np.where(at_home, 1.0 if near_walls else sizes, 0.0)
    low, high = boxes[random.choice(len(boxes), p=weights / weights.sum())]
    return random.uniform(low, high)


def _way(nav: navcore.NavVolume, random: np.random.Generator, near_walls: bool) -> NDArray[np.float64]:
    """Places a little apart, from one to another: (n, 3), world."""
    ends = (_random_place(nav, random, near_walls) for _end in range(2))
    points = navcore.find_path(nav, *ends).points
    along = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1)))
    at = np.linspace(0.0, along[-1], _STEPS)
    return np.stack([np.interp(at, along, points[:, axis]) for axis in range(3)], axis=1)


class _without_gpu:
    """Batches that hold nothing and draw nothing: what is left is what the add-on itself does."""

    def __enter__(self) -> None:
        self._kept: Callable[..., Any] = batches.batch_for_shader
        batches.batch_for_shader = lambda *_arguments, **_options: SimpleNamespace(draw=lambda _shader: None)

    def __exit__(self, *_error: object) -> None:
        batches.batch_for_shader = self._kept


def _cube(side: int) -> navcore.NavVolume:
    """Voxels that are a cell each."""
    low = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), -1).reshape(-1, 1, 3)
    cells = np.concatenate((low, low + 1), axis=1).astype(np.int32)
    return navcore.NavVolume(
        origin=np.zeros(3),
        voxel_size=0.1,
        shape=np.full(3, side, np.int32),
        cells=cells,
        portals=np.zeros((0, 2), np.int32),
        components=np.arange(len(cells), dtype=np.int32) % 9,
        removed_boxes=np.zeros((0, 2, 3), np.int32),
        leaf_count=len(cells),
        agent_radius=0.0,
        squared_clearance=np.arange(1, len(cells) + 1, dtype=np.uint32),
    )


def _draw(scene: bpy.types.Scene) -> dict[str, tuple[float, float]]:
    """The first time, when batches are made, and the median of those after it."""
    times = {}
    scene.volant.display.all_cells = True
    for style in ("WIRE", "GLASS"):
        scene.volant.display.cells = style
        _overlay().forget_batches()
        with _without_gpu():
            first = _milliseconds(scene)
            times[style.title()] = first, sorted(_milliseconds(scene) for _frame in range(100))[50]
    scene.volant.display.cells = "SLICE"
    low, high = volume_box.world_box(scene.volant.active_volume)
    with _without_gpu():
        moved = []
        for share in np.linspace(0.05, 0.95, 50):
            scene.volant.display.slice_at = low[2] + share * (high[2] - low[2])
            moved.append(_milliseconds(scene))
        still = sorted(_milliseconds(scene) for _frame in range(100))[50]
    return {**times, "Slice": (moved[0], still), "Slice, moved each time": (moved[0], sorted(moved)[25])}


def _milliseconds(scene: bpy.types.Scene) -> float:
    began = time.thread_time()
    _overlay().draw(scene, _SIZE)
    return 1e3 * (time.thread_time() - began)
