# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a room that should be closed is open."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ... import navcore
from ..objects import volumes
from ..scene.precision import Corner
from . import current
from .questions import Shown

#: An alarming colour, used for nothing else; linear, as the colours of paths are.
COLOR = (1.0, 0.027, 0.014)


@dataclass(frozen=True)
class Found:
    """The answer to the last question: the volume object and its bake, where it began, what was found, in words."""

    owner: int
    nav: navcore.NavVolume
    start: Corner
    leak: navcore.Leak
    words: str


class LastLeak:
    """found : the answer to the last question, whatever became of the volume since; None without one."""

    def __init__(self) -> None:
        self.found: Found | None = None

    def of(self, volume: bpy.types.Object) -> Found | None:
        """What was found in a volume, as long as its bake is the one that was searched."""
        found = self.found
        if found is None or found.owner != volume.session_uid or found.nav is not current().bakes.of(volume):
            return None
        return found

    def shown(self, scene: bpy.types.Scene) -> list[tuple[Shown, NDArray[np.float64]]]:
        """The way out of each leaking room of a scene and its narrowest place, (2, 3) world corners, to be drawn."""
        drawn = []
        for volume in volumes.scene_volumes(scene):
            found = self.of(volume)
            if found is not None and found.leak.found:
                x, y, z = found.leak.path.points[-1].tolist()
                way = Shown(found.leak.path, found.nav, found.owner, found.start, (x, y, z), COLOR)
                drawn.append((way, found.leak.portal))
        return drawn
