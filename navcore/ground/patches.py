# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed lines around patches: parts of outlines, and seams where the floor goes on in another patch."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Int64s, UInt8s
from ..surface import Border
from .contour import Contour
from .floors import Floors
from .lattice import FINE, corner_vertices, vertex_positions
from .loops import in_loops
from .near import Near


class Seams(NamedTuple):
    """Straight parts of the lines between patches.

    begin, end : (k,) int64, corners: nodes of the contour, or its count of nodes + a vertex.
    left, right : (k,) int64, the patches on either side, by their labels.
    """

    begin: Int64s
    end: Int64s
    left: Int64s
    right: Int64s


class Edges(NamedTuple):
    """Edges around patches, the patch to their left, loop by loop.

    begin : (k,) int64, corners, as of `Seams`; each edge ends where the next one of its loop begins.
    label : (k,) int64, the patch. kind : (k,) uint8, a `Border`.
    starts : (loops + 1,) int64, where each loop begins.
    """

    begin: Int64s
    label: Int64s
    kind: UInt8s
    starts: Int64s


def find_seams(floors: Floors, near: Near, contour: Contour, blocked: Bools, opens: Bools, label: Int64s) -> Seams:
    """The seams between patches, as long as they are straight."""
    nodes = len(contour.edge)
    begins, ends, lefts, rights = [], [], [], []
    is_near = np.zeros(len(label), bool)
    is_near[near.cells] = True
    for direction in (0, 1):
        cells = np.flatnonzero(opens[direction])
        beside = floors.links[direction][cells]
        apart = label[cells] != label[beside]
        cells, beside = cells[apart], beside[apart]
        vertices = corner_vertices(floors, cells)
        side = vertices[FINE] if direction == 0 else vertices[:, FINE]
        is_free = (side >= 0) & (~blocked[side] | ~is_near[cells])
        parts = []
        for k in range(FINE):
            low, high = side[k], side[k + 1]
            some = np.flatnonzero(is_free[k] | is_free[k + 1])
            # The lattice edge begins at the lower vertex and runs along the side.
            between = np.searchsorted(contour.edge, 2 * low[some] + (1 - direction))
            begin = np.where(is_free[k][some], nodes + low[some], between)
            end = np.where(is_free[k + 1][some], nodes + high[some], between)
            parts.append((begin, end, label[cells[some]], label[beside[some]]))
        begin, end, left, right = (np.concatenate(part) for part in zip(*parts, strict=True))
        if direction == 1:
            # Upwards along +x the patch to the left is the one farther up.
            left, right = right, left
        begins.append(begin)
        ends.append(end)
        lefts.append(left)
        rights.append(right)
    pieces = Seams(*(np.concatenate(part) for part in (begins, ends, lefts, rights)))
    return _joined(floors, contour, pieces)


def _joined(floors: Floors, contour: Contour, pieces: Seams) -> Seams:
    """Seams of which each goes on straight in the next, made one."""
    if not len(pieces.begin):
        return pieces
    position = corner_positions(floors, contour, pieces.begin)
    run = corner_positions(floors, contour, pieces.end) - position
    is_along_x = run[:, 0] > 0
    line = np.where(is_along_x, position[:, 1], position[:, 0])
    place = np.where(is_along_x, position[:, 0], position[:, 1])
    order = np.lexsort((place, line, is_along_x, pieces.right, pieces.left))
    begin, end, left, right = (part[order] for part in pieces)
    goes_on = np.zeros(len(order) + 1, bool)
    goes_on[1:-1] = (begin[1:] == end[:-1]) & (left[1:] == left[:-1]) & (right[1:] == right[:-1])
    goes_on[1:-1] &= is_along_x[order][1:] == is_along_x[order][:-1]
    first, last = ~goes_on[:-1], ~goes_on[1:]
    return Seams(begin[first], end[last], left[first], right[first])


def corner_positions(floors: Floors, contour: Contour, corners: Int64s) -> Int64s:
    """Where corners, as of `Seams`, are in plan: (k, 2) int64, units of corners."""
    nodes = len(contour.edge)
    is_node = corners < nodes
    position = np.empty((len(corners), 2), np.int64)
    position[is_node] = contour.position[corners[is_node]]
    position[~is_node] = vertex_positions(floors, corners[~is_node] - nodes)
    return position


def seam_nodes(contour: Contour, seams: Seams) -> Bools:
    """Which nodes seams end at: (n,) bool."""
    ends = np.concatenate((seams.begin, seams.end))
    fixed = np.zeros(len(contour.edge), bool)
    fixed[ends[ends < len(fixed)]] = True
    return fixed


def edge_kinds(contour: Contour, kept: Int64s, starts: Int64s) -> UInt8s:
    """What is behind the edges from kept nodes to the next ones, as of `simplify`: what the node in the middle met."""
    after = np.arange(1, len(kept) + 1)
    after[starts[1:] - 1] = starts[:-1]
    order = np.empty(len(contour.edge), np.int64)
    nodes, begins = in_loops(contour.following)
    order[nodes] = np.arange(len(nodes))
    size = np.repeat(np.diff(begins), np.diff(begins))
    head = np.repeat(begins[:-1], np.diff(begins))
    place = order[kept]
    steps = (order[kept[after]] - place - 1) % size[place] + 1
    middle = nodes[head[place] + (place - head[place] + steps // 2) % size[place]]
    kinds: UInt8s = contour.kind[middle]
    return kinds


def around_patches(
    floors: Floors, near: Near, contour: Contour, seams: Seams, label: Int64s, kept: Int64s, starts: Int64s
) -> Edges:
    """The edges around all patches; `kept` and `starts` as of `simplify`."""
    after = np.arange(1, len(kept) + 1)
    after[starts[1:] - 1] = starts[:-1]
    kinds = edge_kinds(contour, kept, starts)
    none = np.full(len(seams.begin), Border.NONE, np.uint8)
    begin = np.concatenate((kept, seams.begin, seams.end))
    end = np.concatenate((kept[after], seams.end, seams.begin))
    owner = np.concatenate((label[near.cells[contour.place[kept]]], seams.left, seams.right))
    kind = np.concatenate((kinds, none, none))
    following = _following(floors, contour, begin, end, owner)
    order, loops = in_loops(following)
    return Edges(begin[order], owner[order], kind[order], loops)


def _following(floors: Floors, contour: Contour, begin: Int64s, end: Int64s, owner: Int64s) -> Int64s:
    """The edge after each edge around its patch: (k,) int64.

    Where a patch touches itself at a vertex, the edge that turns left most.
    """
    order = np.lexsort((begin, owner))
    size = int(max(begin.max(), end.max())) + 1 if len(begin) else 1
    number = np.unique(owner, return_inverse=True)[1]
    keys = (number * size + begin)[order]
    wanted = number * size + end
    first = np.searchsorted(keys, wanted)
    counts = np.searchsorted(keys, wanted, side="right") - first
    following = order[np.minimum(first, max(len(order) - 1, 0))]
    several = np.flatnonzero(counts > 1)
    if len(several):
        run = corner_positions(floors, contour, end) - corner_positions(floors, contour, begin)
        for edge in several:
            ways = order[first[edge] : first[edge] + counts[edge]]
            angles = [_turn(run[edge], run[way]) for way in ways]
            following[edge] = ways[int(np.argmax(angles))]
    return following


def _turn(run: Int64s, way: Int64s) -> float:
    """How far one turns left from one direction to another, radians."""
    across = float(run[0] * way[1] - run[1] * way[0])
    along = float(run[0] * way[0] + run[1] * way[1])
    return float(np.arctan2(across, along))
