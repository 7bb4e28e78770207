# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is seen from a place: which corners a shortest path may bend at next.

A *cone* is what is seen from a place through a half-edge, between two rays; it goes on through the half-edges behind
that polygon, as the intervals of Polyanya do [Cui et al. 2017]. Rays lead to corners of the mesh, and not to where they
cross something, so all that is decided is decided exactly.
"""

from __future__ import annotations

from typing import TypeAlias

from .mesh import Bend, FloorMesh
from .place import Place, polygons_at

#: The half-edge that it looks in through, of the polygon behind it, and the directions of its right and its left ray.
Cone: TypeAlias = tuple[int, float, float, float, float]


def look_through(mesh: FloorMesh, x: float, y: float, cone: Cone, bends: dict[Bend, None]) -> list[Cone]:
    """What a place sees behind the polygon that a cone looks into; bends that it sees there are added to `bends`."""
    entry, right_x, right_y, left_x, left_y = cone
    xs, ys, after, twin = mesh.x, mesh.y, mesh.after, mesh.twin
    cones: list[Cone] = []
    h = after[entry]
    # Where it looks in, the right end lies on the right ray or right of it.
    is_inside = right_x * (ys[h] - y) == right_y * (xs[h] - x)
    u, v = xs[h] - x, ys[h] - y
    while h != entry:
        other = after[h]
        new_u, new_v = xs[other] - x, ys[other] - y
        from_right = right_x * new_v - right_y * new_u
        if from_right > 0.0:
            from_left = left_x * new_v - left_y * new_u
            behind = twin[h]
            if from_left < 0.0:
                if behind >= 0:
                    right = (u, v) if is_inside else (right_x, right_y)
                    cones.append((behind, *right, new_u, new_v))
                if other != entry and mesh.bends[mesh.node[other]]:
                    _add_bend(mesh, mesh.node[other], -new_u, -new_v, bends)
            else:
                if behind >= 0:
                    right = (u, v) if is_inside else (right_x, right_y)
                    cones.append((behind, *right, left_x, left_y))
                # All corners on the ray itself.
                while from_left == 0.0 and other != entry:
                    if mesh.bends[mesh.node[other]]:
                        _add_bend(mesh, mesh.node[other], -new_u, -new_v, bends)
                    other = after[other]
                    new_u, new_v = xs[other] - x, ys[other] - y
                    from_left = left_x * new_v - left_y * new_u
                break
            is_inside = True
        else:
            is_inside = from_right == 0.0
            if is_inside and other != entry and mesh.bends[mesh.node[other]]:
                _add_bend(mesh, mesh.node[other], -new_u, -new_v, bends)
        h, u, v = other, new_u, new_v
    return cones


def _add_bend(mesh: FloorMesh, node: int, back_x: float, back_y: float, bends: dict[Bend, None]) -> None:
    """Add a corner, seen along the opposite of a direction, if a shortest path may bend there."""
    (first_x, first_y), (last_x, last_y) = mesh.first[node], mesh.last[node]
    from_first, from_last = first_x * back_y - first_y * back_x, last_x * back_y - last_y * back_x
    if from_first >= 0.0 and from_last >= 0.0:
        bends[2 * node] = None
    # Both where the borders are one line.
    if from_first <= 0.0 and from_last <= 0.0:
        bends[2 * node + 1] = None


def look_around(mesh: FloorMesh, start: Place, bends: dict[Bend, None]) -> list[Cone]:
    """What a place sees behind the polygons that hold it; bends at their corners are added to `bends`."""
    xs, ys, after, twin = mesh.x, mesh.y, mesh.after, mesh.twin
    x, y = start.x, start.y
    cones: list[Cone] = []
    for polygon in polygons_at(mesh, start):
        for h in mesh.half_edges(polygon):
            u, v = xs[h] - x, ys[h] - y
            if mesh.bends[mesh.node[h]] and (u or v):
                _add_bend(mesh, mesh.node[h], -u, -v, bends)
            other = after[h]
            new_u, new_v = xs[other] - x, ys[other] - y
            # Nothing is seen through what lies in line with the place.
            if twin[h] >= 0 and u * new_v > v * new_u:
                cones.append((twin[h], u, v, new_u, new_v))
    return cones


def look_on(mesh: FloorMesh, bend: Bend, bends: dict[Bend, None]) -> list[Cone]:
    """What a path that bends at a corner sees from there, behind the polygons around it.

    Shortest paths bend around the border only. So to the left it goes on between where the border on its right would go
    on, and the border on its left; that is as wide as the corner has more than half a turn. Bends at corners of the
    polygons around are added to `bends`.
    """
    node, turns_right = bend >> 1, bend & 1
    xs, ys, after, before, twin = mesh.x, mesh.y, mesh.after, mesh.before, mesh.twin
    (first_x, first_y), (last_x, last_y) = mesh.first[node], mesh.last[node]
    at = wall = mesh.wall[node]
    x, y = xs[at], ys[at]
    cones: list[Cone] = []
    while at >= 0:
        h, end = after[at], before[at]
        u, v = xs[h] - x, ys[h] - y
        is_first = True
        while True:
            from_first, from_last = first_x * v - first_y * u, last_x * v - last_y * u
            is_ahead = from_first >= 0.0 <= from_last if turns_right else from_first <= 0.0 >= from_last
            if is_ahead and (at == wall or not is_first) and mesh.bends[mesh.node[h]]:
                _add_bend(mesh, mesh.node[h], -u, -v, bends)
            if h == end:
                break
            other = after[h]
            new_u, new_v = xs[other] - x, ys[other] - y
            behind = twin[h]
            # Nothing is seen through what lies in line with the corner.
            if behind >= 0 and u * new_v > v * new_u:
                if turns_right:
                    if from_last > 0.0 or (is_first and at == wall):
                        if last_x * new_v < last_y * new_u:
                            cones.append((behind, u, v, -last_x, -last_y))
                        else:
                            cones.append((behind, u, v, new_u, new_v))
                elif first_x * new_v < first_y * new_u or (other == end and twin[end] < 0):
                    if from_first > 0.0:
                        cones.append((behind, -first_x, -first_y, new_u, new_v))
                    else:
                        cones.append((behind, u, v, new_u, new_v))
            h, u, v, is_first = other, new_u, new_v, False
        at = twin[end]
    return cones


def bends_on(bend: Bend, turn: float) -> bool:
    """Whether a path that turns at a bend, left where `turn` is above 0, turns around the border or not at all."""
    return turn <= 0.0 if bend & 1 else turn >= 0.0
