# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Free space and floors as spaces of a journey."""

from __future__ import annotations

from typing import Protocol

from numpy.typing import ArrayLike

from ...arrays import Float64s, Int64s
from ...config import PathConfig
from ...model import NavVolume
from ...progress import Steps
from ...surface import NavSurface
from ..path import Path


class Asked(Protocol):
    """Who finds paths in it."""

    def find_path_steps(self, start: ArrayLike, goal: ArrayLike, config: PathConfig | None = None) -> Steps[Path]:
        """A path between two points, (3,) float, world."""


class Navigated:
    """A volume or a surface, and who finds paths in it."""

    def __init__(self, part: NavVolume | NavSurface, navigator: Asked) -> None:
        self._part, self._navigator = part, navigator

    def islands(self, points: Float64s) -> Int64s:
        """The islands of the places nearest to points: (n, 3) float64 world to (n,) int64."""
        nearest, _place, _distance = self._part.nearest(points)
        islands: Int64s = self._part.components[nearest].astype("int64")
        return islands

    def find(self, start: Float64s, goal: Float64s, config: PathConfig) -> Steps[Path]:
        """The path between two points, (3,) float64 world each, or why there is none."""
        return self._navigator.find_path_steps(start, goal, config)
