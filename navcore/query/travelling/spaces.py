# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What journeys lead through: each space, such as free space or floors, answers for itself."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ...arrays import Float64s, Int64s
from ...config import PathConfig
from ...progress import Steps
from ..path import Path

#: In the order in which equally short journeys are preferred.
WALK, FLY = 0, 1
#: A space and one of its islands.
Shore = tuple[int, int]


class Space(Protocol):
    """Somewhere that an agent gets about in without links."""

    def islands(self, points: Float64s) -> Int64s:
        """The islands of the places nearest to points: (n, 3) float64 world to (n,) int64."""

    def find(self, start: Float64s, goal: Float64s, config: PathConfig) -> Steps[Path]:
        """The path between two points, (3,) float64 world each, or why there is none."""


class End(NamedTuple):
    """A start or goal as a space sees it.

    shore : the space and the island. point : (3,) float64, world, in that space. moved : the path from there to itself.
    """

    shore: Shore
    point: Float64s
    moved: Path
