# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""All volumes of a scene are baked, one after the other; one that fails does not keep others from it."""

from __future__ import annotations

import bpy
import pytest
from addon_scene import addon, session


@pytest.fixture
def volumes(scene):
    """Three volumes around the same things."""
    made = []
    for _ in range(3):
        bpy.ops.volant.add_volume()
        made.append(scene.volant.active_volume)
        made[-1].volant.volume.voxel_size = 0.5
    return made


def test_every_volume_is_baked(scene, volumes):
    assert bpy.ops.volant.bake_all() == {"FINISHED"}
    assert all(volume.volant.volume.bake for volume in volumes)
    bakes = {volume.volant.volume.bake for volume in volumes}
    bpy.ops.volant.bake()
    assert scene.volant.active_volume.volant.volume.bake in bakes


def test_one_that_fails_says_so_and_the_others_are_baked(volumes):
    volumes[1].volant.volume.agent_radius = 1e4
    with pytest.raises(RuntimeError, match=rf"{volumes[1].name}: .* 2 of 3 volumes baked"):
        bpy.ops.volant.bake_all()
    assert [bool(volume.volant.volume.bake) for volume in volumes] == [True, False, True]
    assert volumes[1].name in session().status.problems[volumes[1].session_uid].words


def test_a_stop_keeps_what_is_baked(volumes):
    job = addon("jobs.baking_all").BakeAllJob(volumes)
    while not volumes[0].volant.volume.bake:
        assert not job.advance(0.01)
    job.cancel()
    while not job.advance(0.01):
        pass
    assert job.finish(bpy.context) == "Stopped; 1 of 3 volumes baked"
    assert not volumes[2].volant.volume.bake


def test_without_a_volume_there_is_nothing_to_bake(scene):
    assert not bpy.ops.volant.bake_all.poll()
