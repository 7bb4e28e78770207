# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What artists do by accident while bakes follow them: these end as what a new bake would be, or say why not."""

from __future__ import annotations

import addon_utils
import bpy
import pytest
from addon_scene import add_baked_volume, add_cube, addon, look, path_points, session, state
from live_world import crate, followed, live_path, matches_a_new_bake, result


@pytest.fixture
def start(scene):
    """A path past a cube, in a live volume with room around it."""
    return live_path()


def under_way(start, steps=1):
    """An update of the path's volume of which so many steps are done."""
    updates = session().live_updates
    bpy.context.view_layer.update()
    assert updates._begin(start.volant.path.volume)
    _uid, updating, *_when = updates._updating
    for _step in range(steps):
        assert not updating.advance(0.0), "it is at its end"
    return updates


def ended(updates):
    """Have it come to its end."""
    while updates._updating is not None:
        updates._go_on()


def deleted():
    bpy.data.objects.remove(bpy.data.objects["Block"])


def renamed():
    bpy.data.objects["Block"].name = "Brick"


def made_dynamic():
    bpy.data.objects["Block"].volant.dynamic = True


def moved_on():
    bpy.context.scene.frame_set(20)


def another():
    add_cube("Another", (-2.0, -2.0, 0.0), 0.5)


def edited():
    bpy.context.view_layer.objects.active = bpy.data.objects["Block"]
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.transform.resize(value=(1.0, 1.0, 2.0))
    bpy.ops.object.mode_set(mode="OBJECT")


def test_the_bake_is_cleared_while_it_is_live(start):
    crate()
    bpy.ops.volant.clear_bake()
    bpy.data.objects["Cube"].location.x += 0.5
    followed()
    assert session().bakes.of(start.volant.path.volume) is None
    assert "not baked" in result(start).problem
    bpy.ops.volant.bake()
    assert not result(start).problem


def test_the_box_is_moved_while_it_is_live(start):
    volume = start.volant.path.volume
    before = session().bakes.of(volume)
    volume.location.x += 1.0
    followed()
    assert session().bakes.of(volume) is before
    look()
    assert session().status.of(volume).words == "the volume moved or changed its size"


def test_another_file_is_opened_with_something_under_way(start, tmp_path):
    bpy.data.objects["Cube"].location.x += 0.5
    under_way(start)
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    assert session().live_updates._updating is None
    session().live_updates.finish()


def test_a_scene_without_a_camera_or_anything_else(scene):
    volume = add_baked_volume()
    volume.volant.volume.live = True
    for each in list(bpy.data.objects):
        if each != volume:
            bpy.data.objects.remove(each)
    bpy.ops.volant.update()
    look()
    nav = session().bakes.of(volume)
    assert nav.cells.tolist() == [[[0, 0, 0], nav.shape.tolist()]]


def test_sizes_that_single_precision_cannot_tell(start, volant):
    """Far from the origin an update still is what a bake is."""
    for each in bpy.context.scene.objects:
        if each.parent is None:
            each.location.x += 1e4
    bpy.context.view_layer.update()
    bpy.ops.volant.update()
    bpy.data.objects["Cube"].location.y += 0.25
    followed()
    assert matches_a_new_bake(start.volant.path.volume, volant)


def test_undo_while_an_update_is_under_way(start, volant):
    bpy.ops.ed.undo_push(message="before")
    bpy.data.objects["Cube"].location.y += 0.5
    bpy.context.view_layer.update()
    bpy.ops.ed.undo_push(message="moved")
    updates = under_way(start)
    bpy.ops.ed.undo()
    ended(updates)
    volume = bpy.context.scene.volant.active_volume
    followed()
    assert matches_a_new_bake(volume, volant)
    assert state(volume) == "FRESH"
    bpy.ops.ed.redo()
    followed()
    volume = bpy.context.scene.volant.active_volume
    assert matches_a_new_bake(volume, volant)
    assert state(volume) == "FRESH"


def test_two_scenes_with_the_same_thing_in_both(start, volant):
    """Each scene's volume follows its own sources, and what moves is where that scene has it."""
    first = bpy.context.scene
    made = crate()
    for frame, height in ((1, 0.0), (20, 3.0)):
        made.location.z = height
        made.keyframe_insert("location", frame=frame)
    second = bpy.data.scenes.new("Second")
    second.collection.objects.link(made)
    second.collection.objects.link(bpy.data.objects["Cube"])
    bpy.context.window.scene = second
    bpy.context.scene.frame_set(20)
    bpy.ops.volant.add_volume()
    other = second.volant.active_volume
    other.volant.volume.voxel_size = 0.5
    other.volant.volume.live = True
    bpy.ops.volant.bake()
    assert session().moving.of(second, other).places["Crate"][0].matrix[2, 3] == pytest.approx(3.0)
    bpy.data.objects["Cube"].location.x += 0.5
    followed()
    assert matches_a_new_bake(other, volant)
    assert state(other) == "FRESH"
    bpy.context.window.scene = first
    bpy.context.view_layer.update()
    followed()
    volume = start.volant.path.volume
    assert session().moving.of(first, volume).places["Crate"][0].matrix[2, 3] == pytest.approx(0.0)
    assert matches_a_new_bake(volume, volant)
    assert state(volume) == "FRESH"
    assert result(start).answers[0].found


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
@pytest.mark.parametrize("change", [deleted, renamed, made_dynamic, moved_on, another, edited])
def test_changes_while_an_update_is_under_way(start, volant, change, steps):
    volume = start.volant.path.volume
    block = add_cube("Block", (2.0, -2.0, 0.0), 1.0)
    block.keyframe_insert("location", frame=1)
    block.location.z = 1.0
    block.keyframe_insert("location", frame=20)
    followed()
    block.scale.x = 2.0
    for name in ("Cube", "Block"):
        bpy.data.objects[name].data.update_tag()
        bpy.data.objects[name].location.y += 0.1
    updates = under_way(start, steps)
    change()
    bpy.context.view_layer.update()
    ended(updates)
    followed()
    assert volume.session_uid not in session().status.problems
    assert matches_a_new_bake(volume, volant)
    assert state(volume) == "FRESH"


def test_what_is_dynamic_moves_during_an_update(start, volant):
    """The bake has no trace of it, and paths go around it where it is."""
    volume, goal = start.volant.path.volume, start.volant.path.goals[0].object
    made = crate()
    bpy.data.objects["Cube"].location.y += 0.1
    updates = under_way(start)
    _uid, updating, *_when = updates._updating
    for step in range(100):
        made.location = (0.2 * step - 3.0, 2.0, 0.0)
        bpy.context.view_layer.update()
        assert not result(start).problem
        if updating.advance(0.0):
            break
    made.location = (0.0, 2.0, 0.0)
    followed()
    assert matches_a_new_bake(volume, volant)
    assert state(volume) == "FRESH"
    live = volant.navcore.LiveVolume.of(session().bakes.of(volume))
    live.update({"Crate": session().moving.of(bpy.context.scene, volume).mesh("Crate")})
    wanted = volant.navcore.Navigator(live).find_path(start.location, goal.location)
    assert path_points(start) == [wanted.points.tolist()]


def test_a_collection_that_loses_and_gains_things_and_goes(start, volant):
    volume = start.volant.path.volume
    held, other = (bpy.data.collections.new(name) for name in ("Held", "Other"))
    block = add_cube("Block", (2.0, -2.0, 0.0), 1.0)
    for made in (held, other):
        bpy.context.scene.collection.children.link(made)
    for each in (block, bpy.data.objects["Cube"]):
        held.objects.link(each)
    volume.volant.volume.sources, volume.volant.volume.collection = "COLLECTION", held
    bpy.ops.volant.update()
    for change in (
        lambda: held.objects.unlink(block),
        lambda: held.children.link(other),
        lambda: other.objects.link(block),
        lambda: setattr(held, "name", "Kept"),
        lambda: setattr(block, "location", (2.0, -1.0, 0.0)),
        lambda: bpy.data.collections.remove(other),
    ):
        change()
        followed()
        assert matches_a_new_bake(volume, volant)
        assert state(volume) == "FRESH"
    bpy.data.collections.remove(held)
    followed()
    assert matches_a_new_bake(volume, volant)
    look()
    assert session().status.of(volume).warning == "Choose the collection that holds the obstacles"


def test_a_copy_of_a_live_volume(start, volant):
    """It begins with a bake of its own, and changes nothing of the other one."""
    volume = start.volant.path.volume
    for each in bpy.context.selected_objects:
        each.select_set(False)
    volume.select_set(True)
    bpy.context.view_layer.objects.active = volume
    bpy.ops.object.duplicate()
    copy = bpy.context.object
    assert copy != volume
    bpy.data.objects["Cube"].location.y += 0.5
    followed()
    assert matches_a_new_bake(volume, volant)
    assert [state(each) for each in (volume, copy)] == ["FRESH", "STALE"]
    assert addon("panels.volume")._why_live_waits(copy) == "Live begins with a bake"
    bpy.context.scene.volant.active_volume = copy
    bpy.ops.volant.bake()
    bpy.data.objects["Cube"].location.y += 0.5
    followed()
    for each in (volume, copy):
        assert matches_a_new_bake(each, volant)
        assert state(each) == "FRESH"


def test_volant_is_switched_off_and_on_with_an_update_under_way(start, volant):
    bpy.data.objects["Cube"].location.y += 0.5
    under_way(start)
    addon_utils.disable(volant.__name__, default_set=True)
    addon_utils.enable(volant.__name__, default_set=True)
    followed()
    volume = bpy.context.scene.volant.active_volume
    assert state(volume) == "STALE"
    bpy.ops.volant.update()
    assert state(volume) == "FRESH"


def test_the_scene_is_deleted_with_an_update_under_way(start):
    first = bpy.context.scene
    crate()
    bpy.data.objects["Cube"].location.y += 0.5
    updates = under_way(start)
    second = bpy.data.scenes.new("Second")
    bpy.context.window.scene = second
    bpy.data.scenes.remove(first)
    bpy.context.view_layer.update()
    ended(updates)
    followed()
    assert bpy.ops.volant.add_volume() == {"FINISHED"}


def test_what_is_rendered_is_not_followed(start, tmp_path):
    """Rendering goes through other frames, but the window shows none of them."""
    made = crate()
    made.keyframe_insert("location", frame=1)
    made.location.z = 3.0
    made.keyframe_insert("location", frame=3)
    bpy.context.scene.frame_set(1)
    around = path_points(start)
    render = bpy.context.scene.render
    render.engine, render.resolution_x, render.resolution_y = "BLENDER_WORKBENCH", 8, 8
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 1, 3
    bpy.context.scene.camera = bpy.data.objects["Camera"]
    render.filepath = str(tmp_path / "frame")
    bpy.ops.render.render(animation=True)
    assert bpy.context.scene.frame_current == 1
    bpy.context.view_layer.update()
    assert path_points(start) == around
    followed()
    assert state(start.volant.path.volume) == "FRESH"
