# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The first minutes with Volant: a volume in the default scene, then a bake of a sample, all by clicking."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy

if TYPE_CHECKING:
    from ..drive import Driver, Steps

#: Fewer pixels than this are a changed label, not the wires of a bake.
_VISIBLE = 2000


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from _add_volume(driver)
    yield from _open(driver, options)
    yield from _bake(driver)


def _active_volume() -> bpy.types.Object | None:
    return bpy.context.scene.volant.active_volume


def _stored() -> bytes:
    volume = _active_volume()
    return volume.volant.volume.bake if volume else b""


def _add_volume(driver: Driver) -> Steps[None]:
    """The default scene: the tab offers a volume, and one click makes it."""
    yield from driver.open_sidebar_tab("Volant")
    assert _active_volume() is None
    yield from driver.screenshot("1-empty-scene")
    yield from driver.click_button("volant.add_volume")
    yield from driver.wait_until(_active_volume, "the click has added a volume", seconds=10)
    assert not _stored(), "a new volume holds a bake already"
    yield from driver.screenshot("2-volume-added")


def _open(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    """Go on with a sample, and give it a volume if it comes without."""
    bpy.ops.wm.open_mainfile(filepath=str(options.sample))
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    if _active_volume() is None:
        yield from driver.click_button("volant.add_volume")
        yield from driver.wait_until(_active_volume, "the click has added a volume", seconds=10)


def _bake(driver: Driver) -> Steps[None]:
    """One click bakes, and the cells are there to see."""
    place = yield from driver.find_button("volant.bake")
    yield from driver.settle()
    assert not _stored(), "there is a bake before the click"
    before = yield from driver.screenshot("3-before-bake")
    yield from driver.click(*place)
    yield from driver.wait_until(_stored, "the click has baked")
    # Out of the button, or its tooltip would cover the panel.
    viewport = driver.viewport
    yield from driver.move(viewport.x + viewport.width // 2, viewport.y + viewport.height // 2)
    baked = yield from driver.screenshot("4-baked")
    changed = driver.differing_pixels(before, baked)
    assert changed > _VISIBLE, f"the bake changed {changed} pixels of the viewport, so no cells are seen"
    bpy.context.scene.volant.display.show = False
    hidden = yield from driver.screenshot("5-cells-hidden")
    changed = driver.differing_pixels(hidden, baked)
    assert changed > _VISIBLE, f"hiding the cells changed {changed} pixels of the viewport"
    print(f"cells are drawn on {changed} pixels", flush=True)
