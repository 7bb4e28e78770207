# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which voxels of a column along z come nearer to a triangle than a distance: for certain, and possibly.

All voxels that one triangle blocks are a convex body, the triangle grown by a ball and by a voxel: so along a column
they are one run. A voxel whose middle is nearer than `reach` + 1/2 is blocked for certain, because its box reaches at
least 1/2 towards the triangle; one whose middle is farther than `reach` + √3/2 is not. Where a flat part of the grown
body ends the run, its end is known exactly.

The body of all points nearer than a distance to a triangle ends a column above one of its edges, or above its inside.
Over an edge, that is highest where the sphere around a point of the edge is highest: one formula for the cylinder
around the edge and the spheres around its ends.

Columns are told by their rows within tiles: 1024 * tile + 32 * x + y.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..arrays import Bools, Float64s, Int64s, UInt32s
from ..geometry.voxel_tiles import TILE, TILE_BITS

#: Coordinates below this are computed with in single precision, which is several times faster.
_SINGLE = 1024.0
#: What rounding may add to distances in single and double precision: this, and that much of the coordinates. Directions
#: this little inclined to the vertical are taken as vertical.
_SINGLE_MARGIN, _DOUBLE_MARGIN = (1e-5, 2.0**-14), (1e-7, 2.0**-30)
#: A normal less than this of what the edges could make is mostly rounding error.
_SLIVER = 1e-6
_HALF_DIAGONAL = 0.75**0.5
_ALL = np.uint32(0xFFFFFFFF)

#: Of single or double precision.
Floats: TypeAlias = NDArray[np.floating]


class Outlines(NamedTuple):
    """Hulls of triangles grown by a ball and a voxel, as seen from the tiles they are compared in; each (n,), of one
    precision: a slab across the unit vector (x, y, z), which points upward, `possible` wide on either side of `offset`;
    and a ball of the squared radius `around` about its middle."""

    x: Floats
    y: Floats
    z: Floats
    offset: Floats
    possible: Floats
    middle_x: Floats
    middle_y: Floats
    middle_z: Floats
    around: Floats


class Bodies(NamedTuple):
    """Triangles grown by a ball and a voxel, as seen from the tiles they are compared in; each (n,), of one precision.

    x, y, z, offset : the triangle's plane, a unit normal that points upward and what it is along that; certain,
    possible : how far the body reaches from the plane, at least and at most; inner, outer : squared radii of the balls
    that are blocked for certain and possibly; low, high : lowest and highest of the body; margin : what rounding may
    add to all of these.
    """

    x: Floats
    y: Floats
    z: Floats
    offset: Floats
    certain: Floats
    possible: Floats
    inner: Floats
    outer: Floats
    low: Floats
    high: Floats
    margin: Floats


class Edges(NamedTuple):
    """The three edges of each triangle, each (3, n), of one precision.

    along_x, along_y : the direction across, a unit vector; apart, begin : of the line, from the tile's corner, and of
    the edge's begin along it; length : across; sine, slope : how steep it rises, by its length and by that across;
    upper, lower : height of its begin, or of the higher and lower end of a vertical edge; touch, shadow : how far from
    the line, at most, a column is whose highest voxel touches the triangle's inside, and one whose highest point of the
    outer ball's body is nearest to the inside; NaN where a triangle has no inside that is seen from above.
    """

    along_x: Floats
    along_y: Floats
    apart: Floats
    begin: Floats
    length: Floats
    sine: Floats
    slope: Floats
    upper: Floats
    lower: Floats
    touch: Floats
    shadow: Floats


class _Planes(NamedTuple):
    """corners : (3, 3, n) float64, around to the left as seen from above; normal : (3, n), unit, or 0 of slivers;
    sure : (n,) bool, which are no slivers; margin, outer : (n,), as of `Bodies`, the latter no square; relative : what
    share of coordinates is nothing; kind : the precision to compute with."""

    corners: Float64s
    normal: Float64s
    sure: Bools
    margin: Float64s
    outer: Float64s
    relative: float
    kind: type[np.floating]


def _precision(corners: Float64s, reach: float) -> tuple[type[np.floating], float, Float64s]:
    """The precision to compute with, what share of coordinates is nothing there, and what it may add to distances."""
    scale = np.abs(corners).max(axis=(0, 1)) + reach
    is_single = scale.max(initial=0.0) < _SINGLE
    least, relative = _SINGLE_MARGIN if is_single else _DOUBLE_MARGIN
    return np.float32 if is_single else np.float64, relative, least + relative * scale


def _normals(corners: Float64s) -> Float64s:
    first, second = corners[1] - corners[0], corners[2] - corners[0]
    return np.stack([first[b] * second[c] - first[c] * second[b] for b, c in ((1, 2), (2, 0), (0, 1))])


def _planes(corners: Float64s, reach: float) -> _Planes:
    normal = _normals(corners)
    downward = normal[2] < 0.0
    corners = np.stack((corners[0], *(np.where(downward, corners[i], corners[3 - i]) for i in (2, 1))))
    normal = np.where(downward, -normal, normal)
    # No minus zero, which would turn what is divided by it upside down.
    normal[2] = np.abs(normal[2])
    kind, relative, margin = _precision(corners, reach)
    length = np.sqrt(_dot(normal, normal))
    longest = np.abs(corners[1:] - corners[0]).max(axis=(0, 1))
    sure = length > _SLIVER * longest * longest
    normal /= np.where(sure, length, np.inf)
    # Nothing of a sliver is farther from its edges than this.
    width = np.where(sure, 0.0, length / np.where(longest > 0.0, longest, 1.0))
    return _Planes(corners, normal, sure, margin, reach + _HALF_DIAGONAL + margin + width, relative, kind)


def prepare_outlines(corners: Float64s, begins: Int64s, reach: float) -> Outlines:
    """What columns are compared with first, of groups of triangles.

    Parameters
    ----------
    corners : (3, 3, n) float64, in voxels from the lowest of the tile that they are compared in.
    begins : (g,) int64, the first triangle of each group.
    reach : in voxels.
    """
    kind, _relative, margin = _precision(corners, reach)
    margin = np.maximum.reduceat(margin, begins)
    low = np.minimum.reduceat(np.minimum(np.minimum(corners[0], corners[1]), corners[2]), begins, axis=1)
    high = np.maximum.reduceat(np.maximum(np.maximum(corners[0], corners[1]), corners[2]), begins, axis=1)
    middle = 0.5 * (low + high)
    off = high - middle
    normal = _normals(corners)
    counts = np.diff(begins, append=corners.shape[2])
    # Triangles of one surface may face either way.
    normal *= np.where(_dot(normal, np.repeat(normal[:, begins], counts, axis=1)) < 0.0, -1.0, 1.0)
    normal = np.add.reduceat(normal, begins, axis=1)
    length = np.sqrt(_dot(normal, normal))
    normal /= np.where(length > 0.0, length, np.inf)
    normal *= np.where(normal[2] < 0.0, -1.0, 1.0)
    # No minus zero, which would turn what is divided by it upside down.
    normal[2] = np.abs(normal[2])
    across = np.repeat(normal, counts, axis=1)
    heights = [_dot(across, corner) for corner in corners]
    lowest = np.minimum.reduceat(np.minimum(np.minimum(*heights[:2]), heights[2]), begins)
    highest = np.maximum.reduceat(np.maximum(np.maximum(*heights[:2]), heights[2]), begins)
    hulls = (
        *normal,
        0.5 * (lowest + highest),
        0.5 * (highest - lowest) + reach + 0.5 * (np.abs(normal[0]) + np.abs(normal[1]) + normal[2]) + margin,
        *middle,
        (reach + _HALF_DIAGONAL + margin + np.sqrt(_dot(off, off))) ** 2,
    )
    return Outlines(*(part.astype(kind) for part in hulls))


def prepare_bodies(corners: Float64s, reach: float) -> tuple[Bodies, Edges]:
    """What columns are compared with, of triangles, corners (3, 3, n) in voxels from the tile's lowest."""
    planes = _planes(corners, reach)
    return _bodies(planes, reach), _edges(planes, reach)


def _dot(first: Float64s, second: Float64s) -> Float64s:
    product: Float64s = first[0] * second[0]
    product += first[1] * second[1]
    product += first[2] * second[2]
    return product


def _bodies(planes: _Planes, reach: float) -> Bodies:
    corners, normal, margin = planes.corners, planes.normal, planes.margin
    thickness = reach + 0.5 * (np.abs(normal[0]) + np.abs(normal[1]) + normal[2])
    heights = corners[:, 2]
    bodies = (
        *normal,
        _dot(normal, corners[0]),
        thickness - margin,
        np.where(planes.sure, thickness + margin, np.inf),
        np.maximum(reach + 0.5 - margin, 0.0) ** 2,
        planes.outer**2,
        np.minimum(np.minimum(heights[0], heights[1]), heights[2]) - (reach + 0.5 + margin),
        np.maximum(np.maximum(heights[0], heights[1]), heights[2]) + (reach + 0.5 + margin),
        margin,
    )
    return Bodies(*(part.astype(planes.kind) for part in bodies))


def _edges(planes: _Planes, reach: float) -> Edges:
    corners, normal = planes.corners, planes.normal
    faced = planes.sure & (normal[2] > planes.relative)
    # From a voxel's middle to the point of the triangle that it touches, and to the nearest one of the outer ball.
    touch, shadow = reach * normal + 0.5 * np.sign(normal), planes.outer * normal
    following = corners[[1, 2, 0]]
    x, y, z = (following[:, axis] - corners[:, axis] for axis in range(3))
    across = np.sqrt(x * x + y * y)
    whole = np.sqrt(x * x + y * y + z * z)
    vertical = across <= 0.5 * planes.relative * whole
    across[vertical] = 0.0
    divisor = np.where(vertical, 1.0, across)
    # Any direction does for an edge that has none.
    along_x, along_y = np.where(vertical, 1.0, x / divisor), np.where(vertical, 0.0, y / divisor)
    heights, following_heights = corners[:, 2], following[:, 2]
    edges = Edges(
        along_x,
        along_y,
        corners[:, 0] * along_y - corners[:, 1] * along_x,
        corners[:, 0] * along_x + corners[:, 1] * along_y,
        across,
        np.where(vertical, 0.0, z / np.where(vertical, 1.0, whole)),
        np.where(vertical, 0.0, z / divisor),
        np.where(vertical, np.maximum(heights, following_heights), heights),
        np.where(vertical, np.minimum(heights, following_heights), heights),
        np.where(faced, touch[0] * along_y - touch[1] * along_x, np.nan),
        np.where(faced, shadow[0] * along_y - shadow[1] * along_x, np.nan),
    )
    return Edges(*(part.astype(planes.kind) for part in edges))


def within(hulls: Outlines, counts: Int64s, row: Int64s) -> UInt32s:
    """What is possibly blocked, and some more, for a fraction of the work of `runs`; parameters as there."""
    x, y = _middles(row, hulls.x.dtype)
    with np.errstate(invalid="ignore", divide="ignore"):
        height = np.repeat(hulls.offset, counts)
        height -= np.repeat(hulls.x, counts) * x
        height -= np.repeat(hulls.y, counts) * y
        x -= np.repeat(hulls.middle_x, counts)
        y -= np.repeat(hulls.middle_y, counts)
        room = np.repeat(hulls.around, counts)
        room -= x * x
        room -= y * y
        inside = room >= 0.0
        np.sqrt(room, out=room)
        middle = np.repeat(hulls.middle_z, counts)
        ends = _Ends(middle - room, middle + room)
        ends.cut(height, np.repeat(hulls.possible, counts), np.repeat(hulls.z, counts))
    bits = ends.bits()
    bits *= inside
    return bits


def runs(bodies: Bodies, edges: Edges, counts: Int64s, row: Int64s) -> tuple[UInt32s, UInt32s]:
    """The voxels of columns that are certainly and possibly blocked, as bits of rows.

    Parameters
    ----------
    bodies, edges : of n triangles.
    counts : (n,) int64, how many columns there are for each triangle.
    row : (counts.sum(),) int64, the columns, one triangle's after the other's.
    """
    body = Bodies(*(np.repeat(part, counts) for part in bodies))
    x, y = _middles(row, body.x.dtype)
    nothing = np.full(len(row), -np.inf, body.x.dtype)
    certain, possible = _Ends(-nothing, nothing.copy()), _Ends(-nothing, nothing.copy())
    touching, shadowed = _Inside(nothing), _Inside(nothing)
    with np.errstate(invalid="ignore", divide="ignore"):
        for index in range(3):
            edge = Edges(*(np.repeat(part[index], counts) for part in edges))
            apart = x * edge.along_y
            apart -= y * edge.along_x
            apart -= edge.apart
            along = x * edge.along_x
            along += y * edge.along_y
            along -= edge.begin
            touching.leave(apart, edge.touch)
            shadowed.leave(apart, edge.shadow)
            apart *= apart
            certain.widen(edge, apart, along, body.inner)
            possible.widen(edge, apart, along, body.outer)
        height = body.offset - body.x * x
        height -= body.y * y
        np.copyto(certain.top, (height + body.certain) / body.z, where=touching.above <= -body.margin)
        np.copyto(certain.bottom, (height - body.certain) / body.z, where=touching.below <= -body.margin)
        np.copyto(possible.top, body.high, where=shadowed.above <= body.margin)
        np.copyto(possible.bottom, body.low, where=shadowed.below <= body.margin)
        possible.cut(height, body.possible, body.z)
        np.minimum(possible.top, body.high, out=possible.top)
        np.maximum(possible.bottom, body.low, out=possible.bottom)
    return certain.bits(), possible.bits()


def _middles(row: Int64s, kind: np.dtype[np.floating]) -> tuple[Floats, Floats]:
    """The x and y of columns' middles within their tiles."""
    x, y = ((row >> TILE_BITS) & (TILE - 1)).astype(kind), (row & (TILE - 1)).astype(kind)
    x += 0.5
    y += 0.5
    return x, y


class _Inside:
    """How far columns are outside of a triangle as seen from above, when that is moved up and down along its normal."""

    def __init__(self, nothing: Floats) -> None:
        self.above, self.below = nothing.copy(), nothing.copy()

    def leave(self, apart: Floats, moved: Floats) -> None:
        """Note how far columns are beyond an edge, which moves that far."""
        np.maximum(self.above, apart - moved, out=self.above)
        np.maximum(self.below, apart + moved, out=self.below)


class _Ends(NamedTuple):
    """Lowest and highest ends of runs along columns."""

    bottom: Floats
    top: Floats

    def widen(self, edge: Edges, squared_apart: Floats, along: Floats, squared_radius: Floats) -> None:
        """Reach as far as the balls around an edge do."""
        room = squared_radius - squared_apart
        lean = np.sqrt(np.maximum(room, 0.0))
        lean *= edge.sine
        # No room is the root of a negative number, which is no number and changes nothing.
        for ends, change, begin, move in (
            (self.top, np.fmax, edge.upper, np.add),
            (self.bottom, np.fmin, edge.lower, np.subtract),
        ):
            at = move(along, lean)
            np.maximum(at, 0.0, out=at)
            np.minimum(at, edge.length, out=at)
            off = along - at
            off *= off
            np.subtract(room, off, out=off)
            np.sqrt(off, out=off)
            at *= edge.slope
            at += begin
            move(at, off, out=at)
            change(ends, at, out=ends)

    def cut(self, height: Floats, thickness: Floats, steepness: Floats) -> None:
        """Reach no farther than a plane grown by a thickness does."""
        # Vertical planes leave all of a column or nothing, by dividing by zero.
        np.fmin(self.top, (height + thickness) / steepness, out=self.top)
        np.fmax(self.bottom, (height - thickness) / steepness, out=self.bottom)

    def bits(self) -> UInt32s:
        """The voxels of a tile, from 0 to 31, whose middles lie between the ends."""
        first = np.minimum(np.maximum(np.ceil(self.bottom - 0.5), 0.0), 32.0).astype(np.uint32)
        # One more than the last, because there is no unsigned -1.
        end = np.minimum(np.maximum(np.floor(self.top + 0.5), 0.0), 32.0).astype(np.uint32)
        bits: UInt32s = (_ALL >> (np.uint32(32) - end)) & (_ALL << first)
        return bits
