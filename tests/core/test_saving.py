# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A save leaves the old file or the new one, whole; what cannot be read is told in one sentence."""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest
from scenes import box_mesh
from thoroughness import cases

from volant import navcore
from volant.navcore.fileformat import atomic

if sys.platform != "win32":
    import resource

GOLDEN = Path(__file__).resolve().parents[1] / "golden_files"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither SIGKILL nor users to switch to")
#: Wherever they happen to hit; other tests have them hit every place.
KILLS = cases(20, 2_000)


@pytest.fixture(scope="module")
def old() -> navcore.NavVolume:
    config = navcore.BakeConfig(voxel_size=0.25, bounds=((0, 0, 0), (8, 8, 8)), merge=False)
    return navcore.bake(*box_mesh((2.1, 2.2, 2.3), (6.7, 6.1, 5.9)), config)


@pytest.fixture(scope="module")
def new(old) -> navcore.NavVolume:
    return replace(navcore.with_clearance(old), metadata={"name": "new" * 20_000})


def partial_files(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder) if name.endswith(".volant-partial")]


def in_a_child(work: Callable[[], None]) -> int:
    """Run something in a child; the signal that killed it, or 0."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WTERMSIG(status)


def killed_at_line(number: int, data: bytes, target: Path) -> bool:
    """Whether a save has so many lines; a child that begins the one of this number is killed."""
    left = itertools.count(number, -1)

    def trace(frame: FrameType, event: str, _given: object) -> Callable[..., object] | None:
        if frame.f_code.co_filename != atomic.__file__:
            return None
        if event == "line" and next(left) == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    def work() -> None:
        sys.settrace(trace)
        atomic.write_bytes(data, target)

    return in_a_child(work) == signal.SIGKILL


def killed_at_byte(size: int, data: bytes, target: Path) -> bool:
    """Whether a save writes more than so many bytes; a child that does is killed there."""

    def work() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        atomic.write_bytes(data, target)

    return in_a_child(work) == signal.SIGXFSZ


@POSIX
@pytest.mark.parametrize("killed", [killed_at_line, killed_at_byte])
def test_a_process_killed_while_saving_leaves_the_old_or_the_new_file(killed, old, new, tmp_path):
    target = tmp_path / "level.volant"
    whole = navcore.dumps(old), navcore.dumps(new)
    places = itertools.count() if killed is killed_at_line else (0, 1, len(whole[1]) // 2, len(whole[1]) - 1)
    found, left = [], 0
    for place in places:
        target.write_bytes(whole[0])
        if not killed(place, whole[1], target):
            break
        found.append(whole.index(target.read_bytes()))
        partial = partial_files(tmp_path)
        assert len(partial) <= 1
        left += len(partial)
    assert left > 2
    # The new one from some line on, and never from a byte.
    assert found == sorted(found)
    assert (found[0], found[-1]) == (0, int(killed is killed_at_line))
    (tmp_path / f".{target.name}.00000000.volant-partial").write_bytes(b"left behind")
    navcore.save(new, target)
    assert os.listdir(tmp_path) == ["level.volant"]
    assert target.read_bytes() == whole[1]


@POSIX
def test_a_process_killed_at_any_time_leaves_a_whole_file(old, new, tmp_path):
    target = tmp_path / "level.volant"
    whole = {navcore.dumps(old), navcore.dumps(new)}
    navcore.save(old, target)
    draw = random.Random(7)
    for _kill in range(KILLS):
        child = os.fork()
        if child == 0:
            try:
                for nav in itertools.cycle((new, old)):
                    navcore.save(nav, target)
            finally:
                os._exit(1)
        time.sleep(draw.uniform(0.0, 0.06))
        os.kill(child, signal.SIGKILL)
        _pid, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        assert target.read_bytes() in whole
        assert len(partial_files(tmp_path)) <= 1


def test_only_the_target_s_own_partial_files_are_removed(old, tmp_path):
    for name in (".other.volant.12345678.volant-partial", "level.volant.12345678.volant-partial", ".level.volant"):
        (tmp_path / name).write_bytes(b"somebody else's")
    before = set(os.listdir(tmp_path))
    navcore.save(old, tmp_path / "level.volant")
    assert set(os.listdir(tmp_path)) == before | {"level.volant"}


def test_saves_at_the_same_time_do_not_meet(old, new, tmp_path):
    target = tmp_path / "level.volant"
    failed = []

    def work(nav: navcore.NavVolume) -> None:
        try:
            for _time in range(20):
                navcore.save(nav, target)
        except navcore.NavError as error:
            failed.append(str(error))

    threads = [threading.Thread(target=work, args=(nav,)) for nav in (old, new)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert target.read_bytes() in {navcore.dumps(old), navcore.dumps(new)}
    assert all("at the same time" in sentence for sentence in failed)
    assert not partial_files(tmp_path)


def test_long_names_and_links(old, tmp_path):
    name = "ö" * 120 + ".volant"
    navcore.save(old, tmp_path / name)
    assert os.listdir(tmp_path) == [name]
    (tmp_path / "link.volant").symlink_to(name)
    navcore.save(old, tmp_path / "link.volant")
    assert (tmp_path / "link.volant").is_symlink()
    assert len(navcore.load(tmp_path / name).cells) == len(old.cells)


@POSIX
def test_folders_and_files_without_permission(old):
    """As a user who owns nothing here, because root may do everything."""
    script = (
        "import os, sys\n"
        "from volant import navcore\n"
        "nav = navcore.load(sys.argv[2])\n"
        "if os.geteuid() == 0:\n    os.setegid(65534); os.seteuid(65534)\n"
        "for work in (lambda: navcore.load(sys.argv[1]), lambda: navcore.save(nav, sys.argv[1]),\n"
        "             lambda: navcore.save(nav, sys.argv[1] + '.new')):\n"
        "    try:\n        work()\n"
        "    except navcore.FormatError as error:\n        print(error)\n"
    )
    # Not below pytest's own folder, which others may not enter.
    with tempfile.TemporaryDirectory() as name:
        folder, target = Path(name), Path(name, "level.volant")
        navcore.save(old, target)
        target.chmod(0o000)
        folder.chmod(0o555)
        command = [sys.executable, "-c", script, str(target), str(GOLDEN / "wall.volant")]
        told = subprocess.run(command, capture_output=True, text=True, check=True)
        folder.chmod(0o755)
        target.chmod(0o644)
        reading, replacing, adding = told.stdout.splitlines()
        assert reading.startswith("cannot read ")
        assert reading.endswith("Permission denied")
        assert replacing.startswith("cannot write ")
        assert adding.startswith("cannot write into ")
        assert adding.endswith("choose another folder")
        assert os.listdir(folder) == ["level.volant"]
        assert len(navcore.load(target).cells) == len(old.cells)


def test_what_is_not_a_volant_file_is_told_in_one_sentence(old, tmp_path):
    whole = navcore.dumps(old)
    contents = {
        "empty.volant": (b"", "it is empty"),
        "picture.png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "this is not a .volant file"),
        "half.volant": (whole[: len(whole) // 2], "cut off"),
        "head.volant": (whole[:10], "cut off in its header"),
        "newer.volant": (whole[:6] + b"\3\0" + whole[8:], "written by a newer Volant (format 3, this reads up to 2)"),
    }
    for name, (data, words) in contents.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(navcore.FormatError) as told:
            navcore.load(tmp_path / name)
        assert str(told.value).startswith(f"cannot read {tmp_path / name}: ")
        assert words in str(told.value)
        assert "\n" not in str(told.value)
    for missing in (tmp_path, tmp_path / "absent.volant"):
        with pytest.raises(navcore.FormatError, match="cannot read"):
            navcore.load(missing)
