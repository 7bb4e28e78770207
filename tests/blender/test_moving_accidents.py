# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What artists do by accident with what moves: nothing is lost, nothing wrong is shown, and nothing fails unseen."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_cube, addon, look, path_points, session, state


@pytest.fixture
def start(scene):
    """A path past a cube in an updated, live volume with room around it."""
    volume = add_baked_volume(0.25)
    volume.volant.volume.size = (12.0, 8.0, 8.0)
    volume.volant.volume.live = True
    bpy.context.view_layer.update()
    bpy.ops.volant.update()
    bpy.ops.volant.add_path()
    found = addon("objects.paths").active_path(scene)
    found.location, found.volant.path.goals[0].object.location = (-4.0, 2.0, 0.0), (4.0, 2.0, 0.0)
    bpy.context.view_layer.update()
    return found


def result(start):
    bpy.context.view_layer.update()
    return session().preview.result(start)


def crate(name="Crate", place=(0.0, 2.0, 0.0)):
    made = add_cube(name, place, 1.0)
    made.volant.dynamic = True
    bpy.context.view_layer.update()
    return made


def followed():
    bpy.context.view_layer.update()
    session().live_updates.finish()


def test_one_squashed_to_nothing(start):
    free = path_points(start)
    made = crate()
    around = path_points(start)
    assert around != free
    made.scale = (0.0, 0.0, 0.0)
    # A point still blocks what it is in.
    assert not result(start).problem
    made.scale = (1.0, 1.0, 1.0)
    assert result(start).answers[0].points.tolist() == around[0]


def test_one_without_faces_blocks_nothing(start):
    free = path_points(start)
    made = crate()
    made.data = bpy.data.meshes.new("Nothing")
    result(start)
    assert path_points(start) == free
    assert session().moving.of(bpy.context.scene, start.volant.path.volume).looks == {}


def test_one_that_is_ignored_as_well_blocks_nothing(start):
    free = path_points(start)
    made = crate()
    made.volant.ignore = True
    result(start)
    assert path_points(start) == free


def test_one_far_outside(start):
    free = path_points(start)
    made = crate(place=(1e6, 0.0, 0.0))
    assert path_points(start) == free
    made.location = (0.0, 2.0, 0.0)
    result(start)
    assert path_points(start) != free


def test_renaming_one(start):
    made = crate()
    around = path_points(start)
    made.name = "Chest"
    result(start)
    assert path_points(start) == around
    bpy.data.objects.remove(made)
    result(start)
    assert path_points(start) != around


def test_an_empty_and_a_light_that_are_made_dynamic(start):
    free = path_points(start)
    for candidate in (start, bpy.data.objects["Light"], start.volant.path.volume):
        candidate.volant.dynamic = True
    result(start)
    assert path_points(start) == free
    assert state(start.volant.path.volume) == "FRESH"


def test_a_collection_that_is_instanced(start):
    held = bpy.data.collections.new("Held")
    for number in range(3):
        part = add_cube(f"Part {number}", (0.0, 0.0, float(number)), 1.0)
        bpy.context.scene.collection.objects.unlink(part)
        held.objects.link(part)
    instancer = bpy.data.objects.new("Lift", None)
    instancer.instance_type, instancer.instance_collection = "COLLECTION", held
    bpy.context.scene.collection.objects.link(instancer)
    instancer.volant.dynamic = True
    followed()
    free = path_points(start)
    instancer.location = (0.0, 2.0, -1.0)
    result(start)
    assert path_points(start) != free
    moving = session().moving.of(bpy.context.scene, start.volant.path.volume)
    assert list(moving.looks) == ["Lift"]
    assert len(moving.mesh("Lift")[1]) == 36
    assert [blocker.name for blocker in moving.blockers()] == ["Lift"]


def test_a_source_on_a_dynamic_parent(start):
    """What hangs on it is a source of its own, and moves with it."""
    made = crate(place=(0.0, -3.0, 0.0))
    child = add_cube("Lamp", (0.0, 0.0, 1.0), 0.5)
    child.parent = made
    followed()
    assert state(start.volant.path.volume) == "FRESH"
    made.location.x = 1.0
    bpy.context.view_layer.update()
    assert session().status.state(start.volant.path.volume) == "STALE"
    followed()
    assert state(start.volant.path.volume) == "FRESH"


def test_a_hundred_at_once(start):
    for number in range(100):
        made = bpy.data.objects.new(f"Crate {number}", bpy.data.objects["Cube"].data)
        made.location, made.scale = (number % 10 - 5.0, 3.5, number // 10 * 0.5 - 2.5), (0.1, 0.1, 0.1)
        made.volant.dynamic = True
        bpy.context.scene.collection.objects.link(made)
    assert not result(start).problem
    for number in range(100):
        bpy.data.objects[f"Crate {number}"].location.y = 2.0
    assert not result(start).problem
    assert len(session().moving.of(bpy.context.scene, start.volant.path.volume).looks) == 100


def test_the_bake_is_cleared_while_it_is_live(start):
    crate()
    bpy.ops.volant.clear_bake()
    bpy.data.objects["Cube"].location.x += 0.5
    followed()
    assert session().bakes.of(start.volant.path.volume) is None
    assert "not baked" in result(start).problem
    bpy.ops.volant.bake()
    assert not result(start).problem


def test_the_box_is_moved_while_it_is_live(start):
    volume = start.volant.path.volume
    before = session().bakes.of(volume)
    volume.location.x += 1.0
    followed()
    assert session().bakes.of(volume) is before
    look()
    assert session().status.of(volume).words == "the volume moved or changed its size"


def test_two_volumes_with_one_thing_between_them(start):
    scene = bpy.context.scene
    first = start.volant.path.volume
    bpy.ops.volant.add_volume()
    second = scene.volant.active_volume
    second.volant.volume.live = True
    bpy.context.view_layer.update()
    bpy.ops.volant.update()
    made = crate(place=(2.0, 2.0, 0.0))
    for volume in (first, second):
        assert list(session().moving.of(scene, volume).looks) == ["Crate"]
    made.volant.dynamic = False
    followed()
    assert [state(volume) for volume in (first, second)] == ["FRESH", "FRESH"]


def test_another_file_is_opened_with_something_under_way(start, tmp_path):
    bpy.data.objects["Cube"].location.x += 0.5
    bpy.context.view_layer.update()
    session().live_updates._begin(start.volant.path.volume)
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    assert session().live_updates._updating is None
    session().live_updates.finish()


def test_a_scene_without_a_camera_or_anything_else(scene):
    volume = add_baked_volume()
    volume.volant.volume.live = True
    for each in list(bpy.data.objects):
        if each != volume:
            bpy.data.objects.remove(each)
    bpy.ops.volant.update()
    look()
    nav = session().bakes.of(volume)
    assert nav.cells.tolist() == [[[0, 0, 0], nav.shape.tolist()]]


def test_sizes_that_single_precision_cannot_tell(start, volant):
    """Far from the origin an update still is what a bake is."""
    for each in bpy.context.scene.objects:
        if each.parent is None:
            each.location.x += 1e4
    bpy.context.view_layer.update()
    bpy.ops.volant.update()
    bpy.data.objects["Cube"].location.y += 0.25
    followed()
    volume = start.volant.path.volume
    config = addon("objects.volumes").bake_config(bpy.context.scene, volume)
    mesh = addon("scene.sources").gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
    assert np.array_equal(session().bakes.of(volume).cells, volant.navcore.bake(*mesh, config).cells)
