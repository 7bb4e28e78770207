# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths over floors: found live, compared, made into curves, and walked by a figure on its feet."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import addon, look, session
from ground_scene import add_path, make_yard
from mathutils import Vector

#: On the floor left of the wall, on the floor right of it, and on the deck, each at eye level.
LEFT, RIGHT, DECK = (-4.0, -3.0, 1.5), (4.0, 3.0, 1.5), (-4.5, 4.5, 2.5)


@pytest.fixture
def start(scene):
    make_yard()
    bpy.ops.volant.bake()
    return add_path(LEFT, RIGHT)


def result(start):
    session().preview.follow(bpy.context.scene)
    return session().preview.result(start)


def answer(start):
    (path,) = result(start).answers
    return path


def details(start) -> list[str]:
    """What the panel tells of a path."""
    return [told for told, _is_good in addon("panels.path_words").details(bpy.context.scene, result(start))]


def plan_length(points) -> float:
    return float(np.linalg.norm(np.diff(points[:, :2], axis=0), axis=1).sum())


def test_a_path_walks_through_the_door(start):
    path = answer(start)
    assert path.found
    assert not any(path.snapped)
    assert np.abs(path.points[:, 2]).max() < 0.1
    crossing = np.interp(0.0, path.points[:, 0], path.points[:, 1])
    assert abs(crossing) < 0.8
    assert details(start) == []
    assert "of the search" in addon("panels.path_words").cost(result(start))


def test_a_path_climbs_the_ramp(start):
    start.volant.path.goals[0].object.location = DECK
    bpy.context.view_layer.update()
    path = answer(start)
    assert path.found
    assert path.points[-1][2] == pytest.approx(1.0, abs=0.1)
    # Up the ramp, not up the side of the deck.
    on_ramp = path.points[(path.points[:, 2] > 0.2) & (path.points[:, 2] < 0.8)]
    assert len(on_ramp) == 0 or (on_ramp[:, 0] > -3.1).all()
    assert path.length > plan_length(path.points)


def test_a_path_follows_its_ends(start):
    before = answer(start).points
    start.location.x = -2.0
    bpy.context.view_layer.update()
    after = answer(start).points
    assert after[0][0] == pytest.approx(-2.0, abs=1e-6)
    assert not np.array_equal(before, after)


def test_new_paths_begin_and_end_on_floors(start):
    bpy.ops.volant.add_path()
    path = answer(bpy.context.scene.volant.active_path)
    assert path.found
    assert not any(path.snapped)


def test_the_way_is_chosen_where_a_bake_has_both(start):
    volume = start.volant.path.volume
    volume.volant.volume.fly, volume.volant.volume.walk = True, True
    bpy.ops.volant.bake()
    flown = answer(start)
    assert flown.points[0][2] == pytest.approx(LEFT[2], abs=1e-6)
    start.volant.path.way = "WALK"
    walked = answer(start)
    assert np.abs(walked.points[:, 2]).max() < 0.1


def test_a_larger_agent_needs_floors_of_its_own(start):
    start.volant.path.larger_agent = True
    assert "larger agents walk on floors of their own" in result(start).problem


def test_an_end_off_the_floor_is_told(start):
    start.volant.path.goals[0].object.location = (30.0, 0.0, 0.0)
    bpy.context.view_layer.update()
    assert details(start) == ["no path: goal not on a floor"]


def test_what_moves_is_not_heeded_and_the_panel_says_so(start):
    bpy.data.objects["Table"].volant.dynamic = True
    bpy.ops.volant.bake()
    look()
    assert details(start) == ["does not heed what moves: Table"]


def test_several_goals(start):
    bpy.context.scene.volant.active_path = start
    bpy.ops.volant.add_goal()
    start.volant.path.goals[1].object.location = DECK
    bpy.context.view_layer.update()
    answers = result(start).answers
    assert [path.found for path in answers] == [True, True]
    assert len(details(start)) == 2


def test_methods_are_compared_and_one_is_chosen(start):
    assert bpy.ops.volant.compare() == {"FINISHED"}
    rows = bpy.context.window_manager.volant.rows
    assert [row.label for row in rows] == ["Best", "Funnel", "Centroids"]
    shown = session().preview.shown(bpy.context.scene)
    lengths = [plan_length(one.path.points) for one in shown]
    assert lengths[0] == pytest.approx(min(lengths), rel=1e-9)
    assert bpy.ops.volant.choose_way(number=1) == {"FINISHED"}
    assert start.volant.path.walk_method == "funnel"
    assert plan_length(answer(start).points) == pytest.approx(lengths[1])


def test_a_figure_walks_on_its_feet(start):
    scene = bpy.context.scene
    start.volant.path.goals[0].object.location = DECK
    bpy.context.view_layer.update()
    path = answer(start)
    assert bpy.ops.volant.fly(loops=False) == {"FINISHED"}
    (walker,) = bpy.context.selected_objects
    assert tuple(walker.dimensions) == pytest.approx((0.8, 0.8, 1.8), rel=0.01)
    assert min(vertex.co.z for vertex in walker.data.vertices) == pytest.approx(0.0)
    assert walker.volant.ignore
    surface = session().bakes.surface_of(start.volant.path.volume)
    for frame in range(scene.frame_start, scene.frame_end, 7):
        scene.frame_set(frame)
        matrix = walker.matrix_world
        place = np.array([matrix.translation], np.float64)
        # It stands upright, and as high as the floor is where it stands.
        assert (matrix.to_3x3() @ Vector((0, 0, 1))).normalized().z == pytest.approx(1.0, abs=1e-5)
        assert (surface.locate(place) >= 0).all()
        assert surface.height(place)[0] == pytest.approx(place[0, 2], abs=0.1)
    assert path.found


def test_walking_is_slower_than_flying(start):
    flights = addon("objects.flights")
    surface = session().bakes.surface_of(start.volant.path.volume)
    assert 1.0 < flights.usual_speed(surface) < 2.0


def test_a_camera_follows_at_the_height_of_the_eyes(start):
    assert bpy.ops.volant.fly(camera=True) == {"FINISHED"}
    camera = bpy.context.scene.camera
    bpy.context.scene.frame_set(bpy.context.scene.frame_start + 20)
    assert camera.matrix_world.translation.z > 1.0


def test_alternatives_lead_elsewhere(start):
    assert bpy.ops.volant.alternatives() == {"FINISHED"}
    assert len(session().preview.shown(bpy.context.scene)) >= 1


def test_why_not_tells_of_islands(start):
    from ground_scene import add_box

    add_box("Door", (-0.1, -0.8, 0.0), (0.1, 0.8, 2.0))
    add_box("Gate", (-3.0, 2.8, 0.0), (-0.1, 3.0, 2.0))
    add_box("Hatch", (-0.1, 2.8, 0.0), (0.1, 6.0, 3.0))
    bpy.context.view_layer.update()
    bpy.ops.volant.bake()
    assert not answer(start).found
    assert bpy.ops.volant.why_not() == {"FINISHED"}
    assert session().why_not.of(start).words


def test_any_way_flies_and_walks(start):
    volume = start.volant.path.volume
    # Under the table there is room for fliers alone, and on its top for walkers who have flown there.
    volume.volant.volume.fly = True
    start.volant.path.goals[0].object.location = (3.0, -3.0, 1.0)
    bpy.ops.volant.bake()
    assert session().bakes.whole(volume).links is not None
    start.volant.path.way = "ANY"
    path = answer(start)
    assert path.found
    assert path.legs
    start.volant.path.larger_agent = True
    assert result(start).problem
    start.volant.path.larger_agent = False
    with pytest.raises(RuntimeError, match="takes any way"):
        bpy.ops.volant.compare()
    assert bpy.ops.volant.fly() == {"FINISHED"}
