# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths over a surface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Protocol

import numpy as np

from ...arrays import Float64s
from ...config import SURFACE_ALGORITHMS, PathConfig
from ...errors import PathError
from ...geometry.primitives import distance, length_of
from ...progress import PREPARING, Steps, nth_part, part
from ...surface import CORNER_UNIT, NavSurface
from ..path import Path
from ..route import SEARCHING, Counts
from ..status import FLOORS, PathStatus, explain
from ..stopwatch import Stopwatch
from .centroids import Centroids, CentroidSearch
from .draping import draped
from .ends import FloorEnd, find_ends, snap_limit
from .floor_route import FloorRoute
from .funnel import FunnelSearch
from .mesh import FloorMesh
from .outlook import Outlook
from .place import Place
from .polyanya import PolyanyaSearch


class FloorSearch(Protocol):
    """A search from one place."""

    counts: Counts

    def find(self, goal: Place, most: float = inf) -> Steps[FloorRoute | None]:
        """The route to a place on the same island; None when `most` steps were taken since the search began."""


@dataclass
class MadeOfFloors:
    """What was made so far. It does not refer to its surface, so that all goes when that goes."""

    outlook: Outlook | None = None
    centroids: Centroids | None = None


class FloorQuestions:
    """Answers questions about a surface with what answers share, which is made when first asked for."""

    def __init__(self, surface: NavSurface, made: MadeOfFloors) -> None:
        self.surface, self._made = surface, made

    def outlook_steps(self) -> Steps[Outlook]:
        """What searches share."""
        if self._made.outlook is None:
            if not len(self.surface):
                raise PathError("the surface has no polygons, so there is nowhere to walk; bake it with floors first")
            outlook = Outlook((yield from FloorMesh.of(self.surface)))
            # Another search may have made it in the meantime.
            self._made.outlook = self._made.outlook or outlook
        return self._made.outlook

    def answers(self, source: Float64s, targets: Float64s, config: PathConfig, watch: Stopwatch) -> Steps[list[Path]]:
        """Paths from a point, (1, 3) world, to others, (n, 3)."""
        check_algorithm(config)
        yield 0.0, SEARCHING
        outlook = yield from part(self.outlook_steps(), 0.0, 0.1, PREPARING)
        start, *goals = find_ends(self.surface, outlook.mesh, np.concatenate((source, targets)))
        statuses = [self._status(start, goal, config) for goal in goals]
        search: FloorSearch | None = None
        found = [number for number, status in enumerate(statuses) if status is PathStatus.FOUND]
        if found:
            search = yield from self._search(outlook, start, [goals[number] for number in found], config)
        paths: dict[int, Path] = {}
        # Near ones first, so that the search grows outwards.
        world = start.world.tolist()
        order = sorted(range(len(goals)), key=lambda number: distance(goals[number].world.tolist(), world))
        for done, number in enumerate(order):
            counts, route = Counts(), None
            status, goal = statuses[number], goals[number]
            if search is not None and status is PathStatus.FOUND:
                before = Counts(**vars(search.counts))
                most = inf if config.max_expanded is None else config.max_expanded
                route = yield from nth_part(search.find(goal.place, most), done, len(goals))
                counts = Counts(**{name: value - getattr(before, name) for name, value in vars(search.counts).items()})
                status = PathStatus.LIMIT_REACHED if route is None else status
            paths[number] = self.path(status, start, goal, route, config, counts, watch.seconds())
            watch.restart()
        return [paths[number] for number in range(len(goals))]

    def _search(
        self, outlook: Outlook, start: FloorEnd, goals: list[FloorEnd], config: PathConfig
    ) -> Steps[FloorSearch]:
        if config.algorithm == "funnel":
            return FunnelSearch(outlook.mesh, start.place)
        if config.algorithm == "centroids":
            if self._made.centroids is None:
                centroids = yield from Centroids.steps(self.surface, outlook.mesh)
                self._made.centroids = self._made.centroids or centroids
            return CentroidSearch(self._made.centroids, outlook.mesh, start.place)
        return PolyanyaSearch(outlook, start.place, [goal.place for goal in goals])

    def _status(self, start: FloorEnd, goal: FloorEnd, config: PathConfig) -> PathStatus:
        """Whether there is a path, which is known without a search; if not, why not."""
        first, second = self._islands(start, goal, config)
        if first < 0:
            return PathStatus.START_OUTSIDE
        if second < 0:
            return PathStatus.GOAL_OUTSIDE
        return PathStatus.FOUND if first == second else PathStatus.DIFFERENT_ISLANDS

    def _islands(self, start: FloorEnd, goal: FloorEnd, config: PathConfig) -> tuple[int, int]:
        """The islands of both ends, from 0; -1 for one that is farther from floors than the limit."""
        limit = snap_limit(self.surface, config.max_snap)
        first, second = (end.island if end.distance <= limit else -1 for end in (start, goal))
        return first, second

    def path(
        self,
        status: PathStatus,
        start: FloorEnd,
        goal: FloorEnd,
        route: FloorRoute | None,
        config: PathConfig,
        counts: Counts,
        seconds: float,
    ) -> Path:
        """The answer, on the floor and in the world, where there is a route; else why there is none."""
        islands, distances = self._islands(start, goal, config), (start.distance, goal.distance)
        limit = snap_limit(self.surface, config.max_snap)
        points, raw_length = np.empty((0, 3)), inf
        cells: list[int] = []
        if route is not None:
            points = self._on_floor(route.places, route.legs, start, goal)
            raw_length = route.raw_length * self.surface.voxel_size / CORNER_UNIT
            for polygon in (polygon for leg in route.legs for polygon in leg):
                if not cells or cells[-1] != polygon:
                    cells.append(polygon)
        return Path(
            status,
            explain(status, islands, distances, limit, config.max_expanded, FLOORS),
            points=points,
            length=inf if route is None else length_of(points.tolist()),
            raw_length=raw_length,
            cells=tuple(cells),
            snapped=(start.snapped, goal.snapped),
            snap_distances=distances,
            islands=islands,
            stats={"seconds": seconds, **vars(counts), "refine_sight_checks": 0},
        )

    def _on_floor(self, places: Sequence[Place], legs: list[list[int]], start: FloorEnd, goal: FloorEnd) -> Float64s:
        """A route as points, (k, 3) world."""
        surface = self.surface
        unit = surface.voxel_size / CORNER_UNIT
        plan = np.array([(place.x, place.y) for place in places])
        ends = (np.stack((start.world, goal.world)) - surface.origin) / unit
        heights = self._heights(places)
        # The ends as they are meant, not as they were rounded.
        plan[[0, -1]], heights[[0, -1]] = ends[:, :2], ends[:, 2]
        points = surface.origin + draped(surface, plan, heights, legs) * unit
        points[0], points[-1] = start.world, goal.world
        return points

    def _heights(self, places: Sequence[Place]) -> Float64s:
        """Heights of the floor at places, (n,), in 1/64 voxel."""
        surface = self.surface
        corner = np.array([place.corner for place in places])
        heights: Float64s = surface.corners[surface.polygon_vertices[corner], 2].astype(np.float64)
        others = [number for number, place in enumerate(places[1:-1], 1) if place.corner < 0]
        if others:
            polygons = np.array([places[number].polygon for number in others])
            plan = np.array([(places[number].x, places[number].y, 0.0) for number in others])
            heights[others] = surface.finder.nearest_on(polygons, plan)[:, 2]
        return heights


def check_algorithm(config: PathConfig) -> None:
    """Refuse what is no algorithm for surfaces."""
    if config.algorithm is not None and config.algorithm not in SURFACE_ALGORITHMS:
        choices = ", ".join(SURFACE_ALGORITHMS)
        raise PathError(f"algorithm {config.algorithm} is for volumes; on a surface choose one of {choices}")
