# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortest path over a floor, as seen from above.

Polyanya [Cui et al. 2017] searches the intervals that places see through edges of polygons, best first, and looks
through the same edges again for every query. Here, what follows a bend is kept (`outlook`), so a query looks around
from its start alone and then goes from bend to bend, best first; whether a bend sees the goal is looked along a line.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from math import inf, sqrt

from ...progress import Steps
from ..route import SEARCHING, Counts
from .floor_route import FloorRoute, plan_length, route_over
from .lookout import may_leave
from .mesh import Bend
from .outlook import Outlook
from .place import Place, place_of, polygons_at
from .sight import sight

#: A step of the search takes so many bends off the open list: a millisecond or two.
_BENDS_PER_STEP = 512


class PolyanyaSearch:
    """A search from one place, which can go on to further goals.

    Parameters
    ----------
    outlook : what follows which bend.
    start : on the same island as the goals.
    goals : all that it will be asked for.
    """

    def __init__(self, outlook: Outlook, start: Place, goals: list[Place]) -> None:
        self.counts = Counts()
        self._outlook, self._start = outlook, start
        blocks = outlook.mesh.blocks
        #: A 1 for each block that the search may pass through.
        self._blocks = bytearray(len(blocks) + 1)
        # The last one is that of the number -1.
        self._blocks[-1] = 1
        for goal in goals:
            for block in blocks.between(start.polygon, goal.polygon):
                self._blocks[block] = 1
        #: Of each bend: how far it is from the start, and the bend before it, -1 for none.
        self._best: dict[Bend, float] = {}
        self._before: dict[Bend, Bend] = {}
        #: The bends of which all that follow have been told how far they are.
        self._closed: set[Bend] = set()
        self._has_begun = False

    def find(self, goal: Place, most: float = inf) -> Steps[FloorRoute | None]:
        """The shortest route to a goal; None when `most` bends were taken off the open list since the search began."""
        goals = frozenset(polygons_at(self._outlook.mesh, goal))
        line = self._sight(self._start, goal, goals)
        if line is not None:
            return FloorRoute([self._start, goal], [line], plan_length([self._start, goal]))
        yield from self._begin()
        last = yield from self._run(goal, goals, most)
        return None if last < 0 else self._route(last, goal)

    def flood(self, most: float) -> Steps[dict[Bend, float]]:
        """How far bends are from the start, 1/64 voxel: no farther than `most`, and maybe on the way to a goal."""
        yield from self._begin()
        best, blocks, node_block = self._best, self._blocks, self._outlook.mesh.node_block
        opened = [(length, bend) for bend, length in best.items()]
        heapify(opened)
        while opened:
            travelled, bend = heappop(opened)
            if bend in self._closed or travelled > most:
                continue
            self._closed.add(bend)
            if not len(self._closed) % _BENDS_PER_STEP:
                yield 0.0, SEARCHING
            ahead = self._outlook.known.get(bend)
            if ahead is None:
                ahead = yield from self._outlook.ahead(bend)
            came_x, came_y = self.direction(bend)
            for other, u, v, length in ahead:
                turn, new = came_x * v - came_y * u, travelled + length
                is_shorter = new < best.get(other, inf) and blocks[node_block[other >> 1]]
                if is_shorter and (turn <= 0.0 if bend & 1 else turn >= 0.0):
                    best[other], self._before[other] = new, bend
                    heappush(opened, (new, other))
        return {bend: best[bend] for bend in best if bend in self._closed}

    def bends_to(self, bend: Bend) -> list[Bend]:
        """The bends on the shortest way to a bend that was reached, itself the last."""
        bends = [bend]
        while self._before[bends[-1]] >= 0:
            bends.append(self._before[bends[-1]])
        return bends[::-1]

    def _begin(self) -> Steps[None]:
        """Look around from the start, once."""
        if not self._has_begun:
            ahead = yield from self._outlook.ahead_of_start(self._start, self._blocks)
            self._has_begun = True
            for bend, _u, _v, length in ahead:
                if self._blocks[self._outlook.mesh.node_block[bend >> 1]]:
                    self._best[bend], self._before[bend] = length, -1

    def _run(self, goal: Place, goals: frozenset[int], most: float) -> Steps[Bend]:
        """The last bend on the way to a goal that the start does not see; -1 when too many were expanded."""
        mesh, known, counts = self._outlook.mesh, self._outlook.known, self.counts
        best, before, closed = self._best, self._before, self._closed
        xs, ys, blocks, node_block = mesh.node_x, mesh.node_y, self._blocks, mesh.node_block
        goal_x, goal_y = goal.x, goal.y
        # The cost of the whole way, the bend, and the way that the path comes to it.
        opened: list[tuple[float, Bend, float, float]] = []
        for bend, length in best.items():
            u, v = goal_x - xs[bend >> 1], goal_y - ys[bend >> 1]
            opened.append((length + sqrt(u * u + v * v), bend, *self.direction(bend)))
        heapify(opened)
        taken: set[Bend] = set()
        while opened:
            _cost, bend, came_x, came_y = heappop(opened)
            if bend in taken:
                continue
            if counts.expanded >= most:
                return -1
            taken.add(bend)
            counts.expanded += 1
            if not counts.expanded % _BENDS_PER_STEP:
                yield min(counts.expanded / len(mesh.bends), 1.0), SEARCHING
            x, y = xs[bend >> 1], ys[bend >> 1]
            turns_right = bend & 1
            u, v = goal_x - x, goal_y - y
            turn = came_x * v - came_y * u
            is_ahead = turn <= 0.0 if turns_right else turn >= 0.0
            if is_ahead and may_leave(mesh, bend, u, v) and self._sight(place_of(mesh, bend), goal, goals) is not None:
                return bend
            if bend in closed:
                continue
            closed.add(bend)
            travelled = best[bend]
            ahead = known.get(bend)
            if ahead is None:
                ahead = yield from self._outlook.ahead(bend)
            for other, u, v, length in ahead:
                turn = came_x * v - came_y * u
                # It bends around the border, or not at all.
                if (turn > 0.0) if turns_right else (turn < 0.0):
                    continue
                new = travelled + length
                node = other >> 1
                if (other not in best or new < best[other]) and blocks[node_block[node]]:
                    best[other], before[other] = new, bend
                    counts.relaxed += 1
                    left_x, left_y = goal_x - xs[node], goal_y - ys[node]
                    heappush(opened, (new + sqrt(left_x * left_x + left_y * left_y), other, u, v))
        raise AssertionError("places of one island are connected")

    def direction(self, bend: Bend) -> tuple[float, float]:
        """The way that the shortest path comes to a bend."""
        mesh, before = self._outlook.mesh, self._before[bend]
        x, y = (self._start.x, self._start.y) if before < 0 else (mesh.node_x[before >> 1], mesh.node_y[before >> 1])
        return mesh.node_x[bend >> 1] - x, mesh.node_y[bend >> 1] - y

    def _sight(self, place: Place, goal: Place, goals: frozenset[int]) -> list[int] | None:
        self.counts.sight_checks += 1
        return sight(self._outlook.mesh, place, goal, goals)

    def _route(self, last: Bend, goal: Place) -> FloorRoute:
        """The route to a goal by its last bend."""
        mesh = self._outlook.mesh
        places = [self._start, *(place_of(mesh, bend) for bend in self.bends_to(last)), goal]
        return route_over(mesh, places, plan_length(places))
