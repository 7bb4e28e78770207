# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Work is interrupted by what is done to Blender: another scene, another file, and Volant switched off and on again.

Neither processes nor files stay behind.
"""

from __future__ import annotations

import argparse
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import bpy

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

_NAME = "bl_ext.user_default.volant"


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from _other_scene(driver)
    yield from _other_file(driver)
    yield from _switched_off(driver)


def _other_scene(driver: Driver) -> Steps[None]:
    """A leak search ends while a scene without any volume is shown."""
    yield from stage.default_scene(driver)
    yield from stage.add_marker(driver)
    yield from stage.bake(driver)
    home, volume = bpy.context.scene, stage.active_volume()
    # Stopped for a moment, or it would be too quick.
    (worker,) = stage.second_processes()
    os.kill(worker, signal.SIGSTOP)
    yield from driver.click_button("volant.find_leak")
    yield from driver.wait_until(stage.is_baking, "the search has begun", seconds=10)
    other = bpy.context.window.scene = bpy.data.scenes.new("Other")
    yield from driver.settle()
    os.kill(worker, signal.SIGCONT)
    yield from driver.wait_until(lambda: not stage.is_baking(), "the search has ended", seconds=60)
    yield from driver.settle()
    assert stage.session().leak.of(volume) is not None, "what was found is lost"
    yield from driver.screenshot("1-other-scene")
    bpy.context.window.scene = home
    bpy.data.scenes.remove(other)
    yield from driver.settle()


def _other_file(driver: Driver) -> Steps[None]:
    """Blender's default file is opened while a bake is under way, and can be baked at once."""
    yield from _start(driver)
    yield from driver.screenshot("2-under-way")
    assert stage.is_baking(), "the bake was over before it could be interrupted; make it larger"
    bpy.ops.wm.read_homefile()
    yield from driver.settle()
    assert not stage.is_baking(), "the bake goes on in another file"
    _expect_nothing_left()
    yield from stage.default_scene(driver)
    yield from stage.bake(driver)
    yield from driver.screenshot("3-other-file-baked")


def _switched_off(driver: Driver) -> Steps[None]:
    """Volant is disabled while a bake is under way, and works when it is enabled again."""
    yield from _start(driver)
    assert stage.is_baking(), "the bake was over before it could be interrupted; make it larger"
    told: list[str | None] = []
    tell = bpy.types.WorkSpace.status_text_set

    def noted(workspace: bpy.types.WorkSpace, text: str | None) -> None:
        told.append(text)
        tell(workspace, text)

    # Nobody can ask for what the status bar says.
    bpy.types.WorkSpace.status_text_set = noted
    yield from driver.wait_until(lambda: told, "the status bar tells more", seconds=30)
    bpy.ops.preferences.addon_disable(module=_NAME)
    bpy.types.WorkSpace.status_text_set = tell
    assert told[-1] is None, f"the status bar still tells {told[-1]}"
    yield from driver.settle()
    _expect_nothing_left()
    yield from driver.screenshot("4-switched-off")
    bpy.ops.preferences.addon_enable(module=_NAME)
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.fill_field("volume.voxel_size", "0.5")
    yield from stage.bake(driver)
    yield from driver.screenshot("5-switched-on-again")


def _start(driver: Driver) -> Steps[None]:
    """A bake that takes its time, well under way."""
    yield from stage.rock_scene(driver)
    yield from driver.fill_field("volume.voxel_size", "0.04")
    yield from stage.start_bake(driver)


def _expect_nothing_left() -> None:
    assert not stage.second_processes(), "a process is left"
    assert not list(Path(bpy.app.tempdir).glob("volant-*")), "a folder is left"
