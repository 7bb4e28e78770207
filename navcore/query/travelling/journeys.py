# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths in a level of several spaces: legs through each, and links between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import inf
from types import MappingProxyType

import numpy as np

from ...arrays import Float64s
from ...config import PathConfig
from ...links import LinkKind, Links
from ...progress import Steps
from ..path import Leg, LegKind, Path
from ..route import SEARCHING
from ..status import PathStatus
from ..stopwatch import Stopwatch
from .search import JourneySearch, Stand
from .spaces import FLY, WALK, End, Space
from .ways import Ways

_LEG_KINDS = MappingProxyType({WALK: LegKind.WALK, FLY: LegKind.FLY})
_COUNTS = ("expanded", "relaxed", "sight_checks", "refine_sight_checks")


class Journeys:
    """Answers questions about several spaces with links between them.

    Legs between links that were searched once are known from then on; several threads may ask at a time.
    """

    def __init__(self, spaces: Mapping[int, Space], links: Links) -> None:
        """The spaces by `WALK` and `FLY`."""
        self._spaces = spaces
        self._ways = Ways(links, spaces)
        self._lengths: dict[tuple[PathConfig, ...], dict[tuple[int, int], float]] = {}

    def find(self, start: Float64s, goal: Float64s, configs: Mapping[int, PathConfig]) -> Steps[Path]:
        """The shortest path of legs and links between two points, (3,) float64 world; `configs` of each space."""
        watch = Stopwatch()
        return (yield from watch.timed(self._find(start, goal, configs, watch)))

    def _find(
        self, start: Float64s, goal: Float64s, configs: Mapping[int, PathConfig], watch: Stopwatch
    ) -> Steps[Path]:
        yield 0.0, SEARCHING
        starts, first = yield from self._ends(start, configs)
        goals, last = yield from self._ends(goal, configs)
        if not starts:
            return replace(first, status=PathStatus.START_OUTSIDE, stats={"seconds": watch.seconds()})
        if not goals:
            # Of a point to itself, the start is what is outside.
            reason = last.reason.replace("start", "goal", 1)
            return replace(last, status=PathStatus.GOAL_OUTSIDE, reason=reason, stats={"seconds": watch.seconds()})
        lengths = self._lengths.setdefault(tuple(configs[number] for number in sorted(configs)), {})
        # Ends were moved already, and links end where spaces do.
        legs = {number: replace(config, max_snap=None) for number, config in configs.items()}
        search = JourneySearch(self._ways, self._spaces, legs, lengths)
        found = yield from search.find(starts, goals)
        if found is None:
            path = _not_found(starts[0], goals[0], search.evaluated)
        else:
            stand, leg = found
            before = yield from search.legs_to(stand)
            path = self._joined(stand, before, leg, starts, goals)
        counts = {name: sum(leg.stats.get(name, 0) for leg in search.evaluated) for name in _COUNTS}
        counts["expanded"] += search.settled
        return replace(path, stats={"seconds": watch.seconds(), **counts, "searched_legs": len(search.evaluated)})

    def _ends(self, point: Float64s, configs: Mapping[int, PathConfig]) -> Steps[tuple[list[End], Path]]:
        """Where a point is in each space that has room for it; and what the last one says that has not."""
        ends, refused = [], Path(PathStatus.START_OUTSIDE)
        for number, space in sorted(self._spaces.items()):
            moved = yield from space.find(point, point, configs[number])
            if moved.found:
                ends.append(End((number, moved.islands[0]), moved.points[0], moved))
            else:
                refused = moved
        return ends, refused

    def _joined(
        self, stand: Stand, before: Iterable[tuple[Path, int]], last: Path, starts: list[End], goals: list[End]
    ) -> Path:
        """The legs and links of a journey as one path."""
        paths, ways = [], []
        for leg, way in before:
            paths.append(leg)
            ways.append(way)
        paths.append(last)
        spaces = [self._ways.from_shores[way][0] for way in ways] + [stand.shore[0]]
        legs = []
        for number, (path, space) in enumerate(zip(paths, spaces, strict=True)):
            if path.length > 0.0 or len(paths) == 1:
                legs.append(Leg(_LEG_KINDS[space], path.points))
            if number < len(ways):
                over = np.stack((path.points[-1], paths[number + 1].points[0]))
                kind = LegKind[LinkKind(int(self._ways.kinds[ways[number]])).name]
                legs.append(Leg(kind, over, int(self._ways.links[ways[number]])))
        points = [legs[0].points, *(leg.points[1:] for leg in legs[1:])]
        start = next(end for end in starts if end.shore[0] == spaces[0])
        goal = next(end for end in goals if end.shore[0] == spaces[-1])
        links = sum(leg.length for leg in legs if leg.link >= 0)
        return Path(
            PathStatus.FOUND,
            points=np.concatenate(points),
            length=sum((path.length for path in paths), links),
            raw_length=sum((path.raw_length for path in paths), links),
            cells=last.cells if len(paths) == 1 else (),
            snapped=(start.moved.snapped[0], goal.moved.snapped[0]),
            snap_distances=(start.moved.snap_distances[0], goal.moved.snap_distances[0]),
            islands=(start.shore[1], goal.shore[1]),
            legs=tuple(legs),
        )


def _not_found(start: End, goal: End, legs: list[Path]) -> Path:
    limited = next((leg for leg in legs if leg.status is PathStatus.LIMIT_REACHED), None)
    if limited is not None:
        return replace(limited, points=np.empty((0, 3)), length=inf)
    return Path(
        PathStatus.DIFFERENT_ISLANDS,
        "no links lead from where the start is to where the goal is",
        snapped=(start.moved.snapped[0], goal.moved.snapped[0]),
        snap_distances=(start.moved.snap_distances[0], goal.moved.snap_distances[0]),
        islands=(start.shore[1], goal.shore[1]),
    )
