# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Add a volume, bake, export, save, reload, undo: against the installed zip."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import bpy
import numpy as np
import pytest
from addon_scene import session
from mathutils import Vector

SAMPLES = Path(__file__).resolve().parents[2] / "sample_scenes"
WORLDS = sorted(path.stem for path in SAMPLES.glob("*.blend"))


def settings(scene: bpy.types.Scene):
    return scene.volant.active_volume.volant.volume


def same(first, second) -> bool:
    names = ("origin", "shape", "cells", "portals", "components")
    return all(np.array_equal(getattr(first, name), getattr(second, name)) for name in names)


def test_a_new_volume_encloses_the_scene_and_bakes_both_sides_of_the_cube(scene, volant):
    assert bpy.ops.volant.add_volume() == {"FINISHED"}
    volume = scene.volant.active_volume
    low, high = volant.addon.objects.volume_box.world_box(volume)
    assert max(low) < -1 < 1 < min(high)
    assert bpy.ops.volant.bake() == {"FINISHED"}
    nav = session().bakes.of(volume)
    inside, outside, wall = nav.locate([(0, 0, 0), np.array(low) + 1e-3, (1, 0, 0)])
    assert wall == -1
    assert nav.components[inside] != nav.components[outside]


def test_a_marker_keeps_its_side_only(scene, volant):
    bpy.ops.volant.add_volume()
    marker = bpy.data.objects.new("Hall", None)
    marker.volant.role = "MARKER"
    scene.collection.objects.link(marker)
    bpy.context.view_layer.update()
    bpy.ops.volant.bake()
    nav = session().bakes.of(scene.volant.active_volume)
    assert nav.locate([(0, 0, 0)])[0] >= 0
    assert nav.components.max() == 0
    assert (nav.boxes()[:, 1] <= 1).all()


def test_evaluated_instances_and_ignored_objects(scene, volant):
    cube = bpy.data.objects["Cube"]
    array = cube.modifiers.new("Array", "ARRAY")
    array.count = 3
    ignored = cube.copy()
    ignored.volant.ignore = True
    ignored.location = (0, 9, 0)
    scene.collection.objects.link(ignored)
    instancer = bpy.data.objects.new("Instancer", None)
    instancer.instance_type = "COLLECTION"
    instancer.instance_collection = bpy.data.collections.new("Instanced")
    instancer.instance_collection.objects.link(bpy.data.objects.new("Slab", cube.data))
    instancer.location = (0, 0, 7)
    instancer.scale = (1, -2, 1)
    scene.collection.objects.link(instancer)
    bpy.ops.volant.add_volume()
    gather = volant.addon.scene.sources.gather_triangles
    vertices, triangles = gather(bpy.context.evaluated_depsgraph_get(), scene.volant.active_volume)
    assert len(triangles) == 12 * 3 + 12
    assert vertices.max(axis=0).tolist() == [5, 2, 8]
    assert vertices.min(axis=0).tolist() == [-1, -2, -1]


def test_exported_file_equals_the_bake(scene, volant, tmp_path):
    bpy.ops.volant.add_volume()
    bpy.ops.volant.bake()
    target = tmp_path / "room.volant"
    assert bpy.ops.volant.export_file(filepath=str(target)) == {"FINISHED"}
    assert same(volant.navcore.load(target), session().bakes.of(scene.volant.active_volume))


def test_the_bake_survives_save_reload_and_undo(scene, volant, tmp_path):
    bpy.ops.volant.add_volume()
    bpy.ops.volant.bake()
    before = session().bakes.of(scene.volant.active_volume)
    target = str(tmp_path / "room.blend")
    bpy.ops.wm.save_as_mainfile(filepath=target)
    bpy.ops.wm.open_mainfile(filepath=target)
    volume = bpy.context.scene.volant.active_volume
    assert same(before, session().bakes.of(volume))

    bpy.ops.ed.undo_push(message="Baked")
    settings(bpy.context.scene).voxel_size *= 2
    bpy.ops.volant.bake()
    bpy.ops.ed.undo_push(message="Baked again")
    coarse = session().bakes.of(bpy.context.scene.volant.active_volume)
    assert not same(before, coarse)
    bpy.ops.ed.undo()
    assert same(before, session().bakes.of(bpy.context.scene.volant.active_volume))
    bpy.ops.ed.redo()
    assert same(coarse, session().bakes.of(bpy.context.scene.volant.active_volume))


def test_a_failed_bake_says_what_to_do_and_keeps_the_old_one(scene, volant):
    bpy.ops.volant.add_volume()
    bpy.ops.volant.bake()
    before = settings(scene).bake
    settings(scene).agent_radius = 1000
    with pytest.raises(RuntimeError, match="Nav Volume: no free space is left; use a smaller"):
        bpy.ops.volant.bake()
    assert settings(scene).bake == before


def test_a_marker_in_a_wall_is_named_with_its_distance(scene):
    bpy.ops.volant.add_volume()
    settings(scene).voxel_size, settings(scene).agent_radius = 0.05, 0.3
    marker = bpy.data.objects.new("Cellar", None)
    marker.volant.role = "MARKER"
    marker.location = (1, 0, 0)
    scene.collection.objects.link(marker)
    bpy.context.view_layer.update()
    with pytest.raises(RuntimeError, match=r"Cellar is in blocked space, 0\.3\d* m from the nearest free point"):
        bpy.ops.volant.bake()
    settings(scene).memory_limit = 1
    with pytest.raises(RuntimeError, match="over the limit of 1 MB"):
        bpy.ops.volant.bake()


def test_refusals_are_explained(scene):
    with pytest.raises(RuntimeError, match="poll"):
        bpy.ops.volant.bake()
    with pytest.raises(RuntimeError, match="poll"):
        bpy.ops.volant.export_file(filepath="never.volant")


def test_this_numpy_bakes_what_every_other_does(volant):
    sys.path.insert(0, str(SAMPLES.parent / "tests"))
    import golden_bakes

    assert golden_bakes.hashes(volant.navcore, 1) == golden_bakes.EXPECTED


def test_this_python_finds_the_paths_that_every_other_does(volant):
    sys.path.insert(0, str(SAMPLES.parent / "tests"))
    import path_hashes

    assert path_hashes.hashes(volant.navcore) == path_hashes.EXPECTED


@pytest.mark.parametrize("world", ["concave_mesh", "concave_convex"])
def test_markers_keep_one_side_of_concave_meshes(world, volant):
    """With the marker outside no cell inside a mesh is left; with one inside, only that inside is."""
    bpy.ops.wm.open_mainfile(filepath=str(SAMPLES / f"{world}.blend"))
    scene = bpy.context.scene
    volume = scene.volant.active_volume
    bpy.ops.volant.bake()
    outside = session().bakes.of(volume)
    inner = np.array([middle for middle in middles(outside.removed(), outside) if is_inside(scene, middle)])
    assert len(inner), "the world has no inside"
    assert not any(is_inside(scene, middle) for middle in middles(outside.cells, outside))

    marker = next(candidate for candidate in scene.objects if candidate.volant.role == "MARKER")
    marker.matrix_world.translation = inner[0]
    bpy.context.view_layer.update()
    bpy.ops.volant.bake()
    inside = session().bakes.of(volume)
    assert inside.components.max() == 0
    assert all(is_inside(scene, middle) for middle in middles(inside.cells, inside))


def middles(boxes, nav) -> np.ndarray:
    """World middles of voxel boxes, (n, 2, 3) to (n, 3)."""
    return nav.origin + boxes.mean(axis=1) * nav.voxel_size


def is_inside(scene: bpy.types.Scene, point) -> bool:
    """Whether a point is in a closed mesh: a ray from it leaves through surfaces an odd number of times."""
    at, way, crossings = Vector(point), Vector((0.5123, 0.3217, 0.7961)), 0
    for _crossing in range(200):
        hit, place, *_rest = scene.ray_cast(bpy.context.evaluated_depsgraph_get(), at, way)
        if not hit:
            break
        at, crossings = place + way * 1e-4, crossings + 1
    return crossings % 2 == 1


@pytest.mark.parametrize("world", WORLDS)
def test_sample_worlds_bake_and_lead_from_start_to_goal(world, volant):
    bpy.ops.wm.open_mainfile(filepath=str(SAMPLES / f"{world}.blend"))
    scene = bpy.context.scene
    assert bpy.ops.volant.bake() == {"FINISHED"}
    nav = session().bakes.of(scene.volant.active_volume)
    starts = [candidate for candidate in scene.objects if candidate.volant.role == "PATH"]
    assert starts
    for start in starts:
        for goal in start.volant.path.goals:
            ends = [tuple(end.matrix_world.translation) for end in (start, goal.object)]
            path = volant.navcore.find_path(nav, *ends)
            assert path.found, path.reason
            assert path.snapped == (False, False)
    assert scene.camera is not None
    assert (SAMPLES / f"{world}.blend").stat().st_size < 1_000_000


def test_every_sample_world_is_recorded():
    assert sorted(json.loads((SAMPLES / "geometry.json").read_text(encoding="utf-8"))) == WORLDS


def test_one_sample_is_a_real_level():
    """What holds on rooms of twenty meters need not hold on those that artists have."""
    arena = json.loads((SAMPLES / "geometry.json").read_text(encoding="utf-8"))["arena"]
    assert 50_000 <= arena["triangles"] <= 60_000
    assert arena["objects"] > 300
