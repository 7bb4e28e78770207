# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What scripts, drivers and animation set counts like what is typed, though Blender tells nobody of it."""

from __future__ import annotations

import bpy
import pytest
from addon_scene import add_baked_volume, add_cube, addon, look, session


@pytest.fixture
def volume(scene):
    add_cube("Wall", (4, 0, 0))
    volume = add_baked_volume()
    bpy.ops.volant.add_path()
    look()
    assert not session().watched.has_changed(scene)
    return volume


def raw(owner, *names):
    """The custom properties in which Blender keeps a group of properties."""
    stored = owner.bl_system_properties_get() if hasattr(owner, "bl_system_properties_get") else owner
    for name in ("volant", *names):
        stored = stored[name]
    return stored


def set_voxel_size(scene, volume):
    volume.volant.volume.voxel_size = 0.25


def write_voxel_size(scene, volume):
    raw(volume, "volume")["voxel_size"] = 0.25


def write_sources(scene, volume):
    raw(volume, "volume")["sources"] = 2


def ignore(scene, volume):
    bpy.data.objects["Wall"].volant.ignore = True


def set_role(scene, volume):
    bpy.data.objects["Light"].volant.role = "MARKER"


def write_role(scene, volume):
    light = bpy.data.objects["Light"]
    light.volant.role = "NONE"
    raw(light)["role"] = 2


def write_display(scene, volume):
    scene.volant.display.opacity = 0.5
    session().watched.has_changed(scene)
    raw(scene, "display")["opacity"] = 0.9


def replace_bake(scene, volume):
    volume.volant.volume.bake = b"VOLANT"


@pytest.mark.parametrize(
    "change",
    [
        set_voxel_size,
        write_voxel_size,
        write_sources,
        ignore,
        set_role,
        write_role,
        write_display,
        replace_bake,
    ],
)
def test_a_change_without_an_event_is_seen(scene, volume, change):
    change(scene, volume)
    assert session().watched.has_changed(scene)
    assert not session().watched.has_changed(scene)


@pytest.mark.parametrize("change", [set_voxel_size, write_voxel_size, write_sources, ignore, set_role, write_role])
def test_what_was_set_counts_when_a_bake_is_handed_on(scene, volume, change):
    bpy.data.objects["Light"].location = (2.5, 2.0, 1.0)
    bpy.context.view_layer.update()
    change(scene, volume)
    depsgraph = bpy.context.evaluated_depsgraph_get()
    assert session().status.stale_reason(scene, depsgraph, volume)


def test_animated_and_driven_settings_are_seen(scene, volume):
    settings = volume.volant.volume
    for frame, value in ((1, 0.5), (20, 1.0)):
        settings.voxel_size = value
        volume.keyframe_insert("volant.volume.voxel_size", frame=frame)
    scene.driver_add("volant.display.opacity").driver.expression = "frame * 0.01"
    scene.frame_set(1)
    session().watched.has_changed(scene)
    scene.frame_set(20)
    assert session().watched.has_changed(scene)
    look()
    assert session().status.of(volume).words == "Voxel Size changed"
    scene.frame_set(1)
    look()
    assert session().status.state(volume) == "FRESH"


def test_a_written_path_setting_is_asked_anew(scene, volume):
    start = addon("objects.paths").active_path(scene)
    start.volant.path.shape = "taut"
    session().preview.follow(scene)
    before = session().preview.result(start).question
    raw(start, "path")["shape"] = 6
    assert session().preview.follow(scene)
    assert session().preview.result(start).question.config.refine == "none"
    assert before.config.refine == "taut"


def test_the_timer_compares_and_looks_later(scene, volume, monkeypatch):
    """The module form of Blender has no window and calls no timer; both are lent."""
    handlers = addon("session.handlers")
    looked = []
    monkeypatch.setattr(handlers, "_one_for_each_scene", lambda: [bpy.context])
    monkeypatch.setattr(handlers, "_look_later", lambda: looked.append(True))
    assert handlers._watch() >= 0.25
    assert not looked
    write_voxel_size(scene, volume)
    handlers._watch()
    assert looked


def test_what_an_operator_has_set_is_not_looked_at_twice(scene, volume):
    """It was drawn with its new values; a second drawing of the window would be in vain."""
    before = volume.volant.volume.bake
    volume.volant.volume.voxel_size = 0.25
    assert session().watched.has_changed(scene)
    bpy.ops.volant.bake()
    assert volume.volant.volume.bake != before
    assert not session().watched.has_changed(scene)


def test_a_bake_that_a_script_has_set_before_an_operator_looks_is_seen(scene, volume):
    replaced = session().bakes.of(volume)
    replace_bake(scene, volume)
    addon("session.handlers").refresh_now(bpy.context)
    assert session().bakes.of(volume) is not replaced
