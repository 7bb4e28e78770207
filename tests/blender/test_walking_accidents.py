# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What artists do by accident with floors: nothing is lost, nothing wrong is shown, and nothing fails unseen."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import addon, look, run_to_end, session, state, words
from ground_scene import add_box, add_path, make_yard

#: On the floor left of the wall and right of it, at eye level.
LEFT, RIGHT = (-4.0, -3.0, 1.5), (4.0, 3.0, 1.5)


@pytest.fixture
def yard(scene):
    """A volume for walkers alone, baked."""
    volume = make_yard()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    return volume


@pytest.fixture
def start(yard):
    """A path through the door."""
    return add_path(LEFT, RIGHT)


def surface_of(volume):
    return session().bakes.surface_of(volume)


def answer(start):
    bpy.context.view_layer.update()
    session().preview.follow(bpy.context.scene)
    result = session().preview.result(start)
    assert not result.problem, result.problem
    return result.answers[0]


def baked_again(volume):
    """Bake, and say whether that is up to date."""
    assert bpy.ops.volant.bake() == {"FINISHED"}
    return state(volume) == "FRESH"


def refusal(volume) -> str:
    """What a bake says against itself; the last one stays."""
    before = volume.volant.volume.bake
    with pytest.raises(RuntimeError):
        bpy.ops.volant.bake()
    assert volume.volant.volume.bake == before
    return session().status.problems[volume.session_uid].words


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda: setattr(bpy.data.objects["Floor"], "location", (0.0, 0.0, 0.5)), "Floor moved"),
        (lambda: bpy.data.objects.remove(bpy.data.objects["Ramp"]), "Ramp gone"),
        (lambda: bpy.data.objects["Deck"].hide_set(True), "Deck gone"),
        (lambda: add_box("Crate", (-3.0, -3.0, 0.0), (-2.0, -2.0, 1.0)), "Crate added"),
        (lambda: setattr(bpy.data.objects["Table"].volant, "dynamic", True), "Table gone"),
        (lambda: setattr(bpy.data.objects["Table"].volant, "ignore", True), "Table gone"),
    ],
)
def test_what_changes_makes_floors_out_of_date(start, yard, change, told):
    change()
    assert state(yard) == "STALE"
    assert words(yard) == told
    # What is shown is still the last bake.
    assert answer(start).found
    assert baked_again(yard)
    answer(start)


def test_floors_that_are_mirrored_or_turned_over_are_floors(start, yard):
    area = float(surface_of(yard).plan_areas().sum())
    floor = bpy.data.objects["Floor"]
    floor.scale = (-1.0, 1.0, 1.0)
    assert baked_again(yard)
    assert float(surface_of(yard).plan_areas().sum()) == pytest.approx(area, abs=0.5)
    assert answer(start).found
    floor.data.flip_normals()
    assert baked_again(yard)
    assert answer(start).found


def test_a_floor_squashed_to_nothing(start, yard):
    bpy.data.objects["Ramp"].scale = (0.0, 0.0, 0.0)
    bpy.data.objects["Deck"].scale = (1.0, 1.0, 0.0)
    assert baked_again(yard)
    assert answer(start).found


def test_a_broken_mesh_is_named(yard):
    mesh = bpy.data.objects["Deck"].data
    mesh.vertices[0].co.x = float("nan")
    mesh.update()
    assert "Deck" in refusal(yard)


def test_undo_and_redo_of_a_bake(yard):
    bpy.ops.ed.undo_push(message="before")
    first = surface_of(yard)
    add_box("Crate", (-3.0, -3.0, 0.0), (-2.0, -2.0, 1.0))
    bpy.ops.volant.bake()
    bpy.ops.ed.undo_push(message="baked")
    second = surface_of(bpy.context.scene.volant.active_volume)
    assert not np.array_equal(first.corners, second.corners)
    for step, wanted in ((bpy.ops.ed.undo, first), (bpy.ops.ed.redo, second)):
        step()
        volume = bpy.context.scene.volant.active_volume
        assert np.array_equal(surface_of(volume).vertices, wanted.vertices)
        assert state(volume) == "FRESH"


def test_another_session_has_the_floors(start, yard, tmp_path):
    before, points = surface_of(yard), answer(start).points
    path = str(tmp_path / "yard.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.open_mainfile(filepath=path)
    volume = bpy.context.scene.volant.active_volume
    assert np.array_equal(surface_of(volume).vertices, before.vertices)
    assert state(volume) == "FRESH"
    start = addon("objects.paths").active_path(bpy.context.scene)
    assert np.array_equal(answer(start).points, points)


def test_a_damaged_bake_is_told_and_baked_again(start, yard):
    packed = bytearray(yard.volant.volume.bake)
    packed[len(packed) // 2] ^= 0xFF
    yard.volant.volume.bake = bytes(packed)
    session().bakes.verify_again()
    look()
    assert "damaged" in session().status.of(yard).words
    session().preview.follow(bpy.context.scene)
    assert "damaged" in session().preview.result(start).problem
    assert baked_again(yard)
    assert answer(start).found


def test_two_volumes_one_for_each_kind(start, yard, scene):
    bpy.ops.volant.add_volume()
    flown = scene.volant.active_volume
    flown.volant.volume.voxel_size, flown.volant.volume.agent_radius = 0.25, 0.3
    assert (flown.volant.volume.fly, flown.volant.volume.walk) == (True, False)
    bpy.ops.volant.bake()
    walked = answer(start)
    assert walked.points[0][2] == pytest.approx(0.0, abs=0.1)
    start.volant.path.volume = flown
    through_the_air = answer(start)
    assert through_the_air.points[0][2] == pytest.approx(LEFT[2])
    start.volant.path.volume = yard
    assert np.array_equal(answer(start).points, walked.points)
    bpy.data.objects["Deck"].location.z += 0.1
    assert [state(volume) for volume in (yard, flown)] == ["STALE", "STALE"]


def test_a_kind_that_is_switched_without_a_bake(start, yard):
    settings = yard.volant.volume
    walked = answer(start)
    settings.fly = True
    assert words(yard) == "Fly changed"
    # There is nothing else to search in.
    assert np.array_equal(answer(start).points, walked.points)
    settings.fly, settings.walk = True, False
    look()
    assert state(yard) == "STALE"
    assert np.array_equal(answer(start).points, walked.points)
    bpy.ops.volant.bake()
    assert surface_of(yard) is None
    assert answer(start).points[0][2] == pytest.approx(LEFT[2])


def test_live_waits_while_somebody_walks_and_goes_on_afterwards(yard):
    settings = yard.volant.volume
    settings.live = True
    look()
    waits = addon("panels.volume")._why_live_waits
    assert waits(yard)
    bpy.data.objects["Table"].location.x += 0.5
    bpy.context.view_layer.update()
    session().live_updates.finish()
    assert state(yard) == "STALE"
    settings.fly, settings.walk = True, False
    bpy.ops.volant.bake()
    assert waits(yard) == ""
    bpy.data.objects["Table"].location.x += 0.5
    bpy.context.view_layer.update()
    session().live_updates.finish()
    assert state(yard) == "FRESH"
    settings.walk = True
    bpy.data.objects["Table"].location.x -= 0.5
    bpy.context.view_layer.update()
    session().live_updates.finish()
    assert state(yard) == "STALE"


def test_a_box_that_cuts_through_floors(start, yard):
    yard.location.x -= 3.0
    assert baked_again(yard)
    low, high = addon("objects.volume_box").world_box(yard)
    vertices = surface_of(yard).vertices
    assert (vertices >= np.array(low) - 1e-5).all()
    assert (vertices <= np.array(high) + 1e-5).all()
    assert answer(start).status.name.startswith("GOAL")


def test_a_box_without_any_floor_in_it(yard):
    yard.location.z += 50.0
    assert "floor" in refusal(yard)


def test_a_collection_of_floors_that_goes(yard, scene):
    floors = bpy.data.collections.new("Floors")
    scene.collection.children.link(floors)
    floors.objects.link(bpy.data.objects["Floor"])
    settings = yard.volant.volume
    settings.floors, settings.floor_collection = "COLLECTION", floors
    assert baked_again(yard)
    floors.name = "Ground"
    assert state(yard) == "FRESH"
    bpy.data.objects["Floor"].volant.dynamic = True
    assert "choose another collection" in refusal(yard)
    bpy.data.objects["Floor"].volant.dynamic = False
    assert baked_again(yard)
    bpy.data.collections.remove(floors)
    look()
    assert session().status.of(yard).warning.startswith("Choose the collection")
    assert "choose the collection" in refusal(yard)


def finished(job):
    """What a job tells, once all is done."""
    try:
        run_to_end(job)
        return job.finish(bpy.context)
    finally:
        job.close()


def test_a_bake_that_is_stopped_leaves_the_last_one(start, yard, volant):
    before = yard.volant.volume.bake
    bpy.data.objects["Table"].location.x += 0.5
    bpy.context.view_layer.update()
    job = addon("jobs.baking").BakeJob(bpy.context, yard)
    for _step in range(3):
        job.advance(0.0)
    job.cancel()
    with pytest.raises(volant.navcore.Cancelled, match="nothing was changed"):
        finished(job)
    assert yard.volant.volume.bake == before
    assert answer(start).found


def test_a_volume_that_is_deleted_while_it_is_baked(yard, volant):
    job = addon("jobs.baking").BakeJob(bpy.context, yard)
    bpy.data.objects.remove(yard)
    with pytest.raises(volant.navcore.BakeError, match="deleted while it was baked"):
        finished(job)
    look()


def test_a_copy_of_a_volume_for_walkers(start, yard):
    for each in bpy.context.selected_objects:
        each.select_set(False)
    yard.select_set(True)
    bpy.context.view_layer.objects.active = yard
    bpy.ops.object.duplicate()
    copy = bpy.context.object
    assert np.array_equal(surface_of(copy).vertices, surface_of(yard).vertices)
    copy.location.x += 1.0
    assert [state(volume) for volume in (yard, copy)] == ["FRESH", "STALE"]
    bpy.data.objects.remove(yard)
    session().preview.follow(bpy.context.scene)
    assert session().preview.result(start).problem


def test_a_door_that_is_baked_over_frames(start, yard, scene):
    door = add_box("Door", (-0.1, -0.8, 0.0), (0.1, 0.8, 2.0))
    for frame, height in ((1, 0.0), (10, 5.0)):
        door.location.z = height
        door.keyframe_insert("location", frame=frame)
    scene.frame_set(10)
    assert baked_again(yard)
    assert answer(start).found
    settings = yard.volant.volume
    settings.frames, settings.frame_start, settings.frame_end = "RANGE", 1, 10
    assert baked_again(yard)
    assert not answer(start).found
    scene.frame_set(3)
    assert state(yard) == "FRESH"


def test_far_from_the_origin(scene):
    volume = make_yard()
    for each in bpy.context.scene.objects:
        if each.parent is None:
            each.location.x += 5000.0
    bpy.context.view_layer.update()
    assert baked_again(volume)
    start = add_path((LEFT[0] + 5000.0, *LEFT[1:]), (RIGHT[0] + 5000.0, *RIGHT[1:]))
    assert answer(start).found


def test_ends_below_and_high_above_floors(start):
    for height, is_found in ((0.05, True), (1.7, True), (-0.1, True)):
        start.location.z = height
        assert answer(start).found is is_found, height
    start.location.z = -30.0
    assert not answer(start).found


def test_parts_of_the_volume_that_only_fliers_use(yard):
    settings = yard.volant.volume
    settings.fly = True
    for name, value in (("merge", False), ("balanced", True), ("min_depth", 2)):
        setattr(settings, name, value)
    assert baked_again(yard)
    assert session().bakes.of(yard) is not None
    assert surface_of(yard) is not None


def test_too_little_memory_is_told(yard):
    yard.volant.volume.memory_limit = 1
    assert "over the limit of 1 MB" in refusal(yard)
