# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What artists do by accident: a clear word and nothing lost, or simply the right thing."""

from __future__ import annotations

import os
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_coarse_volume, add_cube, addon, look, scatter, session, state


@pytest.fixture
def volume(scene):
    return add_coarse_volume()


def nav_of(volume):
    return session().bakes.of(volume)


def free_at(volume, point) -> bool:
    return bool(nav_of(volume).locate(np.array([point], dtype=float))[0] >= 0)


def test_an_empty_scene(scene):
    for candidate in list(bpy.data.objects):
        bpy.data.objects.remove(candidate)
    bpy.ops.volant.add_volume()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert len(nav_of(scene.volant.active_volume).cells) == 1
    with pytest.raises(RuntimeError, match="No visible object has a size to fit Nav Volume to"):
        bpy.ops.volant.fit_volume(around="SCENE")


@pytest.mark.parametrize("scale", [(0, 0, 0), (5, 5, 0)])
def test_a_volume_of_no_size(volume, scale):
    volume.scale = scale
    bpy.context.view_layer.update()
    with pytest.raises(RuntimeError, match="Nav Volume: bounds "):
        bpy.ops.volant.bake()
    look()
    assert "Bounds" in session().status.of(volume).warning
    assert bpy.ops.volant.fit_volume(around="SCENE") == {"FINISHED"}
    assert bpy.ops.volant.bake() == {"FINISHED"}


def test_a_volume_turned_inside_out(volume):
    volume.scale.x *= -1
    volume.volant.volume.voxel_size = 0.1
    bpy.context.view_layer.update()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert free_at(volume, (1.4, 0, 0))


def test_obstacles_turned_inside_out_squashed_and_parented(scene, volume):
    cube = bpy.data.objects["Cube"]
    parent = bpy.data.objects.new("Parent", None)
    parent.scale, parent.location = (1, 1, 2), (0.5, 0, 0)
    scene.collection.objects.link(parent)
    cube.parent = parent
    cube.scale = (-0.5, 1, 1)
    bpy.context.view_layer.update()
    bpy.ops.volant.bake()
    # The cube spans 0..1, -1..1, -2..2 now.
    assert not free_at(volume, (1.0, 0, 1.9))
    assert free_at(volume, (-0.9, 0, 0))


def test_a_volume_in_a_hidden_collection(scene, volume):
    hidden = bpy.data.collections.new("Hidden")
    scene.collection.children.link(hidden)
    hidden.objects.link(volume)
    volume.users_collection[0].objects.unlink(volume)
    bpy.context.view_layer.layer_collection.children["Hidden"].exclude = True
    bpy.context.view_layer.update()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert state(volume) == "FRESH"


def test_a_volume_unlinked_or_deleted(scene, volume):
    volume.users_collection[0].objects.unlink(volume)
    assert not bpy.ops.volant.bake.poll()
    bpy.data.objects.remove(volume)
    assert scene.volant.active_volume is None
    assert not bpy.ops.volant.bake.poll()


def test_objects_without_faces(scene, volume):
    points = bpy.data.meshes.new("Points")
    points.from_pydata([(0, 0, 0), (1, 0, 0)], [(0, 1)], [])
    scene.collection.objects.link(bpy.data.objects.new("Points", points))
    scene.collection.objects.link(bpy.data.objects.new("Bare", bpy.data.meshes.new("Bare")))
    text = bpy.data.curves.new("Text", "FONT")
    text.body = ""
    scene.collection.objects.link(bpy.data.objects.new("Text", text))
    ball = bpy.data.metaballs.new("Ball")
    scene.collection.objects.link(bpy.data.objects.new("Ball", ball))
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert session().status.of(volume).sources == "1 object, 12 triangles"


def test_vertices_that_are_not_numbers_name_their_object(volume):
    wall = add_cube("Wall", (0, 4, 0))
    wall.data.vertices[3].co.x = float("nan")
    with pytest.raises(RuntimeError, match="Wall has 1 vertices that are NaN or infinite"):
        bpy.ops.volant.bake()
    wall.volant.ignore = True
    assert bpy.ops.volant.bake() == {"FINISHED"}


def test_edit_mode(scene, volume):
    cube = bpy.data.objects["Cube"]
    bpy.context.view_layer.objects.active = cube
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.transform.translate(value=(0, 0, 0.75))
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert not free_at(volume, (1, 0, 1.7))
    assert free_at(volume, (0, 0, -1.4))
    assert not bpy.ops.volant.add_volume.poll()
    bpy.ops.object.mode_set(mode="OBJECT")
    assert state(volume) == "FRESH"


def test_a_curve_and_a_metaball_count_as_what_they_look_like(scene, volume):
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    curve = bpy.data.curves.new("Pipe", "CURVE")
    curve.dimensions, curve.bevel_depth = "3D", 0.3
    spline = curve.splines.new("POLY")
    spline.points.add(1)
    spline.points[0].co, spline.points[1].co = (-1, 0, 0, 1), (1, 0, 0, 1)
    scene.collection.objects.link(bpy.data.objects.new("Pipe", curve))
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert not free_at(volume, (0, 0, 0.3))


def test_geometry_nodes_instances(scene, volume):
    line = scatter(bpy.data.objects["Cube"])
    vertices, triangles = addon("scene.sources").gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
    assert len(triangles) == 36
    assert vertices[:, 2].max() == pytest.approx(6.5)
    look()
    assert session().status.of(volume).sources == "1 object, 36 triangles"
    bpy.ops.volant.bake()
    assert state(volume) == "FRESH"
    line.inputs["Count"].default_value = 4
    assert state(volume) == "STALE"


def test_ten_thousand_linked_instances(scene, volume):
    mesh = bpy.data.objects["Cube"].data
    for number in range(10_000):
        copy = bpy.data.objects.new("Brick", mesh)
        copy.location, copy.scale = (number % 100 * 0.3, number // 100 * 0.3, 0), (0.1, 0.1, 0.1)
        scene.collection.objects.link(copy)
    bpy.ops.volant.fit_volume(around="SCENE")
    settings = volume.volant.volume
    settings.voxel_size = 0.5
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert session().status.of(volume).sources == "10,001 objects, 120,012 triangles"
    assert state(volume) == "FRESH"


def test_a_missing_library(scene, volume, tmp_path):
    other = tmp_path / "library.blend"
    bpy.data.libraries.write(str(other), {bpy.data.objects["Cube"]})
    with bpy.data.libraries.load(str(other), link=True) as (_there, here):
        here.objects = ["Cube"]
    linked = here.objects[0]
    linked_name = linked.name_full
    scene.collection.objects.link(linked)
    target = str(tmp_path / "level.blend")
    bpy.ops.wm.save_as_mainfile(filepath=target)
    other.unlink()
    bpy.ops.wm.open_mainfile(filepath=target)
    assert bpy.ops.volant.bake() == {"FINISHED"}
    names = addon("scene.survey").survey(bpy.context.evaluated_depsgraph_get(), None).looks
    assert linked_name not in names


def test_a_voxel_larger_than_the_room(volume):
    volume.volant.volume.voxel_size = 1000
    with pytest.raises(RuntimeError, match=r"larger than the domain .* use a smaller voxel"):
        bpy.ops.volant.bake()


def test_an_agent_larger_than_the_room(volume):
    bpy.ops.volant.bake()
    before = volume.volant.volume.bake
    volume.volant.volume.agent_radius = 100
    with pytest.raises(RuntimeError, match="no free space is left"):
        bpy.ops.volant.bake()
    assert volume.volant.volume.bake == before
    assert "no free space" in session().status.problems.get(volume.session_uid).words


class Column:
    """Stands in for a layout: keeps the text of its labels."""

    def __init__(self):
        self.labels = []

    def __getattr__(self, _name):
        return lambda *_arguments, **named: self.labels.append(named.get("text", "")) or self


def test_a_file_name_that_is_no_text(scene, tmp_path):
    """Disks may hold names that are no UTF-8; Python reads such bytes as halves of characters."""
    folder = tmp_path / os.fsdecode(b"h\xf6hle")
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this disk takes UTF-8 only")
    volume, other = add_baked_volume(), add_baked_volume()
    target = folder / os.fsdecode(b"gew\xf6lbe.volant")
    assert bpy.ops.volant.export_file(filepath=str(target)) == {"FINISHED"}
    column = Column()
    addon("panels.file").VOLANT_PT_file.draw(SimpleNamespace(layout=column), bpy.context)
    assert any("gew?lbe.volant" in label for label in column.labels)
    assert bpy.ops.volant.export_all(directory=str(folder)) == {"FINISHED"}
    names = (volume.name.replace(" ", "_"), other.name.replace(" ", "_"), target.stem)
    assert sorted(os.listdir(folder)) == sorted(f"{name}.volant" for name in names)
    for name in (target.name, "absent.volant"):
        before = len(bpy.data.objects)
        try:
            bpy.ops.volant.import_file(filepath=str(folder / name))
        except RuntimeError as error:
            assert str(error).startswith("Error: cannot read ")
            assert len(bpy.data.objects) == before


def test_nothing_is_added_to_a_scene_that_is_linked(volume, tmp_path):
    """Blender refuses to put an object there, when the object is already made."""
    bpy.ops.volant.bake()
    target = str(tmp_path / "room.volant")
    bpy.ops.volant.export_file(filepath=target)
    bpy.context.scene.name = "Far"
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "far.blend"))
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    with bpy.data.libraries.load(str(tmp_path / "far.blend"), link=True) as (_there, here):
        here.scenes = ["Far"]
    bpy.context.window.scene = here.scenes[0]
    before = set(bpy.data.objects)
    for operator in (bpy.ops.volant.add_volume, bpy.ops.volant.add_marker, bpy.ops.volant.import_file):
        with pytest.raises(RuntimeError, match=r"Far is linked from far\.blend; open that file to change it"):
            operator()
    assert set(bpy.data.objects) == before


def test_what_is_added_avoids_a_collection_that_is_linked(volume, tmp_path):
    bpy.ops.volant.bake()
    bpy.data.libraries.write(str(tmp_path / "props.blend"), {bpy.data.collections.new("Props")})
    with bpy.data.libraries.load(str(tmp_path / "props.blend"), link=True) as (_there, here):
        here.collections = ["Props"]
    scene, layer = bpy.context.scene, bpy.context.view_layer
    (linked,) = here.collections
    scene.collection.children.link(linked)
    layer.active_layer_collection = next(
        child for child in layer.layer_collection.children if child.collection == linked
    )
    assert bpy.ops.volant.add_marker() == {"FINISHED"}
    assert bpy.ops.volant.add_path() == {"FINISHED"}
    added = {marker.name for marker in scene.collection.objects}
    assert {"Keep Marker", "Nav Path", "Nav Path Goal"} <= added


def test_a_start_outside_and_a_path_whose_volume_is_gone(scene):
    volume = add_baked_volume()
    bpy.ops.volant.add_path()
    start = scene.volant.active_path
    start.location = (100, 0, 0)
    bpy.context.view_layer.update()
    (path,) = session().preview.result(start).answers
    assert not path.found
    assert "the start is " in path.reason
    bpy.data.objects.remove(volume)
    bpy.context.view_layer.update()
    assert session().preview.result(start).problem == "choose a volume"


def test_a_volume_rotated_through_its_parent(scene, volume):
    parent = bpy.data.objects.new("Turned", None)
    parent.rotation_euler = (0, 0, 0.6)
    scene.collection.objects.link(parent)
    volume.parent = parent
    bpy.context.view_layer.update()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    low, high = addon("objects.volume_box").world_box(volume)
    assert high[0] - low[0] > volume.data.points[7].co_deform.x - volume.data.points[0].co_deform.x


def test_fitting_a_volume_that_hangs_on_another(scene, volume):
    parent = bpy.data.objects.new("Carrier", None)
    parent.location, parent.scale = (3, 0, 1), (2, 2, 2)
    scene.collection.objects.link(parent)
    volume.parent = parent
    bpy.context.view_layer.update()
    assert bpy.ops.volant.fit_volume(around="SCENE") == {"FINISHED"}
    low, high = addon("objects.volume_box").world_box(volume)
    assert np.allclose(np.add(low, high) / 2, 0, atol=1e-5)
    assert max(high) > 1.2


def test_a_linked_volume_is_not_baked_in_vain(scene, volume, tmp_path):
    target = str(tmp_path / "room.blend")
    bpy.ops.wm.save_as_mainfile(filepath=target)
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    with bpy.data.libraries.load(target, link=True) as (_there, here):
        here.objects = ["Nav Volume"]
    bpy.context.scene.collection.objects.link(here.objects[0])
    bpy.context.scene.volant.active_volume = here.objects[0]
    assert not bpy.ops.volant.bake.poll()
    assert not bpy.ops.volant.fit_volume.poll()


def test_an_unsaved_file_exports(scene, tmp_path):
    add_baked_volume()
    assert not bpy.data.filepath
    target = tmp_path / "unsaved.volant"
    assert bpy.ops.volant.export_file(filepath=str(target)) == {"FINISHED"}
    assert target.stat().st_size
