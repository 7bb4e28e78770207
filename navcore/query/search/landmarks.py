# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Landmarks: distances that are computed once and sharpen every search of a graph of points [Leenknecht 2013].

If a landmark is 90 away from here and 20 from the goal, then the goal is at least 70 away, however near it looks. For
distances over the very graph that is searched this never promises too much, so paths stay as short as without.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Protocol, TypeVar

from ...geometry.primitives import distance
from ...progress import Steps, nth_part
from ..graph.points import Node, PointGraph

#: Distances from a node to all landmarks, in voxels; and for a goal, two bounds for each landmark.
Distances = tuple[float, ...]
Bounds = tuple[tuple[float, float], ...]
#: The edges of each node, by number: which node it is joined to, and how long the edge is.
Edges = list[list[tuple[int, float]]]

#: What working landmarks out is called in reports of progress.
MEASURING = "Measuring landmarks"
#: What is done between two steps.
_NODES_PER_STEP = 32
_EDGES_PER_STEP = 2048


Table = TypeVar("Table")


class KnownDistances(Protocol):
    """What landmarks tell a search, wherever they come from."""

    def of(self, node: Node) -> Distances: ...

    def towards(self, goal: Node, beside: Iterable[Node]) -> Bounds: ...


class Landmarks:
    """Distances, in voxels, from a few nodes far apart to all nodes that are connected with them."""

    def __init__(self, of: dict[Node, Distances]) -> None:
        self._of = of

    @classmethod
    def steps(cls, graph: PointGraph, cells: Iterable[int], count: int) -> Steps[Landmarks]:
        """`count` landmarks for the nodes of some cells."""
        nodes, edges = yield from nodes_and_edges(graph, cells, lambda one, other: distance(one.point, other.point))
        tables = yield from far_apart(
            range(len(nodes)),
            count,
            lambda node: distances_from(edges, node),
            lambda table, node: table[node] if table[node] < inf else -1.0,
        )
        return cls(dict(zip(nodes, zip(*tables, strict=True), strict=False)))

    def of(self, node: Node) -> Distances:
        """The distances of a node of the graph; none for others."""
        return self._of.get(node, ())

    def towards(self, goal: Node, beside: Iterable[Node]) -> Bounds:
        """What landmarks know of a goal that is joined to some nodes of the graph.

        A goal is joined to nodes that the graph does not join to each other, and so may be a short cut between them.
        That is why there are two bounds for each landmark, the first for nodes nearer to it than the goal and the
        second for nodes farther away: every path to the goal ends with one of the nodes beside it.
        """
        return bounds_of(
            [(self._of[other], distance(goal.point, other.point)) for other in beside if other in self._of]
        )


def bounds_of(beside: Sequence[tuple[Distances, float]]) -> Bounds:
    """What landmarks know of a goal, by the distances of the nodes beside it and how far it is from each of them."""
    return tuple(
        (min(far[number] + step for far, step in beside), max(far[number] - step for far, step in beside))
        for number in range(len(beside[0][0]) if beside else 0)
    )


def far_apart(
    places: Sequence[int], count: int, measure: Callable[[int], Steps[Table]], away: Callable[[Table, int], float]
) -> Steps[list[Table]]:
    """Distances from `count` of some places, each as far as can be from all before it; the first, from any one.

    measure : works out the distances from a place. away : looks a place up in them.
    """
    tables: list[Table] = []
    if not places:
        return tables
    first = yield from nth_part(measure(places[0]), 0, count + 1)
    nearest = [away(first, place) for place in places]
    for number in range(count):
        farthest = places[max(range(len(places)), key=nearest.__getitem__)]
        table = yield from nth_part(measure(farthest), number + 1, count + 1)
        distances = [away(table, place) for place in places]
        nearest = list(map(min, nearest, distances)) if tables else distances
        tables.append(table)
    return tables


def at_least(left: float, here: Distances, goal: Bounds) -> float:
    """How far the goal is at least, in voxels: `left`, or what a landmark knows better."""
    for away, (near, far) in zip(here, goal, strict=False):
        if near - away > left:
            left = near - away
        if away - far > left:
            left = away - far
    return left


def nodes_and_edges(
    graph: PointGraph, cells: Iterable[int], length: Callable[[Node, Node], float]
) -> Steps[tuple[list[Node], Edges]]:
    """All nodes of some cells, and the edges of each by the nodes' numbers."""
    numbers: dict[Node, int] = {}
    for cell in cells:
        for node in graph.nodes(cell):
            numbers.setdefault(node, len(numbers))
        yield 0.0, MEASURING
    edges: Edges = []
    for done, node in enumerate(numbers):
        edges.append([(numbers[other], length(node, other)) for other in graph.neighbours(node)])
        if done % _NODES_PER_STEP == 0:
            yield 0.0, MEASURING
    return list(numbers), edges


def distances_from(edges: Edges, source: int | Mapping[int, float]) -> Steps[list[float]]:
    """Distances to all nodes by Dijkstra's search, from one node or from several with distances of their own.

    Whole numbers stay whole.
    """
    found = [inf] * len(edges)
    opened = []
    for index, travelled in ({source: 0} if isinstance(source, int) else source).items():
        found[index] = travelled
        opened.append((travelled, index))
    heapq.heapify(opened)
    looked = 0
    while opened:
        travelled, index = heapq.heappop(opened)
        if travelled > found[index]:
            continue
        for other, step in edges[index]:
            further = travelled + step
            if further < found[other]:
                found[other] = further
                heapq.heappush(opened, (further, other))
        looked += len(edges[index])
        if looked >= _EDGES_PER_STEP:
            looked = 0
            yield 0.0, MEASURING
    return found
