# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake that is out of date does not go into a file without a word, and a broken one stops no other."""

from __future__ import annotations

import bpy
import pytest
from addon_scene import add_baked_volume, add_cube, session


@pytest.fixture
def wall(scene):
    return add_cube("Wall", (4, 0, 0))


def test_the_report_says_that_a_bake_is_out_of_date(scene, wall, tmp_path, capfd):
    add_baked_volume()
    target = str(tmp_path / "room.volant")
    bpy.ops.volant.export_file(filepath=target)
    assert "Warning" not in capfd.readouterr().out
    wall.location.x += 0.5
    # Nothing is updated in between, as in a script.
    assert bpy.ops.volant.export_file(filepath=target) == {"FINISHED"}
    assert "Warning: room.volant: " in (out := capfd.readouterr().out)
    assert "Out of date, Nav Volume: Wall moved" in out
    scene.frame_set(7)
    bpy.ops.volant.export_file(filepath=target)
    assert "Wall moved (baked at frame 1)" in capfd.readouterr().out


def test_a_setting_that_a_script_changes_counts(scene, wall, tmp_path, capfd):
    add_baked_volume().volant.volume.voxel_size = 0.3
    bpy.ops.volant.export_file(filepath=str(tmp_path / "room.volant"))
    assert "Out of date, Nav Volume: Voxel Size changed" in capfd.readouterr().out


def test_export_all_names_what_is_out_of_date(scene, wall, tmp_path, capfd):
    for name in ("Cave", "Hall", "Shed"):
        add_baked_volume().name = name
    for name in ("Cave", "Shed"):
        bpy.data.objects[name].volant.volume.agent_radius = 0.3
    assert bpy.ops.volant.export_all(directory=str(tmp_path)) == {"FINISHED"}
    out = capfd.readouterr().out
    assert "Warning: 3 files written" in out
    assert "Out of date: Cave: Agent Radius changed, Shed: Agent Radius changed" in out
    assert "Hall" not in out


def test_a_bake_from_a_file_cannot_be_out_of_date(scene, wall, tmp_path, capfd):
    add_baked_volume()
    bpy.ops.volant.export_file(filepath=str(tmp_path / "room.volant"))
    bpy.ops.volant.import_file(filepath=str(tmp_path / "room.volant"))
    capfd.readouterr()
    bpy.ops.volant.export_file(filepath=str(tmp_path / "again.volant"))
    assert "Warning" not in capfd.readouterr().out


def test_a_damaged_bake_is_named_and_the_others_are_written(scene, wall, volant, tmp_path):
    for name in ("Cave", "Hall"):
        add_baked_volume().name = name
    cave, hall = bpy.data.objects["Cave"], bpy.data.objects["Hall"]
    cave.volant.volume.bake = cave.volant.volume.bake[:-40]
    with pytest.raises(RuntimeError, match=r"Cave: the bake stored in Cave is damaged; bake it again\. 1 file written"):
        bpy.ops.volant.export_all(directory=str(tmp_path))
    assert [written.name for written in tmp_path.iterdir()] == ["Hall.volant"]
    assert len(volant.navcore.load(tmp_path / "Hall.volant").cells)
    scene.volant.active_volume = cave
    with pytest.raises(RuntimeError, match="the bake stored in Cave is damaged; bake it again"):
        bpy.ops.volant.export_file(filepath=str(tmp_path / "cave.volant"))
    # Nothing else minds it.
    session().status.refresh(scene, bpy.context.evaluated_depsgraph_get())
    assert "damaged" in session().status.of(cave).words
    assert session().status.state(hall) == "FRESH"


def test_damaged_notes_on_the_sources_are_a_reason_to_bake_again(scene, wall):
    volume, other = add_baked_volume(), add_baked_volume()
    volume.volant.volume.baked_from = b"\x00 no such thing"
    session().status.refresh(scene, bpy.context.evaluated_depsgraph_get())
    assert session().status.state(volume) == "STALE"
    assert "damaged" in session().status.of(volume).words
    assert session().status.state(other) == "FRESH"
