# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Best-first search over cells: A*, Dijkstra, greedy, Theta* and Lazy Theta* [Albertini 2022] [Hung & He 2016].

A path enters a cell at the point of the portal that makes it shortest from its last bend, the *anchor*, to the goal. So
the graph needs no points of its own, and a cell with hundreds of portals costs no more than its portals. Labels of one
cell are compared by the cost of the whole path, because they enter the cell at different points.

A* bends in every cell. Theta* keeps the anchor while it sees the next entry. Lazy Theta* assumes that it does, and
checks when it takes a cell off the open list: at most one check of sight for each cell it expands.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Final, TypeAlias

from ...geometry.primitives import Point, distance
from ...progress import Steps
from ..graph.cells import CellGraph, Link
from ..graph.crossing import Crossings, best_crossings, nearest_crossings
from ..graph.sight import sight
from ..route import SEARCHING, Counts, Route
from .cell_landmarks import CellLandmarks, Flood
from .policy import SearchPolicy

#: A cell that was expanded for an earlier goal is expanded again only if a new label costs less than this share of the
#: old one.
_WORTH = 0.99
#: A step of the search looks at so many links; to expand a cell counts as some of them, because of its check of sight.
#: That takes a millisecond or two.
_LINKS_PER_STEP = 512
_LINKS_PER_CELL = 16


@dataclass(frozen=True, slots=True)
class Anchor:
    """A bend of a path: a point in a cell, its distance from the start, the bend before it and the cells between."""

    point: Point
    cell: int
    travelled: float
    before: Anchor | None
    leg: list[int]


#: How a path may enter a cell: straight from an anchor, through a link out of a neighbour. A plain tuple, because a
#: search makes five for each one it uses, and anything with named fields takes longer to make.
Label: TypeAlias = tuple[float, int, int, Anchor, Point, float, Link, int, "list[int] | None"]
#: Where its fields stand. The cost of the whole path to the goal, as estimated.
COST: Final = 0
#: Rises with every label that is pushed, so that of equal costs the first goes first.
NUMBER: Final = 1
#: The cell that is entered.
CELL: Final = 2
#: The last bend, the point of entry, and how far that is from the bend.
ANCHOR: Final = 3
ENTRY: Final = 4
RUN: Final = 5
#: The link, and the cell that it leads out of.
LINK: Final = 6
NEIGHBOUR: Final = 7
#: The cells from anchor to entry; None while sight between them is only assumed.
LEG: Final = 8


class CellSearch:
    """A search from one point, which can go on to further goals.

    Parameters
    ----------
    graph : the cells.
    start : in voxels, in the cell `first`.
    policy : what to expand next.
    landmarks : distances that sharpen the search; None does without.
    """

    def __init__(
        self, graph: CellGraph, start: Point, first: int, policy: SearchPolicy, landmarks: CellLandmarks | None = None
    ) -> None:
        self.counts = Counts()
        self._graph, self._policy, self._first = graph, policy, first
        #: Of each cell: its best label, the label by which it was expanded, and the latter's entry as a bend if needed.
        self._best: dict[int, Label] = {}
        self._expanded: dict[int, Label] = {}
        self._bends: dict[int, Anchor] = {}
        #: The cells that are not to be expanded again; for a further goal, unless a better label is found.
        self._closed: set[int] = set()
        self._reopens = False
        #: Labels by cost; of equal costs the one that was pushed first.
        self._open: list[Label] = []
        #: The cells of earlier goals.
        self._reached: set[int] = set()
        self._goal = start
        #: Links looked at since the last step.
        self._looked = 0
        # Dijkstra does not aim at the goal, so it enters a cell as near as it can.
        self._crossings: Crossings = best_crossings if policy.remaining_weight else nearest_crossings
        self._landmarks = landmarks if policy.remaining_weight else None
        root = Anchor(start, first, 0.0, None, [first])
        self._bends[first] = root
        link: Link = (first, 0, 0.0, 0.0, 0.0, 0.0, 0.0)
        self._push((0.0, 0, first, root, start, 0.0, link, first, [first]))

    def find(self, goal: Point, last: int, most: float = inf) -> Steps[Route | None]:
        """The route to a goal in the cell `last`; None when there is none or `most` cells were expanded.

        A cell that was expanded for an earlier goal is expanded again only if a better label for this goal is found.
        Goals in one cell are searched for once. `most` counts all cells that were expanded since the search began.
        """
        anchor: Anchor | None
        is_new_aim = bool(self._expanded) and self._goal != goal and self._policy.remaining_weight > 0.0
        self._goal = goal
        if self._landmarks is not None:
            self._crossings = self._landmarks.sharpened(goal, last)
        if last in self._reached:
            anchor = self._best_into(last) if is_new_aim and last != self._first else self._as_anchor(last)
        else:
            if is_new_aim:
                # Greedy search ignores the length so far, so no label can be better than another.
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

    def flood(self, is_enough: Callable[[int, float, Point], bool] | None = None) -> Steps[Flood]:
        """Expand all cells, near ones first: how far each is from the start, and where it is entered.

        is_enough : told of each cell when it is expanded, in the same form; True ends the flood.
        """
        yield from self._run(-1, inf, is_enough)
        return {cell: (_travelled(label), label[ENTRY]) for cell, label in self._expanded.items()}

    def _as_anchor(self, cell: int) -> Anchor:
        """The entry of an expanded cell as a bend."""
        bend = self._bends.get(cell)
        if bend is None:
            _cost, _number, _cell, anchor, entry, run, _link, _neighbour, leg = self._expanded[cell]
            assert leg is not None, "a cell is expanded by a label whose sight was checked"
            bend = self._bends[cell] = Anchor(entry, leg[-1], anchor.travelled + run, anchor, leg)
        return bend

    def _offered_by(self, cell: int) -> Anchor:
        """The anchor that an expanded cell hands on to its neighbours."""
        return self._as_anchor(cell) if self._policy.line_of_sight == "never" else self._expanded[cell][ANCHOR]

    def _progress(self) -> tuple[float, str]:
        """What a step reports."""
        self._looked = 0
        return min(self.counts.expanded / len(self._graph), 1.0), SEARCHING

    def _aim(self) -> Steps[None]:
        """Turn the search to a new goal.

        Labels that were best for an earlier goal may not be best for this one, so all that expanded cells offer is
        compared again. Only cells that get a better label are opened again.
        """
        self._open.clear()
        self._closed.update(self._expanded)
        self._best = {}
        for cell, label in self._expanded.items():
            self._best[cell] = self._aimed(label)
            self._looked += 1
            if self._looked >= _LINKS_PER_STEP:
                yield self._progress()
        # No label of the first cell is better than the start.
        self._best[self._first] = self._expanded[self._first]
        for cell in self._expanded:
            self._relax(cell, self._offered_by(cell))
            if self._looked >= _LINKS_PER_STEP:
                yield self._progress()

    def _aimed(self, label: Label) -> Label:
        """A label for an earlier goal, with the cost that another one has to beat for this goal.

        Lazy Theta* keeps the entry, because it would have to check sight to another one. A* and Theta* choose anew.
        """
        if self._policy.line_of_sight == "lazily":
            left = distance(label[ENTRY], self._goal)
            cost = self._policy.travelled_weight * _travelled(label) + self._policy.remaining_weight * left
        else:
            cost = self._label(label[ANCHOR], label[LINK], label[NEIGHBOUR])[COST]
        return (_WORTH * cost, *label[NUMBER:])

    def _run(self, last: int, most: float, is_enough: Callable[[int, float, Point], bool] | None = None) -> Steps[bool]:
        """Expand cells until the last is one of them, or it is enough; False when there are no more, or too many."""
        best, closed, opened, counts = self._best, self._closed, self._open, self.counts
        is_eager, is_thorough = self._policy.line_of_sight == "always", self._policy.is_thorough
        while opened:
            if counts.expanded >= most:
                return False
            if self._looked >= _LINKS_PER_STEP:
                yield self._progress()
            label: Label | None = heapq.heappop(opened)
            assert label is not None
            cell = label[CELL]
            if cell in closed:
                continue
            if best[cell] is not label and not (is_thorough and label[COST] <= best[cell][COST]):
                continue
            self._looked += _LINKS_PER_CELL
            if label[LEG] is None:
                label = self._checked(label)
                if label is None:
                    if cell == last and cell in closed:
                        return True
                    continue
            if cell != self._first:
                self._bends.pop(cell, None)
            self._expanded[cell] = label
            closed.add(cell)
            counts.expanded += 1
            if is_eager:
                yield from self._relax_in_sight(cell, label[ANCHOR])
            else:
                self._relax(cell, self._offered_by(cell))
            if cell == last or (is_enough and is_enough(cell, _travelled(label), label[ENTRY])):
                return True
        return False

    def _relax(self, cell: int, anchor: Anchor) -> None:
        """Offer an anchor to all neighbours of a cell."""
        best, opened, number = self._best, self._open, self.counts.relaxed
        travelled_weight, remaining_weight = self._policy.travelled_weight, self._policy.remaining_weight
        travelled = anchor.travelled
        is_direct = anchor.cell == cell
        links = self._links_on(cell)
        self._looked += len(links)
        for link, (entry, run, left) in zip(links, self._crossings(anchor.point, self._goal, links), strict=True):
            other = link[0]
            cost = travelled_weight * (travelled + run) + remaining_weight * left
            known = best.get(other)
            if known is None or cost < known[COST]:
                number += 1
                leg = [cell, other] if is_direct else None
                best[other] = label = (cost, number, other, anchor, entry, run, link, cell, leg)
                heapq.heappush(opened, label)
                self._closed.discard(other)
        self.counts.relaxed = number

    def _links_on(self, cell: int) -> list[Link]:
        """The links out of a cell into those that may get a better label."""
        links, closed = self._graph.links(cell), self._closed
        return links if self._reopens else [link for link in links if link[0] not in closed]

    def _relax_in_sight(self, cell: int, anchor: Anchor) -> Steps[None]:
        """Theta*: offer the anchor to the neighbours it sees, and this cell's own entry to the others."""
        for link in self._links_on(cell):
            self._looked += _LINKS_PER_CELL
            if self._looked >= _LINKS_PER_STEP:
                yield self._progress()
            known = self._best.get(link[0])
            least = known[COST] if known else inf
            for bend in (anchor, self._as_anchor(cell)):
                label = self._label(bend, link, cell)
                if label[COST] < least:
                    leg = label[LEG] or self._leg_in_sight(label)
                    if leg is not None:
                        self._push((*label[:LEG], leg))
                        break

    def _checked(self, label: Label) -> Label | None:
        """Lazy Theta*: the label if its anchor sees its entry; else one from the best neighbour that was expanded.

        None when the cell must not be expanded now: its label costs more than it seemed, or an earlier one is as good.
        """
        cell = label[CELL]
        is_reopened = self._reopens and cell in self._expanded
        # Checks that failed do not expand a cell. So that there are not more checks than cells, the next labels go
        # without.
        if is_reopened or self._may_check():
            leg = self._leg_in_sight(label)
            if leg is not None:
                label = (*label[:LEG], leg)
                if not is_reopened or label[ANCHOR] is not self._expanded[cell][ANCHOR]:
                    return label
                # The neighbours of the cell have been offered this anchor already.
                self._bends.pop(cell, None)
                self._best[cell] = self._expanded[cell] = label
                self._closed.add(cell)
                return None
        best = min(self._labels_from_bends(cell), key=_cost)
        if is_reopened:
            # It was opened again in vain, unless this is better than the label by which it was expanded.
            earlier = self._aimed(self._expanded[cell])
            if earlier[COST] <= best[COST]:
                self._best[cell] = earlier
                self._closed.add(cell)
                return None
        if best[COST] > label[COST]:
            self._push(best)
            return None
        self._best[cell] = best
        return best

    def _labels_from_bends(self, cell: int) -> list[Label]:
        """The labels of a cell whose anchors are the entries of its neighbours: they need no check of sight."""
        links = self._graph.links(cell)
        self._looked += len(links)
        return [
            # The same portal, seen from the other side.
            self._label(self._as_anchor(link[0]), (cell, *link[1:]), link[0])
            for link in links
            if link[0] in self._expanded
        ]

    def _best_into(self, cell: int) -> Anchor:
        """The entry of an expanded cell that is best for another goal in it, of all that its neighbours offer."""
        labels = self._labels_from_bends(cell)
        labels += [self._label(self._offered_by(label[NEIGHBOUR]), label[LINK], label[NEIGHBOUR]) for label in labels]
        for label in sorted(labels, key=_cost):
            leg = label[LEG]
            if leg is None and self._may_check():
                leg = self._leg_in_sight(label)
            if leg is not None:
                return Anchor(label[ENTRY], leg[-1], _travelled(label), label[ANCHOR], leg)
        raise AssertionError("a cell that was expanded has a neighbor that was")

    def _label(self, anchor: Anchor, link: Link, neighbour: int) -> Label:
        """A label from an anchor through a link out of a neighbour."""
        ((entry, run, left),) = self._crossings(anchor.point, self._goal, (link,))
        cost = self._policy.travelled_weight * (anchor.travelled + run) + self._policy.remaining_weight * left
        leg = [neighbour, link[0]] if anchor.cell == neighbour else None
        return cost, 0, link[0], anchor, entry, run, link, neighbour, leg

    def _may_check(self) -> bool:
        """Whether Lazy Theta* may look along one more line of sight."""
        return self.counts.sight_checks < self.counts.expanded or self._policy.is_thorough

    def _leg_in_sight(self, label: Label) -> list[int] | None:
        """The cells from a label's anchor to its entry; None when the anchor does not see it."""
        self.counts.sight_checks += 1
        # The entry lies on the neighbour's border, too, and sight ends more simply in the cell that it comes through.
        leg = sight(self._graph, label[ANCHOR].point, label[ANCHOR].cell, label[ENTRY], label[NEIGHBOUR])
        return None if leg is None else [*leg, label[CELL]]

    def _push(self, label: Label) -> None:
        self.counts.relaxed += 1
        label = (label[COST], self.counts.relaxed, *label[CELL:])
        self._best[label[CELL]] = label
        self._closed.discard(label[CELL])
        heapq.heappush(self._open, label)


def _cost(label: Label) -> float:
    return label[COST]


def _travelled(label: Label) -> float:
    """From the start to the entry."""
    return label[ANCHOR].travelled + label[RUN]
