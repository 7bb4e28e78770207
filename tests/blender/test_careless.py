# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""More of what careless hands do: Blender's own delete, duplicate, apply and hide, other scenes, units and places."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_cube, addon, look, run_to_end, session, state


def choose(*chosen: bpy.types.Object) -> None:
    """Select only these objects; the last is active."""
    for other in bpy.context.view_layer.objects:
        other.select_set(other in chosen)
    bpy.context.view_layer.objects.active = chosen[-1]


def delete(*chosen: bpy.types.Object) -> None:
    """As by pressing X in the viewport: what still has a user somewhere stays among Blender's data."""
    choose(*chosen)
    bpy.ops.object.delete()
    bpy.context.view_layer.update()


def duplicate(*chosen: bpy.types.Object) -> list[bpy.types.Object]:
    """As by pressing Shift-D."""
    choose(*chosen)
    bpy.ops.object.duplicate()
    bpy.context.view_layer.update()
    return list(bpy.context.selected_objects)


def bake_of(volume):
    return session().bakes.of(volume)


def result(start):
    return session().preview.result(start)


@pytest.fixture
def path(scene):
    """A baked volume and a path through it."""
    add_baked_volume()
    bpy.ops.volant.add_path()
    return scene.volant.active_path


def test_a_volume_deleted_with_x_leaves_the_panel_to_another(scene):
    first, second = add_baked_volume(), add_baked_volume()
    delete(second)
    assert scene.volant.active_volume == first
    assert bpy.ops.volant.bake.poll()
    delete(first)
    assert scene.volant.active_volume is None
    assert not bpy.ops.volant.bake.poll()
    assert not bpy.ops.volant.export_file.poll()


def test_a_path_whose_volume_was_deleted_with_x_says_so(scene, path):
    delete(scene.volant.active_volume)
    assert result(path).problem == "choose a volume"
    assert not result(path).answers


def test_a_goal_deleted_with_x_is_no_goal(scene, path):
    bpy.ops.volant.add_goal()
    first, second = addon("objects.paths").goals_of(path)
    delete(second)
    assert addon("objects.paths").goals_of(path) == [first]
    assert len(result(path).answers) == 1
    delete(first)
    assert not addon("objects.paths").goals_of(path)
    assert result(path).problem == "choose a goal"


def test_a_start_deleted_with_x_is_no_path(scene, path):
    goals = addon("objects.paths").goals_of(path)
    delete(path)
    assert not addon("objects.paths").scene_paths(scene)
    assert addon("objects.paths").active_path(scene) is None
    assert not session().preview.shown(scene)
    assert not bpy.ops.volant.fly.poll()
    assert goals[0].name in scene.objects


def test_a_volume_deleted_while_it_is_baked_gets_no_bake(scene):
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    volume.volant.volume.voxel_size = 0.5
    job = addon("jobs.baking").BakeJob(bpy.context, volume)
    run_to_end(job)
    delete(volume)
    with pytest.raises(Exception, match="deleted while it was baked"):
        job.finish(bpy.context)


def test_a_copy_of_a_volume_has_a_bake_of_its_own(scene):
    volume = add_baked_volume()
    before = len(bake_of(volume).cells)
    (copy,) = duplicate(volume)
    assert scene.volant.active_volume == copy
    assert len(bake_of(copy).cells) == before
    copy.location.x += 1.0
    assert state(copy) == "STALE"
    assert state(volume) == "FRESH"
    bpy.ops.volant.bake()
    assert state(copy) == "FRESH"
    assert np.allclose(bake_of(copy).origin - bake_of(volume).origin, (1, 0, 0), atol=1e-5)
    session().bakes.clear(copy)
    assert bake_of(volume) is not None


def test_a_copy_of_a_path_leads_to_its_own_copy_of_the_goal(scene, path):
    (goal,) = addon("objects.paths").goals_of(path)
    copies = duplicate(path, goal)
    start = next(copy for copy in copies if copy.volant.role == "PATH")
    end = next(copy for copy in copies if copy != start)
    assert addon("objects.paths").goals_of(start) == [end]
    assert addon("objects.paths").goals_of(path) == [goal]
    assert result(start).answers[0].found


def test_scale_applied_to_a_volume_keeps_its_tools_in_size(scene):
    add_cube("Wall", (6, 0, 0))
    volume = add_baked_volume()
    before = addon("objects.empties").handy_size(bpy.context)
    box = addon("objects.volume_box").world_box(volume)
    volume.scale.x *= -1.0
    choose(volume)
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    bpy.context.view_layer.update()
    assert tuple(volume.scale) == (1.0, 1.0, 1.0)
    assert np.allclose(addon("objects.volume_box").world_box(volume), box)
    assert addon("objects.empties").handy_size(bpy.context) == pytest.approx(before, rel=1e-5)
    assert state(volume) == "FRESH"
    assert bpy.ops.volant.fit_volume() == {"FINISHED"}
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert state(volume) == "FRESH"


def test_a_new_path_leads_somewhere_even_when_all_is_one_cell(scene):
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    volume = add_baked_volume()
    assert len(bake_of(volume).cells) == 1
    bpy.ops.volant.add_path()
    assert result(scene.volant.active_path).answers[0].length > 1.0


def test_a_scene_far_from_the_origin(scene):
    cube = bpy.data.objects["Cube"]
    cube.location = (1e5, -1e5, 0)
    bpy.context.view_layer.update()
    volume = add_baked_volume(0.25)
    assert np.allclose(addon("objects.volume_box").world_box(volume)[0], np.array((1e5, -1e5, 0)) - 2.5, atol=0.6)
    bpy.ops.volant.add_path()
    start = scene.volant.active_path
    assert result(start).answers[0].found
    assert bake_of(volume).locate([(1e5 + 1, -1e5, 0)])[0] < 0
    cube.location.x += 0.05
    assert state(volume) == "STALE"
    volume.location.x += 0.5
    look()
    assert "volume moved" in session().status.of(volume).words


@pytest.mark.parametrize(
    ("system", "scale", "word"), [("IMPERIAL", 1.0, " ft"), ("METRIC", 0.01, " m"), ("NONE", 1, "")]
)
def test_other_units(scene, path, system, scale, word):
    scene.unit_settings.system, scene.unit_settings.scale_length = system, scale
    words = addon("panels.path_words").summary(scene, result(path))
    assert word in words
    assert any(letter.isdigit() for letter in words)
    assert state(scene.volant.active_volume) == "FRESH"


def test_hidden_obstacles_do_not_count_and_shown_ones_do(scene):
    wall = add_cube("Wall", (0, 4, 0))
    volume = add_baked_volume()
    for hide in (lambda yes: wall.hide_set(yes), lambda yes: setattr(wall, "hide_viewport", yes)):
        hide(True)
        look()
        assert session().status.of(volume).words == "Wall gone"
        hide(False)
        assert state(volume) == "FRESH"


def test_linked_duplicates_are_read_once_but_one_with_a_modifier_on_its_own(scene):
    cube = bpy.data.objects["Cube"]
    for number in range(3):
        twin = bpy.data.objects.new("Twin", cube.data)
        twin.location.x = 4.0 * (number + 1)
        scene.collection.objects.link(twin)
    twin.modifiers.new("Finer", "SUBSURF").levels = 1
    bpy.context.view_layer.update()
    read = []
    sources = addon("scene.sources")

    def take(evaluated):
        read.append(evaluated.name)
        return sources.read_shape(evaluated)

    depsgraph = bpy.context.evaluated_depsgraph_get()
    gathering = sources.Gathering(depsgraph, None, take)
    while not gathering.is_done:
        gathering.step(depsgraph)
    assert len(read) == 2
    vertices, triangles = addon("scene.shapes").world_triangles(gathering.places, gathering.taken)
    assert len(triangles) == 3 * 12 + 48
    assert vertices[:, 0].max() > 11.0
    volume = add_baked_volume()
    cube.data.vertices[0].co.x -= 0.5
    cube.data.update()
    look()
    assert session().status.of(volume).words == "Cube and 3 others changed"


def test_another_scene_shown_while_meshes_are_read(scene):
    """What is read is what the bake was started on, modifiers and all."""
    cube = bpy.data.objects["Cube"]
    cube.modifiers.new("Array", "ARRAY").count = 2
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    volume.volant.volume.voxel_size = 0.5
    job = addon("jobs.baking").BakeJob(bpy.context, volume)
    other = bpy.data.scenes.new("Other")
    with bpy.context.temp_override(scene=other, view_layer=other.view_layers[0]):
        run_to_end(job)
        assert "24 triangles" in job.finish(bpy.context)
    assert state(volume) == "FRESH"


def test_a_scene_deleted_while_meshes_are_read(scene):
    other = bpy.data.scenes.new("Other")
    other.collection.objects.link(bpy.data.objects["Cube"])
    with bpy.context.temp_override(scene=other, view_layer=other.view_layers[0]):
        volume = addon("objects.volumes").add_volume(bpy.context, (-2, -2, -2), (2, 2, 2))
        job = addon("jobs.baking").BakeJob(bpy.context, volume)
    bpy.data.scenes.remove(other)
    run_to_end(job)
    with pytest.raises(Exception, match="scene or view layer was deleted"):
        job.finish(bpy.context)


def test_a_full_copy_of_a_scene_has_its_own_volume(scene):
    volume = add_baked_volume()
    with bpy.context.temp_override(scene=scene):
        bpy.ops.scene.new(type="FULL_COPY")
    copy = next(other for other in bpy.data.scenes if other != scene)
    with bpy.context.temp_override(scene=copy, view_layer=copy.view_layers[0]):
        bpy.context.view_layer.update()
        chosen = copy.volant.active_volume
        assert chosen is not None
        assert chosen != volume
        assert chosen.name in copy.objects
    assert scene.volant.active_volume == volume
