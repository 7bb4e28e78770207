# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a way is free, and which cells that depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..geometry.primitives import TOUCH, Box, Point, distance
from ..query.graph.cells import CellGraph
from ..query.graph.sight import touched_links
from .free_space import FreeSpace, KnownCells


@dataclass(frozen=True)
class Way:
    """A polyline and how much of it was free when it was looked at.

    points : all of it, world. course : its free part, from its first point on.
    cells : for each segment of the course the cells that it meets, and for the last point those that hold it. As long
        as they are there, the course is free.
    beside_goal : how far from the goal it ends, because the goal is not free; scene units.
    """

    points: list[Point]
    course: list[Point]
    cells: list[KnownCells]
    is_free: bool
    beside_goal: float

    def ahead(self, passed: int) -> list[Point]:
        """The points that are still ahead of somebody who has passed so many of the course."""
        last = len(self.course) - 1
        # Where the course ends short of a point, that one is still ahead.
        return self.points[passed + 1 if self.is_free or passed < last else last :]

    def beside(self, passed: int) -> KnownCells:
        """The cells on the segment that they are on."""
        return self.cells[min(passed, len(self.cells) - 1)]


def survey(space: FreeSpace, points: list[Point], begin: Sequence[int], beside_goal: float) -> Way:
    """Look along a way, world points, from the cells that hold its first."""
    graph = space.graph
    course = [points[0]]
    cells: list[KnownCells] = []
    here = space.grid(points[0])
    holding = list(begin)
    for number, point in enumerate(points[1:]):
        there = space.grid(point)
        share, met, holding = _look(graph, here, holding, there)
        cells.append({cell: graph.box(cell) for cell in met})
        if not holding:
            course.append(between(points[number], point, share))
            return Way(points, course, cells, False, beside_goal)
        course.append(point)
        here = there
    cells.append({cell: graph.box(cell) for cell in holding})
    return Way(points, course, cells, True, beside_goal)


def between(a: Point, b: Point, share: float) -> Point:
    """The point at a share of the way from a to b."""
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])


def _look(graph: CellGraph, a: Point, begin: Sequence[int], b: Point) -> tuple[float, list[int], list[int]]:
    """How far the segment from a to b is free, as a share of it; all cells that it meets until then; those that hold b.

    Points are in voxels. From the cells that hold a, through every portal that the segment meets: each cell that is
    reached holds a part of the segment that goes on where that of another ends, so the farthest end counts.
    """
    length = distance(a, b)
    farthest, holding = 0.0, []
    met = dict.fromkeys(begin)
    waiting = list(met)
    for cell in waiting:
        share = _leaves(a, b, graph.box(cell))
        farthest = max(farthest, share)
        if (1.0 - share) * length <= TOUCH:
            holding.append(cell)
        for link in touched_links(graph, cell, a, b):
            if link[0] not in met:
                met[link[0]] = None
                waiting.append(link[0])
    return farthest, waiting, holding


def _leaves(a: Point, b: Point, box: Box) -> float:
    """Where the segment from a to b, which meets a box, leaves it: as a share of the segment."""
    leaves = 1.0
    for axis in (0, 1, 2):
        run = b[axis] - a[axis]
        # Along the other axes it is in the box all the time.
        if abs(run) > TOUCH:
            leaves = min(leaves, (box[axis + 3 if run > 0.0 else axis] - a[axis]) / run)
    return leaves
