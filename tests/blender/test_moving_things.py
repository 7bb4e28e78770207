# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects that move in the game: left out of bakes, in the way of paths where they are at each frame, and exported."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_cube, addon, look, path_points, session, state
from mathutils import Matrix

#: A gap between two walls that a door fills at frame 1 and leaves open at frame 20.
_OPEN, _SHUT = 20, 1


def _wall(name, location, scale):
    wall = add_cube(name, location)
    wall.scale = scale
    return wall


@pytest.fixture
def doorway(scene):
    """A wall with a gap, a door that fills it at frame 1 and is gone aside at frame 20, and a path through the gap."""
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    for name, x in (("Left", -5.0), ("Right", 5.0)):
        _wall(name, (x, 0.0, 0.0), (4.0, 0.2, 3.0))
    door = _wall("Door", (0.0, 0.0, 0.0), (1.2, 0.3, 3.2))
    for frame, x in ((_SHUT, 0.0), (_OPEN, 5.0)):
        door.location.x = x
        door.keyframe_insert("location", frame=frame)
    door.volant.dynamic = True
    scene.frame_set(_OPEN)
    volume = add_baked_volume(0.25)
    # No way around: its sides are those of the walls.
    settings = volume.volant.volume
    settings.size = (17.0, 10.0, 5.8)
    bpy.context.view_layer.update()
    bpy.ops.volant.bake()
    bpy.ops.volant.add_path()
    start = addon("objects.paths").active_path(scene)
    goal = start.volant.path.goals[0].object
    start.location, goal.location = (0.0, -3.0, 0.0), (0.0, 3.0, 0.0)
    bpy.context.view_layer.update()
    return start


def answer(start):
    result = session().preview.result(start)
    assert not result.problem
    return result.answers[0]


def test_bakes_leave_dynamic_objects_out(scene):
    volume = add_baked_volume()
    alone = session().bakes.of(volume).cells
    crate = add_cube("Crate", (0, 2, 0))
    crate.volant.dynamic = True
    bpy.ops.volant.bake()
    assert np.array_equal(session().bakes.of(volume).cells, alone)
    crate.volant.dynamic = False
    bpy.ops.volant.bake()
    assert not np.array_equal(session().bakes.of(volume).cells, alone)


def test_a_dynamic_object_that_moves_leaves_the_bake_up_to_date(scene, doorway):
    volume = scene.volant.active_volume
    assert state(volume) == "FRESH"
    bpy.data.objects["Door"].location.x = 2.0
    assert state(volume) == "FRESH"
    scene.frame_set(7)
    assert state(volume) == "FRESH"
    assert session().status.of(volume).sources.endswith("; 1 dynamic")


def test_becoming_dynamic_makes_a_bake_stale_and_back_again(scene):
    volume = add_baked_volume()
    crate = bpy.data.objects["Cube"]
    crate.volant.dynamic = True
    assert state(volume) == "STALE"
    crate.volant.dynamic = False
    assert state(volume) == "FRESH"


def test_a_path_respects_the_door_at_every_frame(scene, doorway, volant):
    volume = scene.volant.active_volume
    nav = session().bakes.of(volume)
    door = bpy.data.objects["Door"]
    seen = set()
    for frame in [*range(_SHUT, _OPEN + 1), 10, 3, _OPEN]:
        scene.frame_set(frame)
        path = answer(doorway)
        # A bake with the door where it is now.
        door.volant.dynamic = False
        vertices, triangles = addon("scene.sources").gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
        config = addon("objects.volumes").bake_config(scene, volume)
        anew = volant.navcore.bake(vertices, triangles, config)
        door.volant.dynamic = True
        wanted = volant.navcore.find_path(anew, doorway.location, (0.0, 3.0, 0.0))
        assert path.points.tolist() == wanted.points.tolist(), frame
        assert path.status == wanted.status
        seen.add(path.found)
    assert seen == {True, False}
    assert session().bakes.of(volume) is nav


def test_a_dragged_dynamic_object_is_avoided_at_once(scene, doorway):
    scene.frame_set(_OPEN)
    free = path_points(doorway)
    crate = add_cube("Crate", (0.0, -1.5, 0.0))
    assert path_points(doorway) == free
    crate.volant.dynamic = True
    around = path_points(doorway)
    assert around != free
    crate.location.x = 1.0
    bpy.context.view_layer.update()
    assert path_points(doorway) not in (free, around)
    bpy.data.objects.remove(crate)
    bpy.context.view_layer.update()
    assert path_points(doorway) == free


def test_a_hidden_one_blocks_nothing(scene, doorway):
    scene.frame_set(_SHUT)
    assert not answer(doorway).found
    bpy.data.objects["Door"].hide_set(True)
    bpy.context.view_layer.update()
    assert answer(doorway).found


def test_a_deformed_one_blocks_as_it_is_evaluated(scene, doorway):
    door = bpy.data.objects["Door"]
    door.animation_data_clear()
    door.location.x = 0.0
    bpy.context.view_layer.update()
    assert not answer(doorway).found
    array = door.modifiers.new("Away", "ARRAY")
    array.use_constant_offset, array.use_relative_offset = True, False
    array.count, array.constant_offset_displace = 1, (0.0, 0.0, 0.0)
    door.data.transform(Matrix.Translation((6.0, 0.0, 0.0)))
    door.data.update()
    bpy.context.view_layer.update()
    assert answer(doorway).found


def test_a_larger_agent_is_told_of_them_too(scene, doorway):
    scene.frame_set(_OPEN)
    settings = doorway.volant.path
    settings.larger_agent, settings.agent_radius = True, 0.4
    bpy.context.view_layer.update()
    assert answer(doorway).found
    scene.frame_set(_SHUT)
    assert not answer(doorway).found


def test_the_file_names_them_as_blockers(scene, doorway, volant, tmp_path):
    scene.frame_set(_SHUT)
    target = tmp_path / "level.volant"
    bpy.ops.volant.export_file(filepath=str(target))
    nav = volant.navcore.load(target)
    (blocker,) = nav.blockers
    door = bpy.data.objects["Door"]
    assert blocker.name == "Door"
    assert np.allclose(blocker.place, np.array(door.matrix_world)[:3])
    corners = [door.matrix_world @ vertex.co for vertex in door.data.vertices]
    assert np.allclose(blocker.shape.vertices, corners)
    # What an engine does: the same paths as in Blender.
    live = volant.navcore.LiveVolume.of(nav)
    live.update({blocker.name: blocker.shape})
    ends = doorway.location, (0.0, 3.0, 0.0)
    assert volant.navcore.Navigator(live).find_path(*ends).status == answer(doorway).status
    bpy.ops.volant.export_file(filepath=str(target))
    assert session().bakes.of(scene.volant.active_volume).blockers == ()


def test_an_imported_bake_keeps_its_blockers(scene, doorway, volant, tmp_path):
    first, again = tmp_path / "level.volant", tmp_path / "again.volant"
    bpy.ops.volant.export_file(filepath=str(first))
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    bpy.ops.volant.import_file(filepath=str(first))
    bpy.ops.volant.export_file(filepath=str(again))
    assert [blocker.name for blocker in volant.navcore.load(again).blockers] == ["Door"]


def test_a_broken_mesh_is_named_and_mended_again(scene, doorway):
    door = bpy.data.objects["Door"]
    scene.frame_set(_OPEN)
    kept = door.data.vertices[0].co.copy()
    door.data.vertices[0].co.x = float("nan")
    door.data.update()
    bpy.context.view_layer.update()
    result = session().preview.result(doorway)
    assert "Door" in result.problem
    door.data.vertices[0].co = kept
    door.data.update()
    bpy.context.view_layer.update()
    assert answer(doorway).found


def test_undo_brings_the_door_back(scene, doorway):
    scene.frame_set(_OPEN)
    bpy.ops.ed.undo_push(message="open")
    before = path_points(doorway)
    door = bpy.data.objects["Door"]
    door.volant.dynamic = False
    bpy.ops.ed.undo_push(message="static")
    look()
    bpy.ops.ed.undo()
    assert bpy.data.objects["Door"].volant.dynamic
    assert path_points(addon("objects.paths").active_path(bpy.context.scene)) == before


def test_why_not_looks_at_what_moves(scene, doorway):
    """Without the door a bake would let everybody pass, and there would be nothing to tell."""
    settings = scene.volant.active_volume.volant.volume
    for radius in (0.3, 0.0):
        settings.agent_radius = radius
        scene.frame_set(_SHUT)
        bpy.ops.volant.bake()
        bpy.ops.volant.why_not()
        found = session().why_not.of(doorway)
        assert found.answer.status == "closed", found.words
        low, high = found.frame
        assert (low[:2] <= (1.0, 0.0)).all()
        assert (high[:2] >= (-1.0, 0.0)).all()


def test_the_path_of_the_moment_respects_the_door(scene, doorway, monkeypatch):
    """The search may not have begun when it is asked for."""
    scene.frame_set(_OPEN)
    monkeypatch.setattr(session().preview, "follow", lambda _scene: False)
    questions = addon("session.questions")
    for frame, is_open in ((_SHUT, False), (_OPEN, True), (_SHUT, False)):
        scene.frame_set(frame)
        of_the_moment = questions.answer_of_the_moment(questions.question_of(scene, doorway))
        assert of_the_moment.answers[0].found == is_open


def told(start):
    words = addon("panels.path_words").details(bpy.context.scene, session().preview.result(start))
    return [sentence for sentence, _is_good in words]


def test_the_panel_says_what_is_in_the_way(scene, doorway):
    scene.frame_set(_SHUT)
    assert told(doorway) == ["no path: Door is in the way at this frame"]
    scene.frame_set(_OPEN)
    assert told(doorway) == []
    add_cube("Crate", (0.0, 4.0, 1.0), 0.5).volant.dynamic = True
    scene.frame_set(_SHUT)
    assert told(doorway) == ["no path: dynamic objects are in the way at this frame"]
    bpy.data.objects["Left"].scale.x = 20.0
    bpy.ops.volant.bake()
    assert "in the way" not in told(doorway)[0]
