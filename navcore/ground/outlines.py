# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What passes from the grid, which finds where an agent can stand, to the polygons that cover it."""

from __future__ import annotations

from typing import NamedTuple, Protocol, TypeAlias

from ..arrays import Float64s, Int64s, UInt8s

#: A corner, x, y and height, in 1/64 voxel.
Corner: TypeAlias = tuple[int, int, int]


class Patch(NamedTuple):
    """A part of a floor within one tile that lies over no place twice.

    loops : corners of each closed line around it, as indices into `Outlines.points`: outer ones counter-clockwise seen
        from above, holes clockwise.
    borders : for each loop, what is behind the edge from each corner to the next, a `Border`; NONE where the floor goes
        on in another patch, which has the same edge the other way round.
    """

    tile: tuple[int, int]
    loops: list[Int64s]
    borders: list[UInt8s]


class FloorHeights(Protocol):
    """How high floors are."""

    def lattice(self) -> tuple[Int64s, Int64s, Float64s]:
        """Points inside patches, about a voxel apart, and some beside them that are in no polygon.

        Returns
        -------
        patches : (k,) int64, ascending; points : (k, 2) int64, plan, 1/64 voxel; heights : (k,) float64, 1/64 voxel.
        """

    def at(self, patches: Int64s, points: Int64s) -> Float64s:
        """Heights of floors, (k,) float64, at points, (k, 2) int64, plan, within patches, (k,) int64, or a unit beside
        them; all in 1/64 voxel."""


class Outlines(NamedTuple):
    """The outlines of all floors, after they keep the agent's radius; whole numbers, so that all that follows is exact.

    points : (n, 3) int64, corners in 1/64 voxel from the grid's origin, x, y and the floor's height there; no two are
        the same, and a corner that two patches share is one.
    patches : in the order of their tiles, (x, y), and of the lowest corner in a tile.
    heights : of the floors of these patches.
    """

    points: Int64s
    patches: list[Patch]
    heights: FloorHeights
