# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""One start, and paths from there to one goal after the other."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from ..config import PathConfig
from ..progress import Steps, part
from .assembly import Ends, path_along, path_not_found, status_without_search
from .ends import End
from .path import Path
from .route import Counts
from .search.cells import CellSearch
from .search.points import PointSearch
from .search.policy import SearchPolicy
from .status import PathStatus
from .stopwatch import Stopwatch

if TYPE_CHECKING:
    from .navigator import Navigator


class Question:
    """A start and the settings of a query, with one search for all goals."""

    def __init__(self, navigator: Navigator, start: End, config: PathConfig) -> None:
        self._navigator, self._start, self._config = navigator, start, config
        self._search: CellSearch | PointSearch | None = None

    def answer(self, goal: End, watch: Stopwatch) -> Steps[Path]:
        """The path to a goal, or why there is none. The watch began when the question was asked."""
        nav, config, ends = self._navigator.space, self._config, Ends(self._start, goal)
        status = status_without_search(nav, ends, config)
        counts, route = Counts(), None
        if status is PathStatus.FOUND:
            if self._search is None:
                self._search = yield from part(self._make_search(), 0.0, 0.0)
            search = self._search
            before = Counts(**vars(search.counts))
            most = inf if config.max_expanded is None else config.max_expanded
            route = yield from search.find(goal.grid, goal.cell, most)
            counts = Counts(**{name: value - getattr(before, name) for name, value in vars(search.counts).items()})
        if route is None:
            status = PathStatus.LIMIT_REACHED if status is PathStatus.FOUND else status
            path = replace(path_not_found(nav, status, ends, config), stats={"refine_sight_checks": 0})
        else:
            path = yield from path_along(nav, self._navigator.cells(), route, ends, config)
        return replace(path, stats={"seconds": watch.seconds(), **vars(counts), **path.stats})

    def _make_search(self) -> Steps[CellSearch | PointSearch]:
        navigator, start, config = self._navigator, self._start, self._config
        policy, island = SearchPolicy.of(config), int(navigator.space.components[start.cell])
        # They tell how much is left, which Dijkstra does not ask.
        count = config.landmarks if config.h and config.algorithm != "dijkstra" else 0
        if config.graph == "cells":
            known = (yield from navigator.cell_landmarks(island, count)) if count else None
            return CellSearch(navigator.cells(), start.grid, start.cell, policy, known)
        graph = navigator.points(config.graph)
        sharp = (yield from navigator.point_landmarks(config.graph, island, count)) if count else None
        return PointSearch(graph, start.grid, start.cell, policy, sharp)
