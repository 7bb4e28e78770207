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
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s, UInt32s

#: What rounding may add to distances: this, and that much of the triangle's coordinates.
_MARGIN, _RELATIVE_MARGIN = 1e-7, 2.0**-30
#: Edges this little inclined to the vertical are taken as vertical.
_VERTICAL = 1e-10
#: A normal less than this of what the edges could make is mostly rounding error.
_SLIVER = 1e-6
_HALF_DIAGONAL = 0.75**0.5
_ALL = np.uint32(0xFFFFFFFF)


class Edges(NamedTuple):
    """Three edges of each triangle, all (3, n) float64.

    along_x, along_y : the direction across, a unit vector; apart, begin : of the line, from the column's axis, and of the
    edge's begin along it; length : across; sine, slope : how steep it rises, by its length and by that across; upper,
    lower : height of its begin, or of the higher and lower end of a vertical edge; touch, shadow : how far from the line,
    at most, a column is whose highest voxel touches the triangle's inside, and one whose highest point of the outer
    ball's body is nearest to the inside; NaN where a triangle has no inside that is seen from above.
    """

    along_x: Float64s
    along_y: Float64s
    apart: Float64s
    begin: Float64s
    length: Float64s
    sine: Float64s
    slope: Float64s
    upper: Float64s
    lower: Float64s
    touch: Float64s
    shadow: Float64s


class Slabs(NamedTuple):
    """Of each triangle: its plane, (n,) float64 parts of a unit normal and offset; how far the grown body reaches from
    the plane, at least and at most; squared radii of the balls that are blocked for certain and possibly; lowest and
    highest of the body; and what rounding may add to all of these."""

    x: Float64s
    y: Float64s
    z: Float64s
    offset: Float64s
    certain: Float64s
    possible: Float64s
    inner: Float64s
    outer: Float64s
    low: Float64s
    high: Float64s
    margin: Float64s


def prepare(corners: Float64s, reach: float) -> tuple[Edges, Slabs]:
    """What `runs` needs to know of triangles, corners (3, 3, n), in voxels from the column's tile."""
    first, second = corners[1] - corners[0], corners[2] - corners[0]
    normal = np.stack([first[b] * second[c] - first[c] * second[b] for b, c in ((1, 2), (2, 0), (0, 1))])
    downward = normal[2] < 0.0
    # Seen from above, all go around to the left.
    corners = np.stack((corners[0], *(np.where(downward, corners[i], corners[3 - i]) for i in (2, 1))))
    normal = np.where(downward, -normal, normal)
    # No minus zero, which would turn what is divided by it upside down.
    normal[2] = np.abs(normal[2])
    size = np.abs(first).sum(axis=0) * np.abs(second).sum(axis=0)
    length = np.sqrt((normal * normal).sum(axis=0))
    sure = length > _SLIVER * size
    # Nothing of a sliver is farther from its edges than this.
    width = np.where(sure, 0.0, length / np.maximum(np.abs(first), np.abs(second)).max(axis=0).clip(1e-300))
    normal /= np.where(sure, length, np.inf)
    margin = _MARGIN + _RELATIVE_MARGIN * np.abs(corners).max(axis=(0, 1))
    thickness = reach + 0.5 * np.abs(normal).sum(axis=0)
    outer = reach + _HALF_DIAGONAL + margin + width
    # From the voxel's middle to the point of the triangle that touches it, along the normal.
    touching = reach * normal + 0.5 * np.sign(normal)
    edges = _edges(corners, touching, outer * normal, sure & (normal[2] > _RELATIVE_MARGIN))
    heights = corners[:, 2]
    slabs = Slabs(
        *normal,
        (normal * corners[0]).sum(axis=0),
        thickness - margin,
        np.where(sure, thickness + margin, np.inf),
        np.maximum(reach + 0.5 - margin, 0.0) ** 2,
        outer * outer,
        heights.min(axis=0) - (reach + 0.5 + margin),
        heights.max(axis=0) + (reach + 0.5 + margin),
        margin,
    )
    return edges, slabs


def _edges(corners: Float64s, touching: Float64s, nearest: Float64s, faced: Bools) -> Edges:
    run = np.roll(corners, -1, axis=0) - corners
    x, y, z = run[:, 0], run[:, 1], run[:, 2]
    across = np.sqrt(x * x + y * y)
    whole = np.sqrt(x * x + y * y + z * z)
    vertical = across <= _VERTICAL * whole
    across = np.where(vertical, 0.0, across)
    divisor = np.where(vertical, 1.0, across)
    # Any direction does for an edge that has none.
    along_x, along_y = np.where(vertical, 1.0, x / divisor), np.where(vertical, 0.0, y / divisor)
    heights, following = corners[:, 2], np.roll(corners[:, 2], -1, axis=0)
    return Edges(
        along_x,
        along_y,
        corners[:, 0] * along_y - corners[:, 1] * along_x,
        corners[:, 0] * along_x + corners[:, 1] * along_y,
        across,
        np.where(vertical, 0.0, z / np.where(whole > 0.0, whole, 1.0)),
        np.where(vertical, 0.0, z / divisor),
        np.where(vertical, np.maximum(heights, following), heights),
        np.where(vertical, np.minimum(heights, following), heights),
        np.where(faced, touching[0] * along_y - touching[1] * along_x, np.nan),
        np.where(faced, nearest[0] * along_y - nearest[1] * along_x, np.nan),
    )


def runs(edges: Edges, slabs: Slabs, counts: Int64s, x: Float64s, y: Float64s) -> tuple[UInt32s, UInt32s]:
    """The voxels of columns that are certainly and possibly blocked, as bits of rows of a tile.

    Parameters
    ----------
    edges, slabs : of n triangles, by `prepare`.
    counts : (n,) int64, how many columns there are for each triangle.
    x, y : (counts.sum(),) float64, the middles of the columns, one triangle's after the other's.
    """
    slab = Slabs(*(np.repeat(part, counts) for part in slabs))
    certain, possible = _Ends(len(x)), _Ends(len(x))
    with np.errstate(invalid="ignore", divide="ignore"):
        for index in range(3):
            edge = Edges(*(np.repeat(part[index], counts) for part in edges))
            apart = x * edge.along_y
            apart -= y * edge.along_x
            apart -= edge.apart
            along = x * edge.along_x
            along += y * edge.along_y
            along -= edge.begin
            certain.leave_inside(apart, edge.touch)
            possible.leave_inside(apart, edge.shadow)
            apart *= apart
            certain.widen(edge, apart, along, slab.inner)
            possible.widen(edge, apart, along, slab.outer)
        height = slab.offset - slab.x * x
        height -= slab.y * y
        # Vertical planes leave all of a column or nothing, by dividing by zero.
        certain.widen_inside(height, slab.certain, slab.z, -slab.margin)
        possible.widen_inside(np.zeros_like(height), np.full_like(height, np.inf), slab.z, slab.margin)
        np.fmin(possible.top, (height + slab.possible) / slab.z, out=possible.top)
        np.fmax(possible.bottom, (height - slab.possible) / slab.z, out=possible.bottom)
        np.minimum(possible.top, slab.high, out=possible.top)
        np.maximum(possible.bottom, slab.low, out=possible.bottom)
    return certain.bits(), possible.bits()


class _Ends:
    """Lowest and highest ends of runs along `count` columns, none of them begun."""

    def __init__(self, count: int) -> None:
        self.bottom, self.top = np.full(count, np.inf), np.full(count, -np.inf)
        self._outside_above, self._outside_below = self.top.copy(), self.top.copy()

    def leave_inside(self, apart: Float64s, inside: Float64s) -> None:
        """Note how far columns are beyond an edge, as seen from the triangle's inside moved up and down."""
        np.maximum(self._outside_above, apart - inside, out=self._outside_above)
        np.maximum(self._outside_below, apart + inside, out=self._outside_below)

    def widen(self, edge: Edges, squared_apart: Float64s, along: Float64s, squared_radius: Float64s) -> None:
        """Reach as far as the balls around an edge do."""
        room = squared_radius - squared_apart
        lean = np.sqrt(np.maximum(room, 0.0))
        lean *= edge.sine
        # No room is the root of a negative number, which is no number and changes nothing.
        for ends, change, begin, sign in ((self.top, np.fmax, edge.upper, 1.0), (self.bottom, np.fmin, edge.lower, -1.0)):
            at = along + sign * lean
            np.maximum(at, 0.0, out=at)
            np.minimum(at, edge.length, out=at)
            off = along - at
            off *= off
            np.sqrt(room - off, out=off)
            at *= edge.slope
            at += begin
            at += sign * off
            change(ends, at, out=ends)

    def widen_inside(self, height: Float64s, thickness: Float64s, steepness: Float64s, slack: Float64s) -> None:
        """Reach as far as the plane grown by a thickness does, where a column is over or under the triangle's inside."""
        np.copyto(self.top, (height + thickness) / steepness, where=self._outside_above <= slack)
        np.copyto(self.bottom, (height - thickness) / steepness, where=self._outside_below <= slack)

    def bits(self) -> UInt32s:
        """The voxels of a tile, from 0 to 31, whose middles lie between the ends."""
        first = np.clip(np.ceil(self.bottom - 0.5), 0.0, 32.0).astype(np.uint32)
        # One more than the last, because there is no unsigned -1.
        end = np.clip(np.floor(self.top + 0.5), 0.0, 32.0).astype(np.uint32)
        bits: UInt32s = (_ALL >> (np.uint32(32) - end)) & (_ALL << first)
        return bits
