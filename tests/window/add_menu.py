# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The first minutes with Volant: a volume by the Add menu, then a bake of a sample, all by mouse and keys."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: Fewer pixels than this are a changed label, not the wires of a bake.
_VISIBLE = 2000


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from _add_volume(driver)
    yield from stage.open_sample(driver, options)
    yield from _bake(driver)
    yield from _search(driver)


def _add_volume(driver: Driver) -> Steps[None]:
    """The default scene: the Add menu has the entry, and typing finds it."""
    yield from driver.open_sidebar_tab("Volant")
    assert stage.active_volume() is None
    yield from driver.rest()
    yield from driver.press("A", shift=True)
    # Navigation is the last entry, and opens to the side.
    yield from driver.press("UP_ARROW")
    yield from driver.press("RIGHT_ARROW")
    yield from driver.screenshot("1-add-menu")
    yield from driver.press("RET")
    yield from driver.wait_until(stage.active_volume, "the menu has added a volume", seconds=10)
    assert not stage.stored(), "a new volume holds a bake already"
    yield from driver.screenshot("2-volume-added")
    yield from driver.press("A", shift=True)
    yield from driver.type_text("keep")
    yield from driver.screenshot("3-add-menu-searched")
    yield from driver.press("RET")
    markers = [made for made in bpy.data.objects if made.volant.role == "MARKER"]
    assert len(markers) == 1, f"the menu has added {len(markers)} keep markers"


def _search(driver: Driver) -> Steps[None]:
    """F3 and a few letters find a bake, as they find everything that is in a menu."""
    before = stage.stored()
    bpy.context.scene.volant.active_volume.volant.volume.agent_radius = 0.5
    yield from driver.rest()
    yield from driver.press("F3")
    yield from driver.type_text("bake nav")
    yield from driver.screenshot("8-searched")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: stage.stored() != before, "F3 has found Bake Navigation", seconds=60)


def _bake(driver: Driver) -> Steps[None]:
    """One click bakes, and the cells are there to see and to hide."""
    assert not stage.stored(), "there is a bake before the click"
    yield from driver.rest()
    before = yield from driver.screenshot("4-before-bake")
    yield from stage.bake(driver)
    baked = yield from driver.screenshot("5-baked")
    changed = driver.differing_pixels(before, baked)
    assert changed > _VISIBLE, f"the bake changed {changed} pixels of the viewport, so no cells are seen"
    eye = yield from driver.find_property("display.show", 0.8)
    yield from driver.click(*eye)
    yield from driver.rest()
    hidden = yield from driver.screenshot("6-cells-hidden")
    changed = driver.differing_pixels(hidden, baked)
    assert changed > _VISIBLE, f"hiding the cells changed {changed} pixels of the viewport"
    yield from driver.click(*eye)
    yield from driver.rest()
    shown = yield from driver.screenshot("7-cells-shown")
    assert driver.differing_pixels(shown, baked) < _VISIBLE, "the cells did not come back"
    print(f"cells are drawn on {changed} pixels", flush=True)
