# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""That a walker may stand anywhere on a surface: its floors are there, and what is in the way is far enough away."""

from __future__ import annotations

from itertools import chain

import numpy as np

from ..arrays import Float64s
from ..progress import Steps
from .clipping import clipped
from .columns import Columns, ragged
from .faults import Faults, Kind
from .floor_arrays import UNIT, FloorIntake
from .floor_keeping import Keeping
from .sheet import LEVEL, STRIDE, Body, Sheet

#: How far apart places on borders are that are asked what is near, in voxels.
_SPACING = 1.0
#: About so many places within a surface are looked at.
_PLACES = 100_000
#: How far around a place its floor may be as high as the surface says, in voxels: stairs are told as slopes.
_AROUND = 1.0


def check_borders(given: FloorIntake, sheet: Sheet, keeping: Keeping, faults: Faults) -> Steps[None]:
    """Along its borders a surface keeps the radius from everything."""
    places = _along_borders(given)
    floor, _room = sheet.under(places[:, :2], places[:, 2], given.height_error + given.body.step)
    bare = np.flatnonzero(np.isnan(floor))
    told = (f"the border stands on nothing at {_name(places[row])}" for row in bare.tolist())
    faults.add_many(Kind.SOUND, len(bare), told)
    places, floor = places[~np.isnan(floor)], floor[~np.isnan(floor)]
    nearest = np.full(len(places), np.inf)
    what = np.full(len(places), -1)
    walks = keeping.walks(places[:, :2], floor, given.body.radius)
    for found in chain((walks,), keeping.near(places[:, :2], floor, given.body.radius)):
        yield 0.5, "Checking"
        order = np.lexsort((found.distance, found.place))
        first = order[np.flatnonzero(np.diff(found.place[order], prepend=-1))]
        place, distance = found.place[first], found.distance[first]
        # What is known to be there is told rather than that a walk ended.
        better = (distance < nearest[place]) | ((what[place] < 0) & (found.what[first] >= 0))
        nearest[place[better]], what[place[better]] = distance[better], found.what[first][better]
    bad = np.flatnonzero(np.isfinite(nearest))
    bad = bad[np.argsort(nearest[bad], kind="stable")]
    faults.add_many(
        Kind.SOUND,
        len(bad),
        (
            f"the border is {nearest[row]:.6f} voxels from {_thing(int(what[row]))} at {_name(places[row])}, "
            f"the radius is {given.body.radius:.6f}"
            for row in bad.tolist()
        ),
    )


def check_inside(given: FloorIntake, sheet: Sheet, faults: Faults) -> Steps[None]:
    """Nothing is in the body's way over a surface: triangles are cut to what is over a polygon, exactly."""
    body, tops = given.body, given.triangles / UNIT
    surface = Columns(tops, 1.0)
    corners = sheet.columns.corners
    low, high = tops.min(axis=1), tops.max(axis=1)
    less = given.height_error
    for over, triangle in sheet.columns.near(low[:, :2], high[:, :2]):
        yield 0.5, "Checking"
        kept = ~surface.is_upright[over]
        kept &= corners[triangle, :, 2].max(axis=1) > low[over, 2] + body.step - less
        kept &= corners[triangle, :, 2].min(axis=1) < high[over, 2] + body.height + less
        over, triangle = over[kept], triangle[kept]
        parts, there = clipped(corners[triangle], _space_over(tops[over], body, less))
        over, triangle, parts = over[there], triangle[there], parts[there]
        middle = parts.mean(axis=1)
        floor = _floor_under(sheet, middle[:, :2], surface.height(over, middle[:, :2]), less)
        planes = np.zeros((len(parts), 2, 4))
        planes[:, 0, 2], planes[:, 0, 3] = 1.0, -(floor + body.step + LEVEL)
        planes[:, 1, 2], planes[:, 1, 3] = -1.0, floor + body.height - LEVEL
        bad = np.flatnonzero(np.isnan(floor) | clipped(parts, np.nan_to_num(planes))[1])
        told = (f"{_thing(int(triangle[row]))} is in the way over {_name(middle[row])}" for row in bad.tolist())
        faults.add_many(Kind.SOUND, len(bad), told)


def check_heights(given: FloorIntake, sheet: Sheet, faults: Faults) -> Steps[None]:
    """There is floor under a surface, as high as the surface says; over stairs, as high as it is within a voxel."""
    places = _within(given)
    allowed = given.height_error + 2 * LEVEL + 1 / UNIT
    for begin in range(0, len(places), 1 << 14):
        yield begin / len(places), "Checking"
        some = places[begin : begin + (1 << 14)]
        floor, _room = sheet.under(some[:, :2], some[:, 2], given.height_error + given.body.step)
        bare = np.flatnonzero(np.isnan(floor))
        told = (f"the surface stands on nothing at {_name(some[row])}" for row in bare.tolist())
        faults.add_many(Kind.SOUND, len(bare), told)
        off = np.flatnonzero(np.abs(floor - some[:, 2]) > allowed)
        least, most = _around(sheet, some[off], floor[off])
        off = off[(some[off, 2] < least - allowed) | (some[off, 2] > most + allowed)]
        told = (
            f"the surface is at {some[row, 2]:.3f} where the floor is at {floor[row]:.3f} voxels, at {_name(some[row])}"
            for row in off.tolist()
        )
        faults.add_many(Kind.HEIGHT, len(off), told)


def _floor_under(sheet: Sheet, points: Float64s, height: Float64s, allowed: float) -> Float64s:
    """Floors as high as a surface says, (k,), or as one within a voxel is; NaN where there is none."""
    floor, _room = sheet.under(points, height, allowed + LEVEL)
    left = np.flatnonzero(np.isnan(floor))
    other, _room = sheet.under(points[left], height[left], allowed + sheet.body.step)
    left, other = left[~np.isnan(other)], other[~np.isnan(other)]
    least, most = _around(sheet, points[left], other)
    fits = (height[left] >= least - allowed - LEVEL) & (height[left] <= most + allowed + LEVEL)
    floor[left[fits]] = other[fits]
    return floor


def _along_borders(given: FloorIntake) -> Float64s:
    """Places along borders, corners among them, as high as the triangles of their polygons are: (k, 3) float64."""
    at = given.corners / UNIT
    edge = np.flatnonzero(given.neighbours < 0)
    start, end = at[given.ring[edge]], at[given.ring[given.following()[edge]]]
    length = np.sqrt(((end - start)[:, :2] ** 2).sum(axis=1))
    parts = np.maximum(np.ceil(length / _SPACING), 1).astype(np.int64)
    owner, place = ragged(parts)
    places: Float64s = start[owner] + (end - start)[owner] * (place / parts[owner])[:, None]
    # Corners that only heights need lie on edges to within the unit they are counted in.
    point, triangle, height, _is_over = Columns(given.triangles / UNIT, 1.0, 1.5 / UNIT).hits(places[:, :2])
    own = given.polygon_of[triangle] == given.owners()[edge[owner[point]]]
    places[point[own], 2] = height[own]
    return places


def _within(given: FloorIntake) -> Float64s:
    """Places on a surface, (k, 3) float64: a grid, and all corners, which tell heights."""
    tops = given.triangles / UNIT
    if not len(tops):
        return np.empty((0, 3))
    columns = Columns(tops, 1.0)
    low, high = tops.min(axis=(0, 1)), tops.max(axis=(0, 1))
    side = tops[:, 1:, :2] - tops[:, :1, :2]
    area = np.abs(side[:, 0, 0] * side[:, 1, 1] - side[:, 0, 1] * side[:, 1, 0]).sum() / 2
    spacing = max(float(np.sqrt(area / _PLACES)), 0.37)
    found = []
    x = np.arange(low[0] + 0.31 * spacing, high[0], spacing)
    y = np.arange(low[1] + 0.17 * spacing, high[1], spacing)
    for rows in np.array_split(x, max(len(x) * len(y) >> 18, 1)):
        points = np.stack(np.meshgrid(rows, y, indexing="ij"), axis=-1).reshape(-1, 2)
        point, _triangle, height, _is_over = columns.hits(points)
        found.append(np.column_stack((points[point], height)))
    return np.concatenate((*found, tops.reshape(-1, 3)))


def _around(sheet: Sheet, places: Float64s, floor: Float64s) -> tuple[Float64s, Float64s]:
    """The least and the greatest height of floors that one comes to within a voxel: (k,) float64 each."""
    least, most = floor.copy(), floor.copy()
    for angle in np.arange(12) * (np.pi / 6):
        way = np.array((np.cos(angle), np.sin(angle)))
        start, height = places[:, :2], floor
        for _stride in range(int(_AROUND / STRIDE)):
            _share, height = sheet.walk(start, height, start + STRIDE * way)
            start = start + STRIDE * way
            least, most = np.minimum(least, height), np.maximum(most, height)
    return least, most


def _space_over(tops: Float64s, body: Body, more: float) -> Float64s:
    """What may be in the body's way over triangles, (k, 3, 3), as half-spaces, (k, 5, 4); `more` up and down."""
    planes = np.zeros((len(tops), 5, 4))
    for corner in range(3):
        start, end = tops[:, corner, :2], tops[:, (corner + 1) % 3, :2]
        planes[:, corner, 0] = start[:, 1] - end[:, 1]
        planes[:, corner, 1] = end[:, 0] - start[:, 0]
        planes[:, corner, 3] = -(planes[:, corner, :2] * start).sum(axis=1)
    side = tops[:, 1:] - tops[:, :1]
    normal = np.cross(side[:, 0], side[:, 1])
    normal /= normal[:, 2:]
    # Positive above the triangle's plane, by as much.
    plane = np.concatenate((normal, -(normal * tops[:, 0]).sum(axis=1, keepdims=True)), axis=1)
    planes[:, 3], planes[:, 4] = plane, -plane
    planes[:, 3, 3] -= body.step - more
    planes[:, 4, 3] += body.height + more
    return planes


def _thing(triangle: int) -> str:
    return f"triangle {triangle}" if triangle >= 0 else "where a walk ends"


def _name(point: Float64s) -> str:
    """A place in voxels as it stands in a sentence."""
    return "({})".format(", ".join(f"{value:.3f}" for value in point[:3]))
