# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "Rooms and markers": one beside the cube keeps the outside, one in its wall is refused."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy
from mathutils import Vector

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

PAGE = "rooms_and_markers"
#: Beside the cube as the default view shows it: so far to the right, in metres, is still in the volume.
_BESIDE = (1.58, 0.0, 0.0)
#: In the middle of the cube's upper side.
_ON_TOP = (0.0, 0.0, 1.0)
#: Fewer pixels than this are a changed label.
_VISIBLE = 500


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from stage.default_scene(driver)
    yield from stage.bake(driver)
    assert ", 2 islands" in stage.status().words, f"the panel tells {stage.status().words}"
    yield from _put_one_in(driver)
    yield from _see_what_was_removed(driver)
    yield from _in_a_wall(driver)


def _put_one_in(driver: Driver) -> Steps[None]:
    """Cursor, Add menu, Bake."""
    turned = driver.viewport.spaces.active.region_3d.view_rotation @ Vector(_BESIDE)
    place = driver.pixel_of(turned)
    yield from driver.place_cursor(*place)
    assert (bpy.context.scene.cursor.location - turned).length < 0.1, "the cursor is not where the mouse was"
    yield from driver.press("A", shift=True)
    yield from driver.type_text("keep")
    yield from driver.press("RET")
    markers = [made for made in bpy.data.objects if made.volant.role == "MARKER"]
    assert len(markers) == 1, f"the menu has added {len(markers)} keep markers"
    yield from driver.rest()
    yield from driver.illustrate("rooms_and_markers-1-added")
    yield from stage.bake(driver)
    assert ", 1 island" in stage.status().words, f"the panel tells {stage.status().words}"
    [told] = stage.status().markers
    assert (told.name, told.is_good) == ("Keep Marker", True)
    assert told.words == "keeps 91%", f"the panel tells {told.words}"
    stage.page_tells(PAGE, f"{told.name} {told.words}")


def _see_what_was_removed(driver: Driver) -> Steps[None]:
    """Display ▸ More ▸ Removed Space, with X-ray to look into the cube."""
    yield from driver.press("Z", alt=True)
    before = yield from driver.screenshot("2-x-ray")
    yield from driver.open_sub_panel("display.near_paths")
    yield from driver.click_property("display.removed")
    assert bpy.context.scene.volant.display.removed
    yield from driver.rest()
    picture = yield from driver.illustrate("rooms_and_markers-2-removed")
    changed = driver.differing_pixels(before, picture)
    assert changed > _VISIBLE, f"removed space changed {changed} pixels"
    yield from driver.click_property("display.removed")
    yield from driver.open_sub_panel("display.near_paths")
    yield from driver.rest()
    yield from driver.press("Z", alt=True)


def _in_a_wall(driver: Driver) -> Steps[None]:
    """A second marker on the cube's upper side is between its outside and its inside, and in neither."""
    yield from driver.place_cursor(*driver.pixel_of(_ON_TOP))
    assert (bpy.context.scene.cursor.location - Vector(_ON_TOP)).length < 0.05, "the cursor is not on the cube"
    marker = yield from stage.add_marker(driver)
    problem = yield from stage.refused_bake(driver)
    stage.page_tells(PAGE, problem.words)
    yield from driver.illustrate("rooms_and_markers-3-in-a-wall")
    where = marker.location.copy()
    yield from driver.click_button("volant.move_marker")
    assert 0.25 < (marker.location - where).length < 0.45, "the marker was not moved to the nearest free space"
    yield from stage.bake(driver)
    assert [told.is_good for told in stage.status().markers] == [True, True], "a marker keeps nothing"
    yield from driver.screenshot("4-moved-and-baked")
