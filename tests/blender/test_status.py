# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake is marked out of date when a new one would differ, and says why."""

from __future__ import annotations

import math

import bpy
import pytest
from addon_scene import add_baked_volume, add_coarse_volume, add_cube, addon, look, session, state, words


@pytest.fixture
def volume(scene):
    add_cube("Wall", (4, 0, 0))
    return add_baked_volume()


def test_a_fresh_bake_is_up_to_date_and_told_in_figures(volume):
    assert state(volume) == "FRESH"
    assert "cells, " in words(volume)
    known = session().status.of(volume)
    assert known.sources == "2 objects, 24 triangles"
    assert " × " in known.grid
    assert "about " in known.grid
    assert not known.warning


def test_the_panel_expects_what_the_bake_checks(scene):
    """Of thousands of triangles scattered, turned and scaled, a few stand for all."""
    steps = 150
    vertices = [(x / 10, y / 10, ((x * y) % 7) / 20) for x in range(steps) for y in range(steps)]
    faces = [
        (row * steps + at, row * steps + at + 1, (row + 1) * steps + at + 1, (row + 1) * steps + at)
        for row in range(steps - 1)
        for at in range(steps - 1)
    ]
    mesh = bpy.data.meshes.new("Rocks")
    mesh.from_pydata(vertices, [], faces)
    for number in range(6):
        rocks = bpy.data.objects.new("Rocks", mesh)
        rocks.location, rocks.rotation_euler = (3 * number, 2 * number, number), (number, 0.2, 1)
        rocks.scale = (1, 1 + number, 0.5)
        scene.collection.objects.link(rocks)
    bpy.context.view_layer.update()
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    volume.volant.volume.voxel_size = 0.2
    volumes, survey, sources = (addon(name) for name in ("objects.volumes", "scene.survey", "scene.sources"))
    navcore = volumes.navcore
    config = volumes.bake_config(scene, volume)
    depsgraph = bpy.context.evaluated_depsgraph_get()
    surveyed = survey.survey(depsgraph, volume)
    assert len(surveyed.sample.weights) < surveyed.triangles
    panel = navcore.estimate_bake(surveyed.sample, config)
    vertices, triangles = sources.gather_triangles(depsgraph, volume)
    bake = navcore.estimate_bake(navcore.sample_triangles(vertices[triangles]), config)
    assert panel.shape.tolist() == bake.shape.tolist()
    assert panel.memory == pytest.approx(bake.memory, rel=0.1)


def test_what_a_bake_takes_is_worked_out_again_only_when_something_has_changed(volume, monkeypatch):
    """It takes longer than all else that the panel tells, and a finished bake changes nothing of it."""
    navcore, asked = addon("session.status").navcore, []
    estimate_bake = navcore.estimate_bake
    monkeypatch.setattr(navcore, "estimate_bake", lambda *given: asked.append(given) or estimate_bake(*given))
    look()
    look()
    sample = session().status.of(volume).survey.sample
    look()
    assert not asked
    assert session().status.of(volume).survey.sample is sample
    volume.volant.volume.voxel_size *= 0.5
    look()
    assert len(asked) == 1
    bpy.data.objects["Cube"].location.x += 1
    look()
    assert len(asked) == 2
    assert session().status.of(volume).survey.sample is not sample


def test_the_panel_warns_of_the_limit_in_the_words_of_the_bake(volume):
    volume.volant.volume.voxel_size, volume.volant.volume.memory_limit = 0.02, 2
    look()
    known = session().status.of(volume)
    assert "over the limit of 2 MB; use a larger voxel size" in known.warning
    assert "about " in known.grid
    with pytest.raises(RuntimeError, match="over the limit of 2 MB"):
        bpy.ops.volant.bake()


def test_before_any_bake(scene):
    bpy.ops.volant.add_volume()
    assert state(scene.volant.active_volume) == "NEVER"
    assert words(scene.volant.active_volume) == "Not baked yet"


def move(volume):
    bpy.data.objects["Wall"].location.x += 0.5


def reshape(volume):
    bpy.data.objects["Wall"].data.vertices[0].co.x += 0.2
    bpy.data.objects["Wall"].data.update()


def modify(volume):
    bpy.data.objects["Wall"].modifiers.new("Array", "ARRAY")


def delete(volume):
    bpy.data.objects.remove(bpy.data.objects["Wall"])


def hide(volume):
    bpy.data.objects["Wall"].hide_viewport = True


def ignore(volume):
    bpy.data.objects["Wall"].volant.ignore = True


def empty(volume):
    bpy.data.objects["Wall"].data.clear_geometry()


def add(volume):
    add_cube("Door", (0, 4, 0))


def coarser(volume):
    volume.volant.volume.voxel_size *= 2


def larger(volume):
    volume.volant.volume.agent_radius += 0.1


def grow(volume):
    volume.scale *= 1.1


def mark(volume):
    bpy.context.scene.cursor.location = (3.0, 2.5, 1.5)
    bpy.ops.volant.add_marker()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (move, "Wall moved"),
        (reshape, "Wall changed"),
        (modify, "Wall changed"),
        (delete, "Wall gone"),
        (hide, "Wall gone"),
        (ignore, "Wall gone"),
        (empty, "Wall gone"),
        (add, "Door added"),
        (coarser, "Voxel Size changed"),
        (larger, "Agent Radius changed"),
        (grow, "the volume moved or changed its size"),
        (mark, "keep markers changed"),
    ],
)
def test_a_change_marks_the_bake_and_a_new_bake_clears_the_mark(volume, change, why):
    change(volume)
    assert state(volume) == "STALE"
    assert words(volume) == why
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert state(volume) == "FRESH"


def test_what_changes_nothing_leaves_no_mark(volume):
    bpy.data.objects["Wall"].name = "Barrier"
    bpy.data.objects["Cube"].select_set(True)
    bpy.data.objects["Camera"].location.x += 1
    bpy.data.objects["Light"].location.x += 1
    bpy.context.scene.frame_set(7)
    assert state(volume) == "FRESH"
    bpy.data.objects["Barrier"].location.x += 1
    assert words(volume) == "Barrier moved" or words(volume) == "Wall gone"


def test_a_change_that_is_taken_back_takes_the_mark_back(volume):
    bpy.data.objects["Wall"].location.x += 0.5
    assert state(volume) == "STALE"
    bpy.data.objects["Wall"].location.x -= 0.5
    assert state(volume) == "FRESH"


def test_the_mark_survives_saving(volume, tmp_path):
    bpy.data.objects["Wall"].location.x += 0.5
    target = str(tmp_path / "moved.blend")
    bpy.ops.wm.save_as_mainfile(filepath=target)
    bpy.ops.wm.open_mainfile(filepath=target)
    assert words(bpy.context.scene.volant.active_volume) == "Wall moved"
    bpy.data.objects["Wall"].location.x -= 0.5
    assert state(bpy.context.scene.volant.active_volume) == "FRESH"


def test_what_was_selected_stays_the_source(volume):
    volume.volant.volume.sources = "SELECTED"
    for candidate in bpy.context.scene.objects:
        candidate.select_set(candidate.name == "Wall")
    bpy.ops.volant.bake()
    bpy.data.objects["Wall"].select_set(False)
    bpy.data.objects["Cube"].select_set(True)
    assert state(volume) == "FRESH"
    bpy.data.objects["Cube"].location.x += 1
    assert state(volume) == "FRESH"
    bpy.data.objects["Wall"].location.x += 1
    assert words(volume) == "Wall moved"


def test_what_an_instancer_scatters_counts_as_its_own(volume):
    instancer = bpy.data.objects.new("Instancer", None)
    instancer.instance_type = "COLLECTION"
    instancer.instance_collection = bpy.data.collections.new("Instanced")
    slab = bpy.data.objects.new("Slab", bpy.data.objects["Cube"].data)
    instancer.instance_collection.objects.link(slab)
    bpy.context.scene.collection.objects.link(instancer)
    assert words(volume) == "Instancer added"
    bpy.ops.volant.bake()
    slab.location.x = 3
    assert words(volume) == "Instancer moved"


def test_warnings_come_before_the_bake(scene):
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    settings = volume.volant.volume

    def warning() -> str:
        look()
        return session().status.of(volume).warning

    assert not warning()
    settings.voxel_size = 0.0001
    assert "over the limit" in warning()
    settings.voxel_size = 500
    assert "larger than the domain" in warning()
    settings.voxel_size = 0.1
    settings.sources = "COLLECTION"
    assert warning() == "Choose the collection that holds the obstacles"
    settings.collection = bpy.data.collections.new("Bare")
    assert "Nothing in this collection has faces" in warning()
    settings.sources = "VISIBLE"
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    assert "No visible object has faces" in warning()


def test_markers_tell_what_they_keep(scene):
    bpy.data.objects["Cube"].scale = (3, 3, 3)
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    volume.volant.volume.voxel_size, volume.volant.volume.agent_radius = 0.5, 0.0
    scene.cursor.location = (0, 0, 0)
    bpy.ops.volant.add_marker()
    bpy.ops.volant.bake()
    (marker,) = session().status.of(volume).markers
    assert marker.name == "Keep Marker"
    assert marker.words.startswith("keeps ")
    share = int(marker.words.removeprefix("keeps ").removesuffix("%"))
    assert 0 < share < 50


def test_a_failed_bake_is_kept_in_words_with_a_way_out(scene):
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    volume.volant.volume.voxel_size, volume.volant.volume.agent_radius = 0.05, 0.3
    scene.cursor.location = (1, 0, 0)
    bpy.ops.volant.add_marker()
    with pytest.raises(RuntimeError, match="Keep Marker is in blocked space"):
        bpy.ops.volant.bake()
    problem = session().status.problems.get(volume.session_uid)
    assert problem.words.startswith("Keep Marker is in blocked space")
    assert bpy.ops.volant.move_marker() == {"FINISHED"}
    assert session().status.problems.get(volume.session_uid) is None
    assert bpy.ops.volant.bake() == {"FINISHED"}


@pytest.mark.parametrize(("angle", "is_told"), [(0.0, False), (math.pi / 2, False), (0.3, True)])
def test_a_rotated_volume_says_why_its_cells_are_not(scene, angle, is_told):
    volume = add_coarse_volume()
    volume.rotation_euler.z = angle
    look()
    warning = session().status.of(volume).warning
    assert ("Nav Volume is rotated, but cells lie along the world's axes" in warning) == is_told
    assert warning.endswith("clear its rotation (Alt R)") == is_told


def test_a_volume_on_a_rotated_parent_names_that(scene):
    volume = add_coarse_volume()
    parent = bpy.data.objects.new("Turntable", None)
    scene.collection.objects.link(parent)
    volume.parent = parent
    parent.rotation_euler.x = 0.5
    look()
    assert session().status.of(volume).warning.endswith("clear its parent's rotation (Alt R)")
