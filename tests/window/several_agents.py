# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "Several agents": larger ones, several goals, comparisons, alternatives. `flights` goes on."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

PAGE = "several_agents"
#: Fewer pixels than this are a changed label, not other paths.
_VISIBLE = 300
#: The larger agent's radius, as it is typed.
_RADIUS = "0.5"
#: How many ways Compare takes: six methods, and six more shapes.
_WAYS = 12
#: Where in the sidebar, as shares of its width: a tick, the middle of the field beside it, and the cells' Off.
_BOX, _MIDDLE, _OFF = 0.41, 0.62, 0.8
#: The first two of the buttons below a path, the one that adds a goal, and the one that copies a table.
_COMPARE, _ALTERNATIVES, _ADD, _COPY = 0.13, 0.38, 0.76, 0.75
#: Pixels from one row of buttons to the next, and turns of the wheel from Compare to the end of its table.
_ROW, _TURNS = 20, 12


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    yield from driver.look((0.0, -2.0, 9.5), (-0.3, -1.0, 0.15), 38.0)
    yield from driver.click_property("display.cells", _OFF)
    yield from stage.bake(driver)
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    yield from _larger_agent(driver, start)
    yield from _several_goals(driver, start)
    yield from _compare(driver, start)
    yield from _alternatives(driver, start)


def _larger_agent(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Search ▸ Larger Agent, with its radius: the way keeps farther from everything, and is longer."""
    small = stage.answers(start)[0].length
    yield from driver.open_sub_panel("volant.compare", _COMPARE, is_above=True)
    yield from driver.click_property("path.larger_agent", _BOX)
    assert start.volant.path.larger_agent, "the click has not switched it on"
    yield from driver.fill_field("path.agent_radius", _RADIUS, _MIDDLE)
    yield from driver.wait_until(lambda: stage.is_settled(start), "the larger agent's path is found", seconds=30)
    large = stage.answers(start)[0]
    assert large.found, large.reason
    assert large.length > small, f"a larger agent has no longer way: {large.length}"
    yield from driver.rest()
    yield from driver.illustrate("several_agents-1-larger")
    yield from driver.click_property("path.larger_agent", _BOX)
    yield from driver.wait_until(lambda: stage.is_settled(start), "the small agent's path is found", seconds=30)
    assert abs(stage.answers(start)[0].length - small) < 1e-6
    yield from driver.open_sub_panel("path.volume", _MIDDLE, is_above=True)


def _several_goals(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Add Goal, put it elsewhere, and each is told; then it is taken away again."""
    yield from driver.click_button("volant.add_goal", _ADD)
    goal = stage.addon("objects.paths").goals_of(start)[-1]
    assert bpy.context.view_layer.objects.active == goal, "the new goal is not selected"
    yield from driver.rest()
    yield from driver.press("G")
    yield from driver.type_text("z-9")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: stage.is_settled(start), "both paths are found", seconds=30)
    lengths = [answer.length for answer in stage.answers(start) if answer.found]
    assert len(lengths) == 2, f"{len(lengths)} of 2 goals are reached: {stage.path_words(start)}"
    told = stage.path_words(start)
    assert [words[:3] for words in told] == ["1: ", "2: "], f"the panel tells {told}"
    yield from driver.illustrate("several_agents-2-goals")
    yield from driver.press("X")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: len(stage.answers(start)) == 1, "a deleted goal is no goal", seconds=10)
    yield from driver.screenshot("2-goal-deleted")
    # The + stands beside the first goal, and the − of the other one in the row below.
    _x, y = yield from driver.find_button("volant.add_goal", share=_ADD)
    side = driver.region("UI")
    yield from driver.click(side.x + int(stage.PLUS * side.width), y - _ROW)
    assert len(start.volant.path.goals) == 1, "the − has not removed it"


def _compare(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """All methods and shapes together, a table to copy, and gone when an end moves."""
    plain = yield from driver.screenshot("3-before-comparing")
    yield from stage.long_work(driver, "volant.compare", _COMPARE)
    rows = bpy.context.window_manager.volant.rows
    assert len(rows) == _WAYS, f"{len(rows)} ways were compared"
    assert all(row.length.endswith(" m") for row in rows), [row.length for row in rows]
    drawn = stage.session().preview.shown(bpy.context.scene)
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
    choices = [choice.label for choice in bpy.context.window_manager.volant.choices]
    assert choices == ["Shortest", "Fastest to Compute", "Smoothest"], choices
    # None of the choices, so that a click on any of them is seen.
    start.volant.path.method = "dijkstra"
    yield from driver.settle()
    yield from driver.click_button("volant.choose_way", _MIDDLE)
    chosen = stage.session().preview.chosen(start.session_uid)
    assert chosen in [choice.row for choice in bpy.context.window_manager.volant.choices], f"way {chosen} is chosen"
    assert start.volant.path.method == rows[chosen].method != "dijkstra", "the path is searched as before"
    yield from driver.wait_until(lambda: stage.is_settled(start), "it is found", seconds=30)
    yield from driver.rest()
    yield from driver.open_sub_panel("volant.choose_way", _MIDDLE)
    yield from driver.screenshot("3-figures")
    yield from driver.click_button("volant.clear_comparison", stage.PLUS)
    assert len(stage.session().preview.shown(bpy.context.scene)) == 1, "the ✕ has not cleared it"
    assert not rows, "the table is still there"


def _alternatives(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """Routes that differ, each with its length; gone when the goal moves."""
    yield from driver.rest()
    plain = yield from driver.screenshot("4-before-alternatives")
    yield from stage.long_work(driver, "volant.alternatives", _ALTERNATIVES)
    rows = bpy.context.window_manager.volant.rows
    assert [row.label for row in rows][:2] == ["Route 1", "Route 2"], [row.label for row in rows]
    lengths = [one.path.length for one in stage.session().preview.shown(bpy.context.scene)]
    assert len(lengths) == len(rows) >= 3, f"{len(lengths)} routes are drawn"
    assert lengths == sorted(lengths), f"the routes are not sorted: {lengths}"
    yield from driver.find_button("volant.clear_comparison", share=stage.PLUS)
    yield from driver.rest()
    x, y = yield from driver.find_button("volant.choose_way", share=_MIDDLE)
    yield from driver.click(x, y)
    first = stage.session().preview.chosen(start.session_uid)
    yield from driver.click(x, y - _ROW)
    second = stage.session().preview.chosen(start.session_uid)
    assert second == first + 1, f"route {second} is chosen after {first}"
    yield from driver.rest()
    picture = yield from driver.illustrate("several_agents-4-alternatives")
    assert driver.differing_pixels(plain, picture) > _VISIBLE, "nothing more is drawn"
    yield from stage.select(driver, stage.addon("objects.paths").goals_of(start)[0])
    yield from driver.press("G")
    yield from driver.type_text("x0.2")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path has followed", seconds=30)
    assert len(stage.session().preview.shown(bpy.context.scene)) == 1, "the alternatives are still drawn"
    yield from driver.press("Z", ctrl=True)
