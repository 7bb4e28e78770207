# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outlines with few corners: nodes are left out where the straight edge instead is as good, each edge proven again.

An edge may leave nodes out when it crosses the same edges of the lattice, each between its free and its blocked vertex
(so that outlines never cross, nor pass over anything); when it lies nowhere farther than an error from the nodes; and
when it keeps the radius from all that the nodes left out had to.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..geometry.ragged import chunks, stretches
from ..geometry.sorting import distinct
from ..progress import Steps
from ..surface import CORNER_UNIT
from .capsules import segment_to_segment
from .contour import SURE, Contour
from .features import Features
from .floors import Floors
from .lattice import STEP, in_voxels, vertex_positions
from .loops import in_loops
from .near import Near
from .scene import Scene

_AT_ONCE = 1 << 18
STAGE = "Straightening"


def simplify(
    scene: Scene,
    floors: Floors,
    features: Features,
    near: Near,
    contour: Contour,
    fixed: Bools,
    edge_error: float,
) -> Steps[tuple[Int64s, Int64s]]:
    """The outlines without the nodes that they can do without.

    fixed : (n,) bool, nodes that stay. edge_error : voxels.

    Returns
    -------
    kept : (k,) int64, nodes, outline by outline; starts : (outlines + 1,) int64, where each begins in `kept`.
    """
    yield 0.0, STAGE
    node, starts = in_order(contour, fixed)
    work = _Work(scene, floors, features, near, contour, node, edge_error)
    removable = ~fixed[node]
    removable[starts[:-1]] = False
    removable[starts[1:] - 1] = False
    yield 0.2, STAGE
    kept = np.ones(len(node), bool)
    work.drop_straight(kept, removable)
    yield 0.4, STAGE
    after, before = _neighbors(kept)
    score = np.full(len(node), np.inf)
    stale = np.flatnonzero(kept & removable)
    while len(stale):
        yield 0.5, STAGE
        score[stale] = work.errors(before[stale], after[stale])
        some = np.flatnonzero(kept & np.isfinite(score))
        # Of neighbors the one that matters less, of equals the first.
        least = (score[some] <= score[after[some]]) & (score[some] < score[before[some]])
        gone = some[least]
        if not len(gone):
            break
        kept[gone] = False
        score[gone] = np.inf
        after[before[gone]], before[after[gone]] = after[gone], before[gone]
        beside = distinct(np.concatenate((before[gone], after[gone])))
        stale = beside[removable[beside]]
    closing = np.zeros(len(node), bool)
    closing[starts[1:] - 1] = True
    places = np.flatnonzero(kept & ~closing)
    return node[places], np.searchsorted(places, starts)


def in_order(contour: Contour, fixed: Bools) -> tuple[Int64s, Int64s]:
    """Nodes outline by outline, (n + outlines,) int64, each outline beginning and ending with the same node; where they
    begin, (outlines + 1,).

    An outline begins with its first fixed node, or where it bends most.
    """
    count = len(contour.edge)
    if not count:
        return np.empty(0, np.int64), np.zeros(1, np.int64)
    node, begins = in_loops(contour.following)
    heads, sizes = begins[:-1], np.diff(begins)
    loop = np.repeat(np.arange(len(heads)), sizes)
    before = np.empty(count, np.int64)
    before[contour.following] = np.arange(count)
    run = contour.position[contour.following] - contour.position
    bend = np.abs(run[:, 0] * run[before, 1] - run[:, 1] * run[before, 0])
    weight = np.where(fixed, np.int64(1) << 40, bend)[node]
    best = np.lexsort((np.arange(count), -weight, loop))[heads]
    # Turn each outline around to begin there.
    place = np.arange(count) - np.repeat(heads, sizes)
    turned = np.repeat(heads, sizes) + (place + np.repeat(best - heads, sizes)) % np.repeat(sizes, sizes)
    node = node[turned]
    starts = np.append(0, np.cumsum(sizes + 1))
    closed = np.empty(count + len(heads), np.int64)
    closed[np.arange(count) + loop] = node
    closed[starts[1:] - 1] = node[heads]
    return closed, starts


def _neighbors(kept: Bools) -> tuple[Int64s, Int64s]:
    """The next and the last kept place of each kept place."""
    places = np.flatnonzero(kept)
    after, before = np.full(len(kept), -1, np.int64), np.full(len(kept), -1, np.int64)
    after[places[:-1]] = places[1:]
    before[places[1:]] = places[:-1]
    return after, before


class _Work:
    """What decides whether nodes may be left out."""

    def __init__(
        self,
        scene: Scene,
        floors: Floors,
        features: Features,
        near: Near,
        contour: Contour,
        node: Int64s,
        edge_error: float,
    ) -> None:
        self._features, self._near = features, near
        self._least = (scene.radius + SURE / 2.0) ** 2
        self._error = edge_error * CORNER_UNIT
        self._position = contour.position[node]
        self._free = vertex_positions(floors, contour.free)[node]
        self._blocked = self._free + contour.way[node] * STEP
        # The last node of an outline has no edge within it.
        self._place = contour.place[node]
        self._feature = np.where(contour.is_corner, -1, contour.feature)[node]

    def drop_straight(self, kept: Bools, removable: Bools) -> None:
        """Leave out all nodes inside runs along one straight feature, where that is certain."""
        same = np.zeros(len(kept), bool)
        same[1:-1] = (self._feature[1:-1] >= 0) & removable[1:-1]
        same[1:-1] &= (self._feature[:-2] == self._feature[1:-1]) & (self._feature[2:] == self._feature[1:-1])
        edges = np.diff(np.concatenate(([0], same.view(np.int8), [0])))
        first, last = np.flatnonzero(edges == 1) - 1, np.flatnonzero(edges == -1)
        fine = np.isfinite(self.errors(first, last))
        inner = stretches(first[fine] + 1, (last - first)[fine] - 1)
        kept[inner] = False

    def errors(self, begin: Int64s, end: Int64s) -> Float64s:
        """How far edges from places to others are from the nodes between, units; inf where they may not be: (k,)."""
        errors = np.zeros(len(begin))
        counts = end - begin
        for part in chunks(counts, _AT_ONCE):
            errors[part] = self._some_errors(begin[part], end[part])
        return errors

    def _some_errors(self, begin: Int64s, end: Int64s) -> Float64s:
        inner = end - begin - 1
        item = np.repeat(np.arange(len(begin)), inner)
        between = stretches(begin + 1, inner)
        start, run = self._position[begin], self._position[end] - self._position[begin]
        length = np.sqrt((run * run).sum(axis=1).astype(np.float64))
        off = {
            name: _across(run[item], points[between] - start[item])
            for name, points in (("node", self._position), ("free", self._free), ("blocked", self._blocked))
        }
        # Free is to the left.
        bad = (off["free"] <= 0) | (off["blocked"] >= 0)
        away = np.abs(off["node"]) / np.maximum(length[item], 1e-9)
        error = np.zeros(len(begin))
        np.maximum.at(error, item, away)
        error[(error > self._error) | (length == 0.0)] = np.inf
        error[item[bad]] = np.inf
        fine = np.flatnonzero(np.isfinite(error))
        error[fine[~self._keeps(begin[fine], end[fine])]] = np.inf
        return error

    def _keeps(self, begin: Int64s, end: Int64s) -> Bools:
        """Whether edges between places keep the radius: (k,) bool."""
        item = np.repeat(np.arange(len(begin)), end - begin)
        place = self._place[stretches(begin, end - begin)]
        # Neighboring squares mostly lie in one cell.
        again = np.zeros(len(item), bool)
        again[1:] = (item[1:] == item[:-1]) & (place[1:] == place[:-1])
        item, place = item[~again], place[~again]
        which, feature = self._near.of(place)
        key = distinct(item[which] * (len(self._features) + 1) + feature)
        item, feature = np.divmod(key, len(self._features) + 1)
        start, finish = in_voxels(self._position[begin]), in_voxels(self._position[end])
        squared = segment_to_segment(
            start[item], finish[item], self._features.start[feature, :2], self._features.end[feature, :2]
        )
        keeps = np.ones(len(begin), bool)
        keeps[item[squared < self._least]] = False
        return keeps


def _across(run: Int64s, off: Int64s) -> Int64s:
    """Twice the area between edges and points beside them, positive to the left: (k, 2) both, to (k,)."""
    return run[:, 0] * off[:, 1] - run[:, 1] * off[:, 0]
