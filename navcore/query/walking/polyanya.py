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
from .lookout import Bend, may_leave
from .outlook import Outlook
from .place import Place, polygons_at
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
        self._blocks = bytearray(len(blocks))
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
        if not self._has_begun:
            ahead = yield from self._outlook.ahead_of_start(self._start, self._blocks)
            self._has_begun = True
            for bend, _u, _v, length in ahead:
                self._best[bend], self._before[bend] = length, -1
        last = yield from self._run(goal, goals, most)
        return None if last < 0 else self._route(last, goal)

    def _run(self, goal: Place, goals: frozenset[int], most: float) -> Steps[Bend]:
        """The last bend on the way to a goal that the start does not see; -1 when too many were expanded."""
        mesh, known, counts = self._outlook.mesh, self._outlook.known, self.counts
        best, before, closed = self._best, self._before, self._closed
        xs, ys, wall, polygon = mesh.x, mesh.y, mesh.wall, mesh.polygon
        goal_x, goal_y = goal.x, goal.y
        opened = [(length + self._left(bend, goal), bend) for bend, length in best.items()]
        heapify(opened)
        taken: set[Bend] = set()
        while opened:
            _cost, bend = heappop(opened)
            if bend in taken:
                continue
            if counts.expanded >= most:
                return -1
            taken.add(bend)
            counts.expanded += 1
            if not counts.expanded % _BENDS_PER_STEP:
                yield min(counts.expanded / len(mesh.bends), 1.0), SEARCHING
            at = wall[bend >> 1]
            x, y = xs[at], ys[at]
            came_x, came_y = self._direction(bend, x, y)
            turns_right = bend & 1
            u, v = goal_x - x, goal_y - y
            turn = came_x * v - came_y * u
            if (turn <= 0.0 if turns_right else turn >= 0.0) and may_leave(mesh, bend, u, v):
                place = Place(x, y, polygon[at], corner=at)
                if self._sight(place, goal, goals) is not None:
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
                if new < best.get(other, inf):
                    best[other], before[other] = new, bend
                    counts.relaxed += 1
                    at = wall[other >> 1]
                    u, v = goal_x - xs[at], goal_y - ys[at]
                    heappush(opened, (new + sqrt(u * u + v * v), other))
        raise AssertionError("places of one island are connected")

    def _direction(self, bend: Bend, x: float, y: float) -> tuple[float, float]:
        """The way that the shortest path comes to a bend at x, y."""
        before = self._before[bend]
        if before < 0:
            return x - self._start.x, y - self._start.y
        mesh = self._outlook.mesh
        at = mesh.wall[before >> 1]
        return x - mesh.x[at], y - mesh.y[at]

    def _left(self, bend: Bend, goal: Place) -> float:
        """How far a goal is from a bend, as the crow flies."""
        mesh = self._outlook.mesh
        at = mesh.wall[bend >> 1]
        u, v = goal.x - mesh.x[at], goal.y - mesh.y[at]
        return sqrt(u * u + v * v)

    def _sight(self, place: Place, goal: Place, goals: frozenset[int]) -> list[int] | None:
        self.counts.sight_checks += 1
        return sight(self._outlook.mesh, place, goal, goals)

    def _route(self, last: Bend, goal: Place) -> FloorRoute:
        """The route to a goal by its last bend."""
        mesh = self._outlook.mesh
        bends = [last]
        while self._before[bends[-1]] >= 0:
            bends.append(self._before[bends[-1]])
        corners = [mesh.wall[bend >> 1] for bend in reversed(bends)]
        places = [
            self._start,
            *(Place(mesh.x[at], mesh.y[at], mesh.polygon[at], corner=at) for at in corners),
            goal,
        ]  # fmt: skip
        return route_over(mesh, places, plan_length(places))
