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

SAMPLES = Path(__file__).resolve().parents[2] / "sample_scenes"
WALL = SAMPLES / "blocking_wall.blend"
CAVE = SAMPLES / "cave.blend"


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


#: Writes the selected cube; ends by force, because Blender 4.2 crashes while it is taken down after a glTF export.
_WRITE_CUBE = """
import os, sys, bpy
kind, target = sys.argv[1:]
bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
bpy.ops.object.select_all(action="DESELECT")
bpy.data.objects["Cube"].select_set(True)
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


@pytest.mark.parametrize("kind", [".glb", ".obj", ".ply", ".stl", ".usdc", ".fbx"])
def test_meshes_are_baked_with_options(kind, tmp_path):
    """Blender's cube of edge 2, as each format brings it back."""
    target = tmp_path / f"cube{kind}"
    subprocess.run([sys.executable, "-s", "-c", _WRITE_CUBE, kind, str(target)], capture_output=True, timeout=300)
    assert target.exists()
    options = ("--voxel-size", 0.25, "--agent-radius", 0.3, "--marker", 1.7, 0, 0, "--bounds", -2, -2, -2, 2, 2, 2)
    code, answer, err = shell(tmp_path, "bake", target, "-o", "cube.volant", *options)
    assert code == 0, err
    assert answer["baked"][0]["removed"] > 0
    code, answer, err = shell(tmp_path, "check", "cube.volant", target)
    assert (code, answer.get("faults")) == (0, []), err


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
