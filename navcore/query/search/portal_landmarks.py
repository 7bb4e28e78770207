# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Landmarks that travel with a volume: how far the middle of every portal is from a few places far apart.

Distances are over the graph of portals, in whole numbers: each edge is rounded down before edges are added up. So no
two nodes differ by more than the edge between them is long, exactly and on every machine, which is all that a search
needs to find paths as short as without. Relays are not kept: what is known of a cell's portals tells theirs.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from dataclasses import replace
from math import sqrt

import numpy as np

from ...arrays import Voxels
from ...config import PathConfig
from ...errors import NavError
from ...geometry.primitives import distance
from ...given import shown
from ...model import LANDMARK_UNIT, NavVolume
from ...progress import Progress, Steps, part, run
from ..graph.points import Node, PointGraph, portal_graph
from .landmarks import Bounds, Distances, Ways, distances_from, nodes_and_ways


def with_landmarks(nav: NavVolume, count: int, progress: Progress | None = None) -> NavVolume:
    """The same volume with `count` landmarks on every island, 0 to 64.

    `save` writes them, and `find_path` with as many or fewer over "portals" need not work them out. `progress` as for
    `bake`.
    """
    return run(with_landmarks_steps(nav, count), progress)


def with_landmarks_steps(nav: NavVolume, count: int) -> Steps[NavVolume]:
    """`with_landmarks` in steps."""
    if not isinstance(nav, NavVolume):
        raise NavError(f"landmarks are for a NavVolume, not for {shown(nav)}")
    count = PathConfig(landmarks=count).landmarks  # refuses what cannot be
    tables = (yield from _tables(nav, count)) if count else None
    return replace(nav, landmarks=tables)


def _tables(nav: NavVolume, count: int) -> Steps[Voxels]:
    """From the landmarks of its island to every portal: (count, k) uint32, in `LANDMARK_UNIT` parts of a voxel."""
    tables = np.zeros((count, len(nav.portals)), np.uint32)
    graph, numbers = portal_graph(nav), _Numbers(nav)
    order = np.argsort(nav.components, kind="stable")
    islands = np.split(order, np.flatnonzero(np.diff(nav.components[order])) + 1)
    done = 0
    for cells in islands:
        if len(cells) > 1:
            begin, share = done / len(order), len(cells) / len(order) / (count + 1)
            nodes, ways = yield from part(nodes_and_ways(graph, cells.tolist(), _step), begin, begin)
            middles = [index for index, node in enumerate(nodes) if _is_middle(node)]
            columns = [numbers.portal(nodes[index]) for index in middles]
            nearest = yield from part(distances_from(ways, middles[0]), begin, begin)
            for number in range(count):
                begin += share
                # The next landmark is as far as can be from all others; the first, from an arbitrary portal.
                farthest = max(middles, key=nearest.__getitem__)
                found = yield from part(distances_from(ways, farthest), begin, begin)
                nearest = list(map(min, nearest, found)) if number else found
                tables[number, columns] = [found[index] for index in middles]
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
        """The distances of a cell's relays: every way to them comes by one of the cell's portals."""
        nodes = self._graph.nodes(cell)
        at = {node: index for index, node in enumerate(nodes)}
        # Only towards relays, as those of portals are known.
        ways: Ways = [
            [(at[other], _step(node, other)) for other in self._graph.neighbours(node) if other.cells == (cell,)]
            for node in nodes
        ]
        tables = []
        for number in range(len(self._tables)):
            known = {at[node]: int(self.of(node)[number] * LANDMARK_UNIT) for node in nodes if _is_middle(node)}
            tables.append(run(distances_from(ways, known)))
        return {
            node: tuple(table[index] / LANDMARK_UNIT for table in tables)
            for node, index in at.items()
            if not _is_middle(node)
        }

    def towards(self, goal: Node, beside: Iterable[Node]) -> Bounds:
        """What landmarks know of a goal that is joined to some nodes, as `Landmarks.towards`."""
        known = [(self.of(other), distance(goal.point, other.point)) for other in beside if self._graph.keeps(other)]
        return tuple(
            (min(far[number] + step for far, step in known), max(far[number] - step for far, step in known))
            for number in range(len(self._tables) if known else 0)
        )


_KEPT: weakref.WeakKeyDictionary[NavVolume, dict[int, PortalLandmarks]] = weakref.WeakKeyDictionary()


def stored_landmarks(nav: NavVolume, count: int) -> PortalLandmarks | None:
    """The landmarks that came with a volume, if there are as many as that."""
    if nav.landmarks is None or len(nav.landmarks) < count:
        return None
    kept = _KEPT.setdefault(nav, {})
    return kept.get(count) or kept.setdefault(count, PortalLandmarks(nav, portal_graph(nav), count))
