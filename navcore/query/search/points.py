# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Best-first search over points: A*, Dijkstra, greedy, Theta* and Lazy Theta* [Albertini 2022] [Hung & He 2016].

A* goes from node to node. Theta* comes straight from the bend before a node whenever that sees the next one. Lazy
Theta* takes for granted that it does and looks only when a node is taken off the open list: one check of sight for each
node expanded, at most. Between two points of one cell nobody needs to look.
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass
from math import inf

from ...geometry.primitives import TOUCH, Point, distance
from ...progress import Steps
from ..graph.cells import chain_to
from ..graph.points import Node, PointGraph
from ..graph.sight import sight
from ..route import SEARCHING, Counts, Route
from .landmarks import Bounds, KnownDistances, at_least
from .policy import SearchPolicy

#: What is done between two steps: so many edges are looked at, and a line of sight counts as some of them.
_EDGES_PER_STEP = 512
_EDGES_PER_SIGHT = 16


@dataclass(slots=True, eq=False)
class Label:
    """The best way known to a node: straight from the bend before it.

    travelled : from the start to here, in voxels; seen : whether the way from the bend is known to be free; leg : the
    cells it runs through, None when it lies in one that both have in common; closed : its number among those that were
    expanded, from 1; 0 while it is open.
    """

    node: Node
    before: Label | None
    travelled: float
    seen: bool
    leg: list[int] | None = None
    closed: int = 0


class PointSearch:
    """A search from one point, which can go on to further goals.

    Parameters
    ----------
    graph : the points.
    start : in voxels, in the cell `first`.
    manner : how to search.
    landmarks : distances that sharpen the search; None does without.
    """

    def __init__(
        self, graph: PointGraph, start: Point, first: int, policy: SearchPolicy, landmarks: KnownDistances | None = None
    ) -> None:
        self.counts = Counts()
        self._graph, self._policy, self._landmarks = graph, policy, landmarks
        self._goal_bounds: Bounds = ()
        self._labels: dict[Node, Label] = {}
        self._pushed = 0
        #: Edges looked at since the last step.
        self._looked = 0
        self._open: list[tuple[float, int, Label]] = []
        self._start = self._goal = graph.injected(start, first)
        self._offer(Label(self._start, None, 0.0, True))

    def find(self, goal: Point, last: int, most: float = inf) -> Steps[Route | None]:
        """The way to a goal in the cell `last`; None when there is none or `most` nodes were expanded.

        Nodes that were expanded for an earlier goal are not expanded again, but count.
        """
        self._goal = self._graph.injected(goal, last)
        if self._landmarks is not None:
            self._goal_bounds = self._landmarks.towards(self._goal, self._beside(self._goal))
        if self._policy.remaining_weight:
            yield from self._aim()
        known = [self._labels[node] for node in self._beside(self._goal) if node in self._labels]
        # In the order in which a search for this goal alone would have come by.
        for label in sorted((label for label in known if label.closed), key=lambda label: label.closed):
            yield from self._relax(label, [self._goal])
        reached = yield from self._run(most)
        self._labels.pop(self._goal, None)
        return None if reached is None else self._route(reached)

    def _beside(self, node: Node) -> list[Node]:
        """What any node has edges to, goals apart."""
        if node is not self._goal and node is not self._start:
            return self._graph.neighbours(node)
        others = dict.fromkeys(other for cell in node.cells for other in self._graph.nodes(cell))
        if node is self._goal and _common_cell(node, self._start) is not None:
            others[self._start] = None
        return list(others)

    def _where(self) -> tuple[float, str]:
        """What a step tells."""
        self._looked = 0
        return min(self.counts.expanded / len(self._graph.cells), 1.0), SEARCHING

    def _aim(self) -> Steps[None]:
        """Point every label on the open list at the goal."""
        self._open = []
        for label in self._labels.values():
            if not label.closed:
                self._open.append((self._estimate(label), len(self._open), label))
                self._looked += 1
                if self._looked >= _EDGES_PER_STEP:
                    yield self._where()
        self._pushed = len(self._open)
        heapq.heapify(self._open)

    def _run(self, most: float) -> Steps[Label | None]:
        """Expand nodes until the goal is one of them; None when there are no more, or would be too many."""
        goal = self._goal
        while self._open:
            if self.counts.expanded >= most:
                return None
            if self._looked >= _EDGES_PER_STEP:
                yield self._where()
            _estimate, _tie, label = heapq.heappop(self._open)
            # Ways that were worse than another, and those to earlier goals, are still on the list.
            if self._labels.get(label.node) is not label:
                continue
            self._looked += _EDGES_PER_SIGHT
            if not label.seen and not self._may_expand(label):
                continue
            self.counts.expanded += 1
            if label.node is goal:
                return label
            label.closed = self.counts.expanded
            yield from self._relax(label, self._beside(label.node))
            if _common_cell(label.node, goal) is not None:
                yield from self._relax(label, [goal])
        return None

    def _relax(self, label: Label, others: list[Node]) -> Steps[None]:
        """Offer a closed node, or the bend before it, to others."""
        lazily, labels = self._policy.line_of_sight == "lazily", self._labels
        self._looked += len(others)
        if self._policy.line_of_sight == "always" and label.before is not None:
            yield from self._relax_in_sight(label, label.before, others)
            return
        bend = label.before if lazily and label.before is not None else label
        travelled, point = bend.travelled, bend.node.point
        for other in others:
            known = labels.get(other)
            if known is None or not known.closed:
                further = travelled + distance(point, other.point)
                if known is None or further < known.travelled:
                    self._offer(Label(other, bend, further, not lazily))

    def _relax_in_sight(self, label: Label, bend: Label, others: list[Node]) -> Steps[None]:
        """Theta*: offer the bend before a node to those it sees, and the node itself to the rest."""
        for other in others:
            self._looked += _EDGES_PER_SIGHT
            if self._looked >= _EDGES_PER_STEP:
                yield self._where()
            known = self._labels.get(other)
            if known is not None and known.closed:
                continue
            least = known.travelled if known else inf
            straight = Label(other, bend, bend.travelled + distance(bend.node.point, other.point), False)
            if straight.travelled < least and self._look(straight):
                self._offer(straight)
                continue
            further = label.travelled + distance(label.node.point, other.point)
            if further < least:
                self._offer(Label(other, label, further, True))

    def _may_expand(self, label: Label) -> bool:
        """Lazy Theta*: look whether the bend sees the node; if not, come from the best closed neighbour.

        False when the way became so much longer that others go first.
        """
        # Where nodes were looked at in vain and not expanded yet, the next ones go without a look.
        if self._look(label, self.counts.expanded):
            return True
        best: Label | None = None
        others = self._beside(label.node)
        self._looked += len(others)
        for other in others:
            known = self._labels.get(other)
            if known is not None and known.closed:
                travelled = known.travelled + distance(other.point, label.node.point)
                if best is None or travelled < best.travelled:
                    best = Label(label.node, known, travelled, True)
        assert best is not None, "a node is opened by a neighbor that is closed"
        if self._estimate(best) > self._estimate(label):
            self._offer(best)
            return False
        label.before, label.travelled, label.seen = best.before, best.travelled, True
        return True

    def _look(self, label: Label, most_checks: float = inf) -> bool:
        """Whether the bend before a node is known to see it, by so many checks in all; takes down the cells between."""
        assert label.before is not None, "the start is where it is"
        bend, node = label.before.node, label.node
        if _common_cell(bend, node) is None:
            if self.counts.sight_checks >= most_checks:
                return False
            self.counts.sight_checks += 1
            first, last = self._cell_towards(bend, node.point), self._cell_towards(node, bend.point)
            if first < 0 or last < 0:
                return False
            label.leg = sight(self._graph.cells, bend.point, first, node.point, last)
            if label.leg is None:
                return False
        label.seen = True
        return True

    def _cell_towards(self, node: Node, point: Point) -> int:
        """The cell of a node that holds the beginning of the way to a point; -1 when there is none."""
        (x, y, z), (to_x, to_y, to_z) = node.point, point
        for cell in node.cells:
            x0, y0, z0, x1, y1, z1 = self._graph.cells.box(cell)
            if (
                (to_x <= x + TOUCH or x < x1 - TOUCH)
                and (to_x >= x - TOUCH or x > x0 + TOUCH)
                and (to_y <= y + TOUCH or y < y1 - TOUCH)
                and (to_y >= y - TOUCH or y > y0 + TOUCH)
                and (to_z <= z + TOUCH or z < z1 - TOUCH)
                and (to_z >= z - TOUCH or z > z0 + TOUCH)
            ):
                return cell
        return -1

    def _offer(self, label: Label) -> None:
        """Put a way on the open list; of equally good ones, the first goes first."""
        self._labels[label.node] = label
        self.counts.relaxed += 1
        self._pushed += 1
        heapq.heappush(self._open, (self._estimate(label), self._pushed, label))

    def _estimate(self, label: Label) -> float:
        ahead = self._policy.remaining_weight
        if not ahead:
            return self._policy.travelled_weight * label.travelled
        left = distance(label.node.point, self._goal.point)
        if self._landmarks is not None:
            left = at_least(left, self._landmarks.of(label.node), self._goal_bounds)
        return self._policy.travelled_weight * label.travelled + ahead * left

    def _route(self, label: Label) -> Route:
        """The way to a node, and the cells along it."""
        steps = [label]
        while steps[-1].before is not None:
            steps.append(steps[-1].before)
        steps.reverse()
        legs: list[list[int]] = []
        for begin, end in itertools.pairwise(steps):
            cell = legs[-1][-1] if legs else -1
            leg = end.leg
            if leg is None:
                common = _common_cell(begin.node, end.node, cell)
                assert common is not None, "what was not looked at lies in one cell"
                leg = [common]
            if legs and leg[0] != cell:
                # At a corner the next cell may be one that this one is linked to only around it.
                legs[-1] += chain_to(leg[0], self._graph.cells.cells_at(begin.node.point, cell))[1:-1]
            legs.append([*leg])
        return Route([step.node.point for step in steps], legs)


def _common_cell(one: Node, two: Node, rather: int = -1) -> int | None:
    """A cell that two nodes have in common, one in particular if possible; None when there is none."""
    common = None
    for cell in one.cells:
        if cell in two.cells:
            if cell == rather:
                return cell
            common = cell if common is None else common
    return common
