# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pruning by sight, and what every refinement gives."""

from __future__ import annotations

from dataclasses import dataclass

from ...geometry.primitives import Point
from ...progress import Steps
from ..graph.cells import CellGraph
from ..graph.sight import sight
from ..route import Route
from .shortest import REFINING

#: Lines of sight looked along between two steps.
_SIGHTS_PER_STEP = 16


@dataclass(frozen=True)
class Refined:
    """A path: its points in voxels, the cells it runs through, and how often sight was looked for."""

    points: list[Point]
    cells: list[int]
    sight_checks: int = 0


def prune(graph: CellGraph, route: Route) -> Steps[Refined]:
    """From the goal back, go on from the farthest point in sight before one that is not [Massonnat 2023]."""
    points, legs = [route.points[-1]], []
    checks = 0
    here = len(route.points) - 1
    while here > 0:
        there, leg = here - 1, route.legs[here - 1]
        while there > 0:
            checks += 1
            if checks % _SIGHTS_PER_STEP == 0:
                yield REFINING
            first, last = route.legs[there - 1][0], route.legs[here - 1][-1]
            seen = sight(graph, route.points[there - 1], first, route.points[here], last)
            if seen is None:
                break
            there, leg = there - 1, seen
        points.append(route.points[there])
        legs.append(leg)
        here = there
    pruned = Route(points[::-1], legs[::-1])
    return Refined(pruned.points, pruned.cells(), checks)
