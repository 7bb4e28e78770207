# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A* over the middles of triangles that see each other, as in *Triangulating and Pathfinding in Unity3D* (a report of a
university course, CS 633).

There, the triangles of a floor are Delaunay's. Here, those of each polygon are: polygons are merged out of Delaunay's
triangles, and cut into them again. What a middle sees is found when it is asked for, not before for all pairs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from heapq import heappop, heappush
from math import inf
from typing import TypeAlias

import numpy as np

from ...progress import PREPARING, MadeInSteps, Steps, part
from ...surface import NavSurface
from ..route import SEARCHING, Counts
from .ends import place_near
from .floor_route import FloorRoute, plan_length, route_over
from .lookout import Cone, look_around, look_through
from .mesh import FloorMesh
from .place import Place, place_in, polygons_at
from .sight import sight

#: A step cuts so many polygons, or looks through so many cones: a few milliseconds.
_POLYGONS_PER_STEP = 256
_CONES_PER_STEP = 1 << 11

#: Where a line bends between two middles that do not see each other.
Between: TypeAlias = tuple[Place, ...]


class Centroids(MadeInSteps):
    """The triangles of a surface's polygons, and their middles.

    triangles : they, as a mesh; where corners are collinear, some have more than three of them.
    owners : the polygon of each. places : the middle of each, as a place of `triangles`.
    """

    def _make(self, surface: NavSurface, mesh: FloorMesh) -> Steps[None]:
        vertices, behind = surface.polygon_vertices.tolist(), surface.neighbours.tolist()
        rings: list[list[int]] = []
        self.owners: list[int] = []
        count = len(surface)
        for polygon in range(count):
            if not polygon % _POLYGONS_PER_STEP:
                yield 0.8 * polygon / count, PREPARING
            edges = mesh.half_edges(polygon)
            pieces = delaunay([(int(mesh.x[edge]), int(mesh.y[edge])) for edge in edges])
            rings += [[edges[corner] for corner in piece] for piece in pieces]
            self.owners += [polygon] * len(pieces)
        around = [edge for ring in rings for edge in ring]
        # A piece goes on behind its edges, unless these are borders of the floor.
        ends = [edge for ring in rings for edge in [*ring[1:], ring[0]]]
        is_border = [behind[edge] < 0 and mesh.after[edge] == end for edge, end in zip(around, ends, strict=True)]
        self.triangles = yield from part(
            FloorMesh.steps(
                surface.corners,
                np.cumsum([0, *map(len, rings)]),
                np.array([vertices[edge] for edge in around], np.int64),
                np.where(is_border, -1, 0),
            ),
            0.8,
            0.9,
        )
        self.places: list[Place] = []
        for number in range(len(rings)):
            corners = self.triangles.half_edges(number)
            x = sum(self.triangles.x[corner] for corner in corners) / len(corners)
            y = sum(self.triangles.y[corner] for corner in corners) / len(corners)
            self.places.append(place_near(self.triangles, number, x, y))

    def piece_of(self, place: Place) -> Place:
        """A place of a polygon as one of its triangles."""
        number = bisect_left(self.owners, place.polygon)
        while (found := place_in(self.triangles, number, place.x, place.y)) is None:
            number += 1
        return found


class CentroidSearch:
    """A search from one place, which begins anew for each goal."""

    def __init__(self, centroids: Centroids, mesh: FloorMesh, start: Place) -> None:
        self.counts = Counts()
        self._centroids, self._mesh, self._start = centroids, mesh, start

    def find(self, goal: Place, most: float = inf) -> Steps[FloorRoute | None]:
        """A route to a goal by middles; None when `most` of them were expanded since the search began."""
        triangles, counts = self._centroids.triangles, self.counts
        start, end = self._centroids.piece_of(self._start), self._centroids.piece_of(goal)
        goals = frozenset(polygons_at(triangles, end))
        # Of each triangle: how far its middle is, and the places before it. The start is -1, the goal -2.
        best: dict[int, float] = {-1: 0.0}
        before: dict[int, tuple[int, Between]] = {-1: (-1, ())}
        closed: set[int] = set()
        opened = [(0.0, -1)]
        while opened:
            cost, number = heappop(opened)
            if number == -2:
                return route_over(self._mesh, self._places(before, goal), cost)
            if number in closed:
                continue
            if counts.expanded >= most:
                return None
            closed.add(number)
            counts.expanded += 1
            yield 0.0, SEARCHING
            place = start if number < 0 else self._centroids.places[number]
            counts.sight_checks += 1
            links: list[tuple[int, Between]] = []
            if sight(triangles, place, end, goals) is not None:
                links.append((-2, ()))
            links += yield from self._linked(place)
            for other, between in links:
                to = end if other < 0 else self._centroids.places[other]
                new = best[number] + plan_length([place, *between, to])
                if new < best.get(other, inf):
                    best[other], before[other] = new, (number, between)
                    counts.relaxed += 1
                    heappush(opened, (new + plan_length([to, end]), other))
        raise AssertionError("places of one island are connected")

    def _linked(self, place: Place) -> Steps[list[tuple[int, Between]]]:
        """The triangles whose middles a place sees; and those beside its own whose middles it does not see, with the
        middle of the edge in between, so that all that is connected is linked."""
        triangles, places = self._centroids.triangles, self._centroids.places
        seen: dict[int, Between] = dict.fromkeys(polygons_at(triangles, place), ())
        cones: list[Cone] = look_around(triangles, place, {})
        looked = 0
        while cones:
            cone = cones.pop()
            entry, right_x, right_y, left_x, left_y = cone
            number = triangles.polygon[entry]
            x, y = places[number].x - place.x, places[number].y - place.y
            if right_x * y >= right_y * x and left_x * y <= left_y * x:
                seen[number] = ()
            cones += look_through(triangles, place.x, place.y, cone, {})
            looked += 1
            if not looked % _CONES_PER_STEP:
                yield 0.0, SEARCHING
        linked = list(seen.items())
        for polygon in polygons_at(triangles, place):
            for edge in triangles.half_edges(polygon):
                behind = triangles.twin[edge]
                if behind >= 0 and triangles.polygon[behind] not in seen:
                    other = triangles.after[edge]
                    x, y = (triangles.x[edge] + triangles.x[other]) / 2, (triangles.y[edge] + triangles.y[other]) / 2
                    linked.append((triangles.polygon[behind], (Place(x, y, polygon, edge),)))
        return linked

    def _places(self, before: dict[int, tuple[int, Between]], goal: Place) -> list[Place]:
        """The way to the goal as places of polygons."""
        places, number = [goal], -2
        while number != -1:
            number, between = before[number]
            pieces = [*reversed(between), *([] if number < 0 else [self._centroids.places[number]])]
            for piece in pieces:
                found = place_in(self._mesh, self._centroids.owners[piece.polygon], piece.x, piece.y)
                assert found is not None, "a piece of a polygon is in it"
                places.append(found)
        return [*places, self._start][::-1]


def delaunay(ring: Sequence[tuple[int, int]]) -> list[list[int]]:
    """A convex polygon, counter-clockwise, cut into Delaunay's triangles.

    Returns the corners of each by their numbers; corners on an edge of a triangle stay on it as corners more.
    """
    pieces = []
    chains = [list(range(len(ring)))]
    while chains:
        chain = chains.pop()
        first, last = chain[0], chain[-1]
        apex = -1
        for at, corner in enumerate(chain[1:-1], 1):
            if _turn(ring[first], ring[corner], ring[last]) > 0 and (
                apex < 0 or _in_circle(ring[first], ring[chain[apex]], ring[last], ring[corner])
            ):
                apex = at
        piece = []
        for part_of in (chain[: apex + 1], chain[apex:]):
            begin, end = ring[part_of[0]], ring[part_of[-1]]
            is_flat = all(_turn(begin, ring[corner], end) == 0 for corner in part_of)
            piece += part_of[:-1] if is_flat else part_of[:1]
            if not is_flat:
                chains.append(part_of)
        pieces.append([*piece, last])
    return pieces


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    """Above 0 where three points turn left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _in_circle(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], point: tuple[int, int]) -> bool:
    """Whether a point is inside the circle through three others, which turn left."""
    rows = [(x - point[0], y - point[1]) for x, y in (a, b, c)]
    (ax, ay), (bx, by), (cx, cy) = rows
    aa, bb, cc = (x * x + y * y for x, y in rows)
    return ax * (by * cc - bb * cy) - ay * (bx * cc - bb * cx) + aa * (bx * cy - by * cx) > 0
