# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long work in a second process and, where there is none, in slices: what it gives, and what it leaves."""

from __future__ import annotations

import os
import signal
import sys
import time

import addon_utils
import bpy
import pytest
from addon_scene import PATIENCE, addon, path_points, run_to_end, session
from conftest import NAME
from second_process import begun, folders, pid_of, stopped, until_asked

pytestmark = pytest.mark.usefixtures("nothing_is_left")


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
    for name in ("origin", "shape", "cells", "portals", "components", "removed_boxes", "squared_clearance"):
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
