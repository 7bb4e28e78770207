# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Taut paths: the shortest in their sleeve, with no bend that sight could drop, in a sleeve that no flip improves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...geometry.primitives import Point, distance, length_of, without_loops
from ...progress import Steps
from ..graph.cells import CellGraph
from ..graph.sight import sight
from .bend_optimality import is_bend_optimal
from .shortest import REFINING, shortest, shortest_steps

#: A change must shorten the path by this share, or it is rounding.
_WORTH = 1e-9
#: So many chains of cells around a bend are tried, and they are no longer than this.
_MOST_CHAINS = 24
_MOST_CELLS = 6
#: After a change, this many bends on either side of it are drawn anew; the rest hardly moves.
_NEAR = 3
#: What is done between two steps: so many short paths are drawn, or looked along.
_TRIES_PER_STEP = 8


@dataclass(frozen=True)
class TautPath:
    """A path that is the shortest in its sleeve; far from the last change, nearly.

    points : start, bends, goal, in voxels; cells : the sleeve; places : for each bend, the portal it lies on, which is
    the one between the cells of that number and the next.
    """

    points: list[Point]
    cells: list[int]
    places: list[int]

    @property
    def length(self) -> float:
        """In voxels."""
        return length_of(self.points)

    def between(self, begin: int, end: int) -> tuple[int, int]:
        """The first and the last cell, by number, between one point and a later one."""
        first = self.places[begin - 1] + 1 if begin > 0 else 0
        last = self.places[end - 1] if end <= len(self.places) else len(self.cells) - 1
        return first, last


class TautRefinement:
    """Makes paths taut.

    Parameters
    ----------
    graph : the cells.
    """

    def __init__(self, graph: CellGraph) -> None:
        self._graph = graph
        self.sight_checks = 0
        #: Bends that were tried in vain, by the points and cells around them: neither sight nor another chain helped.
        self._in_vain: set[tuple[object, ...]] = set()
        #: Chains around bends that were tried.
        self._tries = 0

    def solve(self, start: Point, goal: Point, cells: list[int]) -> Steps[TautPath]:
        """The taut path near a chain of cells."""
        path = yield from self._solved(start, goal, without_loops(cells))
        is_whole = True
        while True:
            changed = yield from self._pruned(path)
            if changed is None:
                changed = yield from self._flipped(path)
            if changed is None:
                if is_whole:
                    return path
                # Changes were drawn near where they are; now all at once.
                guess = dict(zip(path.places, path.points[1:], strict=False))
                whole = yield from self._solved(start, goal, path.cells, guess)
                is_whole = True
                if whole.length >= path.length * (1.0 - _WORTH):
                    return whole
                changed = whole
            else:
                is_whole = False
            path = changed

    def _solved(
        self, start: Point, goal: Point, cells: list[int], guess: dict[int, Point] | None = None
    ) -> Steps[TautPath]:
        """The shortest path through a chain of cells, from a guess of its bends."""
        yield REFINING
        points, places = yield from shortest_steps(start, goal, self._graph.portals(cells), guess)
        return TautPath(points, cells, places)

    def _changed(self, path: TautPath, bend: int, chain: list[int]) -> Steps[TautPath]:
        """The path with other cells around a bend, drawn anew near it."""
        first, last = path.between(bend - 1, bend + 1)
        begin, end = max(0, bend - _NEAR), min(len(path.points) - 1, bend + _NEAR)
        outer_first, outer_last = path.between(begin, end)
        wanted = [*path.cells[outer_first:first], *chain, *path.cells[last + 1 : outer_last + 1]]
        inner = without_loops(wanted)
        cells = [*path.cells[:outer_first], *inner, *path.cells[outer_last + 1 :]]
        if len(set(cells)) < len(cells):
            # The chain visits a cell of another part of the path: what lies between is a loop.
            return (yield from self._solved(path.points[0], path.points[-1], without_loops(cells)))
        shift = len(cells) - len(path.cells)
        guess: dict[int, Point] = {}
        if len(inner) == len(wanted):
            for other in (*range(begin + 1, bend), *range(bend + 1, end)):
                place = path.places[other - 1] - outer_first + (shift if other > bend else 0)
                guess[place] = path.points[other]
        points, places = shortest(path.points[begin], path.points[end], self._graph.portals(inner), guess)
        return TautPath(
            [*path.points[:begin], *points, *path.points[end + 1 :]],
            cells,
            [
                *path.places[:begin],
                *(outer_first + place for place in places),
                *(place + shift for place in path.places[end - 1 :]),
            ],
        )

    def _pruned(self, path: TautPath) -> Steps[TautPath | None]:
        """The path without one of the bends whose neighbours see each other."""
        for bend in range(1, len(path.points) - 1):
            first, last = path.between(bend - 1, bend + 1)
            ends = path.points[bend - 1], path.cells[first], path.points[bend + 1], path.cells[last]
            if ends in self._in_vain:
                continue
            self.sight_checks += 1
            if self.sight_checks % _TRIES_PER_STEP == 0:
                yield REFINING
            chain = sight(self._graph, *ends)
            changed = None if chain is None else (yield from self._changed(path, bend, chain))
            if changed is not None and _is_better(changed, path):
                return changed
            self._in_vain.add(ends)
        return None

    def _flipped(self, path: TautPath) -> Steps[TautPath | None]:
        """The path with another chain of cells around one of its bends, if that is shorter."""
        for bend in range(1, len(path.points) - 1):
            before, here, after = path.points[bend - 1 : bend + 2]
            first, last = path.between(bend - 1, bend + 1)
            key = (before, here, after, *path.cells[first : last + 1])
            if key in self._in_vain:
                continue
            length = distance(before, here) + distance(here, after)
            for chain in self._chains_around(path, bend):
                self._tries += 1
                if self._tries % _TRIES_PER_STEP == 0:
                    yield REFINING
                points, _places = shortest(before, after, self._graph.portals(chain))
                if length_of(points) < length * (1.0 - _WORTH):
                    changed = yield from self._changed(path, bend, chain)
                    if changed.length < path.length * (1.0 - _WORTH):
                        return changed
            self._in_vain.add(key)
        return None

    def _chains_around(self, path: TautPath, bend: int) -> Iterator[list[int]]:
        """Other chains of cells, from the point before a bend to the one after it, that would move the bend."""
        first, last = path.between(bend - 1, bend + 1)
        (before, here, after), place = path.points[bend - 1 : bend + 2], path.places[bend - 1]
        linked = self._graph.linked_at(here, path.cells[place])
        begin = place
        while begin > first and path.cells[begin - 1] in linked:
            begin -= 1
        end = place + 1
        while end < last and path.cells[end + 1] in linked:
            end += 1
        old = path.cells[begin : end + 1]
        for count, chain in enumerate(_simple_chains(linked, [old[0]], old[-1])):
            if count >= _MOST_CHAINS:
                return
            if chain != old and not is_bend_optimal(before, here, after, self._graph.portals(chain)):
                yield without_loops([*path.cells[first:begin], *chain, *path.cells[end + 1 : last + 1]])


def _is_better(changed: TautPath, path: TautPath) -> bool:
    """Whether sight has shortened a path or dropped a bend; along a face it may tell of nothing but rounding."""
    shorter = changed.length < path.length * (1.0 - _WORTH)
    return shorter or (len(changed.points) < len(path.points) and changed.length < path.length * (1.0 + _WORTH))


def _simple_chains(linked: dict[int, list[int]], chain: list[int], last: int) -> Iterator[list[int]]:
    """All chains that continue one to a cell, from linked cell to linked cell, without visiting any twice."""
    if chain[-1] == last:
        yield chain
        return
    if len(chain) == _MOST_CELLS:
        return
    for cell in linked[chain[-1]]:
        if cell not in chain:
            yield from _simple_chains(linked, [*chain, cell], last)
