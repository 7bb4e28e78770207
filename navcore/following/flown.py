# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a follower tells of a step: where it flew, when, and what it did."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..arrays import Float64s


class FlightState(StrEnum):
    """What a follower does."""

    #: A way to the goal is free, and it flies along it.
    FLYING = "flying"
    #: There is no way to the goal at the moment. It flies on as far as the way it had is free, and stands there.
    WAITING = "waiting"
    #: Something is where it is. It makes for the nearest free place, if there is one near, or stays.
    CAUGHT = "caught"
    #: It is at the goal or, where that is not free, as near to it as a path may end.
    ARRIVED = "arrived"


@dataclass(frozen=True, eq=False)
class Flown:
    """One step of a follower, from where it was before to where it is now.

    times : (n,) float64, seconds since it began, never falling. points : (n, 3) float64, world, where it was at these
        times; in between it flew straight, at an even speed.
    states : what it did between each two of them, n - 1. All but CAUGHT keep within free cells.
    state : what it does now. reason : why it does not fly, or not to the goal itself, in words; empty if it does.
    path : (k, 3) float64, world, what it means to fly from here on; one point when it stays.
    searches : how many paths it has searched for in this step.
    """

    times: Float64s
    points: Float64s
    states: tuple[FlightState, ...]
    state: FlightState
    reason: str
    path: Float64s
    searches: int

    @property
    def position(self) -> Float64s:
        """Where it is now: (3,) float64, world."""
        position: Float64s = self.points[-1]
        return position
