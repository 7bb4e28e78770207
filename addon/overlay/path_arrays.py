# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths as corners of lines and triangles, and the cells beside them: plain arrays, no bpy and no gpu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from ... import navcore

Floats = NDArray[np.float64]
Corners = NDArray[np.float32]

#: Corners of a round dot.
_SIDES = 20
#: Width in pixels over which a dot's rim fades, which makes it smooth.
_SOFT = 1.0
#: More samples than this of one path are not worth their time.
_MOST_SAMPLES = 4096
#: More dashes than this run into each other where all of a long path is seen.
_FEWEST_DASHES, _MOST_DASHES = 6, 60


def segments(points: Floats) -> Corners:
    """Ends of the segments of a polyline: (k, 3) to (2 k - 2, 3) float32."""
    return np.repeat(points, 2, axis=0)[1:-1].astype(np.float32)


def dashes(points: ArrayLike, length: float) -> Corners:
    """Ends of dashes of about this length along a polyline, with gaps as long: (k, 3) to (2 n, 3) float32.

    A dash that goes around a bend is of two pieces.
    """
    corners = np.asarray(points, np.float64)
    bends = np.concatenate(((0.0,), np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))))
    count = int(np.clip(np.rint(bends[-1] / (2.0 * length)), _FEWEST_DASHES, _MOST_DASHES))
    # A dash at either end: n dashes and n - 1 gaps.
    step = bends[-1] / (2 * count - 1)
    at = np.unique(np.concatenate((bends, np.linspace(0.0, bends[-1], 2 * count))))
    is_dash = (at[:-1] + at[1:]) // (2.0 * step) % 2 == 0
    pieces = np.stack([np.interp(at, bends, corners[:, axis]) for axis in range(3)], axis=1)
    return np.stack((pieces[:-1], pieces[1:]), axis=1)[is_dash].reshape(-1, 3).astype(np.float32)


def samples(points: Floats, spacing: float) -> Floats:
    """Points along a polyline at most `spacing` apart, its own points among them: (k, 3) to (n, 3) float64."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    spacing = max(spacing, steps.sum() / _MOST_SAMPLES)
    counts = np.maximum(1, np.ceil(steps / spacing)).astype(np.int64)
    segment = np.repeat(np.arange(len(counts)), counts)
    share = (np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[segment]
    along = points[segment] + share[:, None] * (points[segment + 1] - points[segment])
    return np.concatenate((along, points[-1:]))


def with_neighbours(cells: ArrayLike, nav: navcore.NavVolume) -> NDArray[np.bool_]:
    """Which cells are among the given ones or share a portal with one: (k,) int to (n,) bool."""
    inside = np.zeros(len(nav.cells), np.bool_)
    inside[np.asarray(cells, np.int64)] = True
    near = inside.copy()
    first, second = nav.portals.T
    near[second[inside[first]]] = True
    near[first[inside[second]]] = True
    return near


def dots(
    centres: Floats,
    radii: Floats,
    colors: Floats,
    outline: Floats,
    rim: float,
    view: Floats,
    projection: Floats,
    size: tuple[float, float],
) -> tuple[Corners, NDArray[np.float32], NDArray[np.int32]]:
    """Round dots that face the viewer, as wide on screen wherever they are, with a soft rim and an outline.

    Parameters
    ----------
    centres : (n, 3) float64, world.
    radii : (n,) float64, pixels, without the outline.
    colors : (n, 4) float64.
    outline : (4,) float64, colour of a rim around each; as much weaker as the dot itself is.
    rim : width of that in pixels.
    view, projection : (4, 4) float64, world to view and view to clip space.
    size : width and height of the region in pixels.

    Returns
    -------
    corners : (m, 3) float32, relative to the first centre.
    shades : (m, 4) float32, for interpolation between corners.
    triangles : (k, 3) int32. Dots behind the viewer have none.
    """
    depth = centres @ (projection @ view)[3, :3] + (projection @ view)[3, 3]
    ahead = depth > 0.0
    pixel = 2.0 * depth[ahead] / (size[0] * projection[0, 0])
    shown = radii[ahead]
    steps = (-_SOFT / 2, _SOFT / 2, max(rim, _SOFT / 2), max(rim, _SOFT / 2) + _SOFT)
    rings = np.stack((np.zeros_like(shown), *(shown + step for step in steps)), axis=1)
    solid = colors[ahead]
    around_it = np.tile(outline, (len(solid), 1))
    around_it[:, 3] *= solid[:, 3]
    beyond = np.tile(np.append(outline[:3], 0.0), (len(solid), 1))
    shades = np.stack((solid, solid, around_it, around_it, beyond), axis=1)

    angles = np.arange(_SIDES) * (2.0 * np.pi / _SIDES)
    # The rows of a view matrix are the viewer's right, up and back in the world.
    around = np.cos(angles)[:, None] * view[0, :3] + np.sin(angles)[:, None] * view[1, :3]
    offsets = (rings * pixel[:, None])[:, :, None, None] * around
    corners = (centres[ahead] - centres[0])[:, None, None, :] + offsets
    shades = np.broadcast_to(shades[:, :, None, :], (*shades.shape[:2], _SIDES, 4))
    first = np.arange(len(shown)) * (rings.shape[1] * _SIDES)
    triangles = (first[:, None, None] + _dot_triangles(rings.shape[1])).reshape(-1, 3)
    return (
        corners.reshape(-1, 3).astype(np.float32),
        np.ascontiguousarray(shades.reshape(-1, 4), np.float32),
        triangles.astype(np.int32),
    )


def _dot_triangles(rings: int) -> NDArray[np.int64]:
    """Triangles between neighbouring rings of a dot: (k, 3) int64, corners numbered ring by ring."""
    here = np.arange(_SIDES)
    ahead = (here + 1) % _SIDES
    bands = []
    for ring in range(rings - 1):
        low, high = ring * _SIDES, (ring + 1) * _SIDES
        bands.append(np.stack((low + here, high + here, high + ahead), axis=1))
        bands.append(np.stack((low + here, high + ahead, low + ahead), axis=1))
    return np.concatenate(bands)
