# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Straight lines over floors, from polygon to polygon."""

from __future__ import annotations

from collections.abc import Container

from .mesh import FloorMesh
from .place import Place, around


def sight(mesh: FloorMesh, start: Place, goal: Place, goals: Container[int]) -> list[int] | None:
    """The polygons that a straight line runs through, in order; None if it leaves the floor.

    Consecutive ones share an edge, or a corner that the line runs through. Touching the border is not leaving.

    Parameters
    ----------
    goals : the polygons that hold the goal.
    """
    if start.polygon in goals:
        return [start.polygon]
    xs, ys, after, twin, polygon = mesh.x, mesh.y, mesh.after, mesh.twin, mesh.polygon
    x, y = start.x, start.y
    along_x, along_y = goal.x - x, goal.y - y
    if along_x == 0.0 == along_y:
        # On another storey.
        return None
    # Where the line may run on: from a half-edge that begins right of it or on it, how many polygons it has run through
    # by then, and how far. Several only where it runs along a border without width.
    ways: list[tuple[int, int, float]] = []
    if start.corner >= 0:
        ways += [(after[corner], 0, 0.0) for corner in _towards(mesh, start.corner, along_x, along_y)]
    else:
        last = _behind(mesh, start, along_x, along_y)
        if last >= 0:
            ways.append((after[last], 0, 0.0))
    found: list[int] = []
    while ways:
        h, count, passed = ways.pop()
        del found[count:]
        found.append(polygon[h])
        while polygon[h] not in goals:
            # On to the half-edge that ends left of the line, or to the next corner on it.
            u, v = xs[h] - x, ys[h] - y
            if along_x * v == along_y * u and along_x * u + along_y * v > passed:
                passed = along_x * u + along_y * v
                corners = _towards(mesh, h, along_x, along_y)
                ways += [(after[corner], len(found), passed) for corner in corners]
                break
            other = after[h]
            if along_x * (ys[other] - y) > along_y * (xs[other] - x):
                if twin[h] < 0:
                    break
                other = after[twin[h]]
                found.append(polygon[other])
            h = other
        else:
            return found
    return None


def _behind(mesh: FloorMesh, start: Place, along_x: float, along_y: float) -> int:
    """The half-edge that a line comes through, or would have come if it began before; -1 if it leaves the floor."""
    xs, ys, after = mesh.x, mesh.y, mesh.after
    if start.edge >= 0:
        edge, other = start.edge, after[start.edge]
        is_inward = (xs[other] - xs[edge]) * along_y >= (ys[other] - ys[edge]) * along_x
        return edge if is_inward else mesh.twin[edge]
    x, y = start.x, start.y
    for h in mesh.half_edges(start.polygon):
        other = after[h]
        begin = along_x * (ys[h] - y) - along_y * (xs[h] - x)
        if begin > 0.0 >= along_x * (ys[other] - y) - along_y * (xs[other] - x):
            return h
    raise AssertionError("a line through a polygon has corners on both sides")


def _towards(mesh: FloorMesh, corner: int, along_x: float, along_y: float) -> list[int]:
    """The half-edges from a corner in whose polygons a line from there runs: two along a border without width."""
    xs, ys = mesh.x, mesh.y
    x, y = xs[corner], ys[corner]
    found = []
    for h in around(mesh, corner):
        other, last = mesh.after[h], mesh.before[h]
        u, v = xs[other] - x, ys[other] - y
        from_next = u * along_y - v * along_x
        is_ahead = u * along_x + v * along_y > 0.0
        u, v = xs[last] - x, ys[last] - y
        from_last = along_x * v - along_y * u
        is_along_last = from_last == 0.0 and mesh.twin[last] < 0 and u * along_x + v * along_y > 0.0
        if from_next > 0.0 < from_last or (from_next == 0.0 and is_ahead) or is_along_last:
            found.append(h)
    return found
