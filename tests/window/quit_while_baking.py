# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender is closed while it bakes: it ends soon and well. The driver quits where the scenario ends."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from stage.rock_scene(driver)
    yield from driver.fill_field("volume.voxel_size", "0.06")
    yield from stage.start_bake(driver)
    yield from driver.screenshot("1-before-quitting")
    assert stage.is_baking(), "the bake was over before Blender could be closed; make it larger"
