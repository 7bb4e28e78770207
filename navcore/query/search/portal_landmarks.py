# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Landmarks that travel with a volume: how far the middle of every portal is from a few places far apart.

Distances are over the graph of portals, in whole numbers: each edge is rounded down before edges are added up. So no
two nodes differ by more than the edge between them is long, exactly and on every machine, which is all that a search
needs to find paths as short as without. Relays are not kept: what is known of a cell's portals tells theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import sqrt

import numpy as np

from ...arrays import UInt32s
from ...geometry.primitives import distance
from ...model import LANDMARK_UNIT, NavVolume
from ...progress import Steps, part, run
from ..graph.points import Node, PointGraph
from .landmarks import Bounds, Distances, Edges, bounds_of, distances_from, far_apart, nodes_and_edges


def landmark_tables(nav: NavVolume, graph: PointGraph, count: int) -> Steps[UInt32s]:
    """From the landmarks of its island to every portal: (count, k) uint32, in `LANDMARK_UNIT` parts of a voxel.

    graph : that of the volume's portals.
    """
    tables = np.zeros((count, len(nav.portals)), np.uint32)
    numbers = _Numbers(nav)
    order = np.argsort(nav.components, kind="stable")
    islands = np.split(order, np.flatnonzero(np.diff(nav.components[order])) + 1)
    done = 0
    for cells in islands:
        if len(cells) > 1:
            begin, share = done / len(order), len(cells) / len(order)
            nodes, edges = yield from part(nodes_and_edges(graph, cells.tolist(), _step), begin, begin)
            middles = [index for index, node in enumerate(nodes) if _is_middle(node)]
            columns = [numbers.portal(nodes[index]) for index in middles]
            measured = far_apart(middles, count, partial(distances_from, edges), list.__getitem__)
            found = yield from part(measured, begin, begin + share)
            for number, table in enumerate(found):
                tables[number, columns] = [table[index] for index in middles]
        done += len(cells)
    return tables


def _is_middle(node: Node) -> bool:
    """Whether a node is the middle of a portal; a relay is in one cell only."""
    return len(node.cells) == 2


def _step(one: Node, other: Node) -> int:
    """How long an edge is, rounded down."""
    # Products, sums and roots are the same on every machine; the library's own distance may not be.
    (x, y, z), (to_x, to_y, to_z) = one.point, other.point
    x, y, z = x - to_x, y - to_y, z - to_z
    return int(LANDMARK_UNIT * sqrt(x * x + y * y + z * z))


class _Numbers:
    """Finds the number of a portal by its two cells."""

    def __init__(self, nav: NavVolume) -> None:
        self._cells = len(nav.cells)
        #: One number for each portal, ascending as portals do.
        self._codes = nav.portals[:, 0].astype(np.int64) * self._cells + nav.portals[:, 1]

    def portal(self, node: Node) -> int:
        first, second = node.cells
        return int(np.searchsorted(self._codes, first * self._cells + second))


class PortalLandmarks:
    """A volume's landmarks for searches over its graph of portals."""

    def __init__(self, nav: NavVolume, graph: PointGraph, count: int) -> None:
        assert nav.landmarks is not None, "only asked for when there are some"
        self._graph, self._tables, self._numbers = graph, nav.landmarks[:count], _Numbers(nav)
        self._of: dict[Node, Distances] = {}

    def of(self, node: Node) -> Distances:
        """The distances of a node of the graph, in voxels; none for others."""
        if node not in self._of:
            if not self._graph.keeps(node):
                return ()
            if _is_middle(node):
                away = self._tables[:, self._numbers.portal(node)] / LANDMARK_UNIT
                self._of[node] = tuple(away.tolist())
            else:
                self._of.update(self._relays(node.cells[0]))
        return self._of[node]

    def _relays(self, cell: int) -> dict[Node, Distances]:
        """The distances of a cell's relays: every path to them passes one of the cell's portals."""
        nodes = self._graph.nodes(cell)
        at = {node: index for index, node in enumerate(nodes)}
        # Only towards relays, as those of portals are known.
        edges: Edges = [
            [(at[other], _step(node, other)) for other in self._graph.neighbours(node) if other.cells == (cell,)]
            for node in nodes
        ]
        tables = []
        for number in range(len(self._tables)):
            known = {at[node]: int(self.of(node)[number] * LANDMARK_UNIT) for node in nodes if _is_middle(node)}
            tables.append(run(distances_from(edges, known)))
        return {
            node: tuple(table[index] / LANDMARK_UNIT for table in tables)
            for node, index in at.items()
            if not _is_middle(node)
        }

    def towards(self, goal: Node, beside: Iterable[Node]) -> Bounds:
        """What landmarks know of a goal that is joined to some nodes, as `Landmarks.towards`."""
        return bounds_of(
            [(self.of(other), distance(goal.point, other.point)) for other in beside if self._graph.keeps(other)]
        )
