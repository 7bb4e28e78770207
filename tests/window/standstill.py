# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the window ever stands still while a bake is under way: a timer looks at the clock.

Two things are left out, because they are not the add-on's. Time in which other work had the processor: Linux counts it
for each thread, and Blender and its X server go before other programs as far as they may. And drawing, which a
processor does here in place of a graphics card: rocks are shown as boxes and cells are not shown.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bpy

from . import stage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from devtools.ui.driver import Driver, Point, Steps

#: Seconds between two looks at the clock, and how long the window may stand still.
TICK = 0.01
LONGEST = 0.25
#: Priority of Blender's threads, which those that it starts inherit, and of the X server.
_FIRST = -15
#: Of the grid's longest side.
_VOXELS = 256


class Clock:
    """Writes down how long each wait between two ticks was, and what the bake was doing."""

    def __init__(self) -> None:
        self.gaps: list[tuple[float, str]] = []
        self.crowded = 0.0
        self._has_begun = False
        self._watch = Watch()
        # Kept, because every look at a method makes a new object.
        self._timer = self._tick
        bpy.app.timers.register(self._timer, first_interval=TICK)

    def _tick(self) -> float:
        gap, in_line = self._watch.lap()
        job = stage.session().job
        self._has_begun = self._has_begun or job is not None
        self.gaps.append((gap, job.stage if job else "Storing" if self._has_begun else "Starting"))
        self.crowded += in_line
        return TICK

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
        self._threads = [main, *(thread for thread in _threads() if _name(thread).startswith(("llvmpipe", "Xvfb")))]
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


def _threads() -> Iterator[Path]:
    """Every thread that the scenario's namespace holds: Blender's, the X server's and the window manager's."""
    for process in Path("/proc").glob("[0-9]*"):
        yield from (process / "task").iterdir()


def _name(thread: Path) -> str:
    return (thread / "comm").read_text(encoding="utf-8")


def add_rocks(driver: Driver, number: int, across: int, is_smoothed: bool = False) -> Steps[Point]:
    """Rocks in a volume that is ready to be baked, and Blender before other programs; gives the place of Bake."""
    volume = yield from stage.rock_scene(driver, number, across, is_smoothed=is_smoothed, as_boxes=True)
    yield from driver.fill_field("volume.voxel_size", f"{max(volume.volant.volume.size) / _VOXELS:.5f}")
    yield from driver.fill_field("volume.agent_radius", "0.1")
    bpy.context.scene.volant.display.cells = "OFF"
    for thread in _threads():
        os.setpriority(os.PRIO_PROCESS, int(thread.name), _FIRST)
    return (yield from driver.find_button("volant.bake"))


def watched_bake(driver: Driver) -> Steps[tuple[Clock, Any]]:
    """Bake by the button that the mouse is over; gives the clock that ran meanwhile, and the job."""
    clock = Clock()
    began = time.perf_counter()
    # Not `click`, which has everything drawn again.
    yield from driver.tap("LEFTMOUSE")
    yield from driver.wait_until(stage.is_baking, "the click has started a bake", seconds=10)
    job = stage.session().job
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has ended", seconds=300)
    took = time.perf_counter() - began
    # Storing, the step of undo and the look at the sources count, too.
    for _ in range(40):
        yield
    clock.stop()
    print(
        f"{stage.status().sources} in {took:.1f} s; it stood in line for a processor in {clock.crowded:.1f} s of them"
    )
    return clock, job


def expect_usable(clock: Clock, longest: Mapping[str, float] | None = None) -> None:
    """The window never stood still for more than `LONGEST`, or what is told for a stage of the bake."""
    slow = []
    for what, gap in clock.longest().items():
        print(f"{what}: stood still for up to {gap:.3f} s", flush=True)
        most = (longest or {}).get(what, LONGEST)
        if gap > most:
            slow.append(f"{what} ({gap:.3f} s, not {most:.3f} s)")
    assert not slow, f"the window stood still during {', '.join(slow)}"
