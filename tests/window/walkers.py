# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "Walkers": floors of the plaza, a path up its stairs, a figure that walks, and both kinds."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

PAGE = "walkers"
#: Where in the sidebar, as shares of its width: the two halves of Kinds, and the last button below a path.
_FLY, _WALK, _PREVIEW = 0.25, 0.7, 0.83
#: Where one looks at all of the plaza from.
_WHOLE = ((0.0, -1.0, 0.0), (0.3, -1.0, 0.8), 42.0)
#: From where, and how far away, one sees the way up to the goal, and looks at the goal to click it.
_CLIMB = ((-0.7, -1.0, 0.5), 11.0)
_NEAR = ((0.2, -0.7, 1.0), 12.0)
#: And at the figure; then, how many turns of the wheel bring the top of the sidebar back.
_BESIDE, _TURNS = ((0.5, -1.0, 0.5), 9.0), 12
#: Fewer pixels than this are a changed label.
_VISIBLE = 2000


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    yield from driver.look(*_WHOLE)
    yield from _settings(driver)
    yield from _floors(driver)
    yield from _path(driver)
    yield from _preview(driver)
    yield from _both(driver)


def _settings(driver: Driver) -> Steps[None]:
    """Walk in place of Fly brings up what a walking agent is; the panel tells which doors it passes."""
    if not stage.settings().walk:
        yield from driver.click_property("volume.walk", _WALK)
    if stage.settings().fly:
        yield from driver.click_property("volume.fly", _FLY)
    assert (stage.settings().fly, stage.settings().walk) == (False, True), "the clicks have chosen something else"
    yield from driver.rest()
    yield from driver.wait_until(lambda: "doors of" in stage.status().gap, "the panel tells of doors", seconds=20)
    yield from driver.illustrate("walkers-1-settings")


def _floors(driver: Driver) -> Steps[None]:
    """A bake draws floors, and Floors hides them."""
    plain = yield from driver.screenshot("1-before")
    yield from stage.bake(driver)
    surface = stage.session().bakes.surface_of(stage.active_volume())
    assert surface is not None, "the bake has no floors"
    assert stage.session().bakes.of(stage.active_volume()) is None, "nobody has asked for fliers"
    picture = yield from driver.illustrate("walkers-2-floors")
    assert driver.differing_pixels(plain, picture) > _VISIBLE, "floors are not drawn"
    yield from driver.click_property("display.floors", 0.5)
    yield from driver.rest()
    hidden = yield from driver.screenshot("2-hidden")
    assert driver.differing_pixels(picture, hidden) > _VISIBLE, "floors are not hidden"
    yield from driver.click_property("display.floors", 0.5)
    yield from driver.rest()


def _path(driver: Driver) -> Steps[None]:
    """The plaza's path climbs to its upper floor, and follows its goal."""
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    path = stage.answers(start)[0]
    assert path.found, path.reason
    assert np.ptp(path.points[:, 2]) > 1.0, "the path climbs nowhere"
    goal = stage.addon("objects.paths").goals_of(start)[0]
    yield from driver.look(goal.matrix_world.translation, *_CLIMB)
    yield from driver.settle()
    yield from driver.illustrate("walkers-3-path")
    yield from driver.look(goal.matrix_world.translation, *_NEAR)
    yield from stage.select(driver, goal)
    yield from driver.press("G")
    yield from driver.type_text("x0.5")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path has followed", seconds=20)
    moved = stage.answers(start)[0]
    assert abs(moved.points[-1][0] - path.points[-1][0] - 0.5) < 1e-3, "the path ends elsewhere"
    yield from driver.screenshot("3-followed")
    yield from driver.press("Z", ctrl=True)
    yield from driver.look(*_WHOLE)


def _preview(driver: Driver) -> Steps[None]:
    """Preview adds a figure with its feet on the floor at each frame."""
    surface = stage.session().bakes.surface_of(stage.active_volume())
    yield from driver.click_button("volant.fly", _PREVIEW)
    walker = bpy.context.view_layer.objects.active
    assert abs(walker.dimensions.z - surface.agent_height) < 1e-3, "the figure has another height"
    scene = bpy.context.scene
    for share in (0.2, 0.5, 0.8):
        scene.frame_set(scene.frame_start + round(share * (scene.frame_end - scene.frame_start)))
        place = np.array([walker.matrix_world.translation], np.float64)
        assert abs(surface.height(place)[0] - place[0, 2]) < surface.voxel_size, "its feet are not on the floor"
    scene.frame_set(scene.frame_start + (scene.frame_end - scene.frame_start) // 2)
    yield from driver.look(walker.matrix_world.translation, *_BESIDE)
    yield from driver.settle()
    yield from driver.illustrate("walkers-4-preview")
    yield from driver.look(*_WHOLE)


def _both(driver: Driver) -> Steps[None]:
    """Fly as well, and the bake has both; a path takes the way that is chosen."""
    side = driver.region("UI")
    yield from driver.move(side.x + side.width // 2, side.y + side.height // 2)
    for _ in range(_TURNS):
        yield from driver.tap("WHEELUPMOUSE")
    yield from driver.click_property("volume.fly", _FLY)
    assert (stage.settings().fly, stage.settings().walk) == (True, True), "the click has chosen something else"
    yield from stage.bake(driver)
    whole = stage.session().bakes.whole(stage.active_volume())
    assert whole.volume is not None, "the bake has no space for fliers"
    assert whole.surface is not None, "the bake has no floors"
    yield from driver.rest()
    yield from driver.illustrate("walkers-5-both")
