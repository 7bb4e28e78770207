# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Landmarks make searches smaller and leave paths as short as they were."""

from __future__ import annotations

from math import dist

import networkx
import numpy as np
import pytest
from thoroughness import cases

from volant import navcore
from volant.navcore.progress import run
from volant.navcore.query.search.landmarks import Landmarks, at_least

COUNT = 8
#: Questions to each world, and goals within one.
PAIRS, GOALS = cases(20, 60), cases(4, 12)


def maze(side: int = 15) -> navcore.NavVolume:
    """A maze of corridors one voxel wide on several storeys, joined here and there; the same one every time."""
    random = np.random.default_rng(5)
    free = np.zeros((2 * side + 1, 2 * side + 1, 3), bool)
    seen = {(0, 0)}
    trail = [(0, 0)]
    free[1, 1, 1] = True
    while trail:
        x, y = trail[-1]
        ways = [(x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        ways = [way for way in ways if 0 <= way[0] < side and 0 <= way[1] < side and way not in seen]
        if not ways:
            trail.pop()
            continue
        ahead = ways[random.integers(len(ways))]
        free[2 * ahead[0] + 1, 2 * ahead[1] + 1, 1] = True
        free[x + ahead[0] + 1, y + ahead[1] + 1, 1] = True
        seen.add(ahead)
        trail.append(ahead)
    return navcore.bake_voxels(np.argwhere(~free), free.shape)


def clutter() -> navcore.NavVolume:
    """A box with random blocks in it."""
    random = np.random.default_rng(9)
    blocked = np.zeros((40, 40, 16), bool)
    for low in random.integers(0, (36, 36, 10), (60, 3)):
        size = random.integers(2, (8, 8, 8))
        blocked[tuple(slice(a, a + b) for a, b in zip(low, size, strict=True))] = True
    return navcore.bake_voxels(np.argwhere(blocked), blocked.shape)


def hall() -> navcore.NavVolume:
    """A hall over a rough floor with pillars: a few cells have so many neighbours that not all nodes are joined."""
    random = np.random.default_rng(3)
    blocked = np.zeros((48, 48, 24), bool)
    heights = random.integers(0, 5, (48, 48))
    blocked[np.arange(24) < heights[..., None]] = True
    for x, y in random.integers(4, 44, (14, 2)):
        blocked[x : x + 3, y : y + 3] = True
    return navcore.bake_voxels(np.argwhere(blocked), blocked.shape)


def ends(nav: navcore.NavVolume, count: int) -> np.ndarray:
    """Pairs of points on the largest island, (count, 2, 3)."""
    random = np.random.default_rng(2)
    largest = np.flatnonzero(nav.components == np.bincount(nav.components).argmax())
    boxes = nav.boxes()[random.choice(largest, (count, 2))]
    return random.uniform(boxes[..., 0, :], boxes[..., 1, :])


def ask(nav, pairs, **settings):
    return [navcore.find_path(nav, *pair, navcore.PathConfig(refine="none", **settings)) for pair in pairs]


def expanded(paths) -> float:
    return float(np.mean([path.stats["expanded"] for path in paths]))


@pytest.mark.parametrize("world", [maze, clutter, hall])
@pytest.mark.parametrize("graph", ["portals", "corners"])
def test_paths_over_points_are_as_short_as_dijkstra_s(world, graph):
    nav = world()
    pairs = ends(nav, PAIRS)
    truth = ask(nav, pairs, algorithm="dijkstra", graph=graph)
    plain = ask(nav, pairs, algorithm="astar", h=1.0, graph=graph)
    sharp = ask(nav, pairs, algorithm="astar", h=1.0, graph=graph, landmarks=COUNT)
    assert np.allclose([path.length for path in sharp], [path.length for path in truth], rtol=1e-9)
    assert expanded(sharp) < expanded(plain) < expanded(truth)
    if world is not hall:
        # In a hall everything is about where it seems to be.
        assert expanded(sharp) < 0.7 * expanded(plain)


@pytest.mark.parametrize("kind", ["portals", "corners"])
def test_no_landmark_promises_too_much(kind):
    """From any node, a goal is at least as far as is said, by ways that networkx knows."""
    nav = hall()
    graph = navcore.Navigator.of(nav).points(kind)
    nodes = list(dict.fromkeys(node for cell in range(len(nav.cells)) for node in graph.nodes(cell)))
    ways = networkx.Graph()
    for node in nodes:
        ways.add_weighted_edges_from((node, other, dist(node.point, other.point)) for other in graph.neighbours(node))
    known = run(Landmarks.steps(graph, range(len(nav.cells)), COUNT))
    promised = 0
    # In the largest cell, where a goal is a short cut between nodes that are not joined.
    box = nav.boxes()[(nav.cells[:, 1] - nav.cells[:, 0]).prod(axis=1).argmax()]
    for place in np.random.default_rng(4).uniform(*box, (GOALS, 3)):
        goal = graph.injected(tuple(place.tolist()), int(nav.locate([place])[0]))
        beside = list(dict.fromkeys(node for cell in goal.cells for node in graph.nodes(cell)))
        ways.add_weighted_edges_from((goal, node, dist(goal.point, node.point)) for node in beside)
        true = networkx.single_source_dijkstra_path_length(ways, goal)
        ways.remove_node(goal)
        bounds = known.towards(goal, beside)
        for node in nodes:
            if node in true:
                bound = at_least(0.0, known.of(node), bounds)
                assert bound <= true[node] * (1 + 1e-12) + 1e-9
                promised += bound > dist(node.point, goal.point)
    assert promised > 100, "nothing was sharpened"


def test_paths_over_cells_are_as_short_and_searched_less_in_a_maze():
    nav = maze()
    pairs = ends(nav, PAIRS)
    plain = ask(nav, pairs, algorithm="astar", h=1.0)
    sharp = ask(nav, pairs, algorithm="astar", h=1.0, landmarks=COUNT)
    assert np.allclose([path.length for path in sharp], [path.length for path in plain], rtol=1e-9)
    assert expanded(sharp) < 0.7 * expanded(plain)


@pytest.mark.parametrize("algorithm", ["astar", "theta", "lazy_theta", "greedy", "dijkstra"])
@pytest.mark.parametrize("graph", ["cells", "portals", "corners"])
def test_every_algorithm_takes_them(algorithm, graph):
    nav = clutter()
    for pair in ends(nav, 10):
        config = navcore.PathConfig(algorithm=algorithm, graph=graph, landmarks=3)
        path = navcore.find_path(nav, *pair, config)
        assert path.found
        plain = navcore.find_path(nav, *pair, navcore.PathConfig(algorithm=algorithm, graph=graph))
        # Greedy ones promise nothing.
        assert algorithm == "greedy" or path.length < 1.25 * plain.length


def test_many_goals_and_islands():
    blocked = np.zeros((20, 6, 6), bool)
    blocked[9] = True
    blocked[3, :4] = True
    nav = navcore.bake_voxels(np.argwhere(blocked), blocked.shape)
    config = navcore.PathConfig(graph="portals", algorithm="astar", h=1.0, refine="none", landmarks=4)
    goals = [(8, 1, 1), (1, 5, 5), (15, 1, 1)]
    found = [path.found for path in navcore.find_paths(nav, (1, 1, 1), goals, config)]
    assert found == [True, True, False]
    assert navcore.find_path(nav, (11, 1, 1), (18, 5, 5), config).length == pytest.approx(np.linalg.norm((7, 4, 4)))


@pytest.mark.parametrize("count", [-1, 65])
def test_foolish_numbers_are_refused(count):
    with pytest.raises(navcore.PathError, match="landmarks must be a whole number from 0 to 64"):
        navcore.PathConfig(landmarks=count)
