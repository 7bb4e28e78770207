# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Processes beside Blender that die, hang, or never begin: a sentence, the last bake as it was, and nothing left."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import bpy
import pytest
from addon_scene import addon, run_to_end, session
from second_process import begun, folders, pid_of, stopped, until_asked

pytestmark = pytest.mark.usefixtures("nothing_is_left")


def test_a_process_that_is_killed_leaves_the_last_bake_and_a_sentence(volume, ready):
    packed = volume.volant.volume.bake
    stopped(ready)
    job = begun(volume)
    until_asked(job, ready)
    os.kill(pid_of(ready), signal.SIGKILL)
    run_to_end(job)
    with pytest.raises(Exception, match="Nav Volume: the process that worked on it was ended from outside"):
        job.finish(bpy.context)
    assert volume.volant.volume.bake == packed
    assert "ended from outside" in session().status.problems.get(volume.session_uid).words
    assert not folders()
    session().end_job()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert session().status.problems.get(volume.session_uid) is None


def test_a_process_that_crashes_has_words(volume, ready, capfd):
    stopped(ready)
    job = begun(volume)
    until_asked(job, ready)
    ready.asked.write_bytes(b"no question")
    os.kill(pid_of(ready), signal.SIGCONT)
    run_to_end(job)
    with pytest.raises(Exception, match=r"crashed \(json.decoder.JSONDecodeError: .*\); try again"):
        job.finish(bpy.context)
    # What has happened exactly, for whoever reports it.
    assert "Traceback" in capfd.readouterr().err


def test_too_little_memory_is_a_sentence(volume, ready):
    resource = pytest.importorskip("resource")
    packed = volume.volant.volume.bake
    taken = int(Path(f"/proc/{pid_of(ready)}/statm").read_text().split()[0]) * os.sysconf("SC_PAGESIZE")
    resource.prlimit(pid_of(ready), resource.RLIMIT_AS, (taken + (200 << 20),) * 2)
    # Wants much at once. Of what wants a little more and a little more nobody knows where it ends.
    volume.volant.volume.voxel_size, volume.volant.volume.min_depth, volume.volant.volume.merge = 0.01, 10, False
    with pytest.raises(RuntimeError, match="Nav Volume: there is not enough memory; use a larger voxel"):
        bpy.ops.volant.bake()
    assert volume.volant.volume.bake == packed
    assert "not enough memory" in session().status.problems.get(volume.session_uid).words


def test_a_process_that_does_not_listen_is_killed(volume, ready, volant, monkeypatch):
    monkeypatch.setattr(addon("jobs.work"), "_GRACE", 0.0)
    stopped(ready)
    job = begun(volume)
    until_asked(job, ready)
    job.cancel()
    run_to_end(job)
    with pytest.raises(volant.navcore.Cancelled):
        job.finish(bpy.context)
    assert not ready.is_alive
    assert not folders()


def test_an_idle_process_that_died_is_replaced(volume, ready):
    os.kill(pid_of(ready), signal.SIGKILL)
    ready._popen.wait()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    other = session().spare_process.process
    assert other is not ready
    assert folders() == [other.folder]


def program(folder: Path, lines: str) -> str:
    """A program that stands for Python."""
    file = folder / "program with spaces"
    file.write_text(f"#!/bin/sh\n{lines}\n")
    file.chmod(0o755)
    return str(file)


def test_a_process_that_never_says_hello_is_given_up(volume, monkeypatch, tmp_path):
    packed, process = volume.volant.volume.bake, addon("jobs.process")
    session().spare_process.end()
    monkeypatch.setattr(process, "_PATIENCE", 0.0)
    monkeypatch.setattr(sys, "executable", program(tmp_path, "exec sleep 1000"))
    volume.volant.volume.property_unset("bake")
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert volume.volant.volume.bake == packed


def test_who_waits_for_hello_can_cancel(volume, volant, monkeypatch, tmp_path):
    session().spare_process.end()
    monkeypatch.setattr(sys, "executable", program(tmp_path, "exec sleep 1000"))
    job = begun(volume)
    while not job.waits:
        assert not job.advance(0.0)
    job.cancel()
    assert job.advance(0.0)
    with pytest.raises(volant.navcore.Cancelled):
        job.finish(bpy.context)
    assert not folders()


def test_a_folder_that_cannot_be_written_means_slices(volume, monkeypatch, tmp_path):
    packed, process = volume.volant.volume.bake, addon("jobs.process")
    session().spare_process.end()
    monkeypatch.setattr(process.tempfile, "mkdtemp", lambda **_given: str(tmp_path / "missing"))
    volume.volant.volume.property_unset("bake")
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert volume.volant.volume.bake == packed


def test_an_answer_that_has_no_room_is_a_sentence(volume, ready):
    packed = volume.volant.volume.bake
    # Stands for a full disk: nothing can be written there.
    ready.answered.mkdir()
    with pytest.raises(RuntimeError, match=r"Nav Volume: the temporary folder .* cannot be written \(.*\); make room"):
        bpy.ops.volant.bake()
    assert volume.volant.volume.bake == packed


def test_a_process_that_dies_before_it_is_asked_is_told_as_such(volume, ready):
    """Not taken for a Blender that cannot start any."""
    stopped(ready)
    job = begun(volume)
    while not ready.asked.exists():
        assert not job.advance(0.0)
    os.kill(pid_of(ready), signal.SIGKILL)
    ready._popen.wait()
    run_to_end(job)
    assert not job.note
    with pytest.raises(Exception, match="ended from outside"):
        job.finish(bpy.context)


def test_of_much_that_a_process_says_the_last_is_told(volume, ready, capfd):
    stopped(ready)
    job = begun(volume)
    until_asked(job, ready)
    ready.asked.write_bytes(b"no question")
    with (ready.folder / "err").open("ab") as err:
        err.write("ä line that is told again and again\n".encode() * 100_000)
    os.kill(pid_of(ready), signal.SIGCONT)
    run_to_end(job)
    with pytest.raises(Exception, match=r"crashed \(json.decoder.JSONDecodeError"):
        job.finish(bpy.context)
    said = capfd.readouterr().err
    assert "Traceback" in said
    assert len(said) < 100_000


def test_a_process_that_was_started_in_vain_does_not_stay(volume, monkeypatch):
    spare = session().spare_process
    spare.end()
    asked = []
    monkeypatch.setattr(session().timer, "call", lambda *call: asked.append(call))
    begun(volume).cancel()
    assert spare.process is not None
    assert asked == [(spare.end, 60.0)]


def test_files_that_cannot_be_removed_do_not_matter(volume, ready, monkeypatch):
    """As on Windows while something else looks at them."""
    unlink = Path.unlink

    def refuse(file, *more, **named):
        if file.parent == ready.folder:
            raise PermissionError("in use")
        unlink(file, *more, **named)

    monkeypatch.setattr(Path, "unlink", refuse)
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert session().spare_process.process is ready


def test_memory_that_runs_out_while_meshes_are_read_is_a_sentence(volume, monkeypatch):
    packed = volume.volant.volume.bake

    def fail(*_given):
        raise MemoryError

    monkeypatch.setattr(addon("scene.sources"), "read_shape", fail)
    with pytest.raises(RuntimeError, match="Nav Volume: there is not enough memory"):
        bpy.ops.volant.bake()
    assert volume.volant.volume.bake == packed
