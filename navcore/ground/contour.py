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
_ALONG.setflags(write=False)


class Contour(NamedTuple):
    """Nodes of outlines and which follows which; the free side is to the left.

    position : (n, 2) int64, units of corners. free : (n,) int64, its free vertex. way : (n, 2) int64, the direction
        from there. edge : (n,) int64, the edge of the lattice that it lies on, 2 * vertex + axis, ascending.
    feature : (n,) int64, what it keeps away from, -1 for nothing, less for a side of the bounds. kind : (n,) uint8, a
        `Border`. is_corner : (n,) bool, whether that is an end of a feature.
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
    contour = None
    while True:
        yield 0.0, STAGE
        contour, asked = _nodes(scene, floors, features, near, mixed_squares(floors, near, blocked), allowed, contour)
        failing = _settle(scene, floors, features, near, contour, asked)
        if not len(failing):
            return contour, blocked
        blocked[contour.free[failing]] = True
        blocked[contour.free[contour.following[failing]]] = True


def _nodes(
    scene: Scene,
    floors: Floors,
    features: Features,
    near: Near,
    squares: Squares,
    allowed: float,
    earlier: Contour | None,
) -> tuple[Contour, Int64s]:
    """The outlines through squares, and the nodes from which edges are not proven yet.

    earlier : outlines that are proven but for some nodes that are gone now.
    """
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
        for mixed, end, sense in ((some, side, 1), (np.flatnonzero(~is_free[side] & is_free[after]), after, -1)):
            square.append(squares.place[mixed])
            edges.append(sides[side][mixed])
            frees.append(corners[end][mixed])
            ways.append(np.broadcast_to(_ALONG[side] * sense, (len(mixed), 2)))
    place = np.concatenate(places)
    edge, free, way, within = (np.concatenate(part) for part in (edges, frees, ways, square))
    nodes, first, number = np.unique(edge, return_index=True, return_inverse=True)
    free, way = free[first], way[first]
    following, edge_place = np.full(len(nodes), -1, np.int64), np.full(len(nodes), -1, np.int64)
    node = np.searchsorted(nodes, np.concatenate(begins))
    following[node] = np.searchsorted(nodes, np.concatenate(ends))
    edge_place[node] = place
    size = len(near.cells) + 1
    blank = np.full(len(nodes), -1)
    contour = Contour(
        vertex_positions(floors, free),
        free,
        way,
        nodes,
        blank,
        np.full(len(nodes), Border.LEDGE if scene.inside is None else Border.BOUNDS, np.uint8),
        np.zeros(len(nodes), bool),
        following,
        edge_place,
    )
    new, turned = _take_over(contour, earlier)
    # Each pair of a node and a cell that it lies in once.
    pair = distinct((number * size + within)[new[number]])
    node, place = np.divmod(pair, size)
    asked = np.flatnonzero(new)
    point = in_voxels(contour.position[asked])
    level = floors.z[near.cells[place]]
    hits = _hits(scene, features, near, np.searchsorted(asked, node), place, level, point, way[asked], allowed)
    gone, stopper = _within_bounds(scene, point, way[asked], hits)
    units = np.clip(np.floor((gone - SURE) * CORNER_UNIT), 1, STEP - 1).astype(np.int64)
    contour.position[asked] += way[asked] * units[:, None]
    contour.feature[asked], contour.is_corner[asked] = stopper, hits.is_corner & (stopper >= 0)
    stopped = stopper >= 0
    contour.kind[asked[stopped]] = features.kind[hits.feature[stopped]]
    return contour, np.flatnonzero(new | new[following] | turned)


def _take_over(contour: Contour, earlier: Contour | None) -> tuple[Bools, Bools]:
    """Take nodes that were there earlier, with all that is known of them.

    Returns (n,) bool both: the nodes that are new, and those of the others that lead elsewhere.
    """
    new = np.ones(len(contour.edge), bool)
    if earlier is None or not len(earlier.edge):
        return new, ~new
    place = np.minimum(np.searchsorted(earlier.edge, contour.edge), len(earlier.edge) - 1)
    known = np.flatnonzero((earlier.edge[place] == contour.edge) & (earlier.free[place] == contour.free))
    place = place[known]
    contour.position[known] = earlier.position[place]
    contour.feature[known] = earlier.feature[place]
    contour.kind[known] = earlier.kind[place]
    contour.is_corner[known] = earlier.is_corner[place]
    new[known] = False
    # What leads elsewhere now is proven again.
    other = earlier.edge[earlier.following[place]] != contour.edge[contour.following[known]]
    turned = np.zeros(len(new), bool)
    turned[known[other]] = True
    return new, turned


def _within_bounds(scene: Scene, point: Float64s, way: Int64s, hits: _Hits) -> tuple[Float64s, Int64s]:
    """How far nodes may be from their free vertices, (n,) voxels, also to stay within the bounds; and what stops them,
    (n,) int64, as of `Contour`."""
    if scene.inside is None:
        return hits.gone, hits.feature
    axis = np.abs(way).argmax(axis=1)
    node = np.arange(len(way))
    bound = np.where(way[node, axis] > 0, scene.inside[1, axis], scene.inside[0, axis])
    left = np.abs(bound - point[node, axis])
    first = left < np.where(hits.feature >= 0, hits.gone, STEP / CORNER_UNIT)
    side = -2 - 2 * axis - (way[node, axis] > 0)
    return np.where(first, left, hits.gone), np.where(first, side, hits.feature)


class _Hits(NamedTuple):
    """Where nodes are stopped: all (n,).

    gone : float64, how far from their free vertices, voxels; feature : int64, by what, -1 for nothing;
    is_corner : bool, whether by an end of it.
    """

    gone: Float64s
    feature: Int64s
    is_corner: Bools


def _hits(
    scene: Scene,
    features: Features,
    near: Near,
    node: Int64s,
    place: Int64s,
    level: Float64s,
    point: Float64s,
    way: Int64s,
    allowed: float,
) -> _Hits:
    """What stops nodes on their way from free vertices to blocked ones.

    node, place : (p,) int64, nodes, ascending, and cells they lie in; level : (p,) float64, heights of these.
    point, way : (n, 2), of the nodes.
    """
    radius, unit = scene.radius + SURE, way.astype(np.float64)
    item, feature = near.of(place)
    node, level = node[item], level[item]
    # Few are as near as that.
    close = np.sqrt(point_to_segment(point[node], features.start[feature, :2], features.end[feature, :2]))
    some = np.flatnonzero(close <= radius + (STEP / CORNER_UNIT) + FREE_MARGIN)
    node, level, feature = node[some], level[some], feature[some]
    if not len(node):
        return _Hits(np.zeros(len(point)), np.full(len(point), -1), np.zeros(len(point), bool))
    start, end = features.start[feature, :2], features.end[feature, :2]
    # What stands over the end of a floor is over a line that is the end of another one, perhaps.
    heights = np.stack((features.start[feature, 2], features.end[feature, 2]))
    gap = np.maximum(np.maximum(heights.min(axis=0) - level, level - heights.max(axis=0)), 0.0)
    side = line_meets_side(point[node], unit[node], start, end, radius)
    discs = [line_meets_disc(point[node], unit[node], corner, radius) for corner in (start, end)]
    disc = np.minimum(discs[0], discs[1])
    # Straight sides go first: above the joint of two collinear features there is no corner.
    best, met = _least(node, np.minimum(disc, side - 1e-6), gap, len(point))
    has = met < STEP / CORNER_UNIT
    stopper = np.where(has, feature[best], -1)
    gone = np.where(has, np.minimum(disc, side)[best], 0.0)
    is_corner = has & (side[best] - 1e-6 > disc[best])
    corner = np.where((discs[0][best] <= discs[1][best])[:, None], start[best], end[best])
    wide = scene.radius * (1.0 + allowed)
    off = point - corner
    inside = (off * off).sum(axis=1) < wide * wide
    around = np.where(inside, 0.0, np.minimum(line_meets_disc(point, unit, corner, wide), gone))
    gone = np.where(is_corner, around, gone)
    # Vertices are blocked a little early: then nothing is met on the way to one that something is just beside.
    beside = point[node] + unit[node] * (STEP / CORNER_UNIT)
    best, close = _least(node, point_to_segment(beside, start, end), gap, len(point))
    grazes = ~has & (close < (scene.radius + FREE_MARGIN) ** 2)
    return _Hits(np.where(grazes, STEP / CORNER_UNIT, gone), np.where(grazes, feature[best], stopper), is_corner)


def _least(node: Int64s, value: Float64s, gap: Float64s, count: int) -> tuple[Int64s, Float64s]:
    """Where, among (p,) values of nodes in ascending order, each of `count` nodes has its least, and that: (count,).

    Of equal ones, but for rounding, it is the one with the least gap, (p,). Nodes without any have inf, and some place.
    """
    place, least = np.zeros(count, np.int64), np.full(count, np.inf)
    if not len(node):
        return place, least
    first = np.flatnonzero(np.append(True, node[1:] != node[:-1]))
    owner = node[first]
    least[owner] = np.minimum.reduceat(value, first)
    equal = np.flatnonzero(value <= least[node] + SURE / 2.0)
    # The one with the least gap is written last, and of those the first.
    equal = equal[np.lexsort((equal, gap[equal]))][::-1]
    place[node[equal]] = equal
    return place, least


def _settle(scene: Scene, floors: Floors, features: Features, near: Near, contour: Contour, asked: Int64s) -> Int64s:
    """Move nodes until all edges keep the radius; the nodes at the begin of edges that do not even so, (k,).

    asked : (m,) int64, nodes at the begin of edges that are not proven yet.
    """
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
