# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The handles on a volume's box: one drag moves one side, Esc or undo brings it back."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy
import numpy as np
from mathutils import Vector

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: Pixels from the middle of a face to somewhere on its arrow, and how far it is dragged.
_ON_ARROW, _DRAG = 25, 120


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    yield from driver.wait_until(stage.active_volume, "the click has added a volume", seconds=10)
    yield from stage.step_back(driver)
    yield from driver.rest()
    yield from driver.screenshot("1-handles")
    before = _box()
    begin, end = _way(driver)
    yield from driver.drag(begin, end)
    yield from driver.screenshot("2-dragged")
    after = _box()
    assert after[1, 0] > before[1, 0] + 0.5, f"the side at +x has not moved: {before} to {after}"
    same = np.ones((2, 3), bool)
    same[1, 0] = False
    assert np.allclose(after[same], before[same], atol=1e-5), f"other sides have moved: {before} to {after}"
    yield from driver.rest()
    yield from driver.press("Z", ctrl=True)
    yield from driver.settle()
    assert np.allclose(_box(), before, atol=1e-5), f"undo gives {_box()} in place of {before}"
    yield from driver.screenshot("3-undone")


def _box() -> np.ndarray:
    return np.array(stage.addon("objects.volume_box").world_box(bpy.context.scene.volant.active_volume))


def _way(driver: Driver) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where the handle of the side at +x is seen, and where it is dragged."""
    (_left, near, below), (right, far, above) = _box()
    places = [(right + step, (near + far) / 2, (below + above) / 2) for step in (0.0, 1.0)]
    foot, ahead = (Vector(driver.pixel_of(place)) for place in places)
    way = (ahead - foot).normalized()
    begin, end = ((round(at.x), round(at.y)) for at in (foot + _ON_ARROW * way, foot + (_ON_ARROW + _DRAG) * way))
    return begin, end
