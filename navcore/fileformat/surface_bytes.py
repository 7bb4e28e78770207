# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface as the stream of a section: its numbers, then columns."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s, UInt32s
from ..errors import FormatError
from ..surface import NavSurface
from .columns import SplitColumn, fold_signs, split_column, unfold_signs
from .frame_2 import Stream
from .surface_check import twin_edges

#: origin x y z, voxel size, agent radius, agent height, step height, slope; corners, polygons, edges, corners inside
#: polygons, triangles
_SURFACE = struct.Struct("<8d5I")
#: How much a file holds of each at most, so that small ones take little memory: so many, and one for each byte.
_FEW = 1 << 18
_MOST = (1 << 31) - 1


def surface_pieces(surface: NavSurface) -> list[bytes]:
    """A sound surface as it is written, plane by plane."""
    agent = (surface.agent_radius, surface.agent_height, surface.step_height, surface.max_slope)
    numbers = _SURFACE.pack(*surface.origin.tolist(), surface.voxel_size, *agent, *_counts(surface))
    counts, inside, triangles = (
        np.diff(starts) for starts in (surface.polygon_starts, surface.detail_starts, surface.detail_triangle_starts)
    )
    columns: tuple[AnyArray, ...] = (
        *_steps(surface.corners),
        counts - 3,
        _corner_codes(surface.polygon_vertices),
        surface.borders,
        *_steps(surface.components[:, None]),
        surface.areas,
        inside,
        triangles,
        *_steps(surface.detail_corners),
        *surface.detail_triangles.T,
    )
    return [numbers, *(plane for column in columns for plane in split_column(column))]


def least_size(surface: NavSurface) -> int:
    """How many bytes a file has at least that holds a surface."""
    return max(_counts(surface)) - _FEW


def read_surface(source: Stream, size: int, metadata: Mapping[str, Any]) -> NavSurface:
    """What `surface_pieces` was given, not yet looked at as a whole; from a file of `size` bytes."""
    numbers = _SURFACE.unpack(source.read(_SURFACE.size))
    corners, polygons, edges, inside, triangles = numbers[8:]
    if max(numbers[8:]) > min(_FEW + size, _MOST):
        raise FormatError(
            f"the file claims {corners} corners, {polygons} polygons of {edges} edges, {inside} corners inside them "
            f"and {triangles} triangles in {size} bytes, which no .volant file does; export it again"
        )
    read = _Reader(source)
    made = {"corners": read.places(corners)}
    starts = {"polygon_starts": read.starts(polygons, edges, 3)}
    made["polygon_vertices"] = _corners_of(read.numbers(edges))
    borders = read.small(edges)
    made["components"] = read.sums(polygons)
    areas = read.small(polygons)
    starts["detail_starts"] = read.starts(polygons, inside, 0)
    starts["detail_triangle_starts"] = read.starts(polygons, triangles, 0)
    made["detail_corners"] = read.places(inside)
    made["detail_triangles"] = read.rows(triangles)
    source.finish()
    vertices = made["polygon_vertices"]
    # Before edges are compared by the numbers of their corners, those must be numbers of corners.
    if edges and not 0 <= int(vertices.min()) <= int(vertices.max()) < corners:
        raise FormatError(f"some polygons of the file have corners that are not among the {corners}; export it again")
    return NavSurface(
        origin=np.array(numbers[:3]),
        voxel_size=numbers[3],
        **made,
        **starts,
        neighbours=twin_edges(starts["polygon_starts"], vertices, borders, corners),
        borders=borders,
        areas=areas,
        agent_radius=numbers[4],
        agent_height=numbers[5],
        step_height=numbers[6],
        max_slope=numbers[7],
        metadata=metadata,
    )


def _counts(surface: NavSurface) -> tuple[int, ...]:
    """Corners, polygons, edges, corners inside polygons, triangles."""
    cut = (surface.polygon_vertices, surface.detail_corners, surface.detail_triangles)
    return len(surface.corners), len(surface), *map(len, cut)


class _Reader:
    """Takes columns out of a stream."""

    def __init__(self, source: Stream) -> None:
        self._source = source

    def numbers(self, count: int) -> UInt32s:
        return SplitColumn(self._source, count).numbers()

    def small(self, count: int) -> AnyArray:
        """Numbers that have room in a byte: (count,) uint8."""
        found = self.numbers(count)
        if int(found.max(initial=0)) > 255:
            raise FormatError(f"the file holds {int(found.max())} where a byte is wanted; export it again")
        return found.astype(np.uint8)

    def sums(self, count: int) -> Int32s:
        """Running sums of folded steps: (count,) int32. Those that do not fit wrap, and are found elsewhere."""
        return np.cumsum(unfold_signs(self.numbers(count)), dtype=np.int32)

    def places(self, count: int) -> Int32s:
        """Corners, (count, 3) int32."""
        return np.ascontiguousarray(np.stack([self.sums(count) for _axis in range(3)], axis=1))

    def rows(self, count: int) -> Int32s:
        """Triangles, (count, 3) int32."""
        return np.ascontiguousarray(np.stack([self.numbers(count) for _corner in range(3)], axis=1)).view(np.int32)

    def starts(self, count: int, total: int, least: int) -> Int32s:
        """Where pieces begin, (count + 1,) int32, from their lengths less `least`; `total` is that of all."""
        ends = np.cumsum(np.append(0, self.numbers(count).astype(np.int64) + least))
        if int(ends[-1]) != total:
            raise FormatError(f"polygons of the file have {int(ends[-1])} parts instead of {total}; export it again")
        return ends.astype(np.int32)


def _steps(rows: Int32s) -> list[UInt32s]:
    """Each column of whole numbers, (n, k) int32, as folded steps from the one before, the first from 0."""
    return [fold_signs(np.diff(column, prepend=np.int32(0)).astype(np.int32)) for column in rows.T]


def _corner_codes(vertices: Int32s) -> Int64s:
    """Corners of polygons, (s,): 0 for a corner whose number is that of zeros so far; else 1 + the folded step from the
    one before."""
    new = np.zeros(len(vertices), np.bool_)
    count = 0
    for place, vertex in enumerate(vertices.tolist()):
        if vertex == count:
            new[place] = True
            count += 1
    steps = np.diff(vertices, prepend=np.int32(0)).astype(np.int32)
    codes: Int64s = np.where(new, 0, fold_signs(steps).astype(np.int64) + 1)
    return codes


def _corners_of(codes: UInt32s) -> Int32s:
    """What `_corner_codes` was given."""
    new = codes == 0
    steps = np.where(new, 0, unfold_signs(codes - np.uint32(1))).astype(np.int64)
    sums = np.cumsum(steps)
    numbers = np.cumsum(new) - 1
    # Steps count from the last zero, or from 0 before any.
    last = np.maximum.accumulate(np.where(new, np.arange(len(codes)), -1))
    known = last >= 0
    base = np.where(known, numbers[last] - sums[last], 0)
    return (base + sums).astype(np.int32)
