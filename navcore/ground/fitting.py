# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The heights of all polygons: bends of their edges first, then what is inside of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..arrays import Int64s
from ..progress import Steps, part
from .bends import HEIGHTS, PatchPlaces, bends_of
from .known_heights import KnownHeights, KnownRelief
from .merging import edges_of
from .outlines import Corner, Outlines
from .polygons import Edge, Polygons
from .relief import Relief, relief_of


def reliefs_of(
    polygons: Polygons, outlines: Outlines, error: int, known: KnownHeights | None = None
) -> Steps[list[Relief]]:
    """The heights of polygons, in steps.

    error : how far they may be off where they are looked at, in 1/64 voxel.
    known : where what was found earlier is looked up and what is found is kept.
    """
    bends = yield from part(bends_of(polygons, outlines.heights, PatchPlaces(outlines), error, known), 0.0, 0.2)
    patch, plan, heights = outlines.heights.lattice()
    points = np.empty((len(plan), 3), np.int64)
    points[:, :2], points[:, 2] = plan, np.rint(heights)
    x = points[:, 0]
    # Mostly they come in this order.
    if not ((patch[1:] > patch[:-1]) | (x[1:] >= x[:-1])).all():
        order = np.lexsort((x, patch))
        patch, points = patch[order], points[order]
    yield 0.3, HEIGHTS
    starts = np.searchsorted(patch, np.arange(len(outlines.patches) + 1))
    inside = [points[starts[index] : starts[index + 1]] for index in range(len(outlines.patches))]
    corners: list[Corner] = [(x, y, z) for x, y, z in polygons.corners.tolist()]
    reliefs = []
    for index, (ring, patches) in enumerate(zip(polygons.rings, polygons.patches, strict=True)):
        yield 0.3 + 0.7 * index / len(polygons.rings), HEIGHTS
        some = [inside[patch] for patch in patches]
        if known is None:
            reliefs.append(relief_of(corners, ring, bends, _beside(corners, ring, some), error))
        else:
            reliefs.append(_remembered(corners, ring, patches, bends, some, error, known))
    return reliefs


def _remembered(
    corners: Sequence[Corner],
    ring: Sequence[int],
    patches: Sequence[int],
    bends: Mapping[Edge, Sequence[Corner]],
    inside: Sequence[Int64s],
    error: int,
    known: KnownHeights,
) -> Relief:
    """The heights of a polygon, as they were if nothing has changed that they depend on."""
    at = ring.index(min(ring))
    ordered = [*ring[at:], *ring[:at]]
    key = known.key([corners[corner] for corner in ordered], patches)
    on_edges = [bends.get((min(edge), max(edge)), ()) for edge in edges_of(ordered)]
    found = known.relief(key, on_edges)
    if found is None:
        relief = relief_of(corners, ordered, bends, _beside(corners, ring, inside), error)
        begin = ordered.index(relief.ring[0])
        known.keep_relief(key, KnownRelief(begin, on_edges, relief.corners, relief.triangles))
        return relief
    return Relief([*ordered[found.begin :], *ordered[: found.begin]], found.corners, found.triangles)


def _beside(corners: Sequence[Corner], ring: Sequence[int], inside: Sequence[Int64s]) -> Int64s:
    """Of the points of patches, (m, 3) int64 each, in the order of x, those that a polygon may hold."""
    wide = [corners[corner][0] for corner in ring]
    ends = min(wide), max(wide) + 1
    parts = []
    for points in inside:
        first, last = np.searchsorted(points[:, 0], ends)
        parts.append(points[first:last])
    return np.concatenate(parts)
