# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outlines with few corners: nodes are left out where the straight edge instead is as good, each edge proven again.

An edge may leave nodes out when it crosses the same edges of the lattice, each between its free and its blocked vertex
(so that outlines never cross, nor pass over anything); when it lies nowhere farther than an error from the nodes; and
when it keeps the radius from all that the nodes left out had to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..geometry.ragged import chunks, stretches
from ..geometry.sorting import distinct
from ..progress import Steps, part
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
    size = len(contour.edge)
    state = _State(np.ones(size, bool), np.zeros(size, bool))
    heads = _bends(contour)
    for turn in (0, 1):
        node, starts = in_order(contour, np.where(fixed, np.int64(1) << 40, heads))
        work = _Work(scene, floors, features, near, contour, node, state, edge_error)
        removable = ~fixed[node]
        removable[starts[:-1]] = False
        removable[starts[1:] - 1] = False
        yield 0.1 + 0.3 * turn, STAGE
        work.drop_straight(removable)
        yield from part(work.sharpen(removable), 0.2 + 0.3 * turn, 0.3 + 0.3 * turn)
        if turn == 1:
            yield from part(work.leave_out(removable), 0.6, 1.0)
        # Where outlines begin nothing was tried, so corners are made twice, and the second time they begin elsewhere.
        heads = work.hand_back(contour, state, starts)
    node = node[:0] if not size else node
    last = np.zeros(len(node), bool)
    last[starts[1:] - 1] = True
    places = np.flatnonzero(state.kept[node] & ~last)
    return node[places], np.searchsorted(places, starts)


class _State(NamedTuple):
    """What is known of nodes: all (n,) bool. kept : not left out. is_inside : moved to a corner within the square that
    lies behind the lattice edge of the node."""

    kept: Bools
    is_inside: Bools


def _bends(contour: Contour) -> Int64s:
    """How much outlines bend at nodes, (n,) int64."""
    before = np.empty(len(contour.edge), np.int64)
    before[contour.following] = np.arange(len(contour.edge))
    run = contour.position[contour.following] - contour.position
    bends: Int64s = np.abs(run[:, 0] * run[before, 1] - run[:, 1] * run[before, 0])
    return bends


def in_order(contour: Contour, weight: Int64s) -> tuple[Int64s, Int64s]:
    """Nodes outline by outline, (n + outlines,) int64, each outline beginning and ending with the same node; where they
    begin, (outlines + 1,).

    An outline begins with the first of its nodes of the greatest weight, (n,) int64.
    """
    count = len(contour.edge)
    if not count:
        return np.empty(0, np.int64), np.zeros(1, np.int64)
    node, begins = in_loops(contour.following)
    heads, sizes = begins[:-1], np.diff(begins)
    loop = np.repeat(np.arange(len(heads)), sizes)
    best = np.lexsort((np.arange(count), -weight[node], loop))[heads]
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


class _Tried(NamedTuple):
    """Edges that may be: all (k,) int64, from places to places; start, finish (k, 2) int64, their positions, units;
    is_inside (k,) bool, whether they end in a corner within a square."""

    begin: Int64s
    end: Int64s
    start: Int64s
    finish: Int64s
    is_inside: Bools

    def of(self, which: Int64s) -> _Tried:
        """Some of them."""
        return _Tried(self.begin[which], self.end[which], self.start[which], self.finish[which], self.is_inside[which])


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
        state: _State,
        edge_error: float,
    ) -> None:
        self._node = node
        self._kept = state.kept[node]
        self._is_inside = state.is_inside[node]
        self._features, self._near = features, near
        self._inside = None if scene.inside is None else scene.inside[:, :2] * CORNER_UNIT
        self._least = (scene.radius + SURE / 2.0) ** 2
        self._error = edge_error * CORNER_UNIT
        self._position = contour.position[node]
        self._free = vertex_positions(floors, contour.free)[node]
        self._blocked = self._free + contour.way[node] * STEP
        # The last node of an outline has no edge within it.
        self._place = contour.place[node]
        self._feature = np.where(contour.is_corner, -1, contour.feature)[node]

    def hand_back(self, contour: Contour, state: _State, starts: Int64s) -> Int64s:
        """Enter what was done, and mark another node of each outline to begin with: (n,) int64, 1 or 0."""
        contour.position[self._node] = self._position
        state.kept[self._node], state.is_inside[self._node] = self._kept, self._is_inside
        places = np.flatnonzero(self._kept)
        first = np.searchsorted(places, starts[:-1])
        heads = np.zeros(len(state.kept), np.int64)
        heads[self._node[places[(first + np.searchsorted(places, starts[1:])) // 2]]] = 1
        return heads

    def drop_straight(self, removable: Bools) -> None:
        """Leave out all nodes inside runs along one straight feature, where that is certain."""
        same = self._kept & removable & (self._feature != -1)
        same[1:-1] &= (self._feature[:-2] == self._feature[1:-1]) & (self._feature[2:] == self._feature[1:-1])
        same[1:-1] &= self._kept[:-2] & self._kept[2:]
        edges = np.diff(np.concatenate(([0], same.view(np.int8), [0])))
        first, last = np.flatnonzero(edges == 1) - 1, np.flatnonzero(edges == -1)
        fine = np.isfinite(self._errors(first, last))
        self._kept[stretches(first[fine] + 1, (last - first)[fine] - 1)] = False

    def sharpen(self, removable: Bools) -> Steps[None]:
        """Make corners where edges would meet."""
        after, before = _neighbors(self._kept)
        while len(gone := self._sharpen(removable, after, before)):
            yield 0.0, STAGE
            self._kept[gone] = False
            after[before[gone]], before[after[gone]] = after[gone], before[gone]

    def leave_out(self, removable: Bools) -> Steps[None]:
        """Leave out nodes, those first that matter least."""
        kept = self._kept
        after, before = _neighbors(kept)
        score = np.full(len(kept), np.inf)
        stale = np.flatnonzero(kept & removable)
        while len(stale):
            yield 0.0, STAGE
            score[stale] = self._errors(before[stale], after[stale])
            some = np.flatnonzero(kept & np.isfinite(score))
            # Of neighbors the one that matters less, of equals the first.
            gone = some[(score[some] <= score[after[some]]) & (score[some] < score[before[some]])]
            if not len(gone):
                break
            kept[gone] = False
            score[gone] = np.inf
            after[before[gone]], before[after[gone]] = after[gone], before[gone]
            beside = distinct(np.concatenate((before[gone], after[gone])))
            stale = beside[removable[beside]]

    def _sharpen(self, removable: Bools, after: Int64s, before: Int64s) -> Int64s:
        """Make corners where two edges would meet that a short one across a square joins; the nodes to leave out, (k,).

        after, before : (n,) int64, of kept places. The nodes before those that are left out become the corners; again
        there may be more to do.
        """
        open_ = self._kept & removable & ~self._is_inside
        first = np.flatnonzero(open_[:-1] & open_[1:])
        second, begin, end = first + 1, before[first], after[first + 1]
        start, finish = self._position[begin], self._position[end]
        run, back = self._position[first] - start, self._position[second] - finish
        turn = _across(run, back)
        ahead = _across(finish - start, back) / np.where(turn == 0, 1, turn)
        meeting = start + run * ahead[:, None]
        low = np.minimum.reduce((self._free[first], self._blocked[first], self._free[second], self._blocked[second]))
        some = (turn != 0) & (ahead > 1.0) & (np.abs(meeting - low - STEP / 2) < STEP / 2 + 1).all(axis=1)
        best, gain = np.zeros((len(first), 2), np.int64), np.zeros(len(first), np.int64)
        for up_x in (0, 1):
            for up_y in (0, 1):
                corner = np.floor(np.where(some[:, None], meeting, low)).astype(np.int64) + np.array((up_x, up_y))
                gained = _across(corner - self._position[first], self._position[second] - self._position[first])
                inside = some & ((corner > low) & (corner < low + STEP)).all(axis=1)
                asked = np.flatnonzero(inside & (gained > gain))
                fits = self._may_be_corner(begin[asked], first[asked], end[asked], corner[asked])
                best[asked[fits]], gain[asked[fits]] = corner[asked[fits]], gained[asked[fits]]
        made = np.flatnonzero(gain > 0)
        made = made[_apart(np.stack((begin, first, second, end))[:, made], len(open_))]
        self._position[first[made]] = best[made]
        self._is_inside[first[made]] = True
        return second[made]

    def _may_be_corner(self, begin: Int64s, place: Int64s, end: Int64s, corner: Int64s) -> Bools:
        """Whether nodes at places may be moved to corners, (k, 2) units, with edges from and to other places: (k,)."""
        fits = np.isfinite(self._errors(begin, place, corner=corner, is_last=True))
        if self._inside is not None:
            fits &= ((corner > self._inside[0] + SURE) & (corner < self._inside[1] - SURE)).all(axis=1)
        some = np.flatnonzero(fits)
        fits[some] = np.isfinite(self._errors(place[some], end[some], corner=corner[some], is_last=False))
        return fits

    def _errors(self, begin: Int64s, end: Int64s, corner: Int64s | None = None, is_last: bool = False) -> Float64s:
        """How far edges from places to others are from the nodes between, units; inf where they may not be: (k,).

        corner : (k, 2) int64, stands for the position of the last place or of the first one, as of a corner.
        """
        start, finish, is_inside = self._position[begin], self._position[end], self._is_inside[end]
        if corner is not None and is_last:
            finish, is_inside = corner, np.ones(len(end), bool)
        elif corner is not None:
            start = corner
        errors = np.zeros(len(begin))
        for few in chunks(end - begin, _AT_ONCE):
            edges = _Tried(begin[few], end[few], start[few], finish[few], is_inside[few])
            errors[few] = self._some_errors(edges)
        return errors

    def _some_errors(self, edges: _Tried) -> Float64s:
        inner = edges.end - edges.begin - 1
        # What an edge to a corner crosses last is the lattice edge of the corner's own node.
        crossed = inner + edges.is_inside
        item = np.repeat(np.arange(len(inner)), crossed)
        between = stretches(edges.begin + 1, crossed)
        run = edges.finish - edges.start
        length = np.sqrt((run * run).sum(axis=1).astype(np.float64))
        along, start = run[item], edges.start[item]
        # Free is to the left.
        bad = _across(along, self._free[between] - start) <= 0
        bad |= _across(along, self._blocked[between] - start) >= 0
        away = np.abs(_across(along, self._position[between] - start)) / np.maximum(length[item], 1e-9)
        away[between == edges.end[item]] = 0.0
        error = np.zeros(len(inner))
        np.maximum.at(error, item, away)
        error[(error > self._error) | (length == 0.0)] = np.inf
        error[item[bad]] = np.inf
        fine = np.flatnonzero(np.isfinite(error))
        error[fine[~self._keeps(edges.of(fine))]] = np.inf
        return error

    def _keeps(self, edges: _Tried) -> Bools:
        """Whether edges keep the radius: (k,) bool."""
        count = edges.end - edges.begin + edges.is_inside
        item = np.repeat(np.arange(len(count)), count)
        place = self._place[stretches(edges.begin, count)]
        # Neighboring squares mostly lie in one cell.
        again = np.zeros(len(item), bool)
        again[1:] = (item[1:] == item[:-1]) & (place[1:] == place[:-1])
        item, place = item[~again], place[~again]
        which, feature = self._near.of(place)
        key = distinct(item[which] * (len(self._features) + 1) + feature)
        item, feature = np.divmod(key, len(self._features) + 1)
        start, finish = in_voxels(edges.start[item]), in_voxels(edges.finish[item])
        squared = segment_to_segment(start, finish, self._features.start[feature, :2], self._features.end[feature, :2])
        keeps = np.ones(len(count), bool)
        keeps[item[squared < self._least]] = False
        return keeps


def _apart(places: Int64s, count: int) -> Int64s:
    """Some of (k, n) places of each of n things, such that no two have a place in common: (m,) int64."""
    things = np.arange(places.shape[1])
    owner = np.full(count, len(things))
    for row in places:
        np.minimum.at(owner, row, things)
    return np.flatnonzero((owner[places] == things).all(axis=0))


def _across(run: Int64s, off: Int64s) -> Int64s:
    """Twice the area between edges and points beside them, positive to the left: (k, 2) both, to (k,)."""
    return run[:, 0] * off[:, 1] - run[:, 1] * off[:, 0]
