# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast a viewport follows: paths while a goal is dragged, and the overlay while nothing changes.

Prints Markdown. Everything runs in one process of Blender as a module, one part after the other.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np
from numpy.typing import NDArray

import volant
from volant import navcore
from volant.addon import overlay, preview, volumes
from volant.addon.overlay import batches

from . import scenes, voxel_maps
from .tables import number, table, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Milliseconds that a path update may take: the median, and 95 of 100.
_MEDIAN, _SLOW = 16.0, 50.0
#: Milliseconds of processor time that the draw callback may take, and for how many cells at least.
_DRAW, _CELLS = 2.0, 50_000
#: A drag: steps from one place to another, along a way through free space.
_STEPS = 100
_SIZE = (1280, 720)


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev.py bench preview", description=__doc__)
    parser.add_argument("--drags", type=int, default=6, help="drags in each world (default: %(default)s)")
    options = parser.parse_args()
    _wake_gpu()
    volant.register()
    try:
        print(_drag_report(options.drags), flush=True)
        print(f"\n{_draw_report()}", flush=True)
    finally:
        volant.unregister()


def _wake_gpu() -> None:
    """Shaders can be had without a window only after something was rendered."""
    render = bpy.context.scene.render
    render.engine, render.resolution_x, render.resolution_y = "BLENDER_WORKBENCH", 8, 8
    bpy.ops.render.render()


def _worlds() -> Iterator[tuple[str, bpy.types.Object]]:
    """Each world, open, with its volume baked."""
    for name in ("industrial", "cave"):
        bpy.ops.wm.open_mainfile(filepath=str(scenes.scene_file(name)))
        bpy.ops.volant.bake()
        yield name, bpy.context.scene.volant.active_volume
    folder = voxel_maps.folder()
    if folder is not None:
        bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
        with tempfile.TemporaryDirectory() as aside:
            plain = Path(aside) / "Complex.3dmap"
            navcore.save_voxels(*voxel_maps.read_map(voxel_maps.map_file(folder, "Complex", "3dmap")), plain)
            bpy.ops.volant.import_file(filepath=str(plain))
        yield "Complex, imported", bpy.context.scene.volant.active_volume


def _drag_report(drags: int) -> str:
    header = ("world", "cells", "updates", "median ms", "95 % ms", "slowest ms", "query: median ms", "95 % ms")
    rows, slow = [], []
    for name, volume in _worlds():
        nav = volumes.stored_bake(volume)
        assert nav is not None, "it was baked just now"
        updates, queries = _drag(volume, nav, drags)
        middle, late = float(np.median(updates)), float(np.quantile(updates, 0.95))
        counts = (number(len(nav.cells)), number(len(updates)))
        figures = (middle, late, max(updates), float(np.median(queries)), float(np.quantile(queries, 0.95)))
        rows.append([name, *counts, *(number(figure, 1) for figure in figures)])
        if middle > _MEDIAN or late > _SLOW:
            slow.append(f"{name} {middle:.1f} and {late:.1f} ms")
    text = (
        "## Dragging a goal\n\n"
        f"The goal is moved along paths through free space in {_STEPS} steps each, with the default settings; the "
        "start stays. An update is all that a move costs: Blender's own, the query, and what the overlay draws of it. "
        "Nothing is skipped or left for later, as it would be in a window.\n\n"
    )
    claim = f"an update takes at most {_MEDIAN:.0f} ms (median) and {_SLOW:.0f} ms (95 of 100)"
    return f"{text}{table(header, rows)}\n\n{verdict(claim, slow)}"


def _drag(volume: bpy.types.Object, nav: navcore.NavVolume, drags: int) -> tuple[list[float], list[float]]:
    """Milliseconds of all updates, and of their queries."""
    random = np.random.default_rng(7)
    scene = bpy.context.scene
    scene.volant.active_volume = volume
    bpy.ops.volant.add_path()
    start = scene.volant.active_path
    goal = start.volant.path.goals[0].object
    updates: list[float] = []
    queries: list[float] = []
    for _drag in range(drags):
        start.location = _random_place(nav, random)
        for place in _way(nav, random):
            goal.location = place
            began = time.perf_counter()
            bpy.context.view_layer.update()
            overlay_arrays(scene)
            updates.append(1e3 * (time.perf_counter() - began))
            known = preview.result(start)
            assert known is not None, "the update has asked"
            queries.append(1e3 * known.seconds)
    return updates, queries


def overlay_arrays(scene: bpy.types.Scene) -> None:
    """Have the overlay make what it draws of the scene, and draw nothing."""
    with _without_gpu():
        overlay.drawing._overlay.draw(scene, _SIZE)


def _random_place(nav: navcore.NavVolume, random: np.random.Generator) -> NDArray[np.float64]:
    """Somewhere on the largest island, larger cells more often."""
    boxes = nav.boxes()
    sizes = (boxes[:, 1] - boxes[:, 0]).prod(axis=1)
    sizes = np.where(nav.components == np.bincount(nav.components, weights=sizes).argmax(), sizes, 0.0)
    low, high = boxes[random.choice(len(boxes), p=sizes / sizes.sum())]
    return random.uniform(low, high)


def _way(nav: navcore.NavVolume, random: np.random.Generator) -> NDArray[np.float64]:
    """Places a little apart, from one to another: (n, 3), world."""
    points = navcore.find_path(nav, _random_place(nav, random), _random_place(nav, random)).points
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


def _draw_report() -> str:
    side = 37
    low = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), -1).reshape(-1, 1, 3)
    cells = np.concatenate((low, low + 1), axis=1).astype(np.int32)
    nav = navcore.NavVolume(
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
    assert len(cells) >= _CELLS
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    scene = bpy.context.scene
    volume = volumes.add_baked(bpy.context, "Many", nav, b"not read")
    bpy.context.view_layer.update()
    rows, slow = [], []
    for style in ("WIRE", "GLASS"):
        scene.volant.display.cells = style
        overlay.forget_batches()
        with _without_gpu():
            first = _milliseconds(scene)
            again = sorted(_milliseconds(scene) for _frame in range(100))[50]
        rows.append([style.title(), number(len(cells)), number(first, 1), number(again, 3)])
        if again > _DRAW:
            slow.append(f"{style.title()} {again:.2f} ms")
    scene.volant.display.slice = True
    with _without_gpu():
        moved = []
        for position in np.linspace(0.05, 0.95, 50):
            scene.volant.display.slice_position = position
            moved.append(_milliseconds(scene))
    rows.append(["Slice, moved each time", number(len(cells)), number(moved[0], 1), number(sorted(moved)[25], 3)])
    bpy.data.objects.remove(volume)
    text = (
        "## Drawing\n\n"
        "Milliseconds of processor time in the draw callback, up to the graphics driver: the first time, when batches "
        "are made, and the median of those after it.\n\n"
    )
    header = ("cells as", "cells", "first", "then")
    claim = f"the callback takes at most {_DRAW:.0f} ms with {len(cells):,} cells while nothing changes"
    return f"{text}{table(header, rows)}\n\n{verdict(claim, slow)}"


def _milliseconds(scene: bpy.types.Scene) -> float:
    began = time.thread_time()
    overlay.drawing._overlay.draw(scene, _SIZE)
    return 1e3 * (time.thread_time() - began)


if __name__ == "__main__":
    main()
