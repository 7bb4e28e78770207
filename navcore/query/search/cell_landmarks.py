# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Landmarks for searches over cells [Leenknecht 2013].

If all of a cell is at least 90 away from a landmark that is 20 away from the goal, the goal is at least 70 away from
any point of the cell. The distances are those of paths that were searched for and not refined, mostly by a few percent
longer than the shortest, at times by a quarter. What is promised is less, but not always by as much: paths are nearly
as short as without, not exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import TypeAlias

from ...geometry.primitives import Point, distance
from ...progress import Steps
from ..graph.cells import CellGraph, Link
from ..graph.crossing import Crossing, Crossings, best_crossings
from .landmarks import far_apart

#: How far each cell that can be reached is from a place, in voxels, and where it is entered.
Flood: TypeAlias = dict[int, tuple[float, Point]]
#: Searches everything from a point in a cell.
Flooding: TypeAlias = Callable[[Point, int], Steps[Flood]]

#: The part of a distance that is certain.
_CERTAIN = 0.95


class CellLandmarks:
    """Distances from the middles of a few cells far apart: one flood for each."""

    def __init__(self, floods: list[Flood]) -> None:
        self._floods = floods

    @classmethod
    def steps(cls, graph: CellGraph, cells: Sequence[int], count: int, flood: Flooding) -> Steps[CellLandmarks]:
        """`count` landmarks for the cells of one island."""

        def from_middle(cell: int) -> Steps[Flood]:
            x0, y0, z0, x1, y1, z1 = graph.box(cell)
            return flood(((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2), cell)

        return cls((yield from far_apart(cells, count, from_middle, lambda found, cell: found[cell][0])))

    def sharpened(self, goal: Point, last: int) -> Crossings:
        """`best_crossings` towards a goal in the cell `last`, with what is left at least as landmarks know it."""
        floods = self._floods
        to_goal = [found[last][0] + distance(found[last][1], goal) for found in floods]
        known: dict[int, float] = {}

        def at_least(cell: int) -> float:
            left = known.get(cell)
            if left is None:
                left = known[cell] = max(
                    (_CERTAIN * found[cell][0] - away for found, away in zip(floods, to_goal, strict=True)),
                    default=-inf,
                )
            return left

        def crossings(a: Point, goal: Point, links: Sequence[Link]) -> list[Crossing]:
            plain = best_crossings(a, goal, links)
            return [
                (entry, run, max(beyond, at_least(link[0])))
                for link, (entry, run, beyond) in zip(links, plain, strict=True)
            ]

        return crossings
