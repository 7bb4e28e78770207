# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "Troubleshooting": symptoms are brought about, told as the page tells them, and mended its way."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

PAGE = "troubleshooting"
#: Fewer pixels than this are a changed label, not all cells.
_VISIBLE = 500
#: A place of the cube that no empty is before.
_CORNER = (0.95, -0.95, -0.6)


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from stage.default_scene(driver)
    yield from stage.bake(driver)
    yield from _voxels_too_small(driver)
    yield from _agent_too_large(driver)
    yield from _no_faces(driver)
    yield from _ends(driver)
    yield from _ignored(driver)
    yield from _fit(driver)
    yield from _nothing_drawn(driver)


def _voxels_too_small(driver: Driver) -> Steps[None]:
    """The panel warns before a bake, and names a voxel that fits."""
    kept = stage.settings().voxel_size
    yield from driver.fill_field("volume.voxel_size", "0.0001")
    yield from _wait_for_warning(driver, "over the limit of 32768")
    yield from driver.rest()
    yield from driver.illustrate("troubleshooting-1-limit", (0.75, 0.0, 1.0, 0.6))
    yield from driver.fill_field("volume.voxel_size", f"{kept:.3f}")
    yield from _wait_for_warning(driver, "")


def _agent_too_large(driver: Driver) -> Steps[None]:
    """A bake without any free space is refused with what to do; the last one stays."""
    radius, words = stage.settings().agent_radius, "no free space is left"
    yield from driver.fill_field("volume.agent_radius", "5")
    problem = yield from stage.refused_bake(driver)
    assert words in problem.words, f"the panel tells {problem.words}"
    stage.page_tells(PAGE, words)
    yield from driver.illustrate("troubleshooting-2-no-free-space", (0.75, 0.0, 1.0, 0.6))
    yield from driver.fill_field("volume.agent_radius", f"{radius:.3f}")
    yield from stage.long_work(driver, "volant.bake")
    assert stage.status().state == "FRESH", f"the panel tells {stage.status().words}"


def _no_faces(driver: Driver) -> Steps[None]:
    """The only mesh hidden with H, and shown again with Alt+H."""
    yield from driver.click(*driver.pixel_of(_CORNER))
    yield from driver.press("H")
    yield from _wait_for_warning(driver, "No visible object has faces")
    yield from driver.press("H", alt=True)
    yield from _wait_for_warning(driver, "")


def _ends(driver: Driver) -> Steps[None]:
    """A goal in the cube is on another island, and one outside of the volume is in no free space."""
    yield from driver.click_button("volant.add_path")
    yield from driver.rest()
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    [goal] = stage.addon("objects.paths").goals_of(start)
    free = goal.location.copy()
    for place, words in (
        ((0.0, 0.0, 0.0), "no path: start on island 1, goal on 2"),
        ((0.0, 0.0, 4.0), "no path: goal not in free space"),
        ((1.2, 0.0, 0.0), "goal moved into free space"),
    ):
        goal.location = place
        yield from driver.settle()
        told = " ".join(stage.path_words(start))
        assert words in told, f"with its goal at {place} the panel tells {told}, not {words}"
        stage.page_tells(PAGE, words)
    yield from driver.screenshot("3-goal-moved-into-free-space")
    goal.location = free
    yield from driver.settle()
    assert not stage.path_words(start), "the path is not found any more"


def _ignored(driver: Driver) -> Steps[None]:
    """Object Properties ▸ Visibility ▸ Navigation ▸ Ignore: the cube is no obstacle any more."""
    cube = bpy.data.objects["Cube"]
    yield from driver.click(*driver.pixel_of(_CORNER))
    assert bpy.context.view_layer.objects.active == cube, "the click has missed the cube"
    properties = driver.area("PROPERTIES")
    properties.spaces.active.context = "OBJECT"
    # Panels are only found by eye; the field at the top of the editor opens the one that has the word.
    properties.spaces.active.search_filter = "Ignore"
    yield from driver.settle()
    place = yield from driver.find_property("volant.ignore", region=driver.region("WINDOW", properties))
    yield from driver.click(*place)
    assert cube.volant.ignore, "the click has not ticked Ignore"
    yield from _wait_for_warning(driver, "No visible object has faces")
    yield from driver.rest()
    yield from driver.screenshot("4-ignored")
    yield from driver.press("Z", ctrl=True)
    properties.spaces.active.search_filter = ""
    assert not bpy.data.objects["Cube"].volant.ignore, "undo has not taken the tick away"


def _fit(driver: Driver) -> Steps[None]:
    """A volume that misses the scene is set around it by the button beside its margin."""
    volume = stage.active_volume()
    assert volume is not None
    world_box = stage.addon("objects.volume_box").world_box
    home = world_box(volume)
    volume.scale, volume.location = (0.5, 0.5, 0.5), (3.0, 0.0, 0.0)
    yield from driver.settle()
    _x, y = yield from driver.find_property("volume.margin")
    side = driver.region("UI")
    yield from driver.click(side.x + int(stage.PLUS * side.width), y)
    yield from driver.screenshot("5-fit-menu")
    yield from driver.press("S")
    yield from driver.settle()
    assert np.allclose(world_box(volume), home, atol=1e-4), f"the box is elsewhere: {world_box(volume)}"


def _nothing_drawn(driver: Driver) -> Steps[None]:
    """A hidden volume object hides its cells, and shown again shows them."""
    yield from driver.rest()
    shown = yield from driver.screenshot("6-shown")
    volume = stage.active_volume()
    assert volume is not None
    bpy.ops.object.select_all(action="DESELECT")
    volume.select_set(True)
    yield from driver.press("H")
    hidden = yield from driver.screenshot("7-volume-hidden")
    assert driver.differing_pixels(shown, hidden) > _VISIBLE, "hiding the volume has hidden nothing"
    yield from driver.press("H", alt=True)
    again = yield from driver.screenshot("8-volume-shown")
    assert driver.differing_pixels(hidden, again) > _VISIBLE, "showing the volume has shown nothing"


def _wait_for_warning(driver: Driver, words: str) -> Steps[None]:
    def is_told() -> bool:
        warning: str = stage.status().warning
        return words in warning if words else not warning

    yield from driver.wait_until(is_told, f"the panel warns: {words}" if words else "the warning is gone", seconds=10)
    if words:
        stage.page_tells(PAGE, words)
