# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A level that was imported in another unit is told of in the panel, and no other is."""

from __future__ import annotations

import bpy
import pytest
from addon_scene import SAMPLES, add_cube, addon, look, session


def warning() -> str:
    """What the panel warns of."""
    look()
    return session().status.of(bpy.context.scene.volant.active_volume).warning


def add_level(size: float) -> None:
    """A level of a floor and some crates, as long as this in scene units, and a volume as a newcomer adds it."""
    cube = bpy.data.objects["Cube"]
    cube.scale, cube.location = (size / 2, size / 3, size / 100), (0, 0, -size / 100)
    for number in range(5):
        add_cube("Crate", ((number / 5 - 0.4) * size, 0, 0), size / 20)
    bpy.context.view_layer.update()
    bpy.ops.volant.add_volume()


@pytest.mark.parametrize("meter", [1.0, 100.0])
@pytest.mark.parametrize("size", [2.0, 8.0, 200.0, 5000.0])
def test_rooms_levels_and_cities_are_nothing_to_tell(scene, size, meter):
    scene.unit_settings.scale_length = 1.0 / meter
    add_level(size * meter)
    assert not warning()


@pytest.mark.parametrize("meter", [1.0, 100.0])
@pytest.mark.parametrize(
    ("size", "said"),
    [
        (
            20_000.0,
            "The scene is 20,000 m long, very large for an agent with a radius of 0.3 m. If it was imported in another "
            "unit, scale it by 0.01 and fit the box; otherwise choose a larger agent",
        ),
        (
            0.5,
            "The scene is 0.5 m long, very small for an agent with a radius of 0.3 m. If it was imported in another "
            "unit, scale it by 100 and fit the box; otherwise choose a smaller agent",
        ),
    ],
)
def test_a_level_in_another_unit_is_told_with_what_to_do(scene, size, said, meter):
    scene.unit_settings.scale_length = 1.0 / meter
    add_level(size * meter)
    assert warning() == said


def test_what_is_told_to_do_helps(scene):
    add_level(21_500.0)
    assert "scale it by 0.01" in warning()
    for part in scene.objects:
        if part.type == "MESH":
            part.scale *= 0.01
            part.location *= 0.01
    bpy.context.view_layer.update()
    bpy.ops.volant.fit_volume(around="SCENE")
    assert not warning()


def test_a_large_level_with_a_large_agent_is_nothing_to_tell(scene):
    add_level(100_000.0)
    assert "very large" in warning()
    scene.volant.active_volume.volant.volume.agent_radius = 5.0
    assert not warning()


def test_a_sky_far_away_is_nothing_to_tell(scene):
    add_level(200.0)
    add_cube("Sky", (0, 0, 0), 40_000.0)
    assert not warning()


@pytest.mark.parametrize("sample", ["arena", "city"])
def test_a_level_is_baked_with_nothing_set(sample):
    """An agent of a sensible size, a box that is hardly larger than the level, and a bake that fits into memory."""
    bpy.ops.wm.open_mainfile(filepath=str(SAMPLES / f"{sample}.blend"))
    scene = bpy.context.scene
    graph = bpy.context.evaluated_depsgraph_get()
    low, high = addon("scene.bounds").box_around(graph, bpy.context.visible_objects)
    bpy.ops.volant.add_volume()
    settings = scene.volant.active_volume.volant.volume
    assert 0.2 <= settings.agent_radius <= 1.0
    for side, begin, end in zip(settings.size, low, high, strict=True):
        assert side <= 1.3 * (end - begin)
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert len(session().bakes.of(scene.volant.active_volume).cells) > 1000


@pytest.mark.parametrize("sample", ["arena", "city"])
def test_the_levels_among_the_samples_are_nothing_to_tell(sample):
    bpy.ops.wm.open_mainfile(filepath=str(SAMPLES / f"{sample}.blend"))
    assert not warning()
    bpy.ops.volant.add_volume()
    assert not warning()
