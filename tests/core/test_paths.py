# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole queries on random volumes: every path is valid, as short as its settings promise, and does what they say."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from path_answers import answer, assert_answers
from path_check import assert_valid_path
from test_sight import Twin, joined
from volumes import awkward_point, cells_holding, elsewhere, free_points, seeds, volumes

from volant import navcore
from volant.navcore.config import ALGORITHMS, REFINEMENTS
from volant.navcore.geometry.primitives import without_loops


def test_ends_between_rooms_that_touch_along_an_edge_alone_lead_into_each_of_them():
    nav = navcore.bake_voxels([(0, 1, 0), (1, 0, 0)], (2, 2, 1), navcore.BakeConfig(voxel_size=1.0))
    edge, rooms = (1.0, 1.0, 0.5), [(0.25, 0.25, 0.5), (1.75, 1.75, 0.5)]
    length = pytest.approx(0.75 * math.sqrt(2))
    assert [path.length for path in navcore.find_paths(nav, edge, rooms)] == [length, length]
    for room in rooms:
        assert navcore.find_path(nav, room, edge).length == length
    assert "island" in navcore.find_path(nav, *rooms).reason


@given(volumes(), seeds)
def test_every_algorithm_and_refinement_keeps_to_the_cells(nav, seed):
    rng = np.random.default_rng(seed)
    start, goal = awkward_point(rng, nav), awkward_point(rng, nav)
    raw_lengths = {}
    for algorithm, refine in itertools.product(ALGORITHMS, REFINEMENTS):
        config = navcore.PathConfig(algorithm=algorithm, refine=refine)
        path = navcore.find_path(nav, start, goal, config)
        assert_answers(nav, start, goal, path)
        # Refining does not change what was found.
        assert raw_lengths.setdefault(algorithm, path.raw_length) == path.raw_length
        # The funnel is no exact method, and variant B keeps a margin.
        if path.found and refine in ("taut", "none", "prune", "smooth_a"):
            assert path.length <= path.raw_length * (1 + 1e-9) + 1e-9
        if algorithm == "lazy_theta":
            assert path.stats["sight_checks"] <= path.stats["expanded"]
        if algorithm in ("astar", "dijkstra", "greedy"):
            assert path.stats["sight_checks"] == 0


@given(volumes(), seeds, st.tuples(*[st.floats(-1e4, 1e4)] * 3), st.floats(1e-3, 1e3))
def test_paths_anywhere_in_the_world(nav, seed, origin, voxel_size):
    """Voxels are not whole numbers of the world; ends are kept to the last bit, and everything else scales."""
    rng = np.random.default_rng(seed)
    world = elsewhere(nav, origin, voxel_size)
    places = [awkward_point(rng, nav) for _end in range(2)]
    ends = [world.nearest([world.origin + place * voxel_size])[1][0] for place in places]
    path = navcore.find_path(world, *ends)
    if path.found:
        assert path.snapped == (False, False)
        assert (path.points[[0, -1]] == ends).all()
        assert_valid_path(world, path)
        assert path.length >= np.linalg.norm(ends[1] - ends[0]) * (1 - 1e-12)


@given(volumes(), seeds, st.sampled_from(ALGORITHMS), st.floats(0.5, 2.0))
def test_taut_paths_bend_only_where_sight_ends(nav, seed, algorithm, h):
    """No bend's neighbours see each other, in exact arithmetic, whatever the search."""
    rng = np.random.default_rng(seed)
    twin = Twin(nav)
    for _query in range(3):
        start, goal = awkward_point(rng, nav), awkward_point(rng, nav)
        path = navcore.find_path(nav, start, goal, navcore.PathConfig(algorithm=algorithm, h=h))
        for before, here, after in zip(path.points, path.points[1:], path.points[2:], strict=False):
            share = np.clip((here - before) @ (after - before) / ((after - before) @ (after - before)), 0, 1)
            off_line = np.linalg.norm(before + share * (after - before) - here)
            assert off_line > 1e-10, "a point in the middle of a straight line"
            # Bends are rounded, so that those of a hair may be no more than that.
            if off_line > 1e-6:
                ends = [np.round(end * 2**40) / 2**40 for end in (before, after)]
                firsts, lasts = (set(cells_holding(nav, end)) for end in ends)
                # Where cells meet in an edge alone, a point is on both sides of what sight cannot pass.
                if all(all_joined(twin, end, cells) for end, cells in zip(ends, (firsts, lasts), strict=True)):
                    pairs = twin.met(*(tuple(end.tolist()) for end in ends))
                    assert not joined(pairs, min(firsts), min(lasts))


def all_joined(twin, point, cells):
    """Whether portals that hold a point join all cells that do."""
    pairs = twin.met(tuple(point.tolist()), tuple(point.tolist()))
    return all(joined(pairs, min(cells), cell) for cell in cells)


@given(volumes(), seeds)
def test_nothing_that_keeps_to_the_sleeve_is_shorter_than_taut(nav, seed):
    rng = np.random.default_rng(seed)
    start, goal = awkward_point(rng, nav), awkward_point(rng, nav)
    for algorithm in ALGORITHMS:
        taut, raw, pulled = (
            navcore.find_path(nav, start, goal, navcore.PathConfig(algorithm=algorithm, refine=refine))
            for refine in ("taut", "none", "funnel")
        )
        assert not taut.found or taut.length <= min(raw.length, pulled.length) * (1 + 1e-6) + 1e-9


def test_taut_is_the_shortest_refinement_on_average(maze):
    """Those that are cut short by sight may leave the sleeve and find a better one, once in a while."""
    ends = free_points(maze, 60, 8).reshape(-1, 2, 3)
    lengths = {
        refine: sum(navcore.find_path(maze, *pair, navcore.PathConfig(refine=refine)).length for pair in ends)
        for refine in REFINEMENTS
    }
    assert min(lengths, key=lambda refine: lengths[refine]) == "taut"
    assert max(lengths, key=lambda refine: lengths[refine]) in ("none", "smooth_b")


@given(volumes(), seeds, st.sampled_from(ALGORITHMS), st.sampled_from(REFINEMENTS))
def test_refining_never_lengthens(nav, seed, algorithm, refinement):
    rng = np.random.default_rng(seed)
    config = navcore.PathConfig(algorithm=algorithm, refine=refinement)
    path = navcore.find_path(nav, awkward_point(rng, nav), awkward_point(rng, nav), config)
    if path.found:
        assert path.length <= path.raw_length * (1.0 + 1e-9)


@given(st.lists(st.integers(0, 6), min_size=1))
def test_a_chain_without_loops_goes_the_same_ways(cells):
    chain = without_loops(cells)
    assert (chain[0], chain[-1]) == (cells[0], cells[-1])
    assert len(set(chain)) == len(chain)
    assert set(itertools.pairwise(chain)) <= set(itertools.pairwise(cells))


@given(volumes(), seeds)
def test_ends_in_one_cell_are_joined_straight(nav, seed):
    rng = np.random.default_rng(seed)
    low, high = nav.cells[rng.integers(len(nav.cells))].astype(np.float64)
    start, goal = (low + (high - low) * rng.choice([0, 0.5, 1, rng.random()], 3) for _end in range(2))
    path = navcore.find_path(nav, start, goal)
    if path.found:
        assert path.points.tolist() == [start.tolist(), goal.tolist()]
        assert path.length == pytest.approx(np.linalg.norm(goal - start))
    same = navcore.find_path(nav, start, start)
    assert same.found
    assert same.length == 0
    assert (same.points == start).all()


@pytest.mark.parametrize("place", [(1.0, 0.5, 0.5), (1.0, 1.0, 0.5), (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)])
@pytest.mark.parametrize("refine", REFINEMENTS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_goals_on_portals_edges_and_corners(place, refine, algorithm):
    nav = navcore.bake_voxels([], (2, 2, 2), navcore.BakeConfig(voxel_size=1.0, merge=False, min_depth=1))
    assert len(nav.cells) == 8
    config = navcore.PathConfig(algorithm=algorithm, refine=refine)
    for end in ((0.25, 0.25, 0.25), (1.75, 1.75, 1.75), (1.0, 1.0, 1.0), (2.0, 0.0, 1.0)):
        for start, goal in ((end, place), (place, end)):
            path = navcore.find_path(nav, start, goal, config)
            assert_answers(nav, np.array(start), np.array(goal), path)
            if refine == "taut":
                assert path.length == pytest.approx(np.linalg.norm(np.subtract(goal, start)), rel=1e-9)


@given(volumes(), seeds, st.sampled_from([0.0, 1e-9, 0.3, 1.0, 50.0]), st.sampled_from([0.0, 1e-9, 0.7, 1.0, 80.0]))
def test_any_weights_find_a_path(nav, seed, g, h):
    assume(g or h)
    rng = np.random.default_rng(seed)
    start, goal = awkward_point(rng, nav), awkward_point(rng, nav)
    for algorithm in ALGORITHMS:
        path = navcore.find_path(nav, start, goal, navcore.PathConfig(algorithm=algorithm, g=g, h=h))
        assert_answers(nav, start, goal, path)


def test_weights_do_what_they_say(maze):
    """The more the way ahead weighs, the fewer cells are searched and the longer the ways through them."""
    ends = free_points(maze, 24, 6).reshape(-1, 2, 3)
    kinds = {"algorithm": "dijkstra"}, {"algorithm": "astar", "h": 1.0}, {"algorithm": "astar", "h": 4.0}
    expanded, lengths = [], []
    for kind in (*kinds, {"algorithm": "greedy"}):
        paths = [navcore.find_path(maze, *pair, navcore.PathConfig(refine="none", **kind)) for pair in ends]
        expanded.append(sum(path.stats["expanded"] for path in paths))
        lengths.append(sum(path.length for path in paths))
    assert expanded[0] > expanded[1] > max(expanded[2:])
    assert lengths[1] < min(lengths[2:])


@pytest.mark.parametrize(("name", "weight"), [("dijkstra", {"h": 0.0}), ("greedy", {"g": 0.0})])
def test_named_algorithms_are_a_star_with_one_weight(maze, name, weight):
    for start, goal in free_points(maze, 8, 7).reshape(-1, 2, 3):
        paths = (
            navcore.find_path(maze, start, goal, navcore.PathConfig(algorithm=algorithm, **weights))
            for algorithm, weights in ((name, {}), ("astar", weight))
        )
        named, weighted = map(answer, paths)
        assert named == weighted
