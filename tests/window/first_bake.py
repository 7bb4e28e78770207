# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "A first bake", by a newcomer: the zip installed as the README tells, to a file in five minutes."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import addon_utils
import bpy
from mathutils import Vector

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

PAGE = "first_bake"
#: Seconds from the zip to the file.
_LONGEST = 300.0
#: Where the goal is taken with the mouse, to the right and upwards in the view, in metres, and in how many moves.
_AWAY, _MOVES = (0.1, 0.55, 0.0), 6
_FILE = "my_first.volant"


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    began = time.monotonic()
    yield from _install(driver, options)
    yield from driver.click_tab("Volant")
    yield from driver.rest()
    yield from driver.illustrate("first_bake-1-volant-tab")
    yield from driver.click_button("volant.add_volume")
    yield from driver.wait_until(stage.active_volume, "the click has added a volume", seconds=10)
    yield from stage.step_back(driver)
    yield from driver.illustrate("first_bake-2-volume-added")
    yield from stage.bake(driver)
    yield from driver.illustrate("first_bake-3-baked")
    assert ", 2 islands" in stage.status().words, f"the panel tells {stage.status().words}"
    stage.page_tells(PAGE, "There are two islands: around the cube, and inside it")
    yield from _see_a_path(driver)

    yield from driver.click_button("volant.export_file", stage.EXPORT)
    yield from stage.save_in_browser(driver, _FILE, "first_bake-6-export")
    took = time.monotonic() - began
    print(f"from the zip to the file: {took:.0f} s", flush=True)
    assert took < _LONGEST, f"a newcomer needs {took:.0f} s from the zip to the file"
    yield from _look_at_file(driver, options)
    yield from _move_the_cube(driver)


def _install(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    """Drop the zip on the window, and say yes."""
    archive = next(options.sample.parent.glob("volant-*.zip"))
    assert not _is_enabled(), "somebody else has installed Volant"
    yield from stage.drop(driver, archive)
    yield from driver.illustrate("first_bake-0-zip-dropped", (0.0, 0.2, 0.8, 0.8))
    yield from driver.press("RET")
    yield from driver.wait_until(_is_enabled, "Volant is installed and on", seconds=60)
    yield from driver.settle()


def _is_enabled() -> bool:
    return bool(addon_utils.check("bl_ext.user_default.volant")[1])


def _see_a_path(driver: Driver) -> Steps[None]:
    """Add one, and drag its goal."""
    yield from driver.click_button("volant.add_path")
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    assert start is not None, "the click has added no path"
    goal = stage.addon("objects.paths").goals_of(start)[0]
    yield from driver.rest()
    yield from driver.illustrate("first_bake-4-path-added")
    yield from stage.select(driver, goal)
    lengths = [stage.answers(start)[0].length]
    x, y = driver.pixel_of(goal.matrix_world.translation)
    turned = driver.viewport.spaces.active.region_3d.view_rotation @ Vector(_AWAY)
    there = driver.pixel_of(goal.matrix_world.translation + turned)
    yield from driver.press("G")
    for number in range(1, _MOVES + 1):
        yield from driver.move(x + (there[0] - x) * number // _MOVES, y + (there[1] - y) * number // _MOVES)
        yield from driver.settle()
        lengths.append(stage.answers(start)[0].length)
    yield from driver.illustrate("first_bake-5-goal-dragged")
    yield from driver.click(*there)
    assert len(set(lengths)) > _MOVES, f"the path has not followed: {lengths}"


def _look_at_file(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    """It is where the browser was, and holds the bake."""
    volume = stage.active_volume()
    assert volume is not None
    written = bpy.path.abspath(volume.volant.volume.exported_to)
    assert written == str(options.sample.parent / _FILE), f"the file is {written}"
    cells = len(stage.session().bakes.of(volume).cells)
    core = stage.addon("objects.volumes").navcore
    assert len(core.load(written).cells) == cells, "the file holds another bake"
    yield from driver.rest()
    yield from driver.screenshot("7-exported")


def _move_the_cube(driver: Driver) -> Steps[None]:
    """The page's last promise: amber with the reason, and blue again."""
    words = "Out of date: Cube moved"
    stage.page_tells(PAGE, words)
    yield from stage.select(driver, bpy.data.objects["Cube"])
    yield from driver.press("G")
    yield from driver.type_text("x0.1")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: stage.status().state == "STALE", "the bake is out of date", seconds=10)
    assert f"Out of date: {stage.status().words}" == words, f"the panel tells {stage.status().words}"
    yield from driver.screenshot("8-out-of-date")
    yield from stage.bake(driver)
    assert stage.status().state == "FRESH", f"the panel tells {stage.status().words}"
