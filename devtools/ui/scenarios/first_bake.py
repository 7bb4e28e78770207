# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A newcomer's walk through the default scene, from nothing to a file; its pictures are those of the user guide."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy
from mathutils import Vector

from . import stage

if TYPE_CHECKING:
    from ..driver import Driver, Steps

#: Where the goal is taken with the mouse, to the right and upwards in the view, in metres, and in how many moves.
_AWAY, _MOVES = (0.1, 1.25, 0.0), 6


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.rest()
    yield from driver.screenshot("1-volant-tab")
    yield from driver.click_button("volant.add_volume")
    yield from driver.wait_until(stage.active_volume, "the click has added a volume", seconds=10)
    yield from driver.rest()
    yield from driver.press("NUMPAD_PERIOD")
    # A little farther away, so that the sidebar hides nothing of the box.
    for _ in range(2):
        yield from driver.press("NUMPAD_MINUS")
    yield from driver.screenshot("2-volume-added")
    yield from stage.bake(driver)
    yield from driver.screenshot("3-baked")

    yield from driver.click_button("volant.add_path")
    start = stage.addon("paths").active_path(bpy.context.scene)
    assert start is not None, "the click has added no path"
    goal = stage.addon("paths").goals_of(start)[0]
    yield from driver.rest()
    yield from driver.screenshot("4-path-added")

    x, y = driver.pixel_of(goal.matrix_world.translation)
    yield from driver.click(x, y)
    assert [chosen.name for chosen in bpy.context.selected_objects] == [goal.name], "the click has missed the goal"
    lengths = [_length(start)]
    turned = driver.viewport.spaces.active.region_3d.view_rotation @ Vector(_AWAY)
    there = driver.pixel_of(goal.matrix_world.translation + turned)
    yield from driver.press("G")
    for number in range(1, _MOVES + 1):
        yield from driver.move(x + (there[0] - x) * number // _MOVES, y + (there[1] - y) * number // _MOVES)
        yield from driver.settle()
        lengths.append(_length(start))
    yield from driver.screenshot("5-goal-dragged")
    yield from driver.click(*there)
    assert len(set(lengths)) > _MOVES, f"the path has not followed: {lengths}"

    yield from driver.click_button("volant.export_file")
    yield from stage.save_in_browser(driver, "my_first.volant", "6-export")
    volume = stage.active_volume()
    assert volume is not None
    assert volume.volant.volume.exported_to.endswith("my_first.volant")
    yield from driver.rest()
    yield from driver.screenshot("7-exported")


def _length(start: bpy.types.Object) -> float:
    known = stage.addon("preview").result(start)
    assert known.answers[0].found, known.answers[0].reason
    return float(known.answers[0].length)
