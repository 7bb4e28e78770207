# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A careless hour with Live on: what was dragged comes back, is flattened, edited, deleted, and undone in the middle.

After each of these the bake that is shown is what a new one would be, nothing was pressed for it, and no path leads
through what moves.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

_VOXEL, _RADIUS = 0.25, 0.3
#: A cupboard beside the path and a crate in its way, low and high corner; where the path ends; the height of the plan.
_CUPBOARD, _CRATE = ((-6.3, -4.4, 0.0), (-4.7, -2.8, 3.9)), ((0.0, -6.0, 0.0), (0.6, -5.4, 2.0))
_GOAL, _PLAN = (-4.2, -1.0, 1.2), 1.2
_ABOVE = ((0.4, -4.6, 1.2), (0.1, -0.55, 1.0), 19.0)


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    stage.settings().voxel_size, stage.settings().agent_radius = _VOXEL, _RADIUS
    stage.settings().live = True
    stage.add_box("Cupboard", *_CUPBOARD)
    stage.add_box("Crate", *_CRATE).volant.dynamic = True
    stage.addon("objects.paths").goals_of(_start())[0].location = _GOAL
    yield from stage.bake(driver)
    display = bpy.context.scene.volant.display
    display.cells, display.slice_at, display.cut_scene = "SLICE", _PLAN, True
    yield from driver.look(*_ABOVE)
    bpy.ops.ed.undo_push(message="Ready")
    for accident in (_escaped, _undone, _flattened, _edited, _deleted, _other_scene, _played, _saved):
        yield from accident(driver)
        yield from _follows(driver, accident.__name__)


def _escaped(driver: Driver) -> Steps[None]:
    """Esc in the middle of a drag puts the cupboard back."""
    yield from _choose(driver, "Cupboard")
    before = stage.held()
    yield from _move(driver, "X", "2")
    yield from driver.wait_until(lambda: stage.held() is not before, "the bake has followed the drag", seconds=30)
    yield from driver.screenshot("1-dragged")
    yield from driver.press("ESC")


def _undone(driver: Driver) -> Steps[None]:
    """Ctrl Z before Live has looked, and while it does; then Ctrl Shift Z."""
    home = _object("Cupboard").location.x
    for pause in range(4):
        yield from _choose(driver, "Cupboard")
        yield from _move(driver, "X", "2")
        yield from driver.press("RET")
        for _ in range(pause):
            yield
        yield from driver.press("Z", ctrl=True)
        assert abs(_object("Cupboard").location.x - home) < 1e-4, "undo has not moved the cupboard back"
        yield from _follows(driver, f"undone after {pause} ticks")
    yield from driver.press("Z", ctrl=True, shift=True)
    yield from _follows(driver, "redone")
    yield from driver.screenshot("2-redone")
    yield from driver.press("Z", ctrl=True)


def _flattened(driver: Driver) -> Steps[None]:
    """S 0 on what is baked and on what moves, and back."""
    for name in ("Cupboard", "Crate"):
        yield from _choose(driver, name)
        yield from driver.press("S")
        yield from driver.type_text("0")
        yield from driver.press("RET")
        assert max(_object(name).scale) == 0.0, f"{name} is not flat"
        yield from _follows(driver, f"{name} is flat")
        yield from driver.press("Z", ctrl=True)
        yield from _follows(driver, f"{name} is not flat any more")


def _edited(driver: Driver) -> Steps[None]:
    """Live waits in edit mode, and goes on after it."""
    yield from _choose(driver, "Cupboard")
    yield from driver.press("TAB")
    assert bpy.context.mode == "EDIT_MESH", "Tab has not opened edit mode"
    before = stage.held()
    yield from driver.press("A")
    yield from _move(driver, "X", "1")
    yield from driver.press("RET")
    for _ in range(30):
        yield
    assert stage.held() is before, "Live has baked what is not written back yet"
    yield from driver.screenshot("3-edited")
    yield from driver.press("TAB")
    yield from driver.wait_until(lambda: stage.held() is not before, "the bake has followed the edit", seconds=30)


def _deleted(driver: Driver) -> Steps[None]:
    """X on both, and they come back one after the other."""
    for name in ("Crate", "Cupboard"):
        yield from _choose(driver, name)
        yield from driver.press("X")
        yield from driver.press("RET")
        assert name not in bpy.context.scene.objects, f"{name} is still there"
        yield from _follows(driver, f"{name} is gone")
    yield from driver.screenshot("4-deleted")
    for _ in range(4):
        # One step is the deletion, one may be the choice before it.
        if {"Crate", "Cupboard"} <= set(bpy.context.scene.objects.keys()):
            break
        yield from driver.press("Z", ctrl=True)
        yield from _follows(driver, "undone")
    assert {"Crate", "Cupboard"} <= set(bpy.context.scene.objects.keys()), "undo has not brought them back"


def _other_scene(driver: Driver) -> Steps[None]:
    """Another scene is shown before Live has looked."""
    home = bpy.context.scene
    yield from _choose(driver, "Cupboard")
    yield from _move(driver, "X", "0.5")
    yield from driver.press("RET")
    other = bpy.data.scenes.new("Other")
    bpy.context.window.scene = other
    for _ in range(20):
        yield
    bpy.context.window.scene = home
    yield from driver.settle()
    bpy.data.scenes.remove(other)


def _played(driver: Driver) -> Steps[None]:
    """What is keyed plays, the path respects it, and the bake stays as it is meanwhile."""
    scene, crate = bpy.context.scene, _object("Crate")
    home = crate.location.x
    for frame, away in ((1, 0.0), (40, -6.0)):
        crate.location.x = home + away
        crate.keyframe_insert("location", frame=frame)
    scene.frame_set(1)
    yield from _follows(driver, "keyed")
    before = stage.held()
    yield from driver.rest()
    yield from driver.press("SPACE")
    first = scene.frame_current
    yield from driver.wait_until(lambda: scene.frame_current > first + 5, "the animation plays", seconds=60)
    yield from driver.press("SPACE")
    assert stage.held() is before, "what moves in the game was baked"
    yield from driver.screenshot("5-played")


def _saved(driver: Driver) -> Steps[None]:
    """Saved before Live has looked, the .blend has the bake as it was; a moment later, the new one."""
    yield from _choose(driver, "Cupboard")
    yield from _move(driver, "X", "0.5")
    yield from driver.press("RET")
    bpy.ops.wm.save_mainfile()
    yield from _follows(driver, "saved")
    bpy.ops.wm.save_mainfile()
    nav = stage.navcore().loads(stage.stored())
    assert np.array_equal(nav.cells, stage.held().cells), "the .blend has another bake than is shown"
    yield from driver.screenshot("6-saved")


def _start() -> bpy.types.Object:
    return stage.addon("objects.paths").active_path(bpy.context.scene)


def _object(name: str) -> bpy.types.Object:
    return bpy.data.objects[name]


def _choose(driver: Driver, name: str) -> Steps[None]:
    """Make an object the only one that is selected."""
    yield from driver.rest()
    bpy.ops.object.select_all(action="DESELECT")
    _object(name).select_set(True)
    bpy.context.view_layer.objects.active = _object(name)
    bpy.ops.ed.undo_push(message="Select")


def _move(driver: Driver, axis: str, how_far: str) -> Steps[None]:
    """G, an axis and a length; the move is still open."""
    for key in ("G", axis):
        yield from driver.press(key)
    yield from driver.type_text(how_far)


def _follows(driver: Driver, what: str) -> Steps[None]:
    """Nothing is pressed, and a moment later bake and path are what they are in a new bake, with the crate in it."""
    updates = stage.session().live_updates
    for _ in range(10):
        yield
    yield from driver.wait_until(
        lambda: stage.status().state == "FRESH" and updates._updating is None and stage.is_settled(_start()),
        f"{what}: bake and path have followed",
        seconds=60,
    )
    anew = stage.baked_anew()
    stage.expect_as_new(stage.held(), anew, what)
    crate = bpy.context.scene.objects.get("Crate")
    with_crate = anew if crate is None else stage.baked_anew(crate, crate.matrix_world)
    path, wanted = stage.answers(_start())[0], stage.found_anew(_start(), with_crate)
    assert path.found == wanted.found, f"{what}: {path.status}, not {wanted.status}"
    assert np.array_equal(path.points, wanted.points), f"{what}: another path than in a bake with the crate"
    problem = stage.session().status.problems.get(stage.active_volume().session_uid)
    assert problem is None, f"{what}: the panel tells {problem}"
