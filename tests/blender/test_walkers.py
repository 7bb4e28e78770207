# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volumes for walkers: baked, told of, out of date, refused, written and read."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import addon, look, session, state, words
from ground_scene import add_box, add_mesh, make_yard


@pytest.fixture
def yard(scene):
    return make_yard()


@pytest.fixture
def baked(yard):
    assert bpy.ops.volant.bake() == {"FINISHED"}
    return yard


def surface_of(volume):
    return session().bakes.surface_of(volume)


def area(surface) -> float:
    return float(surface.plan_areas().sum())


def refusal(volume) -> str:
    """What a bake says against itself; the last bake stays."""
    before = volume.volant.volume.bake
    with pytest.raises(RuntimeError):
        bpy.ops.volant.bake()
    assert volume.volant.volume.bake == before
    return session().status.problems[volume.session_uid].words


def test_a_volume_flies_unless_it_is_told_to_walk(scene):
    bpy.ops.volant.add_volume()
    settings = scene.volant.active_volume.volant.volume
    assert (settings.fly, settings.walk) == (True, False)
    assert (settings.agent_height, settings.step_height) == pytest.approx((1.8, 0.4))
    scene.unit_settings.scale_length = 0.01
    bpy.ops.volant.add_volume()
    settings = scene.volant.active_volume.volant.volume
    assert (settings.agent_height, settings.step_height) == pytest.approx((180.0, 40.0))


def test_walkers_alone_get_floors_alone(baked):
    assert session().bakes.of(baked) is None
    surface = surface_of(baked)
    # About the floor without its rim, the walls and what is below table and deck, and the ramp and the deck.
    assert 85.0 < area(surface) < 115.0
    assert len(np.unique(surface.components)) >= 1
    assert words(baked).startswith(f"{len(surface)} polygons, ")
    assert state(baked) == "FRESH"


def test_both_kinds_share_a_bake(yard):
    yard.volant.volume.fly, yard.volant.volume.walk = True, True
    bpy.ops.volant.bake()
    assert session().bakes.of(yard) is not None
    assert surface_of(yard) is not None
    told = words(yard)
    assert "cells and" in told
    assert "polygons" in told


def test_the_panel_tells_which_doors_are_passed(yard):
    look()
    known = session().status.of(yard)
    config = addon("objects.walking").ground_config(bpy.context.scene, yard)
    assert known.gap.startswith("Passes doors of 1.")
    assert float(known.gap.split()[-2]) >= addon("objects.walking").passed_gap(config)
    assert "columns, about" in known.grid
    yard.volant.volume.fly, yard.volant.volume.walk = True, True
    look()
    known = session().status.of(yard)
    assert "gaps of" in known.gap
    assert "doors of" in known.gap
    assert "about" in known.grid


def test_a_shut_door_parts_the_yard(baked):
    # On the floor beside the deck, where no ramp leads across.
    surface = surface_of(baked)
    low, high = surface.locate([(-4.0, -4.0, 0.0), (4.0, 4.0, 0.0)])
    assert surface.components[low] == surface.components[high]
    add_box("Door", (-0.1, -0.8, 0.0), (0.1, 0.8, 2.0))
    bpy.ops.volant.bake()
    surface = surface_of(baked)
    low, high = surface.locate([(-4.0, -4.0, 0.0), (4.0, -4.5, 0.0)])
    assert low >= 0
    assert high >= 0
    assert surface.components[low] != surface.components[high]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("agent_height", 1.6, "Agent Height changed"),
        ("step_height", 0.2, "Step Height changed"),
        ("max_slope", 0.5, "Max Slope changed"),
        ("agent_radius", 0.3, "Agent Radius changed"),
        ("fly", True, "Fly changed"),
    ],
)
def test_a_changed_setting_makes_it_out_of_date(baked, name, value, told):
    setattr(baked.volant.volume, name, value)
    assert state(baked) == "STALE"
    assert words(baked) == told


def test_who_chooses_nobody_is_told(baked):
    baked.volant.volume.walk = False
    look()
    assert session().status.of(baked).warning.startswith("A bake is for some kind of agent; choose Fly, Walk or both")
    assert surface_of(baked) is not None


def test_what_only_fliers_ask_for_changes_nothing(baked):
    baked.volant.volume.balanced = True
    assert state(baked) == "FRESH"


def test_floors_of_a_collection(yard, scene):
    everything = bpy.ops.volant.bake() and area(surface_of(yard))
    floors = bpy.data.collections.new("Floors")
    scene.collection.children.link(floors)
    floors.objects.link(bpy.data.objects["Floor"])
    settings = yard.volant.volume
    settings.floors, settings.floor_collection = "COLLECTION", floors
    assert words(yard) == "Floors changed"
    bpy.ops.volant.bake()
    assert state(yard) == "FRESH"
    surface = surface_of(yard)
    assert area(surface) < everything
    # The deck is no floor now, and still a ceiling and an obstacle.
    assert surface.vertices[:, 2].max() < 0.2
    floors.objects.link(bpy.data.objects["Deck"])
    assert state(yard) == "STALE"
    assert words(yard) == "Floors changed"


def test_a_collection_that_holds_no_floor_is_named(yard, scene):
    settings = yard.volant.volume
    settings.floors = "COLLECTION"
    assert "choose the collection" in refusal(yard)
    look()
    assert session().status.of(yard).warning.startswith("Choose the collection")
    settings.floor_collection = bpy.data.collections.new("Paths")
    assert "Paths is empty" in refusal(yard)
    hollow = bpy.data.objects.new("Hollow", bpy.data.meshes.new("Hollow"))
    scene.collection.objects.link(hollow)
    settings.floor_collection.objects.link(hollow)
    assert "Hollow" in refusal(yard)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"fly": False, "walk": False}, "choose Fly, Walk or both"),
        ({"agent_radius": 0.0}, "agent_radius must be a positive length"),
        ({"max_slope": 0.0}, "max_slope must be over 0"),
        ({"max_slope": np.pi / 2}, "under 90"),
        ({"agent_height": 0.3}, "is not over the step height (40 cm)"),
        ({"resolution": "VOXEL_SIZE", "voxel_size": 0.5}, "larger than the agent radius (40 cm)"),
    ],
)
def test_settings_that_cannot_be_baked_are_named(baked, changes, told):
    scene = bpy.context.scene
    scene.unit_settings.length_unit = "CENTIMETERS"
    for name, value in changes.items():
        setattr(baked.volant.volume, name, value)
    assert told in refusal(baked)


def test_a_scene_without_floor_is_refused(scene):
    volume = make_yard()
    for candidate in [one for one in bpy.data.objects if one.type == "MESH"]:
        bpy.data.objects.remove(candidate)
    add_mesh("Cliff", [(0, -1, 0), (0, 1, 0), (0.1, 1, 3), (0.1, -1, 3)], [(0, 1, 2, 3)])
    bpy.context.view_layer.update()
    assert "floor" in refusal(volume)


def test_a_marker_keeps_the_floor_below_it(baked, scene):
    add_box("Island", (7.0, -2.0, -0.2), (10.0, 2.0, 0.0))
    bpy.ops.volant.fit_volume(around="SCENE")
    bpy.ops.volant.bake()
    both = area(surface_of(baked))
    marker = bpy.data.objects.new("Court", None)
    marker.volant.role = "MARKER"
    marker.location = (3.0, 3.0, 1.5)
    scene.collection.objects.link(marker)
    bpy.context.view_layer.update()
    bpy.ops.volant.bake()
    assert area(surface_of(baked)) < both
    look()
    (told,) = session().status.of(baked).markers
    assert told.is_good
    assert told.words.startswith("keeps ")
    marker.location = (20.0, 3.0, 1.0)
    bpy.ops.volant.fit_volume(around="SCENE")


def test_a_marker_off_the_floor_is_named(baked, scene):
    marker = bpy.data.objects.new("Lost", None)
    marker.volant.role = "MARKER"
    # In the margin beside the floor.
    marker.location = (6.3, 6.3, 0.5)
    scene.collection.objects.link(marker)
    bpy.context.view_layer.update()
    assert refusal(baked).startswith("Lost ")


def test_islands_are_told_by_their_area(baked, scene):
    add_box("Island", (7.0, -2.0, -0.2), (10.0, 2.0, 0.0))
    bpy.ops.volant.fit_volume(around="SCENE")
    bpy.ops.volant.bake()
    look()
    islands = session().status.of(baked).islands
    assert islands.count >= 2
    assert all(row.volume.endswith("m²") for row in islands.rows)
    assert bpy.ops.volant.frame_island(number=2) == {"FINISHED"}
    assert session().chosen_island.of(baked).number == 1
    assert bpy.ops.volant.keep_largest() == {"FINISHED"}
    bpy.ops.volant.bake()
    look()
    assert session().status.of(baked).islands.count == 1


def test_files_hold_both_kinds(yard, scene, volant, tmp_path):
    yard.volant.volume.fly, yard.volant.volume.walk = True, True
    bpy.ops.volant.bake()
    target = tmp_path / "yard.volant"
    assert bpy.ops.volant.export_file(filepath=str(target)) == {"FINISHED"}
    whole = session().bakes.whole(yard)
    read = volant.navcore.Navigation.of(volant.navcore.load(target))
    assert np.array_equal(read.surface.corners, whole.surface.corners)
    assert np.array_equal(read.volume.cells, whole.volume.cells)
    assert bpy.ops.volant.import_file(filepath=str(target)) == {"FINISHED"}
    settings = scene.volant.active_volume.volant.volume
    assert (settings.fly, settings.walk) == (True, True)
    assert settings.agent_height == pytest.approx(1.8)
    assert settings.max_slope == pytest.approx(np.radians(45.0))


def test_a_file_for_walkers_becomes_a_volume_around_its_floors(baked, scene, tmp_path):
    target = tmp_path / "yard.volant"
    bpy.ops.volant.export_file(filepath=str(target))
    assert bpy.ops.volant.import_file(filepath=str(target)) == {"FINISHED"}
    volume = scene.volant.active_volume
    assert volume != baked
    assert (volume.volant.volume.fly, volume.volant.volume.walk) == (False, True)
    low, high = addon("objects.volume_box").world_box(volume)
    corners = surface_of(volume).vertices
    assert (corners >= np.array(low) - 1e-5).all()
    assert (corners <= np.array(high) + 1e-5).all()


def test_live_waits_where_somebody_walks(baked):
    baked.volant.volume.live = True
    assert not addon("session.live_bakes").can_update(baked)
    bpy.data.objects["Table"].location.x += 1.0
    look()
    session().live_updates.finish()
    assert state(baked) == "STALE"
    # Update bakes all of it.
    assert bpy.ops.volant.update() == {"FINISHED"}
    assert state(baked) == "FRESH"


def test_the_preset_of_a_walker(yard, volant):
    from pathlib import Path

    folder = Path(volant.__file__).parent / "addon" / "shipped" / "presets" / "volant" / "bake"
    settings = yard.volant.volume
    bpy.ops.script.execute_preset(filepath=str(folder / "Drone.py"), menu_idname="VOLANT_PT_bake_presets")
    assert (settings.fly, settings.walk) == (True, False)
    bpy.ops.script.execute_preset(filepath=str(folder / "Walker.py"), menu_idname="VOLANT_PT_bake_presets")
    assert (settings.fly, settings.walk) == (False, True)
    assert settings.agent_radius == pytest.approx(0.4)
    assert bpy.ops.volant.bake() == {"FINISHED"}
