# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sections "Update" and "Live" of the guide's page "Moving things": a cupboard is moved, and the bake follows.

What is shown is compared with a bake of the scene as it is then, made by navcore.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

PAGE = "moving_things"
#: Voxels and an agent, as the page says.
_VOXEL, _RADIUS = 0.25, 0.3
#: A cupboard as high as the room, low and high corner; where the path ends; how far the cupboard is dragged into its
#: way, in how many moves.
_CUPBOARD, _GOAL = ((-6.3, -4.4, 0.0), (-4.7, -2.8, 3.9)), (-4.2, -1.0, 1.2)
_AWAY, _MOVES = 3.2, 5
#: Onto the ground floor that is cut open, and the height of the cut.
_ABOVE, _PLAN = ((0.4, -4.6, 1.2), (0.1, -0.55, 1.0), 19.0), 1.2
#: Fewer pixels than this are a changed label.
_VISIBLE = 500


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    stage.settings().voxel_size, stage.settings().agent_radius = _VOXEL, _RADIUS
    stage.add_box("Cupboard", *_CUPBOARD)
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    stage.addon("objects.paths").goals_of(start)[0].location = _GOAL
    yield from stage.bake(driver)
    display = bpy.context.scene.volant.display
    display.cells, display.slice_at, display.cut_scene = "SLICE", _PLAN, True
    yield from driver.look(*_ABOVE)
    yield from _live(driver, start)
    yield from _update(driver, start)


def _cupboard() -> bpy.types.Object:
    return bpy.data.objects["Cupboard"]


def _live(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Live is switched on, begins with a bake, and then cells and path follow while the mouse drags the cupboard."""
    yield from driver.click_property("volume.live")
    assert stage.settings().live, "the click has not switched Live on"
    waits = stage.addon("panels.volume")._why_live_waits
    stage.page_tells(PAGE, waits(stage.active_volume()))
    yield from driver.rest()
    yield from driver.screenshot("1-live-waits")
    # What it bakes is the same, but now it is remembered what each object blocks.
    yield from stage.long_work(driver, "volant.bake")
    assert not waits(stage.active_volume()), waits(stage.active_volume())
    yield from stage.select(driver, _cupboard())
    yield from driver.rest()
    first = yield from driver.illustrate("moving_things-6-live-before")
    packed, straight, home = stage.stored(), stage.answers(start)[0], _cupboard().location.copy()
    (x, y), there = driver.pixel_of(home), driver.pixel_of((home.x + _AWAY, home.y, home.z))
    yield from driver.move(x, y)
    for key in ("G", "X"):
        yield from driver.press(key)
    for number in range(1, _MOVES + 1):
        before = stage.held()
        yield from driver.move(x + (there[0] - x) * number // _MOVES, y + (there[1] - y) * number // _MOVES)
        yield from _followed(driver, start, before, f"move {number}")
        yield from driver.screenshot(f"2-dragging-{number}")
    yield from driver.tap("LEFTMOUSE")
    yield from driver.settle()
    assert _cupboard().location.x > home.x + 0.8 * _AWAY, f"the mouse has dragged it to {_cupboard().location}"
    yield from driver.rest()
    after = yield from driver.illustrate("moving_things-7-live-after")
    assert driver.differing_pixels(first, after) > _VISIBLE, "nothing has followed"
    now = stage.answers(start)[0]
    assert now.found, f"the way around the cupboard is not found: {stage.path_words(start)}"
    assert now.length > straight.length + 0.1, "the path leads through the cupboard"
    yield from _is_as_new(start)
    yield from driver.wait_until(lambda: stage.stored() != packed, "the .blend has the bake", seconds=60)


def _followed(driver: Driver, start: bpy.types.Object, before: Any, what: str) -> Steps[None]:
    """Nothing is pressed, and a moment later there is another bake, the panel says so, and the path runs in it."""
    yield from driver.wait_until(lambda: stage.held() is not before, f"{what}: the bake has followed", seconds=30)
    yield from driver.wait_until(lambda: stage.status().state == "FRESH", f"{what}: it is up to date", seconds=30)
    yield from driver.wait_until(lambda: stage.is_settled(start), f"{what}: the path has followed", seconds=30)
    known = stage.session().preview.result(start)
    assert known.question.nav is stage.held(), f"{what}: the path runs in an older bake"


def _is_as_new(start: bpy.types.Object) -> Steps[None]:
    """The bake that is shown is what a new one is, and so is the path."""
    yield
    anew = stage.baked_anew()
    stage.expect_as_new(stage.held(), anew, "after all")
    wanted = stage.found_anew(start, anew)
    assert np.array_equal(stage.answers(start)[0].points, wanted.points), "the path differs from that in a new bake"


def _update(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Without Live a cupboard that was moved makes the bake out of date; Update bakes only that again."""
    yield from driver.click_property("volume.live")
    assert not stage.settings().live, "the click has not switched Live off"
    yield from driver.rest()
    for key in ("G", "X"):
        yield from driver.press(key)
    yield from driver.type_text("-2")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: stage.status().state == "STALE", "the bake is out of date", seconds=10)
    stage.page_tells(PAGE, f"Out of date: {stage.status().words}")
    yield from driver.screenshot("3-out-of-date")
    done: list[str] = []
    begin = stage.session().begin_job
    stage.session().begin_job = lambda job: (done.append(type(job).__name__), begin(job))
    yield from driver.click_button("volant.update")
    yield from driver.wait_until(lambda: done and not stage.is_baking(), "the update has ended", seconds=60)
    stage.session().begin_job = begin
    assert done == ["UpdateJob"], f"Update has begun {done}"
    yield from driver.rest()
    yield from driver.screenshot("4-updated")
    assert stage.status().state == "FRESH", f"the panel tells {stage.status().words}"
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path has followed", seconds=30)
    yield from _is_as_new(start)
