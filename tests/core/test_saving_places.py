# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where files are saved: modes, links, devices and pipes stay what they are; impossible places get one sentence."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from volant import navcore
from volant.navcore.fileformat import check_target, read_bytes, write_bytes

WALL = Path(__file__).resolve().parents[1] / "golden_files" / "wall.volant"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither modes nor device nodes")
BYTES = WALL.read_bytes()


@pytest.fixture(scope="module")
def nav() -> navcore.NavVolume:
    return navcore.load(WALL)


def save_voxels(_nav: navcore.NavVolume, path: object) -> None:
    navcore.save_voxels([(0, 0, 0)], (2, 2, 2), path)


SAVERS = pytest.mark.parametrize("save", [navcore.save, save_voxels])


@POSIX
@SAVERS
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_an_old_file_s_mode_stays(save, mode, nav, tmp_path):
    target = tmp_path / "level.volant"
    target.write_bytes(b"old")
    target.chmod(mode)
    save(nav, target)
    assert stat.S_IMODE(target.stat().st_mode) == mode
    assert os.listdir(tmp_path) == ["level.volant"]


@POSIX
def test_a_new_file_s_mode_is_the_user_s(nav, tmp_path):
    before = os.umask(0o027)
    try:
        navcore.save(nav, tmp_path / "level.volant")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "level.volant").stat().st_mode) == 0o640


@POSIX
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_an_old_file_s_owner_stays(nav, tmp_path):
    target = tmp_path / "level.volant"
    target.write_bytes(b"old")
    os.chown(target, 65534, 65533)
    target.chmod(0o640)
    navcore.save(nav, target)
    found = target.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (65534, 65533, 0o640)


@POSIX
@SAVERS
def test_a_pipe_is_written_into(save, nav, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    save(nav, pipe)
    reader.join()
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    save(nav, tmp_path / "file")
    assert received == [(tmp_path / "file").read_bytes()]


@pytest.mark.skipif(sys.platform != "linux", reason="devices have other numbers elsewhere")
@SAVERS
def test_devices_stay_devices(save, nav, tmp_path):
    """Nodes of the test's own where it may make some, because root could replace the machine's."""
    for name, minor in (("null", 3), ("full", 7)):
        try:
            os.mknod(tmp_path / name, stat.S_IFCHR | 0o666, os.makedev(1, minor))
        except PermissionError:
            (tmp_path / name).symlink_to(f"/dev/{name}")
    save(nav, tmp_path / "null")
    with pytest.raises(navcore.FormatError, match=r"cannot write .*full: No space left on device"):
        save(nav, tmp_path / "full")
    for name in ("null", "full"):
        assert stat.S_ISCHR((tmp_path / name).stat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["full", "null"]


@POSIX
def test_open_files_are_written_into_where_they_stand(nav, tmp_path):
    script = (
        "import os, sys\nfrom volant import navcore\nnav = navcore.load(sys.argv[1])\n"
        "os.write(1, b'before '); navcore.save(nav, sys.argv[2]); os.write(1, b' after')"
    )
    command = [sys.executable, "-c", script, str(WALL), "/dev/stdout"]
    wanted = b"before " + navcore.dumps(nav) + b" after"
    assert subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout == wanted
    with open(tmp_path / "log", "wb") as log:
        subprocess.run(command, stdout=log, check=True)
    assert (tmp_path / "log").read_bytes() == wanted
    assert os.listdir(tmp_path) == ["log"]


@POSIX
def test_a_full_disk_leaves_the_old_file(tmp_path):
    """A limit on the size of files is as good as a full disk."""
    script = (
        "import resource, sys\nfrom volant import navcore\nnav = navcore.load(sys.argv[1])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "for save in (lambda: navcore.save(nav, sys.argv[2]),\n"
        "             lambda: navcore.save_voxels([(0, 0, 0)] * 99, (1, 1, 1), sys.argv[2])):\n"
        "    try:\n        save()\n"
        "    except navcore.FormatError as error:\n        print(error)\n"
    )
    target = tmp_path / "level.volant"
    target.write_bytes(b"old")
    told = subprocess.run(
        [sys.executable, "-c", script, str(WALL), str(target)], capture_output=True, text=True, check=True
    )
    assert (
        told.stdout.splitlines() == [f"cannot write {target}: File too large; the old file, if any, is unchanged"] * 2
    )
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["level.volant"]


@SAVERS
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/", "it is a folder; name a file in it"),
        (".", "it is a folder"),
        ("", "the name is empty"),
        ("absent/", "names a folder"),
        ("x" * 300, "name too long"),
        ("x" * 5000, "name too long"),
        ("a\0b", "'a\\x00b': no file can have this name"),
        (b"a\0b", "no file can have this name"),
        ("\ud800.volant", r"'\ud800.volant': no file can have this name"),
        ("absent/level.volant", "absent: No such file or directory; choose another folder"),
        ("file/level.volant", "Not a directory"),
        ("circle", "symbolic links"),
        (None, "not by None"),
        (3, "not by 3"),
        (["a"], "not by ['a']"),
    ],
)
def test_places_that_cannot_be(save, name, words, nav, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("file").write_bytes(b"somebody's")
    os.symlink("circle", "circle")
    for attempt in (lambda: save(nav, name), lambda: check_target(name)):
        with pytest.raises(navcore.FormatError) as told:
            attempt()
        assert words.lower() in str(told.value).lower()
        assert "\n" not in str(told.value)
        str(told.value).encode()
    assert sorted(os.listdir()) == ["circle", "file"]


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "\ud800", "", None, 3, "/dev/zero", ".", "absent"])
def test_files_that_cannot_be_read(name):
    for read in (navcore.load, navcore.load_voxels, read_bytes):
        with pytest.raises(navcore.FormatError):
            read(name)


def test_names_may_be_bytes_and_odd(tmp_path):
    for name in (os.fsencode(tmp_path / "a"), str(tmp_path / "two\nlines"), tmp_path / "ü b"):
        write_bytes(BYTES, name)
        assert read_bytes(name) == BYTES
        write_bytes(b"", name)
        with pytest.raises(navcore.FormatError) as told:
            navcore.load(name)
        assert "\n" not in str(told.value)
