# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a question (start, goals, settings) to Paths."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats
from ..config import PathConfig
from ..errors import PathError
from ..geometry.primitives import Point, closest, distance, length_of
from ..model import NavVolume, Path
from ..progress import Progress, Steps, part, run
from .graph.cells import CellGraph, cell_graph_steps
from .graph.points import corner_graph, portal_graph
from .refine.prune import refine
from .route import SEARCHING, Counts, Manner
from .search.cell_landmarks import Spread, cell_landmarks
from .search.cells import CellSearch
from .search.landmarks import Known, landmarks
from .search.points import PointSearch
from .search.portal_landmarks import stored_landmarks
from .stopwatch import Stopwatch


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
    return run(find_path_steps(nav, start, goal, config), progress)


def find_path_steps(nav: NavVolume, start: ArrayLike, goal: ArrayLike, config: PathConfig | None = None) -> Steps[Path]:
    """`find_path` in steps of a few milliseconds at most."""
    places = _checked_point("start", start)[None], _checked_point("goal", goal)[None]
    (path,) = yield from _find(nav, *places, config or PathConfig())
    return path


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
    return run(find_paths_steps(nav, source, targets, config), progress)


def find_paths_steps(
    nav: NavVolume, source: ArrayLike, targets: ArrayLike, config: PathConfig | None = None
) -> Steps[list[Path]]:
    """`find_paths` in steps of a few milliseconds at most."""
    wanted = _numbers("targets", targets)
    if wanted.size == 0:
        return []
    if wanted.ndim != 2 or wanted.shape[1] != 3 or not np.isfinite(wanted).all():
        raise PathError(f"targets must be a finite (n, 3) array, not of shape {wanted.shape}")
    return (yield from _find(nav, _checked_point("source", source)[None], wanted, config or PathConfig()))


@dataclass(frozen=True)
class _Place:
    """Where a query begins or ends: its cell, its place in the world and in voxels, whether moved there and how far."""

    cell: int
    world: Floats
    grid: Point
    snapped: bool
    distance: float


def _find(nav: NavVolume, source: Floats, targets: Floats, config: PathConfig) -> Steps[list[Path]]:
    watch = Stopwatch()
    return (yield from watch.timed(_answers(nav, source, targets, config, watch)))


def _answers(
    nav: NavVolume, source: Floats, targets: Floats, config: PathConfig, watch: Stopwatch
) -> Steps[list[Path]]:
    yield 0.0, SEARCHING
    starts, *goals = yield from part(_placed(nav, np.concatenate((source, targets))), 0.0, 0.0)
    graph = yield from cell_graph_steps(nav)
    asked = [_Asked(nav, graph, start, config) for start in starts]
    paths: dict[int, Path] = {}
    # Near ones first, so that the search grows outwards (octree-unity).
    world = starts[0].world.tolist()
    order = sorted(range(len(goals)), key=lambda index: distance(goals[index][0].world.tolist(), world))
    for done, index in enumerate(order):
        questions = [(question, goal) for question in asked for goal in goals[index]]
        answers = []
        for number, (question, goal) in enumerate(questions):
            begin, share = done / len(goals), 1 / len(goals) / len(questions)
            steps = question.answer(goal, watch)
            answers.append((yield from part(steps, begin + number * share, begin + (number + 1) * share)))
        # Of several only where cells meet at a point without being linked there.
        paths[index] = min(answers, key=lambda path: path.length)
        watch.restart()
    return [paths[index] for index in range(len(goals))]


class _Asked:
    """A start and how to go on from there, with one search for all goals."""

    def __init__(self, nav: NavVolume, graph: CellGraph, start: _Place, config: PathConfig) -> None:
        self._nav, self._graph, self._start, self._config = nav, graph, start, config
        self._search: CellSearch | PointSearch | None = None

    def answer(self, goal: _Place, watch: Stopwatch) -> Steps[Path]:
        """The path to a goal, or why there is none; the watch has run since the question was asked."""
        nav, start, config = self._nav, self._start, self._config
        snapped = (start.snapped, goal.snapped)
        reason = _why_not(nav, config, start, goal)
        counts, route = Counts(), None
        if not reason:
            if self._search is None:
                self._search = yield from part(_make_search(nav, self._graph, start, config), 0.0, 0.0)
            search = self._search
            before = Counts(**vars(search.counts))
            route = yield from search.find(
                goal.grid, goal.cell, inf if config.max_expanded is None else config.max_expanded
            )
            counts = Counts(**{name: value - getattr(before, name) for name, value in vars(search.counts).items()})
            reason = "" if route else _gave_up(config)
        if route is None:
            return Path(False, reason, np.empty((0, 3)), snapped=snapped, stats=_stats(watch, counts, 0))
        refined = yield from refine(self._graph, route, config.refine)
        points = nav.origin + np.array(refined.points) * nav.voxel_size
        # The ends exactly as they were given: a way through voxels and back may round.
        points[0], points[-1] = start.world, goal.world
        return Path(
            found=True,
            reason="",
            points=points,
            length=length_of(points.tolist()),
            raw_length=route.length() * nav.voxel_size,
            cells=tuple(refined.cells),
            snapped=snapped,
            stats=_stats(watch, counts, refined.sight_checks),
        )


def _make_search(
    nav: NavVolume, graph: CellGraph, start: _Place, config: PathConfig
) -> Steps[CellSearch | PointSearch]:
    behind = 0.0 if config.algorithm == "greedy" else config.g
    ahead = 0.0 if config.algorithm == "dijkstra" else config.h
    sees = {"theta": "always", "lazy_theta": "lazily"}.get(config.algorithm, "never")
    # Greedy and Dijkstra take one weight away; the other must not be zero, too.
    manner = Manner(behind or float(ahead == 0.0), ahead or float(behind == 0.0), sees)
    count = config.landmarks if ahead else 0
    island = int(nav.components[start.cell])
    cells = np.flatnonzero(nav.components == island).tolist() if count else []
    if config.graph == "cells":
        known = None
        if count:
            known = yield from cell_landmarks(graph, island, cells, count, lambda at, cell: _spread(graph, at, cell))
        return CellSearch(graph, start.grid, start.cell, manner, known)
    points = portal_graph(nav) if config.graph == "portals" else corner_graph(nav)
    sharp: Known | None = None
    if count:
        sharp = stored_landmarks(nav, count) if config.graph == "portals" else None
        if sharp is None:
            sharp = yield from landmarks(points, island, cells, count)
    return PointSearch(points, start.grid, start.cell, manner, sharp)


def _spread(graph: CellGraph, point: Point, cell: int) -> Steps[Spread]:
    """How far every cell is from a point in one of them."""
    return CellSearch(graph, point, cell, Manner(1.0, 0.0, "lazily")).spread()


def _placed(nav: NavVolume, points: Floats) -> Steps[list[list[_Place]]]:
    """Where in free space points, (n, 3) world, are or nearly are.

    One place for each, in the lowest cell that holds it; more where cells that hold it are not linked there.
    """
    if not len(nav.cells):
        raise PathError("the volume has no cells, so there is nowhere to go; bake it with free space first")
    yield from nav.search_tree_steps()
    graph = yield from cell_graph_steps(nav)
    places = []
    for point in points:
        yield 0.0, SEARCHING
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
        raise PathError(f"{name} must be three finite numbers, not {point!r:.80}")
    return array


def _numbers(name: str, values: ArrayLike) -> Floats:
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "biufO":
            raise TypeError("texts, dates and complex numbers are no coordinates")
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise PathError(f"{name} must be made of numbers, not {values!r:.80}") from error


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


def _stats(watch: Stopwatch, counts: Counts, refine_sight_checks: int) -> dict[str, float]:
    return {
        "seconds": watch.seconds(),
        **vars(counts),
        "refine_sight_checks": refine_sight_checks,
    }
