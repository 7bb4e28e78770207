# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Best-first search over cells: A*, Dijkstra, greedy, Theta* and Lazy Theta* (octree-unity, progressive).

A cell is entered at the point of its portal that is best on the way from the path's last bend, its *anchor*, to the
goal; so the graph needs no points of its own, and a cell with hundreds of portals costs no more than its portals.
Labels of one cell are compared by what the whole path would cost, because their entries differ.

A* bends in every cell. Theta* keeps the anchor while it sees the next entry. Lazy Theta* takes for granted that it
does and looks only when a cell is taken off the open list: one check of sight for each cell expanded, at most.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from .cell_graph import CellGraph, Link
from .crossing import best_crossing, nearest_crossing
from .route import Counts, Manner, Route
from .sight import sight
from .sleeve import Point


@dataclass(frozen=True)
class Anchor:
    """A bend of a path: a point in a cell, how far it is from the start, the bend before it and the cells between."""

    point: Point
    cell: int
    travelled: float
    before: Anchor | None
    leg: list[int]


@dataclass
class Label:
    """The best way known into a cell: from an anchor straight to an entry, `run` away, on a link out of a neighbour."""

    estimate: float
    anchor: Anchor
    entry: Point
    run: float
    neighbour: int
    link: Link
    #: The cells that the straight way runs through; None while nobody has looked.
    leg: list[int] | None
    #: The entry as an anchor for others, once it was needed.
    bend: Anchor | None = field(default=None, repr=False)

    def as_anchor(self) -> Anchor:
        """The entry as a bend."""
        if self.bend is None:
            assert self.leg is not None, "only a label whose way was looked at can be an anchor"
            self.bend = Anchor(self.entry, self.leg[-1], self.anchor.travelled + self.run, self.anchor, self.leg)
        return self.bend


class CellSearch:
    """A search from one point, which can go on to further goals.

    Parameters
    ----------
    graph : the cells.
    start : in voxels, in the cell `first`.
    manner : how to search.
    """

    def __init__(self, graph: CellGraph, start: Point, first: int, manner: Manner) -> None:
        self.counts = Counts()
        self._graph, self._manner, self._first = graph, manner, first
        #: The way by which each cell was expanded last, and the cells that are not to be expanded again.
        self._expanded: dict[int, Label] = {}
        self._closed: set[int] = set()
        #: The ways to the cells of earlier goals.
        self._reached: dict[int, Label] = {}
        self._labels: dict[int, Label] = {}
        self._open: list[tuple[float, int, int]] = []
        #: All ways into each cell that were found: from an anchor, over a link, out of a neighbour.
        self._offers: defaultdict[int, list[tuple[Anchor, Link, int]]] = defaultdict(list)
        self._goal = start
        # Without a way ahead to consider there is no goal to aim at.
        self._crossing = best_crossing if manner.ahead else nearest_crossing
        root = Anchor(start, first, 0.0, None, [first])
        link: Link = (first, 0, 0.0, 0.0, 0.0, 0.0, 0.0)
        self._push(first, Label(0.0, root, start, 0.0, first, link, [first], root))

    def find(self, goal: Point, last: int, go_on: Callable[[int], bool]) -> Route | None:
        """The way to a goal in the cell `last`; None when there is none or `go_on(expanded)` says no.

        Cells that were expanded for an earlier goal are not expanded again, unless a better way for this one is known.
        Goals in one cell are searched for once.
        """
        if last not in self._reached:
            if self._goal != goal:
                self._goal = goal
                if self._closed and self._manner.ahead:
                    self._aim()
            if last not in self._closed and not self._run(last, go_on):
                return None
            self._reached[last] = self._expanded[last]
        anchor: Anchor | None = self._reached[last].as_anchor()
        points, legs = [goal], [[last]]
        while anchor is not None:
            points.append(anchor.point)
            legs.append(anchor.leg)
            anchor = anchor.before
        # The first leg leads to the start itself.
        return Route(points[::-1], legs[-2::-1])

    def _aim(self) -> None:
        """Point what is known at the goal.

        Of the ways offered to a cell, only the one that was best for an earlier goal was followed. So all are compared
        again: cells to which another one is better now are opened again, and only they.
        """
        self._open.clear()
        # Nothing leads better into the first cell than to start there.
        self._offers.pop(self._first, None)
        for cell, offers in self._offers.items():
            best = min((self._label(*offer, None) for offer in offers), key=lambda label: label.estimate)
            if cell in self._closed:
                done = self._expanded[cell]
                if self._label(done.anchor, done.link, done.neighbour, None).estimate <= best.estimate:
                    continue
                self._closed.remove(cell)
            direct = [best.neighbour, cell]
            if best.anchor.cell == best.neighbour:
                best.leg = direct
            elif self._manner.sees == "always":
                best.leg = self._look(best.anchor, best.entry, best.neighbour, cell)
                if best.leg is None:
                    bend = self._expanded[best.neighbour].as_anchor()
                    best = self._label(bend, best.link, best.neighbour, direct)
            self._push(cell, best)

    def _run(self, last: int, go_on: Callable[[int], bool]) -> bool:
        closed, labels, lazily = self._closed, self._labels, self._manner.sees == "lazily"
        while self._open:
            if not go_on(self.counts.expanded):
                return False
            estimate, _tie, cell = heapq.heappop(self._open)
            label = labels[cell]
            if cell in closed or estimate > label.estimate:
                continue
            if label.leg is None and not self._settle(cell, label):
                continue
            label = self._expanded[cell] = labels[cell]
            closed.add(cell)
            self.counts.expanded += 1
            if self._manner.sees == "always":
                self._relax_in_sight(cell, label)
            else:
                self._relax(cell, label.anchor if lazily else label.as_anchor())
            if cell == last:
                return True
        return False

    def _relax(self, cell: int, anchor: Anchor) -> None:
        """Offer an anchor to all neighbours of a cell."""
        closed, labels, goal, crossing = self._closed, self._labels, self._goal, self._crossing
        offers = self._offers
        point, travelled = anchor.point, anchor.travelled
        behind, ahead = self._manner.behind, self._manner.ahead
        direct = anchor.cell == cell
        for link in self._graph.links(cell):
            other = link[0]
            offers[other].append((anchor, link, cell))
            if other in closed:
                continue
            entry, before, beyond = crossing(point, goal, link)
            estimate = behind * (travelled + before) + ahead * beyond
            known = labels.get(other)
            if known is None or estimate < known.estimate:
                leg = [cell, other] if direct else None
                self._push(other, Label(estimate, anchor, entry, before, cell, link, leg))

    def _relax_in_sight(self, cell: int, label: Label) -> None:
        """Theta*: offer the anchor to the neighbours it sees, and this cell's own entry to the others."""
        for link in self._graph.links(cell):
            other = link[0]
            self._offers[other].append((label.anchor, link, cell))
            if other in self._closed:
                continue
            known = self._labels.get(other)
            least = known.estimate if known else inf
            for anchor in (label.anchor, label.as_anchor()):
                offer = self._label(anchor, link, cell, [cell, other] if anchor.cell == cell else None)
                if offer.estimate < least:
                    offer.leg = offer.leg or self._look(anchor, offer.entry, cell, other)
                    if offer.leg is not None:
                        self._push(other, offer)
                        break

    def _settle(self, cell: int, label: Label) -> bool:
        """Lazy Theta*: look whether the anchor sees the entry; if not, come from the best neighbour expanded.

        False when the label became so much worse that others go first.
        """
        # Where cells were looked at in vain and not expanded yet, the next ones go without a look.
        if self.counts.sight_checks < self.counts.expanded:
            label.leg = self._look(label.anchor, label.entry, label.neighbour, cell)
            if label.leg is not None:
                return True
        best: Label | None = None
        for link in self._graph.links(cell):
            neighbour = self._expanded.get(link[0])
            if neighbour is not None:
                # The same rectangle, seen from the other side.
                offer = self._label(neighbour.as_anchor(), (cell, *link[1:]), link[0], [link[0], cell])
                if best is None or offer.estimate < best.estimate:
                    best = offer
        assert best is not None, "a cell is opened by a neighbour that was expanded"
        if best.estimate > label.estimate:
            self._push(cell, best)
            return False
        self._labels[cell] = best
        return True

    def _label(self, anchor: Anchor, link: Link, neighbour: int, leg: list[int] | None) -> Label:
        """A way from an anchor into a cell."""
        entry, before, beyond = self._crossing(anchor.point, self._goal, link)
        estimate = self._manner.behind * (anchor.travelled + before) + self._manner.ahead * beyond
        return Label(estimate, anchor, entry, before, neighbour, link, leg)

    def _look(self, anchor: Anchor, entry: Point, neighbour: int, cell: int) -> list[int] | None:
        """The cells from an anchor to a cell, if it sees the cell's entry out of a neighbour."""
        self.counts.sight_checks += 1
        # The entry is on the neighbour's border, too, and segments end more simply in the cell they come through.
        leg = sight(self._graph, anchor.point, anchor.cell, entry, neighbour)
        return None if leg is None else [*leg, cell]

    def _push(self, cell: int, label: Label) -> None:
        self._labels[cell] = label
        self.counts.relaxed += 1
        heapq.heappush(self._open, (label.estimate, self.counts.relaxed, cell))
