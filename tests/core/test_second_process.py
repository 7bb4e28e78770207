# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program that works beside Blender, without Blender: what travels, what comes back, and how it ends."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scenes
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from volant import navcore
from volant.addon.jobs import child, message, tasks
from volant.addon.scene import shapes
from volant.navcore.progress import run

#: Longer than anything here takes on a machine that has much else to do.
_PATIENCE = 120.0

_scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
_arrays = arrays.arrays(
    st.sampled_from([np.float64, np.float32, np.int32, np.uint32, np.int64, np.uint8, np.bool_]),
    arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
    elements=None,
)
_values = st.recursive(
    _scalars | _arrays,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(), inner, max_size=3)
    ),
    max_leaves=12,
)


def same(one: Any, other: Any) -> bool:
    """Equal, of the same types, to the last bit."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other)


@given(st.dictionaries(st.text(), _values, max_size=4))
def test_what_is_read_is_what_was_written(values):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "values")
        run(message.write_steps(values, file))
        assert same(run(message.read_steps(file)), values)


def test_lone_surrogates_and_numbers_of_numpy_travel(tmp_path):
    run(message.write_steps({"\ud800": np.float64(0.1), "n": np.int64(3), "far": float("inf")}, tmp_path / "values"))
    assert run(message.read_steps(tmp_path / "values")) == {"\ud800": 0.1, "n": 3, "far": float("inf")}


def test_what_would_have_to_be_pickled_does_not_travel(tmp_path):
    with pytest.raises(ValueError, match="arrays of object do not travel"):
        run(message.write_steps({"objects": np.array([object()])}, tmp_path / "values"))


def test_large_arrays_travel_in_pieces(tmp_path, monkeypatch):
    monkeypatch.setattr(message, "_PIECE", 7)
    given = {"large": np.arange(20, dtype=np.float32).reshape(4, 5).T, "bytes": bytes(range(30)), "none": np.empty(0)}
    told = list(message.write_steps(given, tmp_path / "values"))
    # 80 bytes and 30 bytes.
    assert len(told) == 12 + 5
    steps = message.read_steps(tmp_path / "values")
    assert len(list(steps)) == len(told)
    assert same(run(message.read_steps(tmp_path / "values")), {**given, "large": np.ascontiguousarray(given["large"])})


@pytest.mark.parametrize("left", [0, 20, -1])
def test_what_is_cut_off_is_refused(tmp_path, left):
    file = tmp_path / "values"
    run(message.write_steps({"array": np.arange(100)}, file))
    file.write_bytes(file.read_bytes()[:left])
    with pytest.raises(ValueError, match=r"Expecting|Unterminated|ends too early"):
        run(message.read_steps(file))


def command(folder: Path, program: str | None = child.__file__, arguments: Sequence[str] = ("-I",)) -> list[str]:
    return [sys.executable, *arguments, str(program), str(folder)]


@contextmanager
def serving(folder: Path, *how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """The program, ready for a first question; `how` as in `command`."""
    with (folder / "err").open("wb") as err:
        process = subprocess.Popen(command(folder, *how), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=err)
    try:
        assert heard(process) == ["hello"], (folder / "err").read_text()
        yield process
    finally:
        process.kill()
        process.communicate()


def heard(process: subprocess.Popen[bytes]) -> list[Any]:
    line: list[Any] = json.loads(process.stdout.readline() or "[]")
    return line


def outcome(process: subprocess.Popen[bytes], folder: Path, number: int, task: str, asked: Any) -> Any:
    run(message.write_steps(asked, folder / f"{number}.asked"))
    process.stdin.write(f"{number} {task}\n".encode("ascii"))
    process.stdin.flush()
    while (said := heard(process)) != ["answered"]:
        assert said[:1] == ["progress"], (folder / "err").read_text()
    return run(message.read_steps(folder / f"{number}.answered"))


def cube_bake(**settings: Any) -> dict[str, Any]:
    """What is asked of a bake of a cube from -1 to 1."""
    vertices, triangles = scenes.box_mesh((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0))
    geometry = shapes.Geometry("Cube", None)
    shape = shapes.Shape(vertices.astype(np.float32), triangles.astype(np.int32))
    config = navcore.BakeConfig(**{"voxel_size": 0.25, "bounds": ((-2, -2, -2), (2, 2, 2)), **settings})
    return {
        "meshes": shapes.plain([shapes.Place(geometry, "Cube", np.eye(4))], {geometry: shape}),
        "config": asdict(config),
        **dict.fromkeys(("ground", "floors", "find", "placed")),
        "metadata": navcore.bake_metadata("Cube", config),
        "remembers": False,
    }


def test_what_moves_travels_with_its_volume(tmp_path):
    shapes_of_all = {
        "mesh": navcore.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]),
        "box": navcore.Box((0, 0, 0), (1, 1, 1), [(0, -1, 0), (1, 0, 0), (0, 0, 1)]),
        "ball": navcore.Ball((1, 2, 3), 0.5),
    }
    moving = [navcore.Blocker(name, shape, np.arange(12.0).reshape(3, 4)) for name, shape in shapes_of_all.items()]
    nav = replace(navcore.bake_voxels([], (2, 2, 2)), blockers=moving)
    run(message.write_steps(tasks.volume_values(nav), tmp_path / "values"))
    again = tasks.volume_of(run(message.read_steps(tmp_path / "values")))
    assert navcore.dumps(again) == navcore.dumps(nav)


def test_floors_and_links_travel_with_their_volume(tmp_path):
    vertices, triangles = scenes.box_mesh((0.0, 0.0, -1.0), (8.0, 8.0, 0.0))
    geometry = shapes.Geometry("Yard", None)
    shape = shapes.Shape(vertices.astype(np.float32), triangles.astype(np.int32))
    fly = navcore.BakeConfig(voxel_size=0.5, bounds=((0, 0, -1), (8, 8, 4)))
    asked = {
        **cube_bake(),
        "meshes": shapes.plain([shapes.Place(geometry, "Yard", np.eye(4))], {geometry: shape}),
        "config": asdict(fly),
        "ground": asdict(navcore.GroundConfig()),
        "floors": ("Yard",),
        "find": asdict(navcore.LinkConfig()),
        "placed": {"starts": [(1.0, 1.0, 0.0)], "ends": [(4.0, 4.0, 0.0)], "names": ("Rope",)},
    }
    with serving(tmp_path) as process:
        there = outcome(process, tmp_path, 0, "bake", asked)["answer"]
    here = run(tasks.bake(asked))
    assert same(there, here)
    held = tasks.held_of(there["held"])
    assert len(held.surface) > 0
    assert held.links.names[0] == "Rope"
    assert len(held.links) > 1
    assert navcore.dumps(held) == there["packed"]
    with pytest.raises(navcore.BakeError, match="floor"):
        run(tasks.bake({**asked, "floors": ("Nothing",)}))


def test_tasks_answer_there_as_here(tmp_path):
    with serving(tmp_path) as process:
        baked = outcome(process, tmp_path, 0, "bake", cube_bake())["answer"]
        assert same(baked, run(tasks.bake(cube_bake())))
        assert baked["voxels"] is None
        remembered = outcome(process, tmp_path, 1, "bake", {**cube_bake(), "remembers": True})["answer"]
        assert same(remembered["held"], baked["held"])
        assert list(tasks.voxels_of(remembered["voxels"])) == ["Cube"]
        nav = tasks.held_of(baked["held"]).volume
        assert navcore.loads(baked["packed"]).cells.tobytes() == nav.cells.tobytes()
        volume, space = tasks.volume_values(nav), tasks.space_values(nav)
        questions = {
            "pack": {"held": baked["held"]},
            "erode": {"volume": volume, "radius": 0.3},
            "find_leak": {"volume": volume, "inside": (-1.8, 0.0, 0.0), "outside": None},
            "compare": {
                "space": space,
                "start": (-1.8, 0.0, 0.0),
                "goal": (1.8, 0.1, 0.2),
                "variants": [(name, {"refine": name}) for name in ("taut", "none")],
            },
            "alternatives": {
                "space": space,
                "start": (-1.8, 0.0, 0.0),
                "goal": (1.8, 0.1, 0.2),
                "most": 2,
                "config": asdict(navcore.PathConfig()),
            },
            "why_not": {
                "space": space,
                "start": (-1.8, 0.0, 0.0),
                "goal": (0.0, 0.0, 0.0),
                "meshes": cube_bake()["meshes"],
                "config": asdict(navcore.PathConfig()),
            },
        }
        assert {"bake", *questions} == set(tasks.TASKS)
        for number, (task, asked) in enumerate(questions.items(), start=2):
            there = outcome(process, tmp_path, number, task, asked)["answer"]
            assert same(timeless(there), timeless(run(tasks.TASKS[task](asked)))), task


def test_it_runs_from_folders_of_any_name_and_with_any_of_blenders_arguments(tmp_path):
    folder, package = tmp_path / "Größe ☃ 'n' \" & co", tmp_path / "Über allem" / "my volant.1"
    folder.mkdir()
    package.mkdir(parents=True)
    root = Path(child.__file__).parents[2]
    shutil.copy(root / "__init__.py", package)
    for part in ("addon", "navcore"):
        shutil.copytree(root / part, package / part, ignore=shutil.ignore_patterns("__pycache__"))
    # Blender gives none when it is started with --python-use-system-env.
    with serving(folder, package / "addon" / "jobs" / "child.py", ("-E",)) as process:
        assert "answer" in outcome(process, folder, 0, "bake", cube_bake())


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what differs from run to run."""
    for path in [*answer.get("paths", ()), *([answer["path"]] if "path" in answer else ())]:
        path["stats"].pop("seconds", None)
    return answer


def test_an_error_comes_back_whole_and_the_program_goes_on(tmp_path):
    in_the_wall = cube_bake(markers=[(1.0, 0.0, 0.0)], agent_radius=0.7)
    with serving(tmp_path) as process:
        failed = outcome(process, tmp_path, 0, "bake", in_the_wall)
        with pytest.raises(navcore.MarkerError) as here:
            run(tasks.bake(in_the_wall))
        assert failed == {"error": "MarkerError", "args": here.value.args, "fields": vars(here.value)}
        assert failed["fields"]["index"] == 0
        assert len(failed["fields"]["nearest"]) == 3
        assert "answer" in outcome(process, tmp_path, 1, "bake", cube_bake())


def test_a_file_asks_it_to_stop(tmp_path):
    with serving(tmp_path) as process:
        (tmp_path / "0.cancelled").touch()
        assert outcome(process, tmp_path, 0, "bake", endless_bake())["error"] == "Cancelled"


def endless_bake() -> dict[str, Any]:
    """What is asked of a bake that takes far longer than any test waits, in little memory to begin with."""
    return cube_bake(voxel_size=4 / 1024, agent_radius=0.5)


@pytest.mark.parametrize("works", [False, True], ids=["idle", "working"])
def test_it_ends_with_blender_and_takes_its_folder_along(tmp_path, works):
    folder = tmp_path / "folder"
    folder.mkdir()
    run(message.write_steps(endless_bake(), folder / "0.asked"))
    # Stands for Blender: starts the program, hears it, and is gone without a word.
    blender = (
        "import os, signal, subprocess, sys, time\n"
        "folder, works, *command = sys.argv[1:]\n"
        "out = open(os.path.join(folder, 'out'), 'w+b', buffering=0)\n"
        "process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=out, bufsize=0)\n"
        "def wait_for(word):\n"
        "    while word not in open(out.name, 'rb').read():\n"
        "        assert process.poll() is None\n"
        "        time.sleep(0.01)\n"
        "wait_for(b'hello')\n"
        "if works == 'True':\n"
        "    process.stdin.write(b'0 bake\\n')\n"
        "    wait_for(b'progress')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run([sys.executable, "-c", blender, str(folder), str(works), *command(folder)])
    assert ended.returncode == -9
    began = time.monotonic()
    while folder.exists():
        assert time.monotonic() - began < _PATIENCE, "it is still there"
        time.sleep(0.01)


def test_without_memory_its_exit_code_says_so(tmp_path):
    resource = pytest.importorskip("resource")
    with serving(tmp_path) as process:
        now = int(Path(f"/proc/{process.pid}/statm").read_text().split()[0]) * os.sysconf("SC_PAGESIZE")
        resource.prlimit(process.pid, resource.RLIMIT_AS, (now + (200 << 20),) * 2)
        # Wants much at once. Of what wants a little more and a little more nobody knows where it ends.
        run(message.write_steps(cube_bake(voxel_size=4 / 512, min_depth=9, merge=False), tmp_path / "0.asked"))
        process.stdin.write(b"0 bake\n")
        process.stdin.flush()
        while heard(process):
            pass
        assert process.wait() == 3, (tmp_path / "err").read_text()
