# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes as corners of lines and triangles: plain arrays, no bpy and no gpu.

Boxes are (n, 2, 3), lowest and highest corner, in voxels from the domain's lowest corner: small numbers, which
float32 holds without loss wherever in the world the domain is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float32]
Boxes = NDArray[np.float32]

#: Ends of a box's 12 edges; corner i is at its low or high x, y, z by bits 0, 1, 2.
_EDGES = tuple((a, a | 1 << axis) for axis in range(3) for a in range(8) if not a & 1 << axis)


def box_edges(boxes: Boxes) -> Corners:
    """Ends of the 12 edges of each box: (n, 2, 3) to (24 n, 3) float32."""
    return _corners(boxes, [corner for edge in _EDGES for corner in edge])


def box_corners(boxes: Boxes, share: float) -> Corners:
    """Ends of the pieces of each box's edges next to its corners, so long a share of the edge: (48 n, 3) float32."""
    first, second = box_edges(boxes).reshape(-1, 2, 3).swapaxes(0, 1)
    reach = share * (second - first)
    return np.stack((first, first + reach, second - reach, second), axis=1).reshape(-1, 3).astype(np.float32)


def box_faces(boxes: Boxes) -> Corners:
    """Corners of two triangles on each of 6 faces, counter-clockwise seen from outside: (36 n, 3) float32."""
    return _corners(boxes, [corner for axis in range(3) for high in (False, True) for corner in _face(axis, high)])


def side_faces(boxes: Boxes, axis: int, high: bool) -> Corners:
    """Corners of the two triangles on one face of each box, counter-clockwise seen from outside: (6 n, 3) float32."""
    return _corners(boxes, _face(axis, high))


def rectangle_edges(boxes: Boxes, axis: int) -> Corners:
    """Ends of the edges of each box's section across an axis, which is put at 0: (8 n, 3) float32."""
    in_plane = [edge for edge in _EDGES if not (edge[0] | edge[1]) & 1 << axis]
    return _flat(_corners(boxes, [corner for edge in in_plane for corner in edge]), axis)


def rectangle_faces(boxes: Boxes, axis: int) -> Corners:
    """Corners of the two triangles of each box's section across an axis, which is put at 0: (6 n, 3) float32."""
    return _flat(_corners(boxes, _face(axis, high=True)), axis)


def hatching(boxes: NDArray[np.int32], axis: int, spacing: float) -> Corners:
    """Ends of slanting lines over each box's section across an axis, which is put at 0: (2 m, 3) float32.

    They are as far apart along the axes as `spacing` says, and go on from box to box without a break.
    """
    first, second = (axis + 1) % 3, (axis + 2) % 3
    low, high = boxes[:, 0].astype(np.float64), boxes[:, 1].astype(np.float64)
    # On a line the sum of both coordinates is the same, and a multiple of the spacing.
    begin = np.floor((low[:, first] + low[:, second]) / spacing).astype(np.int64) + 1
    end = np.ceil((high[:, first] + high[:, second]) / spacing).astype(np.int64)
    counts = np.maximum(end - begin, 0)
    box = np.repeat(np.arange(len(boxes)), counts)
    number = np.arange(len(box)) - np.repeat(np.cumsum(counts) - counts, counts)
    total = (begin[box] + number) * spacing
    ends = np.zeros((len(box), 2, 3), np.float32)
    ends[:, 0, first] = np.maximum(low[box, first], total - high[box, second])
    ends[:, 1, first] = np.minimum(high[box, first], total - low[box, second])
    ends[:, :, second] = total[:, None] - ends[:, :, first]
    return ends.reshape(-1, 3)


def inset(boxes: NDArray[np.int32], gap: float) -> Boxes:
    """Boxes made smaller by a gap on every side."""
    return boxes.astype(np.float32) + np.array([[gap], [-gap]], np.float32)


def crossed(boxes: Boxes | NDArray[np.int32], axis: int, layer: int) -> NDArray[np.bool_]:
    """Which boxes fill a layer of voxels: (n,) bool. Of a box made smaller, the layers it had before count."""
    middle = layer + 0.5
    crossing: NDArray[np.bool_] = (boxes[:, 0, axis] < middle) & (boxes[:, 1, axis] > middle)
    return crossing


def nearest(boxes: NDArray[np.int32], place: NDArray[np.float64], count: int) -> NDArray[np.bool_]:
    """Which boxes are the nearest to a place, (3,) voxels: so many, or all if there are no more: (n,) bool."""
    near = np.ones(len(boxes), np.bool_)
    if len(boxes) > count:
        gaps = np.maximum(np.maximum(boxes[:, 0] - place, place - boxes[:, 1]), 0.0)
        distances = np.einsum("ij,ij->i", gaps, gaps)
        near[np.argpartition(distances, count)[count:]] = False
    return near


def mean_layers(boxes: Boxes) -> float:
    """How many boxes a straight look through all of them meets on average, at least 1."""
    if not len(boxes):
        return 1.0
    extents = (boxes[:, 1] - boxes[:, 0]).astype(np.float64)
    whole = (boxes[:, 1].max(axis=0) - boxes[:, 0].min(axis=0)).astype(np.float64)
    # Filled as much as their volume says, met as often as they are thinner than the whole.
    layers = extents.prod(axis=1) @ (whole / extents) / whole.prod()
    return max(1.0, float(layers.mean()))


@dataclass(frozen=True)
class Extent:
    """What the edges of boxes amount to, wherever they are seen from.

    centre : (3,) float64; reach : from there to the farthest corner; edges : summed length of the boxes' edges; area :
    what the box around all covers, seen from everywhere on average. All in voxels.
    """

    centre: NDArray[np.float64]
    reach: float
    edges: float
    area: float


def extent(boxes: Boxes) -> Extent:
    """The extent of boxes, (n, 2, 3)."""
    if not len(boxes):
        return Extent(np.zeros(3), 1.0, 0.0, 1.0)
    low, high = boxes[:, 0].min(axis=0).astype(np.float64), boxes[:, 1].max(axis=0).astype(np.float64)
    x, y, z = high - low
    edges = 4.0 * float((boxes[:, 1] - boxes[:, 0]).sum(dtype=np.float64))
    # A convex body covers a quarter of its surface on average (Cauchy).
    return Extent((low + high) / 2.0, float(np.linalg.norm(high - low)) / 2.0, edges, (x * y + y * z + z * x) / 2.0)


def crowding(extent: Extent, view: NDArray[np.float64], projection: NDArray[np.float64], pixels: float) -> float:
    """How many edges a pixel sees on average when each is a pixel wide.

    Parameters
    ----------
    extent : what is drawn.
    view, projection : (4, 4) float64, voxels to view and view to clip space.
    pixels : width of the region in pixels.
    """
    scale = float(np.cbrt(abs(np.linalg.det(view[:3, :3]))))
    depth = float((projection @ view)[3] @ np.append(extent.centre, 1.0))
    if projection[3, 3] == 0.0:
        # Who is among them, or near, has some close by and others far away.
        depth = max(depth, 0.5 * scale * extent.reach)
    voxel = scale * float(projection[0, 0]) * pixels / (2.0 * depth)
    # Seen from everywhere a line is as long as pi / 4 of itself on average.
    return np.pi / 4.0 * extent.edges / (extent.area * voxel)


def _face(axis: int, high: bool) -> list[int]:
    """Corners of the two triangles of one face, counter-clockwise seen from outside."""
    base = high << axis
    first, second = 1 << (axis + 1) % 3, 1 << (axis + 2) % 3
    ring = [base, base | first, base | first | second, base | second]
    a, b, c, d = ring if high else reversed(ring)
    return [a, b, c, a, c, d]


def _corners(boxes: Boxes, corners: list[int]) -> Corners:
    """The named corners of every box: (n, 2, 3) to (n · len(corners), 3) float32."""
    columns = [3 * (corner >> axis & 1) + axis for corner in corners for axis in range(3)]
    return np.take(boxes.reshape(len(boxes), 6), columns, axis=1).reshape(-1, 3)


def _flat(corners: Corners, axis: int) -> Corners:
    corners[:, axis] = 0.0
    return corners
