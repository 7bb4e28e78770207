# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many voxels will be blocked and how many cells will be left, from triangles or voxels alone, in milliseconds.

A flat shape dropped anywhere on a grid touches 1 + l + p voxels on average: l is the sum of its extents along the axes,
p that of its projections along them (the volume of its Minkowski sum with a voxel). So a surface counts by its
projections, a wire by its extents, and a speck by being there. A surface leaves a cell or so for every jog of its
steps, on either side: as many as the least of its projections has voxels. Wires and specks leave some each.

Which of the three a triangle is a part of is a matter of its neighbours, and so is how much of it lies where another
one is. Both are seen by counting the different cubes, of two sizes, that points on triangles lie in.

All lengths are in *reaches* within this file, if not said otherwise: how wide the blocked space around a point is.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int32s, Int64s
from ..geometry.sample import Sample, larger_than
from ..geometry.voxel_tiles import VoxelTiles, to_points

#: Points that large triangles are replaced by, about, and triangles that are treated as large, at most.
_POINTS = 1 << 15
#: Occupied voxels that are looked at, about.
_VOXELS = 1 << 17
#: Bits of the number of places in the table that different cubes are counted with.
_TABLE_BITS = 20
#: Nobody misses what reaches farther than this.
_FAR = 1e9
#: How much wider than the agent a voxel makes the space that a point blocks: half a voxel's mean width on each side.
_WIDER = 1.24
#: The same where an occupied voxel, not a point, is what blocks.
_WIDER_BY_VOXELS = 2.0
#: A tile of a surface covers its column if nothing else does; by how much more points some columns hold than others.
_UNEVEN = 1.2
#: The share of a grid that stays free, as far as can be foreseen.
_NEVER_FULL = 0.05
#: The share of a cube that the blocked space around a point fills.
_FILLED = 0.55
#: Of voxels in no particular arrangement, the share of jogs: the mean of the least of a unit normal's parts, over that
#: of their sum.
_JOGS = 0.13


class Forecast(NamedTuple):
    """What a bake will come to.

    triangles : how many there are; near : of these, those that come as near to the grid as the agent's radius;
    touched : voxels that these touch, or the occupied ones; blocked : those that will not be free; leaves : of the
    octree; cells : after merging; scattered : things that each are
    surrounded by free space, a long wire being several.
    """

    triangles: float
    near: float
    touched: float
    blocked: float
    leaves: float
    cells: float
    scattered: float


class _Parts(NamedTuple):
    """Surfaces by their projections, areas and least projections; wires by the cubes they pass; specks by number."""

    projected: float = 0.0
    area: float = 0.0
    jogs: float = 0.0
    wires: float = 0.0
    specks: float = 0.0


def forecast_triangles(sample: Sample, shape: Int32s, radius: float) -> Forecast:
    """What triangles in a grid come to; their corners and the agent's radius are in voxels."""
    reach = 2.0 * radius + _WIDER if radius else 1.0
    corners, high = sample.corners, np.asarray(shape, np.float64) / reach
    size = 1.0
    while np.count_nonzero(large := larger_than(corners, 2.0 * reach * size)) > _POINTS:
        size *= 2.0
    # Clipped so far away that only numbers nearly too large for computing with are other ones.
    wide = np.clip(corners[large].transpose(1, 2, 0) / reach, -_FAR, _FAR)
    parts = _sheets_and_slivers(wide, sample.weights[large], high)
    for weight in np.unique(sample.weights[~large]).tolist():
        few = ~large & (sample.weights == weight)
        fine = _fine(np.ascontiguousarray(corners[few].transpose(1, 2, 0)) / reach, weight, high, size)
        parts = _Parts(*(one + other for one, other in zip(parts, fine, strict=True)))
    low, high = corners.min(axis=1), corners.max(axis=1)
    near = ((high >= -radius) & (low <= shape + radius)).all(axis=1)
    return _forecast((sample.triangles, float(sample.weights[near].sum())), parts, shape, reach)


def forecast_voxels(voxels: VoxelTiles, shape: Int32s, radius: float) -> Forecast:
    """What occupied voxels come to; the radius is in voxels."""
    x, y, z = to_points(voxels, shape).T
    # Flat indices, ascending.
    occupied = np.sort((x * int(shape[1]) + y) * int(shape[2]) + z)
    reach = 2.0 * radius + _WIDER_BY_VOXELS if radius else 1.0
    number, some = len(occupied), occupied
    if number > _VOXELS:
        some = occupied[np.random.default_rng(0).random(number) * number < _VOXELS]
    # What only has occupied neighbours is the inside of something thick, and leaves no cells.
    some = some[_beside_free(some, occupied, shape)]
    outer = number * len(some) / max(min(number, _VOXELS), 1)
    points, high = np.stack(np.unravel_index(some, tuple(shape))) / reach, np.asarray(shape, np.float64) / reach
    cubes = [
        _all_different(_different(points / size, high / size), len(some), outer)
        for size in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
    ]
    fine, middle, coarse = cubes[::2][:3]
    # A quarter the size gives 16 times as many cubes of a surface, 4 times as many of a wire, and as many of specks:
    # three sizes, three unknowns.
    surface = min(max((4.0 * fine - 20.0 * middle + 16.0 * coarse) / 2.8125, 0.0), fine)
    specks = min(max((4.0 * middle - fine + 0.75 * surface) / 3.0, 0.0), fine - surface)
    parts = _Parts(surface, surface / 1.5, _JOGS * surface, fine - surface - specks, specks)
    forecast = _forecast((0.0, 0.0), parts, shape, reach)
    # The surface of something thick has free space on one side only.
    inner = number - outer
    sides = max(0.5, 1.0 - inner / max(outer, 1.0))
    leaves = forecast.leaves
    if not radius:
        # A cube that holds something has eight parts, and those that hold nothing are leaves.
        leaves = sides * (7.0 * sum(cubes[1:]) - fine) + _border_leaves(shape, 0)
    blocked = inner + sides * forecast.blocked + (1.0 - sides) * outer
    everything = float(math.prod(shape.tolist()))
    return forecast._replace(touched=float(number), blocked=min(blocked, everything), leaves=leaves)


def _beside_free(some: Int64s, occupied: Int64s, shape: Int32s) -> Bools:
    """Which of some voxels have a neighbour in the grid that is not occupied; all are ascending flat indices."""
    beside = np.zeros(len(some), bool)
    strides = (int(shape[1]) * int(shape[2]), int(shape[2]), 1)
    for coordinate, side, stride in zip(np.unravel_index(some, tuple(shape)), shape, strides, strict=True):
        step = int(stride)
        for inside, neighbour in ((coordinate > 0, some - step), (coordinate < int(side) - 1, some + step)):
            at = np.minimum(np.searchsorted(occupied, neighbour), len(occupied) - 1)
            beside |= inside & (occupied[at] != neighbour)
    return beside


def _forecast(triangles: tuple[float, float], parts: _Parts, shape: Int32s, reach: float) -> Forecast:
    """From parts, in reaches, to voxels. What surrounds wires and specks is a tube or a ball as wide as the reach."""
    surface, length = parts.projected * reach**2, parts.wires * reach
    touched = surface + length + parts.specks
    blocked = touched
    if reach > 1.0:
        blocked = surface + (reach - _WIDER) * parts.area * reach**2
        blocked += _FILLED * (parts.wires + parts.specks) * reach**3
    # Measured: for each jog on either side, for each voxel of a wire's length and for each speck.
    cells = 2.0 * parts.jogs * reach**2 + length * (0.9 / reach + 0.4 * reach) + parts.specks * (7.0 + 0.6 * reach**2)
    leaves = 1.35 * surface + length * (4.0 + 1.7 * reach) + parts.specks * (28.0 + 3.5 * reach**2)
    leaves += _border_leaves(shape, 0)
    scattered = 0.08 * length + parts.specks
    voxels = float(math.prod(shape.tolist()))
    touched, blocked = min(touched, voxels), min(blocked, voxels)
    # Each takes a voxel at least, though what seems full hardly ever is to the last.
    most = max(voxels - blocked, _NEVER_FULL * voxels)
    return Forecast(*triangles, touched, blocked, *(min(number, most) for number in (leaves, cells, scattered)))


def _border_leaves(shape: Int32s, finest: int) -> float:
    """Leaves at the upper borders of an empty grid, of levels from `finest` on.

    A side is a sum of different powers of two: so thick are the layers of cubes that end there.
    """
    sides = [int(side) for side in shape]
    layers = [(side, level) for side in sides for level in range(finest, side.bit_length()) if side >> level & 1]
    return sum(math.prod(sides) / side / 4.0**level for side, level in layers)


def _fine(corners: Float64s, weight: float, high: Float64s, size: float) -> _Parts:
    """Triangles not much larger than `size`, (3, 3, n), each of which stands for `weight` of them."""
    middles = corners[0] / 3.0 + corners[1] / 3.0 + corners[2] / 3.0
    within = _within(middles, high)
    corners, middles = corners[:, :, within] / size, middles[:, within] / size
    if not corners.shape[2]:
        return _Parts()
    number = weight * middles.shape[1]
    cubes = _all_different(_different(middles, high / size), middles.shape[1], number)
    larger = _all_different(_different(middles / 4.0, high / (4.0 * size)), middles.shape[1], number)
    normals = _normals(corners)
    projected, area, jogs = (weight * float(part.sum()) for part in _projections(normals))
    extents = float((corners.max(axis=0) - corners.min(axis=0)).sum()) / middles.shape[1]
    # Where few lie in a cube, each touches others too; a surface of them touches what it projects to.
    alone = cubes / number
    touched = cubes * (1.0 + min(0.5, extents) * alone)
    touched += alone * max(projected - touched, 0.0)
    surface = min(projected, touched)
    rest = touched - surface
    specks = min(max((4.0 * (larger - surface / 16.0) - rest) / 3.0, 0.0), rest)
    share = size**2 * surface / max(projected, 1e-300)
    return _Parts(share * projected, share * area, share * jogs, size * (rest - specks), specks)


def _all_different(different: float, seen: int, number: float) -> float:
    """How many cubes all of a number of points lie in, where `seen` of them lie in so many different ones.

    As if each fell into any of some cubes by chance; how many these are follows from how often two fell into one.
    """
    if number <= seen:
        return different
    low, high = different, 64.0 * number
    for _halving in range(40):
        cubes = math.sqrt(low * high)
        if -cubes * math.expm1(-seen / cubes) < different:
            low = cubes
        else:
            high = cubes
    return -high * math.expm1(-number / high)


def _sheets_and_slivers(corners: Float64s, weights: Float64s, high: Float64s) -> _Parts:
    """Large triangles, (3, 3, n), each of which stands for some: surfaces, unless they are narrower than the reach."""
    corners, weights = _split_at_borders(corners, weights, high)
    length, normals = _longest_edges(corners), _normals(corners)
    area = 0.5 * np.sqrt((normals * normals).sum(axis=0))
    narrow = 2.0 * area < length
    size = max(1.0, 2.0 * float(length[narrow].sum()) / _POINTS)
    sliver = _slivers(_points_on(corners[:, :, narrow], weights[narrow], size / 2.0, high), size, high)
    size = max(1.0, math.sqrt(6.0 * float(area[~narrow].sum()) / _POINTS))
    sheet = _sheets(_points_on(corners[:, :, ~narrow], weights[~narrow], size / 2.0, high), size)
    return _Parts(*(one + other for one, other in zip(sliver, sheet, strict=True)))


class _Points(NamedTuple):
    """Points that stand for the areas of triangles.

    places : (3, n) float64; weights : (n,) float64, how many points each stands for; normals : (3, n) float64, twice as
    long as the area that belongs to it.
    """

    places: Float64s
    weights: Float64s
    normals: Float64s


def _slivers(points: _Points, size: float, high: Float64s) -> _Parts:
    """Long narrow triangles, by points half a `size` apart: wires, or together surfaces."""
    seen = len(points.weights)
    cubes = _all_different(_different(points.places / size, high / size), seen, float(points.weights.sum()))
    projected, area, jogs = (float((part * points.weights).sum()) for part in _projections(points.normals))
    surface = min(projected, cubes * size**2)
    part = surface / max(projected, 1e-300)
    return _Parts(surface, part * area, part * jogs, 1.4 * size * max(cubes - surface / size**2, 0.0), 0.0)


def _sheets(points: _Points, size: float) -> _Parts:
    """Triangles that are wide and long, by points half a `size` apart.

    What two of them touch alike, as both sides of a thin wall do, counts once.
    """
    if not len(points.weights):
        return _Parts()
    rows = np.arange(len(points.weights))
    steepest = np.abs(points.normals).argmax(axis=0)
    main = points.normals[steepest, rows]
    # Columns of cubes along the axis that a triangle faces most; where in it the triangle's plane crosses its middle.
    column = np.floor(points.places / size)
    shift = (points.places - (column + 0.5) * size) * points.normals
    crossing = points.places[steepest, rows] + (shift.sum(axis=0) - shift[steepest, rows]) / main
    column[steepest, rows] = 0.0
    key = ((column[0] * 2048.0 + column[1]) * 2048.0 + column[2]) * 3.0 + steepest
    key = key * 4096.0 + np.clip(np.floor(crossing), -1.0, 4000.0)
    order = np.argsort(key, kind="stable")
    begins = np.flatnonzero(np.diff(key[order], prepend=-np.inf))
    covered = np.add.reduceat(0.5 * np.abs(main[order]), begins)
    kept = np.minimum(1.0, _UNEVEN * size**2 / np.maximum(covered, 1e-300))
    kept = points.weights[order] * np.repeat(kept, np.diff(begins, append=len(order)))
    return _Parts(*(float((part[order] * kept).sum()) for part in _projections(points.normals)))


def _split_at_borders(corners: Float64s, weights: Float64s, high: Float64s) -> tuple[Float64s, Float64s]:
    """Triangles, (3, 3, n), that reach far over a grid's borders in parts that do not; those outside are left out."""
    longest = float(high.max()) / 4.0 + 1.0
    limit = high[:, None] + 0.5
    kept, kept_weights = [corners[:, :, :0]], [weights[:0]]
    while corners.shape[2]:
        low, top = corners.min(axis=0), corners.max(axis=0)
        touching = ((low <= limit) & (top >= -0.5)).all(axis=0)
        split = ((low < -0.5) | (top > limit)).any(axis=0) & ((top - low).max(axis=0) > longest) & touching
        if sum(map(len, kept_weights)) + 4 * len(split) > 4 * _POINTS:
            # Where thousands are larger than the grid, it is full whatever their parts are.
            corners, split = np.clip(corners, -longest, high.max() + longest), np.zeros_like(split)
        kept.append(corners[:, :, touching & ~split])
        kept_weights.append(weights[touching & ~split])
        a, b, c = corners[:, :, split]
        ab, bc, ca = (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0
        parts = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
        corners, weights = np.concatenate([np.stack(part) for part in parts], axis=2), np.tile(weights[split], 4)
    return np.concatenate(kept, axis=2), np.concatenate(kept_weights)


def _points_on(corners: Float64s, weights: Float64s, spacing: float, high: Float64s) -> _Points:
    """Points on triangles, (3, 3, n), in rows along their longest edges; those in a grid up to `high`."""
    length, normals = _longest_edges(corners), _normals(corners)
    first = np.stack([((corners[k] - corners[k - 2]) ** 2).sum(axis=0) for k in range(3)]).argmax(axis=0)
    each = np.arange(corners.shape[2])
    a, b, c = (corners[(first + k) % 3, :, each].T for k in range(3))
    height = np.sqrt((normals * normals).sum(axis=0)) / np.maximum(length, 1e-300)
    rows = np.maximum(np.ceil(height / spacing), 1.0).astype(np.int64)
    triangle, row = _numbered(rows)
    rows = rows[triangle]
    # What has one row only is a line.
    up = np.where(rows > 1, (row + 0.5) / rows, 0.0)
    columns = np.maximum(np.ceil(length[triangle] * (1.0 - up) / spacing), 1.0).astype(np.int64)
    share = (2.0 * (rows - row) - 1.0) / (rows * rows * columns)
    of, column = _numbered(columns)
    triangle, up, share = triangle[of], up[of], share[of]
    along = (column + 0.5) / columns[of]
    places = (a[:, triangle] * (1.0 - along) + b[:, triangle] * along) * (1.0 - up) + c[:, triangle] * up
    within = _within(places, high)
    triangle = triangle[within]
    return _Points(places[:, within], weights[triangle], normals[:, triangle] * share[within])


def _numbered(counts: Int64s) -> tuple[Int64s, Int64s]:
    """Each thing repeated as often as its count says: which it is, and the how-manyth of it."""
    which = np.repeat(np.arange(len(counts)), counts)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)


def _longest_edges(corners: Float64s) -> Float64s:
    squared = [((corners[k] - corners[k - 1]) ** 2).sum(axis=0) for k in range(3)]
    longest: Float64s = np.sqrt(np.maximum(np.maximum(squared[0], squared[1]), squared[2]))
    return longest


def _normals(corners: Float64s) -> Float64s:
    """Normals of triangles, (3, 3, n) to (3, n), twice as long as their areas."""
    first, second = corners[1] - corners[0], corners[2] - corners[0]
    return np.stack([first[b] * second[c] - first[c] * second[b] for b, c in ((1, 2), (2, 0), (0, 1))])


def _projections(normals: Float64s) -> tuple[Float64s, Float64s, Float64s]:
    """Of each triangle the sum of its projections along the axes, its area, and its least projection."""
    x, y, z = 0.5 * np.abs(normals)
    return x + y + z, np.sqrt(x * x + y * y + z * z), np.minimum(np.minimum(x, y), z)


def _within(points: Float64s, high: Float64s) -> Bools:
    """Which points, (3, n), are in a grid up to `high`, or half a reach from it."""
    within = np.ones(points.shape[1], bool)
    for axis in range(3):
        within &= (points[axis] >= -0.5) & (points[axis] <= high[axis] + 0.5)
    return within


def _different(points: Float64s, high: Float64s) -> float:
    """In how many different unit cubes points, (3, n), lie, nearly.

    Cubes are marked in a table at places that they share by chance; how many there are follows from the share of
    places that stay free (linear counting [Whang et al. 1990]). Sorting takes several times as long.
    """
    cube = np.zeros(points.shape[1], np.uint32)
    for axis in range(3):
        cube *= np.uint32(int(high[axis]) + 3)
        cube += (points[axis] + 1.0).astype(np.uint32)
    table = np.zeros(1 << _TABLE_BITS, bool)
    table[(cube * np.uint32(2654435769)) >> np.uint32(32 - _TABLE_BITS)] = True
    free = max(len(table) - int(np.count_nonzero(table)), 1)
    return min(len(table) * math.log(len(table) / free), float(points.shape[1]))
