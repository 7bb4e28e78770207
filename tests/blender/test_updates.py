# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes that are updated with what has changed, by hand or live: they are what a new bake would be."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_cube, addon, look, path_points, scatter, session, state

_ARRAYS = ("origin", "shape", "cells", "portals", "components", "removed_boxes", "squared_clearance")


def holding(volume):
    return session().bakes.of(volume)


def assert_as_new(volume, volant):
    """The bake that holds is what a new one would be, and the .blend has it."""
    held = holding(volume)
    config = addon("objects.volumes").bake_config(bpy.context.scene, volume)
    mesh = addon("scene.sources").gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
    anew = volant.navcore.with_clearance(volant.navcore.bake(*mesh, config))
    stored = volant.navcore.loads(volume.volant.volume.bake)
    for name in _ARRAYS:
        assert np.array_equal(getattr(stored, name), getattr(anew, name)), name
        if name != "squared_clearance":
            assert np.array_equal(getattr(held, name), getattr(anew, name)), name
    assert (stored.leaf_count, stored.agent_radius) == (anew.leaf_count, anew.agent_radius)
    assert stored.metadata["settings"] == volant.navcore.bake_metadata(volume.name, config)["settings"]
    assert state(volume) == "FRESH"


@pytest.fixture
def crates(scene):
    """A volume with two crates, a bake of which is remembered."""
    for name, x in (("Crate", 4.0), ("Box", -4.0)):
        add_cube(name, (x, 0.0, 0.0))
    volume = add_baked_volume(0.25)
    bpy.ops.volant.update()
    return volume


def moved():
    bpy.data.objects["Crate"].location.y += 0.7


def added():
    add_cube("Another", (0.0, 0.0, 1.9), 1.0)


def gone():
    bpy.data.objects.remove(bpy.data.objects["Box"])


def hidden():
    bpy.data.objects["Box"].hide_set(True)


def bent():
    bpy.data.objects["Crate"].data.vertices[0].co.z -= 0.4
    bpy.data.objects["Crate"].data.update()


def renamed():
    bpy.data.objects["Crate"].name = "Chest"
    moved_again = bpy.data.objects["Chest"]
    moved_again.location.z += 0.3


def made_dynamic():
    bpy.data.objects["Box"].volant.dynamic = True


def ignored():
    bpy.data.objects["Box"].volant.ignore = True


def outside():
    bpy.data.objects["Crate"].location = (500.0, 0.0, 0.0)


CHANGES = [moved, added, gone, hidden, bent, renamed, made_dynamic, ignored, outside]


@pytest.mark.parametrize("change", CHANGES)
def test_an_update_is_what_a_new_bake_would_be(crates, volant, change):
    change()
    look()
    assert state(crates) == "STALE"
    assert bpy.ops.volant.update() == {"FINISHED"}
    assert_as_new(crates, volant)


@pytest.fixture
def asked(monkeypatch, volant):
    """Which objects were read and measured, and which were told to a live volume."""
    told = {"read_shape": [], "measure": [], "update": []}

    def note(module, name):
        original = getattr(module, name)
        monkeypatch.setattr(module, name, lambda one: (told[name].append(one.name), original(one))[1])

    note(addon("scene.sources"), "read_shape")
    note(addon("scene.survey"), "measure")
    live = volant.navcore.LiveVolume
    update = live.update_steps
    monkeypatch.setattr(
        live, "update_steps", lambda one, changes: (told["update"].extend(changes), update(one, changes))[1]
    )
    return told


def test_only_what_has_changed_is_read(crates, volant, asked):
    for number in range(20):
        add_cube(f"Block {number}", (float(number) - 10.0, 3.0, 0.0), 0.5)
    scatter(add_cube("Pile", (0.0, -3.0, 0.0)))
    bpy.ops.volant.update()
    for names in asked.values():
        names.clear()
    moved()
    bpy.ops.volant.update()
    look()
    assert asked == {"read_shape": ["Crate"], "measure": [], "update": ["Crate"]}
    assert_as_new(crates, volant)


def test_what_geometry_nodes_make_anew_is_measured_anew(crates, volant, asked):
    line = scatter(add_cube("Pile", (0.0, -3.0, 0.0)))
    bpy.ops.volant.update()
    for count in (2, 1, 3):
        line.inputs["Count"].default_value = count
        asked["update"].clear()
        assert state(crates) == "STALE"
        bpy.ops.volant.update()
        assert asked["update"] == ["Pile"]
        assert_as_new(crates, volant)
    solid = next(node for node in line.id_data.nodes if node.bl_idname == "GeometryNodeMeshCube")
    for side in (0.4, 0.8):
        solid.inputs["Size"].default_value = (side, side, side)
        assert state(crates) == "STALE"
        bpy.ops.volant.update()
        assert_as_new(crates, volant)


def test_a_setting_that_has_changed_bakes_all(crates, volant):
    crates.volant.volume.agent_radius = 0.4
    bpy.ops.volant.update()
    assert_as_new(crates, volant)
    moved()
    bpy.ops.volant.update()
    assert_as_new(crates, volant)


@pytest.mark.parametrize("setting", ["merge", "balanced"])
def test_leaves_and_balanced_ones_are_baked_whole(crates, volant, setting):
    settings = crates.volant.volume
    setattr(settings, setting, not getattr(settings, setting))
    for _turn in range(2):
        moved()
        assert bpy.ops.volant.update() == {"FINISHED"}
        assert_as_new(crates, volant)


def test_markers_keep_what_they_kept(crates, volant):
    bpy.ops.volant.add_marker()
    marker = bpy.context.object
    marker.location = (0.0, 0.0, 1.9)
    bpy.context.view_layer.update()
    bpy.ops.volant.update()
    moved()
    bpy.ops.volant.update()
    assert_as_new(crates, volant)


def test_sources_that_were_selected_stay_sources(crates, volant):
    settings = crates.volant.volume
    settings.sources = "SELECTED"
    for name in ("Crate", "Box", "Cube"):
        bpy.data.objects[name].select_set(True)
    bpy.ops.volant.update()
    for name in ("Crate", "Box", "Cube"):
        bpy.data.objects[name].select_set(False)
    moved()
    add_cube("Stranger", (0.0, 0.0, 2.0))
    bpy.ops.volant.update()
    for name in ("Crate", "Box", "Cube"):
        bpy.data.objects[name].select_set(True)
    assert_as_new(crates, volant)


def test_live_follows_every_change(crates, volant):
    crates.volant.volume.live = True
    for change in (moved, bent, added, gone, moved):
        change()
        bpy.context.view_layer.update()
        session().live_updates.finish()
        assert_as_new(crates, volant)


def test_live_shows_before_it_packs_and_a_save_packs(crates, volant, tmp_path):
    crates.volant.volume.live = True
    packed = crates.volant.volume.bake
    moved()
    bpy.context.view_layer.update()
    session().live_updates.update_now(crates)
    assert crates.volant.volume.bake == packed
    assert session().bakes.is_unpacked(crates)
    assert state(crates) == "FRESH"
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "level.blend"), copy=True)
    assert_as_new(crates, volant)
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "level.blend"))
    assert state(bpy.context.scene.volant.active_volume) == "FRESH"


def test_live_updates_are_exported_before_they_are_packed(crates, volant, tmp_path):
    crates.volant.volume.live = True
    moved()
    bpy.context.view_layer.update()
    session().live_updates.update_now(crates)
    bpy.ops.volant.export_file(filepath=str(tmp_path / "level.volant"))
    held = holding(crates)
    assert np.array_equal(volant.navcore.load(tmp_path / "level.volant").cells, held.cells)


def test_paths_follow_live_updates(crates):
    bpy.ops.volant.add_path()
    start = addon("objects.paths").active_path(bpy.context.scene)
    before = path_points(start)
    crates.volant.volume.live = True
    bpy.data.objects["Crate"].location = np.mean(before[0][:2], axis=0)
    bpy.context.view_layer.update()
    session().live_updates.finish()
    assert path_points(start) != before


def test_a_broken_mesh_is_named_and_the_bake_stays(crates, volant):
    crates.volant.volume.live = True
    moved()
    mesh = bpy.data.objects["Box"].data
    kept = mesh.vertices[0].co.copy()
    mesh.vertices[0].co.x = float("nan")
    mesh.update()
    bpy.context.view_layer.update()
    before = holding(crates)
    session().live_updates.finish()
    assert holding(crates) is before
    assert "Box" in session().status.problems[crates.session_uid].words
    mesh.vertices[0].co = kept
    mesh.update()
    bpy.context.view_layer.update()
    session().live_updates.finish()
    assert crates.session_uid not in session().status.problems
    assert_as_new(crates, volant)


def test_undo_of_a_change_is_followed(crates, volant):
    crates.volant.volume.live = True
    bpy.ops.ed.undo_push(message="before")
    moved()
    bpy.context.view_layer.update()
    bpy.ops.ed.undo_push(message="moved")
    session().live_updates.finish()
    bpy.ops.ed.undo()
    session().live_updates.finish()
    assert_as_new(bpy.context.scene.volant.active_volume, volant)


def test_an_update_that_is_undone_can_be_done_again(crates, volant):
    bpy.ops.ed.undo_push(message="before")
    moved()
    bpy.context.view_layer.update()
    bpy.ops.ed.undo_push(message="moved")
    bpy.ops.volant.update()
    bpy.ops.ed.undo_push(message="updated")
    bpy.ops.ed.undo()
    volume = bpy.context.scene.volant.active_volume
    assert state(volume) == "STALE"
    bpy.ops.volant.update()
    assert_as_new(volume, volant)


@pytest.mark.parametrize("has_marker", [False, True])
def test_dynamic_objects_and_updates_together(crates, volant, has_marker):
    if has_marker:
        bpy.ops.volant.add_marker()
        bpy.context.object.location = (0.0, 2.0, 1.9)
        bpy.context.view_layer.update()
        bpy.ops.volant.update()
    bpy.ops.volant.add_path()
    start = addon("objects.paths").active_path(bpy.context.scene)
    crates.volant.volume.live = True
    door = add_cube("Door", (0.0, 0.0, 1.9), 1.0)
    door.volant.dynamic = True
    bpy.context.view_layer.update()
    for _turn in range(3):
        moved()
        door.location.x += 0.4
        bpy.context.view_layer.update()
        session().live_updates.finish()
        assert_as_new(crates, volant)
        live = volant.navcore.LiveVolume.of(holding(crates))
        mesh = addon("session").current().moving.of(bpy.context.scene, crates).mesh("Door")
        live.update({"Door": mesh})
        goal = start.volant.path.goals[0].object
        wanted = volant.navcore.Navigator(live).find_path(start.location, goal.location)
        assert path_points(start) == [wanted.points.tolist()]


def test_a_volume_that_is_deleted_meanwhile_leaves_nothing_behind(crates):
    crates.volant.volume.live = True
    moved()
    bpy.context.view_layer.update()
    updates = session().live_updates
    updates._begin(crates)
    bpy.data.objects.remove(crates)
    while updates._updating is not None:
        updates._go_on()
    updates.pack_now()


@pytest.mark.parametrize("is_live", [False, True])
def test_a_marker_that_is_covered_is_named(crates, is_live):
    bpy.ops.volant.add_marker()
    marker = bpy.context.object
    marker.name, marker.location = "Hall", (-1.8, 1.4, 1.5)
    crates.volant.volume.agent_radius = 0.4
    bpy.context.view_layer.update()
    bpy.ops.volant.update()
    before = holding(crates)
    crates.volant.volume.live = is_live
    bpy.data.objects["Crate"].location = marker.location
    bpy.data.objects["Crate"].scale = (0.3, 0.3, 0.3)
    bpy.context.view_layer.update()
    if is_live:
        session().live_updates.finish()
    else:
        with pytest.raises(RuntimeError, match="Hall is in blocked space"):
            bpy.ops.volant.update()
    problem = session().status.problems[crates.session_uid]
    assert problem.marker == "Hall"
    assert problem.words.startswith("Hall is in blocked space")
    assert holding(crates) is before
    bpy.data.objects["Crate"].location.z += 50.0
    bpy.context.view_layer.update()
    bpy.ops.volant.update()
    assert crates.session_uid not in session().status.problems


def due(updates):
    """What the timer does until nothing is due."""
    while updates._look() is not None:
        while updates._updating is not None:
            updates._go_on()


def second_volume():
    """A copy of the volume elsewhere, with a bake of its own that is remembered."""
    bpy.ops.volant.add_volume()
    volume = bpy.context.scene.volant.active_volume
    settings = volume.volant.volume
    settings.voxel_size, settings.agent_radius = 0.5, 0.25
    bpy.context.view_layer.update()
    bpy.ops.volant.update()
    return volume


def test_every_live_volume_follows(crates, volant):
    other = second_volume()
    for volume in (crates, other):
        volume.volant.volume.live = True
    updates = session().live_updates
    updates.look_soon()
    due(updates)
    moved()
    bpy.context.view_layer.update()
    due(updates)
    updates.pack_now()
    for volume in (crates, other):
        assert_as_new(volume, volant)


def test_a_change_during_an_update_is_followed_as_well(crates, volant):
    crates.volant.volume.live = True
    updates = session().live_updates
    moved()
    bpy.context.view_layer.update()
    assert updates._look() is not None
    updates._go_on()
    moved()
    bpy.context.view_layer.update()
    # Whoever looks while an update is under way comes back.
    assert updates._updating is None or updates._look() is not None
    due(updates)
    updates.pack_now()
    assert_as_new(crates, volant)


def test_the_panel_keeps_its_rows_while_updates_come_and_go(crates, volant):
    crates.volant.volume.live = True
    look()
    updates = session().live_updates
    before = session().status.of(crates)
    moved()
    bpy.context.view_layer.update()
    assert session().status.of(crates).state == "STALE"
    assert updates._look() is not None
    while updates._updating is not None:
        assert session().status.of(crates).sources == before.sources
        updates._go_on()
    now = session().status.of(crates)
    assert now.state == "FRESH"
    assert now.words != before.words
    assert (now.sources, now.grid, now.gap, now.frame) == (before.sources, before.grid, before.gap, before.frame)
    assert session().status.state(crates) == "FRESH"
    # What is told at once is what is told when somebody looks.
    look()
    assert session().status.of(crates).words == now.words


def test_an_update_of_what_has_changed_again_meanwhile_is_not_called_fresh(crates):
    crates.volant.volume.live = True
    look()
    updates = session().live_updates
    moved()
    bpy.context.view_layer.update()
    assert updates._look() is not None
    moved()
    bpy.context.view_layer.update()
    while updates._updating is not None:
        updates._go_on()
    assert session().status.of(crates).state == "STALE"


@pytest.mark.parametrize(("setting", "value"), [("merge", False), ("balanced", True), ("frames", "RANGE")])
def test_the_panel_says_why_live_waits(crates, setting, value):
    words = addon("panels.volume")._why_live_waits
    settings = crates.volant.volume
    assert words(crates) == ""
    settings.live = True
    assert words(crates) == ""
    setattr(settings, setting, value)
    settings.frame_start, settings.frame_end = 1, 2
    bpy.ops.volant.bake()
    assert words(crates) == "Live needs Merge, without Balanced and frame ranges"
    settings.property_unset(setting)
    assert words(crates) == "Live begins with a bake"
    bpy.ops.volant.bake()
    assert words(crates) == ""
