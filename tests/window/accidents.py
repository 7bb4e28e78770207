# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A careless hour: undo, another scene, another window and deleting, all while a bake is under way, and copies."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: Objects of the scene and how finely they are made; the bake takes some seconds.
_ROCKS, _ACROSS, _VOXEL = 20, 20, "0.05"


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from stage.rock_scene(driver, _ROCKS, _ACROSS, is_smoothed=True, as_boxes=True)
    yield from driver.fill_field("volume.voxel_size", _VOXEL)
    bpy.context.scene.volant.display.cells = "OFF"
    for accident in (_undo, _other_scene, _other_window, _copies, _deleted):
        yield from accident(driver)


def _undo(driver: Driver) -> Steps[None]:
    """What was moved comes back, and the bake goes on: the box it was started for is the one it is stored with."""
    rock = bpy.data.objects["Rock"]
    yield from driver.rest()
    bpy.ops.object.select_all(action="DESELECT")
    rock.select_set(True)
    bpy.context.view_layer.objects.active = rock
    before = rock.location.z
    yield from driver.press("G")
    yield from driver.press("Z")
    yield from driver.type_text("1")
    yield from driver.press("RET")
    assert abs(bpy.data.objects["Rock"].location.z - before) > 0.5, "the rock has not moved"
    yield from _start(driver)
    yield from driver.press("Z", ctrl=True)
    assert abs(bpy.data.objects["Rock"].location.z - before) < 1e-4, "undo has not moved the rock back"
    yield from _finish(driver)
    yield from driver.wait_until(lambda: _state() == "STALE", "the panel has noticed that the rock is elsewhere", 10)
    yield from driver.screenshot("1-undo-while-baking")


def _other_scene(driver: Driver) -> Steps[None]:
    """The bake of one scene ends while another one is shown, with its modifiers."""
    home = bpy.context.scene
    before = stage.stored()
    yield from _start(driver, wait=False)
    other = bpy.data.scenes.new("Other")
    bpy.context.window.scene = other
    yield from driver.settle()
    yield from driver.screenshot("2-other-scene-while-baking")
    yield from _finish(driver)
    assert other.volant.active_volume is None
    bpy.context.window.scene = home
    yield from driver.settle()
    assert stage.stored() != before, "nothing was stored"
    yield from driver.wait_until(lambda: _state() == "FRESH", "the bake is up to date", seconds=10)
    yield from driver.screenshot("3-back-again")
    bpy.data.scenes.remove(other)


def _other_window(driver: Driver) -> Steps[None]:
    """A window that was opened for a moment does not take the bake with it when it is closed."""
    manager = bpy.context.window_manager
    bpy.ops.wm.window_new()
    yield from driver.wait_until(lambda: len(manager.windows) == 2, "the second window is open", seconds=20)
    yield from driver.settle()
    with bpy.context.temp_override(window=manager.windows[0]):
        bpy.ops.volant.bake("INVOKE_DEFAULT")
    yield
    assert stage.is_baking()
    with bpy.context.temp_override(window=manager.windows[1]):
        bpy.ops.wm.window_close()
    yield from driver.wait_until(lambda: len(manager.windows) == 1, "the second window is closed", seconds=20)
    assert stage.is_baking(), "closing a window has stopped the bake of another"
    yield from _finish(driver)
    assert _state() == "FRESH"


def _copies(driver: Driver) -> Steps[None]:
    """Shift-D: the copy has its own bake, and is out of date where it stands."""
    volume = stage.active_volume()
    assert volume is not None
    name = volume.name
    yield from driver.rest()
    bpy.ops.object.select_all(action="DESELECT")
    volume.select_set(True)
    bpy.context.view_layer.objects.active = volume
    yield from driver.press("D", shift=True)
    yield from driver.press("X")
    yield from driver.type_text("3")
    yield from driver.press("RET")
    copy = stage.active_volume()
    assert copy is not None
    assert copy.name != name, "the panel does not show the copy"
    assert copy.volant.volume.bake, "the copy has no bake"
    yield from driver.wait_until(lambda: _state() == "STALE", "the panel says that the copy is out of date", seconds=10)
    yield from driver.screenshot("4-copied-volume")


def _deleted(driver: Driver) -> Steps[None]:
    """X while the copy is baked: a sentence, and the panel shows the other volume."""
    yield from _start(driver, wait=False)
    yield from driver.rest()
    yield from driver.press("X")
    yield from driver.press("RET")
    volume = stage.active_volume()
    assert volume is not None, "the panel shows no volume"
    assert volume.name == "Nav Volume", f"the panel shows {volume.name}"
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has ended", seconds=120)
    yield from driver.settle()
    yield from driver.screenshot("5-deleted-while-baking")


def _start(driver: Driver, wait: bool = True) -> Steps[None]:
    yield from driver.click_button("volant.bake")
    assert stage.is_baking(), "the click has started no bake, or it was over at once; make it larger"
    if wait:
        yield from driver.rest()


def _finish(driver: Driver) -> Steps[None]:
    assert stage.is_baking(), "the bake was over too early; make it larger"
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has ended", seconds=180)
    yield from driver.settle()


def _state() -> str:
    volume = stage.active_volume()
    return str(stage.session().status.state(volume)) if volume else ""
