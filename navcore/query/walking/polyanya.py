# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortest path over a floor, as seen from above.

Polyanya [Cui et al. 2017] searches the intervals that places see through edges of polygons, best first, and looks
through the same edges again for every query. Here, what follows a bend is kept (`outlook`). So a query looks around
from its start and its goal alone, and goes from bend to bend, best first, past those after which only one can follow.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from math import inf, sqrt
from typing import TypeAlias

from ...progress import Steps
from ..route import SEARCHING, Counts
from .floor_route import FloorRoute, plan_length, route_over
from .lookout import bends_on
from .mesh import Bend
from .outlook import Outlook
from .place import Place, place_of, polygons_at
from .sight import sight

#: A step of the search takes so many bends off the open list: a millisecond or two.
_BENDS_PER_STEP = 512
#: On the open list, the goal.
_GOAL = -1

#: A bend before another one, -1 for the start, and those between them, of which only one can follow.
Before: TypeAlias = tuple[Bend, tuple[Bend, ...]]


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
        #: Of each bend: how far it is from the start, and what is before it.
        self._best: dict[Bend, float] = {}
        self._before: dict[Bend, Before] = {}
        #: The bends of which all that follow have been told how far they are.
        self._closed: set[Bend] = set()
        self._has_begun = False

    def find(self, goal: Place, most: float = inf) -> Steps[FloorRoute | None]:
        """The shortest route to a goal; None when `most` bends were taken off the open list since the search began."""
        mesh = self._outlook.mesh
        self.counts.sight_checks += 1
        line = sight(mesh, self._start, goal, frozenset(polygons_at(mesh, goal)))
        if line is not None:
            return FloorRoute([self._start, goal], [line], plan_length([self._start, goal]))
        yield from self._begin()
        # Who sees the goal is seen from there, and turns the other way on the way back.
        around = yield from self._outlook.ahead_of_start(goal, self._blocks)
        last = yield from self._run(goal, {bend ^ 1: length for bend, _u, _v, length in around}, most)
        if last is None:
            return None
        bend, between = last
        places = [self._start, *(place_of(mesh, each) for each in (*self.bends_to(bend), *between)), goal]
        return route_over(mesh, places, plan_length(places))

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
            came_x, came_y = self.direction(bend)
            for other, u, v, length in (yield from self._outlook.ahead(bend)):
                new = travelled + length
                is_shorter = new < best.get(other, inf) and blocks[node_block[other >> 1]]
                if is_shorter and bends_on(bend, came_x * v - came_y * u):
                    best[other], self._before[other] = new, (bend, ())
                    heappush(opened, (new, other))
        return {bend: best[bend] for bend in best if bend in self._closed}

    def bends_to(self, bend: Bend) -> list[Bend]:
        """The bends on the shortest way to a bend that was reached, itself the last."""
        bends: list[Bend] = []
        while bend >= 0:
            bends.append(bend)
            bend, between = self._before[bend]
            bends += reversed(between)
        return bends[::-1]

    def direction(self, bend: Bend) -> tuple[float, float]:
        """The way that the shortest path comes to a bend that was reached."""
        before, between = self._before[bend]
        return self._way(between[-1] if between else before, bend)

    def _way(self, before: Bend, bend: Bend) -> tuple[float, float]:
        """From a bend, or -1 for the start, to another one."""
        mesh = self._outlook.mesh
        x, y = (self._start.x, self._start.y) if before < 0 else (mesh.node_x[before >> 1], mesh.node_y[before >> 1])
        return mesh.node_x[bend >> 1] - x, mesh.node_y[bend >> 1] - y

    def _begin(self) -> Steps[None]:
        """Look around from the start, once."""
        if not self._has_begun:
            ahead = yield from self._outlook.ahead_of_start(self._start, self._blocks)
            self._has_begun = True
            for bend, _u, _v, length in ahead:
                if self._blocks[self._outlook.mesh.node_block[bend >> 1]]:
                    self._best[bend], self._before[bend] = length, (-1, ())

    def _run(self, goal: Place, seeing: dict[Bend, float], most: float) -> Steps[Before | None]:
        """The last bends on the way to a goal that the start does not see; None when too many were expanded.

        seeing : how far the goal is from each bend that sees it and may be the last.
        """
        mesh, known, counts = self._outlook.mesh, self._outlook.known_chains, self.counts
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
        # The shortest way to the goal so far that leaves a chain before its end.
        shortest = inf
        last: Before = (-1, ())
        while opened:
            _cost, bend, came_x, came_y = heappop(opened)
            if bend in taken:
                continue
            if bend == _GOAL:
                return last
            if counts.expanded >= most:
                return None
            taken.add(bend)
            counts.expanded += 1
            if not counts.expanded % _BENDS_PER_STEP:
                yield min(counts.expanded / len(mesh.bends), 1.0), SEARCHING
            turns_right = bend & 1
            if bend in seeing:
                turn = came_x * (goal_y - ys[bend >> 1]) - came_y * (goal_x - xs[bend >> 1])
                if turn <= 0.0 if turns_right else turn >= 0.0:
                    return bend, ()
            is_closed = bend in closed
            closed.add(bend)
            travelled = best[bend]
            chains = known.get(bend)
            if chains is None:
                chains = yield from self._outlook.chains(bend)
            for u, v, between, end, end_u, end_v, length in chains:
                turn = came_x * v - came_y * u
                # It bends around the border, or not at all.
                if (turn > 0.0) if turns_right else (turn < 0.0):
                    continue
                if between and not seeing.keys().isdisjoint(between):
                    left = self._left_at(goal, seeing, bend, between)
                    if left is not None and travelled + left[0] < shortest:
                        shortest, last = travelled + left[0], (bend, left[1])
                        heappush(opened, (shortest, _GOAL, 0.0, 0.0))
                if end < 0 or is_closed:
                    continue
                new = travelled + length
                node = end >> 1
                if (end not in best or new < best[end]) and blocks[node_block[node]]:
                    best[end], before[end] = new, (bend, between)
                    counts.relaxed += 1
                    left_x, left_y = goal_x - xs[node], goal_y - ys[node]
                    heappush(opened, (new + sqrt(left_x * left_x + left_y * left_y), end, end_u, end_v))
        raise AssertionError("places of one island are connected")

    def _left_at(
        self, goal: Place, seeing: dict[Bend, float], begin: Bend, between: tuple[Bend, ...]
    ) -> tuple[float, tuple[Bend, ...]] | None:
        """How far it is to a goal along a chain, from where it begins, and which of its bends that takes."""
        mesh = self._outlook.mesh
        shortest, taken, length, before = inf, None, 0.0, begin
        for number, bend in enumerate(between, 1):
            u, v = self._way(before, bend)
            length += sqrt(u * u + v * v)
            before = bend
            if bend in seeing and length + seeing[bend] < shortest:
                turn = u * (goal.y - mesh.node_y[bend >> 1]) - v * (goal.x - mesh.node_x[bend >> 1])
                if bends_on(bend, turn):
                    shortest, taken = length + seeing[bend], between[:number]
        return None if taken is None else (shortest, taken)
