# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why Not?: a closed cube and how thick its side is, and a house with a door too narrow for the agent, which is framed;
with the radius that is told, there is a path."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np
from mathutils import Vector

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

PAGE = "troubleshooting"
#: Fewer pixels than this are a changed label, not a way with its frame.
_VISIBLE = 300
#: Of building_1: a place in the attic, and low and high corner of the door downstairs. An agent too large for that.
_ATTIC, _DOOR = (0.0, -6.4, 15.0), ((0.0, -8.5, 0.0), (2.5, -5.5, 3.0))
_VOXEL, _RADIUS = "0.25", "1.2"


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from _closed(driver)
    yield from _too_narrow(driver, options)


def _closed(driver: Driver) -> Steps[None]:
    """The default cube with the goal in it: nobody gets in, and the side is framed."""
    yield from stage.default_scene(driver)
    yield from stage.bake(driver)
    yield from driver.click_button("volant.add_path")
    yield from driver.rest()
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    [goal] = stage.addon("objects.paths").goals_of(start)
    goal.location = (0.0, 0.0, 0.0)
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path is looked for", seconds=30)
    yield from driver.settle()
    found = yield from _ask(driver, start)
    assert found.answer.status == "closed", f"the panel tells {found.words}"
    low, high = found.frame
    assert (np.maximum(np.abs(low), np.abs(high)).max() >= 1.0).all(), f"{found.frame} is not at a side of the cube"
    yield from driver.screenshot("1-closed")


def _too_narrow(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    """From the ground floor to the attic: the door is framed, and the radius that is told passes."""
    yield from stage.open_sample(driver, options)
    yield from driver.look((0.0, -2.0, 9.0), (-0.2, -1.0, 0.15), 40.0)
    yield from driver.fill_field("volume.voxel_size", _VOXEL)
    yield from driver.fill_field("volume.agent_radius", _RADIUS)
    yield from stage.bake(driver)
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    [goal] = stage.addon("objects.paths").goals_of(start)
    goal.location = _ATTIC
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path is looked for", seconds=30)
    yield from driver.settle()
    before = yield from driver.screenshot("2-no-path")
    found = yield from _ask(driver, start)
    assert found.answer.status == "too narrow", f"the panel tells {found.words}"
    stage.page_tells(PAGE, found.words)
    low, high = np.array(_DOOR)
    assert (found.frame[0] <= high).all(), f"{found.frame} is not the door"
    assert (found.frame[1] >= low).all(), f"{found.frame} is not the door"
    view = driver.viewport.spaces.active.region_3d
    assert (view.view_location - Vector(found.frame.mean(axis=0))).length < 1e-3, "the view has not moved there"
    after = yield from driver.illustrate("troubleshooting-6-why-not")
    assert driver.differing_pixels(before, after) > _VISIBLE, "nothing of the way is drawn"

    yield from driver.click_button("volant.clear_why_not", stage.PLUS)
    assert stage.session().why_not.of(start) is None, "the click has forgotten nothing"
    yield from driver.rest()
    cleared = yield from driver.screenshot("3-cleared")
    assert driver.differing_pixels(after, cleared) > _VISIBLE, "the frame is still drawn"

    yield from driver.fill_field("volume.agent_radius", f"{found.answer.largest_radius:g}")
    yield from stage.bake(driver)
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path is found", seconds=30)
    assert stage.answers(start)[0].found, f"the radius that was told does not pass: {stage.path_words(start)}"
    yield from driver.look((0.0, -2.0, 9.0), (-0.2, -1.0, 0.15), 40.0)
    yield from driver.screenshot("4-found")


def _ask(driver: Driver, start: bpy.types.Object) -> Steps[Any]:
    """Press the button; gives the answer, as the panel tells it."""
    yield from stage.long_work(driver, "volant.why_not")
    found = stage.session().why_not.of(start)
    assert found is not None, "the click has found nothing at all"
    print(found.words, flush=True)
    return found
