# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several routes between two points that really differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from ...config import PathConfig
from ...geometry.primitives import clamp_to_box, without_loops
from ...model import NavVolume
from ...progress import Steps, nth_part, part
from ..assembly import Ends, path_along
from ..ends import End
from ..graph.cells import CellGraph
from ..path import Path
from ..search.cheapest import cheapest
from ..stopwatch import Stopwatch
from .diversity import OverlapCost, check_count, shared

if TYPE_CHECKING:
    from ..navigator import Navigator

#: Two routes differ when no more than this share of either lies within so many voxels of the other.
MOST_SHARED = 0.6
NEAR_VOXELS = 2.0
#: There are at most so many searches for each route that is asked for; for fewer routes than `_LEAST_ROUTES` as many as
#: for these, because few searches could miss routes that exist.
_SEARCHES_PER_ROUTE = 8
_LEAST_ROUTES = 4
#: Once there are enough routes, so many searches in a row that find nothing new are the last.
_MOST_IN_VAIN = 2
#: What overlaps cost, by turns: a low weight finds routes like the best one, a high weight routes elsewhere.
_OVERLAP_WEIGHTS = (0.25, 1.0)


def routes_steps(
    navigator: Navigator, start: ArrayLike, goal: ArrayLike, k: int, config: PathConfig
) -> Steps[list[Path]]:
    """At most k routes that differ, by length, as `Navigator.k_routes` tells."""
    check_count(k)
    first = yield from part(navigator.find_path_steps(start, goal, config), 0.0, 0.0)
    if not first.found:
        return []
    graph = navigator.cells()
    ends = Ends(_end_of(first, 0, navigator.nav, graph), _end_of(first, -1, navigator.nav, graph))
    search = _Alternatives(navigator.nav, graph, ends, first, config)
    routes, in_vain = [first], 0
    most = _SEARCHES_PER_ROUTE * max(k, _LEAST_ROUTES)
    for done in range(1, most):
        if len(routes) >= k and in_vain >= _MOST_IN_VAIN:
            break
        weight = _OVERLAP_WEIGHTS[done % len(_OVERLAP_WEIGHTS)]
        yield from nth_part(search.look_again(weight), done, most)
        found = search.distinct(k)
        in_vain = in_vain + 1 if [path.length for path in found] == [path.length for path in routes] else 0
        routes = found
    return routes


def _end_of(path: Path, which: int, nav: NavVolume, graph: CellGraph) -> End:
    """The first (0) or last (-1) point of a path as an end of others."""
    world, cell = path.points[which], path.cells[which]
    x, y, z = ((world - nav.origin) / nav.voxel_size).tolist()
    return End(cell, world, clamp_to_box((x, y, z), graph.box(cell)), path.snapped[which], path.snap_distances[which])


class _Alternatives:
    """Routes found so far, and what it costs the next one to overlap with them."""

    def __init__(self, nav: NavVolume, graph: CellGraph, ends: Ends, first: Path, config: PathConfig) -> None:
        self._nav, self._graph, self._ends, self._first, self._config = nav, graph, ends, first, config
        self._overlap = OverlapCost(int(nav.shape.max()))
        #: By length, the shortest first.
        self._pool: list[Path] = []
        self._shared: dict[tuple[int, int], bool] = {}
        #: Chains of cells that were refined.
        self._tried: set[tuple[int, ...]] = set()
        self._keep(first)

    def look_again(self, weight: float) -> Steps[None]:
        """Search where fewer routes are, and keep what is found."""
        self._overlap.weight = weight
        watch = Stopwatch()
        path = yield from watch.timed(self._searched(watch))
        if path is not None:
            self._keep(path)

    def _searched(self, watch: Stopwatch) -> Steps[Path | None]:
        """The path that the next search finds; None when its chain of cells was tried before."""
        start, goal = self._ends
        route, expanded = yield from cheapest(
            self._graph, (start.grid, goal.grid), (start.cell, goal.cell), self._overlap.cost
        )
        # The next search avoids this route even if nothing new comes of it.
        self._overlap.add_route(route.points)
        cells = tuple(without_loops(route.cells()))
        if cells in self._tried:
            return None
        self._tried.add(cells)
        path = yield from path_along(self._nav, self._graph, route, self._ends, self._config)
        return replace(path, stats={"seconds": watch.seconds(), "expanded": expanded})

    def _keep(self, path: Path) -> None:
        self._pool.append(path)
        points = (path.points - self._nav.origin) / self._nav.voxel_size
        self._overlap.add_route([(x, y, z) for x, y, z in points.tolist()])

    def distinct(self, k: int) -> list[Path]:
        """The k shortest routes that differ from all shorter ones taken."""
        taken: list[int] = []
        for index in sorted(range(len(self._pool)), key=lambda index: self._pool[index].length):
            if len(taken) < k and all(self._differ(index, other) for other in taken):
                taken.append(index)
        return [self._pool[index] for index in taken]

    def _differ(self, one: int, other: int) -> bool:
        pair = min(one, other), max(one, other)
        if pair not in self._shared:
            paths = self._pool[one].points, self._pool[other].points
            near = NEAR_VOXELS * self._nav.voxel_size
            self._shared[pair] = max(shared(*paths, near), shared(*paths[::-1], near)) <= MOST_SHARED
        return self._shared[pair]
