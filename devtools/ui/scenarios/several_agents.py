# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "Several agents": larger ones, several goals, comparisons, alternatives, curves and flights."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import stage

if TYPE_CHECKING:
    from ..driver import Driver, Steps

PAGE = "several_agents"
#: Fewer pixels than this are a changed label, not other paths.
_VISIBLE = 300
#: The larger agent's radius, and the speed of the flight, as they are typed.
_RADIUS, _SPEED = "0.5", "8"
#: How many ways Compare takes: six methods, and six more shapes.
_WAYS = 12
#: Frames that are looked at, and how many a second of playing shows at least, without a graphics card.
_FRAMES, _PLAYED = (20, 60, 100), 3
#: Where in the sidebar, as shares of its width: a tick, the middle of the field beside it, and the cells' Off.
_BOX, _MIDDLE, _OFF = 0.41, 0.62, 0.8
#: The two columns of buttons below a path, the + in the heading of Paths, and the button that copies a table.
_LEFT, _RIGHT, _ADD, _COPY = 0.25, 0.7, 0.71, 0.75
#: Pixels from the top of the box at the lower left to its heading and to its first field, and of the timeline's ruler.
_HEADER, _FIELD, _RULER = 12, 42, 12
#: Pixels from one row of buttons to the next, and turns of the wheel from Compare to the end of its table.
_ROW, _TURNS = 20, 12


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    yield from driver.look((0.0, -2.0, 9.5), (-0.3, -1.0, 0.15), 38.0)
    yield from driver.click_property("display.cells", _OFF)
    yield from stage.bake(driver)
    start = stage.addon("paths").active_path(bpy.context.scene)
    yield from _larger_agent(driver, start)
    yield from _several_goals(driver, start)
    yield from _compare(driver, start)
    yield from _alternatives(driver, start)
    yield from _curve(driver)
    yield from _fly(driver, start)


def _larger_agent(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Search ▸ Larger Agent, with its radius: the way keeps farther from everything, and is longer."""
    small = stage.answers(start)[0].length
    yield from driver.open_sub_panel("volant.add_goal", _RIGHT)
    yield from driver.click_property("path.larger_agent", _BOX)
    assert start.volant.path.larger_agent, "the click has not switched it on"
    yield from driver.fill_field("path.agent_radius", _RADIUS, _MIDDLE)
    yield from driver.wait_until(lambda: _settled(start), "the larger agent's path is found", seconds=30)
    large = stage.answers(start)[0]
    assert large.found, large.reason
    assert large.length > small, f"a larger agent has no longer way: {large.length}"
    yield from driver.rest()
    yield from driver.illustrate("several_agents-1-larger")
    yield from driver.click_property("path.larger_agent", _BOX)
    yield from driver.wait_until(lambda: _settled(start), "the small agent's path is found", seconds=30)
    assert abs(stage.answers(start)[0].length - small) < 1e-6
    yield from driver.open_sub_panel("volant.add_goal", _RIGHT)


def _settled(start: bpy.types.Object) -> bool:
    known = stage.addon("preview").result(start)
    return known is not None and bool(known.answers) and not known.is_pending


def _several_goals(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Add Goal, put it elsewhere, and each is told; then it is taken away again."""
    yield from driver.click_button("volant.add_goal", _RIGHT)
    goal = stage.addon("paths").goals_of(start)[-1]
    assert bpy.context.view_layer.objects.active == goal, "the new goal is not selected"
    yield from driver.rest()
    yield from driver.press("G")
    yield from driver.type_text("z-9")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: _settled(start), "both paths are found", seconds=30)
    lengths = [answer.length for answer in stage.answers(start) if answer.found]
    assert len(lengths) == 2, f"{len(lengths)} of 2 goals are reached: {stage.path_words(start)}"
    told = stage.path_words(start)
    assert [words[:3] for words in told] == ["1: ", "2: "], f"the panel tells {told}"
    yield from driver.illustrate("several_agents-2-goals")
    yield from driver.press("X")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: len(stage.answers(start)) == 1, "a deleted goal is no goal", seconds=10)
    yield from driver.screenshot("2-goal-deleted")
    # The − of the last goal is in the row above Add Goal.
    _x, y = yield from driver.find_button("volant.add_goal", share=_RIGHT)
    side = driver.region("UI")
    yield from driver.click(side.x + int(stage.PLUS * side.width), y + _ROW)
    assert len(start.volant.path.goals) == 1, "the − has not removed it"


def _compare(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """All methods and shapes together, a table to copy, and gone when an end moves."""
    plain = yield from driver.screenshot("3-before-comparing")
    yield from stage.long_work(driver, "volant.compare", _LEFT)
    rows = bpy.context.window_manager.volant.rows
    assert len(rows) == _WAYS, f"{len(rows)} ways were compared"
    assert all(row.length.endswith(" m") for row in rows), [row.length for row in rows]
    drawn = stage.addon("preview").shown(bpy.context.scene)
    assert len(drawn) == _WAYS, f"{len(drawn)} paths are drawn"
    assert len({one.color for one in drawn}) == _WAYS, "two of them have the same colour"
    picture = yield from driver.screenshot("3-compared")
    assert driver.differing_pixels(plain, picture) > _VISIBLE, "nothing more is drawn"
    yield from driver.click_button("volant.copy_comparison", _COPY)
    text = bpy.context.window_manager.clipboard
    assert text.count("\n") == _WAYS + 1, f"the clipboard has {text!r}"
    assert f"| {rows[0].label} | {rows[0].length} |" in text
    for _ in range(_TURNS):
        yield from driver.tap("WHEELDOWNMOUSE")
    yield from driver.rest()
    yield from driver.illustrate("several_agents-3-compared")
    yield from driver.click_button("volant.clear_comparison", stage.PLUS)
    assert len(stage.addon("preview").shown(bpy.context.scene)) == 1, "the ✕ has not cleared it"
    assert not rows, "the table is still there"


def _alternatives(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Routes that differ, each with its length; gone when the goal moves."""
    yield from driver.rest()
    plain = yield from driver.screenshot("4-before-alternatives")
    yield from stage.long_work(driver, "volant.alternatives", _LEFT)
    rows = bpy.context.window_manager.volant.rows
    assert [row.label for row in rows][:2] == ["Route 1", "Route 2"], [row.label for row in rows]
    lengths = [one.path.length for one in stage.addon("preview").shown(bpy.context.scene)]
    assert len(lengths) == len(rows) >= 3, f"{len(lengths)} routes are drawn"
    assert lengths == sorted(lengths), f"the routes are not sorted: {lengths}"
    yield from driver.find_button("volant.clear_comparison", share=stage.PLUS)
    yield from driver.rest()
    picture = yield from driver.illustrate("several_agents-4-alternatives")
    assert driver.differing_pixels(plain, picture) > _VISIBLE, "nothing more is drawn"
    yield from stage.select(driver, stage.addon("paths").goals_of(start)[0])
    yield from driver.press("G")
    yield from driver.type_text("x0.2")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: _settled(start), "the path has followed", seconds=30)
    assert len(stage.addon("preview").shown(bpy.context.scene)) == 1, "the alternatives are still drawn"
    yield from driver.press("Z", ctrl=True)


def _curve(driver: Driver) -> Steps[None]:
    """To Curve makes an object with the path's points; undo takes it away."""
    start = stage.addon("paths").active_path(bpy.context.scene)
    points = stage.answers(start)[0].points
    yield from driver.click_button("volant.path_to_curve", _RIGHT)
    curve = bpy.context.view_layer.objects.active
    assert curve.type == "CURVE", f"the click has made a {curve.type}"
    made = [point.co[:3] for point in curve.data.splines[0].points]
    assert np.allclose(made, points, atol=1e-4), "the curve is not the path"
    yield from driver.rest()
    yield from driver.illustrate("several_agents-5-curve")
    yield from driver.press("Z", ctrl=True)
    assert not [one for one in bpy.context.scene.objects if one.type == "CURVE"], "undo has left the curve"


def _fly(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Two paths selected, Fly, a higher speed, playing, and looking at frames: each agent is in the cells at each."""
    starts = yield from _second_path(driver)
    yield from driver.click_button("volant.fly", _RIGHT)
    agents = bpy.context.selected_objects
    assert len(agents) == 2, f"{len(agents)} agents fly along 2 paths"
    slow = [_frames(agent) for agent in agents]
    yield from driver.rest()
    yield from _set_speed(driver, _SPEED)
    # Adjusting an operator undoes it and does it again.
    agents = list(bpy.context.selected_objects)
    fast = [_frames(agent) for agent in agents]
    speeds = [before / after for before, after in zip(slow, fast, strict=True)]
    assert np.allclose(speeds, float(_SPEED) / 3.0, rtol=0.05), f"{slow} frames have become {fast}"
    yield from driver.rest()

    yield from driver.press("SPACE")
    began = bpy.context.scene.frame_current
    yield from driver.wait_until(
        lambda: bpy.context.scene.frame_current >= began + _PLAYED, "Space has begun to play", seconds=30
    )
    yield from driver.screenshot("6-playing")
    yield from driver.press("SPACE")
    assert not driver.window.screen.is_animation_playing, "Space has not stopped it"
    yield from _scrub(driver, agents)
    assert [one.volant.role for one in starts] == ["PATH", "PATH"]


def _second_path(driver: Driver) -> Steps[list[bpy.types.Object]]:
    """Add Path, and select both starts; gives them."""
    yield from driver.click_button("volant.add_path", _ADD)
    starts = stage.addon("paths").scene_paths(bpy.context.scene)
    assert len(starts) == 2, f"there are {len(starts)} paths"
    yield from driver.wait_until(lambda: all(map(_settled, starts)), "both paths are found", seconds=30)
    yield from stage.select(driver, starts[0])
    yield from stage.select(driver, starts[1], add=True)
    return list(starts)


def _set_speed(driver: Driver, speed: str) -> Steps[None]:
    """Open the box at the lower left and type into its first field."""
    box = driver.region("HUD")
    yield from driver.click(box.x + box.width // 2, box.y + box.height - _HEADER)
    yield from driver.screenshot("6-box-opened")
    box = driver.region("HUD")
    yield from driver.type_over((box.x + 2 * box.width // 3, box.y + box.height - _FIELD), speed)


def _scrub(driver: Driver, agents: list[bpy.types.Object]) -> Steps[None]:
    """Click frames in the timeline, as a hand does to look at them."""
    timeline = driver.area("DOPESHEET_EDITOR")
    region = driver.region("WINDOW", timeline)
    volume = stage.active_volume()
    nav = stage.addon("volumes").stored_bake(volume)
    places = []
    for number, frame in enumerate(_FRAMES, start=1):
        x = region.x + region.view2d.view_to_region(frame, 0, clip=False)[0]
        yield from driver.click(x, region.y + region.height - _RULER)
        now = bpy.context.scene.frame_current
        assert abs(now - frame) <= 1, f"the click has gone to frame {now}, not {frame}"
        shown = bpy.context.evaluated_depsgraph_get()
        here = np.array([agent.evaluated_get(shown).matrix_world.translation for agent in agents])
        assert (nav.locate(here) >= 0).all(), f"at frame {now} an agent is in no cell: {here}"
        places.append(here)
        yield from driver.rest()
        yield from driver.illustrate(f"several_agents-6-flying-{number}", (0.2, 0.1, 0.75, 0.95))
    moved = np.linalg.norm(np.diff(places, axis=0), axis=-1)
    assert (moved > 0.5).all(), f"the agents have hardly moved: {moved}"


def _frames(agent: bpy.types.Object) -> float:
    """How many frames a flight takes."""
    assert agent.constraints[0].type == "FOLLOW_PATH", "this is no agent"
    [fcurve] = stage.addon("flying")._fcurves(agent)
    keys = [key.co[0] for key in fcurve.keyframe_points]
    return float(keys[-1] - keys[0])
