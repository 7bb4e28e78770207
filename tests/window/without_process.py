# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where no second process can be started, a bake of 58,000 triangles runs in slices: slower, the panel says so, and the
window stays usable. What is measured, and what is left out, is as in `responsive`.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING

import bpy

from . import stage
from .responsive import FIRST, Clock, threads

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: 58,000 triangles in a grid of 256 voxels along the longest side.
_ROCKS, _ACROSS, _VOXELS = 58, 16, 256
#: Seconds that the window may stand still.
_LONGEST = 0.25


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    sys.executable = "/nowhere/python"
    stage.add_rocks(_ROCKS, _ACROSS)
    for rock in bpy.context.scene.objects:
        rock.display_type = "BOUNDS"
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    volume = stage.active_volume()
    assert volume is not None
    yield from driver.fill_field("volume.voxel_size", f"{max(volume.scale) / _VOXELS:.5f}")
    yield from driver.fill_field("volume.agent_radius", "0.1")
    bpy.context.scene.volant.display.cells = "OFF"
    for thread in threads():
        os.setpriority(os.PRIO_PROCESS, int(thread.name), FIRST)
    button = yield from driver.find_button("volant.bake")
    yield from driver.move(*button)
    yield from driver.settle()

    clock = Clock()
    began = time.perf_counter()
    yield from driver.tap("LEFTMOUSE")
    yield from driver.wait_until(stage.is_baking, "the click has started a bake", seconds=10)
    job = stage.session().job
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has ended", seconds=300)
    took = time.perf_counter() - began
    assert "cannot start a second process" in job.note, f"the note is {job.note!r}"
    assert not stage.second_processes()
    for _ in range(40):
        yield
    clock.stop()
    print(
        f"{stage.status().sources} in {took:.1f} s; it stood in line for a processor in {clock.crowded:.1f} s of them"
    )
    worst = clock.longest()
    for what, gap in worst.items():
        print(f"{what}: stood still for up to {gap:.3f} s", flush=True)
    slow = [f"{what} ({gap:.3f} s)" for what, gap in worst.items() if gap > _LONGEST]
    assert not slow, f"the window stood still during {', '.join(slow)}"

    # Not while it is measured, because taking a picture takes long.
    yield from driver.click(*button)
    yield from driver.wait_until(lambda: stage.is_baking() and stage.session().job.note, "it bakes")
    yield from driver.rest()
    yield from driver.screenshot("1-in-slices")
    assert stage.is_baking(), "the bake was over before the picture was taken; make it larger"
    yield from driver.press("ESC")
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has stopped", seconds=10)
    yield from driver.screenshot("2-stopped")
