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
from addon_scene import PATIENCE, add_baked_volume, add_cube, addon, path_points, run_to_end, session
from conftest import NAME


@pytest.fixture(autouse=True)
def nothing_is_left():
    """No thread was started, and neither processes nor folders stay."""
    before = threading.enumerate()
    yield
    session().end_job()
    session().spare_process.end()
    assert threading.enumerate() == before
    assert not folders()


@pytest.fixture
def volume(scene):
    add_cube("Wall", (0, 4, 0))
    return add_baked_volume()


@pytest.fixture
def ready(volume):
    """The process that is ready for the next task."""
    process = session().spare_process.process
    assert process is not None
    return process


def folders() -> list[Path]:
    return sorted(Path(bpy.app.tempdir).glob("volant-*"))


def pid_of(process) -> int:
    return process._popen.pid


def begun(volume):
    """A bake as the operator begins it in a window."""
    job = addon("jobs.baking").BakeJob(bpy.context, volume)
    session().begin_job(job)
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
    assert session().spare_process.process is ready
    assert volume.volant.volume.bake == packed
    # What has travelled is gone.
    assert sorted(file.name for file in ready.folder.iterdir()) == ["err", "out"]


def test_the_volume_is_the_one_in_its_file(volume, volant):
    nav = session().bakes.of(volume)
    decoded = volant.navcore.loads(volume.volant.volume.bake)
    for name in ("origin", "shape", "cells", "portals", "components", "removed_boxes", "clearance_squares"):
        assert getattr(nav, name).tobytes() == getattr(decoded, name).tobytes(), name
    assert nav.metadata == decoded.metadata


@pytest.mark.parametrize("program", ["/nowhere/python", "/bin/false", "/bin/echo", "", None])
def test_without_a_process_slices_give_the_same_bytes(volume, monkeypatch, program):
    packed = volume.volant.volume.bake
    session().spare_process.end()
    monkeypatch.setattr(sys, "executable", program)
    volume.volant.volume.property_unset("bake")
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert volume.volant.volume.bake == packed
    assert session().spare_process.process is None
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
        told.append(session().leak.of(volume).words)
        for verb in (bpy.ops.volant.compare, bpy.ops.volant.alternatives):
            assert verb() == {"FINISHED"}
            rows = bpy.context.window_manager.volant.rows
            told.append([(row.label, row.length, row.expanded, row.checks) for row in rows])
            told.append([shown.path.points.tolist() for shown in session().preview.shown(bpy.context.scene)])
        bpy.ops.volant.clear_comparison()
        return told, path_points(start)

    aside = answers()
    assert len(aside[0][1]) > 5
    session().spare_process.end()
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
    volume.volant.volume.voxel_size, volume.volant.volume.min_depth = 0.01, 10
    with pytest.raises(RuntimeError, match="Volume: there is not enough memory; use a larger voxel"):
        bpy.ops.volant.bake()
    assert volume.volant.volume.bake == packed
    assert "not enough memory" in session().status.problems.get(volume.session_uid).words


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
    assert session().spare_process.process is ready


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
    session().spare_process.end()
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
    before = session()
    if how == "load":
        bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    else:
        addon_utils.disable(NAME, default_set=True)
    try:
        assert before.job is None
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
    problem = session().status.problems.get(volume.session_uid)
    assert problem.marker == "Stuck"
    assert len(problem.nearest) == 3


def test_an_idle_process_that_died_is_replaced(volume, ready):
    os.kill(pid_of(ready), signal.SIGKILL)
    ready._popen.wait()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    other = session().spare_process.process
    assert other is not ready
    assert folders() == [other.folder]


def test_a_search_in_slices_finds_what_a_search_at_once_does(volume):
    bpy.ops.volant.add_path()
    start = bpy.context.scene.volant.active_path
    known = session().preview.result(start)
    search = addon("session.questions").Search(known.question)
    slices = 1
    while (answer := search.advance(0.0)) is None:
        slices += 1
    assert slices > 1
    assert [path.points.tolist() for path in answer.answers] == path_points(start)
    assert [path.islands for path in answer.answers] == [path.islands for path in known.answers]
    assert not answer.is_pending


def test_a_larger_agents_volume_is_made_aside_and_stopped_when_nobody_wants_it(volume, ready, volant, monkeypatch):
    eroded = session().eroded
    monkeypatch.setattr(addon("session.eroding"), "_REST", 0.0)
    nav = session().bakes.of(volume)
    stopped(ready)
    aside = eroded.aside(nav, 0.5)
    while not ready.asked.exists():
        next(aside)
    assert eroded._under_way
    # One at a time: others wait.
    other = eroded.aside(nav, 0.75)
    assert next(other) > 0.0
    aside.close()
    assert not ready.is_alive
    assert not eroded._under_way
    began = time.monotonic()
    while (0.75 not in [radius for _nav, radius in eroded._made]) and time.monotonic() - began < PATIENCE:
        next(other, None)
    assert eroded.now(nav, 0.75).cells.tobytes() == volant.navcore.erode(nav, 0.75).cells.tobytes()


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


def test_disabling_while_a_larger_agents_volume_is_read_leaves_nothing(volume, ready, monkeypatch):
    questions, spare = addon("session.questions"), session().spare_process
    monkeypatch.setattr(addon("session.eroding"), "_REST", 0.0)
    nav = session().bakes.of(volume)
    bpy.ops.volant.add_path()
    start = bpy.context.scene.volant.active_path
    start.volant.path.agent_radius, start.volant.path.larger_agent = 0.5, True
    monkeypatch.setattr(session(), "eroded", addon("session.eroding").ErodedVolumes())
    search = questions.Search(questions.question_of(bpy.context.scene, start))
    session().preview._searches[start.session_uid] = search
    began = time.monotonic()
    while not ready.answered.exists() or search.pause:
        assert search.advance(0.0) is None
        assert time.monotonic() - began < PATIENCE
    assert nav is questions.question_of(bpy.context.scene, start).nav
    addon_utils.disable(NAME, default_set=True)
    try:
        assert spare.process is None
        assert not ready.is_alive
    finally:
        addon_utils.enable(NAME, default_set=True)


def test_memory_that_runs_out_while_meshes_are_read_is_a_sentence(volume, monkeypatch):
    packed = volume.volant.volume.bake

    def fail(*_given):
        raise MemoryError

    monkeypatch.setattr(addon("scene.sources"), "read_shape", fail)
    with pytest.raises(RuntimeError, match="Volume: there is not enough memory"):
        bpy.ops.volant.bake()
    assert volume.volant.volume.bake == packed


def test_a_leak_of_a_volume_that_was_deleted_meanwhile_is_dropped(volume, volant):
    marker = bpy.data.objects.new("Room", None)
    marker.volant.role = "MARKER"
    bpy.context.scene.collection.objects.link(marker)
    job = addon("jobs.finding_leaks").LeakJob(bpy.context, volume)
    bpy.data.objects.remove(volume)
    run_to_end(job)
    with pytest.raises(volant.navcore.PathError, match="deleted while it was searched"):
        job.finish(bpy.context)
    assert not session().leak.found
