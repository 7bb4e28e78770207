# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A point on a floor: in a polygon, on an edge or at a corner."""

from __future__ import annotations

from typing import NamedTuple

from .mesh import Bend, FloorMesh


class Place(NamedTuple):
    """A point of a polygon, in plan.

    x, y : 1/64 voxel, whole numbers of the mesh's grain. polygon : one that holds it.
    edge : the half-edge of the polygon that it lies on, or -1. corner : the one that begins there, or -1.
    """

    x: float
    y: float
    polygon: int
    edge: int = -1
    corner: int = -1


def place_in(mesh: FloorMesh, polygon: int, x: float, y: float) -> Place | None:
    """A point as a place of a polygon; None if it is not in it. The borders of polygons belong to them."""
    xs, ys, after = mesh.x, mesh.y, mesh.after
    edge = -1
    for h in mesh.half_edges(polygon):
        u, v, other = xs[h], ys[h], after[h]
        side = (xs[other] - u) * (y - v) - (ys[other] - v) * (x - u)
        if side < 0.0:
            return None
        if side == 0.0:
            if u == x and v == y:
                return Place(x, y, polygon, corner=h)
            # In line with several edges where corners are collinear; outside of those that it is beside, or else on
            # their one line.
            if (xs[other] - x) * (x - u) + (ys[other] - y) * (y - v) > 0.0:
                edge = h
    return Place(x, y, polygon, edge)


def place_of(mesh: FloorMesh, bend: Bend) -> Place:
    """Where a bend is."""
    at = mesh.wall[bend >> 1]
    return Place(mesh.x[at], mesh.y[at], mesh.polygon[at], corner=at)


def polygons_at(mesh: FloorMesh, place: Place) -> list[int]:
    """All polygons that hold a place and are linked there."""
    if place.corner >= 0:
        return [mesh.polygon[h] for h in around(mesh, place.corner)]
    behind = mesh.twin[place.edge] if place.edge >= 0 else -1
    return [place.polygon] if behind < 0 else [place.polygon, mesh.polygon[behind]]


def around(mesh: FloorMesh, corner: int) -> list[int]:
    """The half-edges that begin at the same node as one, counter-clockwise, from the border on if there is one."""
    before, twin = mesh.before, mesh.twin
    wall = mesh.wall[mesh.node[corner]]
    first = h = corner if wall < 0 else wall
    found = []
    while h >= 0:
        found.append(h)
        h = twin[before[h]]
        if h == first:
            break
    return found
