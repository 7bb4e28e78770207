# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "Voxel size and radius": an agent too large for its voxels, smaller voxels, and depth instead."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

PAGE = "voxel_size_and_radius"
#: The radius and the voxels that the page has the reader type.
_RADIUS, _FINE = "0.7", "0.25"


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    yield from driver.look((0.0, -2.0, 9.5), (-0.3, -1.0, 0.2), 40.0)
    yield from stage.bake(driver)
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    assert stage.answers(start)[0].found, "the sample's path is not found"
    yield from driver.screenshot("1-as-it-is")

    yield from driver.fill_field("volume.agent_radius", _RADIUS)
    yield from driver.wait_until(lambda: stage.status().state == "STALE", "the bake is out of date", seconds=10)
    assert stage.status().words == "Agent Radius changed"
    yield from stage.bake(driver)
    [words] = stage.path_words(start)
    stage.page_tells(PAGE, words)
    yield from driver.illustrate("voxel_size_and_radius-1-closed")

    coarse = stage.status().grid
    stage.page_tells(PAGE, coarse.split(",")[0])
    yield from driver.fill_field("volume.voxel_size", _FINE)
    yield from driver.wait_until(lambda: stage.status().grid != coarse, "the panel tells the finer grid", seconds=10)
    fine = stage.status().grid
    stage.page_tells(PAGE, fine.split(",")[0])
    stage.page_tells(PAGE, stage.status().gap)
    yield from stage.bake(driver)
    assert stage.answers(start)[0].found, f"smaller voxels do not help: {stage.path_words(start)}"
    yield from driver.illustrate("voxel_size_and_radius-2-open")
    yield from _depth(driver)


def _depth(driver: Driver) -> Steps[None]:
    """Advanced ▸ Resolution ▸ Depth: 7 is 128 voxels along the longest side."""
    volume = stage.active_volume()
    assert volume is not None
    yield from driver.open_sub_panel("volant.bake", is_above=True)
    menu = yield from driver.find_property("volume.resolution")
    yield from driver.click(*menu)
    yield from driver.press("D")
    assert volume.volant.volume.resolution == "MAX_DEPTH", "the menu has not chosen Depth"
    yield from driver.fill_field("volume.max_depth", "7")
    grid = "128 × 128 × 128"
    yield from driver.wait_until(lambda: grid in stage.status().grid, f"the grid is {grid}", seconds=10)
    yield from driver.rest()
    yield from driver.illustrate("voxel_size_and_radius-3-depth", (0.75, 0.0, 1.0, 0.75))
