# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The process that bakes is killed half-way: the last bake stays, the panel says why, and the next bake works."""

from __future__ import annotations

import argparse
import os
import signal
from typing import TYPE_CHECKING

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: Voxel sizes of bakes that are kept, and of the one that is killed.
_COARSE, _FINE, _OTHER = "0.5", "0.04", "0.4"
_WORDS = "the process that worked on it was ended from outside"


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from stage.rock_scene(driver)
    yield from driver.fill_field("volume.voxel_size", _COARSE)
    yield from stage.bake(driver)
    kept = stage.stored()
    yield from driver.fill_field("volume.voxel_size", _FINE)
    yield from stage.start_bake(driver)
    yield from driver.screenshot("1-under-way")
    assert stage.is_baking(), "the bake was over before it could be killed; make it larger"
    (worker,) = stage.second_processes()
    os.kill(worker, signal.SIGKILL)
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has ended", seconds=10)
    yield from driver.settle()
    yield from driver.screenshot("2-killed")
    # The message that pops up.
    yield from driver.press("ESC")
    assert stage.stored() == kept, "the last bake was changed"
    problem = stage.session().status.problems.get(stage.active_volume().session_uid)
    assert problem is not None, "the panel tells nothing"
    assert _WORDS in problem.words, f"the panel tells {problem.words}"
    assert not stage.second_processes(), "a process is left"
    yield from driver.find_button("volant.bake")
    yield from driver.rest()
    yield from driver.screenshot("3-told")

    yield from driver.fill_field("volume.voxel_size", _OTHER)
    yield from stage.bake(driver)
    assert stage.status().state == "FRESH", f"the panel tells {stage.status().words}"
    assert stage.session().status.problems.get(stage.active_volume().session_uid) is None
    yield from driver.screenshot("4-baked-again")
