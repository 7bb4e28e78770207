# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes in other units: engine presets put cells where the engine puts the level, and lengths are the scene's."""

from __future__ import annotations

import json
import struct
import subprocess
import sys

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_cube, addon, session
from window.fbx import fbx_corners, in_unity, in_unreal

#: Corners of a cube of edge 2.
CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
PLACE = (3.0, -2.0, 5.0)


def units(scene, system, scale, length):
    settings = scene.unit_settings
    settings.system, settings.scale_length = system, scale
    if system != "NONE":
        settings.length_unit = length


#: Exports what is selected in a .blend; ends by force, because Blender 4.2 crashes while it is taken down after a glTF
#: export.
_EXPORT_GLTF = """
import os, sys, bpy
bpy.ops.wm.open_mainfile(filepath=sys.argv[1])
bpy.ops.export_scene.gltf(filepath=sys.argv[2], use_selection=True)
os._exit(0)
"""

SCENES = [
    ("METRIC", 1.0, "METERS"),
    ("METRIC", 0.01, "CENTIMETERS"),
    ("IMPERIAL", 0.3048, "FEET"),
    ("METRIC", 10.0, "METERS"),
    ("NONE", 0.01, "ADAPTIVE"),
]


def engine_matrix(volant, path, engine):
    bpy.ops.volant.export_file(filepath=str(path), engine=engine)
    return np.array(volant.navcore.load(path).metadata["engine"]["matrix"], float)


def glb_corners(path):
    """Corners of the only mesh of a GLB file in its world, in meters."""
    data = path.read_bytes()
    size = struct.unpack_from("<I", data, 12)[0]
    told = json.loads(data[20 : 20 + size])
    (node,) = (node for node in told["nodes"] if "mesh" in node)
    accessor = told["accessors"][told["meshes"][node["mesh"]]["primitives"][0]["attributes"]["POSITION"]]
    view = told["bufferViews"][accessor["bufferView"]]
    begin = 28 + size + view.get("byteOffset", 0)
    points = np.frombuffer(data, "<f4", accessor["count"] * 3, begin).reshape(-1, 3).astype(float)
    assert "rotation" not in node
    assert "scale" not in node
    return points + node.get("translation", (0, 0, 0))


def box(points):
    return np.array((points.min(axis=0), points.max(axis=0)))


@pytest.fixture
def cube(scene):
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    cube = add_cube("Cube", PLACE)
    add_baked_volume()
    for other in bpy.context.scene.objects:
        other.select_set(other == cube)
    bpy.context.view_layer.objects.active = cube
    return cube


@pytest.mark.parametrize(("system", "scale", "length"), SCENES)
def test_fbx_engines_find_cells_around_the_level(scene, cube, volant, tmp_path, system, scale, length):
    units(scene, system, scale, length)
    bpy.ops.export_scene.fbx(filepath=str(tmp_path / "level.fbx"), use_selection=True)
    corners = fbx_corners(tmp_path / "level.fbx")
    for engine, level in (("UNREAL", in_unreal(corners)), ("UNITY", in_unity(corners))):
        ours = (CORNERS + PLACE) @ engine_matrix(volant, tmp_path / "cells.volant", engine).T
        assert np.allclose(box(ours), box(level), rtol=1e-5), engine


@pytest.mark.parametrize(("system", "scale", "length"), SCENES)
def test_gltf_engines_find_cells_around_the_level(scene, cube, volant, tmp_path, system, scale, length):
    units(scene, system, scale, length)
    blend, exported = str(tmp_path / "level.blend"), str(tmp_path / "level.glb")
    bpy.ops.wm.save_as_mainfile(filepath=blend, copy=True)
    subprocess.run([sys.executable, "-c", _EXPORT_GLTF, blend, exported], check=True)
    level = glb_corners(tmp_path / "level.glb")
    ours = (CORNERS + PLACE) @ engine_matrix(volant, tmp_path / "cells.volant", "GODOT").T
    assert np.allclose(box(ours), box(level), rtol=1e-5)


def test_the_file_tells_the_units_and_keeps_its_positions(scene, cube, volant, tmp_path):
    units(scene, "METRIC", 0.01, "CENTIMETERS")
    nav = session().bakes.of(scene.volant.active_volume)
    bpy.ops.volant.export_file(filepath=str(tmp_path / "cells.volant"), engine="UNREAL")
    written = volant.navcore.load(tmp_path / "cells.volant")
    assert written.metadata["units"] == {"scale": 0.01, "system": "metric", "length": "centimeters"}
    assert written.metadata["engine"]["matrix"] == [[1, 0, 0], [0, -1, 0], [0, 0, 1]]
    assert np.array_equal(written.boxes(), nav.boxes())


def test_a_file_of_other_units_is_told_of(scene, cube, tmp_path, capfd):
    units(scene, "METRIC", 0.01, "CENTIMETERS")
    bpy.ops.volant.export_file(filepath=str(tmp_path / "cells.volant"))
    units(scene, "METRIC", 1.0, "METERS")
    capfd.readouterr()
    bpy.ops.volant.import_file(filepath=str(tmp_path / "cells.volant"))
    assert "made in a scene with a unit scale of 0.01, this one has 1" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("system", "scale", "length", "units_long", "said"),
    [
        ("METRIC", 1.0, "METERS", 0.25, "0.25 m"),
        ("METRIC", 1.0, "METERS", 1234.5, "1,234 m"),
        ("METRIC", 1.0, "ADAPTIVE", 0.25, "25 cm"),
        ("METRIC", 0.01, "CENTIMETERS", 42.7, "42.7 cm"),
        ("METRIC", 0.01, "METERS", 42.7, "0.427 m"),
        ("METRIC", 1.0, "KILOMETERS", 0.25, "25 cm"),
        ("IMPERIAL", 1.0, "FEET", 0.3048 * 3.2, "3.2 ft"),
        ("IMPERIAL", 0.3048, "INCHES", 1.0, "12 in"),
        ("NONE", 0.01, "ADAPTIVE", 42.71, "42.7"),
    ],
)
def test_lengths_are_in_the_scene_s_units(scene, system, scale, length, units_long, said):
    units(scene, system, scale, length)
    assert addon("wording").length(scene, units_long) == said


def test_volumes_and_errors_are_in_the_scene_s_units(scene):
    units(scene, "IMPERIAL", 0.3048, "FEET")
    assert addon("wording").cubic(scene, 8.0) == "8 ft³"
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    volume.volant.volume.voxel_size = 500.0
    with pytest.raises(RuntimeError, match=r"a voxel size of 500 ft is larger than the domain \(.* ft\)"):
        bpy.ops.volant.bake()
    session().status.refresh(scene, bpy.context.evaluated_depsgraph_get())
    assert "500 ft" in session().status.of(volume).warning
    volume.volant.volume.voxel_size, volume.volant.volume.agent_radius = 0.05, 0.3
    scene.cursor.location = (1, 0, 0)
    bpy.ops.volant.add_marker()
    with pytest.raises(RuntimeError, match=r"Keep Marker is in blocked space, 0\.3\d* ft from the nearest free point"):
        bpy.ops.volant.bake()
