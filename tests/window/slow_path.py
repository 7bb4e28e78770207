# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""On a level of 58,000 triangles a path's start is dragged faster than ways to its three goals are found.

While it is searched, a path of the moment leads from where the start is now, dashed and pale, and the panel says so.
Once it is found, it is solid again.
Blender has one thread all the while.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import level, stage
from .one_thread import Looks

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps, take_picture
else:
    from driver import take_picture

#: How far the mouse goes at each step, in pixels, and how often.
_STRIDE, _STRIDES = (3, 8), 5
#: Of a colour that nothing else has, linear and as it looks; and how much of it is left of a path that is pale.
_COLOR, _LOOKS, _LEFT = (0.8, 0.0, 0.8), (0.906, 0.0, 0.906), 0.2
#: Seconds that a bake of the level may take on a machine that has much else to do.
_PATIENCE = 500.0


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    start = yield from _baked_level(driver)
    solid = yield from driver.screenshot("1-answered")
    bright = driver.pixels_of(solid, _LOOKS)
    assert bright > 200, f"only {bright} pixels have the path's colour"

    looks = Looks()
    looks.what = "drag"
    preview, words = stage.session().preview, stage.addon("panels.path_words")
    bpy.ops.object.select_all(action="DESELECT")
    start.select_set(True)
    bpy.context.view_layer.objects.active = start
    x, y = driver.pixel_of(start.matrix_world.translation)
    yield from driver.move(x, y)
    yield from driver.press("G")
    yield from driver.press("Y")
    caught = 0
    for number in range(1, _STRIDES + 1):
        x, y = x + _STRIDE[0], y + _STRIDE[1]
        yield from driver.move(x, y)
        known = preview.result(start)
        if known.is_pending and known.answers:
            # At once, because every pause brings the answer nearer.
            picture = take_picture(driver.output / f"2-searching-{number}.png")
            left = driver.pixels_of(picture, _LOOKS)
            print(f"step {number}: {left} of {bright} pixels are bright while it is searched", flush=True)
            assert left < _LEFT * bright, "the path of the moment looks like the answer"
            place = np.array(start.matrix_world.translation)
            for answer in known.answers:
                assert answer.found, "there is no path of the moment"
                assert np.allclose(answer.points[0], place, atol=1e-3), "the path of the moment lags behind"
            told = [words.summary(bpy.context.scene, known), *stage.path_words(start), words.cost(known)]
            assert all("searching…" in line.lower() for line in told), f"the panel tells {told}"
            caught += 1
        yield from driver.wait_until(lambda: stage.is_settled(start), "the path is found", seconds=60)
        place = np.array(start.matrix_world.translation)
        for answer in stage.answers(start):
            assert np.allclose(answer.points[0], place, atol=1e-3), "the path lags behind"
        print(f"step {number}: found in {preview.result(start).seconds:.3f} s", flush=True)
    assert caught, "every path was found before anybody could look; make the level larger"
    yield from driver.click(x, y)
    looks.what = ""
    assert abs(start.location.y - level.STREET[1]) > 2.0, "the start has not moved"
    picture = yield from driver.screenshot("3-found")
    again = driver.pixels_of(picture, _LOOKS)
    assert again > 0.5 * bright, f"{again} pixels have the path's colour, {bright} had it before"
    assert not looks.crowds, f"there was more than one thread: {looks.crowds[:5]}"
    assert not looks.started, f"threads were started: {looks.started}"
    assert looks.seen["drag"], "nobody has looked during the drag"


def _baked_level(driver: Driver) -> Steps[bpy.types.Object]:
    """The level with a volume and a path all through it, seen from above as through glass; gives the path's start."""
    bpy.ops.wm.read_homefile(use_empty=True)
    level.add_level()
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    volume, settings = stage.active_volume(), stage.settings()
    stage.addon("objects.volume_box").set_box(volume, (level.LOW, level.HIGH))
    settings.voxel_size, settings.agent_radius = level.VOXEL, level.RADIUS
    bpy.context.scene.volant.display.cells = "OFF"
    wanted = f"{level.TRIANGLES:,} triangles"
    yield from driver.wait_until(lambda: wanted in stage.status().sources, f"the panel tells of {wanted}", seconds=30)
    yield from driver.click_button("volant.bake")
    yield from driver.wait_until(stage.is_baking, "the click has started a bake", seconds=30)
    yield from driver.rest()
    yield from driver.wait_until(lambda: not stage.is_baking(), "the bake has ended", seconds=_PATIENCE)
    assert stage.stored(), f"nothing was baked: {stage.status().words}"
    print(f"{stage.status().sources}: {stage.status().words}", flush=True)
    yield from driver.click_button("volant.add_path")
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    for _ in level.ROOMS[1:]:
        bpy.ops.volant.add_goal()
    goals = stage.addon("objects.paths").goals_of(start)
    for end, place in zip((start, *goals), (level.STREET, *level.ROOMS), strict=True):
        end.location, end.empty_display_size = place, 4.0
    start.volant.path.color = _COLOR
    driver.viewport.spaces.active.shading.show_xray = True
    yield from driver.look((30.0, 0.0, 5.0), (0.3, -0.7, 1.0), 290.0)
    yield from driver.rest()
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path is found", seconds=60)
    assert all(answer.found for answer in stage.answers(start)), "not every goal is reached"
    return start
