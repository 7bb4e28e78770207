# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The box of a volume: its scale stays 1, and whatever else is done to it, the box is what an artist sees."""

from __future__ import annotations

import itertools

import bpy
import numpy as np
import pytest
from addon_scene import SAMPLES, add_baked_volume, add_coarse_volume, add_cube, addon, look, session, state
from mathutils import Matrix, Vector


def box_of(volume) -> np.ndarray:
    return np.array(addon("objects.volume_box").world_box(volume))


def seen_corners(volume) -> np.ndarray:
    """Where Blender draws the points of a volume, (n, 3)."""
    return np.array([volume.matrix_world @ point.co_deform for point in volume.data.points])


def choose(*chosen) -> None:
    for candidate in bpy.context.view_layer.objects:
        candidate.select_set(candidate in chosen)
    bpy.context.view_layer.objects.active = chosen[-1]


def add_parent(child, matrix) -> bpy.types.Object:
    parent = bpy.data.objects.new("Parent", None)
    bpy.context.scene.collection.objects.link(parent)
    parent.matrix_world = matrix
    bpy.context.view_layer.update()
    child.parent = parent
    bpy.context.view_layer.update()
    return parent


def set_box(volume, low, high) -> None:
    addon("objects.volume_box").set_box(volume, (low, high))
    bpy.context.view_layer.update()


def test_scale_stays_1_in_everything_that_volant_does(scene, tmp_path):
    add_cube("Wall", (9, 2, 3))
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    assert tuple(volume.scale) == (1, 1, 1)
    bpy.data.objects["Wall"].location = (20, 0, 0)
    bpy.context.view_layer.update()
    bpy.ops.volant.fit_volume(around="SCENE")
    assert tuple(volume.scale) == (1, 1, 1)
    assert np.ptp(volume.volant.volume.size) > 1
    assert np.allclose(box_of(volume)[:, 0], [-1.8, 21.8])
    volume.volant.volume.size = (4, 5, 6)
    assert tuple(volume.scale) == (1, 1, 1)
    bpy.ops.volant.bake()
    target = str(tmp_path / "box.volant")
    bpy.ops.volant.export_file(filepath=target)
    bpy.ops.volant.import_file(filepath=target)
    imported = scene.volant.active_volume
    assert imported != volume
    assert tuple(imported.scale) == (1, 1, 1)
    assert np.allclose(box_of(imported), box_of(volume), atol=0.1)


@pytest.mark.parametrize("sample", sorted(path.name for path in SAMPLES.glob("*.blend")))
def test_scale_is_1_in_every_sample(sample):
    bpy.ops.wm.open_mainfile(filepath=str(SAMPLES / sample))
    volume = bpy.context.scene.volant.active_volume
    assert volume.type == "LATTICE"
    assert tuple(volume.scale) == (1, 1, 1)


def test_the_box_is_where_blender_draws_it(scene):
    volume = add_coarse_volume()
    set_box(volume, (1, 2, 3), (4, 8, 5))
    assert np.allclose(box_of(volume), [(1, 2, 3), (4, 8, 5)])
    expected = list(itertools.product((1, 4), (2, 8), (3, 5)))
    assert {tuple(np.round(corner, 5)) for corner in seen_corners(volume).tolist()} == set(expected)
    cube = addon("objects.volume_box").placed_cube(volume)
    for sides, corner in zip(itertools.product((-1, 1), repeat=3), expected, strict=True):
        assert np.allclose(cube @ Vector(sides), corner)


def test_scaled_by_hand_it_is_as_large_as_it_looks(scene):
    volume = add_coarse_volume()
    set_box(volume, (-1, -1, -1), (1, 1, 1))
    volume.scale, volume.location = (2, 3, -4), (1, 0, 0)
    bpy.context.view_layer.update()
    assert np.allclose(box_of(volume), [(-1, -3, -4), (3, 3, 4)])
    assert np.allclose(volume.volant.volume.size, (4, 6, 8))
    choose(volume)
    bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)
    bpy.context.view_layer.update()
    assert np.allclose(box_of(volume), [(-1, -3, -4), (3, 3, 4)])


def test_a_size_that_is_typed_keeps_the_middle(scene):
    volume = add_coarse_volume()
    set_box(volume, (0, 0, 0), (2, 2, 2))
    volume.volant.volume.size = (4, 2, 6)
    bpy.context.view_layer.update()
    assert np.allclose(box_of(volume), [(-1, 0, -2), (3, 2, 4)])


@pytest.mark.parametrize(
    "matrix",
    [
        Matrix.Translation((3, 0, 1)) @ Matrix.Diagonal((2, 0.5, 4, 1)),
        Matrix.Diagonal((-1, 2, 3, 1)),
        Matrix.Rotation(np.pi / 2, 4, "Z") @ Matrix.Diagonal((2, 3, 4, 1)),
        Matrix.Rotation(0.7, 4, "X") @ Matrix.Scale(2, 4),
    ],
    ids=["stretched", "mirrored", "turned", "tilted"],
)
def test_below_a_parent_it_is_set_where_it_is_asked_to_be_and_keeps_its_scale(scene, matrix):
    volume = add_coarse_volume()
    add_parent(volume, matrix)
    set_box(volume, (1, 2, 3), (4, 8, 5))
    assert tuple(volume.scale) == (1, 1, 1)
    assert np.allclose(box_of(volume), [(1, 2, 3), (4, 8, 5)], atol=1e-4)
    assert not addon("objects.volume_box").is_rotated(volume)


def test_a_rotated_one_is_the_box_around_what_is_seen(scene):
    volume = add_coarse_volume()
    set_box(volume, (-1, -2, -3), (1, 2, 3))
    volume.rotation_euler = (0.3, 0.4, 0.5)
    bpy.context.view_layer.update()
    seen = seen_corners(volume)
    assert np.allclose(box_of(volume), [seen.min(axis=0), seen.max(axis=0)], atol=1e-5)
    assert addon("objects.volume_box").is_rotated(volume)


def test_an_applied_rotation_and_a_dragged_corner_are_told(scene):
    volume = add_coarse_volume()
    look()
    assert not session().status.of(volume).warning
    volume.rotation_euler.z = 0.3
    choose(volume)
    bpy.ops.object.transform_apply(location=False, rotation=True, scale=False)
    look()
    assert "is no box any more" in session().status.of(volume).warning
    assert bpy.ops.volant.fit_volume() == {"FINISHED"}
    look()
    assert not session().status.of(volume).warning
    volume.data.points[7].co_deform.x += 1.0
    look()
    assert "is no box any more" in session().status.of(volume).warning
    volume.volant.volume.size = volume.volant.volume.size
    look()
    assert not session().status.of(volume).warning


def test_a_lattice_of_more_points_is_the_same_box(scene):
    volume = add_coarse_volume()
    before = box_of(volume)
    volume.data.points_u, volume.data.points_w = 5, 3
    look()
    assert np.allclose(box_of(volume), before)
    assert not session().status.of(volume).warning
    set_box(volume, (0, 0, 0), (1, 2, 3))
    assert len(volume.data.points) == 8
    assert np.allclose(box_of(volume), [(0, 0, 0), (1, 2, 3)])


@pytest.mark.parametrize("linked", [False, True])
def test_a_duplicate_is_sized_alone(scene, linked):
    volume = add_baked_volume()
    choose(volume)
    bpy.ops.object.duplicate(linked=linked)
    copy = bpy.context.object
    bpy.context.view_layer.update()
    assert copy != volume
    assert copy.data != volume.data
    before = box_of(volume)
    set_box(copy, (0, 0, 0), (1, 2, 3))
    assert np.allclose(box_of(volume), before)
    assert state(volume) == "FRESH"


def test_a_lattice_with_a_fake_user_is_not_copied_for_it(scene):
    volume = add_coarse_volume()
    volume.data.use_fake_user = True
    lattice = volume.data
    set_box(volume, (0, 0, 0), (1, 2, 3))
    assert volume.data == lattice


def test_volumes_that_share_a_lattice_in_a_file_have_their_own_once_it_is_open(scene, tmp_path):
    volume = add_coarse_volume()
    handlers = addon("session.handlers")
    bpy.app.handlers.depsgraph_update_post.remove(handlers.updated)
    twin = volume.copy()
    scene.collection.objects.link(twin)
    assert twin.data == volume.data
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "twins.blend"))
    bpy.app.handlers.depsgraph_update_post.append(handlers.updated)
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "twins.blend"))
    volumes = addon("objects.volumes").scene_volumes(bpy.context.scene)
    assert len({volume.data.name for volume in volumes}) == 2


def test_an_empty_of_an_older_file_is_a_volume_still(scene):
    """Its scale is its size, as it was."""
    add_cube("Wall", (0, 4, 0))
    volume = bpy.data.objects.new("Old", None)
    volume.empty_display_type, volume.empty_display_size = "CUBE", 0.5
    volume.location, volume.scale = (0, 2, 0), (6, 10, 6)
    volume.volant.role = "VOLUME"
    scene.collection.objects.link(volume)
    scene.volant.active_volume = volume
    bpy.context.view_layer.update()
    assert np.allclose(box_of(volume), [(-3, -3, -3), (3, 7, 3)])
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert state(volume) == "FRESH"
    volume.volant.volume.size = (8, 10, 6)
    bpy.context.view_layer.update()
    assert tuple(volume.scale) == (8, 10, 6)
    assert state(volume) == "STALE"
    assert bpy.ops.volant.fit_volume() == {"FINISHED"}
    low, high = box_of(volume)
    assert (low < [-1, -1, -1]).all()
    assert (high > [1, 5, 1]).all()
    assert not addon("objects.volume_box").is_bent(volume)


def test_an_appended_volume_keeps_its_box_and_a_linked_one_too(scene, tmp_path):
    volume = add_baked_volume()
    set_box(volume, (-3, -4, -5), (3, 4, 5))
    target = str(tmp_path / "room.blend")
    bpy.ops.wm.save_as_mainfile(filepath=target)
    for link in (False, True):
        bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
        with bpy.data.libraries.load(target, link=link) as (_there, here):
            here.objects = ["Nav Volume"]
        (brought,) = here.objects
        bpy.context.scene.collection.objects.link(brought)
        bpy.context.view_layer.update()
        assert np.allclose(box_of(brought), [(-3, -4, -5), (3, 4, 5)])
    override = brought.override_create(remap_local_usages=True)
    bpy.context.view_layer.update()
    set_box(override, (0, 0, 0), (1, 2, 3))
    assert np.allclose(box_of(override), [(0, 0, 0), (1, 2, 3)])


def test_neither_points_nor_lines_of_a_volume_are_exported(scene, tmp_path):
    """A level goes to the engine as a mesh, and its navigation as a file of its own."""
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    add_coarse_volume()
    bpy.ops.wm.obj_export(filepath=str(tmp_path / "level.obj"))
    # Some Blenders write no file where there is nothing to write.
    written = tmp_path / "level.obj"
    assert not written.exists() or not [line for line in written.read_text().splitlines() if line[0] in "vlf"]
    bpy.ops.wm.ply_export(filepath=str(tmp_path / "level.ply"), ascii_format=True)
    written = tmp_path / "level.ply"
    assert not written.exists() or "element vertex 0" in written.read_text()
    bpy.ops.wm.usd_export(filepath=str(tmp_path / "level.usda"))
    assert "def Mesh" not in (tmp_path / "level.usda").read_text()


def test_a_volume_is_no_obstacle_and_nothing_is_fitted_to_it(scene):
    add_coarse_volume()
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    assert np.allclose(volume.volant.volume.size, (3.6, 3.6, 3.6))
    look()
    assert session().status.of(volume).sources == "1 object, 12 triangles"
