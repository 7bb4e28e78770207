# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths follow their ends, and say why when there is none."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_coarse_volume, add_cube, addon, path_points, session


@pytest.fixture
def start(scene):
    add_cube("Wall", (0, 4, 0))
    add_baked_volume()
    bpy.ops.volant.add_path()
    return scene.volant.active_path


def only_answer(start):
    (path,) = session().preview.result(start).answers
    return path


def test_a_new_path_is_found_at_once(start):
    path = only_answer(start)
    assert path.found
    assert path.snapped == (False, False)
    assert np.allclose(path.points[0], start.location)
    assert np.allclose(path.points[-1], start.volant.path.goals[0].object.location)
    (shown,) = session().preview.shown(bpy.context.scene)
    assert shown.path is path
    assert path.islands == (0, 0)


def test_moving_either_end_moves_the_path(start):
    before = path_points(start)
    start.location.z += 0.5
    bpy.context.view_layer.update()
    between = path_points(start)
    assert between != before
    assert np.allclose(between[0][0], start.location)
    goal = start.volant.path.goals[0].object
    goal.location.x -= 1
    bpy.context.view_layer.update()
    after = path_points(start)
    assert after != between
    assert np.allclose(after[0][-1], goal.location)


def test_ends_that_hang_on_others_are_followed(start):
    parent = bpy.data.objects.new("Carrier", None)
    bpy.context.scene.collection.objects.link(parent)
    start.parent = parent
    bpy.context.view_layer.update()
    parent.location.z += 1
    bpy.context.view_layer.update()
    assert np.allclose(path_points(start)[0][0], start.matrix_world.translation)
    start.parent = None
    start.keyframe_insert("location", frame=1)
    start.location.z += 1
    start.keyframe_insert("location", frame=10)
    bpy.context.scene.frame_set(1)
    first = path_points(start)
    bpy.context.scene.frame_set(10)
    assert path_points(start) != first


def test_settings_change_the_path(start):
    settings = start.volant.path
    goal = settings.goals[0].object
    # With the factory cube and the wall between them.
    start.location, goal.location = (-2.3, -2.2, 0.3), (2.2, 6.1, -0.6)
    bpy.context.view_layer.update()
    lengths = {}
    for method in ("BEST", "lazy_theta", "theta", "astar", "dijkstra", "greedy"):
        settings.method = method
        lengths[method] = only_answer(start).length
    assert max(lengths.values()) < 2 * min(lengths.values())
    settings.method = "dijkstra"
    by_shape = {}
    for shape in ("taut", "funnel+prune", "funnel", "prune", "smooth_a", "smooth_b", "none"):
        settings.shape = shape
        by_shape[shape] = only_answer(start).length
    assert by_shape["taut"] == min(by_shape.values())
    assert by_shape["none"] > by_shape["taut"]


def test_a_larger_agent_keeps_a_larger_distance(start):
    settings = start.volant.path
    goal = settings.goals[0].object
    start.location, goal.location = (-2.25, 0, 0), (2.25, 0, 0)
    bpy.context.view_layer.update()
    small = only_answer(start).length
    settings.larger_agent, settings.agent_radius = True, 0.75
    assert only_answer(start).length > small
    settings.agent_radius = 0.1
    assert "baked for a larger agent" in session().preview.result(start).problem
    settings.larger_agent = False
    assert only_answer(start).length == small


def test_many_goals(start):
    settings = start.volant.path
    bpy.ops.volant.add_goal()
    bpy.ops.volant.add_goal()
    assert len(settings.goals) == 3
    assert len(path_points(start)) == 3
    assert len(session().preview.shown(bpy.context.scene)) == 3
    bpy.ops.volant.remove_goal(index=1)
    assert len(path_points(start)) == 2
    words = addon("panels.path_words")
    result = session().preview.result(start)
    assert words.summary(bpy.context.scene, result) == "2 of 2 goals"
    told = words.details(bpy.context.scene, result)
    assert [good for _words, good in told] == [True] * 2
    assert " sight check" in words.cost(result)


def test_a_goal_that_is_deleted_is_no_goal_any_more(start):
    bpy.ops.volant.add_goal()
    assert len(path_points(start)) == 2
    # Blender takes it out of the scene, and keeps it because the path names it.
    bpy.ops.object.delete()
    bpy.context.view_layer.update()
    assert len(path_points(start)) == 1
    bpy.ops.object.select_all(action="DESELECT")
    start.volant.path.goals[0].object.select_set(True)
    bpy.ops.object.delete()
    bpy.context.view_layer.update()
    assert session().preview.result(start).problem == "choose a goal"
    assert session().preview.shown(bpy.context.scene) == []


@pytest.fixture
def slow(monkeypatch):
    """As in a window, where a search gets no time until it is given some."""
    preview, given = addon("session.preview"), [0.0]
    before = session().preview
    before.is_patient = False
    monkeypatch.setattr(preview.preferences, "budget", lambda: given[0])
    yield given
    before.close()


def test_a_path_that_is_still_searched_says_so_in_place_of_old_figures(start, slow):
    preview, words, scene = session().preview, addon("panels.path_words"), bpy.context.scene
    goal = start.volant.path.goals[0].object
    figures = words.cost(preview.result(start))
    assert "cell" in figures
    goal.location = (500, 0, 0)
    bpy.context.view_layer.update()
    known = preview.result(start)
    assert known.is_pending
    (shown,) = preview.shown(scene)
    assert shown.is_pending
    # Never where its ends no longer are.
    assert shown.goal == (500, 0, 0)
    assert not shown.path.found
    assert words.summary(scene, known) == "searching…"
    assert words.details(scene, known) == [("searching…", True)]
    assert words.cost(known) == "Searching…"
    slow[0] = float("inf")
    assert preview.go_on() is None
    assert words.details(scene, preview.result(start)) == [("no path: goal not in free space", False)]
    slow[0] = 0.0
    goal.location = (2.5, 0, 0)
    bpy.context.view_layer.update()
    assert words.summary(scene, preview.result(start)) == "searching…"
    (rough,) = preview.shown(scene)
    assert rough.is_pending
    assert np.allclose(rough.path.points[[0, -1]], (start.location, goal.location))
    slow[0] = float("inf")
    preview.go_on()
    (shown,) = preview.shown(scene)
    assert not shown.is_pending
    assert np.allclose(shown.path.points[-1], goal.location)
    assert shown.path.length <= rough.path.length
    assert "cell" in words.cost(preview.result(start))


def test_why_there_is_no_path(start):
    words, preview = addon("panels.path_words"), session().preview
    goal = start.volant.path.goals[0].object

    def told() -> str:
        bpy.context.view_layer.update()
        return " ".join(sentence for sentence, _good in words.details(bpy.context.scene, preview.result(start)))

    place = tuple(goal.location)
    goal.location = (500, 0, 0)
    assert told() == "no path: goal not in free space"
    assert words.cost(preview.result(start)) == ""
    assert preview.shown(bpy.context.scene)[0].path.islands == (0, -1)
    # Inside the cube, which is hollow.
    goal.location = (0, 0, 0)
    assert told() == "no path: start on island 1, goal on 2"
    goal.location = place
    assert told() == ""
    assert words.summary(bpy.context.scene, preview.result(start)).endswith(" m")
    bpy.data.objects.remove(goal)
    assert told() == "Choose a goal"
    settings = start.volant.path
    settings.goals[0].object = bpy.data.objects["Wall"]
    volume = settings.volume
    settings.volume = None
    assert told() == "Choose a volume"
    settings.volume = volume
    bpy.ops.volant.clear_bake()
    assert told() == "Nav Volume is not baked yet"
    assert preview.shown(bpy.context.scene) == []


def test_a_new_bake_and_its_sources_fate_reach_the_path(start):
    goal = start.volant.path.goals[0].object
    start.location, goal.location = (-2.25, 0, 0), (2.25, 0, 0)
    bpy.context.view_layer.update()
    around = only_answer(start).length
    cube = bpy.data.objects["Cube"]
    cube.name = "Crate"
    bpy.context.view_layer.update()
    assert only_answer(start).length == around
    bpy.data.objects.remove(cube)
    bpy.context.view_layer.update()
    # What was baked stays baked until the next bake.
    assert only_answer(start).length == around
    bpy.data.objects["Wall"].data.clear_geometry()
    bpy.context.view_layer.update()
    assert only_answer(start).length == around
    bpy.ops.volant.bake()
    assert only_answer(start).length == pytest.approx(4.5)


def test_choosing_and_removing(start):
    scene = bpy.context.scene
    first = start.name
    bpy.ops.volant.add_path()
    second = scene.volant.active_path
    assert second.name != first
    assert tuple(second.volant.path.color) != tuple(start.volant.path.color)
    bpy.ops.volant.choose_path(name=first)
    assert scene.volant.active_path == start
    assert start.select_get()
    assert start.volant.path.goals[0].object.select_get()
    # A goal that two paths share outlives the first.
    shared = start.volant.path.goals[0].object
    second.volant.path.goals.add().object = shared
    bpy.ops.volant.remove_path()
    assert first not in bpy.data.objects
    assert shared.name in bpy.data.objects
    assert scene.volant.active_path == second
    bpy.ops.volant.remove_path()
    assert scene.volant.active_path is None
    assert not [candidate for candidate in bpy.data.objects if "Goal" in candidate.name]
    with pytest.raises(RuntimeError, match="There is no path 'Elsewhere'"):
        bpy.ops.volant.choose_path(name="Elsewhere")


def test_the_panel_follows_the_active_object(start):
    scene = bpy.context.scene
    bpy.ops.volant.add_path()
    bpy.ops.volant.add_volume()
    second_volume = scene.volant.active_volume
    bpy.context.view_layer.objects.active = start.volant.path.goals[0].object
    bpy.context.view_layer.update()
    addon("session.handlers").updated(scene, bpy.context.evaluated_depsgraph_get())
    assert scene.volant.active_path == start
    assert scene.volant.active_volume == second_volume
    bpy.context.view_layer.objects.active = start.volant.path.volume
    addon("session.handlers").updated(scene, bpy.context.evaluated_depsgraph_get())
    assert scene.volant.active_volume == start.volant.path.volume


@pytest.mark.parametrize("radius", [0.25, 0.0])
def test_start_and_goal_look_different_and_are_as_large_as_the_agent(scene, radius):
    volume = add_coarse_volume()
    volume.volant.volume.agent_radius = radius
    bpy.ops.volant.add_path()
    start = scene.volant.active_path
    bpy.ops.volant.add_goal()
    goals = addon("objects.paths").goals_of(start)
    assert [end.empty_display_type for end in (start, *goals)] == ["CIRCLE", "SINGLE_ARROW", "SINGLE_ARROW"]
    assert {end.empty_display_size for end in (start, *goals)} == {0.25}
