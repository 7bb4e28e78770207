# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line from a shell with Blender as a module, and as the installed extension answers Blender's own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_cube

SAMPLES = Path(__file__).resolve().parents[2] / "sample_scenes"
WALL = SAMPLES / "blocking_wall.blend"
CAVE = SAMPLES / "cave.blend"
MESHES = (".glb", ".obj", ".ply", ".stl", ".usdc", ".fbx")


def shell(folder: Path, *arguments: object) -> tuple[int, dict, str]:
    command = [sys.executable, "-s", "-m", "volant", *map(str, arguments), "--json"]
    outcome = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300)
    # Nothing but the answer may stand in stdout, whatever Blender has to say.
    return outcome.returncode, json.loads(outcome.stdout), outcome.stderr


@pytest.fixture(scope="module")
def baked(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("baked")
    code, answer, _err = shell(folder, "bake", WALL, "--all", "-o", "out/")
    assert code == 0
    assert [row["name"] for row in answer["baked"]] == ["Volume"]
    return folder / "out" / "Volume.volant"


def test_a_shell_bakes_checks_and_finds_paths(baked, tmp_path):
    code, answer, _err = shell(tmp_path, "check", baked, WALL)
    assert (code, answer["faults"]) == (0, [])
    ends = ("--from", "-8", "-8", "20", "--to", "8", "8", "20")
    code, answer, _err = shell(tmp_path, "path", baked, *ends)
    assert (code, answer["found"]) == (0, True)
    code, answer, _err = shell(tmp_path, "info", baked)
    assert code == 0
    assert answer["metadata"]["name"] == "Volume"
    assert answer["metadata"]["settings"]["max_depth"] == 6
    code, answer, _err = shell(tmp_path, "bake", WALL, "--volume", "Volume", "-o", "one.volant")
    assert code == 0
    assert (tmp_path / "one.volant").read_bytes() == baked.read_bytes()
    code, answer, _err = shell(tmp_path, "check", baked, CAVE)
    assert code == 1
    assert answer["faults"]


def test_a_command_bakes_what_the_buttons_bake(baked, tmp_path, scene):
    bpy.ops.wm.open_mainfile(filepath=str(WALL))
    bpy.ops.volant.bake()
    bpy.ops.volant.export_file(filepath=str(tmp_path / "Volume.volant"))
    assert (tmp_path / "Volume.volant").read_bytes() == baked.read_bytes()


def test_cells_open_again_as_boxes(baked, tmp_path, volant, scene):
    cells = volant.navcore.load(baked).boxes()
    for kind, importer in ((".glb", bpy.ops.import_scene.gltf), (".obj", bpy.ops.wm.obj_import)):
        target = tmp_path / f"cells{kind}"
        assert shell(tmp_path, "export", baked, "-o", target)[0] == 0
        assert [path.name for path in tmp_path.iterdir()] == [target.name]
        bpy.ops.object.select_all(action="DESELECT")
        importer(filepath=str(target))
        (made,) = bpy.context.selected_objects
        at = np.array([made.matrix_world @ vertex.co for vertex in made.data.vertices])
        parts = loose_parts(len(at), [edge.vertices[:] for edge in made.data.edges])
        boxes = sorted(
            (at[part].min(axis=0).round(3).tolist(), at[part].max(axis=0).round(3).tolist()) for part in parts
        )
        assert boxes == sorted((low.round(3).tolist(), high.round(3).tolist()) for low, high in cells)
        bpy.data.objects.remove(made)
        target.unlink()


def loose_parts(count: int, edges: list[tuple[int, int]]) -> list[list[int]]:
    """Vertices by what edges join."""
    of = list(range(count))

    def end(vertex: int) -> int:
        while of[vertex] != vertex:
            of[vertex] = of[of[vertex]]
            vertex = of[vertex]
        return vertex

    for a, b in edges:
        of[end(a)] = end(b)
    parts: dict[int, list[int]] = {}
    for vertex in range(count):
        parts.setdefault(end(vertex), []).append(vertex)
    return list(parts.values())


#: Writes Blender's cube in every format; ends by force, because Blender 4.2 crashes while it is taken down after a
#: glTF export.
_WRITE_CUBES = """
import os, sys, bpy
bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
bpy.ops.object.select_all(action="DESELECT")
bpy.data.objects["Cube"].select_set(True)
for target in sys.argv[1:]:
    kind = os.path.splitext(target)[1]
    if kind == ".glb":
        bpy.ops.export_scene.gltf(filepath=target, export_format="GLB", use_selection=True)
    elif kind == ".fbx":
        bpy.ops.export_scene.fbx(filepath=target, use_selection=True)
    elif kind == ".usdc":
        bpy.ops.wm.usd_export(filepath=target, selected_objects_only=True)
    else:
        getattr(bpy.ops.wm, kind[1:] + "_export")(filepath=target, export_selected_objects=True)
os._exit(0)
"""


@pytest.fixture(scope="module")
def cubes(tmp_path_factory) -> dict[str, Path]:
    """Blender's cube of edge 2 as a file, by the format's suffix."""
    folder = tmp_path_factory.mktemp("cubes")
    files = {kind: folder / f"cube{kind}" for kind in MESHES}
    command = [sys.executable, "-s", "-c", _WRITE_CUBES, *map(str, files.values())]
    subprocess.run(command, capture_output=True, timeout=300)
    return files


@pytest.mark.parametrize("kind", MESHES)
def test_meshes_are_baked_with_options(kind, cubes, tmp_path):
    """The cube as each format brings it back."""
    target = cubes[kind]
    assert target.exists()
    options = ("--voxel-size", 0.25, "--agent-radius", 0.3, "--marker", 1.7, 0, 0, "--bounds", -2, -2, -2, 2, 2, 2)
    code, answer, err = shell(tmp_path, "bake", target, "-o", "cube.volant", *options)
    assert code == 0, err
    assert answer["baked"][0]["removed"] > 0
    code, answer, err = shell(tmp_path, "check", "cube.volant", target)
    assert (code, answer.get("faults")) == (0, []), err


#: Writes a yard with a house in it, which has a flat roof and a door.
_WRITE_HOUSE = """
import os, sys, bpy
bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
for low, high in (
    ((-12, -12, -0.5), (12, 12, 0)), ((-4, -4, 3), (4, 4, 3.2)), ((-4, 3.7, 0), (4, 4, 3)), ((-4, -4, 0), (-3.7, 4, 3)),
    ((3.7, -4, 0), (4, 4, 3)), ((-4, -4, 0), (-0.7, -3.7, 3)), ((0.7, -4, 0), (4, -3.7, 3)),
    ((-0.7, -4, 2.3), (0.7, -3.7, 3)),
):
    middle = [(a + b) / 2 for a, b in zip(low, high)]
    bpy.ops.mesh.primitive_cube_add(size=1, location=middle, scale=[b - a for a, b in zip(low, high)])
bpy.ops.export_scene.gltf(filepath=sys.argv[1], export_format="GLB")
os._exit(0)
"""


def test_a_mesh_is_baked_for_walkers_and_fliers(tmp_path, volant, scene):
    house = tmp_path / "house.glb"
    subprocess.run([sys.executable, "-s", "-c", _WRITE_HOUSE, house], capture_output=True, timeout=300)
    agent = ("--agent-radius", 0.4, "--agent-height", 1.8, "--step-height", 0.3)
    code, answer, err = shell(tmp_path, "bake", house, "--walk", "-o", "floors.volant", *agent)
    assert code == 0, err
    row = answer["baked"][0]
    assert row["surface"]["agent_height"] == 1.8
    assert "cells" not in row
    code, answer, err = shell(tmp_path, "check", "floors.volant", house)
    assert (code, answer["faults"]) == (0, []), err
    code, answer, _err = shell(tmp_path, "path", "floors.volant", "--from", 0, -9, 0, "--to", 0, 1, 0)
    assert (code, answer["found"]) == (0, True)
    bounds = ("--bounds", -12, -12, -1, 12, 12, 8, "--voxel-size", 0.2)
    code, answer, err = shell(tmp_path, "bake", house, "--walk", "--fly", "-o", "both.volant", *agent, *bounds)
    assert code == 0, err
    row = answer["baked"][0]
    assert row["links"]["take_off"] > 0
    assert row["cells"] > 0
    code, answer, err = shell(tmp_path, "check", "both.volant", house)
    assert (code, answer["faults"]) == (0, []), err
    code, answer, _err = shell(tmp_path, "path", "both.volant", "--from", 0, 0, 3.2, "--to", 0, 1, 0)
    assert (code, answer["found"]) == (0, True)
    assert {leg["kind"] for leg in answer["legs"]} & {"fly", "walk"}
    held = volant.navcore.load(tmp_path / "both.volant")
    # What is written for others opens in Blender where the floors are.
    assert shell(tmp_path, "export", "both.volant", "--walk", "-o", "floors.glb")[0] == 0
    bpy.ops.object.select_all(action="DESELECT")
    bpy.ops.import_scene.gltf(filepath=str(tmp_path / "floors.glb"))
    (made,) = bpy.context.selected_objects
    assert made.name == "house-navmesh"
    at = np.array([made.matrix_world @ vertex.co for vertex in made.data.vertices])
    corners = held.surface.floor_triangles()[0].reshape(-1, 3)
    for places in (at, corners):
        assert np.allclose(
            [places.min(axis=0), places.max(axis=0)], [corners.min(axis=0), corners.max(axis=0)], atol=1e-4
        )
    assert len(made.data.polygons) == len(corners) // 3
    bpy.data.objects.remove(made)


def test_what_goes_wrong_is_told_in_a_sentence(tmp_path, scene):
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "bare.blend"))
    (tmp_path / "broken.blend").write_bytes(b"BLENDER, or so it says")
    (tmp_path / "broken.glb").write_bytes(b"glTF, or so it says")
    cases = [
        (("bake", "bare.blend", "-o", "x.volant"), 1, "holds no volume"),
        (("bake", "broken.blend", "-o", "x.volant"), 1, "Blender cannot read broken.blend"),
        (("bake", "broken.glb", "--voxel-size", 1, "-o", "x.volant"), 1, "Blender cannot read broken.glb"),
        (("bake", WALL, "--volume", "Elsewhere", "-o", "x.volant"), 2, "choose one of: Volume"),
        (("bake", WALL, "-o", "missing/x.volant"), 1, "choose another folder"),
    ]
    for arguments, code, words in cases:
        outcome = shell(tmp_path, *arguments)
        assert outcome[0] == code, outcome
        assert words in outcome[1]["error"]
        assert f"volant: {outcome[1]['error']}\n" in outcome[2]
        assert "Traceback" not in outcome[2]
    assert not list(tmp_path.glob("*.volant"))


def test_the_installed_extension_answers_blender_s_command(volant, baked, tmp_path, capfd):
    run = sys.modules[f"{volant.__name__}.addon.command"]._run
    assert run(["info", str(baked), "--json"]) == 0
    out, _err = capfd.readouterr()
    assert json.loads(out)["cells"] > 0
    assert run(["bake", str(WALL), "-o", str(tmp_path / "x.volant"), "--json"]) == 0
    assert (tmp_path / "x.volant").read_bytes() == baked.read_bytes()
    assert run(["info", str(tmp_path / "absent.volant")]) == 1
    _out, err = capfd.readouterr()
    assert err.startswith("blender --command volant: cannot read ")


@pytest.fixture
def command(volant, capfd):
    """The extension's own command: its exit code, its answer, and what it says on stderr."""
    run = sys.modules[f"{volant.__name__}.addon.command"]._run

    def answer(*arguments: object) -> tuple[int, dict, str]:
        capfd.readouterr()
        code = run([*map(str, arguments), "--json"])
        out, err = capfd.readouterr()
        return code, json.loads(out), err

    return answer


@pytest.fixture
def room(scene, tmp_path) -> Path:
    """A file with a wall and a baked volume, beside what File > Export wrote of it."""
    add_cube("Wall", (4, 0, 0))
    add_baked_volume().name = "Hall"
    scene.unit_settings.scale_length = 0.01
    bpy.ops.volant.export_file(filepath=str(tmp_path / "button.volant"), engine="UNREAL")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "room.blend"))
    return tmp_path / "room.blend"


def test_a_stored_bake_is_exported_as_the_button_does(room):
    code, answer, _err = shell(room.parent, "export", "room.blend", "--engine", "unreal", "-o", "hall.volant")
    assert code == 0
    (row,) = answer["exported"]
    assert (row["name"], row["file"], row["out_of_date"]) == ("Hall", "hall.volant", None)
    assert (room.parent / "hall.volant").read_bytes() == (room.parent / "button.volant").read_bytes()
    assert row["bytes"] == (room.parent / "hall.volant").stat().st_size


def test_a_stored_bake_that_is_out_of_date_needs_force(room, command):
    bpy.data.objects["Wall"].location.x += 0.5
    bpy.context.scene.frame_set(7)
    bpy.ops.wm.save_mainfile()
    target = room.parent / "hall.volant"
    code, answer, err = shell(room.parent, "export", "room.blend", "-o", target)
    sentence = "Hall is out of date: Wall moved (baked at frame 1); bake again, or write it all the same with --force"
    assert (code, answer) == (1, {"error": sentence})
    assert f"volant: {sentence}\n" in err
    assert not target.exists()
    code, answer, _err = command("export", room, "--all", "-o", room.parent / "all")
    assert (code, answer) == (1, {"error": sentence})
    assert not (room.parent / "all").exists()
    code, answer, _err = command("export", room, "-o", target, "--force")
    assert code == 0
    assert answer["exported"][0]["out_of_date"] == "Wall moved (baked at frame 1)"
    assert target.exists()


def test_all_stored_bakes_are_exported_and_what_cannot_be_is_told(room, command):
    folder = room.parent / "all"
    code, answer, _err = command("export", room, "--all", "-o", folder, "--engine", "godot")
    assert (code, [row["name"] for row in answer["exported"]]) == (0, ["Hall"])
    assert (answer["not_baked"], answer["failed"]) == ([], {})
    (folder / "Hall.volant").unlink()
    bpy.ops.volant.add_volume()
    bpy.context.scene.volant.active_volume.name = "Attic"
    add_baked_volume().name = "Cellar"
    cellar = bpy.data.objects["Cellar"].volant.volume
    cellar.bake = cellar.bake[:-40]
    bpy.ops.wm.save_mainfile()
    code, answer, _err = command("export", room, "--all", "-o", folder)
    assert (code, [row["name"] for row in answer["exported"]]) == (1, ["Hall"])
    assert answer["not_baked"] == ["Attic"]
    assert list(answer["failed"]) == ["Cellar"]
    assert "the bake stored in Cellar is damaged" in answer["failed"]["Cellar"]
    assert [path.name for path in folder.iterdir()] == ["Hall.volant"]


def test_what_cannot_be_exported_from_a_blend_is_told(room, command):
    bpy.ops.volant.add_volume()
    bpy.context.scene.volant.active_volume.name = "Attic"
    bpy.ops.wm.save_mainfile()
    for arguments, code, words in (
        (("-o", "x.volant"), 2, "holds 2 volumes; choose one with --volume, or --all: Attic, Hall"),
        (("-o", "x.volant", "--volume", "Shed"), 2, "choose one of: Attic, Hall"),
        (
            ("-o", "x.volant", "--volume", "Attic"),
            1,
            "Attic is not baked yet; bake it in Blender and save the file, or",
        ),
        (("-o", "x.glb", "--volume", "Hall"), 2, "are written as .volant, not .glb"),
        (("-o", "/", "--volume", "Hall"), 1, "it is a folder"),
        (("-o", room.parent / "absent" / "x.volant", "--volume", "Hall"), 1, "choose another folder"),
    ):
        outcome = command("export", room, *arguments)
        assert outcome[0] == code
        assert words in outcome[1]["error"]
    assert sorted(path.name for path in room.parent.iterdir() if path.suffix == ".volant") == ["button.volant"]
