# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cases of `bench preview`, inside a Blender environment: a goal that is dragged, and an overlay that is drawn."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import bpy
import gpu
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

import volant
from volant import navcore
from volant.addon import session
from volant.addon.objects import importing, volume_box
from volant.addon.overlay import batches

from . import scenes, voxel_maps
from .fresh_process import Case, Counts

#: A drag: steps from one place to another, along a way through free space.
_STEPS = 100
_SIZE = (1280, 720)


def drag(drags: int, world: str = "", map_path: str = "", near_walls: bool = False) -> Case:
    """For `fresh_process`: processor milliseconds of path updates in a sample world, or in a voxel map."""
    start()
    if map_path:
        _import_map(Path(map_path))
    else:
        bpy.ops.wm.open_mainfile(filepath=str(scenes.scene_file(world)))
        bpy.ops.volant.bake()
    volume = bpy.context.scene.volant.active_volume
    nav = session.current().bakes.of(volume)
    assert nav is not None, "it was baked just now"

    def count(times: Updates) -> Counts:
        return {
            "cells": len(nav.cells),
            "updates": len(times.updates),
            "rough": times.rough,
            "median": float(np.median(times.updates)),
            "late": float(np.quantile(times.updates, 0.95)),
            "slowest": max(times.updates),
            "true": float(np.median(times.true)),
            "late_true": float(np.quantile(times.true, 0.95)),
            "slowest_true": max(times.true),
        }

    return lambda: _drag(volume, nav, drags, near_walls), count


def draw(world: str = "", side: int = 0) -> Case:
    """For `fresh_process`: what the draw callback costs, by what is drawn, in a sample world with its path, or for the
    cells of a cube, so many along a side."""
    start()
    if world:
        bpy.ops.wm.open_mainfile(filepath=str(scenes.scene_file(world)))
        bpy.ops.volant.bake()
        nav = session.current().bakes.of(bpy.context.scene.volant.active_volume)
        assert nav is not None, "it was baked just now"
    else:
        nav = _cube(side)
        bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
        importing.add_baked(bpy.context, "Many", nav, b"not read")
    bpy.context.view_layer.update()
    return lambda: _draw(bpy.context.scene), lambda times: {"cells": len(nav.cells), "times": times}


def start() -> None:
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


class Updates(NamedTuple):
    """Processor milliseconds of each update, and from the move to the true path; how many showed a rough one first."""

    updates: list[float]
    true: list[float]
    rough: int


def _drag(volume: bpy.types.Object, nav: navcore.NavVolume, drags: int, near_walls: bool) -> Updates:
    """Drag a goal as in a window, where the mouse rests after each move."""
    random = np.random.default_rng(7)
    scene = bpy.context.scene
    scene.volant.active_volume = volume
    bpy.ops.volant.add_path()
    start = scene.volant.active_path
    goal = start.volant.path.goals[0].object
    preview = session.current().preview
    preview.is_patient = False
    updates: list[float] = []
    true: list[float] = []
    rough = 0
    for _drag in range(drags):
        start.location = _random_place(nav, random, near_walls)
        for place in _way(nav, random, near_walls):
            goal.location = place
            began = time.process_time()
            bpy.context.view_layer.update()
            overlay_arrays(scene)
            updates.append(1e3 * (time.process_time() - began))
            known = preview.result(start)
            assert known is not None, "the update has asked"
            assert known.answered is not None, "every update has an answer"
            assert np.allclose(known.answered.goals[0], goal.location), "it is one to this move"
            rough += known.is_pending
            while preview.go_on() is not None:
                pass
            overlay_arrays(scene)
            true.append(1e3 * (time.process_time() - began))
            known = preview.result(start)
            assert known is not None, "the update has asked"
            assert not known.is_pending, "nothing is left to search"
            assert known.answers[0].found, "there is a way"
    return Updates(updates, true, rough)


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
    """Batches that hold nothing and draw nothing: what is left is what the add-on itself does. calls : to draw one."""

    def __init__(self) -> None:
        self.calls = 0

    def __enter__(self) -> _without_gpu:
        self._kept: Callable[..., Any] = batches.batch_for_shader
        batches.batch_for_shader = lambda *_arguments, **_options: SimpleNamespace(draw=self._count)
        return self

    def __exit__(self, *_error: object) -> None:
        batches.batch_for_shader = self._kept

    def _count(self, _shader: object) -> None:
        self.calls += 1


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


def _draw(scene: bpy.types.Scene) -> dict[str, tuple[float, float, float, int]]:
    """By the view: milliseconds of the first time, when batches are made, the median of frames after it while nothing
    changes, and while the view turns; and how often the graphics driver is asked to draw something."""
    display = scene.volant.display
    times = {}
    for name, view, all_cells in (
        ("Slice", "SLICE", False),
        ("Glass", "GLASS", False),
        ("Wire", "WIRE", False),
        ("Wire, all cells", "WIRE", True),
    ):
        display.cells, display.all_cells = view, all_cells
        _overlay().forget_batches()
        with _without_gpu():
            first = _milliseconds(scene, 0.0)
            still = _median(_milliseconds(scene, 0.0) for _frame in range(100))
            turning = _median(_milliseconds(scene, 0.01 * frame) for frame in range(100))
        with _without_gpu() as counting:
            _overlay().forget_batches()
            _milliseconds(scene, 0.0)
        times[name] = first, still, turning, counting.calls
    display.cells = "SLICE"
    low, high = volume_box.world_box(scene.volant.active_volume)
    with _without_gpu():
        moved = []
        for share in np.linspace(0.05, 0.95, 50):
            display.slice_at = low[2] + share * (high[2] - low[2])
            moved.append(_milliseconds(scene, 0.0))
    _first, still, turning, calls = times["Slice"]
    return {**times, "Slice, moved each time": (moved[0], _median(moved), turning, calls)}


def _median(times: Iterable[float]) -> float:
    return float(np.median(list(times)))


def _milliseconds(scene: bpy.types.Scene, turn: float) -> float:
    """Of processor time in the draw callback, for a view from 100 m away that is turned so far."""
    with gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
        gpu.matrix.load_matrix(Matrix.Translation((0.0, 0.0, -100.0)) @ Matrix.Rotation(turn, 4, "Y"))
        gpu.matrix.load_projection_matrix(Matrix.Diagonal((0.01, 0.01 * _SIZE[0] / _SIZE[1], -0.001, 1.0)))
        began = time.thread_time()
        _overlay().draw(scene, _SIZE)
        return 1e3 * (time.thread_time() - began)
