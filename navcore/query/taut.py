# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Taut paths: the shortest in their sleeve, with no bend that sight could drop, in a sleeve that no flip improves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist

from .cell_graph import CellGraph
from .shortest import shortest
from .sight import sight
from .sleeve import Point, without_loops

#: A change must shorten the path by this share, or it is rounding.
_WORTH = 1e-9
#: Ways around a bend that are tried, and the cells one may have.
_MOST_WAYS = 24
_MOST_CELLS = 6
#: After a change, this many bends on either side of it are drawn anew; the rest hardly moves.
_NEAR = 3


@dataclass(frozen=True)
class Taut:
    """A path whose points are where a sleeve makes them, or nearly so far from the last change.

    points : start, bends, goal, in voxels; cells : the sleeve; places : for each bend, the portal it lies on, which is
    the one between the cells of that number and the next.
    """

    points: list[Point]
    cells: list[int]
    places: list[int]

    @property
    def length(self) -> float:
        """In voxels."""
        return sum(map(dist, self.points, self.points[1:]))

    def between(self, begin: int, end: int) -> tuple[int, int]:
        """The first and the last cell, by number, on the way from one point to a later one."""
        first = self.places[begin - 1] + 1 if begin > 0 else 0
        last = self.places[end - 1] if end <= len(self.places) else len(self.cells) - 1
        return first, last


class Tightening:
    """Makes a path taut.

    Parameters
    ----------
    graph : the cells.
    """

    def __init__(self, graph: CellGraph) -> None:
        self._graph = graph
        self.sight_checks = 0
        #: Bends that no sight could drop and ways that were no shorter, by their ends: not tried again.
        self._in_vain: set[tuple[object, ...]] = set()

    def taut(self, start: Point, goal: Point, cells: list[int]) -> Taut:
        """The taut path near a chain of cells."""
        path = self._drawn(start, goal, cells)
        while True:
            changed = self._pruned(path) or self._flipped(path)
            if changed is None:
                whole = self._drawn(start, goal, path.cells)
                if whole.length >= path.length * (1.0 - _WORTH):
                    return whole
                changed = whole
            path = changed

    def _drawn(self, start: Point, goal: Point, cells: Sequence[int]) -> Taut:
        """The shortest path through a chain of cells."""
        chain = without_loops(cells)
        points, places = shortest(start, goal, self._graph.portals(chain))
        return Taut(points, chain, places)

    def _changed(self, path: Taut, bend: int, way: list[int]) -> Taut:
        """The path with other cells around a bend, drawn anew near it."""
        first, last = path.between(bend - 1, bend + 1)
        begin, end = max(0, bend - _NEAR), min(len(path.points) - 1, bend + _NEAR)
        outer_first, outer_last = path.between(begin, end)
        inner = without_loops([*path.cells[outer_first:first], *way, *path.cells[last + 1 : outer_last + 1]])
        cells = [*path.cells[:outer_first], *inner, *path.cells[outer_last + 1 :]]
        if len(set(cells)) < len(cells):
            # The way leads into cells of another part of the path: what lies between is a loop.
            return self._drawn(path.points[0], path.points[-1], cells)
        points, places = shortest(path.points[begin], path.points[end], self._graph.portals(inner))
        shift = len(cells) - len(path.cells)
        return Taut(
            [*path.points[:begin], *points, *path.points[end + 1 :]],
            cells,
            [
                *path.places[:begin],
                *(outer_first + place for place in places),
                *(place + shift for place in path.places[end - 1 :]),
            ],
        )

    def _pruned(self, path: Taut) -> Taut | None:
        """The path without one of the bends whose neighbours see each other."""
        for bend in range(1, len(path.points) - 1):
            first, last = path.between(bend - 1, bend + 1)
            ends = path.points[bend - 1], path.cells[first], path.points[bend + 1], path.cells[last]
            if ends in self._in_vain:
                continue
            self.sight_checks += 1
            way = sight(self._graph, *ends)
            changed = None if way is None else self._changed(path, bend, way)
            if changed is not None and _is_better(changed, path):
                return changed
            self._in_vain.add(ends)
        return None

    def _flipped(self, path: Taut) -> Taut | None:
        """The path with another way around one of its bends, if one is shorter."""
        for bend in range(1, len(path.points) - 1):
            before, here, after = path.points[bend - 1 : bend + 2]
            length = dist(before, here) + dist(here, after)
            for way in _ways_around(self._graph, path, bend):
                key = (before, after, *way)
                if key in self._in_vain:
                    continue
                points, _places = shortest(before, after, self._graph.portals(way))
                if sum(map(dist, points, points[1:])) < length * (1.0 - _WORTH):
                    changed = self._changed(path, bend, way)
                    if changed.length < path.length * (1.0 - _WORTH):
                        return changed
                self._in_vain.add(key)
        return None


def _is_better(changed: Taut, path: Taut) -> bool:
    """Whether sight has shortened a path or dropped a bend; along a face it may tell of nothing but rounding."""
    shorter = changed.length < path.length * (1.0 - _WORTH)
    return shorter or (len(changed.points) < len(path.points) and changed.length < path.length * (1.0 + _WORTH))


def _ways_around(graph: CellGraph, path: Taut, bend: int) -> Iterator[list[int]]:
    """Other chains of cells from the point before a bend to the one after it."""
    first, last = path.between(bend - 1, bend + 1)
    here, place = path.points[bend], path.places[bend - 1]
    touching = graph.cells_at(here, path.cells[place])
    begin = place
    while begin > first and path.cells[begin - 1] in touching:
        begin -= 1
    end = place + 1
    while end < last and path.cells[end + 1] in touching:
        end += 1
    old = path.cells[begin : end + 1]
    for ways, way in enumerate(_simple_chains(graph, here, [old[0]], old[-1])):
        if ways >= _MOST_WAYS:
            return
        if way != old:
            yield without_loops([*path.cells[first:begin], *way, *path.cells[end + 1 : last + 1]])


def _simple_chains(graph: CellGraph, here: Point, chain: list[int], last: int) -> Iterator[list[int]]:
    """All ways to continue a chain to a cell, through portals that hold a point, without visiting a cell twice."""
    if chain[-1] == last:
        yield chain
        return
    if len(chain) == _MOST_CELLS:
        return
    for cell in graph.neighbours_at(here, chain[-1]):
        if cell not in chain:
            yield from _simple_chains(graph, here, [*chain, cell], last)
