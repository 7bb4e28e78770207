# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bring a place into the middle of the viewport."""

from __future__ import annotations

import bpy
import numpy as np
from numpy.typing import NDArray

#: From how many times the width of a hole the view looks at it.
_VIEW_WIDTHS = 12.0


def look_at_hole(context: bpy.types.Context, hole: NDArray[np.float64], voxel_size: float) -> None:
    """Look at a narrow place, (2, 3) world corners, from near enough to see it."""
    wide = max(float((hole[1] - hole[0]).max()), voxel_size)
    look_at(context, hole, _VIEW_WIDTHS * wide, is_nearer=True)


def look_at(context: bpy.types.Context, box: NDArray[np.float64], distance: float, is_nearer: bool = False) -> None:
    """Look at the middle of a box, (2, 3) world corners, from a distance; with `is_nearer` never from farther away than
    the artist did already."""
    view = getattr(context.space_data, "region_3d", None)
    if view is None:
        return
    if view.view_perspective == "CAMERA":
        view.view_perspective = "PERSP"
    view.view_location = box.mean(axis=0)
    view.view_distance = min(view.view_distance, distance) if is_nearer else distance
