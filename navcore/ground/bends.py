# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where floors bend under the edges of polygons: heights along edges, which both polygons of an edge have alike.

A bend is to the nearest 1/64 voxel: whole numbers exactly on an edge are rare, and a corner that is nearly on it would
make one of the two polygons other than convex.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ..arrays import Bools, Int64s
from ..geometry.ragged import stretches
from ..progress import Steps
from ..surface import CORNER_UNIT
from .known_heights import KnownHeights
from .merging import edges_of
from .outlines import Corner, FloorHeights, Outlines, Patch
from .polygons import Edge, Polygons
from .triangulation import Plan, turn

#: The name of the stage.
HEIGHTS = "Fitting heights"
#: Points whose heights are asked for in one step.
_POINTS_AT_ONCE = 1 << 16


class PatchPlaces:
    """Tells which of the patches that a polygon lies in holds a point."""

    def __init__(self, outlines: Outlines) -> None:
        self._points, self._patches = outlines.points[:, :2], outlines.patches
        corners = [self._points[np.concatenate(patch.loops)] for patch in outlines.patches]
        self._low = np.array([some.min(axis=0) for some in corners], np.int64).reshape(-1, 2)
        self._high = np.array([some.max(axis=0) for some in corners], np.int64).reshape(-1, 2)

    def patch_of(self, patches: Sequence[int], points: Int64s) -> Int64s:
        """The patch, one of those given, of each point, (k, 2) int64, plan: (k,) int64; the first of several."""
        found = np.full(len(points), -1, np.int64)
        if len(patches) == 1:
            found[:] = patches[0]
            return found
        inside = [self._is_in_box(patch, points, -1) for patch in patches]
        # Mostly patches are in tiles of their own, where boxes tell all.
        several = np.add.reduce(inside, dtype=np.int64) > 1
        for patch, is_inside in zip(patches, inside, strict=True):
            unsure = np.flatnonzero(is_inside & several & (found < 0))
            if len(unsure):
                is_inside[unsure] = _is_within(self._points, self._patches[patch], points[unsure])
            found[is_inside & (found < 0)] = patch
        if (found < 0).any():
            # On a seam, where it does not matter; points on edges are rounded.
            for patch in patches:
                found[self._is_in_box(patch, points, 1) & (found < 0)] = patch
            found[found < 0] = patches[0]
        return found

    def _is_in_box(self, patch: int, points: Int64s, beyond: int) -> Bools:
        inside = (self._low[patch] - beyond <= points) & (points <= self._high[patch] + beyond)
        both: Bools = inside[:, 0] & inside[:, 1]
        return both


def _is_within(corners: Int64s, patch: Patch, points: Int64s) -> Bools:
    """Which points, (k, 2), a patch holds: a ray to the right of them leaves it once more often than it enters it."""
    within = np.zeros(len(points), bool)
    x, y = points[:, 0, None], points[:, 1, None]
    for loop in patch.loops:
        a, b = corners[loop], np.roll(corners[loop], -1, axis=0)
        passes = (a[:, 1] > y) != (b[:, 1] > y)
        sides = (b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (b[:, 1] - a[:, 1]) * (x - a[:, 0])
        within ^= (passes & ((sides > 0) == (b[:, 1] > a[:, 1]))).sum(axis=1) % 2 == 1
    return within


def bends_of(
    polygons: Polygons, heights: FloorHeights, places: PatchPlaces, error: int, known: KnownHeights | None = None
) -> Steps[dict[Edge, list[Corner]]]:
    """Where heights along edges are off a straight line by more than an error, in 1/64 voxel.

    Returns
    -------
    Of some edges, by their corners, the lower index first, corners from the first to the second one.
    """
    owners = _owners(polygons)
    bends: dict[Edge, list[Corner]] = {}
    asked = sorted(owners)
    if known is None:
        yield from _find_bends(polygons, {edge: owners[edge] for edge in asked}, heights, places, error, bends)
        return _among_others(polygons, bends)
    corners: list[Corner] = [(x, y, z) for x, y, z in polygons.corners.tolist()]
    keys = {(a, b): known.key((corners[a], corners[b]), polygons.patches[owners[a, b]]) for a, b in asked}
    new = {}
    for edge, key in keys.items():
        found = known.bends(key)
        if found is None:
            new[edge] = owners[edge]
        elif found:
            bends[edge] = found
    yield from _find_bends(polygons, new, heights, places, error, bends)
    for edge in new:
        known.keep_bends(keys[edge], bends.get(edge, []))
    return _among_others(polygons, bends)


def _owners(polygons: Polygons) -> dict[Edge, int]:
    """Of the two polygons of each edge, the lower corner first, the one to the left of the way to the other corner."""
    owners: dict[Edge, int] = {}
    for index, ring in enumerate(polygons.rings):
        for a, b in edges_of(ring):
            if a < b:
                owners[a, b] = index
            else:
                owners.setdefault((b, a), index)
    return owners


def _find_bends(
    polygons: Polygons,
    owners: Mapping[Edge, int],
    heights: FloorHeights,
    places: PatchPlaces,
    error: int,
    bends: dict[Edge, list[Corner]],
) -> Steps[None]:
    """Add those of some edges, by the polygons whose floors they are looked up on, to the bends."""
    edges = list(owners)
    begin, end = polygons.corners[np.array(edges, np.int64).reshape(-1, 2).T]
    along = end - begin
    # A sample each voxel.
    lengths = np.sqrt((along[:, 0] * along[:, 0] + along[:, 1] * along[:, 1]).astype(np.float64))
    parts = np.maximum(np.ceil(lengths / CORNER_UNIT), 1.0).astype(np.int64)
    edge = np.repeat(np.arange(len(edges)), parts - 1)
    step, count = stretches(np.ones(len(edges), np.int64), parts - 1), parts[edge]
    points = begin[edge, :2] + (2 * along[edge, :2] * step[:, None] + count[:, None]) // (2 * count[:, None])
    starts = np.concatenate(([0], np.cumsum(parts - 1)))
    held = [polygons.patches[owner] for owner in owners.values()]
    patches = np.array([own[0] for own in held], np.int64)[edge]
    for index, own in enumerate(held):
        some = slice(starts[index], starts[index + 1])
        if len(own) > 1 and some.stop > some.start:
            patches[some] = places.patch_of(own, points[some])
    found = np.empty(len(points), np.int64)
    for first in range(0, len(points), _POINTS_AT_ONCE):
        yield first / len(points), HEIGHTS
        some = slice(first, first + _POINTS_AT_ONCE)
        found[some] = np.rint(heights.at(patches[some], points[some]))
    off = np.abs((found - begin[edge, 2]) * count - along[edge, 2] * step) > error * count
    for index in np.unique(edge[off]).tolist():
        some = slice(starts[index], starts[index + 1])
        profile = [int(begin[index, 2]), *found[some].tolist(), int(end[index, 2])]
        plan = points[some].tolist()
        kept = [(*plan[place - 1], profile[place]) for place in _bending(profile, error)]
        bends[edges[index]] = [(x, y, z) for x, y, z in kept]


def _bending(profile: Sequence[int], error: int) -> list[int]:
    """The places of a row of heights between which straight lines are near enough, without the first and the last one
    [Douglas & Peucker 1973]."""
    kept, waiting = [], [(0, len(profile) - 1)]
    while waiting:
        first, last = waiting.pop()
        count, low, rise = last - first, profile[first], profile[last] - profile[first]
        offs = [abs((profile[first + step] - low) * count - rise * step) for step in range(1, count)]
        worst = max(offs, default=0)
        if worst > error * count:
            place = first + 1 + offs.index(worst)
            kept.append(place)
            waiting += [(first, place), (place, last)]
    return sorted(kept)


def _among_others(polygons: Polygons, bends: Mapping[Edge, Iterable[Corner]]) -> dict[Edge, list[Corner]]:
    """Bends without those that, rounded, are beyond another edge of one of their polygons, or on it."""
    left = {edge: list(corners) for edge, corners in bends.items()}
    points: list[Plan] = [(x, y) for x, y, _z in polygons.corners.tolist()]
    for ring in polygons.rings:
        own = edges_of(ring)
        for a, b in own:
            edge = min(a, b), max(a, b)
            if edge in left:
                others = [(points[c], points[d]) for c, d in own if (c, d) != (a, b)]
                left[edge] = [
                    bend for bend in left[edge] if not any(_is_beyond(c, d, (bend[0], bend[1])) for c, d in others)
                ]
    return {edge: corners for edge, corners in left.items() if corners}


def _is_beyond(a: Plan, b: Plan, point: Plan) -> bool:
    """Whether a point is beside an edge and not to the left of it."""
    along = (b[0] - a[0]) * (point[0] - a[0]) + (b[1] - a[1]) * (point[1] - a[1])
    square = (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])
    return 0 < along < square and turn(a, b, point) <= 0
