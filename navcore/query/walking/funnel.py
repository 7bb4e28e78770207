# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A* through the middles of edges, and a string pulled through the edges that were passed: what Detour does.

The string is as short as can be through these edges [Lee & Preparata 1984]; but the search compares ways by the middles
of their edges, so through others there may be a shorter one.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf, sqrt

from ...progress import Steps
from ..route import SEARCHING, Counts
from .floor_route import FloorRoute, plan_length, route_over
from .mesh import FloorMesh
from .place import Place, polygons_at

#: A step of the search takes so many edges off the open list: a millisecond or two.
_EDGES_PER_STEP = 512


class FunnelSearch:
    """A search from one place, which begins anew for each goal."""

    def __init__(self, mesh: FloorMesh, start: Place) -> None:
        self.counts = Counts()
        self._mesh, self._start = mesh, start

    def find(self, goal: Place, most: float = inf) -> Steps[FloorRoute | None]:
        """A short route to a goal; None when `most` edges were taken off the open list since the search began."""
        edges = yield from self._edges(goal, most)
        if edges is None:
            return None
        middles = [Place(*_middle(self._mesh, edge), -1) for edge in edges]
        raw_length = plan_length([self._start, *middles, goal])
        return route_over(self._mesh, pulled(self._mesh, self._start, goal, edges), raw_length)

    def _edges(self, goal: Place, most: float) -> Steps[list[int] | None]:
        """The half-edges that the best way leaves polygons by."""
        mesh, counts, start = self._mesh, self.counts, self._start
        firsts, goals = polygons_at(mesh, start), frozenset(polygons_at(mesh, goal))
        if goals.intersection(firsts):
            return []
        # Of each half-edge that was reached: how far, and through which one before.
        best: dict[int, float] = {}
        before: dict[int, int] = {}
        closed: set[int] = set()
        opened: list[tuple[float, int]] = []

        def offer(polygon: int, came_by: int, x: float, y: float, travelled: float) -> None:
            for edge in mesh.half_edges(polygon):
                if mesh.twin[edge] >= 0 and edge not in closed and mesh.twin[edge] != came_by:
                    middle_x, middle_y = _middle(mesh, edge)
                    new = travelled + _apart(x, y, middle_x, middle_y)
                    if new < best.get(edge, inf):
                        best[edge], before[edge] = new, came_by
                        counts.relaxed += 1
                        heappush(opened, (new + _apart(middle_x, middle_y, goal.x, goal.y), edge))

        for polygon in firsts:
            offer(polygon, -1, start.x, start.y, 0.0)
        while opened:
            _cost, edge = heappop(opened)
            if edge in closed:
                continue
            if counts.expanded >= most:
                return None
            closed.add(edge)
            counts.expanded += 1
            if not counts.expanded % _EDGES_PER_STEP:
                yield min(counts.expanded / len(mesh.x), 1.0), SEARCHING
            polygon = mesh.polygon[mesh.twin[edge]]
            if polygon in goals:
                edges = [edge]
                while before[edges[-1]] >= 0:
                    edges.append(before[edges[-1]])
                return edges[::-1]
            offer(polygon, edge, *_middle(mesh, edge), best[edge])
        raise AssertionError("places of one island are connected")


def pulled(mesh: FloorMesh, start: Place, goal: Place, edges: list[int]) -> list[Place]:
    """The bends of the shortest line through half-edges, one after the other, with its start and goal."""
    # The right and the left end of each, as half-edges that begin there.
    gates = [(edge, mesh.after[edge]) for edge in edges]
    places, number = [start], 0
    while number < len(gates):
        at = places[-1]
        right = left = -1
        # How many gates are passed when the funnel is as narrow as it is now.
        passed_right = passed_left = bend = -1
        for index in range(number, len(gates) + 1):
            if index < len(gates):
                new_right, new_left = (_direction(mesh, corner, at) for corner in gates[index])
            else:
                new_right = new_left = goal.x - at.x, goal.y - at.y
            # A gate that ends where the line is does not narrow anything on that side.
            if left >= 0 and _turn(_direction(mesh, left, at), new_right) > 0.0:
                bend, number = left, passed_left
                break
            if right >= 0 and _turn(_direction(mesh, right, at), new_left) < 0.0:
                bend, number = right, passed_right
                break
            if index < len(gates):
                corner_right, corner_left = gates[index]
                if new_right != (0.0, 0.0) and (right < 0 or _turn(_direction(mesh, right, at), new_right) >= 0.0):
                    right, passed_right = corner_right, index + 1
                if new_left != (0.0, 0.0) and (left < 0 or _turn(_direction(mesh, left, at), new_left) <= 0.0):
                    left, passed_left = corner_left, index + 1
        if bend < 0:
            break
        places.append(Place(mesh.x[bend], mesh.y[bend], mesh.polygon[bend], corner=bend))
    return [*places, goal]


def _direction(mesh: FloorMesh, corner: int, at: Place) -> tuple[float, float]:
    return mesh.x[corner] - at.x, mesh.y[corner] - at.y


def _turn(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Above 0 where another direction is left of one."""
    return one[0] * other[1] - one[1] * other[0]


def _middle(mesh: FloorMesh, edge: int) -> tuple[float, float]:
    other = mesh.after[edge]
    return (mesh.x[edge] + mesh.x[other]) * 0.5, (mesh.y[edge] + mesh.y[other]) * 0.5


def _apart(x: float, y: float, other_x: float, other_y: float) -> float:
    u, v = other_x - x, other_y - y
    return sqrt(u * u + v * v)
