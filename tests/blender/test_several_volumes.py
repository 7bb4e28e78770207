# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths among several volumes: an end that is in another one is told by that one's name."""

from __future__ import annotations

import bpy
import pytest
from addon_scene import addon, session

#: A place in each of two boxes side by side, in both where they overlap, and in none.
IN_HALL, IN_TOWER, IN_BOTH, NOWHERE = (1.0, 4.0, 4.0), (14.0, 4.0, 4.0), (8.5, 4.0, 4.0), (99.0, 0.0, 0.0)


@pytest.fixture
def start(scene):
    """A path through the Hall, whose box overlaps that of the Tower."""
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    add_volume = addon("objects.volumes").add_volume
    for name, low, high in (("Hall", (0, 0, 0), (9, 8, 8)), ("Tower", (8, 0, 0), (16, 8, 20))):
        volume = add_volume(bpy.context, low, high)
        volume.name = name
        volume.volant.volume.voxel_size, volume.volant.volume.agent_radius = 1.0, 0.0
        bpy.context.view_layer.update()
        bpy.ops.volant.bake()
    scene.volant.active_volume = bpy.data.objects["Hall"]
    bpy.ops.volant.add_path()
    return scene.volant.active_path


def told(start, begin, *ends) -> list[str]:
    """What the panel says of a path from one place to others."""
    while len(start.volant.path.goals) < len(ends):
        bpy.ops.volant.add_goal()
    start.location = begin
    for goal, end in zip(start.volant.path.goals, ends, strict=True):
        goal.object.location = end
    bpy.context.view_layer.update()
    words = addon("panels.path_words")
    return [sentence for sentence, _is_good in words.details(bpy.context.scene, session().preview.result(start))]


@pytest.mark.parametrize(
    ("begin", "end", "words"),
    [
        (IN_HALL, IN_TOWER, "no path: goal is in volume Tower; a path stays in one volume, this one in Hall"),
        (IN_TOWER, IN_HALL, "no path: start is in volume Tower; a path stays in one volume, this one in Hall"),
        (IN_TOWER, IN_TOWER, "no path: start and goal are in volume Tower; choose it as Volume under Search"),
        (NOWHERE, IN_TOWER, "no path: goal is in volume Tower; a path stays in one volume, this one in Hall"),
        (IN_HALL, NOWHERE, "no path: goal not in free space"),
    ],
)
def test_an_end_in_another_volume_is_told_by_its_name(start, begin, end, words):
    assert told(start, begin, end) == [words]


def test_what_both_volumes_hold_is_reached(start):
    assert told(start, IN_HALL, IN_BOTH) == []


def test_an_end_that_is_blocked_in_the_path_s_own_volume_is_just_blocked(start, volant):
    hall = bpy.data.objects["Hall"]
    solid = [(x, y, z) for x in range(4, 9) for y in range(8) for z in range(8)]
    config = volant.navcore.BakeConfig(voxel_size=1.0, bounds=((0, 0, 0), (9, 8, 8)))
    nav = volant.navcore.bake_voxels(solid, (9, 8, 8), config)
    session().bakes.store(hall, nav, volant.navcore.dumps(nav))
    assert told(start, IN_HALL, IN_BOTH) == ["no path: goal not in free space"]


def test_ends_in_two_other_volumes(start):
    mill = addon("objects.volumes").add_volume(bpy.context, (0, 20, 0), (5, 25, 5))
    mill.name = "Mill"
    bpy.context.view_layer.update()
    assert told(start, (2, 22, 2), IN_TOWER) == [
        "no path: start is in volume Mill, goal in Tower; a path stays in one volume, this one in Hall"
    ]


def test_of_several_goals_each_is_told(start):
    assert told(start, IN_HALL, IN_TOWER, IN_BOTH)[0] == (
        "1: no path: goal is in volume Tower; a path stays in one volume, this one in Hall"
    )


def test_a_volume_that_moves_or_is_renamed_is_told_as_it_is(start):
    told(start, IN_HALL, IN_TOWER)
    tower = bpy.data.objects["Tower"]
    tower.name = "Spire"
    assert "volume Spire;" in told(start, IN_HALL, IN_TOWER)[0]
    tower.location.x += 500.0
    assert told(start, IN_HALL, IN_TOWER) == ["no path: goal not in free space"]
