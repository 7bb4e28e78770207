# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Best-first search over cells: A*, Dijkstra or greedy, by the weights of g and h."""

from __future__ import annotations

import heapq
import math

import numpy as np

from ..arrays import Floats
from ..config import PathConfig
from ..model import NavVolume
from ..progress import Progress, report

_WEIGHTS = {"astar": (1.0, 1.0), "dijkstra": (1.0, 0.0), "greedy": (0.0, 1.0)}
_EXPANSIONS_PER_REPORT = 256


def find_sleeve(
    nav: NavVolume,
    first: int,
    last: int,
    start: Floats,
    goal: Floats,
    config: PathConfig,
    progress: Progress | None,
) -> tuple[list[int], list[Floats], int]:
    """The cells from `first` to `last` and the point where each next one is entered.

    A cell is entered at the point of its portal that is nearest to where the straight line to the
    goal meets the portal. Start and goal are (3,) float64, world, and lie in one component.

    Returns
    -------
    sleeve : cell indices, first to last.
    entries : one (3,) float64 world point per step from cell to cell.
    expanded : how many cells were taken off the open list.
    """
    g_weight, h_weight = _WEIGHTS[config.algorithm]
    neighbours = _neighbours(nav)
    portal_boxes = nav.portal_boxes()
    cost = {first: 0.0}
    entry = {first: start}
    came_from: dict[int, int] = {}
    closed: set[int] = set()
    tie = 0
    open_list = [(0.0, tie, first)]
    while open_list:
        _estimate, _tie, cell = heapq.heappop(open_list)
        if cell in closed:
            continue
        closed.add(cell)
        if cell == last:
            break
        if len(closed) % _EXPANSIONS_PER_REPORT == 0:
            report(progress, len(closed) / len(nav.cells), "Searching")
        here = entry[cell]
        for neighbour, portal in neighbours[cell]:
            if neighbour in closed:
                continue
            point = _entry_point(here, goal, portal_boxes[portal])
            travelled = cost[cell] + math.dist(here, point)
            if travelled < cost.get(neighbour, math.inf):
                cost[neighbour], entry[neighbour], came_from[neighbour] = travelled, point, cell
                tie += 1
                estimate = g_weight * travelled + h_weight * math.dist(point, goal)
                heapq.heappush(open_list, (estimate, tie, neighbour))
    sleeve = [last]
    while sleeve[-1] != first:
        sleeve.append(came_from[sleeve[-1]])
    sleeve.reverse()
    return sleeve, [entry[cell] for cell in sleeve[1:]], len(closed)


def _neighbours(nav: NavVolume) -> list[list[tuple[int, int]]]:
    """For each cell its (neighbour, portal) pairs."""
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(len(nav.cells))]
    for portal, (first, second) in enumerate(nav.portals.tolist()):
        neighbours[first].append((second, portal))
        neighbours[second].append((first, portal))
    return neighbours


def _entry_point(here: Floats, goal: Floats, portal: Floats) -> Floats:
    """Where the line from `here` to `goal` meets the plane of a portal, clipped to its rectangle."""
    axis = int((portal[1] - portal[0]).argmin())
    run = goal[axis] - here[axis]
    share = min(max((portal[0, axis] - here[axis]) / run, 0.0), 1.0) if run else 0.0
    return np.clip(here + share * (goal - here), portal[0], portal[1])
