# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Best-first search over cells: A*, Dijkstra, greedy, Theta* and Lazy Theta* (octree-unity, progressive).

A cell is entered at the point of its portal that is best on the way from the path's last bend, its *anchor*, to the
goal; so the graph needs no points of its own, and a cell with hundreds of portals costs no more than its portals.
Ways into one cell are compared by what the whole path would cost, because their entries differ.

A* bends in every cell. Theta* keeps the anchor while it sees the next entry. Lazy Theta* takes for granted that it
does and looks only when a cell is taken off the open list: one check of sight for each cell expanded, at most.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

from ...geometry.primitives import Point, distance
from ...progress import Steps
from ..graph.cells import CellGraph, Link
from ..graph.crossing import Crossings, best_crossings, nearest_crossings
from ..graph.sight import sight
from ..route import SEARCHING, Counts, Route
from .cell_landmarks import CellLandmarks
from .policy import SearchPolicy

#: Part of its cost by which another way into a cell must do for that to be expanded again.
_WORTH = 0.99
#: What is done between two steps: so many links are looked at, and a cell counts as some of them, because of its sight.
#: That is a millisecond or two.
_LINKS_PER_STEP = 512
_LINKS_PER_CELL = 16


@dataclass(frozen=True, slots=True)
class Anchor:
    """A bend of a path: a point in a cell, how far it is from the start, the bend before it and the cells between."""

    point: Point
    cell: int
    travelled: float
    before: Anchor | None
    leg: list[int]


#: A way into a cell, as it stands on the open list: what the whole path would cost by it; its number, so that of equal
#: ones the first goes first; the cell; the anchor it comes straight from; the entry, and how far it is from the anchor;
#: the link, and out of which neighbour; the cells it runs through, None while nobody has looked. A tuple, because many
#: are made for one that is used.
Way: TypeAlias = tuple[float, int, int, Anchor, Point, float, Link, int, "list[int] | None"]


class CellSearch:
    """A search from one point, which can go on to further goals.

    Parameters
    ----------
    graph : the cells.
    start : in voxels, in the cell `first`.
    manner : how to search.
    landmarks : distances that sharpen the search; None does without.
    """

    def __init__(
        self, graph: CellGraph, start: Point, first: int, policy: SearchPolicy, landmarks: CellLandmarks | None = None
    ) -> None:
        self.counts = Counts()
        self._graph, self._policy, self._first = graph, policy, first
        #: The best way known into each cell, the one by which it was expanded, and its entry as an anchor if needed.
        self._ways: dict[int, Way] = {}
        self._expanded: dict[int, Way] = {}
        self._bends: dict[int, Anchor] = {}
        #: The cells that are not to be expanded again; for further goals, unless a better way is found.
        self._closed: set[int] = set()
        self._reopens = False
        self._open: list[Way] = []
        #: The cells of earlier goals.
        self._reached: set[int] = set()
        self._goal = start
        #: Links looked at since the last step.
        self._looked = 0
        # Without a way ahead to consider there is no goal to aim at.
        self._crossings: Crossings = best_crossings if policy.remaining_weight else nearest_crossings
        self._landmarks = landmarks if policy.remaining_weight else None
        link: Link = (first, 0, 0.0, 0.0, 0.0, 0.0, 0.0)
        root = Anchor(start, first, 0.0, None, [first])
        self._bends[first] = root
        self._push((0.0, 0, first, root, start, 0.0, link, first, [first]))

    def find(self, goal: Point, last: int, most: float = inf) -> Steps[Route | None]:
        """The way to a goal in the cell `last`; None when there is none or `most` cells were expanded.

        Cells that were expanded for an earlier goal are not expanded again, unless a better way for this one is known.
        Goals in one cell are searched for once. All that were expanded count.
        """
        anchor: Anchor | None
        aims = bool(self._expanded) and self._goal != goal and self._policy.remaining_weight > 0.0
        self._goal = goal
        if self._landmarks is not None:
            self._crossings = self._landmarks.sharpened(goal, last)
        if last in self._reached:
            anchor = self._best_into(last) if aims and last != self._first else self._as_anchor(last)
        else:
            if aims:
                # Who does not count the way behind knows none that is better.
                self._reopens = self._policy.travelled_weight > 0.0
                yield from self._aim()
            if last not in self._closed and not (yield from self._run(last, most)):
                return None
            self._reached.add(last)
            anchor = self._as_anchor(last)
        points, legs = [goal], [[last]]
        while anchor is not None:
            points.append(anchor.point)
            legs.append(anchor.leg)
            anchor = anchor.before
        # The first leg leads to the start itself.
        return Route(points[::-1], legs[-2::-1])

    def flood(self) -> Steps[dict[int, tuple[float, Point]]]:
        """Expand everything: how far each cell is from the start, and where it is entered."""
        yield from self._run(-1, inf)
        return {cell: (way[3].travelled + way[5], way[4]) for cell, way in self._expanded.items()}

    def _as_anchor(self, cell: int) -> Anchor:
        """The entry of an expanded cell as a bend."""
        bend = self._bends.get(cell)
        if bend is None:
            _estimate, _number, _cell, anchor, entry, run, _link, _neighbour, leg = self._expanded[cell]
            assert leg is not None, "a cell is expanded by a way that was looked at"
            bend = self._bends[cell] = Anchor(entry, leg[-1], anchor.travelled + run, anchor, leg)
        return bend

    def _offered_by(self, cell: int) -> Anchor:
        """The anchor that an expanded cell hands on to its neighbours."""
        return self._as_anchor(cell) if self._policy.line_of_sight == "never" else self._expanded[cell][3]

    def _where(self) -> tuple[float, str]:
        """What a step tells."""
        self._looked = 0
        return min(self.counts.expanded / len(self._graph), 1.0), SEARCHING

    def _aim(self) -> Steps[None]:
        """Point what is known at the goal.

        What was best for an earlier goal may not be now, so all that expanded cells offer is compared again. Cells to
        which another way is better now are opened again, and only they.
        """
        self._open.clear()
        self._closed.update(self._expanded)
        self._ways = {}
        for cell, way in self._expanded.items():
            self._ways[cell] = self._aimed(way)
            self._looked += 1
            if self._looked >= _LINKS_PER_STEP:
                yield self._where()
        # Nothing leads better into the first cell than to start there.
        self._ways[self._first] = self._expanded[self._first]
        for cell in self._expanded:
            self._relax(cell, self._offered_by(cell))
            if self._looked >= _LINKS_PER_STEP:
                yield self._where()

    def _aimed(self, way: Way) -> Way:
        """A way that was taken for another goal, with what it would cost for this one.

        Who looks before entering anew enters where it was entered; the others may choose.
        """
        if self._policy.line_of_sight == "lazily":
            travelled, left = way[3].travelled + way[5], distance(way[4], self._goal)
            return (
                _WORTH * (self._policy.travelled_weight * travelled + self._policy.remaining_weight * left),
                *way[1:],
            )
        return (_WORTH * self._way(way[3], way[6], way[7])[0], *way[1:])

    def _run(self, last: int, most: float) -> Steps[bool]:
        """Expand cells until the last is one of them; False when there are no more, or would be too many."""
        ways, closed, opened, counts = self._ways, self._closed, self._open, self.counts
        always = self._policy.line_of_sight == "always"
        while opened:
            if counts.expanded >= most:
                return False
            if self._looked >= _LINKS_PER_STEP:
                yield self._where()
            way: Way | None = heapq.heappop(opened)
            assert way is not None
            cell = way[2]
            if ways[cell] is not way or cell in closed:
                continue
            self._looked += _LINKS_PER_CELL
            if way[8] is None:
                way = self._settled(way)
                if way is None:
                    if cell == last and cell in closed:
                        return True
                    continue
            if cell != self._first:
                self._bends.pop(cell, None)
            self._expanded[cell] = way
            closed.add(cell)
            counts.expanded += 1
            if always:
                yield from self._relax_in_sight(cell, way[3])
            else:
                self._relax(cell, self._offered_by(cell))
            if cell == last:
                return True
        return False

    def _relax(self, cell: int, anchor: Anchor) -> None:
        """Offer an anchor to all neighbours of a cell."""
        ways, opened, number = self._ways, self._open, self.counts.relaxed
        behind, ahead = self._policy.travelled_weight, self._policy.remaining_weight
        travelled = anchor.travelled
        is_direct = anchor.cell == cell
        links = self._links_on(cell)
        self._looked += len(links)
        for link, (entry, run, beyond) in zip(links, self._crossings(anchor.point, self._goal, links), strict=True):
            other = link[0]
            estimate = behind * (travelled + run) + ahead * beyond
            known = ways.get(other)
            if known is None or estimate < known[0]:
                number += 1
                leg = [cell, other] if is_direct else None
                ways[other] = way = (estimate, number, other, anchor, entry, run, link, cell, leg)
                heapq.heappush(opened, way)
                self._closed.discard(other)
        self.counts.relaxed = number

    def _links_on(self, cell: int) -> list[Link]:
        """The links out of a cell to where a way may be better than what is known."""
        links, closed = self._graph.links(cell), self._closed
        return links if self._reopens else [link for link in links if link[0] not in closed]

    def _relax_in_sight(self, cell: int, anchor: Anchor) -> Steps[None]:
        """Theta*: offer the anchor to the neighbours it sees, and this cell's own entry to the others."""
        for link in self._links_on(cell):
            self._looked += _LINKS_PER_CELL
            if self._looked >= _LINKS_PER_STEP:
                yield self._where()
            other = link[0]
            known = self._ways.get(other)
            least = known[0] if known else inf
            for bend in (anchor, self._as_anchor(cell)):
                way = self._way(bend, link, cell)
                if way[0] < least:
                    leg = way[8] or self._look(way)
                    if leg is not None:
                        self._push((*way[:8], leg))
                        break

    def _settled(self, way: Way) -> Way | None:
        """Lazy Theta*: look whether the anchor sees the entry; if not, come from the best neighbour expanded.

        None when the way became so much worse that others go first.
        """
        # Where cells were looked at in vain and not expanded yet, the next ones go without a look.
        cell = way[2]
        again = self._reopens and cell in self._expanded
        if again or self.counts.sight_checks < self.counts.expanded:
            leg = self._look(way)
            if leg is not None:
                way = (*way[:8], leg)
                if not again or way[3] is not self._expanded[cell][3]:
                    return way
                # Its neighbours know of the anchor already.
                self._bends.pop(cell, None)
                self._ways[cell] = self._expanded[cell] = way
                self._closed.add(cell)
                return None
        best = min(self._ways_from_bends(cell), key=_cost)
        if again:
            # Opened again in vain, unless this is better than the way by which it was expanded.
            done = self._aimed(self._expanded[cell])
            if done[0] <= best[0]:
                self._ways[cell] = done
                self._closed.add(cell)
                return None
        if best[0] > way[0]:
            self._push(best)
            return None
        self._ways[cell] = best
        return best

    def _ways_from_bends(self, cell: int) -> list[Way]:
        """The ways into a cell that come from the entries of neighbours: nobody needs to look along them."""
        links = self._graph.links(cell)
        self._looked += len(links)
        return [
            # The same rectangle, seen from the other side.
            self._way(self._as_anchor(link[0]), (cell, *link[1:]), link[0])
            for link in links
            if link[0] in self._expanded
        ]

    def _best_into(self, cell: int) -> Anchor:
        """The entry of an expanded cell that is best for another goal in it, of all that its neighbours offer."""
        ways = self._ways_from_bends(cell)
        ways += [self._way(self._offered_by(way[7]), way[6], way[7]) for way in ways]
        for way in sorted(ways, key=_cost):
            leg = way[8]
            if leg is None and self.counts.sight_checks < self.counts.expanded:
                leg = self._look(way)
            if leg is not None:
                return Anchor(way[4], leg[-1], way[3].travelled + way[5], way[3], leg)
        raise AssertionError("a cell that was expanded has a neighbor that was")

    def _way(self, anchor: Anchor, link: Link, neighbour: int) -> Way:
        """A way from an anchor out of a neighbour into a cell."""
        ((entry, run, beyond),) = self._crossings(anchor.point, self._goal, (link,))
        estimate = self._policy.travelled_weight * (anchor.travelled + run) + self._policy.remaining_weight * beyond
        leg = [neighbour, link[0]] if anchor.cell == neighbour else None
        return estimate, neighbour, link[0], anchor, entry, run, link, neighbour, leg

    def _look(self, way: Way) -> list[int] | None:
        """The cells along a way, if its anchor sees its entry."""
        _estimate, _number, cell, anchor, entry, _run, _link, neighbour, _leg = way
        self.counts.sight_checks += 1
        # The entry is on the neighbour's border, too, and segments end more simply in the cell they come through.
        leg = sight(self._graph, anchor.point, anchor.cell, entry, neighbour)
        return None if leg is None else [*leg, cell]

    def _push(self, way: Way) -> None:
        self.counts.relaxed += 1
        way = (way[0], self.counts.relaxed, *way[2:])
        self._ways[way[2]] = way
        self._closed.discard(way[2])
        heapq.heappush(self._open, way)


def _cost(way: Way) -> float:
    return way[0]
