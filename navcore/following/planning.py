# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a follower means to do in the volume as it is now.

It looks at the rest of its way alone, and at that only after a change: the *last moment* of [Massonnat 2023]. A path is
searched for when something is in the way [Hung & He 2016], not every so many seconds as in [Albertini 2022].
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Float64s
from ..config import PathConfig
from ..geometry.primitives import Point, length_of
from ..live.volume import LiveVolume
from ..progress import Steps
from ..query.ends import snap_limit
from ..query.navigator import Navigator
from ..query.status import too_far
from .flown import FlightState
from .free_space import FreeSpace
from .way import Way, survey


@dataclass(frozen=True)
class Plan:
    """What a follower means to do.

    version : of the volume that this was thought of for.
    state : FLYING, also when it is there already; WAITING or CAUGHT.
    course : where it flies, world points, the first of them where it was when it planned this.
    way : the whole way to the goal that the course is the free part of; None if it has none, or was pushed off it.
    left : the way it had before something came in between; None once it has looked whether that leads back.
    """

    version: int
    state: FlightState
    course: list[Point]
    reason: str = ""
    way: Way | None = None
    left: Way | None = None


class Planner:
    """Makes plans for one follower."""

    def __init__(self, live: LiveVolume, goal: Float64s, config: PathConfig) -> None:
        self._space, self._navigator = FreeSpace(live), Navigator(live)
        self._goal, self._config = goal, config
        self._reach = snap_limit(live, config.max_snap)
        #: Paths searched for so far.
        self.searches = 0

    def begin(self, position: Point) -> Steps[Plan]:
        """The first plan."""
        holding = self._space.holding(position)
        return (yield from self._searched(position, holding)) if holding else self._caught(position, None)

    def revised(self, plan: Plan, position: Point, passed: int) -> Steps[Plan]:
        """The plan after a change of the volume, for somebody who has passed so many points of the course."""
        if self._space.version == plan.version:
            return plan
        way = plan.way
        if way is None:
            holding = self._space.holding(position)
        elif way.is_free and all(map(self._space.are_there, way.cells[passed:])):
            return (yield from self._improved(replace(plan, version=self._space.version), position, passed))
        else:
            holding = self._space.holding(position, way.beside(passed))
        if not holding:
            return self._caught(position, plan.left or way)
        if way is not None:
            way = survey(self._space, [position, *way.ahead(passed)], holding, way.beside_goal)
            if way.is_free:
                return (yield from self._improved(self._along(way, plan.left), position, 0))
        return (yield from self._searched(position, holding, way, plan.left))

    def freed(self, plan: Plan, position: Point) -> Steps[Plan]:
        """The plan of somebody who was caught and has reached free space."""
        return self._searched(position, self._space.holding(position), None, plan.left)

    def _improved(self, plan: Plan, position: Point, passed: int) -> Steps[Plan]:
        """A plan with a free way, or a better one if what spoilt the first is gone."""
        rest = length_of([position, *plan.course[passed + 1 :]])
        reopened = rest > 0.0 and plan.left is not None and self._is_free(plan.left)
        reachable = (
            plan.way is not None and plan.way.beside_goal > 0.0 and bool(self._space.holding(_point(self._goal)))
        )
        if not reopened and not reachable:
            return plan
        other = yield from self._searched(position, self._space.holding(position))
        if other.state is FlightState.FLYING and (reachable or length_of(other.course) < rest):
            return other
        return replace(plan, left=None)

    def _is_free(self, way: Way) -> bool:
        holding = self._space.holding(way.points[0], way.cells[0])
        return bool(holding) and survey(self._space, way.points, holding, 0.0).is_free

    def _searched(
        self, position: Point, holding: list[int], blocked: Way | None = None, left: Way | None = None
    ) -> Steps[Plan]:
        """Search for a path from a free position. Without one, fly on along the way that is blocked."""
        self.searches += 1
        path = yield from self._navigator.find_path_steps(position, self._goal, self._config)
        if not path.found:
            course = [position] if blocked is None else blocked.course
            return Plan(self._space.version, FlightState.WAITING, course, path.reason, blocked, left)
        points, beside = [position, *map(_point, path.points[1:])], path.snap_distances[1]
        way = survey(self._space, points, holding, 0.0 if self._space.is_same_place(beside) else beside)
        # All of it is free, also where rounding makes it look otherwise.
        return self._along(replace(way, course=points), left or blocked)

    def _along(self, way: Way, left: Way | None) -> Plan:
        """Fly along a way that is free."""
        reason = f"the goal is {way.beside_goal:.3g} from free space" if way.beside_goal else ""
        return Plan(self._space.version, FlightState.FLYING, way.course, reason, way, left)

    def _caught(self, position: Point, left: Way | None) -> Plan:
        """Make for the nearest free place."""
        near = self._space.nearest(position)
        distance = np.inf if near is None else near[1]
        if near is None or distance > self._reach:
            reason, course = too_far("agent", distance, self._reach), [position]
        else:
            reason, course = f"the agent is {distance:.3g} from free space", [position, near[0]]
        return Plan(self._space.version, FlightState.CAUGHT, course, reason, None, left)


def _point(point: Float64s) -> Point:
    x, y, z = point.tolist()
    return x, y, z
