# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Landmarks that travel with a volume: true, never too much, and used instead of working them out again."""

from __future__ import annotations

import math
from math import dist

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import triangle_soups
from test_bake import bake_or_full
from test_landmarks import PAIRS, clutter, ends, expanded, hall, maze

from volant import navcore
from volant.navcore.query.search.landmarks import Landmarks, at_least
from volant.navcore.query.search.portal_landmarks import PortalLandmarks

COUNT = 8


def ask(nav, pairs, **settings):
    config = navcore.PathConfig(graph="portals", h=1.0, refine="none", **settings)
    return [navcore.find_path(nav, *pair, config) for pair in pairs]


def ways(nav: navcore.NavVolume) -> networkx.Graph:
    """The graph of portals, as networkx knows it; without relays those of a cell are all joined."""
    graph = navcore.Navigator.of(nav).points("portals")
    made = networkx.Graph()
    for cell in range(len(nav.cells)):
        for node in graph.nodes(cell):
            made.add_node(node)
            made.add_weighted_edges_from(
                (node, other, dist(node.point, other.point)) for other in graph.neighbours(node)
            )
    return made


def portal_nodes(nav: navcore.NavVolume) -> list:
    """The node in the middle of each portal."""
    graph = navcore.Navigator.of(nav).points("portals")
    middle = {node.cells: node for cell in range(len(nav.cells)) for node in graph.nodes(cell) if len(node.cells) == 2}
    return [middle[first, second] for first, second in nav.portals.tolist()]


@pytest.mark.parametrize("world", [maze, clutter, hall])
def test_distances_are_true_and_rounded_down(world):
    nav = navcore.with_landmarks(world(), COUNT)
    made, nodes = ways(nav), portal_nodes(nav)
    assert nav.landmarks.shape == (COUNT, len(nav.portals))
    for *_ends, edge in made.edges(data=True):
        edge["rounded"] = math.floor(32 * edge["weight"])
    for table in nav.landmarks[:3]:
        for island in np.unique(nav.components[nav.portals[:, 0]]):
            here = np.flatnonzero(nav.components[nav.portals[:, 0]] == island)
            (source, *_more) = here[table[here] == 0]
            true = networkx.single_source_dijkstra_path_length(made, nodes[source])
            rounded = networkx.single_source_dijkstra_path_length(made, nodes[source], weight="rounded")
            for portal in here:
                assert table[portal] == rounded[nodes[portal]] <= 32 * true[nodes[portal]] + 1e-9


@pytest.mark.parametrize("world", [maze, clutter, hall])
def test_no_two_nodes_differ_by_more_than_their_edge(world):
    """Relays included, whose distances no file holds."""
    nav = navcore.with_landmarks(world(), COUNT)
    known = PortalLandmarks(nav, navcore.Navigator.of(nav).points("portals"), COUNT)
    edges = 0
    for one, other, length in ways(nav).edges(data="weight"):
        here, there = known.of(one), known.of(other)
        assert len(here) == len(there) == COUNT
        assert max(abs(a - b) for a, b in zip(here, there, strict=True)) <= length + 1e-9
        edges += 1
    assert edges > 100


@given(triangle_soups(), st.integers(1, 3))
def test_bounds_never_exceed_the_distance(soup, count):
    """Of random volumes: from every portal to a goal in every cell, by ways that networkx knows."""
    nav, _free = bake_or_full(soup, bounds=((0.1, 0.2, 0.3), (8.1, 7.2, 5.3)))
    if nav is None or not len(nav.portals):
        return
    nav = navcore.with_landmarks(nav, count)
    graph, made = navcore.Navigator.of(nav).points("portals"), ways(nav)
    known = PortalLandmarks(nav, graph, count)
    for cell in range(0, len(nav.cells), 5):
        middle = nav.cells[cell].mean(axis=0) + 0.25
        goal = graph.injected(tuple(middle.tolist()), cell)
        made.add_weighted_edges_from((goal, node, dist(goal.point, node.point)) for node in graph.nodes(cell))
        if goal in made:
            bounds = known.towards(goal, graph.nodes(cell))
            for node, true in networkx.single_source_dijkstra_path_length(made, goal).items():
                assert at_least(0.0, known.of(node), bounds) <= true + 1e-9
            made.remove_node(goal)


@pytest.mark.parametrize("world", [maze, clutter, hall])
def test_paths_are_as_short_as_dijkstra_s_and_nothing_is_worked_out(world, monkeypatch):
    plain = world()
    nav = navcore.loads(navcore.dumps(navcore.with_landmarks(plain, COUNT)))
    pairs = ends(nav, PAIRS)
    truth, blind = ask(nav, pairs, algorithm="dijkstra"), ask(nav, pairs, algorithm="astar")

    def refuse(*_given):
        raise AssertionError("there are some in the file")

    monkeypatch.setattr(Landmarks, "steps", refuse)
    sharp = ask(nav, pairs, algorithm="astar", landmarks=COUNT)
    assert np.allclose([path.length for path in sharp], [path.length for path in truth], rtol=1e-9)
    assert expanded(sharp) < (1.0 if world is hall else 0.7) * expanded(blind)
    few = ask(nav, pairs, algorithm="astar", landmarks=2)
    assert expanded(sharp) <= expanded(few)
    with pytest.raises(AssertionError, match="in the file"):
        ask(nav, pairs, algorithm="astar", landmarks=COUNT + 1)


def test_a_file_without_is_as_it_was_and_one_with_says_the_same_again():
    nav = clutter()
    bare = navcore.dumps(nav)
    marked = navcore.with_landmarks(nav, 3)
    data = navcore.dumps(marked)
    again = navcore.loads(data)
    assert (again.landmarks == marked.landmarks).all()
    assert navcore.dumps(again) == data
    assert navcore.loads(bare).landmarks is None
    assert navcore.dumps(navcore.with_landmarks(again, 0)) == bare


def test_lone_cells_and_empty_volumes_have_room_for_none():
    lone = navcore.with_landmarks(navcore.bake_voxels([], (3, 2, 1)), 4)
    assert lone.landmarks.shape == (4, 0)
    assert navcore.loads(navcore.dumps(lone)).landmarks.shape == (4, 0)
    path = navcore.find_path(lone, (0.5, 0.5, 0.5), (2.5, 1.5, 0.5), navcore.PathConfig(graph="portals", landmarks=4))
    assert path.found


@pytest.mark.parametrize("count", [-1, 65])
def test_foolish_numbers_are_refused(count):
    with pytest.raises(navcore.NavError, match="landmarks must be a whole number from 0 to 64"):
        navcore.with_landmarks(maze(), count)


def test_progress_is_told_and_can_cancel():
    told = []
    navcore.with_landmarks(maze(), 3, lambda fraction, stage: told.append((fraction, stage)))
    assert told == sorted(told)
    assert len(told) >= 3
    with pytest.raises(navcore.Cancelled):
        navcore.with_landmarks(maze(), 3, lambda *_told: False)
