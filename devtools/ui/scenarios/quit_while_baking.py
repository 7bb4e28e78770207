# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender is closed while it bakes: it ends soon and well. The driver quits where the scenario ends."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from . import stage

if TYPE_CHECKING:
    from ..driver import Driver, Steps

_ROCKS, _ACROSS = 50, 50
#: Meshes are read by then.
_WELL_UNDER_WAY = 0.2


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    stage.add_rocks(_ROCKS, _ACROSS)
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    yield from driver.fill_field("volume.voxel_size", "0.06")
    yield from driver.click_button("volant.bake")
    yield from driver.wait_until(stage.is_baking, "the click has started a bake", seconds=10)
    job = stage.addon("jobs.under_way").current()
    yield from driver.wait_until(lambda: job.fraction > _WELL_UNDER_WAY, "the bake is well under way")
    yield from driver.screenshot("1-before-quitting")
    assert stage.is_baking(), "the bake was over before Blender could be closed; make it larger"
