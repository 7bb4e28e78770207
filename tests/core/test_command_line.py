# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line without Blender: voxel maps, paths, exit codes and sentences."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import painted

from volant import navcore
from volant.cli import main
from volant.navcore.fileformat import voxel_faces, voxels_outside

GOLDEN = Path(__file__).resolve().parents[1] / "golden_files"
WALL = str(GOLDEN / "wall.volant")


@pytest.fixture
def level(tmp_path) -> Path:
    """A map of two rooms with a door, and walls two voxels thick."""
    occupied = [(x, y, z) for x in (5, 6) for y in range(8) for z in range(4) if y != 3]
    navcore.save_voxels(occupied, (12, 8, 4), tmp_path / "level.3dmap")
    return tmp_path / "level.3dmap"


def told(capsys, *arguments: object) -> tuple[int, dict, str]:
    code = main([*map(str, arguments), "--json"])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out else {}, err


def test_landmarks_are_written_on_demand(level, tmp_path, capsys):
    baked = tmp_path / "level.volant"
    code, answer, _err = told(capsys, "bake", level, "-o", baked, "--landmarks", 3)
    assert (code, answer["baked"][0]["landmarks"]) == (0, 3)
    nav = navcore.load(baked)
    assert nav.landmarks.shape == (3, len(nav.portals))
    assert nav.landmarks.any()
    assert told(capsys, "info", baked)[1]["landmarks"] == 3
    assert told(capsys, "info", WALL)[1]["landmarks"] == 0
    code, _answer, err = told(capsys, "bake", level, "-o", baked, "--landmarks", 65)
    assert code == 2
    assert "--landmarks must be 0 to 64, not 65" in err


def test_a_map_is_baked_checked_asked_and_written_again(level, tmp_path, capsys):
    baked = tmp_path / "level.volant"
    code, answer, err = told(capsys, "bake", level, "-o", baked, "--voxel-size", 0.5, "--agent-radius", 0.2)
    assert (code, err) == (0, "")
    assert answer["baked"][0]["bytes"] == baked.stat().st_size
    assert navcore.load(baked).metadata["settings"] == {
        "voxel_size": 0.5,
        "agent_radius": 0.2,
    }
    code, answer, _err = told(capsys, "info", baked)
    assert code == 0
    assert answer["metadata"]["name"] == "level"
    assert answer["cells"] == len(navcore.load(baked).cells)
    assert (answer["format"], len(answer["content_hash"]), answer["blockers"]) == (2, 64, [])
    code, answer, _err = told(capsys, "check", baked, level)
    assert (code, answer["faults"]) == (0, [])
    ends = ("--from", 0.5, 0.5, 0.5, "--to", 5.5, 3.5, 1.5)
    code, answer, _err = told(capsys, "path", baked, *ends)
    assert code == 1
    assert "island" in answer["reason"]
    told(capsys, "bake", level, "-o", baked, "--voxel-size", 0.5)
    code, answer, _err = told(capsys, "path", baked, *ends, "--algorithm", "astar", "--graph", "portals")
    assert code == 0
    assert answer["found"]
    assert answer["points"][0] == [0.5, 0.5, 0.5]
    again, both = tmp_path / "again.3dmap", tmp_path / "again.volant"
    assert told(capsys, "export", baked, "-o", again)[0] == 0
    assert again.read_bytes() == level.read_bytes()
    told(capsys, "bake", again, "-o", both, "--voxel-size", 0.5)
    first, second = navcore.load(baked), navcore.load(both)
    for name in ("origin", "shape", "cells", "portals", "components", "clearance", "removed_boxes"):
        assert (getattr(first, name) == getattr(second, name)).all()
    assert first.leaf_count == second.leaf_count


def test_islands_are_listed_the_largest_first_and_small_ones_folded(tmp_path, capsys):
    # Rooms of 60 and 30 voxels, and ten of one.
    sizes = (60, 30, *[1] * 10)
    walls = np.cumsum(np.add(sizes, 1)) - 1
    navcore.save_voxels([(int(x), 0, 0) for x in walls], (int(walls[-1]) + 1, 1, 1), tmp_path / "row.3dmap")
    baked = tmp_path / "row.volant"
    told(capsys, "bake", tmp_path / "row.3dmap", "-o", baked, "--voxel-size", 0.5)
    code, answer, _err = told(capsys, "info", baked)
    assert (code, answer["islands"]) == (0, 12)
    assert answer["largest_islands"][0] == {
        "number": 0,
        "volume": 7.5,
        "share": 0.6,
        "point": [15.0, 0.25, 0.25],
        "bounds": [[0.0, 0.0, 0.0], [30.0, 0.5, 0.5]],
    }
    assert len(answer["largest_islands"]) == 8
    assert answer["small_islands"] == {"count": 4, "volume": 0.5, "share": 0.04}
    main(["info", str(baked)])
    lines = capsys.readouterr().out.splitlines()
    first = lines.index("islands: 12")
    assert lines[first + 1] == "  island 1: 60%, volume 7.5, around (15, 0.25, 0.25)"
    assert lines[first + 2] == "  island 2: 30%, volume 3.75, around (38, 0.25, 0.25)"
    assert lines[first + 9] == "  and 4 small ones, 4%"
    assert lines[first + 10].startswith("leaves: ")


def test_a_single_island_has_its_line(capsys):
    main(["info", WALL])
    out = capsys.readouterr().out
    assert "\nislands: 1\n  island 1: 100%, volume " in out
    assert "small" not in out
    assert told(capsys, "info", WALL)[1]["small_islands"] == {"count": 0, "volume": 0.0, "share": 0.0}


def test_a_fault_is_found(level, tmp_path, capsys):
    baked = tmp_path / "level.volant"
    told(capsys, "bake", level, "-o", baked)
    occupied, shape = navcore.load_voxels(level)
    navcore.save_voxels([*occupied.tolist(), [0, 0, 0]], shape, level)
    code, answer, _err = told(capsys, "check", baked, level)
    assert code == 1
    assert answer["faults"]
    navcore.save_voxels(occupied, shape + 1, level)
    code, answer, _err = told(capsys, "check", baked, level)
    assert (code, "voxels" in answer["error"]) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("info", "absent.volant"), 1, "cannot read absent.volant"),
        (("info", "."), 1, "cannot read .: Is a directory"),
        (("info", __file__), 1, "not a .volant file"),
        (("path", WALL, "--from", "1", "2", "0", "--to", "9", "9", "9"), 1, "no path"),
        (("path", WALL, "--from", "1", "2", "0", "--to", "nan", "9", "9"), 1, "goal"),
        (("path", WALL, "--from", "1", "2", "0", "--to", "2", "2", "0", "--max-snap", "-1"), 2, "max_snap"),
        (("path", WALL, "--from", "1", "2", "0", "--to", "2", "2", "0", "--algorithm", "fast"), 2, "invalid choice"),
        (("path", WALL, "--from", "1", "2"), 2, "expected 3 arguments"),
        (("bake", "absent.3dmap", "-o", "x.volant"), 1, "cannot read absent.3dmap"),
        (("bake", "absent.blend", "-o", "x.volant"), 1, "cannot read absent.blend"),
        (("bake", "absent.blend", "-o", "x.volant", "--agent-radius", "1"), 2, "--agent-radius is for meshes"),
        (("bake", "absent.obj", "-o", "x.volant"), 2, "--voxel-size or --max-depth"),
        (("bake", "absent.obj", "-o", "x.volant", "--voxel-size", "-1"), 2, "positive length"),
        (("bake", "absent.obj", "-o", "x", "--all", "--voxel-size", "1"), 2, "are for .blend files"),
        (("bake", "README.md", "-o", "x.volant"), 2, "is no scene"),
        (("export", WALL, "-o", "cells.stl"), 2, "not .stl"),
        (("export", WALL, "-o", "cells.obj", "--all"), 2, "--all is for .blend files"),
        (("export", WALL, "-o", "cells.obj", "--force"), 2, "--force is for .blend files"),
        (("export", WALL, "-o", "cells.obj", "--engine", "unity"), 2, "--engine is for .blend files"),
        (("export", "level.blend", "-o", "x.volant", "--engine", "doom"), 2, "invalid choice: 'doom'"),
        (("export", "absent.blend", "-o", "x.volant"), 1, "cannot read absent.blend"),
        (("export", "absent.volant", "-o", "cells.3dmap"), 1, "cannot read absent.volant"),
        (("dance",), 2, "invalid choice"),
        ((), 2, "required"),
    ],
)
def test_one_sentence_and_the_right_code(arguments, code, words, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(list(arguments)) == code
    out, err = capsys.readouterr()
    assert words in out + err
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_help_names_units_and_defaults(capsys):
    for verb in ("bake", "path", "info", "check", "export"):
        assert main([verb, "--help"]) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert "Exit codes: 0 done; 1 the work failed" in text
        assert "--json" in text
        if verb in ("bake", "path"):
            assert "scene's units" in text
            assert text.count("default:") >= 6


def test_nothing_of_blender_is_needed_for_files():
    script = (
        "import sys; sys.modules['bpy'] = None\n"
        "from volant.cli import main\n"
        f"assert main(['info', {WALL!r}]) == 0\n"
        f"sys.exit(main(['export', {WALL!r}, '-o', 'cells.glb']))\n"
    )
    outcome = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ})
    assert outcome.returncode == 1
    assert outcome.stderr.count("\n") == 1
    assert 'pip install "volant[bpy]"' in outcome.stderr


def test_progress_is_for_terminals_only(level, tmp_path, capsys, monkeypatch):
    file = str(tmp_path / "x.volant")
    ends = ["--from", "0.5", "0.5", "0.5", "--to", "4.5", "4.5", "4.5"]
    for command in (["bake", str(level), "-o", file], ["check", file, str(level)], ["path", file, *ends]):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        assert main(command) == 0
        _out, err = capsys.readouterr()
        assert "%" in err
        assert err.endswith("\r")
        monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
        assert main(command) == 0
        assert capsys.readouterr()[1] == ""


@given(st.lists(st.tuples(*[st.integers(0, 4)] * 3), max_size=40), st.floats(0, 1.5))
def test_voxels_and_their_surface(occupied, radius):
    """What lies outside the cells of a map is the map; and its surface proves its bake."""
    if len(set(occupied)) == 125:
        return
    nav = navcore.bake_voxels(np.array(occupied, np.int64).reshape(-1, 3), (5, 5, 5))
    outside = voxels_outside(nav.cells, nav.shape)
    assert {tuple(voxel) for voxel in outside.tolist()} == set(occupied)
    assert (painted(nav.cells, (5, 5, 5)).sum()) == 125 - len(set(occupied))
    try:
        grown = navcore.bake_voxels(
            np.array(occupied, np.int64).reshape(-1, 3),
            (5, 5, 5),
            navcore.BakeConfig(voxel_size=1.0, agent_radius=radius),
        )
    except navcore.BakeError as error:
        assert "no free space" in str(error)
        return
    assert navcore.check(grown, *voxel_faces(occupied, (5, 5, 5))) == []


def test_a_file_of_the_first_format_is_written_on_wish(level, tmp_path, capsys):
    old, new = tmp_path / "old.volant", tmp_path / "new.volant"
    settings = ("--voxel-size", 0.5)
    assert told(capsys, "bake", level, "-o", old, "--format", 1, *settings)[0] == 0
    assert told(capsys, "bake", level, "-o", new, *settings)[0] == 0
    answers = [told(capsys, "info", file)[1] for file in (old, new)]
    assert [answer["format"] for answer in answers] == [1, 2]
    assert answers[0]["content_hash"] is None
    assert navcore.dumps(navcore.load(old)) == new.read_bytes()


def test_what_moves_is_told_by_name(tmp_path, capsys):
    nav = navcore.bake_voxels([], (2, 2, 2))
    door = navcore.Blocker("Door", navcore.Ball((1, 1, 1), 0.5))
    navcore.save(replace(nav, blockers=[door]), tmp_path / "room.volant")
    assert told(capsys, "info", tmp_path / "room.volant")[1]["blockers"] == ["Door"]
