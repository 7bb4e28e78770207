# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake that takes its time is stopped: once with Esc, once with the panel's ✕; the last bake stays."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: Voxel sizes of a bake that is kept, in a second or two, and of those that are stopped.
_COARSE, _FINE = "0.5", "0.04"


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from stage.rock_scene(driver)
    yield from driver.fill_field("volume.agent_radius", "0")
    yield from driver.fill_field("volume.voxel_size", _COARSE)
    coarse = _grid()
    yield from stage.bake(driver)
    kept = stage.stored()
    yield from driver.screenshot("1-baked-coarsely")
    yield from driver.fill_field("volume.voxel_size", _FINE)
    yield from driver.wait_until(lambda: _grid() != coarse, "the panel tells the size of the finer grid", seconds=10)

    yield from stage.start_bake(driver)
    yield from driver.screenshot("2-under-way")
    assert stage.is_baking(), "the bake was over before it could be stopped; make it larger"
    # With the mouse anywhere, here over the viewport.
    yield from driver.press("ESC")
    yield from _expect_stopped(driver, kept)
    yield from driver.screenshot("3-stopped-by-escape")

    # Where the button that clears a bake is otherwise, the one that stops it will be.
    cross = yield from driver.find_button("volant.clear_bake")
    yield from stage.start_bake(driver)
    yield from driver.move(*cross)
    yield from driver.screenshot("4-over-the-cross")
    assert stage.is_baking(), "the bake was over before it could be stopped; make it larger"
    yield from driver.click(*cross)
    yield from _expect_stopped(driver, kept)
    yield from driver.screenshot("5-stopped-by-cross")


def _grid() -> str:
    """What the panel tells of the grid that a bake would fill."""
    known = stage.session().status.of(stage.active_volume())
    return known.grid if known else ""


def _expect_stopped(driver: Driver, kept: bytes) -> Steps[None]:
    """The bake ends soon, the last one is still there, and so is the button."""
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has stopped", seconds=5)
    assert stage.stored() == kept, "the last bake was changed"
    yield from driver.find_button("volant.bake")
    yield from driver.rest()
