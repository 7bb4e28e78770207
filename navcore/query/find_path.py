# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a question (start, goals, settings) to Paths."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats
from ..config import PathConfig
from ..errors import NavError, PathError
from ..model import NavVolume, Path
from ..progress import Progress, report
from .cell_graph import CellGraph, cell_graph
from .cell_landmarks import Spread, cell_landmarks
from .cell_search import CellSearch
from .landmarks import landmarks
from .point_graphs import corner_graph, portal_graph
from .point_search import PointSearch
from .portal_landmarks import stored_landmarks
from .refine import REFINEMENTS
from .route import Counts, Manner
from .sleeve import Point, closest

_EXPANSIONS_PER_REPORT = 256


def find_path(
    nav: NavVolume,
    start: ArrayLike,
    goal: ArrayLike,
    config: PathConfig | None = None,
    progress: Progress | None = None,
) -> Path:
    """A path between two points through the cells of a volume.

    Parameters
    ----------
    nav : the volume.
    start, goal : (3,) float, world.
    config : how to search; None is `PathConfig()`.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """
    places = _checked_point("start", start)[None], _checked_point("goal", goal)[None]
    return _find(nav, *places, config or PathConfig(), progress)[0]


def find_paths(
    nav: NavVolume,
    source: ArrayLike,
    targets: ArrayLike,
    config: PathConfig | None = None,
    progress: Progress | None = None,
) -> list[Path]:
    """Paths from one point to many, by one search.

    Parameters
    ----------
    nav : the volume.
    source : (3,) float, world.
    targets : (n, 3) float, world.
    config : how to search; None is `PathConfig()`. `max_expanded` counts for all of them together.
    progress : called with (fraction, stage); returning False raises `Cancelled`.

    Returns
    -------
    One Path for each target, in their order. Their stats tell what each added to the search.
    """
    wanted = _numbers("targets", targets)
    if wanted.size == 0:
        return []
    if wanted.ndim != 2 or wanted.shape[1] != 3 or not np.isfinite(wanted).all():
        raise PathError(f"targets must be a finite (n, 3) array, not of shape {wanted.shape}")
    return _find(nav, _checked_point("source", source)[None], wanted, config or PathConfig(), progress)


@dataclass(frozen=True)
class _Place:
    """Where a query begins or ends: its cell, its place in the world and in voxels, whether moved there and how far."""

    cell: int
    world: Floats
    grid: Point
    snapped: bool
    distance: float


def _find(nav: NavVolume, source: Floats, targets: Floats, config: PathConfig, progress: Progress | None) -> list[Path]:
    began = time.perf_counter()
    try:
        starts, *goals = _placed(nav, np.concatenate((source, targets)))
    except NavError as error:
        raise PathError(str(error)) from error
    asked = [_Asked(nav, start, config, progress) for start in starts]
    paths: dict[int, Path] = {}
    # Near ones first, so that the search grows outwards (octree-unity).
    world = starts[0].world
    for index in sorted(range(len(goals)), key=lambda index: float(np.linalg.norm(goals[index][0].world - world))):
        answers = [question.answer(goal, began) for question in asked for goal in goals[index]]
        # Of several only where cells meet at a point without being linked there.
        paths[index] = min(answers, key=lambda path: path.length)
        began = time.perf_counter()
    return [paths[index] for index in range(len(goals))]


class _Asked:
    """A start and how to go on from there, with one search for all goals."""

    def __init__(self, nav: NavVolume, start: _Place, config: PathConfig, progress: Progress | None) -> None:
        self._nav, self._start, self._config = nav, start, config
        self._graph = cell_graph(nav)
        self._go_on = _go_on(config, len(self._graph), progress)
        self._search: CellSearch | PointSearch | None = None

    def answer(self, goal: _Place, began: float) -> Path:
        """The path to a goal, or why there is none; `began` is when the question was asked."""
        nav, start, config = self._nav, self._start, self._config
        snapped = (start.snapped, goal.snapped)
        reason = _why_not(nav, config, start, goal)
        counts, route = Counts(), None
        if not reason:
            search = self._search = self._search or _make_search(nav, start, config)
            before = Counts(**vars(search.counts))
            route = search.find(goal.grid, goal.cell, self._go_on)
            counts = Counts(**{name: value - getattr(before, name) for name, value in vars(search.counts).items()})
            reason = "" if route else _gave_up(config)
        if route is None:
            return Path(False, reason, np.empty((0, 3)), snapped=snapped, stats=_stats(began, counts, 0))
        refined = REFINEMENTS[config.refine](self._graph, route)
        points = nav.origin + np.array(refined.points) * nav.voxel_size
        # The ends exactly as they were given: a way through voxels and back may round.
        points[0], points[-1] = start.world, goal.world
        return Path(
            found=True,
            reason="",
            points=points,
            length=float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum()),
            raw_length=route.length() * nav.voxel_size,
            cells=tuple(refined.cells),
            snapped=snapped,
            stats=_stats(began, counts, refined.sight_checks),
        )


def _make_search(nav: NavVolume, start: _Place, config: PathConfig) -> CellSearch | PointSearch:
    behind = 0.0 if config.algorithm == "greedy" else config.g
    ahead = 0.0 if config.algorithm == "dijkstra" else config.h
    sees = {"theta": "always", "lazy_theta": "lazily"}.get(config.algorithm, "never")
    # Greedy and Dijkstra take one weight away; the other must not be zero, too.
    manner = Manner(behind or float(ahead == 0.0), ahead or float(behind == 0.0), sees)
    count = config.landmarks if ahead else 0
    island = int(nav.components[start.cell])
    cells = np.flatnonzero(nav.components == island).tolist() if count else []
    if config.graph == "cells":
        graph = cell_graph(nav)
        known = (
            cell_landmarks(graph, island, cells, count, lambda at, cell: _spread(graph, at, cell)) if count else None
        )
        return CellSearch(graph, start.grid, start.cell, manner, known)
    points = portal_graph(nav) if config.graph == "portals" else corner_graph(nav)
    sharp = None
    if count:
        stored = stored_landmarks(nav, count) if config.graph == "portals" else None
        sharp = stored or landmarks(points, island, cells, count)
    return PointSearch(points, start.grid, start.cell, manner, sharp)


def _spread(graph: CellGraph, point: Point, cell: int) -> Spread:
    """How far every cell is from a point in one of them."""
    return CellSearch(graph, point, cell, Manner(1.0, 0.0, "lazily")).spread()


def _go_on(config: PathConfig, cells: int, progress: Progress | None) -> Callable[[int], int]:
    """Tells how far a search is, and up to how many nodes it may expand before it asks again."""

    def go_on(expanded: int) -> int:
        report(progress, min(expanded / cells, 1.0), "Searching")
        most = expanded + _EXPANSIONS_PER_REPORT
        return most if config.max_expanded is None else min(most, config.max_expanded)

    return go_on


def _placed(nav: NavVolume, points: Floats) -> list[list[_Place]]:
    """Where in free space points, (n, 3) world, are or nearly are.

    One place for each, in the lowest cell that holds it; more where cells that hold it are not linked there.
    """
    graph = cell_graph(nav)
    places = []
    for point in points:
        world, distance = point, 0.0
        holding = nav.holding(*point.tolist())
        if not holding:
            (cell,), (world,), (distance,) = nav.nearest(point[None])
            holding = nav.holding(*world.tolist()) or [int(cell)]
        x, y, z = ((world - nav.origin) / nav.voxel_size).tolist()
        grids = {cell: closest(graph.box(cell), (x, y, z)) for cell in holding}
        if len(holding) > 1:
            linked: set[int] = set()
            for cell in holding:
                if cell in linked:
                    del grids[cell]
                else:
                    linked.update(graph.cells_at(grids[cell], cell))
        snapped = world is not point
        places.append([_Place(cell, world, grid, snapped, float(distance)) for cell, grid in grids.items()])
    return places


def _checked_point(name: str, point: ArrayLike) -> Floats:
    array = _numbers(name, point)
    if array.shape != (3,) or not np.isfinite(array).all():
        raise PathError(f"{name} must be three finite numbers, not {point!r}")
    return array


def _numbers(name: str, values: ArrayLike) -> Floats:
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise PathError(f"{name} must be made of numbers, not {values!r}") from error


def _why_not(nav: NavVolume, config: PathConfig, start: _Place, goal: _Place) -> str:
    """Why there can be no path, known without a search; empty when there is one."""
    reach = 2 * nav.voxel_size if config.max_snap is None else config.max_snap
    for name, place in (("start", start), ("goal", goal)):
        if place.distance > reach:
            return f"the {name} is {place.distance:.3g} from free space, farther than max_snap ({reach:.3g})"
    first, second = int(nav.components[start.cell]), int(nav.components[goal.cell])
    if first != second:
        return f"the start is on island {first} and the goal on island {second}; nothing connects them"
    return ""


def _gave_up(config: PathConfig) -> str:
    return f"gave up after max_expanded ({config.max_expanded}) steps of the search; allow more"


def _stats(began: float, counts: Counts, refine_sight_checks: int) -> dict[str, float]:
    return {
        "seconds": time.perf_counter() - began,
        **vars(counts),
        "refine_sight_checks": refine_sight_checks,
    }
