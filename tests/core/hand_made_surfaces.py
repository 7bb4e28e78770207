# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Surfaces made by hand, for the tests of whatever reads one.

They are *drawn* first: corners, (x, y, height) whole numbers in 1/64 voxel, and polygons, lists of indices into them,
counter-clockwise seen from above. `surface` makes a NavSurface of a drawing, `joined` one drawing of several.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from volant.navcore.surface import Border, NavSurface

#: A voxel in the whole numbers of corners.
VOXEL = 64


class Drawing(NamedTuple):
    corners: list[tuple[int, int, int]]
    polygons: list[list[int]]


def surface(
    drawing: Drawing,
    border: Border = Border.WALL,
    details: dict[int, tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]] | None = None,
    **settings,
) -> NavSurface:
    """The surface of a drawing. details : of some polygons, corners inside and the triangles that tell heights."""
    corners, polygons = drawing
    twins = {edge: polygon for polygon, ring in enumerate(polygons) for edge in edges_of(ring)}
    assert len(twins) == sum(map(len, polygons)), "an edge has two polygons on one side"
    neighbours = [twins.get((b, a), -1) for ring in polygons for a, b in edges_of(ring)]
    inside = [(details or {}).get(polygon, ([], [])) for polygon in range(len(polygons))]
    given = {"voxel_size": 1.0, "agent_radius": 0.4, "agent_height": 1.8, "step_height": 0.4, "max_slope": 45.0}
    given |= settings
    return NavSurface(
        origin=np.array(given.pop("origin", (0.0, 0.0, 0.0)), np.float64),
        corners=np.array(corners, np.int32).reshape(-1, 3),
        polygon_starts=starts_of(polygons),
        polygon_vertices=np.array([corner for ring in polygons for corner in ring], np.int32),
        neighbours=np.array(neighbours, np.int32),
        borders=np.where(np.array(neighbours, np.int32) < 0, border, Border.NONE).astype(np.uint8),
        components=components_of(len(polygons), [(p, n) for p, n in zip(owners(polygons), neighbours, strict=True)]),
        areas=np.zeros(len(polygons), np.uint8),
        detail_starts=starts_of([points for points, _triangles in inside]),
        detail_corners=np.array([each for points, _ in inside for each in points], np.int32).reshape(-1, 3),
        detail_triangle_starts=starts_of([triangles for _points, triangles in inside]),
        detail_triangles=np.array([each for _, triangles in inside for each in triangles], np.int32).reshape(-1, 3),
        **given,
    )


def edges_of(ring: Sequence[int]) -> list[tuple[int, int]]:
    return [*pairwise(ring), (ring[-1], ring[0])]


def owners(polygons: Sequence[Sequence[int]]) -> list[int]:
    """The polygon of each of all corners of polygons."""
    return [polygon for polygon, ring in enumerate(polygons) for _corner in ring]


def starts_of(lists: Iterable[Sequence]) -> np.ndarray:
    return np.cumsum([0, *map(len, lists)]).astype(np.int32)


def components_of(count: int, links: Iterable[tuple[int, int]]) -> np.ndarray:
    """Which connected set each polygon belongs to, numbered in the order of their first polygons."""
    reached: list[list[int]] = [[] for _ in range(count)]
    for one, other in links:
        if other >= 0:
            reached[one].append(other)
    found = [-1] * count
    for first in range(count):
        if found[first] < 0:
            found[first], waiting = max(found) + 1, [first]
            while waiting:
                for other in reached[waiting.pop()]:
                    if found[other] < 0:
                        found[other] = found[first]
                        waiting.append(other)
    return np.array(found, np.int32)


# --- drawings of drawings ---


def joined(*drawings: Drawing) -> Drawing:
    """One drawing of several: corners at the same place become one, and edges end where others begin on them."""
    numbers: dict[tuple[int, int, int], int] = {}
    rings = [
        [numbers.setdefault(drawing.corners[corner], len(numbers)) for corner in ring]
        for drawing in drawings
        for ring in drawing.polygons
    ]
    corners = list(numbers)
    return Drawing(corners, [_with_corners_between(ring, corners) for ring in rings])


def _with_corners_between(ring: list[int], corners: list[tuple[int, int, int]]) -> list[int]:
    places, whole = np.array(corners, np.int64), []
    for a, b in edges_of(ring):
        along, away = places[b] - places[a], places - places[a]
        share = away @ along
        on = (share > 0) & (share < along @ along) & ~np.cross(along, away).any(axis=1)
        whole += [a, *sorted(np.flatnonzero(on).tolist(), key=lambda corner: share[corner])]
    return whole


def moved(drawing: Drawing, by: tuple[int, int, int] = (0, 0, 0), plan=((1, 0), (0, 1))) -> Drawing:
    """A drawing after a linear map of its plan, of whole numbers and a positive determinant, and moved."""
    (a, b), (c, d) = plan
    assert a * d - b * c > 0
    return Drawing(
        [(a * x + b * y + by[0], c * x + d * y + by[1], z + by[2]) for x, y, z in drawing.corners], drawing.polygons
    )


# --- drawings ---


def rectangle(x0: int, y0: int, x1: int, y1: int, height: int = 0, upper: int | None = None) -> Drawing:
    """A rectangle, in 1/64 voxel; a ramp that rises along y to `upper` if that is given."""
    top = height if upper is None else upper
    return Drawing([(x0, y0, height), (x1, y0, height), (x1, y1, top), (x0, y1, top)], [[0, 1, 2, 3]])


def cells(free, cell: int = VOXEL, height: int = 0, rng: random.Random | None = None) -> Drawing:
    """A floor of square cells, merged into rectangles. free : (nx, ny) bool, indexed as x, y."""
    left = np.array(free, bool)
    places = [tuple(place) for place in np.argwhere(left).tolist()]
    if rng:
        rng.shuffle(places)
    pieces = []
    for x, y in places:
        if not left[x, y]:
            continue
        wide, deep = 1, 1
        while x + wide < left.shape[0] and left[x + wide, y] and not (rng and rng.random() < 0.1):
            wide += 1
        while y + deep < left.shape[1] and left[x : x + wide, y + deep].all() and not (rng and rng.random() < 0.1):
            deep += 1
        left[x : x + wide, y : y + deep] = False
        pieces.append(rectangle(x * cell, y * cell, (x + wide) * cell, (y + deep) * cell, height))
    return joined(*pieces)


def random_cells(seed: int, size: int = 12, holes: float = 0.3, cell: int = VOXEL) -> Drawing:
    rng = random.Random(seed)
    free = [[rng.random() >= holes for _y in range(size)] for _x in range(size)]
    free[0][0] = True
    return cells(free, cell, rng=rng)


def storeys(seed: int, count: int = 3, size: int = 8, holes: float = 0.25, rise: int = 4 * VOXEL) -> Drawing:
    """Floors over each other with holes in them; from each to the next a ramp beside both, right and left by turns."""
    rng = random.Random(seed)
    side, drawings = size * VOXEL, []
    for storey in range(count):
        free = np.array([[rng.random() >= holes for _y in range(size)] for _x in range(size)])
        free[[0, -1]] = True
        drawings.append(cells(free, height=storey * rise, rng=rng))
        if storey:
            low, high = (storey - 1) * rise, storey * rise
            at = rng.randrange(size - 2) * VOXEL
            left, right = (side, side + VOXEL) if storey % 2 else (-VOXEL, 0)
            drawings += [
                rectangle(left, at, right, at + VOXEL, low),
                rectangle(left, at + VOXEL, right, at + 2 * VOXEL, low, high),
                rectangle(left, at + 2 * VOXEL, right, at + 3 * VOXEL, high),
            ]
    return joined(*drawings)


def spiral(turns: int = 3, wedges: int = 12, inner: int = 2 * VOXEL, outer: int = 5 * VOXEL, rise: int = 4 * VOXEL):
    """A ramp that winds around a column, each turn over the last one."""
    angles = np.arange(turns * wedges + 1) * (2.0 * np.pi / wedges)
    rims = [np.rint(radius * np.stack((np.cos(angles), np.sin(angles)), 1)).astype(int).tolist()
            for radius in (inner, outer)]  # fmt: skip
    heights = [rise * number // wedges for number in range(len(angles))]
    corners = [(x, y, z) for rim in rims for (x, y), z in zip(rim, heights, strict=True)]
    count = len(angles)
    return Drawing(corners, [[k, count + k, count + k + 1, k + 1] for k in range(count - 1)])


def random_mesh(seed: int, points: int = 60, holes: float = 0.25, size: int = 1000, relief: int = 0) -> Drawing:
    """Triangles over random points, some left out, some merged into convex polygons: corners in general position, and
    places where two polygons meet in a corner alone. relief : heights are random up to this."""
    rng = random.Random(seed)
    plan = [(0, 0), (size, 0), (size, size), (0, size)]
    rings = [[0, 1, 2], [0, 2, 3]]
    for _ in range(points):
        at = rng.randrange(1, size), rng.randrange(1, size)
        for number, (a, b, c) in enumerate(rings):
            if all(turn(plan[one], plan[other], at) > 0 for one, other in ((a, b), (b, c), (c, a))):
                new = len(plan)
                plan.append(at)
                rings[number] = [a, b, new]
                rings += [[b, c, new], [c, a, new]]
                break
    for _ in range(4 * len(rings)):
        _flip(plan, rings, rng)
    rng.shuffle(rings)
    rings = rings[: max(1, round(len(rings) * (1.0 - holes)))]
    for _ in range(2 * len(rings)):
        _merge(plan, rings, rng)
    return joined(Drawing([(x, y, rng.randrange(relief + 1)) for x, y in plan], rings))


def turn(a, b, c) -> int:
    """Twice the area of three points; above 0 where they turn left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _pair(rings: list[list[int]], rng: random.Random):
    """Two random polygons that share an edge, turned so that it is the last edge of both; None without one."""
    one = rng.randrange(len(rings))
    at = rng.randrange(len(rings[one]))
    ring = rings[one][at + 1 :] + rings[one][: at + 1]
    edge = ring[0], ring[-1]
    for other, its in enumerate(rings):
        if other != one and edge in edges_of(its):
            at = edges_of(its).index(edge)
            return one, other, ring, its[at + 1 :] + its[: at + 1]
    return None


def _flip(plan, rings: list[list[int]], rng: random.Random) -> None:
    found = _pair(rings, rng)
    if found:
        one, other, (a, c, b), (_b, d, _a) = found
        if turn(plan[d], plan[a], plan[c]) > 0 and turn(plan[c], plan[b], plan[d]) > 0:
            rings[one], rings[other] = [a, c, d], [c, b, d]


def _merge(plan, rings: list[list[int]], rng: random.Random) -> None:
    found = _pair(rings, rng) if len(rings) > 1 else None
    if found:
        one, other, ring, its = found
        merged = [*ring[:-1], *its[:-1]]
        around = merged[-1:] + merged + merged[:1]
        turns = [turn(plan[a], plan[b], plan[c]) for a, b, c in zip(around, around[1:], around[2:], strict=False)]
        if len(set(merged)) == len(merged) and min(turns) >= 0:
            rings[one] = merged
            del rings[other]
