# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What older files say in other words."""

from __future__ import annotations

import bpy

from ..objects import volume_box
from . import current


def upgrade(scene: bpy.types.Scene) -> None:
    """A slice was a switch beside the views once, and its place a share of the volume."""
    display = scene.volant.display
    if not (display.slice or display.is_property_set("slice_position")):
        return
    if display.slice:
        display.cells = "SLICE"
    volume = scene.volant.active_volume
    if volume is not None:
        axis = "XYZ".index(display.slice_axis)
        nav = current().bakes.of(volume)
        if nav is None:
            low, high = (corner[axis] for corner in volume_box.world_box(volume))
        else:
            low = float(nav.origin[axis])
            high = low + float(nav.shape[axis]) * nav.voxel_size
        display.slice_at = low + display.slice_position * (high - low)
    for name in ("slice", "slice_position"):
        display.property_unset(name)
