# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths as corners of lines, and the cells beside them: plain arrays, no bpy and no gpu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from ... import navcore

Floats = NDArray[np.float64]
Corners = NDArray[np.float32]

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
