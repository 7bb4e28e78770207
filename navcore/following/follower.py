# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follower: an agent that flies to a goal through a live volume."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ..config import PathConfig
from ..errors import PathError
from ..geometry.primitives import Point, distance
from ..given import number, point_array, shown
from ..live.volume import LiveVolume
from ..progress import Steps, run
from .flown import FlightState, Flown
from .planning import Plan, Planner
from .way import between


class Follower:
    """An agent that flies to a goal at an even speed. When something moves into its way it goes around, or waits.

    What moves is the caller's: it updates the volume, and then lets the agent fly for a while.

    >>> follower = navcore.Follower(live, start, goal, speed=3.0)
    >>> live.update({"door": None})
    >>> follower.advance(1 / 24).position

    Parameters
    ----------
    live : what it flies through.
    start, goal : (3,) float, world.
    speed : scene units a second; over 0.
    config : how it searches for paths; None is `PathConfig()`. `max_snap` is also how far it moves to get out of what
        has caught it.
    """

    def __init__(
        self, live: LiveVolume, start: ArrayLike, goal: ArrayLike, speed: float, config: PathConfig | None = None
    ) -> None:
        if not isinstance(live, LiveVolume):
            raise PathError(f"a follower flies through a LiveVolume, not {shown(live)}; make one by LiveVolume.of(nav)")
        if config is not None and not isinstance(config, PathConfig):
            raise PathError(f"a follower's config must be a PathConfig, not {shown(config)}")
        plain = number(speed)
        if plain is None or plain <= 0.0:
            raise PathError(f"the speed of a follower must be over 0 units a second, not {shown(speed)}")
        x, y, z = point_array("start", start, PathError).tolist()
        self._speed = plain
        self._planner = Planner(live, point_array("goal", goal, PathError), config or PathConfig())
        self._flight = _Flight(0.0, (x, y, z))

    def advance(self, seconds: float) -> Flown:
        """Fly for some seconds through the volume as it is now. 0 only looks."""
        return run(self.advance_steps(seconds))

    def advance_steps(self, seconds: float) -> Steps[Flown]:
        """`advance` in steps. It has flown when they are done, and not at all if they end otherwise."""
        plain = number(seconds)
        if plain is None or plain < 0.0:
            raise PathError(f"a follower flies for 0 seconds or more, not for {shown(seconds)}")
        planner, flight = self._planner, replace(self._flight)
        searched, log = planner.searches, _Log(flight.time, flight.position)
        flight.time += plain
        plan = yield from flight.planned(planner)
        left = flight.fly(self._speed, plain, log)
        if plan.state is FlightState.CAUGHT and flight.has_ended and len(plan.course) > 1:
            plan = yield from planner.freed(plan, flight.position)
            flight.take(plan)
            left = flight.fly(self._speed, left, log)
        state = FlightState.ARRIVED if plan.state is FlightState.FLYING and flight.has_ended else plan.state
        if left > 0.0:
            log.note(flight.time, flight.position, state)
        path = np.array([flight.position, *plan.course[flight.passed + 1 :]])
        searches = planner.searches - searched
        self._flight = flight
        return Flown(np.array(log.times), np.array(log.points), tuple(log.states), state, plan.reason, path, searches)


@dataclass
class _Flight:
    """Where a follower is.

    time : seconds since it began, at the end of the step. position : world.
    plan : what it means to do; None before it has looked.
    passed, behind : how many points of its course it has passed, and how far behind the last of them it is.
    """

    time: float
    position: Point
    plan: Plan | None = None
    passed: int = 0
    behind: float = 0.0

    def planned(self, planner: Planner) -> Steps[Plan]:
        """The plan for the volume as it is now."""
        if self.plan is None:
            plan = yield from planner.begin(self.position)
        else:
            plan = yield from planner.revised(self.plan, self.position, self.passed)
        self.take(plan)
        return plan

    def take(self, plan: Plan) -> None:
        """Go by another plan."""
        if self.plan is None or plan.course is not self.plan.course:
            self.passed, self.behind = 0, 0.0
        self.plan = plan

    @property
    def has_ended(self) -> bool:
        """Whether it is at the end of its course."""
        return self.plan is not None and self.passed + 1 == len(self.plan.course)

    def fly(self, speed: float, left: float, log: _Log) -> float:
        """Fly along the course for as many seconds as are left of a step; how many are left in the end."""
        assert self.plan is not None
        course = self.plan.course
        while self.passed + 1 < len(course):
            a, b = course[self.passed], course[self.passed + 1]
            length = distance(a, b)
            seconds = (length - self.behind) / speed
            if seconds > left:
                if left > 0.0:
                    self.behind = min(self.behind + speed * left, length)
                    self.position = between(a, b, self.behind / length)
                    log.note(self.time, self.position, self.plan.state)
                return 0.0
            left -= seconds
            self.passed, self.behind = self.passed + 1, 0.0
            if self.position != b:
                self.position = b
                log.note(self.time - left, b, self.plan.state)
        return left


class _Log:
    """Where a follower was in a step, at which times, and what it did in between."""

    def __init__(self, time: float, position: Point) -> None:
        self.times, self.points = [time], [position]
        self.states: list[FlightState] = []

    def note(self, time: float, position: Point, state: FlightState) -> None:
        """From the last time until this."""
        self.times.append(time)
        self.points.append(position)
        self.states.append(state)
