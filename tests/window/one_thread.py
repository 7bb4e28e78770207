# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender keeps its one Python thread during a bake, a leak search and the drag of a path's end."""

from __future__ import annotations

import argparse
import sys
import threading
from collections import Counter
from typing import TYPE_CHECKING

import bpy

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: The bake takes seconds, and leak searches and paths go around many rocks.
_VOXEL = "0.08"
#: Seconds between two looks.
_TICK = 0.005
#: Where the goal is dragged along y, between rocks that stand 3 m apart, and in how many moves of the mouse.
_FROM, _TO, _MOVES = (1.5, -4.5, 1.5), (1.5, 4.5, 1.5), 10


class Looks:
    """Counts looks at the threads by what was under way, and keeps what was wrong."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.what = ""
        self.started: list[str] = []
        self.crowds: list[str] = []
        start = threading.Thread.start

        def noted(thread: threading.Thread) -> None:
            self.started.append(f"{thread.name} during {self.what or 'nothing'}")
            start(thread)

        # One may have ended before anybody looks.
        threading.Thread.start = noted  # type: ignore[method-assign]
        bpy.app.timers.register(self._look, first_interval=0.0, persistent=True)

    def _look(self) -> float:
        job = stage.session().job
        what = type(job).__name__ if job else self.what
        self.seen[what] += 1
        # Not an assertion here, which would only stop this timer. `_current_frames` also knows threads that Python's
        # own `threading` has not started.
        if threading.enumerate() != [threading.main_thread()] or len(sys._current_frames()) != 1:
            self.crowds.append(f"{[thread.name for thread in threading.enumerate()]} during {what or 'nothing'}")
        return _TICK


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from stage.rock_scene(driver, as_boxes=True)
    yield from driver.fill_field("volume.voxel_size", _VOXEL)
    bpy.context.scene.volant.display.cells = "OFF"
    bpy.context.scene.cursor.location = (1.5, 1.5, 1.5)
    looks = Looks()
    yield from stage.bake(driver)
    yield from driver.screenshot("1-baked")
    yield from stage.add_marker(driver)
    yield from stage.long_work(driver, "volant.find_leak")
    yield from driver.screenshot("2-leak-searched")
    yield from _drag(driver, looks)
    print(f"looks at the threads: {dict(looks.seen)}", flush=True)
    assert not looks.crowds, f"there was more than one thread: {looks.crowds[:5]}"
    assert not looks.started, f"threads were started: {looks.started}"
    missed = [what for what in ("BakeJob", "LeakJob", "drag") if not looks.seen[what]]
    assert not missed, f"nobody has looked during {missed}"


def _drag(driver: Driver, looks: Looks) -> Steps[None]:
    """A path's goal goes a long way with the mouse."""
    yield from driver.click_button("volant.add_path")
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    goal = stage.addon("objects.paths").goals_of(start)[0]
    goal.location = _FROM
    yield from driver.rest()
    bpy.ops.object.select_all(action="DESELECT")
    goal.select_set(True)
    bpy.context.view_layer.objects.active = goal
    looks.what = "drag"
    yield from driver.look((0.0, 0.0, 1.5), (1.0, -0.4, 0.5), 30.0)
    begin, end = driver.pixel_of(_FROM), driver.pixel_of(_TO)
    yield from driver.move(*begin)
    for key in ("G", "Y"):
        yield from driver.press(key)
    for number in range(1, _MOVES + 1):
        x, y = (round(a + (b - a) * number / _MOVES) for a, b in zip(begin, end, strict=True))
        yield from driver.move(x, y)
        yield from driver.settle()
    yield from driver.screenshot("3-dragged")
    yield from driver.click(x, y)
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path has followed", seconds=30)
    looks.what = ""
    away = goal.location.y - _FROM[1]
    assert away > 5.0, f"the mouse has dragged the goal {away:.2f} m"
    assert stage.answers(start)[0].found, stage.answers(start)[0].reason
