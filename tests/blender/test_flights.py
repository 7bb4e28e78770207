# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths become curves and flights that an animator can edit."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import addon, open_path, session
from mathutils import Vector


@pytest.fixture
def start(volant):
    return open_path()


def answer(start):
    return session().preview.result(start).answers[0]


def nav_of(start):
    return session().bakes.of(start.volant.path.volume)


def test_a_path_becomes_a_curve(start):
    assert bpy.ops.volant.path_to_curve() == {"FINISHED"}
    curve = bpy.data.objects[f"{start.name} Curve"]
    made = [tuple(point.co)[:3] for point in curve.data.splines[0].points]
    assert np.allclose(made, answer(start).points, atol=1e-4)
    assert curve.data.splines[0].calc_length() == pytest.approx(answer(start).length, rel=1e-5)


def test_an_agent_flies_within_the_cells_at_its_speed(start):
    scene = bpy.context.scene
    speed = 4.0
    assert bpy.ops.volant.fly(speed=speed, loops=True) == {"FINISHED"}
    agent = bpy.data.objects[f"{start.name} Curve Agent"]
    path, nav = answer(start), nav_of(start)
    frames = round(path.length / speed * scene.render.fps / scene.render.fps_base)
    places, looks = [], []
    for frame in range(scene.frame_start, scene.frame_start + frames + 1):
        scene.frame_set(frame)
        matrix = agent.matrix_world
        places.append(matrix.translation.copy())
        looks.append((matrix.to_3x3() @ Vector((0, 1, 0))).normalized())
    places = np.array(places, dtype=np.float64)
    _cells, _points, distances = nav.nearest(places)
    assert distances.max() < 1e-4 * nav.voxel_size + 1e-5
    assert np.allclose(places[0], path.points[0], atol=1e-3)
    assert np.allclose(places[-1], path.points[-1], atol=1e-3)
    steps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert steps.sum() <= path.length * 1.001
    per_frame = speed * scene.render.fps_base / scene.render.fps
    assert np.median(steps) == pytest.approx(per_frame, rel=0.05)
    # It looks where it flies.
    ahead = np.diff(places, axis=0) / steps[:, None]
    facing = (np.array(looks)[:-1] * ahead).sum(axis=1)
    assert np.median(facing) > 0.99
    # And begins again.
    scene.frame_set(scene.frame_start + frames + 5)
    assert np.allclose(agent.matrix_world.translation, places[5], atol=2 * per_frame)
    assert agent.volant.ignore


def test_an_agent_is_as_large_as_the_bake_was_for_and_touches_nothing(start):
    volume = start.volant.path.volume
    radius = volume.volant.volume.agent_radius
    bpy.ops.volant.fly()
    agent = bpy.data.objects[f"{start.name} Curve Agent"]
    assert list(agent.dimensions) == pytest.approx([2 * radius] * 3, rel=1e-4)
    assert list(agent.scale) == [1.0, 1.0, 1.0]
    assert max(vertex.co.length for vertex in agent.data.vertices) == pytest.approx(radius, rel=1e-5)
    assert max(vertex.co.y for vertex in agent.data.vertices) == pytest.approx(radius, rel=1e-5)
    obstacles = [one for one in bpy.context.scene.objects if one.type == "MESH" and not one.volant.ignore]
    assert obstacles
    for frame in flown(agent)[::2]:
        place = np.array(at_frame(agent, frame).translation)
        for obstacle in obstacles:
            found, near, _normal, _face = obstacle.closest_point_on_mesh(
                obstacle.matrix_world.inverted() @ Vector(place)
            )
            assert found
            assert np.linalg.norm(np.array(obstacle.matrix_world @ near) - place) >= radius * 0.999


def test_a_larger_agent_flies_in_its_own_size(start):
    settings = start.volant.path
    settings.larger_agent, settings.agent_radius = True, 0.55
    bpy.ops.volant.fly()
    agent = bpy.data.objects[f"{start.name} Curve Agent"]
    assert agent.dimensions.x == pytest.approx(1.1, rel=1e-4)


def test_an_agent_without_a_size_is_seen_none_the_less(start):
    volume = start.volant.path.volume
    volume.volant.volume.agent_radius = 0.0
    bpy.ops.volant.bake()
    bpy.ops.volant.fly()
    assert bpy.data.objects[f"{start.name} Curve Agent"].dimensions.x == pytest.approx(nav_of(start).voxel_size)


def test_speed_follows_from_size_unless_it_is_given(start):
    fps = bpy.context.scene.render.fps
    for radius in (0.4, 0.8):
        settings = start.volant.path
        settings.larger_agent, settings.agent_radius = True, radius
        bpy.ops.volant.fly()
        agent = bpy.context.view_layer.objects.active
        frames = flown(agent)
        assert answer(start).length / (len(frames) - 1) * fps == pytest.approx(5 * 2 * radius, rel=0.05)


def test_the_timeline_is_as_long_as_the_longest_flight_and_never_shorter_than_it_was(start):
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 11, 20
    bpy.ops.volant.fly(speed=1.0)
    last = flown(bpy.context.view_layer.objects.active)[-1]
    assert scene.frame_end == last > 20
    bpy.ops.volant.fly(speed=1000.0)
    assert scene.frame_end == last
    assert scene.frame_start == 11


def test_an_agent_banks_into_curves_and_flies_level_between_them(start):
    """Up leans to the side it turns to, by little from one frame to the next, and not at all at either end."""
    bpy.ops.volant.fly()
    agent = bpy.context.view_layer.objects.active
    frames = flown(agent)
    matrices = [at_frame(agent, frame).to_3x3().normalized() for frame in frames]
    leans = np.array([np.arcsin(np.clip(matrix.col[0].z, -1.0, 1.0)) for matrix in matrices])
    ahead = np.array([matrix.col[1].to_tuple() for matrix in matrices])
    turns = np.cross(ahead[:-1], ahead[1:])[:, 2]
    assert abs(leans[0]) < 0.01
    assert abs(leans[-1]) < 0.01
    assert np.abs(leans).max() > np.radians(5)
    assert np.abs(leans).max() < np.radians(45.1)
    assert np.abs(np.diff(leans)).max() < np.radians(8)
    # Turning left, its right side is the higher one.
    strongest = np.abs(turns).argmax()
    assert leans[strongest] * turns[strongest] > 0.0


def test_a_camera_follows_within_the_cells_and_sees_the_agent(start):
    scene = bpy.context.scene
    bpy.ops.volant.fly(camera=True)
    agent = bpy.context.view_layer.objects.active
    camera = bpy.data.objects[f"{agent.name} Camera"]
    assert scene.camera == camera
    assert agent.type == "MESH"
    nav = nav_of(start)
    radius = nav.agent_radius
    frames = flown(agent)
    for frame in frames:
        place = at_frame(agent, frame).translation.copy()
        matrix = camera.matrix_world
        assert nav.nearest([matrix.translation])[2][0] < 1e-3
        gap = place - matrix.translation
        assert gap.length < 6.5 * radius
        if frame > frames[0] + 12:
            assert gap.length > 1.5 * radius
            assert (matrix.to_3x3() @ Vector((0, 0, -1))).normalized().dot(gap.normalized()) > 0.999
            assert (matrix.to_3x3() @ Vector((0, 1, 0))).z >= 0.0
    # Both begin again at the same frame.
    again = at_frame(camera, frames[-1] + 5).translation.copy()
    assert (again - at_frame(camera, frames[0] + 5).translation).length < 1e-2


def test_without_asking_there_is_no_other_camera(start):
    before = bpy.context.scene.camera
    bpy.ops.volant.fly()
    assert bpy.context.scene.camera == before
    assert not [one for one in bpy.data.objects if one.name.endswith("Agent Camera")]


def flown(agent):
    """The frames that an agent flies."""
    keys = [key.co[0] for curve in addon("scene.motion").curves_of(agent) for key in curve.keyframe_points]
    return range(round(min(keys)), round(max(keys)) + 1)


def at_frame(one, frame):
    bpy.context.scene.frame_set(frame)
    return one.matrix_world


def test_several_agents_at_once_and_undo(start):
    bpy.ops.volant.add_path()
    second = bpy.context.scene.volant.active_path
    for candidate in bpy.context.scene.objects:
        candidate.select_set(candidate in (start, second))
    before = {candidate.name for candidate in bpy.data.objects}
    bpy.ops.ed.undo_push(message="Two paths")
    assert bpy.ops.volant.fly(loops=False) == {"FINISHED"}
    made = {candidate.name for candidate in bpy.data.objects} - before
    assert len([name for name in made if "Agent" in name]) == 2
    bpy.ops.ed.undo_push(message="Fly")
    bpy.ops.ed.undo()
    assert {candidate.name for candidate in bpy.data.objects} == before
    bpy.ops.ed.redo()
    assert {candidate.name for candidate in bpy.data.objects} == before | made


def test_an_agent_is_no_obstacle(start):
    volume = start.volant.path.volume
    bpy.ops.volant.fly()
    session().status.refresh(bpy.context.scene, bpy.context.evaluated_depsgraph_get())
    assert session().status.state(volume) == "FRESH"


def test_nothing_to_compare_or_fly_is_told(start):
    start.volant.path.volume = None
    with pytest.raises(RuntimeError, match="asks nothing yet: choose a volume"):
        bpy.ops.volant.compare()
    assert not bpy.ops.volant.fly.poll()
    assert not bpy.ops.volant.path_to_curve.poll()
