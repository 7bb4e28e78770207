# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line on files with floors: what they hold, paths over them, and other formats. Without Blender."""

from __future__ import annotations

import json

import pytest
from test_travelling import HALL, ROOF, YARD, house

from volant import navcore
from volant.cli import main


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, str]:
    """A house as a file with both and links, one of its floors, and one of its free space."""
    folder = tmp_path_factory.mktemp("house")
    _scene, level = house()
    made = {}
    for name, held in (("both", level), ("floors", level.surface), ("space", level.volume)):
        made[name] = str(folder / f"{name}.volant")
        navcore.save(held, made[name])
    return made


def told(capsys, *arguments: object) -> tuple[int, dict, str]:
    code = main([*map(str, arguments), "--json"])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out else {}, err


def said(capsys, *arguments: object) -> tuple[int, str]:
    code = main([*map(str, arguments)])
    return code, capsys.readouterr().out


def test_info_tells_all_that_a_file_holds(files, capsys):
    _scene, level = house()
    code, both, _err = told(capsys, "info", files["both"])
    assert code == 0
    assert both["cells"] == len(level.volume.cells)
    assert both["surface"]["polygons"] == len(level.surface)
    assert both["surface"]["agent_height"] == 1.8
    assert both["surface"]["area"] == pytest.approx(level.surface.plan_areas().sum())
    assert both["surface"]["largest_islands"][0]["area"] > 100
    assert both["largest_islands"][0]["volume"] > 100
    assert both["links"] == {"take_off": len(level.links)}
    code, floors, _err = told(capsys, "info", files["floors"])
    assert floors["surface"]["polygons"] == both["surface"]["polygons"]
    assert "cells" not in floors
    assert "links" not in floors
    assert "surface" not in told(capsys, "info", files["space"])[1]
    code, text = said(capsys, "info", files["both"])
    assert code == 0
    assert f"\n  polygons: {len(level.surface)}\n" in text
    assert "island 1: " in text
    assert f"links: {len(level.links)} take off\n" in text
    assert " area " in text
    assert " volume " in text


def test_a_path_says_how_it_goes(files, capsys):
    code, path, _err = told(capsys, "path", files["both"], "--from", *ROOF, "--to", *HALL)
    assert (code, path["found"]) == (0, True)
    assert [leg["kind"] for leg in path["legs"]][-4:] == ["take off", "fly", "landing", "walk"]
    assert path["legs"][0]["points"][0] == path["points"][0]
    code, text = said(capsys, "path", files["both"], "--from", *ROOF, "--to", *HALL)
    assert "take off " in text.split("\nlegs: ")[1].splitlines()[0]
    code, walk, _err = told(capsys, "path", files["floors"], "--from", *YARD, "--to", *HALL)
    assert (code, walk["found"]) == (0, True)
    assert "legs" not in walk
    for algorithm in ("polyanya", "funnel", "centroids"):
        options = ("--from", *YARD, "--to", *HALL, "--algorithm", algorithm)
        other = told(capsys, "path", files["floors"], *options)[1]
        assert other["length"] >= walk["length"] - 1e-9
    code, none, _err = told(capsys, "path", files["floors"], "--from", *ROOF, "--to", *HALL)
    assert (code, none["found"]) == (1, False)


def test_floors_are_written_for_others(files, tmp_path, capsys):
    _scene, level = house()
    code, answer, _err = told(capsys, "export", files["floors"], "-o", tmp_path / "floors.glb")
    assert (code, answer["polygons"]) == (0, len(level.surface))
    assert (tmp_path / "floors.glb").read_bytes() == navcore.dumps_glb(level.surface)
    assert answer["bytes"] == (tmp_path / "floors.glb").stat().st_size
    assert told(capsys, "export", files["both"], "-o", tmp_path / "both.bin")[0] == 0
    assert (tmp_path / "both.bin").read_bytes() == navcore.dumps_detour(level)
    assert told(capsys, "export", files["both"], "-o", tmp_path / "walk.glb", "--walk")[0] == 0
    assert (tmp_path / "walk.glb").read_bytes() == navcore.dumps_glb(level)
    # Cells of a file with both, as of one with free space alone.
    assert told(capsys, "export", files["both"], "-o", tmp_path / "cells.3dmap")[1]["cells"] == len(level.volume.cells)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("export", "{floors}", "-o", "{folder}/x.obj"), 2, "floors are written as .glb or .bin, not .obj"),
        (("export", "{floors}", "-o", "{folder}/x.png"), 2, "floors as .glb or .bin, not .png"),
        (("export", "{space}", "-o", "{folder}/x.bin"), 1, "no surface; bake one"),
        (("export", "{space}", "-o", "{folder}/x.glb", "--walk"), 1, "no surface; bake one"),
        (("export", "{floors}", "-o", "{folder}/x.glb", "--force"), 2, "--force is for .blend files"),
        (("export", "x.blend", "-o", "{folder}/x.volant", "--walk"), 2, "--walk is for .volant files"),
        (
            ("bake", "x.glb", "-o", "x.volant", "--step-height", 1),
            2,
            "--step-height is for agents that walk; give --walk",
        ),
        (("bake", "x.glb", "-o", "x.volant", "--jump-length", 1), 2, "--jump-length is for agents that walk"),
        (
            ("bake", "x.glb", "-o", "x.volant", "--walk", "--balanced"),
            2,
            "--balanced is for agents that fly; give --fly",
        ),
        (("bake", "x.glb", "-o", "x.volant", "--walk", "--landmarks", 2), 2, "--landmarks is for agents that fly"),
        (("bake", "x.glb", "-o", "x.volant", "--walk", "--format", 1), 2, "format 1 has no surfaces"),
        (("bake", "x.glb", "-o", "x.volant", "--walk", "--fly"), 2, "give --voxel-size or --max-depth"),
        (("bake", "x.glb", "-o", "x.volant", "--walk", "--max-slope", 90), 2, "max_slope must be over 0 and under 90"),
        (("bake", "x.3dmap", "-o", "x.volant", "--walk"), 2, "--walk is for meshes and .blend files"),
        (
            ("bake", "x.blend", "-o", "x.volant", "--walk"),
            2,
            "--walk is for meshes; a .blend is baked with the settings",
        ),
        (("bake", "x.blend", "-o", "x.volant", "--drop-height", 2), 2, "--drop-height is for meshes"),
    ],
)
def test_what_is_asked_wrongly_is_told(files, tmp_path, capsys, monkeypatch, arguments, code, words):
    monkeypatch.chdir(tmp_path)
    asked = [str(argument).format(**files, folder=tmp_path) for argument in arguments]
    found, answer, err = told(capsys, *asked)
    assert (found, words in err) == (code, True), err
    assert answer["error"] in err
    assert not [*tmp_path.iterdir()]


def test_settings_of_both_kinds_are_told_in_the_help(capsys):
    assert main(["bake", "--help"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    for option, told_of in (
        ("--walk", "for agents that walk: floors, and links between them"),
        ("--step-height LENGTH", "the highest step taken (default: 0.4)"),
        ("--max-slope NUMBER", "the steepest floor, in degrees (default: 45)"),
        ("--jump-length LENGTH", "longest jump, from floor to floor (default: none are found)"),
        ("--no-take-offs", "find no take-offs and landings"),
    ):
        assert f"{option} {told_of}" in words
    assert words.count("--agent-radius LENGTH") == 1 + words.split("options:")[0].count("--agent-radius LENGTH")
