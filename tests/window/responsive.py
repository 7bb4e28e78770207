# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake of half a million triangles leaves the window usable: a timer says how long Blender ever stood still.

While meshes are read that is no longer than Blender takes to evaluate one of them, which is measured in the same run,
and the time between two of the timer's looks; later never longer than a quarter of a second.

Two things are left out, because they are not the add-on's. Time in which other work had the processor: Linux counts it
for each thread, and Blender and its X server go before other programs as far as they may. And drawing, which a
processor does here in place of a graphics card: rocks are shown as boxes and cells are not shown until the bake is
over, and how long the window takes to draw the panel alone is measured in the same run.
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
    from collections.abc import Iterator

    from devtools.ui.driver import Driver, Steps

#: 500,000 triangles altogether once each rock is subdivided, in a grid of 256 voxels along the longest side.
_ROCKS, _ACROSS, _VOXELS = 50, 25, 256
#: Seconds between two looks at the clock, and how long the window may stand still once meshes are read.
_TICK = 0.01
_LONGEST = 0.25
#: Priority of Blender's threads, which those that it starts inherit, and of the X server.
FIRST = -15
_READING = "Reading meshes"


class Clock:
    """Writes down how long each wait between two ticks was, and what the bake was doing."""

    def __init__(self) -> None:
        self.gaps: list[tuple[float, str]] = []
        self.crowded = 0.0
        self._has_begun = False
        self._watch = Watch()
        # Kept, because every look at a method makes a new object.
        self._timer = self._tick
        bpy.app.timers.register(self._timer, first_interval=_TICK)

    def _tick(self) -> float:
        gap, in_line = self._watch.lap()
        job = stage.session().job
        self._has_begun = self._has_begun or job is not None
        self.gaps.append((gap, job.stage if job else "Storing" if self._has_begun else "Starting"))
        self.crowded += in_line
        return _TICK

    def stop(self) -> None:
        bpy.app.timers.unregister(self._timer)

    def longest(self) -> dict[str, float]:
        """The longest wait of each stage, in the order they came."""
        worst: dict[str, float] = {}
        for gap, what in self.gaps:
            worst[what] = max(worst.get(what, 0.0), gap)
        return worst


class Watch:
    """Measures times without those in which a thread that has to do with the window stood in line for a processor."""

    def __init__(self) -> None:
        main = Path(f"/proc/{os.getpid()}/task/{os.getpid()}")
        self._threads = [main, *(thread for thread in threads() if _name(thread).startswith(("llvmpipe", "Xvfb")))]
        self._last, self._waited = time.perf_counter(), self._waits()

    def _waits(self) -> list[float]:
        """Seconds that each thread was ready to run while others did."""
        return [int((thread / "schedstat").read_text(encoding="ascii").split()[1]) / 1e9 for thread in self._threads]

    def lap(self) -> tuple[float, float]:
        """Seconds since the last time, and those left out of them."""
        now, waited = time.perf_counter(), self._waits()
        main, *drawing = (after - before for after, before in zip(waited, self._waited, strict=True))
        # Threads that draw work side by side, and Blender waits for the last of them.
        in_line = main + max(drawing, default=0.0)
        gap = now - self._last
        self._last, self._waited = now, waited
        return max(gap - in_line, 0.0), min(in_line, gap)


def threads() -> Iterator[Path]:
    """Every thread that the scenario's namespace holds: Blender's, the X server's and the window manager's."""
    for process in Path("/proc").glob("[0-9]*"):
        yield from (process / "task").iterdir()


def _name(thread: Path) -> str:
    return (thread / "comm").read_text(encoding="utf-8")


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    stage.add_rocks(_ROCKS, _ACROSS)
    for rock in bpy.context.scene.objects:
        rock.modifiers.new("Smooth", "SUBSURF").levels = 1
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
    button = yield from driver.find_button("volant.bake")
    for thread in threads():
        os.setpriority(os.PRIO_PROCESS, int(thread.name), FIRST)
    evaluating, triangles = _longest_evaluation()
    # What was evaluated again is drawn again, and looked at by the panel.
    yield from driver.move(*button)
    yield from driver.settle()
    yield from driver.settle()
    showing = yield from _showing(driver)

    clock = Clock()
    began = time.perf_counter()
    # Not `click`, which has everything drawn again.
    yield from driver.tap("LEFTMOUSE")
    yield from driver.wait_until(stage.is_baking, "the click has started a bake", seconds=10)
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has ended", seconds=300)
    took = time.perf_counter() - began
    # Storing, the step of undo and the look at the sources count, too.
    for _ in range(40):
        yield
    clock.stop()
    worst = clock.longest()
    print(f"{triangles:,} triangles in {took:.1f} s, in {clock.crowded:.1f} s of them it stood in line for a processor")
    print(f"one object is evaluated and read in up to {evaluating:.3f} s, progress is drawn in {showing:.3f} s")
    for what, gap in worst.items():
        print(f"{what}: stood still for up to {gap:.3f} s", flush=True)
    most = {what: evaluating + _TICK + showing if what == _READING else _LONGEST for what in worst}
    slow = [f"{what} ({gap:.3f} s, not {most[what]:.3f} s)" for what, gap in worst.items() if gap > most[what]]
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


def _showing(driver: Driver) -> Steps[float]:
    """Seconds that the window stands still when one sidebar is drawn anew, the longest of a few times."""
    clock = Clock()
    for _ in range(5):
        stage.addon("session.handlers").redraw_panels()
        for _ in range(6):
            yield
    clock.stop()
    return clock.longest()["Starting"]


def _longest_evaluation() -> tuple[float, int]:
    """Seconds that Blender and the add-on take for the slowest object, and the triangles of all."""
    sources, layer = stage.addon("scene.sources"), bpy.context.view_layer
    worst, triangles = 0.0, 0
    for candidate in bpy.context.scene.objects:
        if candidate.type == "MESH":
            layer.update()
            candidate.update_tag(refresh={"DATA"})
            watch = Watch()
            layer.update()
            shape = sources.read_shape(candidate.evaluated_get(layer.depsgraph))
            worst = max(worst, watch.lap()[0])
            triangles += len(shape.triangles)
    return worst, triangles
