# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""All cells around a point, near ones first: Dijkstra's search that bends only where it must (as Lazy Theta*)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from ...geometry.primitives import Point
from ..graph.cells import CellGraph, Link
from ..graph.crossing import nearest_crossing
from ..graph.sight import sight


@dataclass(frozen=True)
class Reached:
    """A cell, where it is entered, and how far that is from the start: straight from a bend, or the start. In voxels.

    Before the bend was looked at, sight from it is assumed.
    """

    cell: int
    entry: Point
    travelled: float
    bend: Point
    bend_cell: int
    bend_travelled: float
    neighbour: int


def flood(graph: CellGraph, start: Point, first: int) -> Iterator[Reached]:
    """The cells that can be reached from a point in the cell `first`, in order of their distance. In voxels."""
    done: dict[int, Reached] = {}
    begin = Reached(first, start, 0.0, start, first, 0.0, first)
    heap: list[tuple[float, int, Reached]] = [(0.0, 0, begin)]
    best = {first: 0.0}
    pushed = 0
    while heap:
        travelled, _tie, reached = heapq.heappop(heap)
        cell = reached.cell
        if cell in done or travelled > best[cell]:
            continue
        if reached.bend_cell != reached.neighbour:
            seen = sight(graph, reached.bend, reached.bend_cell, reached.entry, reached.neighbour)
            if seen is None:
                # The nearest of the cells around that were reached becomes a bend.
                offers = [
                    _step(done[link[0]], (cell, *link[1:]), bending=True)
                    for link in graph.links(cell)
                    if link[0] in done
                ]
                reached = min(offers, key=lambda offer: offer.travelled)
                if reached.travelled > travelled:
                    pushed += 1
                    best[cell] = reached.travelled
                    heapq.heappush(heap, (reached.travelled, pushed, reached))
                    continue
        done[cell] = reached
        yield reached
        for link in graph.links(cell):
            if link[0] not in done:
                offer = _step(reached, link, bending=False)
                if offer.travelled < best.get(link[0], float("inf")):
                    pushed += 1
                    best[link[0]] = offer.travelled
                    heapq.heappush(heap, (offer.travelled, pushed, offer))


def _step(reached: Reached, link: Link, bending: bool) -> Reached:
    """Through a link of a cell that was reached: from its entry, or straight on from the bend before it."""
    if bending:
        bend, bend_cell, before = reached.entry, reached.cell, reached.travelled
    else:
        bend, bend_cell, before = reached.bend, reached.bend_cell, reached.bend_travelled
    entry, run, _beyond = nearest_crossing(bend, bend, link)
    return Reached(link[0], entry, before + run, bend, bend_cell, before, reached.cell)
