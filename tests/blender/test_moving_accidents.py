# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What artists do by accident with what moves: nothing is lost, nothing wrong is shown, and nothing fails unseen."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_cube, addon, look, path_points, session, state
from live_world import crate, followed, live_path, matches_a_new_bake, result


@pytest.fixture
def start(scene):
    """A path past a cube, in a live volume with room around it."""
    return live_path()


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


def drive(moved, teller):
    """Have a property of an object say where another one is along z."""
    driver = moved.driver_add("location", 2).driver
    driver.type = "SUM"
    variable = driver.variables.new()
    variable.targets[0].id, variable.targets[0].data_path = teller, '["height"]'


def say(teller, height):
    """Set that property, as whoever drags it does."""
    teller["height"] = height
    teller.update_tag()
    bpy.context.view_layer.update()


def test_deleting_one_while_live(start):
    free = path_points(start)
    crate()
    assert path_points(start) != free
    bpy.data.objects.remove(bpy.data.objects["Crate"])
    followed()
    assert path_points(start) == free
    assert state(start.volant.path.volume) == "FRESH"


@pytest.mark.parametrize("is_dynamic", [True, False])
def test_a_place_that_is_no_number(start, volant, is_dynamic):
    """It is named, and once it is a number again all goes on."""
    volume = start.volant.path.volume
    made = crate()
    made.volant.dynamic = is_dynamic
    followed()
    before = session().bakes.of(volume)
    made.location.z = float("nan")
    followed()
    if is_dynamic:
        assert "Crate" in result(start).problem
    else:
        assert session().bakes.of(volume) is before
        assert "Crate" in session().status.problems[volume.session_uid].words
    made.location.z = 1.0
    followed()
    assert not result(start).problem
    assert volume.session_uid not in session().status.problems
    assert matches_a_new_bake(volume, volant)
    assert state(volume) == "FRESH"


@pytest.mark.parametrize("is_dynamic", [True, False])
def test_a_driver_without_measure(start, volant, is_dynamic):
    """Some Blenders make numbers of what a driver says, some do not; afterwards all goes on."""
    volume = start.volant.path.volume
    made = crate()
    made.volant.dynamic = is_dynamic
    teller = bpy.data.objects["Light"]
    say(teller, 0.5)
    drive(made, teller)
    for height in ("nan", "inf", "-inf", "1e38", "1e20"):
        say(teller, float(height))
        followed()
        is_told = bool(result(start).problem) or volume.session_uid in session().status.problems
        assert is_told is not np.isfinite(np.array(made.matrix_world)).all(), height
        say(teller, 1.0)
        followed()
        assert not result(start).problem
        assert volume.session_uid not in session().status.problems
        assert matches_a_new_bake(volume, volant)
        assert state(volume) == "FRESH"


@pytest.mark.parametrize("is_dynamic", [True, False])
def test_editing_its_mesh_in_edit_mode(start, volant, is_dynamic):
    volume = start.volant.path.volume
    made = crate()
    made.volant.dynamic = is_dynamic
    followed()
    around = path_points(start)
    bpy.context.view_layer.objects.active = made
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    assert not result(start).problem
    bpy.ops.transform.resize(value=(1.0, 1.0, 2.0))
    assert not result(start).problem
    assert (path_points(start) != around) is is_dynamic
    bpy.ops.object.mode_set(mode="OBJECT")
    followed()
    assert path_points(start) != around
    assert matches_a_new_bake(volume, volant)
    assert state(volume) == "FRESH"


def test_a_keep_marker_that_something_dynamic_covers(start):
    """The bake does not know of it, nor do islands; only paths do."""
    volume = start.volant.path.volume
    bpy.ops.volant.add_marker()
    marker = bpy.context.object
    marker.location = (0.0, 2.0, 0.0)
    bpy.context.view_layer.update()
    bpy.ops.volant.update()
    result(start)
    free = path_points(start)
    made = crate()
    followed()
    assert volume.session_uid not in session().status.problems
    assert state(volume) == "FRESH"
    assert all(told.is_good for told in session().status.of(volume).markers)
    assert result(start).answers[0].found
    assert path_points(start) != free
    assert bpy.ops.volant.bake() == {"FINISHED"}
    made.location.z = 3.0
    result(start)
    assert path_points(start) == free


def test_one_on_an_animated_parent(start):
    made = crate()
    lift = bpy.data.objects.new("Lift", None)
    bpy.context.scene.collection.objects.link(lift)
    made.parent = lift
    for frame, height in ((1, 0.0), (20, 0.8)):
        lift.location.z = height
        lift.keyframe_insert("location", frame=frame)
    seen = []
    for frame in (1, 10, 20, 1):
        bpy.context.scene.frame_set(frame)
        seen.append(path_points(start))
        held = session().moving.of(bpy.context.scene, start.volant.path.volume)
        assert held.places["Crate"][0].matrix[2, 3] == pytest.approx(made.matrix_world.translation.z)
    assert seen[0] == seen[3]
    assert len({str(points) for points in seen}) == 3
    assert state(start.volant.path.volume) == "FRESH"


def linked_crate(tmp_path):
    """A crate that is linked from another file, dynamic there."""
    made = crate()
    library = tmp_path / "library.blend"
    bpy.data.libraries.write(str(library), {made})
    bpy.data.objects.remove(made)
    with bpy.data.libraries.load(str(library), link=True) as (_there, here):
        here.objects = ["Crate"]
    bpy.context.scene.collection.objects.link(here.objects[0])
    return here.objects[0]


def test_one_that_is_linked_from_a_library(start, volant, tmp_path):
    """It is dynamic as its own file says, beside a local one of the same name."""
    free = path_points(start)
    linked = linked_crate(tmp_path)
    followed()
    around = path_points(start)
    assert around != free
    local = crate(place=(0.0, -3.0, 0.0))
    assert local.name == linked.name
    moving = session().moving.of(bpy.context.scene, start.volant.path.volume)
    assert sorted(moving.looks) == sorted([local.name_full, linked.name_full])
    assert path_points(start) == around
    local.location.y = 2.0
    assert not result(start).problem
    bpy.ops.volant.export_file(filepath=str(tmp_path / "level.volant"))
    names = [blocker.name for blocker in volant.navcore.load(tmp_path / "level.volant").blockers]
    assert sorted(names) == sorted([local.name_full, linked.name_full])
    linked.library.reload()
    followed()
    assert not result(start).problem
    bpy.data.libraries.remove(bpy.data.libraries[0])
    followed()
    assert list(session().moving.of(bpy.context.scene, start.volant.path.volume).looks) == ["Crate"]


def test_undo_of_what_moves_among_what_does_not(start):
    made = crate()
    around = path_points(start)
    bpy.ops.ed.undo_push(message="before")
    made.location.z = 3.0
    bpy.context.view_layer.update()
    bpy.data.objects["Cube"].location.y -= 0.5
    followed()
    bpy.ops.ed.undo_push(message="moved")
    bpy.ops.ed.undo()
    followed()
    start = addon("objects.paths").active_path(bpy.context.scene)
    result(start)
    assert path_points(start) == around


def test_its_collection_is_excluded_and_hidden(start):
    free = path_points(start)
    made = crate()
    held = bpy.data.collections.new("Held")
    bpy.context.scene.collection.children.link(held)
    bpy.context.scene.collection.objects.unlink(made)
    held.objects.link(made)
    result(start)
    around = path_points(start)
    assert around != free
    layer = bpy.context.view_layer.layer_collection.children["Held"]
    for name in ("exclude", "hide_viewport"):
        setattr(layer, name, True)
        followed()
        assert path_points(start) == free, name
        setattr(layer, name, False)
        followed()
        assert path_points(start) == around, name


def test_a_mirrored_one(start):
    made = crate()
    around = path_points(start)
    made.scale = (-1.0, 1.0, 1.0)
    result(start)
    assert path_points(start) == around


def test_the_volume_hangs_on_a_dynamic_thing(start):
    volume = start.volant.path.volume
    made = crate(place=(0.0, -3.0, 0.0))
    volume.parent = made
    volume.matrix_parent_inverse = made.matrix_world.inverted()
    followed()
    assert state(volume) == "FRESH"
    made.location.x += 0.5
    followed()
    look()
    assert session().status.of(volume).words == "the volume moved or changed its size"
    assert not result(start).problem


def test_the_path_hangs_on_a_dynamic_thing(start):
    made = crate(place=(-4.0, -2.0, 0.0))
    start.parent = made
    start.location = (0.0, 4.0, 0.0)
    assert result(start).answers[0].found
    before = path_points(start)
    made.location.x += 0.5
    assert result(start).answers[0].found
    assert path_points(start) != before
