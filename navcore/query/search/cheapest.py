# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A* over cells where a segment may cost more than its length, so that a straight line need not be the best."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from math import inf

from ...geometry.primitives import Point, distance
from ...progress import Steps
from ..graph.cells import CellGraph, chain_to
from ..graph.crossing import best_crossing
from ..route import SEARCHING, Route

#: Cells expanded in one step.
_CELLS_PER_STEP = 32


def cheapest(
    graph: CellGraph,
    ends: tuple[Point, Point],
    cells: tuple[int, int],
    cost: Callable[[Point, Point], float],
) -> Steps[tuple[Route, int]]:
    """A cheap route between two points, by A* that bends in every cell; and how many cells it expanded.

    Parameters
    ----------
    ends, cells : start and goal, in voxels, and the cells that hold them, on one island.
    cost : of a segment, at least its length.
    """
    start, goal = ends
    first, last = cells
    entries, spent, came_from = {first: start}, {first: 0.0}, {first: first}
    heap = [(distance(start, goal), 0, first)]
    done: set[int] = set()
    pushed = 0
    while heap:
        _estimate, _tie, cell = heapq.heappop(heap)
        if cell in done:
            continue
        done.add(cell)
        if len(done) % _CELLS_PER_STEP == 0:
            yield min(len(done) / len(graph), 1.0), SEARCHING
        if cell == last:
            break
        here, before = entries[cell], spent[cell]
        for link in graph.links(cell):
            other = link[0]
            if other in done:
                continue
            entry, _run, beyond = best_crossing(here, goal, link)
            there = before + cost(here, entry)
            # The last cell counts with the segment to the goal, so that the goal is reached when it is taken off.
            ahead = cost(entry, goal) if other == last else beyond
            known = spent.get(other, inf)
            if there < known:
                entries[other], spent[other], came_from[other] = entry, there, cell
                pushed += 1
                heapq.heappush(heap, (there + ahead, pushed, other))
    chain = chain_to(last, came_from)
    legs = [[first], *([*pair] for pair in itertools.pairwise(chain))]
    return Route([start, *(entries[cell] for cell in chain), goal], [*legs, [last]]), len(done)
