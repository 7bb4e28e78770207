# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outlines as marching squares trace them, every edge of them proven to keep the radius.

A node lies on an edge of the lattice between a free vertex and a blocked one, as far from the free one as it can be
without coming nearer to a feature than the radius; and a little less, because it is a whole number of units. At corners
it keeps the radius with an allowance, so that few edges lead around them. An edge that comes too near all the same has
its nodes moved towards their free vertices; when that does not help, these vertices are blocked, too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s, UInt8s
from ..geometry.sorting import distinct
from ..progress import Steps
from ..surface import CORNER_UNIT, Border
from .capsules import line_meets_disc, line_meets_side, point_to_segment, segment_to_segment
from .features import Features
from .floors import Floors
from .lattice import FREE_MARGIN, STEP, Squares, blocked_vertices, in_voxels, mixed_squares, vertex_positions
from .near import Near
from .scene import Scene

#: Distances are computed with rounding errors below this, voxels; what is kept is that much more than the radius.
SURE = 1e-7
#: How often nodes are moved before vertices are blocked.
_TRIES = 6
_AT_ONCE = 1 << 18
STAGE = "Outlining"
#: Which way the sides of a square run, counter-clockwise from the bottom.
_ALONG = np.array(((1, 0), (0, 1), (-1, 0), (0, -1)))


class Contour(NamedTuple):
    """Nodes of outlines and which follows which; the free side is to the left.

    position : (n, 2) int64, units of corners. free : (n,) int64, its free vertex. way : (n, 2) int64, the direction
        from there. edge : (n,) int64, the edge of the lattice that it lies on, 2 * vertex + axis, ascending.
    feature : (n,) int64, what it keeps away from, -1 for nothing. kind : (n,) uint8, a `Border`. is_corner : (n,) bool,
        whether that is an end of a feature.
    following : (n,) int64, the next node; always one.
    place : (n,) int64, of the cell that the edge to the next node lies in, among `Near.cells`.
    """

    position: Int64s
    free: Int64s
    way: Int64s
    edge: Int64s
    feature: Int64s
    kind: UInt8s
    is_corner: Bools
    following: Int64s
    place: Int64s


def trace(scene: Scene, floors: Floors, features: Features, near: Near, allowed: float) -> Steps[tuple[Contour, Bools]]:
    """The outlines of all floors, and which vertices are blocked; `allowed` as of `find_near`."""
    blocked = blocked_vertices(scene, floors, features, near)
    while True:
        yield 0.0, STAGE
        contour = _nodes(scene, floors, features, near, mixed_squares(floors, near, blocked), allowed)
        failing = _settle(scene, floors, features, near, contour)
        if not len(failing):
            return contour, blocked
        blocked[contour.free[failing]] = True
        blocked[contour.free[contour.following[failing]]] = True


def _nodes(scene: Scene, floors: Floors, features: Features, near: Near, squares: Squares, allowed: float) -> Contour:
    corners, is_free = squares.corners, squares.is_free
    # The lattice edges at the bottom, right, top and left of a square, by the vertex that each begins at.
    sides = np.stack((2 * corners[0], 2 * corners[1] + 1, 2 * corners[3], 2 * corners[0] + 1))
    begins, ends, places = [], [], []
    square, edges, frees, ways = [], [], [], []
    for side in range(4):
        after = (side + 1) % 4
        some = np.flatnonzero(is_free[side] & ~is_free[after])
        # Backwards over free corners, to where the outline comes in.
        entry = np.full(len(some), (side - 1) % 4)
        for back in (1, 2):
            goes_on = is_free[(side - back) % 4][some] & (entry == (side - back) % 4)
            entry[goes_on] = (side - back - 1) % 4
        begins.append(sides[side][some])
        ends.append(sides[entry, some])
        places.append(squares.place[some])
        for mixed, end, turned in ((some, side, 1), (np.flatnonzero(~is_free[side] & is_free[after]), after, -1)):
            square.append(squares.place[mixed])
            edges.append(sides[side][mixed])
            frees.append(corners[end][mixed])
            ways.append(np.broadcast_to(_ALONG[side] * turned, (len(mixed), 2)))
    place = np.concatenate(places)
    edge, free, way, within = (np.concatenate(part) for part in (edges, frees, ways, square))
    nodes, first, number = np.unique(edge, return_index=True, return_inverse=True)
    free, way = free[first], way[first]
    following, edge_place = np.full(len(nodes), -1, np.int64), np.full(len(nodes), -1, np.int64)
    node = np.searchsorted(nodes, np.concatenate(begins))
    following[node] = np.searchsorted(nodes, np.concatenate(ends))
    edge_place[node] = place
    # Each pair of a node and a cell that it lies in once.
    pair = distinct(number * (len(near.cells) + 1) + within)
    gone, feature, is_corner = _hits(
        scene,
        features,
        near,
        *np.divmod(pair, len(near.cells) + 1),
        in_voxels(vertex_positions(floors, free)),
        way,
        allowed,
    )
    units = np.clip(np.floor((gone - SURE) * CORNER_UNIT), 1, STEP - 1).astype(np.int64)
    position = vertex_positions(floors, free)
    position += way * units[:, None]
    kind = np.where(feature >= 0, features.kind[feature], Border.LEDGE).astype(np.uint8)
    return Contour(position, free, way, nodes, feature, kind, is_corner, following, edge_place)


def _hits(
    scene: Scene,
    features: Features,
    near: Near,
    node: Int64s,
    place: Int64s,
    point: Float64s,
    way: Int64s,
    allowed: float,
) -> tuple[Float64s, Int64s, Bools]:
    """How far nodes may be from their free vertices, voxels; what stops them, -1 for nothing, and whether at its end.

    node, place : (p,) int64, nodes and cells they lie in. point, way : (n, 2), of the nodes.
    """
    radius = scene.radius + SURE
    item, feature = near.of(place)
    node = node[item]
    start, end = features.start[feature, :2], features.end[feature, :2]
    origin, unit = point[node], way[node].astype(np.float64)
    side = line_meets_side(origin, unit, start, end, radius)
    discs = [line_meets_disc(origin, unit, corner, radius) for corner in (start, end)]
    # Straight sides go first: above the joint of two collinear features there is no corner.
    met = np.minimum(np.minimum(discs[0], discs[1]), side - 1e-6)
    order = np.lexsort((feature, met, node))
    first = np.searchsorted(node[order], np.arange(len(point)))
    has = first < len(order)
    best = order[np.minimum(first, max(len(order) - 1, 0))] if len(order) else np.zeros(len(point), np.int64)
    if not len(order):
        return np.zeros(len(point)), np.full(len(point), -1), np.zeros(len(point), bool)
    has &= (node[best] == np.arange(len(point))) & (met[best] < STEP / CORNER_UNIT)
    gone = np.where(has, np.minimum(np.minimum(discs[0], discs[1])[best], side[best]), 0.0)
    is_corner = has & (side[best] - 1e-6 > np.minimum(discs[0], discs[1])[best])
    corner = np.where((discs[0][best] <= discs[1][best])[:, None], start[best], end[best])
    wide = line_meets_disc(point, way.astype(np.float64), corner, scene.radius * (1.0 + allowed))
    off = point - corner
    inside = (off * off).sum(axis=1) < (scene.radius * (1.0 + allowed)) ** 2
    gone = np.where(is_corner, np.where(inside, 0.0, np.minimum(wide, gone)), gone)
    # Vertices are blocked a little early: then nothing is met on the way to one that something is just beside.
    beside = point + way * (STEP / CORNER_UNIT)
    close = point_to_segment(beside[node], start, end)
    order = np.lexsort((feature, close, node))
    best_beside = order[np.minimum(np.searchsorted(node[order], np.arange(len(point))), len(order) - 1)]
    grazes = ~has & (node[best_beside] == np.arange(len(point)))
    grazes &= close[best_beside] < (scene.radius + FREE_MARGIN) ** 2
    gone = np.where(grazes, STEP / CORNER_UNIT, gone)
    return gone, np.where(has, feature[best], np.where(grazes, feature[best_beside], -1)), is_corner


def _settle(scene: Scene, floors: Floors, features: Features, near: Near, contour: Contour) -> Int64s:
    """Move nodes until all edges keep the radius; the nodes at the begin of edges that do not even so, (k,)."""
    asked = np.arange(len(contour.edge))
    vertices = vertex_positions(floors, contour.free)
    for _ in range(_TRIES):
        lacking = _lacking(scene, features, near, contour, asked)
        failing = asked[lacking > 0.0]
        if not len(failing):
            return failing
        moved = np.ceil(np.repeat(lacking[lacking > 0.0], 2) * 1.5 * CORNER_UNIT).astype(np.int64)
        ends = np.stack((failing, contour.following[failing]), axis=1).ravel()
        units = np.abs(contour.position[ends] - vertices[ends]).sum(axis=1)
        target = np.full(len(contour.edge), STEP, np.int64)
        np.minimum.at(target, ends, np.maximum(units - moved, 1))
        ends = distinct(ends)
        contour.position[ends] = vertices[ends] + contour.way[ends] * target[ends, None]
        is_moved = np.zeros(len(contour.edge), bool)
        is_moved[ends] = True
        asked = np.flatnonzero(is_moved | is_moved[contour.following])
    lacking = _lacking(scene, features, near, contour, asked)
    return asked[lacking > 0.0]


def _lacking(scene: Scene, features: Features, near: Near, contour: Contour, nodes: Int64s) -> Float64s:
    """By how much edges from nodes to the next, (k,), come nearer than the radius: (k,) voxels; else at most 0."""
    item, feature = near.of(contour.place[nodes])
    start, end = in_voxels(contour.position[nodes]), in_voxels(contour.position[contour.following[nodes]])
    nearest = np.full(len(nodes), np.inf)
    for begin in range(0, len(item), _AT_ONCE):
        few, which = item[begin : begin + _AT_ONCE], feature[begin : begin + _AT_ONCE]
        squared = segment_to_segment(start[few], end[few], features.start[which, :2], features.end[which, :2])
        np.minimum.at(nearest, few, squared)
    lacking: Float64s = scene.radius + SURE / 2.0 - np.sqrt(nearest)
    return lacking
