# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Agents that fly among dynamic objects: they go around what moves into their way, or wait, as keyframes."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_cube, addon, run_to_end, session
from mathutils import Vector

#: A door is shut until this frame.
_OPENS = 60


@pytest.fixture
def doorway(scene):
    """A wall with a gap, a door in it that opens late, and a path through the gap; there is no way around."""
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    for name, x in (("Left", -5.0), ("Right", 5.0)):
        add_cube(name, (x, 0.0, 0.0)).scale = (4.0, 0.2, 3.0)
    door = add_cube("Door", (0.0, 0.0, 0.0))
    door.scale = (1.2, 0.3, 3.2)
    for frame, x in ((1, 0.0), (_OPENS, 0.0), (_OPENS + 4, 5.0)):
        door.location.x = x
        door.keyframe_insert("location", frame=frame)
    door.volant.dynamic = True
    volume = add_baked_volume(0.25)
    volume.volant.volume.size = (17.0, 10.0, 5.8)
    bpy.context.view_layer.update()
    bpy.ops.volant.bake()
    bpy.ops.volant.add_path()
    start = addon("objects.paths").active_path(scene)
    start.location, start.volant.path.goals[0].object.location = (0.0, -3.0, 0.0), (0.0, 3.0, 0.0)
    bpy.context.view_layer.update()
    return start


def places(scene, agent, first, last):
    """Where an agent is at each frame: (n, 3)."""
    found = []
    for frame in range(first, last + 1):
        scene.frame_set(frame)
        found.append(agent.matrix_world.translation.to_tuple())
    return np.array(found)


def agent_of(start):
    return bpy.data.objects[f"{start.name} Agent"]


def live_at(volant, scene, volume):
    """What is free at the frame that the scene is at."""
    live = volant.navcore.LiveVolume.of(session().bakes.of(volume))
    moving = session().moving.of(scene, volume)
    live.update({name: moving.mesh(name) for name in moving.looks})
    return live


def test_it_waits_until_the_door_opens(scene, doorway, volant):
    scene.frame_set(17)
    assert bpy.ops.volant.fly_among(speed=3.0) == {"FINISHED"}
    assert scene.frame_current == 17
    agent = agent_of(doorway)
    volume = doorway.volant.path.volume
    flown = places(scene, agent, 1, scene.frame_end)
    assert np.allclose(flown[0], (0.0, -3.0, 0.0), atol=1e-4)
    assert np.allclose(flown[-1], (0.0, 3.0, 0.0), atol=1e-4)
    # Before the door until it opens, and through it soon after.
    assert flown[_OPENS - 1][1] < 0.0
    assert flown[_OPENS + 40][1] > 0.0
    for frame in range(1, len(flown) + 1, 3):
        scene.frame_set(frame)
        _cell, _point, gap = live_at(volant, scene, volume).nearest([flown[frame - 1]])
        assert gap[0] < 1e-4, f"at frame {frame} the agent is {gap[0]} from free space"
    steps = np.linalg.norm(np.diff(flown, axis=0), axis=1)
    per_frame = 3.0 * scene.render.fps_base / scene.render.fps
    assert steps.max() < per_frame * 1.001
    assert agent.volant.ignore


def test_it_goes_around_where_there_is_a_way(scene, doorway, volant):
    volume = doorway.volant.path.volume
    volume.volant.volume.size = (17.0, 10.0, 12.0)
    bpy.context.view_layer.update()
    bpy.ops.volant.bake()
    assert bpy.ops.volant.fly_among(speed=3.0) == {"FINISHED"}
    flown = places(scene, agent_of(doorway), 1, _OPENS)
    assert np.abs(flown[:, 2]).max() > 2.5, "it has not flown over the door"
    assert np.linalg.norm(np.diff(flown, axis=0), axis=1)[:30].min() > 0.0, "it has waited"


def test_it_looks_where_it_flies(scene, doorway):
    bpy.ops.volant.fly_among(speed=3.0)
    agent = agent_of(doorway)
    scene.frame_set(_OPENS + 40)
    ahead = agent.matrix_world.to_3x3() @ Vector((0.0, 1.0, 0.0))
    assert ahead.y > 0.9


def test_who_never_arrives_is_told(scene, doorway):
    door = bpy.data.objects["Door"]
    door.animation_data_clear()
    door.location.x = 0.0
    scene.frame_end = 30
    bpy.context.view_layer.update()
    job = addon("jobs.reacting").ReactingJob(bpy.context, [(doorway, session().preview.result(doorway))], speed=3.0)
    run_to_end(job)
    assert "1 agent did not arrive" in job.finish(bpy.context)


def test_cancelling_leaves_nothing_and_puts_the_scene_back(scene, doorway):
    scene.frame_set(9)
    before = set(bpy.data.objects)
    job = addon("jobs.reacting").ReactingJob(bpy.context, [(doorway, session().preview.result(doorway))], speed=3.0)
    session().begin_job(job)
    for _slice in range(5):
        job.advance(0.0)
    assert scene.frame_current != 9
    job.cancel()
    run_to_end(job)
    with pytest.raises(Exception, match="cancelled"):
        job.finish(bpy.context)
    session().end_job()
    assert scene.frame_current == 9
    assert set(bpy.data.objects) == before


def test_it_refuses_what_it_cannot_do(scene, doorway):
    doorway.volant.path.larger_agent, doorway.volant.path.agent_radius = True, 0.6
    bpy.context.view_layer.update()
    with pytest.raises(RuntimeError, match="Larger Agent"):
        bpy.ops.volant.fly_among()
    doorway.volant.path.larger_agent = False
    bpy.data.objects["Door"].volant.dynamic = False
    bpy.context.view_layer.update()
    assert not bpy.ops.volant.fly_among.poll()
