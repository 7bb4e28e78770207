# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The goal of a path is grabbed and moved: the path follows while the mouse moves, and undo brings it back."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: How far the mouse goes at each step, in pixels, and how often.
_STRIDE, _STRIDES = (-6, 14), 5
#: A path that moved changes more pixels than this.
_VISIBLE = 150


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    yield from stage.bake(driver)
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    goal = stage.addon("objects.paths").goals_of(start)[0]
    volume = stage.active_volume()
    was, home = _points(start), goal.location.copy()
    x, y = driver.pixel_of(goal.matrix_world.translation)
    yield from driver.click(x, y)
    assert bpy.context.view_layer.objects.active == goal, "the click has not selected the goal"
    assert np.array_equal(_points(start), was), "selecting the goal has changed the path"
    before = yield from driver.screenshot("1-goal-selected")

    yield from driver.press("G")
    for number in range(1, _STRIDES + 1):
        x, y = x + _STRIDE[0], y + _STRIDE[1]
        yield from driver.move(x, y)
        yield from driver.settle()
        now = _points(start)
        place, voxel = (
            np.array(goal.matrix_world.translation),
            stage.session().bakes.of(volume).voxel_size,
        )
        # Behind a wall the path ends at the nearest free place.
        assert np.linalg.norm(now[-1] - place) <= 2.0 * voxel, f"step {number}: the path lags behind"
        assert not np.array_equal(now, was), f"step {number}: the path stays where it was"
        picture = yield from driver.screenshot(f"2-dragging-{number}")
        changed = driver.differing_pixels(before, picture)
        assert changed > _VISIBLE, f"step {number}: only {changed} pixels of the viewport changed"
        print(f"step {number}: {len(now)} points, {changed} pixels changed", flush=True)
        was, before = now, picture
    yield from driver.click(x, y)
    assert np.array_equal(_points(start), was), "letting go of the goal has changed the path"
    yield from driver.screenshot("3-let-go")

    yield from driver.press("Z", ctrl=True)
    yield from driver.settle()
    # Undo has made new objects of all.
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    goal = stage.addon("objects.paths").goals_of(start)[0]
    assert (goal.location - home).length < 1e-5, "undo has not moved the goal back"
    assert np.allclose(_points(start)[-1], home, atol=1e-4), "undo has not brought the path back"
    yield from driver.screenshot("4-undone")


def _points(start: bpy.types.Object) -> np.ndarray:
    """The corners of a path as it is shown: (k, 3), world."""
    known = stage.session().preview.result(start)
    assert known is not None, "nobody has looked at the path"
    assert known.answers, f"no answer: {known.problem}"
    assert known.answers[0].found, known.answers[0].reason
    return np.array(known.answers[0].points)
