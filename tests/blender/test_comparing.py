# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several ways for one path: listed, drawn together, and one of them chosen."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import addon, open_path, session


@pytest.fixture
def start(volant):
    return open_path()


def answer(start):
    return session().preview.result(start).answers[0]


def compared():
    return bpy.context.window_manager.volant


def drawn():
    return session().preview.shown(bpy.context.scene)


def turned(path) -> float:
    """By how many degrees a path turns on its whole way."""
    ways = np.diff(path.points, axis=0)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    return float(np.degrees(np.arccos(np.clip((ways[:-1] * ways[1:]).sum(axis=1), -1.0, 1.0))).sum())


def points_of(curve):
    return [tuple(point.co)[:3] for point in curve.data.splines[0].points]


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


def test_what_was_compared_reads_like_a_choice(start):
    bpy.ops.volant.compare()
    choices, ways = compared().choices, [shown.path for shown in drawn()]
    assert [choice.label for choice in choices] == ["Shortest", "Fastest to Compute", "Smoothest"]
    shortest, fastest, smoothest = (choice.row for choice in choices)
    assert ways[shortest].length == min(way.length for way in ways)
    assert ways[fastest].stats["seconds"] == min(way.stats["seconds"] for way in ways)
    assert turned(ways[smoothest]) == pytest.approx(min(map(turned, ways)), abs=1e-6)
    rows = compared().rows
    told = (rows[shortest].length, rows[fastest].time, f"turns by {turned(ways[smoothest]):.0f}°")
    assert tuple(choice.figure for choice in choices) == told


def test_a_way_that_does_not_exist_is_no_choice(start):
    start.location = (0.0, 0.0, 500.0)
    bpy.context.view_layer.update()
    bpy.ops.volant.compare()
    assert len(compared().rows) == 12
    assert not compared().choices


def test_a_compared_way_is_chosen_for_good(start):
    """The path is searched in that way from now on, and what was compared stays to choose from."""
    bpy.ops.volant.compare()
    assert session().preview.chosen(start.session_uid) == 0
    for number in (3, 8):
        row = compared().rows[number]
        way = drawn()[number].path
        assert bpy.ops.volant.choose_way(number=number) == {"FINISHED"}
        settings = start.volant.path
        assert (settings.method, settings.shape) == (row.method, row.shape)
        assert np.allclose(answer(start).points, way.points)
        assert len(drawn()) == 12
        assert session().preview.chosen(start.session_uid) == number
        assert [shown.is_aside for shown in drawn()] == [other != number for other in range(12)]
    # As if it was chosen under Search.
    settings.method, settings.shape = "BEST", "taut"
    assert session().preview.chosen(start.session_uid) == 0


def test_a_route_is_chosen_and_used(start):
    bpy.ops.volant.alternatives()
    routes = [shown.path for shown in drawn()]
    choices = compared().choices
    assert [choice.label for choice in choices] == [row.label for row in compared().rows]
    assert [choice.figure for choice in choices] == [row.length for row in compared().rows]
    assert bpy.ops.volant.choose_way(number=1) == {"FINISHED"}
    assert [shown.is_aside for shown in drawn()] == [number != 1 for number in range(len(routes))]
    bpy.ops.volant.path_to_curve()
    curve = bpy.context.view_layer.objects.active
    assert np.allclose(points_of(curve), routes[1].points, atol=1e-4)
    assert not np.allclose(routes[1].points[1], routes[0].points[1])
    bpy.ops.volant.fly()
    flown = bpy.context.view_layer.objects.active.constraints[0].target
    assert flown.data.splines[0].calc_length() == pytest.approx(routes[1].length, rel=1e-4)
    # The path itself is what it was.
    assert answer(start).length == pytest.approx(routes[0].length)
    start.location.z += 0.3
    bpy.context.view_layer.update()
    bpy.ops.volant.path_to_curve()
    curve = bpy.context.view_layer.objects.active
    assert np.allclose(points_of(curve), answer(start).points, atol=1e-4)


def test_what_is_not_there_cannot_be_chosen(start):
    assert not bpy.ops.volant.choose_way.poll()
    bpy.ops.volant.alternatives()
    with pytest.raises(RuntimeError, match="there is no way 99"):
        bpy.ops.volant.choose_way(number=98)
    start.location.z += 0.3
    bpy.context.view_layer.update()
    assert not bpy.ops.volant.choose_way.poll()
