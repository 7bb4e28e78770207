# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sources that are animated: a bake is of one frame, and says so at every other one."""

from __future__ import annotations

import bpy
import pytest
from addon_scene import add_baked_volume, add_cube, look, session


def keyed(block, path, values, index=-1):
    """Keys of a property at frames 1 and 20."""
    for frame, value in zip((1, 20), values, strict=True):
        if index < 0:
            setattr(block, path, value)
        else:
            getattr(block, path)[index] = value
        block.keyframe_insert(path, index=index, frame=frame)


def moved(door):
    keyed(door, "location", (4.0, 6.0), 0)


def hung_on_what_moves(door):
    hinge = bpy.data.objects.new("Hinge", None)
    bpy.context.scene.collection.objects.link(hinge)
    door.parent = hinge
    keyed(hinge, "rotation_euler", (0.0, 1.5), 2)


def driven(door):
    door.driver_add("location", 2).driver.expression = "frame * 0.1"


def thickened(door):
    solid = door.modifiers.new("Solid", "SOLIDIFY")
    for frame, value in ((1, 0.1), (20, 0.7)):
        solid.thickness = value
        door.keyframe_insert('modifiers["Solid"].thickness', frame=frame)


def bent(door):
    door.shape_key_add(name="Basis")
    key = door.shape_key_add(name="Bent")
    for point in key.data:
        point.co.x *= 2.0
    keyed(key, "value", (0.0, 1.0))


def scattered(door):
    """An instance of what moves, which is nowhere else."""
    held = bpy.data.collections.new("Held")
    held.objects.link(door)
    bpy.context.scene.collection.objects.unlink(door)
    instancer = bpy.data.objects.new("Instancer", None)
    instancer.instance_type, instancer.instance_collection = "COLLECTION", held
    bpy.context.scene.collection.objects.link(instancer)
    keyed(door, "location", (4.0, 6.0), 0)


@pytest.fixture
def door(scene):
    return add_cube("Door", (4, 0, 0))


def status(volume):
    return session().status.of(volume)


@pytest.mark.parametrize("animate", [moved, hung_on_what_moves, driven, thickened, bent, scattered])
def test_a_scrub_marks_the_bake_at_once_and_the_way_back_clears_it(scene, door, animate):
    animate(door)
    scene.frame_set(12)
    volume = add_baked_volume()
    assert status(volume).state == "FRESH"
    scene.frame_set(17)
    # Nobody has looked again, as while an animation plays.
    assert session().status.state(volume) == "STALE"
    assert status(volume).frame == "Baked at frame 12"
    look()
    assert status(volume).state == "STALE"
    assert status(volume).words.split()[-1] in ("moved", "changed")
    assert status(volume).frame == "Baked at frame 12"
    scene.frame_set(12)
    look()
    assert status(volume).state == "FRESH"


def test_the_panel_names_the_frame_only_where_it_matters(scene, door):
    scene.frame_set(12)
    volume = add_baked_volume()
    look()
    assert status(volume).frame == ""
    scene.frame_set(13)
    look()
    assert (status(volume).state, status(volume).frame) == ("FRESH", "Baked at frame 12")
    scene.frame_set(12)
    moved(door)
    look()
    assert status(volume).frame == "Baked at frame 12"


def test_a_frame_that_moves_nothing_that_blocks_leaves_no_mark(scene, door):
    camera = bpy.data.objects["Camera"]
    keyed(camera, "location", (4.0, 6.0), 0)
    # Keys that keep it where it is.
    keyed(door, "location", (4.0, 4.0), 0)
    scene.frame_set(3)
    volume = add_baked_volume()
    scene.frame_set(15)
    assert session().status.state(volume) == "FRESH"
    look()
    assert session().status.state(volume) == "FRESH"


def test_the_frame_is_in_the_file(scene, door, volant, tmp_path):
    moved(door)
    scene.frame_set(5, subframe=0.25)
    add_baked_volume()
    bpy.ops.volant.export_file(filepath=str(tmp_path / "door.volant"))
    assert volant.navcore.load(tmp_path / "door.volant").metadata["frame"] == 5.25


def test_what_is_dragged_marks_the_bake_before_anybody_looks(scene, door):
    volume = add_baked_volume()
    door.location.x += 0.5
    bpy.context.view_layer.update()
    assert status(volume).state == "STALE"
    assert status(volume).words == "Door moved"
    door.location.x -= 0.5
    look()
    assert status(volume).state == "FRESH"
