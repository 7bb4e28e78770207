# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets: what is kept under a name comes back, is removed, and stays where Blender keeps an artist's presets."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest
from addon_scene import add_baked_volume, addon, session

#: For each kind its panel, the operator that adds one, and other values than the defaults.
KINDS = {
    "bake": {
        "fly": False,
        "walk": True,
        "agent_radius": 0.75,
        "agent_height": 1.5,
        "step_height": 0.25,
        "max_slope": 0.5,
        "jump_length": 2.0,
        "drop_height": 3.0,
        "take_offs": False,
        "resolution": "MAX_DEPTH",
        "voxel_size": 0.125,
        "max_depth": 5,
        "min_depth": 2,
        "balanced": True,
        "merge": False,
        "memory_limit": 4096,
    },
    "path": {"method": "theta", "shape": "prune", "walk_method": "funnel", "larger_agent": True, "agent_radius": 1.5},
}


def settings(kind: str) -> bpy.types.PropertyGroup:
    scene = bpy.context.scene
    if kind == "bake":
        return scene.volant.active_volume.volant.volume
    return addon("objects.paths").active_path(scene).volant.path


def values(kind: str) -> dict[str, object]:
    return {name: getattr(settings(kind), name) for name in KINDS[kind]}


def apply(kind: str, name: str) -> None:
    found = bpy.utils.preset_find(name, f"volant/{kind}")
    assert found, f"there is no preset {name}"
    assert bpy.ops.script.execute_preset(filepath=found, menu_idname=f"VOLANT_PT_{kind}_presets") == {"FINISHED"}


@pytest.fixture
def work(scene):
    add_baked_volume()
    bpy.ops.volant.add_path()
    # The panel shows the first path while none is chosen.
    scene.volant.active_path = None
    return scene


@pytest.mark.parametrize("kind", KINDS)
def test_a_preset_brings_settings_back(work, kind):
    add = getattr(bpy.ops.volant, f"{kind}_preset_add")
    first = values(kind)
    for name, value in KINDS[kind].items():
        assert getattr(settings(kind), name) != value
        setattr(settings(kind), name, value)
    assert add(name="My Own") == {"FINISHED"}
    kept = Path(bpy.utils.preset_find("My_Own", f"volant/{kind}"))
    assert kept.is_relative_to(bpy.utils.user_resource("SCRIPTS", path="presets"))
    for name, value in first.items():
        setattr(settings(kind), name, value)
    if kind == "path":
        work.volant.active_path = None
    apply(kind, "My_Own")
    assert values(kind) == KINDS[kind]
    assert add(name="My_Own", remove_name=True) == {"FINISHED"}
    assert not kept.exists()


_OWN = {
    "bake": {
        *("sources", "collection", "size", "margin", "margin_follows"),
        *("frames", "frame_start", "frame_end", "live", "floors", "floor_collection"),
    },
    "path": {"volume", "goals", "color", "way"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_everything_that_is_set_is_kept(kind):
    """But sources, size and margin, which belong to a scene, a path's own things, and what a bake leaves behind."""
    group = {"bake": addon("properties.volume").VolantVolume, "path": addon("properties.path").VolantPath}[kind]
    hidden = {item.identifier for item in group.bl_rna.properties if item.is_hidden}
    operator = getattr(addon("panels.presets"), f"VOLANT_OT_{kind}_preset_add")
    kept = {value.removeprefix("settings.") for value in operator.preset_values}
    assert kept == set(group.__annotations__) - _OWN[kind] - hidden == set(KINDS[kind])


AGENTS = {"Camera": 0.1, "Drone": 0.3, "Fish": 0.2, "Flier": 0.5, "Spaceship": 5.0, "Vehicle": 1.5, "Walker": 0.4}


def test_shipped_presets_are_agents_in_meters(work):
    shipped = [path for path in bpy.utils.preset_paths("volant/bake") if "shipped" in path]
    assert len(shipped) == 1
    assert {preset.stem for preset in Path(shipped[0]).glob("*.py")} == set(AGENTS)
    work.unit_settings.scale_length = 0.01
    bpy.data.objects["Cube"].scale = (2500.0,) * 3
    bpy.ops.volant.fit_volume(around="SCENE")
    for name, radius in AGENTS.items():
        settings("bake").voxel_size = 7.0
        apply("bake", name)
        assert settings("bake").resolution == "AGENT"
        assert settings("bake").agent_radius * 0.01 == pytest.approx(radius)
        assert (settings("bake").fly, settings("bake").walk) == (name != "Walker", name == "Walker")
        if radius > 0.25:
            assert settings("bake").voxel_size * 0.01 == pytest.approx(radius / 3, rel=0.26)


def test_a_preset_that_follows_the_agent_brings_that_back(work):
    settings("bake").resolution, settings("bake").agent_radius = "AGENT", 0.5
    bpy.ops.volant.bake_preset_add(name="Hawk")
    settings("bake").agent_radius, settings("bake").voxel_size = 1.0, 0.7
    apply("bake", "Hawk")
    assert (settings("bake").resolution, settings("bake").agent_radius) == ("AGENT", 0.5)
    assert settings("bake").voxel_size == pytest.approx(0.2)
    bpy.ops.volant.bake_preset_add(name="Hawk", remove_name=True)


@pytest.mark.parametrize("name", ["Best", "Fastest"])
def test_shipped_path_presets_find_a_path(work, name):
    settings("path").method = "dijkstra"
    apply("path", name)
    assert settings("path").method != "dijkstra"
    known = session().preview.result(addon("objects.paths").active_path(work))
    assert known.answers[0].found
    start = addon("objects.paths").active_path(work)
    assert known.question.config == addon("objects.paths").path_config(start, known.question.nav)


def test_shipped_presets_stay(work):
    assert bpy.ops.volant.bake_preset_add(name="Drone", remove_name=True) == {"CANCELLED"}
    assert bpy.utils.preset_find("Drone", "volant/bake")


def test_a_preset_can_be_undone(work):
    bpy.ops.ed.undo_push()
    before = settings("bake").agent_radius
    apply("bake", "Vehicle")
    assert settings("bake").agent_radius == 1.5
    bpy.ops.ed.undo()
    assert settings("bake").agent_radius == before
