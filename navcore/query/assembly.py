# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From what a search has found, or has not, to a `Path`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..config import PathConfig
from ..geometry.primitives import length_of
from ..progress import Steps
from .ends import End, snap_limit
from .graph.cells import CellGraph
from .path import Path
from .refine.refinements import refine
from .route import Route
from .space import Space
from .status import PathStatus, explain


class Ends(NamedTuple):
    """Where one path begins and ends."""

    start: End
    goal: End

    @property
    def snapped(self) -> tuple[bool, bool]:
        return self.start.snapped, self.goal.snapped

    @property
    def snap_distances(self) -> tuple[float, float]:
        return self.start.distance, self.goal.distance

    def islands(self, nav: Space, limit: float) -> tuple[int, int]:
        """The islands of both, from 0; -1 for one that is farther from free space than the limit."""
        first, second = (int(nav.components[end.cell]) if end.distance <= limit else -1 for end in self)
        return first, second


def status_without_search(nav: Space, ends: Ends, config: PathConfig) -> PathStatus:
    """Whether there is a path, which is known without a search; if not, why not."""
    first, second = ends.islands(nav, snap_limit(nav, config.max_snap))
    if first < 0:
        return PathStatus.START_OUTSIDE
    if second < 0:
        return PathStatus.GOAL_OUTSIDE
    return PathStatus.FOUND if first == second else PathStatus.DIFFERENT_ISLANDS


def path_not_found(nav: Space, status: PathStatus, ends: Ends, config: PathConfig) -> Path:
    """The answer where there is no path."""
    limit = snap_limit(nav, config.max_snap)
    islands = ends.islands(nav, limit)
    return Path(
        status,
        explain(status, islands, ends.snap_distances, limit, config.max_expanded),
        snapped=ends.snapped,
        snap_distances=ends.snap_distances,
        islands=islands,
    )


def path_along(nav: Space, graph: CellGraph, route: Route, ends: Ends, config: PathConfig) -> Steps[Path]:
    """The answer where there is a route: refined, and in the world. Its stats tell what refining did."""
    refined = yield from refine(graph, route, config.refine)
    points = nav.origin + np.array(refined.points) * nav.voxel_size
    # The ends exactly as they were given: turning them into voxels and back may round.
    points[0], points[-1] = ends.start.world, ends.goal.world
    return Path(
        PathStatus.FOUND,
        points=points,
        length=length_of(points.tolist()),
        raw_length=route.length() * nav.voxel_size,
        cells=tuple(refined.cells),
        snapped=ends.snapped,
        snap_distances=ends.snap_distances,
        islands=ends.islands(nav, snap_limit(nav, config.max_snap)),
        stats={"refine_sight_checks": refined.sight_checks},
    )
