# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes over a range of frames: blocked is what is blocked at any of them."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_cube, addon, look, session, state
from test_frames import bent, driven, hung_on_what_moves, keyed, moved, scattered, thickened

_FIRST, _LAST = 3, 17


def blocked(nav):
    filled = np.zeros(nav.shape, bool)
    for (x, y, z), (u, v, w) in nav.blocked().tolist():
        filled[x:u, y:v, z:w] = True
    return filled


@pytest.fixture
def door(scene):
    return add_cube("Door", (1.5, 0, 0), 1.0)


@pytest.fixture
def over(scene, door):
    """Bakes a volume over the range, after something was animated."""

    def bake(animate):
        animate(door)
        scene.frame_set(9)
        volume = add_baked_volume()
        settings = volume.volant.volume
        settings.size = (8.0, 6.0, 6.0)
        settings.frames, settings.frame_start, settings.frame_end = "RANGE", _FIRST, _LAST
        bpy.context.view_layer.update()
        bpy.ops.volant.bake()
        return volume

    return bake


@pytest.mark.parametrize("animate", [moved, hung_on_what_moves, driven, thickened, bent, scattered])
def test_it_is_the_union_of_the_bakes_at_each_frame(scene, over, volant, animate):
    volume = over(animate)
    nav = session().bakes.of(volume)
    config = addon("objects.volumes").bake_config(scene, volume)
    union = np.zeros(nav.shape, bool)
    for frame in range(_FIRST, _LAST + 1):
        scene.frame_set(frame)
        mesh = addon("scene.sources").gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
        union |= blocked(volant.navcore.bake(*mesh, config))
    assert np.array_equal(blocked(nav), union)


def test_the_scene_is_where_it_was_and_the_bake_says_what_it_is_of(scene, over):
    volume = over(moved)
    assert (scene.frame_current, scene.frame_subframe) == (9, 0.0)
    look()
    assert session().status.of(volume).frame == f"Baked over frames {_FIRST} to {_LAST}"
    assert session().bakes.of(volume).metadata["frames"] == [_FIRST, _LAST]
    assert "frame" not in session().bakes.of(volume).metadata


def test_a_scrub_leaves_it_up_to_date(scene, over):
    volume = over(moved)
    for frame in (1, 12, 40):
        scene.frame_set(frame)
        assert session().status.state(volume) == "FRESH"
        assert state(volume) == "FRESH"


def other_keys(door):
    keyed(door, "location", (4.0, 9.0), 0)


def other_axis(door):
    door.location.z += 0.5


def other_mesh(door):
    door.data.vertices[0].co.z -= 0.4
    door.data.update()


def another_source(_door):
    add_cube("Crate", (-3.0, 0.0, 0.0), 1.0)


def gone(door):
    bpy.data.objects.remove(door)


@pytest.mark.parametrize("change", [other_keys, other_axis, other_mesh, another_source, gone])
def test_what_changes_makes_it_stale(over, door, change):
    volume = over(moved)
    assert state(volume) == "FRESH"
    change(door)
    assert state(volume) == "STALE"


def test_other_frames_make_it_stale(over):
    volume = over(moved)
    volume.volant.volume.frame_end += 1
    assert state(volume) == "STALE"
    volume.volant.volume.frame_end -= 1
    assert state(volume) == "FRESH"
    volume.volant.volume.frames = "CURRENT"
    assert state(volume) == "STALE"
    assert session().status.of(volume).words == "Frames changed"


def test_a_range_that_ends_before_it_begins_is_one_frame(scene, over):
    volume = over(moved)
    volume.volant.volume.frame_end = 1
    bpy.ops.volant.bake()
    assert session().bakes.of(volume).metadata["frames"] == [_FIRST, _FIRST]
    assert state(volume) == "FRESH"


def test_an_update_of_it_bakes_all(over, door):
    volume = over(moved)
    other_axis(door)
    assert bpy.ops.volant.update() == {"FINISHED"}
    assert state(volume) == "FRESH"


def test_a_bake_that_is_cancelled_puts_the_scene_back(scene, over):
    volume = over(moved)
    before = volume.volant.volume.bake
    job = addon("jobs.baking").BakeJob(bpy.context, volume)
    session().begin_job(job)
    for _slice in range(3):
        job.advance(0.0)
    assert scene.frame_current != 9
    job.cancel()
    while not job.advance(0.01):
        pass
    session().end_job()
    assert scene.frame_current == 9
    assert volume.volant.volume.bake == before


def test_a_file_opened_again_is_up_to_date(over, tmp_path):
    over(moved)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "level.blend"), copy=True)
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "level.blend"))
    assert state(bpy.context.scene.volant.active_volume) == "FRESH"
