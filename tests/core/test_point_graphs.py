# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The graphs of portals and of corners: what they are, and that searches find the way that networkx finds in them."""

from __future__ import annotations

import dataclasses
import gc
import itertools
import weakref
from concurrent.futures import ThreadPoolExecutor
from math import dist, inf

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import painted
from volumes import awkward_point, seeds, volumes

from volant import navcore
from volant.navcore.config import ALGORITHMS, REFINEMENTS
from volant.navcore.progress import run
from volant.navcore.query.graph.points import FEW
from volant.navcore.query.search.points import PointSearch
from volant.navcore.query.search.policy import SearchPolicy

GRAPHS = ("portals", "corners")
#: What is rounding, in voxels.
HAIR = 1e-7

#: Without those whose graphs take long to write out; halls with many portals remain where cells are merged.
small_volumes = volumes().filter(lambda nav: len(nav.cells) <= 300)
graphs = st.sampled_from(sorted(GRAPHS))


def ask(nav, start, goal, graph, algorithm="astar", refine="none", h=1.0):
    config = navcore.PathConfig(graph=graph, algorithm=algorithm, refine=refine, h=h)
    return navcore.find_path(nav, start, goal, config)


def two_points(nav, seed):
    rng = np.random.default_rng(seed)
    return awkward_point(rng, nav), awkward_point(rng, nav)


# --- the graphs ---


def explicit(nav, graph, start=None, goal=None) -> networkx.Graph:
    """A graph as it is given out, neighbour by neighbour, with a start and a goal in it."""
    made = networkx.Graph()
    for cell in range(len(nav.cells)):
        for node in graph.nodes(cell):
            made.add_node(node)
            for other in graph.neighbours(node):
                made.add_edge(node, other, weight=dist(node.point, other.point))
    ends = {}
    for name, point in (("start", start), ("goal", goal)):
        if point is None:
            continue
        ends[name] = set().union(*clusters_at(nav, point))
        made.add_node(name)
        for cell in ends[name]:
            for node in graph.nodes(cell):
                made.add_edge(name, node, weight=dist(point, node.point))
    if len(ends) == 2 and ends["start"] & ends["goal"]:
        made.add_edge("start", "goal", weight=dist(start, goal))
    return made


def clusters_at(nav, point) -> list[set[int]]:
    """The cells that hold a point, those together that hang together through portals that hold it, too."""
    cells = np.flatnonzero(((nav.cells[:, 0] <= point) & (point <= nav.cells[:, 1])).all(axis=1)).tolist()
    around = networkx.Graph()
    around.add_nodes_from(cells)
    for one, two in itertools.combinations(cells, 2):
        low, high = np.maximum(*nav.cells[[one, two], 0]), np.minimum(*nav.cells[[one, two], 1])
        if np.count_nonzero(low < high) == 2:
            around.add_edge(one, two)
    return list(networkx.connected_components(around))


@given(small_volumes)
def test_portal_nodes_are_the_middles_of_portals(nav):
    graph = navcore.Navigator.of(nav).points("portals")
    nodes = {node for cell in range(len(nav.cells)) for node in graph.nodes(cell)}
    middles = {
        (tuple(box.mean(axis=0)), tuple(pair)) for box, pair in zip(nav.portal_boxes(), nav.portals, strict=True)
    }
    assert {(node.point, node.cells) for node in nodes if len(node.cells) == 2} == middles
    assert len(nodes) == len({(node.point, node.cells) for node in nodes})


@given(small_volumes)
def test_corner_nodes_are_all_corners_that_hang_together_with_a_cell(nav):
    graph = navcore.Navigator.of(nav).points("corners")
    corners: dict[tuple[float, ...], set[int]] = {}
    for cell, box in enumerate(nav.cells.tolist()):
        for corner in itertools.product(*zip(*box, strict=True)):
            corners.setdefault(corner, set()).add(cell)
    wanted: list[set[tuple]] = [set() for _cell in nav.cells]
    for place, owners in corners.items():
        for cluster in clusters_at(nav, place):
            for cell in cluster if cluster & owners else ():
                wanted[cell].add((place, tuple(sorted(cluster))))
    for cell, known in enumerate(wanted):
        nodes = [node for node in graph.nodes(cell) if node.point in corners]
        assert {(node.point, node.cells) for node in nodes} == known
        assert len(nodes) == len(known)
        assert all(node in set(graph.nodes(other)) for node in nodes for other in node.cells)


@given(small_volumes, graphs)
def test_edges_lie_in_one_cell_lead_both_ways_and_are_few(nav, name):
    graph = navcore.Navigator.of(nav).points(name)
    made = explicit(nav, graph)
    assert sum(len(graph.neighbours(node)) for node in made) == 2 * made.number_of_edges(), "there and back"
    assert not any(node is other or not set(node.cells) & set(other.cells) for node, other in made.edges)
    for cell in range(len(nav.cells)):
        nodes = graph.nodes(cell)
        edges = sum(cell in other.cells for node in nodes for other in made[node]) // 2
        if len(nodes) <= FEW:
            assert edges == len(nodes) * (len(nodes) - 1) // 2
        # Nodes that lie in two cells may be joined in the other one, so there may be more than those of this cell.
        assert edges <= (FEW + 2) * len(nodes)
        assert not nodes or networkx.is_connected(made.subgraph(nodes))


# --- searches ---


@given(small_volumes, graphs, seeds)
def test_lengths_are_those_that_networkx_finds(nav, name, seed):
    start, goal = two_points(nav, seed)
    made = explicit(nav, navcore.Navigator.of(nav).points(name), start, goal)
    path = ask(nav, start, goal, name, "dijkstra")
    if not path.found:
        assert "island" in path.reason
        assert not networkx.has_path(made, "start", "goal")
        return
    best = networkx.dijkstra_path_length(made, "start", "goal")
    assert path.length == pytest.approx(best, rel=1e-12, abs=1e-12)
    assert ask(nav, start, goal, name).length == pytest.approx(best, rel=1e-12, abs=1e-12)
    greedy = ask(nav, start, goal, name, "greedy")
    assert greedy.length >= best * (1 - 1e-12)
    weighted = ask(nav, start, goal, name, h=1.5)
    assert best * (1 - 1e-12) <= weighted.length <= 1.5 * best * (1 + 1e-12)


@given(small_volumes, graphs, seeds)
def test_theta_looks_and_lazy_theta_looks_less(nav, name, seed):
    start, goal = two_points(nav, seed)
    paths = {algorithm: ask(nav, start, goal, name, algorithm) for algorithm in ("astar", "theta", "lazy_theta")}
    assert len({path.found for path in paths.values()}) == 1
    if not paths["astar"].found:
        return
    assert paths["astar"].stats["sight_checks"] == 0
    lazy = paths["lazy_theta"].stats
    assert lazy["sight_checks"] <= lazy["expanded"]
    for name in ("theta", "lazy_theta"):
        # Neither is sure to be shorter than A*, as one bend taken for good can lead astray; but hardly longer.
        assert dist(start, goal) * (1 - 1e-12) <= paths[name].length <= 1.5 * paths["astar"].length


@given(small_volumes, graphs, seeds, st.sampled_from(ALGORITHMS), st.sampled_from(REFINEMENTS))
def test_every_path_stays_in_free_voxels(nav, name, seed, algorithm, refine):
    start, goal = two_points(nav, seed)
    path = ask(nav, start, goal, name, algorithm, refine)
    if not path.found:
        return
    assert (path.points[0] == start).all()
    assert (path.points[-1] == goal).all()
    free = painted(nav.cells, nav.shape) > 0
    assert stays_in(free, path.points.tolist())
    linked = {frozenset(pair) for pair in nav.portals.tolist()}
    assert all(frozenset(pair) in linked for pair in itertools.pairwise(path.cells))


def stays_in(free, points) -> bool:
    """Whether a path runs through free voxels, from one to the next only where it touches the face between them."""
    reached = {voxel for voxel in voxels_about(free, points[0], points[0]) if meets(points[0], points[0], box(voxel))}
    for a, b in itertools.pairwise(points):
        touched = {voxel for voxel in voxels_about(free, a, b) if meets(a, b, box(voxel))}
        waiting = [voxel for voxel in reached if voxel in touched]
        seen = set(waiting)
        while waiting:
            here = waiting.pop()
            for axis, step in itertools.product(range(3), (-1, 1)):
                there = tuple(value + step * (index == axis) for index, value in enumerate(here))
                if there in touched and there not in seen:
                    (low, high), (other_low, other_high) = box(here), box(there)
                    if meets(a, b, (tuple(map(max, low, other_low)), tuple(map(min, high, other_high)))):
                        seen.add(there)
                        waiting.append(there)
        reached = {voxel for voxel in seen if meets(b, b, box(voxel))}
    return bool(reached)


def voxels_about(free, a, b):
    """The free voxels in and next to the box around a segment."""
    sides = [
        range(max(int(min(ends)) - 1, 0), min(int(max(ends)) + 2, size))
        for ends, size in zip(zip(a, b, strict=True), free.shape, strict=True)
    ]
    return [voxel for voxel in itertools.product(*sides) if free[voxel]]


def box(voxel):
    return voxel, tuple(value + 1 for value in voxel)


def meets(a, b, closed_box) -> bool:
    """Whether a segment meets a box, or comes within a hair of it."""
    enters, leaves = 0.0, 1.0
    for begin, end, low, high in zip(a, b, *closed_box, strict=True):
        low, high = low - HAIR, high + HAIR
        if abs(end - begin) < HAIR:
            if not low <= begin <= high:
                return False
            continue
        one, other = sorted(((low - begin) / (end - begin), (high - begin) / (end - begin)))
        enters, leaves = max(enters, one), min(leaves, other)
    return enters <= leaves


def test_the_walk_through_voxels_sees_gaps():
    free = np.zeros((2, 2, 1), bool)
    free[0, 0] = free[1, 1] = True
    assert not stays_in(free, [(0.5, 0.5, 0.5), (1.5, 1.5, 0.5)])
    assert not stays_in(free, [(0.5, 0.5, 0.5), (1.0, 1.0, 0.5), (1.5, 1.5, 0.5)])
    assert not stays_in(free, [(0.5, 0.5, 0.5), (1.5, 0.5, 0.5)])
    free[1, 0] = True
    assert stays_in(free, [(0.5, 0.5, 0.5), (1.5, 1.5, 0.5)])
    assert stays_in(free, [(0.5, 0.5, 0.5), (1.0, 1.0, 0.5), (1.5, 1.5, 0.5)])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("graph", GRAPHS)
def test_nothing_slips_through_a_diagonal_gap(graph, algorithm):
    """Two rooms that touch along an edge, and a long way around: x and y below 4, both above 4, a corridor at z = 2."""
    free = np.zeros((8, 8, 3), bool)
    free[:4, :4, 0] = free[4:, 4:, 0] = True
    free[0, 0, :] = free[7, 7, :] = True
    free[0, :, 2] = free[:, 7, 2] = True
    nav = navcore.bake_voxels(np.argwhere(~free), free.shape)
    nodes = {
        node
        for cell in range(len(nav.cells))
        for node in navcore.Navigator.of(nav).points("corners").nodes(cell)
        if node.point in ((4.0, 4.0, 0.0), (4.0, 4.0, 1.0))
    }
    assert len(nodes) == 4
    for start, goal in (((3.5, 3.5, 0.5), (4.5, 4.5, 0.5)), ((4, 4, 1), (4.5, 4.5, 0.5)), ((3, 3, 1), (4, 4, 0))):
        path = ask(nav, start, goal, graph, algorithm)
        assert path.found
        assert stays_in(free, path.points.tolist())
    assert ask(nav, (3.5, 3.5, 0.5), (4.5, 4.5, 0.5), graph, algorithm).length > 14


# --- cost ---


def hall_over_pits(count: int) -> navcore.NavVolume:
    """One large hall over count x count pits of one voxel each, two voxels apart."""
    size = 2 * count + 1
    hall = [[[0, 0, 1], [size, size, 9]]]
    pits = [[[x, y, 0], [x + 1, y + 1, 1]] for x in range(1, size, 2) for y in range(1, size, 2)]
    cells = np.array(hall + pits, np.int32)
    portals = np.array([(0, pit) for pit in range(1, len(cells))], np.int32)
    components = np.zeros(len(cells), np.int32)
    # A bake would divide the hall; what matters here is that it has many portals.
    baked = navcore.bake_voxels(np.zeros((0, 3), int), (size, size, 9))
    return dataclasses.replace(baked, cells=cells, portals=portals, components=components)


@pytest.mark.parametrize("algorithm", ["dijkstra", "lazy_theta", "theta"])
@pytest.mark.parametrize("graph", GRAPHS)
def test_cost_is_proportional_to_the_portals_of_a_cell(graph, algorithm, monkeypatch):
    for count in (6, 12, 24):
        nav = hall_over_pits(count)
        made = navcore.Navigator.of(nav).points(graph)
        nodes = {node for cell in range(len(nav.cells)) for node in made.nodes(cell)}
        steps = counted(made, monkeypatch)
        config = navcore.PathConfig(algorithm=algorithm, graph=graph, refine="none", h=0.0)
        path = navcore.find_path(nav, nav.boxes()[1].mean(axis=0), nav.boxes()[-1].mean(axis=0), config)
        assert path.found
        assert path.stats["expanded"] <= len(nodes) + 2
        # In the hall, in the pit below, and to relays; Lazy Theta* may ask again. All to all, it would be 576 for each.
        assert sum(steps) <= 3 * (FEW + 8 + 2) * len(nodes)
        assert path.stats["relaxed"] <= (FEW + 8 + 2) * len(nodes)


def counted(graph, monkeypatch) -> list[int]:
    """Takes down the number of neighbours whenever a graph is asked for some."""
    neighbours, steps = graph.neighbours, []

    def count(node):
        steps.append(len(neighbours(node)))
        return neighbours(node)

    monkeypatch.setattr(graph, "neighbours", count)
    return steps


# --- one search, many targets; always the same ---


@given(small_volumes, graphs, seeds)
def test_many_targets_by_one_search_are_single_ones(nav, name, seed):
    rng = np.random.default_rng(seed)
    source, targets = awkward_point(rng, nav), [awkward_point(rng, nav) for _target in range(6)]
    for algorithm in ("dijkstra", "astar"):
        config = navcore.PathConfig(graph=name, algorithm=algorithm, refine="none", h=1.0)
        for path, target in zip(navcore.find_paths(nav, source, targets, config), targets, strict=True):
            alone = navcore.find_path(nav, source, target, config)
            assert path.found == alone.found
            if algorithm == "dijkstra":
                assert path.points.tolist() == alone.points.tolist()
                assert path.cells == alone.cells
            elif path.found:
                assert path.length == pytest.approx(alone.length, rel=1e-12, abs=1e-12)


@given(small_volumes, graphs, seeds, st.sampled_from(["theta", "lazy_theta", "greedy"]))
def test_any_search_goes_on_to_further_targets(nav, name, seed, algorithm):
    rng = np.random.default_rng(seed)
    source, targets = awkward_point(rng, nav), [awkward_point(rng, nav) for _target in range(4)]
    config = navcore.PathConfig(graph=name, algorithm=algorithm, refine="none")
    free = painted(nav.cells, nav.shape) > 0
    for path, target in zip(navcore.find_paths(nav, source, targets, config), targets, strict=True):
        assert path.found == navcore.find_path(nav, source, target, config).found
        assert not path.found or stays_in(free, path.points.tolist())


def test_a_search_that_was_stopped_goes_on():
    nav = hall_over_pits(6)
    graph = navcore.Navigator.of(nav).points("portals")
    goal = (3.5, 1.5, 0.5)
    last = int(nav.locate([goal])[0])
    search = PointSearch(
        graph, (1.5, 1.5, 0.5), int(nav.locate([(1.5, 1.5, 0.5)])[0]), SearchPolicy(1.0, 1.0, "lazily")
    )
    assert run(search.find(goal, last, 2)) is None
    assert search.counts.expanded == 2
    route = run(search.find(goal, last))
    assert route is not None
    assert route.points[-1] == goal


@given(small_volumes, graphs, seeds, st.sampled_from(ALGORITHMS))
def test_the_same_question_has_the_same_answer(nav, name, seed, algorithm):
    start, goal = two_points(nav, seed)
    # A copy knows nothing yet of what the first query prepared; other threads prepare it in another order.
    copy = navcore.loads(navcore.dumps(nav))
    rng = np.random.default_rng(seed + 1)
    others = [(awkward_point(rng, nav), awkward_point(rng, nav)) for _query in range(6)]
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(ask, copy, a, b, name, algorithm) for a, b in (*others, (start, goal))]
        answers = [future.result() for future in asked]
    for (a, b), answer in zip((*others, (start, goal)), answers, strict=True):
        alone = ask(nav, a, b, name, algorithm)
        assert answer.points.tolist() == alone.points.tolist()
        assert answer.cells == alone.cells
        assert {**answer.stats, "seconds": 0} == {**alone.stats, "seconds": 0}


def test_what_queries_made_goes_with_its_volume_at_once():
    """Not when the garbage collector comes round: a graph may be hundreds of megabytes."""
    nav = hall_over_pits(3)
    for graph in GRAPHS:
        assert ask(nav, (1.5, 1.5, 0.5), (5.5, 5.5, 0.5), graph).length < inf
    gone = weakref.ref(navcore.Navigator.of(nav).points("corners"))
    gc.disable()
    try:
        del nav
        assert gone() is None
    finally:
        gc.enable()
