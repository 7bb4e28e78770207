# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A volume starts from its agent, whatever the size of the scene: voxels follow from it, as far as limits let them, and
so does the margin between the scene and the box."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_cube, addon, look, session, state

#: Systems, unit scales and units of length, and how many meters a scene's unit is there.
UNITS = {
    "meters": ("METRIC", 1.0, "METERS"),
    "centimeters": ("METRIC", 0.01, "CENTIMETERS"),
    "feet": ("IMPERIAL", 0.3048, "FEET"),
    "meters shown in feet": ("IMPERIAL", 1.0, "FEET"),
    "no units": ("NONE", 1.0, "METERS"),
}


@pytest.fixture(params=UNITS)
def meter(request, scene) -> float:
    """Units of the scene in a meter."""
    settings = scene.unit_settings
    settings.system, settings.scale_length, unit = UNITS[request.param]
    if settings.system != "NONE":
        settings.length_unit = unit
    return 1.0 / settings.scale_length


def resize(size: tuple[float, float, float]) -> None:
    """Make the factory scene's cube a block of this size, in the scene's units."""
    bpy.data.objects["Cube"].scale = [side / 2 for side in size]
    bpy.context.view_layer.update()


def add_volume() -> bpy.types.Object:
    assert bpy.ops.volant.add_volume() == {"FINISHED"}
    return bpy.context.scene.volant.active_volume


def status(volume: bpy.types.Object):
    return session().status.of(volume)


@pytest.mark.parametrize("meters", [2.0, 200.0, 5000.0])
def test_a_new_volume_is_for_a_drone_whatever_the_size_of_the_scene(meter, meters):
    resize((meters * meter, meters * meter, meters * meter / 10))
    settings = add_volume().volant.volume
    assert settings.agent_radius == pytest.approx(0.3 * meter)
    assert settings.resolution == "AGENT"


def test_voxels_are_a_third_of_the_agent_in_plain_numbers(meter):
    resize((3.0 * meter, 3.0 * meter, 3.0 * meter))
    settings = add_volume().volant.volume
    foot = 0.3048 * meter
    plain = 0.25 * foot if bpy.context.scene.unit_settings.system == "IMPERIAL" else 0.1 * meter
    assert settings.voxel_size == pytest.approx(plain)
    assert not status(bpy.context.scene.volant.active_volume).coarse


def margins(volume: bpy.types.Object, size: tuple[float, float, float]) -> np.ndarray:
    """What a volume leaves below and above a block of this size around the origin, (2, 3)."""
    low, high = addon("objects.volume_box").world_box(volume)
    half = np.array(size) / 2
    return np.array([-half - low, high - half])


@pytest.mark.parametrize("meters", [2.0, 200.0, 5000.0])
def test_a_new_volume_leaves_room_for_the_agent_and_no_more(meter, meters):
    size = (meters * meter, 0.6 * meters * meter, 0.3 * meters * meter)
    resize(size)
    volume = add_volume()
    settings = volume.volant.volume
    room = 2 * settings.agent_radius + 2 * settings.voxel_size
    assert settings.margin == pytest.approx(room)
    assert margins(volume, size) == pytest.approx(np.full((2, 3), room), rel=1e-3)
    # As much room as there is scene only where the agent is about as large.
    for side, across in zip(size, settings.size, strict=True):
        assert across <= max(1.3 * side, side + 8 * 0.3 * meter)
    assert meters < 100 or all(across <= 1.3 * side for side, across in zip(size, settings.size, strict=True))
    assert 0 < max(settings.size) / settings.voxel_size <= 1024
    assert not status(volume).warning


def test_fit_uses_the_margin_that_is_set_also_none(scene):
    volume = add_volume()
    settings = volume.volant.volume
    assert settings.margin_follows
    for margin in (3.0, 0.25, 0.0):
        settings.margin = margin
        assert not settings.margin_follows
        bpy.ops.volant.fit_volume(around="SCENE")
        assert margins(volume, (2, 2, 2)) == pytest.approx(np.full((2, 3), margin), abs=1e-6)
    settings.agent_radius = 0.5
    look()
    assert settings.margin == 0.0
    settings.margin_follows = True
    look()
    assert settings.margin == pytest.approx(1.4)
    bpy.ops.volant.fit_volume(around="SCENE")
    assert margins(volume, (2, 2, 2)) == pytest.approx(np.full((2, 3), 1.4))


@pytest.mark.parametrize(("resolution", "value", "margin"), [("VOXEL_SIZE", 0.3, 1.2), ("MAX_DEPTH", 4, 0.85)])
def test_the_margin_follows_however_voxels_are_given(scene, resolution, value, margin):
    volume = add_volume()
    settings = volume.volant.volume
    setattr(settings, resolution.lower(), value)
    settings.resolution = resolution
    bpy.ops.volant.fit_volume(around="SCENE")
    assert margins(volume, (2, 2, 2)) == pytest.approx(np.full((2, 3), margin))
    # Fitted is fitted.
    bpy.ops.volant.fit_volume(around="SCENE")
    assert margins(volume, (2, 2, 2)) == pytest.approx(np.full((2, 3), margin))


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("side", range(2))
def test_a_face_that_is_dragged_moves_alone_and_never_through_the_opposite_one(scene, axis, side):
    before = np.array(((-1.0, -2.0, -3.0), (4.0, 5.0, 6.0)))
    moved = addon("scene.bounds").with_face_moved
    after = before.copy()
    after[side, axis] += 2.5 if side else -2.5
    assert np.array(moved(before.tolist(), axis, side, 2.5)) == pytest.approx(after)
    low, high = np.array(moved(before.tolist(), axis, side, -1000.0))
    assert (low < high).all()
    assert low[axis] == before[0, axis] if side else high[axis] == before[1, axis]


def test_only_a_selected_volume_has_handles(scene):
    faces = addon("overlay.face_handles").VOLANT_GGT_faces
    assert not faces.poll(bpy.context)
    volume = add_volume()
    assert faces.poll(bpy.context)
    volume.select_set(False)
    assert not faces.poll(bpy.context)


def test_a_large_box_is_fitted_to_a_small_thing_as_a_new_one_is(scene):
    size = (5000.0, 5000.0, 300.0)
    resize(size)
    add_volume()
    small = add_cube("Small", (0, 0, 500.0), 2.0)
    scene.volant.active_volume.select_set(False)
    small.select_set(True)
    bpy.ops.volant.fit_volume(around="SELECTION")
    volume = scene.volant.active_volume
    assert volume.volant.volume.voxel_size == pytest.approx(0.1)
    assert tuple(volume.volant.volume.size) == pytest.approx((3.6, 3.6, 3.6))


def test_a_flat_scene_gets_a_box_with_room_above_it(scene):
    resize((50.0, 50.0, 0.0))
    volume = add_volume()
    assert tuple(volume.volant.volume.size) == pytest.approx((51.6, 51.6, 1.6))
    assert bpy.ops.volant.bake() == {"FINISHED"}


def test_where_memory_is_short_the_margin_has_the_voxels_that_can_be_had(scene):
    size = (40.0, 40.0, 40.0)
    resize(size)
    volume = add_volume()
    settings = volume.volant.volume
    settings.memory_limit = 60
    bpy.ops.volant.fit_volume(around="SCENE")
    assert settings.voxel_size > 0.15
    assert margins(volume, size) == pytest.approx(np.full((2, 3), 0.6 + 2 * settings.voxel_size), rel=1e-3)


def test_an_empty_scene_has_a_box_of_ten_meters(meter):
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    volume = add_volume()
    assert tuple(volume.volant.volume.size) == pytest.approx((10 * meter, 10 * meter, 5 * meter))
    assert not status(volume).coarse


@pytest.mark.parametrize(
    ("radius", "voxel"), [(0.3, 0.1), (0.5, 0.2), (0.2, 0.05), (0.1, 0.025), (1.5, 0.5), (0.75, 0.25), (0.07, 0.025)]
)
def test_voxels_follow_the_radius(scene, radius, voxel):
    resize((4.0, 4.0, 4.0))
    volume = add_volume()
    volume.volant.volume.agent_radius = radius
    look()
    assert volume.volant.volume.voxel_size == pytest.approx(voxel)
    assert volume.volant.volume.resolution == "AGENT"


def test_a_voxel_size_that_is_set_stays(scene):
    volume = add_volume()
    settings = volume.volant.volume
    settings.voxel_size = 0.2
    assert settings.resolution == "VOXEL_SIZE"
    settings.agent_radius = 1.5
    look()
    assert settings.voxel_size == pytest.approx(0.2)
    settings.resolution = "AGENT"
    look()
    assert settings.voxel_size == pytest.approx(0.5)


def test_volumes_of_earlier_files_keep_their_voxels(scene, volant):
    """They have no word of agents: what was never set is as it always was."""
    volume = volant.addon.objects.volumes.add_volume(bpy.context, (-2, -2, -2), (2, 2, 2))
    settings = volume.volant.volume
    look()
    assert (settings.resolution, settings.voxel_size) == ("VOXEL_SIZE", 0.25)
    assert settings.agent_radius == pytest.approx(0.4)
    # What a file holds of an enum is its number.
    numbers = {item.identifier: item.value for item in settings.bl_rna.properties["resolution"].enum_items}
    assert (numbers["VOXEL_SIZE"], numbers["MAX_DEPTH"]) == (0, 1)


def test_a_scene_too_long_for_fine_voxels_gets_coarser_ones_and_is_told_the_price(meter):
    resize((5000.0 * meter, 3000.0 * meter, 300.0 * meter))
    volume = add_volume()
    settings = volume.volant.volume
    longest = max(volume.volant.volume.size)
    assert longest / 1024 <= settings.voxel_size <= 2.6 * longest / 1024
    scene = bpy.context.scene
    wanted = addon("wording").length(scene, addon("objects.agents").wanted_voxel(scene, volume))
    assert status(volume).coarse.startswith(f"The box is too long for voxels of {wanted}: gaps under ")
    assert not status(volume).warning


def test_voxels_are_coarser_where_memory_is_short_and_the_price_is_told(scene):
    resize((40.0, 40.0, 40.0))
    volume = add_volume()
    settings = volume.volant.volume
    assert settings.voxel_size == pytest.approx(0.1)
    settings.memory_limit = 60
    look()
    assert settings.voxel_size > 0.15
    assert settings.resolution == "AGENT"
    assert status(volume).coarse.startswith("Voxels of 0.1 m take too much memory: gaps under ")
    assert not status(volume).warning
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert state(volume) == "FRESH"
    settings.memory_limit = 0
    look()
    assert settings.voxel_size == pytest.approx(0.1)


def test_a_box_that_is_scaled_up_has_coarser_voxels(scene):
    volume = add_volume()
    volume.volant.volume.size = (500.0, 500.0, 50.0)
    look()
    assert volume.volant.volume.voxel_size == pytest.approx(0.5)
    volume.volant.volume.size = (50.0, 50.0, 50.0)
    look()
    assert volume.volant.volume.voxel_size == pytest.approx(0.1)


def test_a_bake_right_after_the_radius_was_set_has_the_voxels_that_follow(scene):
    volume = add_volume()
    volume.volant.volume.agent_radius = 0.5
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert session().bakes.of(volume).voxel_size == 0.2
    assert state(volume) == "FRESH"


def test_what_is_out_of_date_is_what_the_artist_has_changed(scene):
    volume = add_volume()
    bpy.ops.volant.bake()
    volume.volant.volume.agent_radius = 0.5
    look()
    assert status(volume).words == "Agent Radius changed"
    volume.volant.volume.agent_radius = 0.3
    assert state(volume) == "FRESH"
    volume.scale *= 100.0
    look()
    assert status(volume).words == "the volume moved or changed its size"


def test_an_agent_larger_than_the_box_is_told_that_nothing_is_free(scene):
    volume = add_volume()
    volume.volant.volume.agent_radius = 1000.0
    with pytest.raises(RuntimeError, match="no free space is left"):
        bpy.ops.volant.bake()


def test_an_agent_of_no_size_leaves_the_voxels_alone(scene):
    volume = add_volume()
    volume.volant.volume.agent_radius = 0.0
    look()
    assert volume.volant.volume.voxel_size == pytest.approx(0.1)
    assert bpy.ops.volant.bake() == {"FINISHED"}


@pytest.mark.parametrize(
    ("radius", "resolution", "value", "system", "said"),
    [
        # 2 · 0.3 + 2 · √3 · 0.1 = 0.946…
        (0.3, "AGENT", None, "METRIC", "0.95 m"),
        (0.3, "VOXEL_SIZE", 0.2, "METRIC", "1.3 m"),
        (0.0, "VOXEL_SIZE", 0.25, "METRIC", "0.87 m"),
        # 16 voxels along 8 m.
        (0.5, "MAX_DEPTH", 4, "METRIC", "2.8 m"),
        (0.3, "VOXEL_SIZE", 0.1, "IMPERIAL", "3.12 ft"),
        (0.3, "VOXEL_SIZE", 0.1, "NONE", "0.95"),
    ],
)
def test_the_panel_tells_the_smallest_gap_that_is_passed(scene, radius, resolution, value, system, said):
    scene.unit_settings.system = system
    if system != "NONE":
        scene.unit_settings.length_unit = "METERS" if system == "METRIC" else "FEET"
    volume = add_volume()
    volume.volant.volume.size = (8.0, 4.0, 4.0)
    settings = volume.volant.volume
    if value is not None:
        setattr(settings, resolution.lower(), value)
    settings.resolution, settings.agent_radius = resolution, radius
    look()
    assert status(volume).gap == f"Passes gaps of {said}"


def test_a_gap_as_narrow_as_the_panel_tells_is_passed_wherever_the_voxels_lie(scene):
    """Two blocks beside a slit, and the box that cuts them into voxels, moved by fractions of one."""
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    config = addon("objects.volumes").navcore.BakeConfig(
        voxel_size=0.1, agent_radius=0.3, bounds=((0, 0, 0), (1, 1, 1))
    )
    gap = addon("objects.agents").passed_gap(scene, config)
    for side in (-1, 1):
        add_cube("Block", (side * (2.0 + gap / 2), 0, 0), 4.0)
    volume = add_volume()
    for part in (0.0, 0.03, 0.05, 0.08):
        # The slit alone leads from one end to the other.
        volume.location, volume.volant.volume.size = (part, part / 2, 0), (4.0, 5.5, 2.0)
        bpy.context.view_layer.update()
        bpy.ops.volant.bake()
        nav = session().bakes.of(volume)
        first, last = nav.locate([(0, -2.6, 0), (0, 2.6, 0)])
        assert nav.components[first] == nav.components[last]


def test_what_a_bake_takes_is_worked_out_once_also_where_voxels_are_chosen(scene, monkeypatch):
    resize((40.0, 40.0, 40.0))
    volume = add_volume()
    volume.volant.volume.memory_limit = 60
    look()
    navcore, asked = addon("session.status").navcore, []
    estimate_bake = navcore.estimate_bake
    monkeypatch.setattr(navcore, "estimate_bake", lambda *given: asked.append(given) or estimate_bake(*given))
    look()
    assert not asked
    add_cube("Wall", (4, 0, 0))
    look()
    assert asked
