# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "A real level": a newcomer with an arena of 200 m.

Nothing is set, everything is right, and a file is written within three minutes. Then it is looked at in each view, and
an end of a path is dragged through it: at every move of the mouse there is a path of the moment at once, and the true
one when the mouse rests.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np
from mathutils import Vector

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

PAGE = "real_level"
#: Seconds from the open level to the file.
_LONGEST = 180.0
#: Moves of the mouse, and how far each goes, in pixels.
_MOVES, _STRIDE = 30, (5, 2)
#: Of the arena: a room under the stand and a place on the uppermost gallery across the pit, as its own path has them.
_ROOM, _GALLERY = (-57.0, -20.0, 1.4), (47.0, 14.0, 16.6)
#: Where one looks from: at what, in which direction, from how far.
_WHOLE = ((25.0, 0.0, 12.0), (-0.2, -1.0, 0.75), 260.0)
_PLAN = ((28.0, 0.0, 0.0), (0.0, -0.35, 1.0), 205.0)
_NEARER = ((10.0, 0.0, 10.0), (-0.2, -1.0, 0.75), 190.0)
#: Where in the sidebar, as shares of its width, the views, the slice's place, and a tick are.
_SLICE, _GLASS, _OFF, _PLACE, _TICK = 0.3, 0.46, 0.82, 0.62, 0.41
#: Where the plan is cut: through the doors of the lowest storey.
_STOREY = "1.4"
#: Where Fly stands in its row.
_FLY = 0.83
#: Which of the islands, the largest first, is behind a door that is a little too narrow: several radii are tried.
_BEHIND_A_DOOR = 2


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    for known in [one for one in bpy.context.scene.objects if one.volant.role != "NONE" or one.type == "EMPTY"]:
        bpy.data.objects.remove(known)
    yield from driver.settle()
    yield from _first_file(driver)
    yield from _plan(driver)
    start = yield from _path(driver)
    yield from _from_within(driver, start)
    yield from _drag(driver, start)
    yield from _fly(driver, start)
    yield from _stop_asking(driver)


def _first_file(driver: Driver) -> Steps[None]:
    """From the level to the file, as fast as a newcomer clicks."""
    began = time.monotonic()
    low, high = _box_of_meshes()
    yield from driver.click_button("volant.add_volume")
    yield from driver.wait_until(stage.active_volume, "the click has added a volume", seconds=30)
    size, scene = np.array(stage.settings().size), high - low
    radius = stage.settings().agent_radius
    print(f"agent {radius:g} m; box {size.round(1)} around {scene.round(1)} m", flush=True)
    assert 0.2 <= radius <= 1.0, f"the agent has a radius of {radius} m"
    assert (size <= 1.3 * scene).all(), f"the box is {size / scene} times the scene"
    yield from driver.look(*_WHOLE)
    yield from driver.rest()
    yield from driver.illustrate("real_level-1-volume")
    yield from stage.bake(driver)
    print(stage.status().words, flush=True)
    yield from driver.screenshot("2-baked")
    yield from driver.click_button("volant.export_file", stage.EXPORT)
    yield from stage.save_in_browser(driver, "arena.volant", "arena-3-export")
    took = time.monotonic() - began
    print(f"from the level to the file: {took:.0f} s", flush=True)
    assert took < _LONGEST, f"a newcomer needs {took:.0f} s from the level to the file"


def _plan(driver: Driver) -> Steps[None]:
    """The slice that large bakes begin with, cut through the lowest storey, with the list of islands beside it."""
    display = bpy.context.scene.volant.display
    yield from driver.click_property("display.cells", _SLICE)
    yield from driver.fill_field("display.slice_at", _STOREY, _PLACE)
    yield from driver.click_property("display.cut_scene", _TICK)
    assert display.cut_scene, "the click has not cut the scene"
    yield from driver.look(*_PLAN)
    side = driver.region("UI")
    yield from driver.move(side.x + side.width // 2, side.y + side.height // 2)
    for _ in range(30):
        yield from driver.tap("WHEELUPMOUSE")
    yield from driver.rest()
    yield from driver.illustrate("real_level-2-slice")
    yield from driver.click_property("display.cut_scene", _TICK)


def _path(driver: Driver) -> Steps[bpy.types.Object]:
    """A path from a room under the stand to the uppermost gallery; gives its start."""
    yield from driver.click_property("display.cells", _OFF)
    assert bpy.context.scene.volant.display.cells == "OFF"
    yield from driver.click_button("volant.add_path")
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    [goal] = stage.addon("objects.paths").goals_of(start)
    start.location, goal.location = _ROOM, _GALLERY
    yield from driver.look(*_NEARER)
    yield from driver.rest()
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path is found", seconds=60)
    assert stage.answers(start)[0].found, f"there is no way: {stage.path_words(start)}"
    return start


def _from_within(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Glass, from inside a room: what its free space ends at, and the door, at which the path has its first bend."""
    yield from driver.click_property("display.cells", _GLASS)
    assert bpy.context.scene.volant.display.cells == "GLASS"
    room, door = (Vector(point) for point in stage.answers(start)[0].points[:2])
    yield from driver.look(door, room - door, (room - door).length)
    yield from driver.rest()
    yield from driver.illustrate("real_level-3-glass")
    yield from driver.click_property("display.cells", _OFF)
    yield from driver.look(*_NEARER)


def _box_of_meshes() -> tuple[np.ndarray, np.ndarray]:
    """The corners of all meshes together, (3,) each."""
    corners = np.concatenate(
        [
            np.array([one.matrix_world @ Vector(corner) for corner in one.bound_box])
            for one in bpy.context.scene.objects
            if one.type == "MESH" and not one.volant.ignore
        ]
    )
    return corners.min(axis=0), corners.max(axis=0)


def _drag(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Drag a goal, and look at every move."""
    [goal] = stage.addon("objects.paths").goals_of(start)
    bpy.ops.object.select_all(action="DESELECT")
    goal.select_set(True)
    bpy.context.view_layer.objects.active = goal
    preview, took = stage.session().preview, []
    follow = type(preview).follow

    def measured(scene: bpy.types.Scene) -> bool:
        before = time.thread_time()
        changed: bool = follow(preview, scene)
        if changed:
            took.append(time.thread_time() - before)
        return changed

    preview.follow = measured
    x, y = driver.pixel_of(goal.matrix_world.translation)
    yield from driver.move(x, y)
    yield from driver.press("G")
    is_shown = False
    for number in range(1, _MOVES + 1):
        x, y = x - _STRIDE[0], y + _STRIDE[1]
        yield from driver.move(x, y)
        place = np.array(goal.matrix_world.translation)
        known = preview.result(start)
        assert np.allclose(known.answered.goals[0], place, atol=1e-3), f"after move {number} the path hangs behind"
        if known.is_pending and known.answers[0].found and not is_shown:
            yield from _show_moment(driver, preview)
            is_shown = True
    rested = time.monotonic()
    yield from driver.wait_until(lambda: stage.is_settled(start), "the true path is found", seconds=60)
    print(f"the true path {time.monotonic() - rested:.2f} s after the last move", flush=True)
    yield from driver.illustrate("real_level-5-true")
    yield from driver.click(x, y)
    del preview.follow
    assert is_shown, "every path was found before anybody could look"
    middle, most = np.median(took), np.percentile(took, 95)
    print(f"{len(took)} updates: {1e3 * middle:.1f} ms of processor time, 95% below {1e3 * most:.1f} ms", flush=True)
    assert len(took) >= _MOVES, f"only {len(took)} of {_MOVES} moves were answered"


def _show_moment(driver: Driver, preview: Any) -> Steps[None]:
    """The path of the moment, held while its picture is taken."""
    stage.session().timer.drop(preview.go_on)
    preview.go_on = lambda: 3600.0
    yield from driver.illustrate("real_level-4-rough")
    del preview.go_on
    stage.session().timer.call(preview.go_on, 0.0)


def _fly(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """An agent as large as the bake is for flies through the doors of the level."""
    yield from driver.click_button("volant.fly", _FLY)
    agent = bpy.context.object
    assert agent is not None
    assert np.allclose(agent.dimensions, 2 * stage.settings().agent_radius, rtol=1e-3), f"{agent.dimensions[:]}"
    scene = bpy.context.scene
    assert scene.frame_end > scene.frame_start + 100, "the timeline ends before the flight"
    # As long as it takes to the door of the room, which is seen from where the agent comes from.
    scene.frame_set(_first_bend(start, agent))
    here = agent.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world.translation
    yield from driver.look(here, Vector(_ROOM) - here, min((Vector(_ROOM) - here).length, 4.0))
    yield from driver.rest()
    yield from driver.illustrate("real_level-6-fly", (0.0, 0.05, 0.78, 0.95))
    scene.frame_set(scene.frame_start)
    yield from driver.press("Z", ctrl=True)
    assert not [one for one in bpy.context.scene.objects if one.type == "CURVE"], "undo has left the flight"


def _first_bend(start: bpy.types.Object, agent: bpy.types.Object) -> int:
    """The frame at which an agent comes to the first bend of its path."""
    scene = bpy.context.scene
    bend = Vector(stage.answers(start)[0].points[1])
    distances = {}
    for frame in range(scene.frame_start, scene.frame_start + 200):
        scene.frame_set(frame)
        at = agent.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world.translation
        distances[frame] = (at - bend).length
    return min(distances, key=lambda frame: distances[frame])


def _stop_asking(driver: Driver) -> Steps[None]:
    """Why Not? tells how far it is while it tries smaller agents in a level of this size, and Esc stops it."""
    # Undo has made other objects.
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    nav = stage.session().bakes.of(stage.active_volume())
    [goal] = stage.addon("objects.paths").goals_of(start)
    goal.location = stage.navcore().islands(nav)[_BEHIND_A_DOOR].point
    yield from driver.look(*_NEARER)
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path is looked for", seconds=60)
    assert not stage.answers(start)[0].found, "there is a way to another island"
    yield from driver.click_button("volant.why_not")
    yield from driver.wait_until(stage.is_baking, "the click has begun to look", seconds=30)
    yield from driver.rest()
    job = stage.session().job
    yield from driver.wait_until(lambda: job.fraction > 0.15, "some radius was tried", seconds=120)
    yield from driver.illustrate("real_level-7-why-not")
    yield from driver.press("ESC")
    yield from driver.wait_until(lambda: not stage.is_baking(), "Esc has stopped it", seconds=10)
    assert stage.session().why_not.of(start) is None, "there is an answer although it was stopped"
    yield from driver.screenshot("9-stopped")
