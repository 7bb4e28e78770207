# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A path that is not found is explained: what would have to change, in words and in the viewport."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import addon, look, open_up, run_to_end, session
from canvas import Canvas, wake_gpu


@pytest.fixture
def room(scene):
    """A hollow cube with an edge of 6 and a hole of edge 1, baked for too large an agent, and a path into it."""
    cube = bpy.data.objects["Cube"]
    cube.scale = (3, 3, 3)
    open_up(cube)
    bpy.context.view_layer.update()
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    volume.volant.volume.size = (10, 10, 10)
    volume.volant.volume.voxel_size, volume.volant.volume.agent_radius = 0.2, 0.75
    bpy.ops.volant.bake()
    bpy.ops.volant.add_path()
    start = scene.volant.active_path
    start.location = (4.2, 1.5, -0.5)
    goal_of(start).location = (0, 0, 0)
    bpy.context.view_layer.update()
    return cube


def goal_of(start: bpy.types.Object) -> bpy.types.Object:
    return start.volant.path.goals[0].object


def told(scene):
    """What is known of the active path."""
    return session().why_not.of(scene.volant.active_path)


def test_the_largest_agent_that_passes_and_where(room, scene):
    assert bpy.ops.volant.why_not() == {"FINISHED"}
    found = told(scene)
    assert found.answer.status == "too narrow"
    # The hole is 1 wide; voxels of 0.2 at its edges take some of it.
    assert 0.2 <= found.answer.largest_radius <= 0.5
    radius = f"{found.answer.largest_radius:.3g}"
    assert found.words == f"Too narrow: an agent radius of {radius} m passes, 0.75 m does not"
    low, high = found.answer.place
    assert np.allclose((low + high)[1:] / 2, (1.5, -0.5), atol=0.21)
    ((way, frame),) = session().why_not.shown(scene)
    assert way.path.found
    assert np.array_equal(frame, found.answer.place)
    bpy.ops.volant.clear_why_not()
    assert told(scene) is None
    assert session().why_not.shown(scene) == []
    # What is told holds.
    scene.volant.active_volume.volant.volume.agent_radius = found.answer.largest_radius
    bpy.ops.volant.bake()
    assert session().preview.result(scene.volant.active_path).answers[0].found


def test_what_is_told_is_forgotten_when_something_else_is_asked(room, scene):
    bpy.ops.volant.why_not()
    goal = goal_of(scene.volant.active_path)
    goal.location.x = 1.0
    bpy.context.view_layer.update()
    assert told(scene) is None
    goal.location.x = 0.0
    bpy.context.view_layer.update()
    assert told(scene) is not None
    bpy.ops.volant.bake()
    assert told(scene) is None


def test_the_place_is_framed_like_a_leak(room, scene, volant):
    bpy.ops.volant.why_not()
    scene.volant.display.cells = "OFF"
    red = volant.addon.overlay.colors.on_screen(addon("session.leaks").COLOR)
    low, high = told(scene).frame
    middle = (low + high) / 2
    wake_gpu()
    canvas = Canvas(np.add(middle, (-4.0, 0.0, 0.0)), middle)
    canvas.draw(volant, scene, curtain=[np.add(middle, (-1.0, y, z)) for y, z in ((-9, -9), (9, -9), (9, 9), (-9, 9))])
    for side in ((low[1], middle[2]), (high[1], middle[2]), (middle[1], low[2]), (middle[1], high[2])):
        seen = canvas.at((middle[0], *side))
        assert np.abs(seen - red).max() < 0.1, f"the edge at {side} is {seen}"


def test_a_closed_room_tells_how_thick_its_wall_is(room, scene):
    room.data = bpy.data.meshes.new("Closed")
    box = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    room.data.from_pydata(box, [], faces)
    bpy.context.view_layer.update()
    bpy.ops.volant.bake()
    assert bpy.ops.volant.why_not() == {"FINISHED"}
    found = told(scene)
    assert found.answer.status == "closed"
    assert found.answer.gap_length == pytest.approx(0.2)
    assert found.words.startswith("Closed: no agent passes, however small; island ")
    assert found.words.endswith(" are 0.2 m apart")
    ((way, frame),) = session().why_not.shown(scene)
    assert way.path.points.tolist() == found.answer.gap.tolist()
    assert (frame[1] - frame[0] >= 0.4 - 1e-9).all()


def test_a_hole_that_was_cut_since_asks_for_a_bake(room, scene):
    room.hide_set(True)
    room.hide_viewport = True
    bpy.context.view_layer.update()
    bpy.ops.volant.why_not()
    assert told(scene).words == "As the scene is now, an agent radius of 0.75 m passes; bake again"
    assert session().why_not.shown(scene) == []


def test_a_goal_in_a_wall_and_one_that_is_reached(room, scene):
    start = scene.volant.active_path
    goal = goal_of(start)
    goal.location = (3.0, -2.0, 0.0)
    bpy.context.view_layer.update()
    bpy.ops.volant.why_not()
    found = told(scene)
    assert found.words.startswith("The goal is in blocked space; the nearest free point is ")
    assert np.allclose(found.answer.gap[0], goal.location)
    goal.location = (4.2, -2.0, 0.0)
    bpy.context.view_layer.update()
    assert not bpy.ops.volant.why_not.poll()
    bpy.ops.volant.add_goal()
    start.volant.path.goals[1].object.location = (0.0, 0.0, 0.0)
    bpy.context.view_layer.update()
    bpy.ops.volant.why_not()
    assert told(scene).words.startswith("2: Too narrow: ")


def test_what_came_from_a_file_has_no_scene(room, scene, tmp_path):
    target = str(tmp_path / "level.volant")
    bpy.ops.volant.export_file(filepath=target)
    bpy.ops.volant.import_file(filepath=target)
    scene.volant.active_path.volant.path.volume = scene.volant.active_volume
    look()
    bpy.ops.volant.why_not()
    found = told(scene)
    assert found.answer.status == "unknown"
    assert found.words.startswith("Island ")


def test_a_path_that_was_changed_meanwhile(room, scene, volant):
    job = addon("jobs.explaining").WhyNotJob(bpy.context, scene.volant.active_path)
    run_to_end(job)
    goal_of(scene.volant.active_path).location.x += 1.0
    bpy.context.view_layer.update()
    with pytest.raises(volant.navcore.PathError, match="changed or deleted meanwhile"):
        job.finish(bpy.context)
    assert session().why_not.found is None
