# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several routes between two points that really differ."""

from __future__ import annotations

from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import Floats
from ...config import PathConfig
from ...errors import PathError
from ...geometry.primitives import Point, closest, length_of, without_loops
from ...model import NavVolume, Path
from ...progress import Progress, Steps, part, run
from ..graph.cells import cell_graph
from ..navigator import find_path_steps
from ..refine.prune import refine
from ..stopwatch import Stopwatch
from .diversity import Crowd, cheapest, shared

#: Two routes differ when no more than this share of either lies within so many voxels of the other.
MOST_SHARED = 0.6
NEAR_VOXELS = 2.0
#: Searches for each route wanted, at least for this many: who wants few is not to be told that there are fewer. And
#: those in a row that may find nothing new once there are enough.
_SEARCHES = 8
_AS_FOR = 4
_IN_VAIN = 2
#: What it costs to go where a route has been, by turns: cheap, a route like the best is found, and dear, one elsewhere.
_PRICES = (0.25, 1.0)


def k_routes(
    nav: NavVolume,
    start: ArrayLike,
    goal: ArrayLike,
    k: int,
    config: PathConfig | None = None,
    progress: Progress | None = None,
) -> list[Path]:
    """The k shortest routes found of which no two share more than 60 % of their length within two voxels.

    Parameters
    ----------
    nav : the volume.
    start, goal : (3,) float, world.
    k : how many are wanted; 1 or more.
    config : how to search for the first one, and how to refine all; None is `PathConfig()`.
    progress : called with (fraction, stage); returning False raises `Cancelled`.

    Returns
    -------
    At most k Paths by length, the first as short as `find_path`'s; fewer when no more were found, none when the goal
    cannot be reached.
    """
    return run(k_routes_steps(nav, start, goal, k, config), progress)


def k_routes_steps(
    nav: NavVolume, start: ArrayLike, goal: ArrayLike, k: int, config: PathConfig | None = None
) -> Steps[list[Path]]:
    """`k_routes` in steps of a few milliseconds at most."""
    if isinstance(k, bool) or not isinstance(k, Integral) or k < 1:
        raise PathError(f"k must be a whole number of routes, 1 or more, not {k!r:.60}")
    config = config or PathConfig()
    first = yield from part(find_path_steps(nav, start, goal, config), 0.0, 0.0)
    if not first.found:
        return []
    search = _Alternatives(nav, first, config)
    routes, in_vain = [first], 0
    most = _SEARCHES * max(k, _AS_FOR)
    for done in range(1, most):
        if len(routes) >= k and in_vain >= _IN_VAIN:
            break
        yield from part(search.look_again(_PRICES[done % len(_PRICES)]), done / most, (done + 1) / most)
        found = search.distinct(k)
        in_vain = in_vain + 1 if [path.length for path in found] == [path.length for path in routes] else 0
        routes = found
    return routes


class _Alternatives:
    """Routes found so far, and the crowd that they make for the next one."""

    def __init__(self, nav: NavVolume, first: Path, config: PathConfig) -> None:
        self._nav, self._config, self._first = nav, config, first
        self._graph = cell_graph(nav)
        self._ends = self._grid(first.points[0], first.cells[0]), self._grid(first.points[-1], first.cells[-1])
        self._crowd = Crowd()
        #: By length, the shortest first.
        self._pool: list[Path] = []
        self._shared: dict[tuple[int, int], bool] = {}
        #: Chains of cells that were refined.
        self._tried: set[tuple[int, ...]] = set()
        self._keep(first)

    def _grid(self, point: Floats, cell: int) -> Point:
        x, y, z = ((point - self._nav.origin) / self._nav.voxel_size).tolist()
        return closest(self._graph.box(cell), (x, y, z))

    def look_again(self, price: float) -> Steps[None]:
        """Search where fewer routes are, and keep what is found."""
        self._crowd.price = price
        watch = Stopwatch()
        path = yield from watch.timed(self._searched(watch))
        if path is not None:
            self._keep(path)

    def _searched(self, watch: Stopwatch) -> Steps[Path | None]:
        """What the next search finds; None when it is nothing new."""
        first = self._first
        ends = first.cells[0], first.cells[-1]
        route, expanded = yield from cheapest(self._graph, self._ends, ends, self._crowd.cost)
        # What was refined in vain, too, is to be avoided by the next search.
        self._crowd.add(route.points)
        cells = tuple(without_loops(route.cells()))
        if cells in self._tried:
            return None
        self._tried.add(cells)
        refined = yield from refine(self._graph, route, self._config.refine)
        points = self._nav.origin + np.array(refined.points) * self._nav.voxel_size
        points[0], points[-1] = first.points[0], first.points[-1]
        return Path(
            found=True,
            reason="",
            points=points,
            length=length_of(points.tolist()),
            raw_length=route.length() * self._nav.voxel_size,
            cells=tuple(refined.cells),
            snapped=first.snapped,
            stats={"seconds": watch.seconds(), "expanded": expanded},
        )

    def _keep(self, path: Path) -> None:
        self._pool.append(path)
        points = (path.points - self._nav.origin) / self._nav.voxel_size
        self._crowd.add([(x, y, z) for x, y, z in points.tolist()])

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
