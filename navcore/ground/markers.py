# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cleaning: markers say which islands of floor to keep."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import Bools
from ..config import Point
from ..errors import MarkerError
from ..surface import NavSurface


def marked_islands(surface: NavSurface, markers: Sequence[Point]) -> Bools:
    """Which islands, (c,) bool, hold the floor that a marker means."""
    polygons = surface.below(markers)
    lost = np.flatnonzero(polygons < 0)
    if len(lost):
        index = int(lost[0])
        x, y, z = surface.nearest_floor(markers[index]).tolist()
        raise MarkerError(index, "is over no floor; move it over the floor to keep", (x, y, z))
    keep = np.zeros(int(surface.components.max()) + 1, bool)
    keep[surface.components[polygons]] = True
    return keep
