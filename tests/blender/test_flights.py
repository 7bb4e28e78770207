# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths become curves and flights that an animator can edit, and several are compared."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np
import pytest
from addon_scene import addon, session
from mathutils import Vector

SAMPLES = Path(__file__).resolve().parents[2] / "sample_scenes"


@pytest.fixture
def start(volant):
    """The path of a world with a wall in its way."""
    bpy.ops.wm.open_mainfile(filepath=str(SAMPLES / "blocking_wall.blend"))
    bpy.ops.volant.bake()
    return addon("objects.paths").active_path(bpy.context.scene)


def answer(start):
    return session().preview.result(start).answers[0]


def nav_of(start):
    return session().bakes.of(start.volant.path.volume)


def test_a_path_becomes_a_curve(start):
    assert bpy.ops.volant.path_to_curve() == {"FINISHED"}
    curve = bpy.data.objects[f"{start.name} Curve"]
    made = [tuple(point.co)[:3] for point in curve.data.splines[0].points]
    assert np.allclose(made, answer(start).points, atol=1e-4)
    assert curve.data.splines[0].calc_length() == pytest.approx(answer(start).length, rel=1e-5)


def test_an_agent_flies_within_the_cells_at_its_speed(start):
    scene = bpy.context.scene
    speed = 4.0
    assert bpy.ops.volant.fly(speed=speed, loops=True) == {"FINISHED"}
    agent = bpy.data.objects[f"{start.name} Curve Agent"]
    path, nav = answer(start), nav_of(start)
    frames = round(path.length / speed * scene.render.fps / scene.render.fps_base)
    places, looks = [], []
    for frame in range(scene.frame_start, scene.frame_start + frames + 1):
        scene.frame_set(frame)
        matrix = agent.matrix_world
        places.append(matrix.translation.copy())
        looks.append((matrix.to_3x3() @ Vector((0, 1, 0))).normalized())
    places = np.array(places, dtype=np.float64)
    _cells, _points, distances = nav.nearest(places)
    assert distances.max() < 1e-4 * nav.voxel_size + 1e-5
    assert np.allclose(places[0], path.points[0], atol=1e-3)
    assert np.allclose(places[-1], path.points[-1], atol=1e-3)
    steps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert steps.sum() <= path.length * 1.001
    per_frame = speed * scene.render.fps_base / scene.render.fps
    assert np.median(steps) == pytest.approx(per_frame, rel=0.05)
    # It looks where it flies.
    ahead = np.diff(places, axis=0) / steps[:, None]
    facing = (np.array(looks)[:-1] * ahead).sum(axis=1)
    assert np.median(facing) > 0.99
    # And begins again.
    scene.frame_set(scene.frame_start + frames + 5)
    assert np.allclose(agent.matrix_world.translation, places[5], atol=2 * per_frame)
    assert agent.volant.ignore


def test_several_agents_at_once_and_undo(start):
    bpy.ops.volant.add_path()
    second = bpy.context.scene.volant.active_path
    for candidate in bpy.context.scene.objects:
        candidate.select_set(candidate in (start, second))
    before = {candidate.name for candidate in bpy.data.objects}
    bpy.ops.ed.undo_push(message="Two paths")
    assert bpy.ops.volant.fly(loops=False) == {"FINISHED"}
    made = {candidate.name for candidate in bpy.data.objects} - before
    assert len([name for name in made if "Agent" in name]) == 2
    bpy.ops.ed.undo_push(message="Fly")
    bpy.ops.ed.undo()
    assert {candidate.name for candidate in bpy.data.objects} == before
    bpy.ops.ed.redo()
    assert {candidate.name for candidate in bpy.data.objects} == before | made


def test_an_agent_is_no_obstacle(start):
    volume = start.volant.path.volume
    bpy.ops.volant.fly()
    session().status.refresh(bpy.context.scene, bpy.context.evaluated_depsgraph_get())
    assert session().status.state(volume) == "FRESH"


def test_comparing_draws_every_way_and_lists_it(start):
    assert bpy.ops.volant.compare() == {"FINISHED"}
    compared = bpy.context.window_manager.volant
    assert len(compared.rows) == 12
    assert len({tuple(row.color) for row in compared.rows}) == 12
    drawn = session().preview.shown(bpy.context.scene)
    assert len(drawn) == 12
    lengths = {row.label: shown.path.length for row, shown in zip(compared.rows, drawn, strict=True)}
    assert lengths["Best, Taut"] == answer(start).length
    assert min(lengths.values()) == lengths["Best, Taut"] < max(lengths.values())
    assert all(row.length.endswith(" m") and row.expanded > 0 for row in compared.rows)
    text = addon("jobs.comparing").as_text(compared.rows)
    assert text.count("\n") == 13
    assert bpy.ops.volant.copy_comparison() == {"FINISHED"}
    assert addon("jobs.comparing").is_shown(bpy.context, start)
    # Moving an end leaves the comparison behind.
    start.location.z += 0.3
    bpy.context.view_layer.update()
    assert len(session().preview.shown(bpy.context.scene)) == 1
    assert not addon("jobs.comparing").is_shown(bpy.context, start)
    bpy.ops.volant.compare()
    bpy.ops.volant.clear_comparison()
    assert len(session().preview.shown(bpy.context.scene)) == 1
    assert not bpy.ops.volant.copy_comparison.poll()


def test_alternatives_really_differ(start):
    assert bpy.ops.volant.alternatives() == {"FINISHED"}
    compared = bpy.context.window_manager.volant
    drawn = session().preview.shown(bpy.context.scene)
    assert len(compared.rows) == len(drawn) >= 2
    lengths = [shown.path.length for shown in drawn]
    assert lengths == sorted(lengths)
    assert lengths[0] == pytest.approx(answer(start).length)
    assert [row.label for row in compared.rows] == [f"Route {number}" for number in range(1, len(drawn) + 1)]


def test_nothing_to_compare_or_fly_is_told(start):
    start.volant.path.volume = None
    with pytest.raises(RuntimeError, match="asks nothing yet: choose a volume"):
        bpy.ops.volant.compare()
    assert not bpy.ops.volant.fly.poll()
    assert not bpy.ops.volant.path_to_curve.poll()
