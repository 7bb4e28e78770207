# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Polygons of a surface cut into pieces that Detour has room for: six corners each, and triangles for heights."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..arrays import Float64s
from ..errors import FormatError
from ..surface import NavSurface

#: Corners of a polygon of Detour's.
MOST_CORNERS = 6
#: Corners and triangles that tell the heights of one, each.
MOST_DETAILS = 255
#: Nearer than this, in 1/64 voxel, is at the same place.
_NEAR = 1e-3

Triangle = tuple[int, int, int]


class Piece(NamedTuple):
    """A part of a polygon.

    polygon : which one. ring : its corners, as indices into the surface's. sides : which edge of the surface each edge
    is, or -1 where it is cut off the polygon's other pieces. extra : (k, 3) float64, corners that only heights
    need, 1/64 voxel. triangles : of the ring's corners and then those, counter-clockwise seen from above.
    """

    polygon: int
    ring: list[int]
    sides: list[int]
    extra: Float64s
    triangles: list[Triangle]


def pieces_of(surface: NavSurface) -> list[Piece]:
    """The pieces of all polygons, in their order."""
    corners, owners = surface.floor_corners()
    ends = np.searchsorted(owners, np.arange(len(surface) + 1)).tolist()
    starts, vertices = surface.polygon_starts.tolist(), surface.polygon_vertices.tolist()
    pieces = []
    for polygon in range(len(surface)):
        edges = [*range(starts[polygon], starts[polygon + 1])]
        floor = corners[ends[polygon] : ends[polygon + 1]].astype(np.float64)
        pieces += _pieces(surface, polygon, [vertices[edge] for edge in edges], edges, floor)
    return pieces


def _pieces(surface: NavSurface, polygon: int, whole: list[int], edges: list[int], floor: Float64s) -> list[Piece]:
    """A polygon, of corners, edges, and triangles of its floor, (t, 3, 3), in parts that there is room for."""
    corners = surface.corners[whole].astype(np.float64)
    places = dict(zip(whole, corners, strict=True))
    plan = {corner: place[:2].tolist() for corner, place in places.items()}
    is_level = len(np.unique(floor[:, :, 2])) == 1
    done, left = [], [(whole, edges)]
    while left:
        ring, sides = left.pop()
        if len(ring) <= MOST_CORNERS:
            if ring is whole:
                extra, triangles = _own_heights(surface, polygon, len(whole))
            elif is_level:
                extra, triangles = np.empty((0, 3)), _fan(len(ring))
            else:
                extra, triangles = _clipped(floor, np.array([places[corner] for corner in ring]))
            if max(len(ring) + len(extra), len(triangles)) <= MOST_DETAILS:
                done.append(Piece(polygon, ring, sides, extra, triangles))
                continue
            if len(ring) == 3:
                raise FormatError(
                    f"polygon {polygon} has more heights than the {MOST_DETAILS} that Detour has room for; "
                    "bake with a larger height_error"
                )
        first, last = _chord(ring, plan)
        one = ring[first : last + 1], [*sides[first:last], -1]
        other = [*ring[last:], *ring[: first + 1]], [*sides[last:], *sides[:first], -1]
        left += [other, one]
    return done


def _own_heights(surface: NavSurface, polygon: int, count: int) -> tuple[Float64s, list[Triangle]]:
    """Of a polygon of so many corners as it is: corners that only heights need, and triangles."""
    inside = slice(*surface.detail_starts[polygon : polygon + 2].tolist())
    told = slice(*surface.detail_triangle_starts[polygon : polygon + 2].tolist())
    triangles = [(a, b, c) for a, b, c in surface.detail_triangles[told].tolist()]
    return surface.detail_corners[inside].astype(np.float64), triangles or _fan(count)


def _fan(count: int) -> list[Triangle]:
    """The triangles of a first corner with each two that follow each other. Lines among them do no harm."""
    return [(0, step, step + 1) for step in range(1, count - 1)]


def _chord(ring: list[int], plan: Mapping[int, list[float]]) -> tuple[int, int]:
    """Two corners of a ring between which it can be cut, so that both parts have area and about as many corners."""
    count = len(ring)
    for span in sorted(range(2, count - 1), key=lambda span: abs(2 * span - count)):
        for first in range(count - span):
            last = first + span
            a, b = plan[ring[first]], plan[ring[last]]
            others = (ring[first + 1 : last], [*ring[last + 1 :], *ring[:first]])
            if all(any(_turn(a, b, plan[corner]) for corner in side) for side in others):
                return first, last
    raise FormatError("a polygon without area cannot be cut; bake again")


def _turn(a: list[float], b: list[float], c: list[float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _clipped(floor: Float64s, ring: Float64s) -> tuple[Float64s, list[Triangle]]:
    """Triangles, (t, 3, 3), as far as they are in a convex ring, (k, 3): corners beside the ring's, and triangles."""
    nodes = [tuple(corner) for corner in ring.tolist()]
    numbers = {_key(node): number for number, node in enumerate(nodes)}
    triangles = []
    for triangle in floor.tolist():
        part = [tuple(corner) for corner in triangle]
        for (ax, ay, _az), (bx, by, _bz) in zip(nodes[: len(ring)], [*nodes[1 : len(ring)], nodes[0]], strict=True):
            part = _half(part, ax, ay, bx - ax, by - ay)
        found = []
        for node in part:
            number = numbers.setdefault(_key(node), len(nodes))
            if number == len(nodes):
                nodes.append(node)
            if number not in found:
                found.append(number)
        triangles += [
            (found[0], b, c) for b, c in pairwise(found[1:]) if _area(nodes[found[0]], nodes[b], nodes[c]) > _NEAR
        ]
    return np.array(nodes[len(ring) :]).reshape(-1, 3), triangles


Node = tuple[float, ...]


def _half(part: list[Node], x: float, y: float, along: float, up: float) -> list[Node]:
    """What of a convex polygon is on the left of a line."""
    sides = [along * (node[1] - y) - up * (node[0] - x) for node in part]
    kept = []
    for number, (node, side) in enumerate(zip(part, sides, strict=True)):
        before, other = part[number - 1], sides[number - 1]
        if (side > 0.0) != (other > 0.0) and side != 0.0 and other != 0.0:
            share = other / (other - side)
            kept.append(tuple(a + share * (b - a) for a, b in zip(before, node, strict=True)))
        if side >= 0.0:
            kept.append(node)
    return kept


def _area(a: Node, b: Node, c: Node) -> float:
    """Twice the area of a triangle in plan."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _key(node: Node) -> tuple[int, ...]:
    return tuple(round(value / _NEAR) for value in node)
