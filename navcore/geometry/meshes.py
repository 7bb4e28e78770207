# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes as they are given."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Float64s
from ..errors import BakeError
from ..given import array


def checked_mesh(vertices: ArrayLike, triangles: ArrayLike) -> Float64s:
    """The corners of all triangles, (m, 3, 3) float64, world; `BakeError` when the mesh is malformed."""
    points, faces = array("vertices", vertices, BakeError), array("triangles", triangles, BakeError)
    if points.size == 0:
        points = np.empty((0, 3))
    if faces.size == 0:
        faces = np.empty((0, 3), np.int64)
    if points.ndim != 2 or points.shape[1] != 3 or points.dtype.kind not in "fiu":
        raise BakeError(f"vertices must be an (n, 3) array of numbers, not {points.shape} of {points.dtype}")
    if faces.ndim != 2 or faces.shape[1] != 3 or faces.dtype.kind not in "iu":
        raise BakeError(f"triangles must be an (m, 3) array of integers, not {faces.shape} of {faces.dtype}")
    if not len(faces):
        return np.empty((0, 3, 3))
    if faces.min() < 0 or faces.max() >= len(points):
        bad = int(np.flatnonzero(((faces < 0) | (faces >= len(points))).any(axis=1))[0])
        raise BakeError(f"triangle {bad} names a vertex that is not among the {len(points)} given")
    positions: Float64s = points.astype(np.float64)
    broken = np.flatnonzero(~np.isfinite(positions).all(axis=1))
    if len(broken):
        raise BakeError(f"{len(broken)} vertices are NaN or infinite, the first is vertex {broken[0]}; repair the mesh")
    corners: Float64s = positions[faces]
    return corners
