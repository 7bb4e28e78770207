# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Portal smoothing: a path's points slide along the portals they cross until it is nearly straight."""

from __future__ import annotations

import numpy as np

from ..arrays import Floats
from ..model import NavVolume

_ROUNDS = 40


def slide_along_portals(nav: NavVolume, sleeve: list[int], points: Floats) -> Floats:
    """Move each inner point to where its neighbours' line of sight meets its portal (volumetric, variant A).

    Points stay on their portals, so every segment stays in its convex cell. Passes alternate until
    nothing gains; points that end up on a straight line are dropped.

    Parameters
    ----------
    nav : the volume.
    sleeve : cell indices, one per segment of the path.
    points : (len(sleeve) + 1, 3) float64, world; all but the ends lie on the portals between cells.
    """
    boxes = nav.boxes()[sleeve]
    low = np.maximum(boxes[:-1, 0], boxes[1:, 0])
    high = np.minimum(boxes[:-1, 1], boxes[1:, 1])
    axes = (high - low).argmin(axis=1).tolist()
    path = points.copy()
    for _round in range(_ROUNDS):
        before = path.copy()
        for index in range(len(sleeve) - 1, 0, -1):
            previous, following = path[index - 1], path[index + 1]
            axis = axes[index - 1]
            # Lengths measured across the portal's plane; a mirror keeps the crossing between both sides.
            plane = low[index - 1, axis]
            behind, ahead = abs(previous[axis] - plane), abs(following[axis] - plane)
            share = behind / (behind + ahead) if behind + ahead > 0 else 0.5
            path[index] = np.clip(previous + share * (following - previous), low[index - 1], high[index - 1])
        if np.abs(path - before).max() < 1e-6 * nav.voxel_size:
            break
    return _without_straight_points(path, 1e-9 * nav.voxel_size)


def _without_straight_points(path: Floats, tolerance: float) -> Floats:
    """The path without inner points that lengthen it by no more than `tolerance`."""
    kept = [path[0]]
    for index in range(1, len(path) - 1):
        detour = np.linalg.norm(path[index] - kept[-1]) + np.linalg.norm(path[index + 1] - path[index])
        if detour - np.linalg.norm(path[index + 1] - kept[-1]) > tolerance:
            kept.append(path[index])
    kept.append(path[-1])
    return np.stack(kept)
