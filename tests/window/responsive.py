# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake of half a million triangles leaves the window usable: it never stands still for long.

While meshes are read that is no longer than Blender takes to evaluate one of them, which is measured in the same run,
and the time between two looks at the clock; later never longer than a quarter of a second. How long the window takes to
draw the panel alone is measured in the same run, too, and left out.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import bpy

from . import stage, standstill

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: 500,000 triangles altogether once each rock is subdivided.
_ROCKS, _ACROSS = 50, 25
_READING = "Reading meshes"


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    button = yield from standstill.add_rocks(driver, _ROCKS, _ACROSS, is_smoothed=True)
    evaluating = _longest_evaluation()
    # What was evaluated again is drawn again, and looked at by the panel.
    yield from driver.move(*button)
    yield from driver.settle()
    yield from driver.settle()
    showing = yield from _showing(driver)

    clock, _job = yield from standstill.watched_bake(driver)
    print(f"one object is evaluated and read in up to {evaluating:.3f} s, progress is drawn in {showing:.3f} s")
    standstill.expect_usable(clock, {_READING: evaluating + standstill.TICK + showing})

    bpy.context.scene.volant.display.cells = "WIRE"
    first, second = _drawing(), _drawing()
    print(f"cells are drawn in {first:.2f} s at first and in {second:.2f} s from then on", flush=True)
    assert first - second <= standstill.LONGEST, "preparing the cells for drawing takes too long"
    yield from driver.rest()
    yield from driver.screenshot("1-baked")


def _drawing() -> float:
    """Seconds of the processor's that one picture of the whole window takes."""
    began = time.thread_time()
    bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=1)
    return time.thread_time() - began


def _showing(driver: Driver) -> Steps[float]:
    """Seconds that the window stands still when one sidebar is drawn anew, the longest of a few times."""
    clock = standstill.Clock()
    for _ in range(5):
        stage.addon("session.handlers").redraw_panels()
        for _ in range(6):
            yield
    clock.stop()
    return clock.longest()["Starting"]


def _longest_evaluation() -> float:
    """Seconds that Blender and the add-on take for the slowest object."""
    sources, layer = stage.addon("scene.sources"), bpy.context.view_layer
    worst = 0.0
    for candidate in bpy.context.scene.objects:
        if candidate.type == "MESH":
            layer.update()
            candidate.update_tag(refresh={"DATA"})
            watch = standstill.Watch()
            layer.update()
            sources.read_shape(candidate.evaluated_get(layer.depsgraph))
            worst = max(worst, watch.lap()[0])
    return worst
