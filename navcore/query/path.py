# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer to a path query."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from math import inf

import numpy as np

from ..arrays import Float64s
from ..geometry.primitives import length_of
from .status import PathStatus


def _no_points() -> Float64s:
    return np.empty((0, 3))


class LegKind(StrEnum):
    """How an agent gets over a part of its path."""

    WALK = "walk"
    FLY = "fly"
    TAKE_OFF = "take off"
    LANDING = "landing"
    DROP = "drop"
    JUMP = "jump"
    LADDER = "ladder"


@dataclass(frozen=True)
class Leg:
    """A part of a path in a level of several spaces.

    kind : how the agent gets over it. points : (k, 3) float64, world; the first is the last of the leg before.
    link : which of the level's links it is; -1 where it is none.
    """

    kind: LegKind
    points: Float64s
    link: int = -1

    @property
    def length(self) -> float:
        """Scene units."""
        return length_of(self.points.tolist())


@dataclass(frozen=True)
class Path:
    """The answer to a path query.

    Attributes
    ----------
    status : what became of the query.
    reason : why there is no path, in words; empty when there is one. Made from `status` by `status.explain`.
    points : (k, 3) float64, world; no rows when not found.
    length : scene units; inf when not found. Over floors, up and down slopes.
    raw_length : length before refinement.
    cells : the cells or polygons the path runs through, in order.
    snapped : whether start and goal had to be moved into free space, or onto floors.
    snap_distances : how far start and goal are from there, scene units.
    islands : the islands of start and goal, counted from 0; -1 for one that is too far from there.
    legs : its parts, in order, where a level has both free space and floors, or links; none elsewhere.
    stats : seconds; expanded and relaxed, cells taken off the open list and labels put on it;
        sight_checks, lines of sight that the search looked along; refine_sight_checks, those that refining did.
    """

    status: PathStatus
    reason: str = ""
    points: Float64s = field(default_factory=_no_points)
    length: float = inf
    raw_length: float = inf
    cells: tuple[int, ...] = ()
    snapped: tuple[bool, bool] = (False, False)
    snap_distances: tuple[float, float] = (0.0, 0.0)
    islands: tuple[int, int] = (-1, -1)
    legs: tuple[Leg, ...] = ()
    stats: dict[str, float] = field(default_factory=dict)

    @property
    def found(self) -> bool:
        """Whether there is a path."""
        return self.status is PathStatus.FOUND

    @property
    def plan_length(self) -> float:
        """As seen from above, scene units; inf when not found. Over floors, this is what is least."""
        plan = self.points.copy()
        plan[:, 2] = 0.0
        return length_of(plan.tolist()) if self.found else inf
