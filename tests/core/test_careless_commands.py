# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands as shells and scripts give them: numbers, names and places that trip programs, and nobody to listen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from volant import navcore
from volant.cli import main
from volant.cli.answer import as_json
from volant.navcore.fileformat import file_names

WALL = str(Path(__file__).resolve().parents[1] / "golden_files" / "wall.volant")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("number", ["-1e-3", "-1E+2", "-.5e1", "-1_0.5e-1", "-5", "-0.5"])
def test_negative_numbers_of_any_spelling_are_numbers(number, capsys):
    ends = ("--from", "1.25", "2.25", number, "--to", number, number, "0")
    assert main(["path", WALL, *ends, "--max-snap", "1000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["snapped"][1]
    assert main(["path", WALL, *ends, "--max-snap", number]) == 2
    assert "max_snap must be 0 or more" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["-inf", "-Infinity", "-nan"])
def test_what_is_no_place_is_told_of_as_such(number, capsys):
    assert main(["path", WALL, "--from", number, "0", "0", "--to", "1", "2", "0"]) == 1
    assert "start must be" in capsys.readouterr().err


def test_bounds_and_markers_may_be_negative_and_small(folder):
    navcore.save_voxels([(0, 0, 0)], (2, 2, 2), "map.3dmap")
    options = ("--bounds", "-1e-3", "-1e-3", "-1E-3", "2", "2", "2", "--marker", "1.5", "1.5", "1.5e0")
    assert main(["bake", "map.3dmap", "-o", "map.volant", "--voxel-size", "1", *options]) == 0
    assert navcore.load("map.volant").origin.tolist() == [-1e-3] * 3


def test_numbers_in_json_are_finite_or_null():
    values = {"a": float("inf"), "b": [1.5, -float("inf"), {"c": float("nan")}], "d": (2, True, None, "Infinity")}
    assert json.loads(as_json(values), parse_constant=pytest.fail) == {
        "a": None,
        "b": [1.5, None, {"c": None}],
        "d": [2, True, None, "Infinity"],
    }


@pytest.mark.parametrize("target", ["/", ".", "folder", "folder.3dmap", "folder.glb", "absent/", "absent.3dmap/", ""])
def test_a_folder_is_no_file_and_is_told_of_before_any_work(target, folder, capsys):
    for name in ("folder", "folder.3dmap", "folder.glb"):
        Path(name).mkdir()
    # The scenes do not exist either, but nobody gets that far.
    for arguments in (("bake", "absent.3dmap"), ("export", "absent.volant")):
        assert main([*arguments, "-o", target]) == 1
        err = capsys.readouterr().err
        assert "folder; name a file" in err or "the name is empty" in err
        assert err.count("\n") == 1
    assert len(list(folder.rglob("*"))) == 3


@pytest.mark.parametrize("length", [300, 5000])
def test_long_names_are_told_of(length, folder, capsys):
    name = "x" * length
    for arguments in (
        ("info", name),
        ("bake", f"{name}.3dmap", "-o", "x.volant"),
        ("bake", f"{name}.blend", "-o", "x.volant"),
        ("bake", f"{name}.obj", "--voxel-size", "1", "-o", "x.volant"),
        ("bake", "map.3dmap", "-o", name),
        ("bake", "absent.blend", "--all", "-o", name),
        ("check", WALL, f"{name}.blend"),
        ("check", WALL, f"{name}.3dmap"),
        ("export", f"{name}.volant", "-o", "cells.obj"),
        ("export", WALL, "-o", f"{name}.obj"),
    ):
        assert main(list(arguments)) == 1
        assert "name too long" in capsys.readouterr().err
    assert not list(folder.iterdir())


def test_volumes_of_any_name_become_files(folder):
    names = [
        "x" * 300,
        "X" * 299 + "y",
        "ü" * 200,
        "漢" * 99,
        "a/b\0c",
        "a\\b c",
        "\ud800",
        "..",
        "",
        ".hidden",
        "Hall",
    ]
    files = file_names(names)
    assert files[4:6] == ["a_b_c.volant", "a_b_c_2.volant"]
    assert files[6:] == [f"{stem}.volant" for stem in ("volume", "volume_2", "volume_3", "hidden", "Hall")]
    assert len({file.lower() for file in files}) == len(names)
    for file in files:
        navcore.fileformat.write_bytes(b"", file)
    assert len(list(folder.iterdir())) == len(names)


def run(*arguments: str, stdout: int | None = subprocess.PIPE, redirect: str = "", **environment: str):
    """A command as a shell runs it; buffered as it is for users, whatever the tests are run with."""
    command = ["sh", "-c", f'exec "$@" {redirect}', "sh", sys.executable, "-m", "volant", *arguments]
    environment = {**os.environ, "PYTHONUNBUFFERED": "", **environment}
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, env=environment)


@POSIX
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("info", WALL), ["cannot write the answer"]),
        (("info", "absent", "--json"), ["cannot read absent", "cannot write the answer"]),
        (("--help",), ["cannot write the answer"]),
    ],
)
@pytest.mark.parametrize("place", [">&-", ">/dev/full"])
def test_an_answer_that_cannot_be_given_is_a_failure(arguments, said, place):
    if place.endswith("full") and not os.path.exists("/dev/full"):
        pytest.skip("no device is always full here")
    outcome = run(*arguments, redirect=place)
    assert outcome.returncode == 1
    told = outcome.stderr.decode().splitlines()
    assert len(told) == len(said)
    for line, words in zip(told, said, strict=True):
        assert line.startswith(f"volant: {words}")


@POSIX
def test_files_are_whole_when_nobody_listens(folder):
    """The first file that a process opens takes the place of a closed stdout, and gets what is printed."""
    navcore.save_voxels([(0, 0, 0)], (2, 2, 2), "map.3dmap")
    assert run("bake", "map.3dmap", "-o", "heard.volant").returncode == 0
    assert run("bake", "map.3dmap", "-o", "unheard.volant", redirect=">&- 2>&- <&-").returncode == 1
    assert Path("unheard.volant").read_bytes() == Path("heard.volant").read_bytes()


@POSIX
@pytest.mark.parametrize(("arguments", "code"), [(("info", WALL), 0), (("info", "absent", "--json"), 1)])
def test_who_stops_listening_has_heard_enough(arguments, code):
    reading, writing = os.pipe()
    os.close(reading)
    outcome = run(*arguments, stdout=writing)
    os.close(writing)
    assert outcome.returncode == code
    assert outcome.stderr.decode().count("\n") == code


@POSIX
def test_letters_that_a_terminal_does_not_have_are_escaped(folder):
    odd = os.fsdecode("Höhle \udcff.volant".encode("utf-8", "surrogateescape"))
    Path(odd).write_bytes(Path(WALL).read_bytes())
    outcome = run("info", odd, PYTHONIOENCODING="ascii")
    assert (outcome.returncode, outcome.stderr) == (0, b"")
    assert b"'name': 'H\\xf6hle'" in outcome.stdout
    for encoding, name in (("ascii", r"H\xf6hle \udcff"), ("utf-8", r"Höhle \udcff")):
        outcome = run("export", odd, "-o", odd.replace("volant", "3dmap"), PYTHONIOENCODING=encoding)
        assert (outcome.returncode, outcome.stderr) == (0, b"")
        assert outcome.stdout.decode().startswith(f"{name}.3dmap: 3 cells")
