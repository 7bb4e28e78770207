# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From outlines to convex polygons: patch by patch, then across the seams between patches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from ..arrays import Int64s
from ..progress import Steps
from .merging import edges_of, is_between, merged
from .outlines import Outlines
from .triangulation import Plan, delaunay, turn

#: The name of the stage.
_STAGE = "Making polygons"

#: From a corner to the next one.
Edge = tuple[int, int]


#: Polygons of patches, each by indices of corners.
Rings: TypeAlias = Sequence[Sequence[Int64s]]


class Polygons(NamedTuple):
    """Convex polygons that cover all floors.

    corners : (n, 3) int64, in 1/64 voxel, in the order of x, y and height; some may be those of no polygon.
    rings : of each polygon, indices into `corners`, counter-clockwise seen from above.
    borders : what is behind edges that have no neighbour, a `Border`.
    patches : of each polygon, those that it lies in, ascending.
    """

    corners: Int64s
    rings: list[list[int]]
    borders: dict[Edge, int]
    patches: list[list[int]]


def patch_polygons(points: Sequence[Plan], loops: Iterable[Sequence[int]]) -> list[list[int]]:
    """The convex polygons of a patch: indices into points, which are in the order of x and y."""
    return merged(points, delaunay(points, loops))[0]


def polygons_of(outlines: Outlines, made: Rings | None = None) -> Steps[Polygons]:
    """The convex polygons of outlines, in steps. Which they are depends on the places of corners alone.

    made : the polygons of each patch, if they are known, as of `patch_polygons`, by indices into `Outlines.points`.
    """
    order = np.lexsort(outlines.points.T[::-1])
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    corners = outlines.points[order]
    points: list[Plan] = list(zip(*corners[:, :2].T.tolist(), strict=True)) if len(corners) else []
    rings: list[list[int]] = []
    patch_of: list[int] = []
    borders: dict[Edge, int] = {}
    seams: set[Edge] = set()
    for number, patch in enumerate(outlines.patches):
        yield 0.8 * number / len(outlines.patches), _STAGE
        loops = [rank[loop].tolist() for loop in patch.loops]
        own = patch_polygons(points, loops) if made is None else [rank[ring].tolist() for ring in made[number]]
        rings += own
        patch_of += [number] * len(own)
        for loop, kinds in zip(loops, patch.borders, strict=True):
            for edge, kind in zip(edges_of(loop), kinds.tolist(), strict=True):
                if kind:
                    borders[edge] = kind
                else:
                    seams.add((min(edge), max(edge)))
    yield 0.8, _STAGE
    rings, members = merged(points, rings, seams)
    yield 0.9, _STAGE
    rings, borders = without_straight_corners(points, rings, borders)
    patches = [sorted({patch_of[member] for member in some}) for some in members]
    return Polygons(corners, rings, borders, patches)


def without_straight_corners(
    points: Sequence[Plan], rings: Iterable[Sequence[int]], borders: Mapping[Edge, int]
) -> tuple[list[list[int]], dict[Edge, int]]:
    """Polygons, and what is behind their edges, without the corners that change nothing: those between two edges in one
    line that have the same in front and behind."""
    around: dict[int, set[int]] = {}
    edges = {edge for ring in rings for edge in edges_of(ring)}
    for a, b in edges:
        around.setdefault(a, set()).add(b)
        around.setdefault(b, set()).add(a)
    kinds, gone = dict(borders), set()
    for corner in sorted(around):
        if len(around[corner]) != 2:
            continue
        a, b = sorted(around[corner])
        if b in around[a] or turn(points[a], points[corner], points[b]):
            continue
        if not is_between(points[a], points[corner], points[b]):
            continue
        ways = [(p, q) for p, q in ((a, b), (b, a)) if (p, corner) in edges]
        if any(kinds.get((p, corner)) != kinds.get((corner, q)) for p, q in ways):
            continue
        for p, q in ways:
            edges.add((p, q))
            if (p, corner) in kinds:
                kinds[p, q] = kinds[p, corner]
        gone.add(corner)
        for one, other in ((a, b), (b, a)):
            around[one].remove(corner)
            around[one].add(other)
    left = [[corner for corner in ring if corner not in gone] for ring in rings]
    return left, {edge: kinds[edge] for ring in left for edge in edges_of(ring) if edge in kinds}
