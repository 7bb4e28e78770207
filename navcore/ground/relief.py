# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How floors rise and fall within polygons: a few triangles of each that are nowhere too far off
[Garland & Heckbert 1995].

Many polygons need none: a fan from their first corner does.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from .merging import edges_of
from .outlines import Corner
from .polygons import Edge
from .triangulation import Plan, Triangle, delaunay, is_in_circle, turn

#: How far inside of a polygon heights count, in 1/64 voxel: its edges have heights of their own.
_INSIDE = 16


class Relief(NamedTuple):
    """The heights of a polygon.

    ring : its corners, in the order in which they are counted.
    corners : of its triangles, beside its own: on its edges, and inside.
    triangles : indices; below len(ring) they are its own corners. None are a fan from the first corner.
    """

    ring: list[int]
    corners: list[Corner]
    triangles: list[Triangle]


def relief_of(
    corners: Sequence[Corner],
    ring: Sequence[int],
    bends: Mapping[Edge, Sequence[Corner]],
    known: Int64s,
    error: int,
) -> Relief:
    """The heights of a polygon.

    Parameters
    ----------
    corners : all corners, x, y and height.
    ring : those of the polygon, counter-clockwise.
    bends : of some edges, the lower index first.
    known : (m, 3) int64, points with known heights, in any order; those near enough to be inside count.
    error : in 1/64 voxel.
    """
    begun = _begun(corners, ring)
    own = [corners[corner] for corner in begun]
    on_edges = [bends.get((min(edge), max(edge)), ()) for edge in edges_of(begun)]
    may_be_fan = not any(on_edges) and _is_fan(own)
    # Most floors are level, and then it does not matter which points are inside.
    if may_be_fan and _is_level(own, known, error):
        return Relief(begun, [], [])
    known = known[_is_inside(own, known)]
    if may_be_fan and _is_near_fan(own, known, error):
        return Relief(begun, [], [])
    known = known[np.lexsort(known.T[::-1])]
    added: list[Corner] = []
    rim: list[int] = []
    for index, ((a, b), some) in enumerate(zip(edges_of(begun), on_edges, strict=True)):
        rim.append(index)
        for bend in some if a < b else some[::-1]:
            rim.append(len(begun) + len(added))
            added.append(bend)
    triangles = _of_rim([*own, *added], rim)
    if not triangles:
        # A splinter, so thin that roundings matter.
        added, triangles = [], _of_rim(own, list(range(len(own))))
    net = _Net([*own, *added], triangles, known, error)
    net.refine()
    return Relief(begun, net.corners[len(own) :], net.triangles())


def _begun(corners: Sequence[Corner], ring: Sequence[int]) -> list[int]:
    """A polygon from its lowest corner on, or from the lowest at which a fan without flat triangles may begin."""
    count = len(ring)
    order = sorted(range(count), key=ring.__getitem__)

    def turns(place: int) -> int:
        a, b, c = (corners[ring[(place + step) % count]] for step in (-1, 0, 1))
        return turn(a[:2], b[:2], c[:2])

    at = next((place for place in order if turns(place - 1) and turns((place + 1) % count)), order[0])
    return [*ring[at:], *ring[:at]]


def _is_fan(own: Sequence[Corner]) -> bool:
    """Whether a fan from the first corner of a polygon has no flat triangles."""
    a, b, c, y, z = own[0], own[1], own[2], own[-2], own[-1]
    return bool(turn(a[:2], b[:2], c[:2])) and bool(turn(y[:2], z[:2], a[:2]))


def _is_inside(own: Sequence[Corner], known: Int64s) -> Bools:
    """Which points, (m, 3), are within a polygon and not too near to its edges."""
    inside = np.ones(len(known), bool)
    for (x, y, _z), (u, w, _h) in zip(own, [*own[1:], own[0]], strict=True):
        away = (u - x) * (known[:, 1] - y) - (w - y) * (known[:, 0] - x)
        inside &= away >= _INSIDE * (abs(u - x) + abs(w - y))
    return inside


def _is_level(own: Sequence[Corner], known: Int64s, error: int) -> bool:
    """Whether known heights, (m, 3), are within an error of whatever is between the corners of a polygon."""
    if not len(known):
        return True
    heights, levels = [z for _x, _y, z in own], known[:, 2]
    return max(heights) - int(levels.min()) <= error and int(levels.max()) - min(heights) <= error


def _is_near_fan(own: Sequence[Corner], known: Int64s, error: int) -> bool:
    """Whether known heights, (m, 3), are within an error of a fan from the first corner of a polygon."""
    ring = np.array(own, np.int64)
    first, x, y = ring[0], known[:, 0], known[:, 1]
    triangle = np.ones(len(known), np.int64)
    for corner in ring[2:-1]:
        triangle += (corner[0] - first[0]) * (y - first[1]) - (corner[1] - first[1]) * (x - first[0]) >= 0
    return not (_off_planes(first, ring[triangle], ring[triangle + 1], known) > error).any()


def _off_planes(a: Int64s, b: Int64s, c: Int64s, known: Int64s) -> Float64s:
    """How far heights, (m, 3), are off the planes of triangles, from the corner a, (3,), to b and c, (m, 3) each."""
    (ux, uy, uz), (vx, vy, vz), (x, y, z) = (b - a).T, (c - a).T, (known - a).T
    whole = (ux * vy - uy * vx).astype(np.float64)
    share_b, share_c = (x * vy - y * vx) / whole, (ux * y - uy * x) / whole
    off: Float64s = np.abs(z - (share_b * uz + share_c * vz))
    return off


def _of_rim(corners: Sequence[Corner], rim: Sequence[int]) -> list[Triangle]:
    """Delaunay triangles of a polygon with bends, which may be off its edges by a little; none if they are too far."""
    order = sorted(rim, key=lambda corner: corners[corner])
    place = {corner: index for index, corner in enumerate(order)}
    points: list[Plan] = [corners[corner][:2] for corner in order]
    made = delaunay(points, [[place[corner] for corner in rim]])
    around = [points[place[corner]] for corner in rim]
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(around, [*around[1:], around[0]], strict=True))
    sizes = [turn(points[a], points[b], points[c]) for a, b, c in made]
    if len(made) != len(rim) - 2 or min(sizes) <= 0 or sum(sizes) != area:
        return []
    return [(order[a], order[b], order[c]) for a, b, c in made]


class _Net:
    """Delaunay triangles over a polygon, to which the point that is farthest off is added as long as it is too far.

    Parameters
    ----------
    corners : of the triangles.
    triangles : indices into `corners`.
    known : (m, 3) int64, points with known heights, none of them a corner.
    error : how far heights may be off, in 1/64 voxel.
    """

    def __init__(self, corners: Sequence[Corner], triangles: Sequence[Triangle], known: Int64s, error: int) -> None:
        self.corners = list(corners)
        self._plan: list[Plan] = [(x, y) for x, y, _z in corners]
        self._known, self._error = known, error
        #: The corner opposite to each edge, which lies to its left.
        self._opposite: dict[Edge, int] = {}
        #: The known points in each triangle, by its edge from its newest corner, and those that are too far off, the
        #: farthest first.
        self._within: dict[Triangle, Int64s] = {}
        self._waiting: list[tuple[float, int, Triangle]] = []
        left = np.arange(len(known))
        for a, b, c in triangles:
            held = np.ones(len(left), bool)
            for p, q in ((a, b), (b, c), (c, a)):
                self._opposite[p, q] = a + b + c - p - q
                held &= self._left_of(p, q, left) >= 0
            self._hold([(a, b, c)], left[held], np.zeros(int(held.sum()), np.int64))
            left = left[~held]

    def refine(self) -> None:
        """Add points until none is too far off."""
        while self._waiting:
            _off, point, triangle = heapq.heappop(self._waiting)
            if triangle in self._within:
                self._add(point, triangle)

    def triangles(self) -> list[Triangle]:
        """Its triangles, each from its lowest corner on, in order."""
        return sorted((a, b, c) for (a, b), c in self._opposite.items() if a < b and a < c)

    def _add(self, point: int, triangle: Triangle) -> None:
        x, y, z = self._known[point].tolist()
        new, here, plan = len(self.corners), (x, y), self._plan
        self.corners.append((x, y, z))
        plan.append(here)
        held = [self._take(triangle)]
        a, b, c = triangle
        waiting, rim = [(c, a), (b, c), (a, b)], []
        while waiting:
            u, v = waiting.pop()
            w = self._opposite.get((v, u), -1)
            if w >= 0 and (turn(here, plan[u], plan[v]) == 0 or is_in_circle(here, plan[u], plan[v], plan[w])):
                held.append(self._take((v, u, w)))
                del self._opposite[v, u]
                self._opposite.pop((u, v), None)
                waiting += [(w, v), (u, w)]
            else:
                rim.append((u, v))
        for u, v in rim:
            self._opposite[new, u], self._opposite[u, v], self._opposite[v, new] = v, new, u
        points = np.concatenate(held)
        points = points[points != point]
        # A point is between the ways from the new corner to two neighbors on the rim.
        sides = {corner: self._left_of(new, corner, points) >= 0 for corner, _next in rim}
        owner = np.zeros(len(points), np.int64)
        for index, (u, v) in enumerate(rim):
            owner[sides[u] & ~sides[v]] = index
        self._hold([(new, u, v) for u, v in rim], points, owner)

    def _left_of(self, a: int, b: int, points: Int64s) -> Int64s:
        """Above 0 for known points, (k,), to the left of the way from one corner to another."""
        (x, y), (u, w), known = self._plan[a], self._plan[b], self._known[points]
        sides: Int64s = (u - x) * (known[:, 1] - y) - (w - y) * (known[:, 0] - x)
        return sides

    def _hold(self, triangles: Sequence[Triangle], points: Int64s, owner: Int64s) -> None:
        """Let triangles that have their first corner in common hold known points, (k,), by their owners, (k,)."""
        first = np.array(self.corners[triangles[0][0]], np.int64)
        ends = np.array([[self.corners[b], self.corners[c]] for _a, b, c in triangles], np.int64)
        off = _off_planes(first, ends[owner, 0], ends[owner, 1], self._known[points])
        for index, triangle in enumerate(triangles):
            mine = np.flatnonzero(owner == index)
            self._within[_from_lowest(triangle)] = points[mine]
            if len(mine):
                worst = mine[off[mine].argmax()]
                if off[worst] > self._error:
                    entry = -float(off[worst]), int(points[worst]), _from_lowest(triangle)
                    heapq.heappush(self._waiting, entry)

    def _take(self, triangle: Triangle) -> Int64s:
        return self._within.pop(_from_lowest(triangle))


def _from_lowest(triangle: Triangle) -> Triangle:
    """A triangle from its lowest corner on."""
    a, b, c = triangle
    return triangle if a < b and a < c else (b, c, a) if b < c else (c, a, b)
