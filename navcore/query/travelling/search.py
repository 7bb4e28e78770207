# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortest journey: A* from link to link, with legs that are searched only when they may belong to it."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

import numpy as np

from ...arrays import Float64s
from ...config import PathConfig
from ...progress import Steps
from ..path import Path
from ..route import SEARCHING
from .spaces import End, Shore, Space
from .ways import Ways

#: Where a journey ends, in place of a way.
_GOAL = -1


class Stand(NamedTuple):
    """Somewhere that a journey has come to: its start, or the end of a link.

    cost : of the journey so far. way : the link that leads here, -1 at the start. before : the stand before that, and
    leg : how the link's beginning was reached from there; None at the start.
    """

    point: Float64s
    shore: Shore
    cost: float
    way: int
    before: Stand | None
    leg: Path | None


class JourneySearch:
    """One search. `evaluated` are the legs that were searched, `settled` counts links that were taken.

    lengths : how long legs between the end of one way and the beginning of another are, known and to be known.
    """

    def __init__(
        self,
        ways: Ways,
        spaces: Mapping[int, Space],
        configs: Mapping[int, PathConfig],
        lengths: dict[tuple[int, int], float],
    ) -> None:
        self._ways, self._spaces, self._configs, self._lengths = ways, spaces, configs, lengths
        self.evaluated: list[Path] = []
        self.settled = 0

    def find(self, starts: list[End], goals: list[End]) -> Steps[tuple[Stand, Path] | None]:
        """The last link of the shortest journey and the leg from there to the goal; None when there is none."""
        self._goals = {goal.shore: goal for goal in goals}
        self._left = self._least_left()
        reaching = self._ways.leading_to(set(self._goals))
        useful: dict[Shore, list[int]] = {}
        for way, (begin, end) in enumerate(zip(self._ways.from_shores, self._ways.to_shores, strict=True)):
            if end in reaching:
                useful.setdefault(begin, []).append(way)
        self._useful = useful
        #: (estimate, whether only estimated, order, cost, way, from where, leg)
        self._open: list[tuple[float, bool, int, float, int, Stand, Path | None]] = []
        self._order = 0
        done: set[int] = set()
        for start in starts:
            self._expand(Stand(start.point, start.shore, 0.0, _GOAL, None, None), done)
        while self._open:
            _estimate, is_estimated, _order, cost, way, stand, leg = heappop(self._open)
            if way in done:
                continue
            if is_estimated:
                yield 0.5, SEARCHING
                yield from self._search_leg(way, stand)
            elif way == _GOAL:
                leg = leg or (yield from self._leg(stand, self._goals[stand.shore].point))
                return stand, leg
            else:
                done.add(way)
                self.settled += 1
                reached = Stand(self._ways.ends[way], self._ways.to_shores[way], cost, way, stand, leg)
                self._expand(reached, done)
        return None

    def legs_to(self, stand: Stand) -> Steps[list[tuple[Path, int]]]:
        """The legs and links to somewhere, in order."""
        found = []
        while stand.before is not None:
            leg = stand.leg or (yield from self._leg(stand.before, self._ways.begins[stand.way]))
            found.append((leg, stand.way))
            stand = stand.before
        return found[::-1]

    def _least_left(self) -> Float64s:
        """How much is left at least from the end of each way: (w,) float64."""
        left = np.full(len(self._ways), inf)
        for goal in self._goals.values():
            np.minimum(left, _distances(self._ways.ends, goal.point), out=left)
        return left * self._ways.least

    def _expand(self, stand: Stand, done: set[int]) -> None:
        """Put what may come after a stand on the open list, by how short it may be."""
        ways = [way for way in self._useful.get(stand.shore, ()) if way not in done]
        if ways:
            least = _distances(self._ways.begins[ways], stand.point)
            costs = (stand.cost + least + self._ways.costs[ways]).tolist()
            for way, cost in zip(ways, costs, strict=True):
                self._put(cost + float(self._left[way]), True, cost, way, stand, None)
        goal = self._goals.get(stand.shore)
        if goal is not None:
            cost = stand.cost + float(_distances(goal.point[None], stand.point)[0])
            self._put(cost, True, cost, _GOAL, stand, None)

    def _search_leg(self, way: int, stand: Stand) -> Steps[None]:
        """Put what was only estimated on the open list again, by how long it is."""
        known = self._lengths.get((stand.way, way)) if way != _GOAL and stand.way != _GOAL else None
        leg = None
        if known is None:
            goal = self._goals[stand.shore].point if way == _GOAL else self._ways.begins[way]
            leg = yield from self._leg(stand, goal)
            known = leg.length
            if way != _GOAL and stand.way != _GOAL:
                self._lengths[stand.way, way] = known
        if known == inf:
            return
        cost = stand.cost + known
        if way == _GOAL:
            self._put(cost, False, cost, way, stand, leg)
        else:
            cost += float(self._ways.costs[way])
            self._put(cost + float(self._left[way]), False, cost, way, stand, leg)

    def _put(self, estimate: float, is_estimated: bool, cost: float, way: int, stand: Stand, leg: Path | None) -> None:
        heappush(self._open, (estimate, is_estimated, self._order, cost, way, stand, leg))
        self._order += 1

    def _leg(self, stand: Stand, goal: Float64s) -> Steps[Path]:
        space = stand.shore[0]
        leg = yield from self._spaces[space].find(stand.point, goal, self._configs[space])
        self.evaluated.append(leg)
        return leg


def _distances(points: Float64s, other: Float64s) -> Float64s:
    """How far points, (n, 3), are from another, (3,)."""
    x, y, z = (points - other).T
    distances: Float64s = np.sqrt(x * x + y * y + z * z)
    return distances
