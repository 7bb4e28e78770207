# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a search finds, before it is refined; and counts of what it did."""

from __future__ import annotations

from dataclasses import dataclass

from ..geometry.primitives import Point, length_of

#: What searching is called in reports of progress.
SEARCHING = "Searching"


@dataclass(frozen=True)
class Route:
    """A polyline through cells.

    points : in voxels, start and goal included; legs : for each segment the cells it runs through, in order. A leg
    begins with the cell that the one before ends with, or with one that is linked to it where they meet.
    """

    points: list[Point]
    legs: list[list[int]]

    def cells(self) -> list[int]:
        """All cells in order; consecutive ones are linked."""
        cells: list[int] = []
        for leg in self.legs:
            cells.extend(leg[1:] if cells and cells[-1] == leg[0] else leg)
        return cells

    def length(self) -> float:
        """In voxels."""
        return length_of(self.points)


@dataclass
class Counts:
    """What a search did: nodes taken off the open list, labels put on it, and checks of sight."""

    expanded: int = 0
    relaxed: int = 0
    sight_checks: int = 0
