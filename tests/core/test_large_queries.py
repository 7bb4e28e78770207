# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions in domains of 32,768 voxels a side.

Eight voxels a side, each cut into 4,096 along every axis, are the same space: whatever is asked of it in world units
has the same answer.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from boxes_apart import LONGEST, cut_boxes
from hypothesis import given, settings
from hypothesis import strategies as st
from volumes import awkward_point, free_points, random_volume, seeds

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from path_check import assert_distinct_routes, assert_valid_path

from volant import navcore
from volant.navcore.geometry.boxes import fill_gaps
from volant.navcore.geometry.clearance import LARGEST_SQUARE
from volant.navcore.geometry.touching import find_portals

_FINER = LONGEST // 8


def cut_finer(nav: navcore.NavVolume) -> navcore.NavVolume:
    """The same space in voxels that are 4,096 times as small."""
    return replace(
        nav,
        voxel_size=nav.voxel_size / _FINER,
        shape=nav.shape * np.int32(_FINER),
        cells=nav.cells * np.int32(_FINER),
        removed_boxes=nav.removed_boxes * np.int32(_FINER),
        squared_clearance=None,
    )


@st.composite
def pairs_of_volumes(draw: st.DrawFn) -> tuple[navcore.NavVolume, navcore.NavVolume]:
    rng = np.random.default_rng(draw(seeds))
    nav = random_volume(rng, (8, 8, 8), draw(st.sampled_from([0.05, 0.2, 0.4])), draw(st.booleans()), rough=False)
    return nav, cut_finer(nav)


def scattered(seed: int, count: int, kept: float) -> navcore.NavVolume:
    """Some of the boxes that a cube of 32,768 voxels is cut into at random places."""
    rng = np.random.default_rng(seed)
    boxes = cut_boxes(rng, LONGEST, count)
    cells = boxes[rng.random(len(boxes)) < kept]
    portals = navcore.run(find_portals(cells))
    labels = np.arange(len(cells))
    for _round in cells:
        for first, second in portals:
            labels[[first, second]] = labels[[first, second]].min()
    return navcore.NavVolume(
        origin=np.array((1000.0, -2000.0, 0.5)),
        voxel_size=0.25,
        shape=np.array([LONGEST] * 3, np.int32),
        cells=cells,
        portals=portals,
        components=np.unique(labels, return_inverse=True)[1].astype(np.int32).ravel(),
        removed_boxes=np.empty((0, 2, 3), np.int32),
        leaf_count=len(cells),
        agent_radius=0.0,
    )


_CONFIGS = [
    navcore.PathConfig(),
    navcore.PathConfig(algorithm="astar", h=1.0),
    navcore.PathConfig(algorithm="dijkstra", graph="portals"),
    navcore.PathConfig(algorithm="theta", graph="corners", refine="prune"),
    navcore.PathConfig(algorithm="astar", refine="funnel+prune"),
    navcore.PathConfig(algorithm="astar", refine="smooth_a"),
    navcore.PathConfig(landmarks=3),
]


@given(pairs_of_volumes(), seeds, st.sampled_from(_CONFIGS))
@settings(max_examples=2 * settings().max_examples)
def test_paths_are_as_long_in_finer_voxels(navs, seed, config):
    coarse, fine = navs
    rng = np.random.default_rng(seed)
    start, goal = awkward_point(rng, coarse), awkward_point(rng, coarse)
    known, found = (navcore.find_path(nav, start, goal, config) for nav in (coarse, fine))
    assert found.status == known.status
    if found.found:
        assert found.length == pytest.approx(known.length, rel=1e-9, abs=1e-12)
        assert_valid_path(fine, found)


@given(pairs_of_volumes(), seeds)
def test_points_are_found_in_the_same_cells(navs, seed):
    coarse, fine = navs
    rng = np.random.default_rng(seed)
    points = np.concatenate((rng.uniform(-1, 9, (20, 3)), [awkward_point(rng, coarse) for _point in range(20)]))
    assert np.array_equal(fine.locate(points), coarse.locate(points))
    for of_fine, of_coarse in zip(fine.nearest(points), coarse.nearest(points), strict=True):
        assert np.array_equal(of_fine, of_coarse)
    for point in points.tolist():
        assert fine.holding(*point) == coarse.holding(*point)
    assert fine.clearance == pytest.approx(coarse.clearance, rel=1e-12)


@given(pairs_of_volumes(), seeds)
def test_islands_and_leaks_are_the_same(navs, seed):
    coarse, fine = navs
    for here, there in zip(navcore.islands(fine), navcore.islands(coarse), strict=True):
        assert (here.number, here.share) == (there.number, there.share)
        assert here.volume == pytest.approx(there.volume, rel=1e-12)
        assert np.array_equal(here.bounds, there.bounds)
    (inside,) = free_points(coarse, 1, seed, island=None)
    known, found = (navcore.find_leak(nav, inside) for nav in (coarse, fine))
    assert found.found == known.found
    assert found.room_volume == pytest.approx(known.room_volume, rel=1e-12)
    if found.found:
        assert found.path.length == pytest.approx(known.path.length, rel=1e-9, abs=1e-12)


@given(seeds, st.sampled_from([0.5, 0.8, 1.0]))
@settings(max_examples=settings().max_examples // 2)
def test_any_boxes_hold_valid_paths(seed, kept):
    nav = scattered(seed, 60, kept)
    rng = np.random.default_rng(seed)
    boxes = nav.boxes()
    points = boxes[:, 0] + rng.random((len(boxes), 3)) * (boxes[:, 1] - boxes[:, 0])
    assert np.array_equal(nav.locate(points), np.arange(len(points)))
    for start, goal in zip(points[:4], points[-4:], strict=True):
        same = nav.components[nav.locate([start])[0]] == nav.components[nav.locate([goal])[0]]
        path = navcore.find_path(nav, start, goal)
        assert path.found == same
        if same:
            assert_valid_path(nav, path)
            assert path.length >= np.linalg.norm(goal - start) * (1 - 1e-12)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_routes_across_the_longest_domain(seed):
    nav = scattered(seed, 60, 0.8)
    points = nav.boxes().mean(axis=1)
    routes = navcore.k_routes(nav, points[0], points[-1], 3)
    assert routes
    for route in routes:
        assert_valid_path(nav, route)
    assert_distinct_routes(nav, routes)


def test_why_not_tells_the_gap_between_far_islands():
    nav = scattered(3, 40, 0.35)
    first, last = (np.flatnonzero(nav.components == island)[0] for island in (0, nav.components.max()))
    start, goal = nav.boxes()[[first, last]].mean(axis=1)
    answer = navcore.why_not(nav, start, goal)
    assert answer.status == navcore.Obstacle.CLOSED
    gaps = [
        np.linalg.norm(np.maximum(np.maximum(b[0] - a[1], a[0] - b[1]), 0.0))
        for a, b in itertools.product(*(nav.boxes()[nav.components == nav.components[cell]] for cell in (first, last)))
    ]
    assert np.linalg.norm(answer.gap[1] - answer.gap[0]) == pytest.approx(min(gaps))


@given(seeds)
def test_clearance_is_that_of_every_blocked_box(seed):
    nav = scattered(seed, 40, 0.6)
    blocked = navcore.run(fill_gaps(nav.cells, nav.shape)).astype(np.float64)
    centre = nav.cells.mean(axis=1)[:, None]
    gap = np.maximum(np.maximum(blocked[:, 0] - centre, centre - blocked[:, 1]), 0.0)
    squares = 4.0 * (gap**2).sum(axis=2).min(axis=1)
    assert np.array_equal(navcore.with_clearance(nav).squared_clearance, squares.astype(np.uint32))
    assert nav.clearance == pytest.approx(0.25 * np.sqrt(squares) / 2)


def test_a_clearance_beyond_all_numbers_is_the_largest_there_is():
    """One blocked voxel in a corner; the cell in the opposite one is over 50,000 voxels from it."""
    corner = np.array([[[0, 0, 0], [1, 1, 1]]], np.int32)
    cell = np.array([[[LONGEST - 9] * 3, [LONGEST] * 3]], np.int32)
    whole = scattered(0, 1, 1.0)
    far = replace(whole, cells=cell, removed_boxes=navcore.run(fill_gaps(np.concatenate((cell, corner)), whole.shape)))
    assert np.array_equal(far.blocked(), corner)
    assert navcore.with_clearance(far).squared_clearance.tolist() == [LARGEST_SQUARE]
    assert far.clearance[0] == pytest.approx(LONGEST * 0.25, rel=1e-9)
