# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A volume as the object that Blender's own tools see: clicked, scaled, duplicated, and never warned of."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: The lower left of the screen, where Blender tells what the mouse would do and what is odd about the active object.
_STATUS_BAR = "[900x22+0+878]"
#: Pixels in which two pictures of it differ when one of them has a sentence more.
_SENTENCE = 300


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    bpy.data.objects["Cube"].data.transform(((3, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0.5, 0), (0, 0, 0, 1)))
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    yield from driver.wait_until(stage.active_volume, "the click has added a volume", seconds=10)
    volume = _volume()
    yield from stage.step_back(driver)
    assert bpy.context.object == volume
    assert np.ptp(stage.settings().size) > 1.0, f"the box is a cube: {stage.settings().size[:]}"
    warned = yield from _is_warned_of(driver, "1-added")
    assert not warned, "Blender warns of a volume that was just added"
    yield from _type_size(driver)
    yield from _click_edge(driver)
    warned = yield from _is_warned_of(driver, "3-clicked")
    assert not warned, "Blender warns of a volume whose size was typed"
    yield from _scale_by_hand(driver)
    yield from _duplicate(driver)


def _volume() -> bpy.types.Object:
    """The volume as it is now, because undo makes other objects."""
    volume = stage.active_volume()
    assert volume is not None, "there is no volume"
    return volume


def _type_size(driver: Driver) -> Steps[None]:
    """A size that is typed is the box's, and undo brings the old one back."""
    before = np.array(stage.settings().size)
    yield from driver.fill_field("volume.size[0]", "12", share=0.2)
    yield from driver.rest()
    yield from driver.screenshot("2-typed")
    after = np.array(stage.settings().size)
    assert np.allclose(after, [12.0, *before[1:]], atol=1e-4), f"12 typed for x gives {after}"
    yield from driver.press("Z", ctrl=True)
    assert np.allclose(stage.settings().size, before, atol=1e-4), "undo has not brought the size back"


def _click_edge(driver: Driver) -> Steps[None]:
    """An edge is clicked like that of any object."""
    volume = _volume()
    bpy.ops.object.select_all(action="DESELECT")
    bpy.context.view_layer.objects.active = None
    yield from driver.settle()
    low, high = np.array(stage.addon("objects.volume_box").world_box(volume))
    yield from driver.click(*driver.pixel_of((low[0] + 0.4 * (high[0] - low[0]), low[1], high[2])))
    yield from driver.rest()
    assert bpy.context.object == volume, f"the click has selected {bpy.context.object}"


def _scale_by_hand(driver: Driver) -> Steps[None]:
    """S scales the box as it does everything; of that scale Blender warns, which shows what the pictures can tell."""
    before = np.array(stage.settings().size)
    for key in ("S", "X"):
        yield from driver.press(key)
    yield from driver.type_text("2")
    yield from driver.press("RET")
    warned = yield from _is_warned_of(driver, "4-scaled")
    assert np.allclose(stage.settings().size, before * [2, 1, 1], atol=1e-3), f"S X 2 gives {stage.settings().size[:]}"
    assert warned, "Blender does not warn of an uneven scale here, so that nothing is shown"
    yield from driver.press("Z", ctrl=True)
    assert tuple(_volume().scale) == (1.0, 1.0, 1.0)


def _duplicate(driver: Driver) -> Steps[None]:
    """A linked duplicate, Alt D, has a box of its own."""
    volume = _volume()
    yield from driver.press("D", alt=True)
    yield from driver.press("RET")
    copy = bpy.context.object
    assert copy is not None
    assert copy != volume, "Alt D has made no copy"
    assert copy.data != volume.data, "the copy shares its lattice"
    assert stage.active_volume() == copy, "the panel shows another volume than the one just made"
    before = np.array(volume.volant.volume.size)
    yield from driver.fill_field("volume.size[0]", "2", share=0.2)
    assert np.allclose(volume.volant.volume.size, before), "the size of a copy was set, and the volume has changed"
    yield from driver.rest()
    yield from driver.screenshot("5-duplicated")
    for _ in range(2):
        yield from driver.press("Z", ctrl=True)
    assert len(stage.addon("objects.volumes").scene_volumes(bpy.context.scene)) == 1, "undo has left the copy"


def _is_warned_of(driver: Driver, name: str) -> Steps[bool]:
    """Whether the status bar tells more while the volume is the active object than while the cube is."""
    # It tells of the active object while the mouse is over the viewport.
    yield from driver.rest()
    with_volume = yield from driver.screenshot(name)
    bpy.context.view_layer.objects.active = bpy.data.objects["Cube"]
    with_cube = yield from driver.screenshot(f"{name}-cube")
    bpy.context.view_layer.objects.active = _volume()
    yield from driver.settle()
    return _differing(with_volume, with_cube) > _SENTENCE


def _differing(one: Path, other: Path) -> int:
    """In how many pixels the status bars of two screenshots differ."""
    pictures = [f"{one}{_STATUS_BAR}", f"{other}{_STATUS_BAR}"]
    difference = ["-compose", "difference", "-composite", "-colorspace", "gray", "-threshold", "10%"]
    command = ["convert", *pictures, *difference, "-format", "%[fx:mean*w*h]", "info:"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return round(float(answer.stdout))
