# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Undo and redo through everything an artist does leave a consistent scene; scenes and volumes do not mix."""

from __future__ import annotations

import bpy
from addon_scene import add_baked_volume, add_cube, addon, look, path_points, session, state


def snapshot() -> dict[str, object]:
    """All that Volant shows of the open scene."""
    look()
    scene = bpy.context.scene
    volumes, paths = (addon(name) for name in ("objects.volumes", "objects.paths"))
    preview, status = session().preview, session().status
    preview.follow(scene)
    bakes = {volume.name: session().bakes.of(volume) for volume in volumes.scene_volumes(scene)}
    return {
        "volumes": {name: None if nav is None else nav.cells.tolist() for name, nav in bakes.items()},
        "states": {volume.name: status.state(volume) for volume in volumes.scene_volumes(scene)},
        "markers": sorted(candidate.name for candidate in scene.objects if candidate.volant.role == "MARKER"),
        "paths": {start.name: path_points(start) for start in paths.scene_paths(scene)},
        "drawn": len(preview.shown(scene)),
        "active": (getattr(scene.volant.active_volume, "name", ""), getattr(scene.volant.active_path, "name", "")),
    }


def test_undo_and_redo_through_a_session(scene):
    add_cube("Wall", (0, 4, 0))
    taken = []

    def push(name: str) -> None:
        bpy.ops.ed.undo_push(message=name)
        taken.append(snapshot())

    push("Begin")
    bpy.ops.volant.add_volume()
    bpy.context.scene.volant.active_volume.volant.volume.voxel_size = 0.5
    push("Volume")
    bpy.ops.volant.bake()
    push("Bake")
    bpy.context.scene.cursor.location = (0, 2.2, 1.7)
    bpy.ops.volant.add_marker()
    push("Marker")
    bpy.ops.volant.bake()
    push("Bake with marker")
    bpy.ops.volant.add_path()
    push("Path")
    bpy.context.scene.volant.active_path.location.z += 0.6
    bpy.context.view_layer.update()
    push("Move")
    bpy.ops.volant.add_goal()
    push("Goal")
    bpy.data.objects["Wall"].location.x += 1
    push("Move wall")
    bpy.ops.volant.clear_bake()
    push("Clear")
    bpy.ops.volant.remove_path()
    push("Remove path")
    assert len({str(shot) for shot in taken}) == len(taken), "each step changes what is shown"

    for expected in reversed(taken[:-1]):
        bpy.ops.ed.undo()
        assert snapshot() == expected
    for expected in taken[1:]:
        bpy.ops.ed.redo()
        assert snapshot() == expected
    for _step in range(5):
        bpy.ops.ed.undo()
    assert snapshot() == taken[-6]


def test_undo_keeps_the_bakes_that_it_does_not_change(scene):
    volume = add_baked_volume()
    bpy.ops.ed.undo_push(message="Baked")
    nav = session().bakes.of(volume)
    bpy.data.objects["Cube"].location.x += 1
    bpy.ops.ed.undo_push(message="Moved")
    bpy.ops.ed.undo()
    # The same object, so that nothing drawn from it is made again.
    assert session().bakes.of(bpy.context.scene.volant.active_volume) is nav


def test_two_volumes_of_one_scene_do_not_mix(scene):
    first = add_baked_volume()
    bpy.ops.volant.add_path()
    start = scene.volant.active_path
    before = first.volant.volume.bake, path_points(start)
    add_cube("Elsewhere", (30, 0, 0))
    second = add_baked_volume(1.0)
    assert second != first
    assert (first.volant.volume.bake, path_points(start)) == before
    assert state(first) == "STALE"
    assert state(second) == "FRESH"
    bpy.ops.volant.clear_bake()
    assert first.volant.volume.bake == before[0]
    assert not second.volant.volume.bake
    assert {volume.name for volume in addon("objects.volumes").scene_volumes(scene)} == {first.name, second.name}


def test_two_scenes_do_not_mix(scene):
    volume = add_baked_volume()
    bpy.ops.volant.add_path()
    before = path_points(scene.volant.active_path)
    other = bpy.data.scenes.new("Other")
    bpy.context.window.scene = other
    add_cube("Alone", (0, 0, 0), 4.0)
    assert other.volant.active_volume is None
    assert addon("objects.volumes").scene_volumes(other) == []
    assert session().preview.shown(other) == []
    second = add_baked_volume(1.0)
    assert [found.name for found in addon("objects.volumes").scene_volumes(other)] == [second.name]
    assert [found.name for found in addon("objects.volumes").scene_volumes(scene)] == [volume.name]
    assert session().status.of(second).sources == "1 object, 12 triangles"
    # A volume of another scene cannot be baked by accident.
    other.volant.active_volume = volume
    assert not bpy.ops.volant.bake.poll()
    bpy.context.window.scene = scene
    bpy.context.view_layer.update()
    assert path_points(scene.volant.active_path) == before
    assert len(session().preview.shown(scene)) == 1
