# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keep markers: empties in space to keep."""

from __future__ import annotations

import bpy

from ..scene.precision import Corner
from .empties import add_empty, handy_size


def add_marker(context: bpy.types.Context, place: Corner) -> bpy.types.Object:
    """A new keep marker at a place, world."""
    marker = add_empty(context, "Keep Marker", "SPHERE", handy_size(context), place)
    marker.volant.role = "MARKER"
    return marker
