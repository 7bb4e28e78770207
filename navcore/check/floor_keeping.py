# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is too near to a place where a walker stands: walls, ledges, and whatever ends a straight walk.

Walls: a triangle is cut to what is in the body's way, between a step above the floor and the body's height; the floor
is the one where the triangle is nearest, asked of the scene. If the nearest point of what is left is too near, one
walks there; if that goes well and the triangle is in the way there, too, it is too near.

Ledges: parts of floors' edges behind which there is no floor. If the nearest point of one is too near, and one can walk
there, it is too near.

To prove that a surface is too near to something, the scene must leave no doubt. To prove that it lacks a place, it must
leave no doubt that nothing is near; then what may be near counts, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from .clipping import clipped, nearest_in_plan
from .columns import Columns, ragged
from .inputs import TOLERANCE
from .sheet import CRACK, LEVEL, Sheet

#: Walks end this much before what they lead to, in voxels: nearer than a crack, floors may not be told apart.
_BEFORE = 0.05
#: How far behind an edge floor is looked for, in voxels: anywhere there will do.
_BEHIND = (CRACK + 0.005, 0.05, 0.08)
_BEHIND_IN_DOUBT = (0.01, 0.02, *_BEHIND)
#: How long parts of edges are that are looked at, in voxels.
_PART = 0.25
#: Ways out of every place that are walked, besides those that lead to something.
_WAYS, _WAYS_IN_DOUBT = 8, 32


@dataclass(frozen=True)
class Near:
    """Places that something is too near to.

    place : (f,) int64, index. what : (f,) int64, the triangle; -1 where a walk ended without one being known for it.
    distance : (f,) float64, voxels.
    """

    place: Int64s
    what: Int64s
    distance: Float64s


class Keeping:
    """Who is too near to what, in one scene. All lengths in voxels."""

    def __init__(self, sheet: Sheet, in_doubt: bool) -> None:
        """`in_doubt` : whether what may be near counts as near."""
        self._sheet, self._in_doubt = sheet, in_doubt
        self._rims, self._rim_owner = _ledges_of(sheet, in_doubt)
        self._rim_columns = Columns(self._rims[:, [0, 1, 1]], 1.0)

    def near(self, places: Float64s, floors: Float64s, reach: float) -> Iterator[Near]:
        """Walls and ledges nearer than `reach` to places, (k, 2) float64, that stand on floors of heights (k,)."""
        square = np.full(2, reach)
        for place, triangle in self._sheet.columns.near(places - square, places + square):
            yield from self._walls(places, floors, place, triangle, reach)
        for place, rim in self._rim_columns.near(places - square, places + square):
            yield self._ledges(places, floors, place, rim, reach)

    def walks(self, places: Float64s, floors: Float64s, reach: float) -> Near:
        """Where walks in several directions end nearer than `reach`, whatever may be there: as `near`."""
        ways = _WAYS_IN_DOUBT if self._in_doubt else _WAYS
        angle = (np.arange(ways) + 0.37) * (2 * np.pi / ways)
        far = max(reach - _BEFORE, 0.0)
        way = np.stack((np.cos(angle), np.sin(angle)), axis=1) * far
        place = np.repeat(np.arange(len(places)), ways)
        start = places[place]
        share, _floor = self._sheet.walk(start, floors[place], start + np.tile(way, (len(places), 1)))
        ends = np.flatnonzero(share < 1.0)
        return Near(place[ends], np.full(len(ends), -1), share[ends] * far)

    def _rise(self, reach: float) -> float:
        """How much higher or lower the floor may be at so far a place; more is not looked at."""
        return 2 * self._sheet.body.step + max(self._sheet.body.rise, 1.5) * reach

    def _walls(
        self, places: Float64s, floors: Float64s, place: Int64s, triangle: Int64s, reach: float
    ) -> Iterator[Near]:
        body, corners, rise = self._sheet.body, self._sheet.columns.corners, self._rise(reach)
        low, high = corners[triangle, :, 2].min(axis=1), corners[triangle, :, 2].max(axis=1)
        floor = floors[place]
        kept = (high > floor + body.step - rise) & (low < floor + body.height + rise)
        place, triangle, floor = place[kept], triangle[kept], floor[kept]
        if self._in_doubt:
            # Beside a step one stands on either floor.
            rough = np.flatnonzero(~self._sheet.is_floor[triangle])
            _at, distance, there = self._in_way(places[place[rough]], triangle[rough], floor[rough], 0.0)
            doubted = rough[there & (distance < reach)]
            yield Near(place[doubted], triangle[doubted], distance[there & (distance < reach)])
        at, distance = nearest_in_plan(places[place], corners[triangle])
        # The floor under the nearest point, then under the nearest point of what is in the way over that floor.
        for _again in range(2):
            kept = distance < reach - TOLERANCE
            place, triangle, at, floor = place[kept], triangle[kept], at[kept], floor[kept]
            under, _room = self._sheet.under(_short_of(places[place], at[:, :2]), floors[place], rise)
            floor = np.where(np.isnan(under), floor, under)
            at, distance, there = self._in_way(places[place], triangle, floor, 2 * LEVEL)
            place, triangle, floor = place[there], triangle[there], floor[there]
            at, distance = at[there], distance[there]
        kept = distance < reach - TOLERANCE
        place, triangle, at, distance = place[kept], triangle[kept], at[kept], distance[kept]
        share, floor = self._sheet.walk(places[place], floors[place], _short_of(places[place], at[:, :2]))
        at, apart, there = self._in_way(places[place], triangle, floor, LEVEL)
        bad = (share < 1.0) | (there & (apart < reach - TOLERANCE))
        yield Near(place[bad], triangle[bad], distance[bad])

    def _in_way(
        self, points: Float64s, triangle: Int64s, floor: Float64s, hair: float
    ) -> tuple[Float64s, Float64s, Bools]:
        """The nearest points of what is in the way over floors, (k, 3), how far they are, and whether there are any."""
        body = self._sheet.body
        planes = np.zeros((len(triangle), 2, 4))
        planes[:, 0, 2], planes[:, 0, 3] = 1.0, -(floor + body.step + hair)
        planes[:, 1, 2], planes[:, 1, 3] = -1.0, floor + body.height - hair
        parts, there = clipped(self._sheet.columns.corners[triangle], planes)
        at, distance = nearest_in_plan(points, parts)
        return at, distance, there

    def _ledges(self, places: Float64s, floors: Float64s, place: Int64s, rim: Int64s, reach: float) -> Near:
        at, distance = nearest_in_plan(places[place], self._rims[rim])
        kept = (distance < reach - TOLERANCE) & (np.abs(at[:, 2] - floors[place]) < self._rise(reach))
        place, rim, at, distance = place[kept], rim[kept], at[kept], distance[kept]
        if self._in_doubt:
            return Near(place, self._rim_owner[rim], distance)
        share, floor = self._sheet.walk(places[place], floors[place], _short_of(places[place], at[:, :2]))
        on = np.abs(at[:, 2] - floor) <= self._sheet.body.rise * 2 * _BEFORE + LEVEL
        bad = (share < 1.0) | on
        return Near(place[bad], self._rim_owner[rim[bad]], distance[bad])


def _ledges_of(sheet: Sheet, in_doubt: bool) -> tuple[Float64s, Int64s]:
    """Where floors end: parts of edges inside which one can stand, while there is no floor outside.

    Returns
    -------
    ledges : (k, 2, 3) float64, their ends. owner : (k,) int64, the triangle that each is an edge of.
    """
    edges, owner = _open_edges(sheet)
    step = edges[:, 1] - edges[:, 0]
    length = np.sqrt((step[:, :2] ** 2).sum(axis=1))
    parts = np.maximum(np.ceil(length / _PART), 1).astype(np.int64)
    edge, nth = ragged(parts)
    at = edges[edge, 0] + step[edge] * ((nth + 0.5) / parts[edge])[:, None]
    outward = np.stack((step[:, 1], -step[:, 0]), axis=1) / np.maximum(length, 1e-12)[:, None]
    outward *= -np.sign((outward * (edges[:, 2] - edges[:, 0])[:, :2]).sum(axis=1))[:, None]
    side = outward[edge]
    reach = sheet.body.rise * _BEFORE + 2 * LEVEL
    stands = np.flatnonzero(~np.isnan(sheet.under(at[:, :2] - _BEFORE * side, at[:, 2], reach)[0]))
    edge, nth, at, side = edge[stands], nth[stands], at[stands], side[stands]
    reach = sheet.body.step + sheet.body.rise * _BEHIND[0] + LEVEL
    lacks = [
        np.isnan(sheet.under(at[:, :2] + behind * side, at[:, 2], reach)[0])
        for behind in (_BEHIND_IN_DOUBT if in_doubt else _BEHIND)
    ]
    ends = np.flatnonzero(np.any(lacks, axis=0) if in_doubt else np.all(lacks, axis=0))
    edge, nth = edge[ends], nth[ends]
    # Neighboring parts are one ledge. From middle to middle there is no doubt; in doubt it goes on to the next.
    begins = np.flatnonzero((np.diff(edge, prepend=-1) != 0) | (np.diff(nth, prepend=-2) != 1))
    last = np.append(begins[1:], len(edge))[: len(begins)] - 1
    edge, first, final = edge[begins], nth[begins] + 0.5, nth[last] + 0.5
    whole_first, whole_final = first < 1.0, final > parts[edge] - 1.0
    more = 1.0 if in_doubt else 0.0
    first = np.where(whole_first, 0.0, first - more) / parts[edge]
    final = np.where(whole_final, parts[edge], final + more) / parts[edge]
    ends_of = [edges[edge, 0] + step[edge] * share[:, None] for share in (first, final)]
    return np.stack(ends_of, axis=1), owner[edge]


def _short_of(start: Float64s, end: Float64s) -> Float64s:
    """Points a little before the ends of ways, (k, 2), and not before their starts."""
    way = end - start
    length = np.sqrt((way**2).sum(axis=1))
    return np.asarray(start + way * (np.maximum(length - _BEFORE, 0.0) / np.maximum(length, 1e-12))[:, None])


def _open_edges(sheet: Sheet) -> tuple[Float64s, Int64s]:
    """Edges of floors without a floor that has the same edge from the other side.

    Returns
    -------
    edges : (e, 3, 3) float64, their ends and the floor's third corner. owner : (e,) int64, the triangle.
    """
    floors = np.flatnonzero(sheet.is_floor)
    corners = sheet.columns.corners[floors]
    number = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)[1].reshape(-1, 3)
    edges = np.concatenate([corners[:, [i, (i + 1) % 3, (i + 2) % 3]] for i in range(3)])
    ends = np.concatenate([number[:, [i, (i + 1) % 3]] for i in range(3)])
    step, to = (edges[:, 1] - edges[:, 0])[:, :2], (edges[:, 2] - edges[:, 0])[:, :2]
    is_left = step[:, 0] * to[:, 1] - step[:, 1] * to[:, 0] > 0
    key = ends.min(axis=1) * (number.max(initial=0) + 1) + ends.max(axis=1)
    is_left = is_left != (ends[:, 0] > ends[:, 1])
    _key, place = np.unique(key, return_inverse=True)
    has = np.zeros((2, place.max(initial=-1) + 1), bool)
    has[is_left.astype(int), place] = True
    is_open: Bools = ~np.asarray(has.all(axis=0))[place] & (step != 0).any(axis=1)
    return edges[is_open], np.tile(floors, 3)[is_open]
