# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links that an artist has placed where no floor is."""

from __future__ import annotations

import bpy
import numpy as np
from numpy.typing import NDArray

from ... import navcore
from ..objects.asking import Asked
from ..wording import length
from . import current

#: A ladder's foot stands at a wall, nearer than an agent's middle may come: so many radii from the floor are at it.
_NEAR = 2.0


def stray_link(scene: bpy.types.Scene, volume: bpy.types.Object, asked: Asked | None) -> str:
    """Which placed link begins or ends away from the floors of the last bake, and what to do; empty when none does."""
    surface = current().bakes.surface_of(volume)
    if surface is None or asked is None or asked.placed is None:
        return ""
    for ends, verb in ((asked.placed.starts, "begins"), (asked.placed.ends, "ends")):
        away = _away(surface, ends)
        for link in np.flatnonzero(away > _NEAR * surface.agent_radius).tolist():
            far = length(scene, float(away[link]))
            return f"{asked.placed.names[link]} {verb} {far} from the nearest floor; move it there"
    return ""


def _away(surface: navcore.NavSurface, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far places, (n, 3) float64 world, are from a floor: (n,) float64; 0 where an agent stands below."""
    return np.where(surface.locate(places) >= 0, 0.0, surface.nearest(places)[2])
