# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A newcomer with a level of 200 m: nothing is set, everything is right, and a file is written within three minutes.

Then an end of a path is dragged through it: at every move of the mouse there is a path of the moment at once, and the
true one when the mouse rests.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Vector

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: Seconds from the open level to the file.
_LONGEST = 180.0
#: Moves of the mouse, and how far each goes, in pixels.
_MOVES, _STRIDE = 30, (5, 2)


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    for known in [one for one in bpy.context.scene.objects if one.volant.role != "NONE" or one.type == "EMPTY"]:
        bpy.data.objects.remove(known)
    yield from driver.settle()
    began = time.monotonic()
    low, high = _box_of_meshes()
    yield from driver.click_button("volant.add_volume")
    yield from driver.wait_until(stage.active_volume, "the click has added a volume", seconds=30)
    volume = stage.active_volume()
    assert volume is not None
    size, scene = np.array(stage.settings().size), high - low
    radius = stage.settings().agent_radius
    print(f"agent {radius:g} m; box {size.round(1)} around {scene.round(1)} m", flush=True)
    assert 0.2 <= radius <= 1.0, f"the agent has a radius of {radius} m"
    assert (size <= 1.3 * scene).all(), f"the box is {size / scene} times the scene"
    yield from stage.step_back(driver)
    yield from driver.screenshot("1-volume")
    yield from stage.bake(driver)
    print(stage.status().words, flush=True)
    yield from driver.screenshot("2-baked")
    yield from driver.click_button("volant.export_file", stage.EXPORT)
    yield from stage.save_in_browser(driver, "arena.volant", "real_level-3-export")
    took = time.monotonic() - began
    print(f"from the level to the file: {took:.0f} s", flush=True)
    assert took < _LONGEST, f"a newcomer needs {took:.0f} s from the level to the file"
    yield from _drag(driver)


def _box_of_meshes() -> tuple[np.ndarray, np.ndarray]:
    """The corners of all meshes together, (3,) each."""
    corners = np.concatenate(
        [
            np.array([one.matrix_world @ Vector(corner) for corner in one.bound_box])
            for one in bpy.context.scene.objects
            if one.type == "MESH" and not one.volant.ignore
        ]
    )
    return corners.min(axis=0), corners.max(axis=0)


def _drag(driver: Driver) -> Steps[None]:
    """Drag a goal, and look at every move."""
    bpy.context.scene.volant.display.cells = "OFF"
    yield from driver.click_button("volant.add_path")
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    goal = stage.addon("objects.paths").goals_of(start)[0]
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path is found", seconds=60)
    bpy.ops.object.select_all(action="DESELECT")
    goal.select_set(True)
    bpy.context.view_layer.objects.active = goal
    preview, took = stage.session().preview, []
    follow = type(preview).follow

    def measured(scene: bpy.types.Scene) -> bool:
        before = time.thread_time()
        changed: bool = follow(preview, scene)
        if changed:
            took.append(time.thread_time() - before)
        return changed

    preview.follow = measured
    x, y = driver.pixel_of(goal.matrix_world.translation)
    yield from driver.move(x, y)
    yield from driver.press("G")
    for number in range(1, _MOVES + 1):
        x, y = x + _STRIDE[0], y + _STRIDE[1]
        yield from driver.move(x, y)
        place = np.array(goal.matrix_world.translation)
        known = preview.result(start)
        assert np.allclose(known.answered.goals[0], place, atol=1e-3), f"after move {number} the path hangs behind"
        if number == _MOVES // 2:
            yield from driver.screenshot("4-dragging")
    rested = time.monotonic()
    yield from driver.wait_until(lambda: stage.is_settled(start), "the true path is found", seconds=60)
    print(f"the true path {time.monotonic() - rested:.2f} s after the last move", flush=True)
    yield from driver.click(x, y)
    yield from driver.screenshot("5-found")
    del preview.follow
    middle, most = np.median(took), np.percentile(took, 95)
    print(f"{len(took)} updates: {1e3 * middle:.1f} ms of processor time, 95% below {1e3 * most:.1f} ms", flush=True)
    assert len(took) >= _MOVES, f"only {len(took)} of {_MOVES} moves were answered"
