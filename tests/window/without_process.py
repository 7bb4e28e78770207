# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where no second process can be started, a bake of 58,000 triangles runs in slices: slower, the panel says so, and the
window stays usable.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from . import stage, standstill

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: 58,000 triangles.
_ROCKS, _ACROSS = 58, 16


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    sys.executable = "/nowhere/python"
    button = yield from standstill.add_rocks(driver, _ROCKS, _ACROSS)
    yield from driver.move(*button)
    yield from driver.settle()
    clock, job = yield from standstill.watched_bake(driver)
    assert "cannot start a second process" in job.note, f"the note is {job.note!r}"
    assert not stage.second_processes()
    standstill.expect_usable(clock)

    # Not while it is measured, because taking a picture takes long.
    yield from driver.click(*button)
    yield from driver.wait_until(lambda: stage.is_baking() and stage.session().job.note, "it bakes")
    yield from driver.rest()
    yield from driver.screenshot("1-in-slices")
    assert stage.is_baking(), "the bake was over before the picture was taken; make it larger"
    yield from driver.press("ESC")
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has stopped", seconds=10)
    yield from driver.screenshot("2-stopped")
