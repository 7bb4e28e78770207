# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake outlives saving, appending, exporting and importing."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_cube, addon, path_points, session, state


def test_bake_save_reload_and_path_are_the_same(scene, tmp_path):
    add_cube("Wall", (0, 4, 0))
    add_baked_volume(0.25)
    bpy.ops.volant.add_path()
    goal = scene.volant.active_path.volant.path.goals[0].object
    scene.volant.active_path.location, goal.location = (-2.2, -1, 0.1), (2.1, 6, -0.2)
    bpy.context.view_layer.update()
    before = path_points(scene.volant.active_path)
    assert len(before[0]) > 2
    target = str(tmp_path / "room.blend")
    bpy.ops.wm.save_as_mainfile(filepath=target)
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    bpy.ops.wm.open_mainfile(filepath=target)
    # Loading alone brings the path back.
    assert path_points(bpy.context.scene.volant.active_path) == before
    assert state(bpy.context.scene.volant.active_volume) == "FRESH"


def test_appending_brings_the_bake_and_the_path(scene, tmp_path):
    volume = add_baked_volume()
    bpy.ops.volant.add_path()
    points, packed = path_points(scene.volant.active_path), volume.volant.volume.bake
    target = str(tmp_path / "room.blend")
    bpy.ops.wm.save_as_mainfile(filepath=target)
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    with bpy.data.libraries.load(target) as (_there, here):
        here.objects = ["Nav Path"]
    (start,) = here.objects
    added = start.volant.path.volume
    for brought in (start, added, *(goal.object for goal in start.volant.path.goals)):
        bpy.context.scene.collection.objects.link(brought)
    bpy.context.view_layer.update()
    assert added.volant.volume.bake == packed
    assert path_points(start) == points


def test_linking_shows_the_bake(scene, tmp_path):
    volume = add_baked_volume()
    nav = session().bakes.of(volume)
    target = str(tmp_path / "room.blend")
    bpy.ops.wm.save_as_mainfile(filepath=target)
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    with bpy.data.libraries.load(target, link=True) as (_there, here):
        here.objects = ["Nav Volume", "Cube"]
    for linked in here.objects:
        bpy.context.scene.collection.objects.link(linked)
    bpy.context.view_layer.update()
    (found,) = addon("objects.volumes").scene_volumes(bpy.context.scene)
    assert np.array_equal(session().bakes.of(found).cells, nav.cells)
    # Linked meshes are obstacles like any other, beside a local one of the same name.
    bpy.data.objects["Cube"].location.x += 0.0
    bpy.ops.volant.add_volume()
    assert bpy.ops.volant.bake() == {"FINISHED"}


@pytest.mark.parametrize("engine", ["NONE", "UNITY", "UNREAL", "GODOT"])
def test_export_and_import(engine, scene, volant, tmp_path):
    volume = add_baked_volume()
    nav = session().bakes.of(volume)
    target = tmp_path / "room.volant"
    assert bpy.ops.volant.export_file(filepath=str(target), engine=engine) == {"FINISHED"}
    written = volant.navcore.load(target)
    assert np.array_equal(written.cells, nav.cells)
    # The preset tells the reader what to do; the file's own axes stay.
    assert np.array_equal(written.origin, nav.origin)
    told = written.metadata.get("engine")
    if engine == "NONE":
        assert told is None
    else:
        assert told["name"] == engine.lower()
        expected = {"UNITY": (-2, 0.5, -3.5), "UNREAL": (200, -350, 50), "GODOT": (2, 0.5, -3.5)}[engine]
        assert np.allclose(np.array(told["matrix"]) @ (2, 3.5, 0.5), expected)
    assert bpy.ops.volant.import_file(filepath=str(target)) == {"FINISHED"}
    added = scene.volant.active_volume
    assert added != volume
    assert np.array_equal(session().bakes.of(added).cells, nav.cells)
    world_box = addon("objects.volume_box").world_box
    assert np.allclose(world_box(added), world_box(volume), atol=0.5)
    assert added.volant.volume.voxel_size == pytest.approx(nav.voxel_size)
    assert state(added) == "FRESH"


def test_all_that_a_file_tells_is_in_its_specification(scene, volant, tmp_path):
    add_baked_volume()
    target = tmp_path / "room.volant"
    bpy.ops.volant.export_file(filepath=str(target), engine="UNREAL")
    told = volant.navcore.load(target).metadata
    assert set(told) == {"name", "settings", "frame", "units", "engine"}
    page = (Path(__file__).resolve().parents[2] / "docs" / "file_format.md").read_text(encoding="utf-8")
    for key in (*told, *told["settings"], *told["units"], *told["engine"], told["engine"]["name"]):
        assert f"`{key}`" in page


def test_an_engine_is_told_of_only_when_asked_for(scene, volant, tmp_path):
    add_baked_volume()
    target = tmp_path / "room.volant"
    bpy.ops.volant.export_file(filepath=str(target), engine="UNITY")
    bpy.ops.volant.import_file(filepath=str(target))
    bpy.ops.volant.export_file(filepath=str(target), engine="NONE")
    assert "engine" not in volant.navcore.load(target).metadata


def test_a_voxel_map_becomes_a_volume(scene, volant, tmp_path):
    target = tmp_path / "tower.3dmap"
    volant.navcore.save_voxels(np.array([(2, 2, z) for z in range(6)]), (5, 5, 6), target)
    assert bpy.ops.volant.import_file(filepath=str(target)) == {"FINISHED"}
    volume = scene.volant.active_volume
    assert volume.name == "tower"
    nav = session().bakes.of(volume)
    assert nav.shape.tolist() == [5, 5, 6]
    assert tuple(volume.volant.volume.size) == (5, 5, 6)
    bpy.ops.volant.add_path()
    assert session().preview.result(scene.volant.active_path).answers[0].found


def test_export_all(scene, volant, tmp_path):
    first = add_baked_volume()
    first.name = "Hall: north"
    second = add_baked_volume(1.0)
    second.name = "Hall/ north"
    bpy.ops.volant.add_volume()
    assert bpy.ops.volant.export_all(directory=str(tmp_path)) == {"FINISHED"}
    written = sorted(tmp_path.glob("*.volant"))
    assert len(written) == 2
    sizes = {len(volant.navcore.load(target).cells) for target in written}
    assert sizes == {len(session().bakes.of(volume).cells) for volume in (first, second)}


def test_names_longer_than_those_of_files(scene, tmp_path):
    """Blender 5 allows them."""
    for _time in range(2):
        add_baked_volume().name = "洞窟" * 100
    assert bpy.ops.volant.export_all(directory=str(tmp_path)) == {"FINISHED"}
    assert len(list(tmp_path.glob("*.volant"))) == 2


def test_what_cannot_be_read_or_written_is_told(scene, tmp_path):
    add_baked_volume()
    broken = tmp_path / "broken.volant"
    broken.write_bytes(b"no such thing")
    before = len(bpy.data.objects)
    for target, words in (
        (broken, "not a .volant file"),
        (tmp_path / "absent.volant", "No such file"),
        (tmp_path, "."),
        (tmp_path / "absent.3dmap", "No such file"),
    ):
        with pytest.raises(RuntimeError, match=words):
            bpy.ops.volant.import_file(filepath=str(target))
    assert len(bpy.data.objects) == before
    with pytest.raises(RuntimeError, match="choose another folder"):
        bpy.ops.volant.export_file(filepath=str(tmp_path / "missing" / "x.volant"))
    with pytest.raises(RuntimeError, match="choose another folder"):
        bpy.ops.volant.export_all(directory=str(tmp_path / "missing"))
    with pytest.raises(RuntimeError, match="Choose a folder"):
        bpy.ops.volant.export_all()
