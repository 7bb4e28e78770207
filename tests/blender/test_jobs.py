# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long work in a second process and, where there is none, in slices: what it gives, how it fails, what it leaves."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import addon_utils
import bpy
import pytest
from addon_scene import PATIENCE, add_baked_volume, add_cube, addon, path_points, run_to_end
from conftest import NAME


@pytest.fixture(autouse=True)
def nothing_is_left():
    """No thread was started, and neither processes nor folders stay."""
    before = threading.enumerate()
    yield
    addon("jobs.under_way").end()
    addon("jobs.process").end_idle()
    assert threading.enumerate() == before
    assert not folders()


@pytest.fixture
def volume(scene):
    add_cube("Wall", (0, 4, 0))
    return add_baked_volume()


@pytest.fixture
def ready(volume):
    """The process that is ready for the next task."""
    (process,) = addon("jobs.process")._idle
    return process


def folders() -> list[Path]:
    return sorted(Path(bpy.app.tempdir).glob("volant-*"))


def pid_of(process) -> int:
    return process._popen.pid


def begun(volume):
    """A bake as the operator begins it in a window."""
    job = addon("baking").BakeJob(bpy.context, volume)
    addon("jobs.under_way").begin(job)
    return job


def until_asked(job, process) -> None:
    """Go on until a stopped process has its question."""
    while not process.asked.exists() or not job.waits:
        assert not job.advance(0.0)


def stopped(process):
    """Have a process stand still, so that it does not answer."""
    os.kill(pid_of(process), signal.SIGSTOP)


def test_a_bake_runs_in_a_second_process_that_stays_ready(volume, ready):
    assert ready.is_alive
    assert folders() == [ready.folder]
    packed = volume.volant.volume.bake
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert addon("jobs.process")._idle == [ready]
    assert volume.volant.volume.bake == packed
    # What has travelled is gone.
    assert sorted(file.name for file in ready.folder.iterdir()) == ["err", "out"]


def test_the_volume_is_the_one_in_its_file(volume, volant):
    nav = addon("volumes").stored_bake(volume)
    decoded = volant.navcore.loads(volume.volant.volume.bake)
    for name in ("origin", "shape", "cells", "portals", "components", "removed_boxes", "clearance_squares"):
        assert getattr(nav, name).tobytes() == getattr(decoded, name).tobytes(), name
    assert nav.metadata == decoded.metadata


@pytest.mark.parametrize("program", ["/nowhere/python", "/bin/false", "/bin/echo", "", None])
def test_without_a_process_slices_give_the_same_bytes(volume, monkeypatch, program):
    packed, process = volume.volant.volume.bake, addon("jobs.process")
    process.end_idle()
    monkeypatch.setattr(sys, "executable", program)
    volume.volant.volume.property_unset("bake")
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert volume.volant.volume.bake == packed
    assert not process._idle
    job = begun(volume)
    slices = 0
    while not job.advance(0.0):
        slices += 1
    assert slices > 10
    assert "cannot start a second process" in job.note
    job.finish(bpy.context)


def test_every_job_answers_alike_both_ways(volume, monkeypatch):
    marker = bpy.data.objects.new("Room", None)
    marker.volant.role, marker.location = "MARKER", (0, 0, 0)
    bpy.context.scene.collection.objects.link(marker)
    bpy.ops.volant.add_path()
    start = bpy.context.scene.volant.active_path

    def answers():
        told = []
        assert bpy.ops.volant.find_leak() == {"FINISHED"}
        told.append(addon("leaks").last(volume).words)
        for verb in (bpy.ops.volant.compare, bpy.ops.volant.alternatives):
            assert verb() == {"FINISHED"}
            rows = bpy.context.window_manager.volant.rows
            told.append([(row.label, row.length, row.expanded, row.checks) for row in rows])
            told.append([shown.path.points.tolist() for shown in addon("preview").shown(bpy.context.scene)])
        bpy.ops.volant.clear_comparison()
        return told, path_points(start)

    aside = answers()
    assert len(aside[0][1]) > 5
    addon("jobs.process").end_idle()
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert answers() == aside


def test_a_process_that_is_killed_leaves_the_last_bake_and_a_sentence(volume, ready):
    packed = volume.volant.volume.bake
    stopped(ready)
    job = begun(volume)
    until_asked(job, ready)
    os.kill(pid_of(ready), signal.SIGKILL)
    run_to_end(job)
    with pytest.raises(Exception, match="Volume: the process that worked on it was ended from outside"):
        job.finish(bpy.context)
    assert volume.volant.volume.bake == packed
    assert "ended from outside" in addon("status").problem(volume.session_uid).words
    assert not folders()
    addon("jobs.under_way").end()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert addon("status").problem(volume.session_uid) is None


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
    volume.volant.volume.voxel_size, volume.volant.volume.min_depth = 0.01, 10
    with pytest.raises(RuntimeError, match="Volume: there is not enough memory; use a larger voxel"):
        bpy.ops.volant.bake()
    assert volume.volant.volume.bake == packed
    assert "not enough memory" in addon("status").problem(volume.session_uid).words


def test_who_asks_politely_keeps_the_process(volume, ready, volant, monkeypatch):
    monkeypatch.setattr(addon("jobs.work"), "_GRACE", PATIENCE)
    packed = volume.volant.volume.bake
    stopped(ready)
    job = begun(volume)
    until_asked(job, ready)
    job.cancel()
    assert not job.advance(0.0)
    os.kill(pid_of(ready), signal.SIGCONT)
    run_to_end(job)
    with pytest.raises(volant.navcore.Cancelled):
        job.finish(bpy.context)
    assert volume.volant.volume.bake == packed
    assert addon("jobs.process")._idle == [ready]


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


@pytest.mark.parametrize("at", ["reading", "slices"])
def test_work_on_blenders_own_thread_is_cancelled(volume, volant, monkeypatch, at):
    packed = volume.volant.volume.bake
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    addon("jobs.process").end_idle()
    job = begun(volume)
    while at == "slices" and not job.note:
        assert not job.advance(0.0)
    job.cancel()
    assert job.advance(0.0)
    with pytest.raises(volant.navcore.Cancelled):
        job.finish(bpy.context)
    assert volume.volant.volume.bake == packed


@pytest.mark.parametrize("how", ["load", "disable"])
def test_loading_a_file_and_disabling_end_what_is_under_way(volume, ready, how):
    stopped(ready)
    job = begun(volume)
    until_asked(job, ready)
    if how == "load":
        bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    else:
        addon_utils.disable(NAME, default_set=True)
    try:
        assert addon("jobs.under_way").current() is None
        assert not ready.is_alive
        assert not folders()
    finally:
        addon_utils.enable(NAME, default_set=True)


def test_the_error_of_a_marker_comes_back_with_its_place(volume):
    marker = bpy.data.objects.new("Stuck", None)
    marker.volant.role, marker.location = "MARKER", (0, 3, 0)
    bpy.context.scene.collection.objects.link(marker)
    volume.volant.volume.agent_radius = 0.9
    with pytest.raises(RuntimeError, match="Stuck "):
        bpy.ops.volant.bake()
    problem = addon("status").problem(volume.session_uid)
    assert problem.marker == "Stuck"
    assert len(problem.nearest) == 3


def test_an_idle_process_that_died_is_replaced(volume, ready):
    os.kill(pid_of(ready), signal.SIGKILL)
    ready._popen.wait()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    (other,) = addon("jobs.process")._idle
    assert other is not ready
    assert folders() == [other.folder]


def test_a_search_in_slices_finds_what_a_search_at_once_does(volume):
    bpy.ops.volant.add_path()
    start = bpy.context.scene.volant.active_path
    preview = addon("preview")
    known = preview.result(start)
    search = preview._Search(known.question)
    slices = 1
    while (answer := search.advance(0.0)) is None:
        slices += 1
    assert slices > 1
    assert [path.points.tolist() for path in answer.answers] == path_points(start)
    assert answer.islands == known.islands
    assert not answer.is_pending


def test_a_larger_agents_volume_is_made_aside_and_stopped_when_nobody_wants_it(volume, ready, monkeypatch):
    eroding = addon("eroding")
    monkeypatch.setattr(eroding, "_REST", 0.0)
    nav = addon("volumes").stored_bake(volume)
    stopped(ready)
    aside = eroding.eroded_aside(nav, 0.5)
    while not ready.asked.exists():
        next(aside)
    assert eroding._under_way
    # One at a time: others wait.
    other = eroding.eroded_aside(nav, 0.75)
    assert next(other) is True
    aside.close()
    assert not ready.is_alive
    assert not eroding._under_way
    began = time.monotonic()
    while (0.75 not in [radius for _nav, radius in eroding._made]) and time.monotonic() - began < PATIENCE:
        next(other, None)
    assert eroding.eroded_now(nav, 0.75).cells.tobytes() == eroding.navcore.erode(nav, 0.75).cells.tobytes()


def program(folder: Path, lines: str) -> str:
    """A program that stands for Python."""
    file = folder / "program with spaces"
    file.write_text(f"#!/bin/sh\n{lines}\n")
    file.chmod(0o755)
    return str(file)


def test_a_process_that_never_says_hello_is_given_up(volume, monkeypatch, tmp_path):
    packed, process = volume.volant.volume.bake, addon("jobs.process")
    process.end_idle()
    monkeypatch.setattr(process, "_PATIENCE", 0.0)
    monkeypatch.setattr(sys, "executable", program(tmp_path, "exec sleep 1000"))
    volume.volant.volume.property_unset("bake")
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert volume.volant.volume.bake == packed


def test_who_waits_for_hello_can_cancel(volume, volant, monkeypatch, tmp_path):
    addon("jobs.process").end_idle()
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
    process.end_idle()
    monkeypatch.setattr(process.tempfile, "mkdtemp", lambda **_given: str(tmp_path / "missing"))
    volume.volant.volume.property_unset("bake")
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert volume.volant.volume.bake == packed


def test_an_answer_that_has_no_room_is_a_sentence(volume, ready):
    packed = volume.volant.volume.bake
    # Stands for a full disk: nothing can be written there.
    ready.answered.mkdir()
    with pytest.raises(RuntimeError, match=r"Volume: the temporary folder .* cannot be written \(.*\); make room"):
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
    process = addon("jobs.process")
    process.end_idle()
    asked = []
    monkeypatch.setattr(process, "_end_idle_later", lambda: asked.append(True), raising=False)
    begun(volume).cancel()
    assert process._idle
    assert asked


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
    assert addon("jobs.process")._idle == [ready]


def test_disabling_while_a_larger_agents_volume_is_read_leaves_nothing(volume, ready, monkeypatch):
    eroding, preview = addon("eroding"), addon("preview")
    monkeypatch.setattr(eroding, "_REST", 0.0)
    nav = addon("volumes").stored_bake(volume)
    bpy.ops.volant.add_path()
    start = bpy.context.scene.volant.active_path
    start.volant.path.agent_radius, start.volant.path.larger_agent = 0.5, True
    eroding.forget()
    search = preview._Search(preview._question(bpy.context.scene, start))
    preview._searches[start.session_uid] = search
    began = time.monotonic()
    while not ready.answered.exists() or search.waits:
        assert search.advance(0.0) is None
        assert time.monotonic() - began < PATIENCE
    assert nav is preview._question(bpy.context.scene, start).nav
    addon_utils.disable(NAME, default_set=True)
    try:
        assert not addon("jobs.process")._idle
        assert not ready.is_alive
    finally:
        addon_utils.enable(NAME, default_set=True)


def test_memory_that_runs_out_while_meshes_are_read_is_a_sentence(volume, monkeypatch):
    packed = volume.volant.volume.bake

    def fail(*_given):
        raise MemoryError

    monkeypatch.setattr(addon("sources"), "read_shape", fail)
    with pytest.raises(RuntimeError, match="Volume: there is not enough memory"):
        bpy.ops.volant.bake()
    assert volume.volant.volume.bake == packed


def test_a_leak_of_a_volume_that_was_deleted_meanwhile_is_dropped(volume, volant):
    marker = bpy.data.objects.new("Room", None)
    marker.volant.role = "MARKER"
    bpy.context.scene.collection.objects.link(marker)
    job = addon("leaks").LeakJob(bpy.context, volume)
    bpy.data.objects.remove(volume)
    run_to_end(job)
    with pytest.raises(volant.navcore.PathError, match="deleted while it was searched"):
        job.finish(bpy.context)
    assert not addon("leaks")._last
