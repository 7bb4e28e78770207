# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens to artists with real levels, imported, linked, mirrored and half hidden: the right bake, or why not.

The level is a house of two rooms with a door between them. Walls are nowhere on a border of voxels, so that what is
the same shape is the same bake, however it was made.
"""

from __future__ import annotations

from math import pi

import bpy
import numpy as np
import pytest
from addon_scene import add_cube, addon, run_to_end, session, state
from mathutils import Matrix, Vector

LOW, HIGH = (-6.0, -4.0, -1.0), (6.0, 4.0, 4.0)
VOXEL, RADIUS = 0.25, 0.2
ROOMS = {"West": (-2.1, 0.1, 1.4), "East": (2.1, 0.1, 1.4)}
#: Low and high corners of the house: floor, ceiling, four walls, and a wall with a door of 1.1 m in the middle.
PARTS = {
    "Floor": ((-4.1, -3.1, -0.35), (4.1, 3.1, -0.1)),
    "Ceiling": ((-4.1, -3.1, 2.9), (4.1, 3.1, 3.15)),
    "Wall West": ((-4.1, -3.1, -0.1), (-3.9, 3.1, 2.9)),
    "Wall East": ((3.9, -3.1, -0.1), (4.1, 3.1, 2.9)),
    "Wall South": ((-3.9, -3.1, -0.1), (3.9, -2.9, 2.9)),
    "Wall North": ((-3.9, 2.9, -0.1), (3.9, 3.1, 2.9)),
    "Left of the Door": ((-0.1, -2.9, -0.1), (0.1, -0.42, 2.9)),
    "Right of the Door": ((-0.1, 0.65, -0.1), (0.1, 2.9, 2.9)),
    "Above the Door": ((-0.1, -0.42, 2.1), (0.1, 0.65, 2.9)),
}


def build(collection: bpy.types.Collection | None = None, parts=PARTS) -> list[bpy.types.Object]:
    """The house, in a collection or in the scene."""
    made = []
    for name, (low, high) in parts.items():
        part = add_cube(name, (0.0, 0.0, 0.0), 1.0)
        size, middle = np.subtract(high, low), np.add(high, low) / 2.0
        part.data.transform(Matrix.Translation(middle) @ Matrix.Diagonal((*size, 1.0)))
        if collection is not None:
            bpy.context.scene.collection.objects.unlink(part)
            collection.objects.link(part)
        made.append(part)
    bpy.context.view_layer.update()
    return made


def add_collection(name: str) -> bpy.types.Collection:
    collection = bpy.data.collections.new(name)
    bpy.context.scene.collection.children.link(collection)
    return collection


def add_volume(low=LOW, high=HIGH, radius: float = RADIUS) -> bpy.types.Object:
    volume = addon("objects.volumes").add_volume(bpy.context, low, high)
    settings = volume.volant.volume
    settings.resolution, settings.voxel_size, settings.agent_radius = "VOXEL_SIZE", VOXEL, radius
    bpy.context.view_layer.update()
    return volume


def bake(volume: bpy.types.Object | None = None):
    """Bake a volume, or a new one around the house."""
    chosen = volume or add_volume()
    bpy.context.scene.volant.active_volume = chosen
    bpy.context.view_layer.update()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    return session().bakes.of(chosen)


def free_at(nav, point) -> bool:
    return bool(nav.locate(np.array([point], dtype=float))[0] >= 0)


def island_at(nav, point) -> int:
    (cell,) = nav.locate(np.array([point], dtype=float))
    assert cell >= 0, f"{point} is not free"
    return int(nav.components[cell])


def same(first, second) -> bool:
    return all(np.array_equal(getattr(first, name), getattr(second, name)) for name in ("cells", "portals"))


def add_path(volume, start, goal):
    """A path between two places; what is known of it."""
    bpy.context.scene.volant.active_volume = volume
    bpy.ops.volant.add_path()
    begin = bpy.context.scene.volant.active_path
    begin.location, begin.volant.path.goals[0].object.location = start, goal
    bpy.context.view_layer.update()
    return session().preview.result(begin)


@pytest.fixture
def empty(scene):
    """A scene without the factory's cube."""
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    return scene


@pytest.fixture
def expected(empty):
    """The bake of the house as it should be; the house and the volume are removed again."""
    parts = build()
    volume = add_volume()
    nav = bake(volume)
    assert island_at(nav, ROOMS["West"]) == island_at(nav, ROOMS["East"]) != island_at(nav, (5.5, 0.0, 1.0))
    for thing in (*parts, volume):
        bpy.data.objects.remove(thing)
    return nav


def test_an_import_in_centimeters_with_a_scale_of_a_hundredth(expected):
    for part in build():
        part.data.transform(Matrix.Scale(100.0, 4))
        part.scale = (0.01, 0.01, 0.01)
    assert same(bake(), expected)


def test_an_import_that_was_never_scaled_down(empty):
    """The house is 800 m long then, and the volume is within its door, where everything is free."""
    for part in build():
        part.scale = (100.0, 100.0, 100.0)
    assert len(bake().cells) == 1


def test_a_level_a_hundred_times_too_small_for_its_agent(empty):
    for part in build():
        part.scale = (0.01, 0.01, 0.01)
    tight = add_volume((-0.03, -0.02, 0.0), (0.03, 0.02, 0.028))
    tight.volant.volume.voxel_size = 0.002
    with pytest.raises(RuntimeError, match="no free space is left"):
        bpy.ops.volant.bake()


def test_normals_that_point_inward(expected):
    for part in build():
        part.data.flip_normals()
    assert same(bake(), expected)


def test_mirrored_by_a_negative_scale(expected):
    mirror = Matrix.Diagonal((-1.0, 1.0, 1.0, 1.0))
    for part in build():
        part.data.transform(mirror)
        part.scale = (-1.0, 1.0, 1.0)
    assert same(bake(), expected)


def test_rotation_that_was_not_applied(expected):
    """As from a program whose Y points up."""
    for part in build():
        part.data.transform(Matrix.Rotation(-pi / 2, 4, "X"))
        part.rotation_euler = (pi / 2, 0.0, 0.0)
    assert same(bake(), expected)


def test_a_parent_with_another_scale_along_each_axis(expected):
    parent = bpy.data.objects.new("Rig", None)
    parent.scale, parent.location = (2.0, 0.5, 4.0), (1.0, 2.0, 3.0)
    bpy.context.scene.collection.objects.link(parent)
    bpy.context.view_layer.update()
    undo = parent.matrix_world.inverted()
    for part in build():
        part.parent = parent
        part.data.transform(undo)
    assert same(bake(), expected)


def test_a_sheared_wall(empty):
    """What is rotated below such a parent is sheared, which no location, rotation and scale can tell."""
    parent = bpy.data.objects.new("Rig", None)
    parent.scale = (4.0, 1.0, 1.0)
    wall = add_cube("Wall", (0.0, 0.0, 0.0), 1.0)
    wall.parent, wall.rotation_euler = parent, (0.0, 0.0, pi / 4)
    empty.collection.objects.link(parent)
    nav = bake()
    # The corner that was at (0.7, 0) is at (2.8, 0); that at (0, 0.7) has stayed.
    assert not free_at(nav, (2.75, 0.0, 0.4))
    assert free_at(nav, (2.0, 0.9, 0.0))
    assert not free_at(nav, (0.0, 0.7, 0.4))


@pytest.mark.parametrize("how", ["excluded", "hidden in the view layer", "disabled in viewports", "hidden one by one"])
def test_obstacles_that_are_not_shown_do_not_count(empty, how):
    build()
    hidden = add_collection("Blockout")
    blocks = build(hidden, {"Block": ((-1.3, -0.4, 0.0), (1.3, 0.6, 2.0))})
    layer = bpy.context.view_layer.layer_collection.children["Blockout"]
    volume = add_volume()
    assert not free_at(bake(volume), (0.0, 0.1, 2.0))
    if how == "excluded":
        layer.exclude = True
    elif how == "hidden in the view layer":
        layer.hide_viewport = True
    elif how == "disabled in viewports":
        hidden.hide_viewport = True
    else:
        blocks[0].hide_set(True)
    bpy.context.view_layer.update()
    assert state(volume) == "STALE"
    assert free_at(bake(volume), (0.0, 0.1, 1.4))
    assert state(volume) == "FRESH"


def test_a_level_that_is_an_instanced_collection(expected):
    """Its own objects are excluded; only the empty that shows them is in the scene."""
    level = add_collection("Level")
    build(level)
    bpy.context.view_layer.layer_collection.children["Level"].exclude = True
    instance = bpy.data.objects.new("Level Instance", None)
    instance.instance_type, instance.instance_collection = "COLLECTION", level
    bpy.context.scene.collection.objects.link(instance)
    volume = add_volume()
    assert same(bake(volume), expected)
    instance.location.x = 1.0
    assert state(volume) == "STALE"


def test_a_level_that_is_linked_beside_objects_of_the_same_names(expected, tmp_path):
    level = bpy.data.collections.new("Level")
    bpy.context.scene.collection.children.link(level)
    parts = build(level)
    target = str(tmp_path / "level.blend")
    bpy.data.libraries.write(target, {level})
    for part in parts:
        bpy.data.objects.remove(part)
    bpy.data.collections.remove(level)
    with bpy.data.libraries.load(target, link=True) as (_there, here):
        here.collections = ["Level"]
    bpy.context.scene.collection.children.link(here.collections[0])
    # A wall of the artist's own has the name of a linked one, and closes the door.
    volume = add_volume()
    assert same(bake(volume), expected)
    build(None, {"Floor": ((-0.15, -0.6, 0.0), (0.15, 0.8, 2.3))})
    nav = bake(volume)
    assert island_at(nav, ROOMS["West"]) != island_at(nav, ROOMS["East"])


def test_thousands_of_tiny_objects(expected):
    """Screws, leaves and pebbles, all within the floor."""
    build()
    mesh = add_cube("Pebble", (0.0, 0.0, -0.2), 0.01).data
    for number in range(3000):
        pebble = bpy.data.objects.new("Pebble", mesh)
        pebble.location = (number % 60 * 0.1 - 3.0, number // 60 * 0.1 - 2.5, -0.2)
        bpy.context.scene.collection.objects.link(pebble)
    volume = add_volume()
    assert same(bake(volume), expected)
    assert state(volume) == "FRESH"
    assert (
        session().status.of(volume).sources == f"{3001 + len(PARTS):,} objects, {12 * (3001 + len(PARTS)):,} triangles"
    )


def test_a_level_that_stands_there_twice(expected):
    build()
    build()
    assert same(bake(), expected)


def test_a_volume_half_outside_the_level(empty):
    build()
    volume = add_volume((0.0, -4.0, -1.0), (12.0, 4.0, 4.0))
    nav = bake(volume)
    assert island_at(nav, ROOMS["East"]) != island_at(nav, (8.0, 0.0, 1.0))
    assert not free_at(nav, ROOMS["West"])
    known = add_path(volume, ROOMS["West"], ROOMS["East"])
    assert not known.answers[0].found
    assert "the start is " in known.answers[0].reason


def test_a_volume_beside_the_level(empty):
    build()
    nav = bake(add_volume((20.0, 20.0, 0.0), (24.0, 24.0, 4.0)))
    assert len(nav.cells) == 1


def test_an_agent_larger_than_the_doors(empty):
    """The rooms are islands then, and the path says so."""
    build()
    volume = add_volume(radius=0.6)
    nav = bake(volume)
    assert island_at(nav, ROOMS["West"]) != island_at(nav, ROOMS["East"])
    answer = add_path(volume, ROOMS["West"], ROOMS["East"]).answers[0]
    assert not answer.found
    assert "island" in answer.reason


def test_modifiers_that_are_off_in_the_viewport(expected):
    for part in build():
        off = part.modifiers.new("Array", "ARRAY")
        off.show_viewport = False
    volume = add_volume()
    assert same(bake(volume), expected)
    off.show_viewport = True
    assert state(volume) == "STALE"


@pytest.mark.parametrize("away", [(4096.0, -8192.0, 512.0), (50_000.0, 50_000.0, 0.0)])
def test_a_level_far_from_the_origin(expected, away):
    """Single precision has steps of 4 mm at 50 km."""
    for part in build():
        part.location = away
    nav = bake(add_volume(*(tuple(np.add(corner, away)) for corner in (LOW, HIGH))))
    assert same(nav, expected)


def test_a_level_whose_vertices_are_far_from_its_origin(expected):
    for part in build():
        part.data.transform(Matrix.Translation(Vector((-9000.0, 4000.0, 0.0))))
        part.location = (9000.0, -4000.0, 0.0)
    assert same(bake(), expected)


def test_edit_mode_entered_while_a_bake_reads(expected):
    parts = build()
    volume = add_volume()
    job = addon("jobs.baking").BakeJob(bpy.context, volume)
    bpy.context.view_layer.objects.active = parts[0]
    bpy.ops.object.mode_set(mode="EDIT")
    run_to_end(job)
    job.finish(bpy.context)
    assert same(session().bakes.of(volume), expected)
    bpy.ops.object.mode_set(mode="OBJECT")
    assert state(volume) == "FRESH"


def test_faces_of_no_area_and_loose_edges(expected):
    """Needles on a wall change nothing, and wires across a room block nothing."""
    for part in build():
        corners = [tuple(vertex.co) for vertex in part.data.vertices]
        faces = [tuple(face.vertices) for face in part.data.polygons]
        count = len(corners)
        corners += [corners[0], corners[0], (-3.0, 0.0, 1.0), (3.0, 0.0, 1.5), (1.0, 1.0, 1.0)]
        part.data.clear_geometry()
        part.data.from_pydata(corners, [(count + 2, count + 3)], [*faces, (0, count, count + 1), (0, 1, count)])
    assert same(bake(), expected)


def test_text_and_curves_are_as_solid_as_they_look(expected):
    build()
    text = bpy.data.curves.new("Exit", "FONT")
    text.body, text.size, text.extrude, text.align_x, text.align_y = "EXIT", 1.2, 0.06, "CENTER", "CENTER"
    sign = bpy.data.objects.new("Exit", text)
    sign.location, sign.rotation_euler = (2.1, 0.1, 1.4), (pi / 2, 0.0, 0.0)
    bpy.context.scene.collection.objects.link(sign)
    bare = bpy.data.curves.new("Guide", "CURVE")
    bare.dimensions = "3D"
    points = bare.splines.new("POLY").points
    points.add(1)
    points[0].co, points[1].co = (-3.0, 0.0, 1.4, 1.0), (0.0, 0.0, 1.4, 1.0)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("Guide", bare))
    nav = bake()
    across = [(x, 0.1, 1.4) for x in np.arange(1.0, 3.25, 0.25)]
    assert all(free_at(expected, point) for point in across)
    assert not all(free_at(nav, point) for point in across)
    assert free_at(nav, ROOMS["West"])


def test_a_room_scattered_by_geometry_nodes(expected):
    """The object that has the nodes is a single point; the house comes from a collection that is excluded."""
    level = add_collection("Kit")
    build(level)
    bpy.context.view_layer.layer_collection.children["Kit"].exclude = True
    tree = bpy.data.node_groups.new("Place", "GeometryNodeTree")
    tree.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    source, output = tree.nodes.new("GeometryNodeCollectionInfo"), tree.nodes.new("NodeGroupOutput")
    source.inputs["Collection"].default_value = level
    tree.links.new(source.outputs[0], output.inputs[0])
    holder = bpy.data.objects.new("Holder", bpy.data.meshes.new("Holder"))
    bpy.context.scene.collection.objects.link(holder)
    holder.modifiers.new("Place", "NODES").node_group = tree
    assert same(bake(), expected)


def test_two_volumes_that_overlap(empty):
    """Each has a bake of its own, and a path searches the one that it was given."""
    build()
    west, east = add_volume(LOW, (1.0, 4.0, 4.0)), add_volume((-1.0, -4.0, -1.0), HIGH)
    navs = [bake(volume) for volume in (west, east)]
    assert [free_at(nav, ROOMS["West"]) for nav in navs] == [True, False]
    assert [free_at(nav, ROOMS["East"]) for nav in navs] == [False, True]
    assert [state(volume) for volume in (west, east)] == ["FRESH", "FRESH"]
    shared = (0.5, 0.1, 1.4)
    assert add_path(west, ROOMS["West"], shared).answers[0].found
    assert add_path(east, shared, ROOMS["East"]).answers[0].found
    apart = add_path(west, ROOMS["West"], ROOMS["East"]).answers[0]
    assert not apart.found
    assert "the goal is " in apart.reason
