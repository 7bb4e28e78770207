# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths in the overlay: where they are, in which colour, and what is drawn near them."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from canvas import Canvas
from overlay_world import (
    GOAL,
    HIGH,
    LOW,
    START,
    UP,
    VOXEL,
    bake,
    drawn,
    from_front,
    largest_cell_of,
    oblique,
    show_paths,
    shown,
    top_edge,
)

pytestmark = pytest.mark.usefixtures("gpu")


def test_a_path_is_drawn_along_its_segments_with_dots_at_bends_and_ends(baked, volant, monkeypatch):
    path = shown(volant, baked, START, GOAL)
    show_paths(monkeypatch, volant, path)
    points = path.path.points
    assert len(points) > 2, "the block does not bend the path"
    baked.display.cells, baked.display.line_width = "OFF", 1.0
    color = baked.colors.on_screen(path.color)
    canvas = drawn(oblique(), volant, baked.scene)
    for first, second in itertools.pairwise(points):
        assert canvas.strength(first + 0.4 * (second - first), color) > 0.95
    for point in points:
        assert canvas.strength(point, color) > 0.95
    # The dot at an end is wider than the line, and round: 3 pixels off it is there in every direction.
    pixel = 2 * 15.7 / (480 * 2.0)
    right, up = (np.array(canvas.view.row[axis][:3]) for axis in (0, 1))
    for way in (right, up, -up, (right + up) / 2**0.5, (right - up) / 2**0.5):
        assert canvas.strength(START - 3 * pixel * way * np.sign(way @ right or 1), color) > 0.9


def test_a_ring_is_around_the_start_and_a_flag_on_the_goal(baked, volant, monkeypatch):
    """As many pixels large from near as from afar."""
    start, goal = START + 3 * UP, GOAL + 3 * UP
    path = shown(volant, baked, start, goal)
    show_paths(monkeypatch, volant, path)
    baked.display.cells, baked.display.line_width = "OFF", 2.0
    color = baked.colors.on_screen(path.color)
    middle, right = (start + goal) / 2, np.array((1.0, 0, 0))
    for span in (7.0, 14.0):
        canvas = drawn(Canvas(middle - (0, 20, 0), middle, span), volant, baked.scene)
        pixel = span / 480
        # The path leads to the right.
        for way in (UP, -right, -UP):
            assert canvas.strength(start + 18 * pixel * way, color) > 0.9
            assert canvas.is_empty(start + 28 * pixel * way)
        assert canvas.strength(goal + 20 * pixel * UP, color) > 0.9
        assert canvas.strength(goal + pixel * (38 * UP + 12 * right), color) > 0.9
        assert canvas.is_empty(goal + pixel * (38 * UP - 14 * right))
        assert canvas.is_empty(start + pixel * (38 * UP + 12 * right))


def test_a_path_behind_the_viewer_is_not_drawn(baked, volant, monkeypatch):
    show_paths(monkeypatch, volant, shown(volant, baked, START, GOAL))
    middle = (LOW + HIGH) / 2
    canvas = drawn(Canvas(middle + 20 * UP, middle + 40 * UP), volant, baked.scene)
    assert not canvas.drawn


def test_a_path_is_dashed_and_pale_until_the_answer_of_now_is_there(baked, volant, monkeypatch):
    start, goal = START + 3 * UP, GOAL + 3 * UP
    answered = shown(volant, baked, start, goal)
    color = baked.colors.on_screen(answered.color)
    baked.display.cells = "OFF"
    canvas = from_front()
    along = [start + share * (goal - start) for share in np.linspace(0.1, 0.9, 200)]
    show_paths(monkeypatch, volant, answered)
    canvas.draw(volant, baked.scene)
    assert all(canvas.strength(point, color) > 0.95 for point in along)
    # Drawn right after the other, as at the first move of a drag.
    show_paths(monkeypatch, volant, replace(answered, is_pending=True))
    canvas.draw(volant, baked.scene)
    strengths = np.array([canvas.strength(point, color) for point in along])
    assert 0.3 < strengths.max() < 0.6
    assert 0.25 < np.mean(strengths > 0.3) < 0.75
    assert np.mean(strengths < 0.01) > 0.1
    # On the dash and the dot that both are there.
    assert all(0.3 < canvas.strength(end, color) < 0.8 for end in (start, goal))
    show_paths(monkeypatch, volant, answered)
    canvas.draw(volant, baked.scene)
    assert all(canvas.strength(point, color) > 0.95 for point in (*along, start, goal))


def test_the_chosen_one_of_several_ways_is_drawn_over_the_others_which_are_thin(baked, volant, monkeypatch):
    high = 3 * UP
    chosen = shown(volant, baked, START + high, GOAL + high)
    other = replace(chosen, color=(0.1, 0.1, 0.9), is_aside=True)
    show_paths(monkeypatch, volant, chosen, other)
    baked.display.cells, baked.display.line_width = "OFF", 2.0
    middle, pixel = (START + GOAL) / 2 + high, 6.0 / 480
    canvas = drawn(from_front(), volant, baked.scene)
    assert canvas.strength(middle, baked.colors.on_screen(chosen.color)) > 0.95
    show_paths(monkeypatch, volant, other)
    canvas.draw(volant, baked.scene)
    assert canvas.strength(middle, baked.colors.on_screen(other.color)) > 0.9
    assert canvas.is_empty(middle + 3.5 * pixel * UP)


def test_a_path_has_a_dark_rim(baked, volant, monkeypatch):
    high = 3 * UP
    path = shown(volant, baked, START + high, GOAL + high)
    show_paths(monkeypatch, volant, path)
    baked.display.cells = "OFF"
    canvas = from_front()
    canvas.background = (0.8, 0.8, 0.8)
    canvas.draw(volant, baked.scene)
    middle = (START + GOAL) / 2 + high
    pixel = 6.0 / 480
    assert canvas.strength(middle, baked.colors.on_screen(path.color)) > 0.95
    assert 0.3 < canvas.strength(middle + 5.5 * pixel * UP, baked.colors.OUTLINE) < 0.8
    assert canvas.is_empty(middle + 9 * pixel * UP)


def test_a_hidden_path_is_faint_and_plain_in_xray(baked, volant, monkeypatch):
    high = 3 * UP
    path = shown(volant, baked, START + high, GOAL + high)
    show_paths(monkeypatch, volant, path)
    baked.display.cells = "OFF"
    color = baked.colors.on_screen(path.color)
    hidden, open_air = (START + high + share * (GOAL - START) for share in (0.25, 0.75))
    middle = ((LOW + HIGH) / 2)[0] + 1.0
    curtain = [(LOW[0] - 1, 0, 9), (middle, 0, 9), (middle, 0, 15), (LOW[0] - 1, 0, 15)]
    canvas = drawn(from_front(), volant, baked.scene, curtain=curtain)
    assert 0.1 < canvas.strength(hidden, color) < 0.5
    assert 0.1 < canvas.strength(START + high, color) < 0.6
    assert canvas.strength(open_air, color) > 0.95
    assert canvas.strength(GOAL + high, color) > 0.95
    canvas.draw(volant, baked.scene, curtain=curtain, xray=True)
    assert canvas.strength(hidden, color) > 0.95


@pytest.mark.parametrize("cells", ["WIRE", "GLASS"])
def test_cells_are_hidden_by_geometry_except_in_xray(baked, volant, cells):
    baked.display.cells = cells
    middle = baked.nav.boxes()[largest_cell_of(baked.nav, 1)].mean(axis=0)
    curtain = [(x, 0.0, z) for x, z in ((-9, 5), (9, 5), (9, 19), (-9, 19))]
    point = top_edge(baked.nav.boxes()[largest_cell_of(baked.nav, 1)]) if cells == "WIRE" else middle
    point = point - (0, 0, 0.03 * VOXEL)
    canvas = drawn(from_front(), volant, baked.scene, curtain=curtain, visible=lambda _volume: True)
    hidden = np.abs(canvas.at(middle) - canvas.background).max()
    assert hidden < 0.01
    canvas.draw(volant, baked.scene, curtain=curtain, xray=True)
    assert np.abs(canvas.at(point) - canvas.background).max() > 0.05


def test_without_a_path_a_red_line_is_dashed_between_dots_in_the_colours_of_their_islands(baked, volant, monkeypatch):
    start, goal = LOW + np.array((1.0, 4, 6)) * VOXEL, LOW + np.array((15.0, 4, 6)) * VOXEL
    path = shown(volant, baked, start, goal)
    assert not path.path.found
    assert path.path.islands == (0, 1)
    show_paths(monkeypatch, volant, path)
    baked.display.cells, baked.display.line_width = "OFF", 2.0
    canvas = drawn(from_front(), volant, baked.scene)
    assert canvas.strength(start, baked.colors.SHIPPED.island(0)) > 0.95
    assert canvas.strength(goal, baked.colors.SHIPPED.island(1)) > 0.95
    along = [start + share * (goal - start) for share in np.linspace(0.1, 0.9, 200)]
    red = [np.abs(canvas.at(point) - baked.colors.NOT_FOUND).max() < 0.03 for point in along]
    assert 0.25 < np.mean(red) < 0.75
    assert any(canvas.is_empty(point) for point in along)


def test_an_end_that_was_moved_into_free_space_is_joined_by_dashes(baked, volant, monkeypatch):
    start = LOW + np.array((11.0, 4.5, 2.6)) * VOXEL
    config = volant.navcore.PathConfig(max_snap=2.0)
    path = shown(volant, baked, start, GOAL + 3 * UP, config)
    assert path.path.snapped[0]
    show_paths(monkeypatch, volant, path)
    baked.display.cells = "OFF"
    canvas = drawn(Canvas(start - (0, 20, 0), start, 2.0), volant, baked.scene)
    assert canvas.strength(start, baked.colors.on_screen(path.color)) > 0.95
    moved = path.path.points[0]
    assert np.linalg.norm(moved - start) > 0.1
    color = baked.colors.on_screen(path.color)
    dash = [np.abs(canvas.at(start + share * (moved - start)) - color).max() < 0.03 for share in np.linspace(0, 1, 200)]
    assert 0.3 < np.mean(dash) < 0.95
    assert dash[-1]


@pytest.mark.parametrize("other", [False, True])
def test_near_paths_only_keeps_the_cells_of_paths_and_their_neighbours(baked, volant, monkeypatch, other):
    """Also of a path whose cells are those of another volume, as a larger agent's are."""
    nav = bake(volant, merge=False) if other else baked.nav
    start, goal = (LOW + np.array(at) * VOXEL for at in ((9.0, 1.0, 0.9), (9.0, 7.0, 0.9)))
    path = shown(volant, baked, start, goal, nav=nav)
    assert path.path.found
    assert not other or max(path.path.cells) >= len(baked.nav.cells)
    show_paths(monkeypatch, volant, path)
    near = volant.addon.overlay.paths.near_paths(baked.nav, [path])
    points = path.path.points
    steps = np.concatenate([a + np.linspace(0, 1, 500)[:, None] * (b - a) for a, b in itertools.pairwise(points)])
    on_path = set(baked.nav.locate(steps).tolist()) if other else set(path.path.cells)
    neighbours = {cell for pair in baked.nav.portals.tolist() for cell in pair if on_path & set(pair)}
    assert set(np.flatnonzero(near)) == on_path | neighbours
    assert not near[baked.nav.components == 0].any()

    baked.display.cells = "GLASS"
    canvas = from_front()
    points = {island: baked.nav.boxes()[largest_cell_of(baked.nav, island)].mean(axis=0) for island in (0, 1)}
    canvas.draw(volant, baked.scene)
    assert not canvas.is_empty(points[0])
    baked.display.near_paths = True
    canvas.draw(volant, baked.scene)
    assert canvas.is_empty(points[0])
    assert not canvas.is_empty(baked.nav.boxes()[np.flatnonzero(near)[0]].mean(axis=0))


def test_near_paths_without_a_path_shows_the_cells_of_both_ends(baked, volant):
    start, goal = LOW + np.array((1.0, 4, 6)) * VOXEL, LOW + np.array((15.0, 4, 6)) * VOXEL
    near = volant.addon.overlay.paths.near_paths(baked.nav, [shown(volant, baked, start, goal)])
    assert near[baked.nav.locate([start, goal])].all()
    assert not volant.addon.overlay.paths.near_paths(baked.nav, []).any()
