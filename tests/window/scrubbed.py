# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""An animated door is scrubbed by the mouse in the timeline.

The bake is out of date at once, and the panel names the frame it was made at; back at that frame all is well.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

_FIRST, _LAST, _SEEN = 1, 60, 40


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    door, scene = bpy.data.objects["Cube"], bpy.context.scene
    door.name, door.scale = "Door", (0.2, 1.0, 1.5)
    for frame, place in ((_FIRST, 0.0), (_LAST, 2.0)):
        door.location.y = place
        door.keyframe_insert("location", index=1, frame=frame)
    scene.frame_end = _LAST
    scene.frame_set(_FIRST)
    yield from stage.default_scene(driver)
    yield from stage.bake(driver)
    yield from driver.wait_until(lambda: stage.status().frame, "the panel names the frame", seconds=10)
    assert (stage.status().state, stage.status().frame) == ("FRESH", "Baked at frame 1")
    # What is selected is drawn in a colour close to that of a bake out of date.
    bpy.ops.object.select_all(action="DESELECT")
    yield from driver.screenshot("1-baked")

    told: list[tuple[int, str, str, str]] = []

    def look(*_arguments: object) -> None:
        known = stage.status()
        state = stage.session().status.state(stage.active_volume())
        told.append((scene.frame_current, state, known.words, known.frame))

    # After Volant's own, and so before anything is drawn: the timer that looks at everything waits until the scene has
    # rested; this must not.
    bpy.app.handlers.frame_change_post.append(look)
    yield from driver.drag(stage.on_ruler(driver, _FIRST), stage.on_ruler(driver, _SEEN), moves=12)
    bpy.app.handlers.frame_change_post.remove(look)
    assert len(told) > 3, "the mouse has not scrubbed"
    for frame, *words in told:
        expected = ["STALE", "Door moved", "Baked at frame 1"]
        assert frame == _FIRST or words == expected, f"at frame {frame}: {words}"
    print(f"out of date at each of {len(told)} looks, up to frame {scene.frame_current}", flush=True)
    yield from driver.rest()
    yield from driver.illustrate("troubleshooting-4-scrubbed", (0.4, 0.0, 1.0, 0.8))
    stage.page_tells("troubleshooting", "Baked at frame")

    yield from driver.press("LEFT_ARROW", shift=True)
    assert scene.frame_current == _FIRST, f"the scene is at frame {scene.frame_current}"
    yield from driver.wait_until(lambda: stage.status().state == "FRESH", "the bake is up to date again", seconds=10)
    yield from driver.screenshot("3-back-again")
