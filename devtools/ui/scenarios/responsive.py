# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender stays usable while it bakes: a timer inside it tells how long the window ever stood still.

Two things are left out, because they are not the add-on's. Time in which other programs had the processor: Linux
counts it for each thread, and Blender goes before them as far as it may. And drawing the scene itself, which a
processor does here in place of a graphics card and takes a second for: rocks are shown as boxes and cells are not
shown until the bake is over.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
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
#: Priority of Blender's threads, which those that it starts inherit.
_FIRST = -15


class Clock:
    """Writes down how long each wait between two ticks was, and what the bake was doing."""

    def __init__(self) -> None:
        self.gaps: list[tuple[float, str]] = []
        self.crowded = 0.0
        self._last, self._waited = time.perf_counter(), _waited()
        # Kept, because every look at a method makes a new object.
        self._timer = self._tick
        bpy.app.timers.register(self._timer, first_interval=_TICK)

    def _tick(self) -> float:
        now, waited = time.perf_counter(), _waited()
        job = stage.addon("background").current()
        in_line = waited - self._waited
        self.gaps.append((now - self._last - in_line, job.stage if job else "Idle"))
        self.crowded += in_line
        self._last, self._waited = now, waited
        return _TICK

    def stop(self) -> None:
        bpy.app.timers.unregister(self._timer)

    def longest(self) -> dict[str, float]:
        """The longest wait of each stage, in the order they came."""
        worst: dict[str, float] = {}
        for gap, what in self.gaps:
            worst[what] = max(worst.get(what, 0.0), gap)
        return worst


def _waited() -> float:
    """Seconds that Blender's thread was ready to run while other programs did."""
    pid = os.getpid()
    _ran, waited, _times = Path(f"/proc/{pid}/task/{pid}/schedstat").read_text(encoding="ascii").split()
    return int(waited) / 1e9


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    stage.add_rocks(_ROCKS, _ACROSS)
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    volume = stage.active_volume()
    assert volume is not None
    yield from driver.fill_field("volume.voxel_size", f"{max(volume.scale) / _VOXELS:.5f}")
    yield from driver.fill_field("volume.agent_radius", "0.1")
    display = bpy.context.scene.volant.display
    display.cells = "OFF"
    for rock in bpy.context.scene.objects:
        rock.display_type = "BOUNDS"
    reading = _longest_reading()
    button = yield from driver.find_button("volant.bake")

    for thread in Path("/proc/self/task").iterdir():
        os.setpriority(os.PRIO_PROCESS, int(thread.name), _FIRST)
    clock = Clock()
    began = time.perf_counter()
    # Not `click`, which has everything drawn again.
    yield from driver.move(*button)
    yield from driver.tap("LEFTMOUSE")
    yield from driver.wait_until(stage.is_baking, "the click has started a bake", seconds=10)
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has ended", seconds=300)
    took = time.perf_counter() - began
    # Storing, the step of undo and the look at the sources count, too.
    for _ in range(40):
        yield
    clock.stop()
    worst = clock.longest()
    print(f"{took:.1f} s, in {clock.crowded:.1f} s of them other programs ran; one object is read in {reading:.3f} s")
    for what, gap in worst.items():
        print(f"{what}: stood still for up to {gap:.3f} s", flush=True)
    slow = [f"{what} ({gap:.2f} s)" for what, gap in worst.items() if gap > _LONGEST]
    assert not slow, f"the window stood still during {', '.join(slow)}"

    display.cells = "WIRE"
    first, second = _drawing(), _drawing()
    print(f"cells are drawn in {first:.2f} s at first and in {second:.2f} s from then on", flush=True)
    assert first - second <= _LONGEST, "preparing the cells for drawing takes too long"
    yield from driver.rest()
    yield from driver.screenshot("1-baked")


def _drawing() -> float:
    """Seconds of the processor's that one picture of the whole window takes."""
    began = time.thread_time()
    bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=1)
    return time.thread_time() - began


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
