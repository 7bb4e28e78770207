# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender stays usable while it bakes: a timer inside it tells how long the window ever stood still."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import bpy

from . import stage

if TYPE_CHECKING:
    from ..driver import Driver, Steps

#: 500,000 triangles altogether, in a grid of 256 voxels along the longest side.
_ROCKS, _ACROSS, _VOXELS = 50, 50, 256
#: Seconds between two looks at the clock, and how long the window may stand still once meshes are read.
_TICK = 0.01
_LONGEST = 0.25


class Clock:
    """Writes down how long each wait between two ticks was, and what the bake was doing."""

    def __init__(self) -> None:
        self.gaps: list[tuple[float, str]] = []
        self._last = time.perf_counter()
        # Kept, because every look at a method makes a new object.
        self._timer = self._tick
        bpy.app.timers.register(self._timer, first_interval=_TICK)

    def _tick(self) -> float:
        now = time.perf_counter()
        job = stage.addon("background").current()
        self.gaps.append((now - self._last, job.stage if job else "Idle"))
        self._last = now
        return _TICK

    def stop(self) -> None:
        bpy.app.timers.unregister(self._timer)

    def longest(self) -> dict[str, float]:
        """The longest wait of each stage, in the order they came."""
        worst: dict[str, float] = {}
        for gap, what in self.gaps:
            worst[what] = max(worst.get(what, 0.0), gap)
        return worst


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    stage.add_rocks(_ROCKS, _ACROSS)
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    volume = stage.active_volume()
    assert volume is not None
    yield from driver.fill_field("volume.voxel_size", f"{max(volume.scale) / _VOXELS:.5f}")
    yield from driver.fill_field("volume.agent_radius", "0.1")
    reading = _longest_reading()
    button = yield from driver.find_button("volant.bake")

    idle = Clock()
    for _ in range(40):
        yield
    idle.stop()
    clock = Clock()
    began = time.perf_counter()
    yield from driver.click(*button)
    yield from driver.wait_until(stage.is_baking, "the click has started a bake", seconds=10)
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has ended", seconds=240)
    took = time.perf_counter() - began
    # The first picture of the cells, the step of undo, and the look at the sources count, too.
    for _ in range(40):
        yield
    clock.stop()
    yield from driver.rest()
    yield from driver.screenshot("1-baked")
    worst = clock.longest()
    print(f"reading one object takes up to {reading:.3f} s; idle, the window stood still for up to", end=" ")
    print(f"{max(idle.longest().values()):.3f} s", flush=True)
    for what, gap in worst.items():
        print(f"{what}: stood still for up to {gap:.3f} s", flush=True)
    print(f"{len(clock.gaps)} ticks in {took:.1f} s", flush=True)
    assert worst["Reading meshes"] <= max(reading, _LONGEST), "reading meshes holds the window up"
    slow = [f"{what} ({gap:.2f} s)" for what, gap in worst.items() if gap > _LONGEST]
    assert not slow, f"the window stood still during {', '.join(slow)}"


def _longest_reading() -> float:
    """Seconds that Blender and the add-on take for the slowest object."""
    sources, depsgraph = stage.addon("sources"), bpy.context.evaluated_depsgraph_get()
    worst = 0.0
    for candidate in bpy.context.scene.objects:
        if candidate.type == "MESH":
            began = time.perf_counter()
            sources.read_shape(candidate.evaluated_get(depsgraph))
            worst = max(worst, time.perf_counter() - began)
    return worst
