# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a bake is looked at: the view that it gets, and where the slice is that nobody has moved yet."""

from __future__ import annotations

from typing import Literal

import bpy
import numpy as np

from ... import navcore
from ..objects import volume_box, volumes
from . import current

View = Literal["SLICE", "GLASS", "WIRE", "OFF"]
Places = tuple[float, float, float]

#: More cells than this are too many to be told apart when all are drawn at once.
MANY = 2000


def view_of(display: bpy.types.PropertyGroup, nav: navcore.NavVolume) -> View:
    """How a bake is drawn by the scene's settings."""
    if display.cells == "AUTO":
        return "SLICE" if len(nav.cells) > MANY else "WIRE"
    view: View = display.cells
    return view


def is_too_many(display: bpy.types.PropertyGroup, nav: navcore.NavVolume) -> bool:
    """Whether a bake is wire of so many cells that only those near the 3D cursor and near paths are drawn."""
    return len(nav.cells) > MANY and not display.all_cells and view_of(display, nav) == "WIRE"


def sliced(scene: bpy.types.Scene) -> list[navcore.NavVolume]:
    """The bakes of a scene that are drawn as a slice."""
    display = scene.volant.display
    if not display.show:
        return []
    bakes = (current().bakes.of(volume) for volume in volumes.scene_volumes(scene))
    return [nav for nav in bakes if nav is not None and view_of(display, nav) == "SLICE"]


def kinds_shown(scene: bpy.types.Scene) -> set[str]:
    """For which kinds of agents the bakes of a scene are; for fliers as long as there is none."""
    bakes = [current().bakes.whole(volume) for volume in volumes.scene_volumes(scene)]
    walks = any(whole is not None and whole.surface is not None for whole in bakes)
    flies = any(whole is not None and whole.volume is not None for whole in bakes)
    return {kind for kind, is_shown in (("FLY", flies or not walks), ("WALK", walks)) if is_shown}


def layer_at(nav: navcore.NavVolume, axis: int, place: float) -> tuple[int, float] | None:
    """The layer of voxels that a plane across an axis is in, and where it is in voxels; None if it misses the domain.

    place : world coordinate. The domain's upper side belongs to its last layer.
    """
    at = (place - float(nav.origin[axis])) / nav.voxel_size
    layers = int(nav.shape[axis])
    # Single precision, which properties have, does not hit a side exactly.
    slack = 1e-4 * layers
    if not -slack <= at <= layers + slack:
        return None
    at = min(max(at, 0.0), float(layers))
    return min(int(at), layers - 1), at


class Slices:
    """Where slices are that were not moved yet: where the panel's volume has most to show."""

    def __init__(self) -> None:
        self._busiest: tuple[navcore.NavVolume, Places] | None = None

    def untouched(self, scene: bpy.types.Scene) -> Places:
        """World x, y, z at which the scene's active volume is cut, or its first one."""
        volume = scene.volant.active_volume
        if volume is None:
            volume = next(iter(volumes.scene_volumes(scene)), None)
        if volume is None:
            return 0.0, 0.0, 0.0
        nav = current().bakes.of(volume)
        if nav is None:
            low, high = volume_box.world_box(volume)
            x, y, z = ((a + b) / 2.0 for a, b in zip(low, high, strict=True))
            return x, y, z
        if self._busiest is None or self._busiest[0] is not nav:
            self._busiest = (nav, busiest(nav))
        return self._busiest[1]


def busiest(nav: navcore.NavVolume) -> Places:
    """World x, y, z at which planes cut the most cells; of several the one in their middle."""
    places = []
    for axis, layers in enumerate(nav.shape.tolist()):
        begin, end = (np.bincount(nav.cells[:, side, axis], minlength=layers + 1) for side in (0, 1))
        cut = np.cumsum(begin - end)[:layers]
        most = np.flatnonzero(cut == cut.max())
        places.append(float(nav.origin[axis] + (most[len(most) // 2] + 0.5) * nav.voxel_size))
    return places[0], places[1], places[2]
