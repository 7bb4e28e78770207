# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Has agents fly among dynamic objects, frame by frame: what moves into their way they go around, or wait for."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, field

import bpy
import numpy as np
from numpy.typing import NDArray

from ... import navcore
from .. import session
from ..objects import flights, reacting_flights, volumes
from ..objects.empties import select_only
from ..scene import layers
from ..session.questions import Result
from ..wording import counted
from .job import Job
from .tasks import Values

#: Who has not arrived after so many times the frames of a way that nothing is in is not waited for any longer.
_PATIENCE = 3


#: How far keys may be off what was flown, in radii of the agent.
_OFF = 1e-4


@dataclass
class _Agent:
    """One agent on its way to one goal of a path object."""

    start: int
    volume: int
    follower: navcore.Follower
    radius: float
    times: list[NDArray[np.float64]] = field(default_factory=list)
    points: list[NDArray[np.float64]] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    searches: int = 0
    has_arrived: bool = False

    def take(self, flown: navcore.Flown) -> None:
        """What it flew in a step."""
        # Each step begins where the last one has ended.
        first = 1 if self.times else 0
        self.times.append(flown.times[first:])
        self.points.append(flown.points[first:])
        self.states.append(flown.state.value)
        self.searches += flown.searches
        self.has_arrived = flown.state is navcore.FlightState.ARRIVED


class ReactingJob(Job):
    """Flies along path objects, each with what is known of it; `NavError` when that cannot be."""

    def __init__(self, context: bpy.types.Context, found: list[tuple[bpy.types.Object, Result]], speed: float) -> None:
        super().__init__("Flying")
        scene = context.scene
        self._layer = layers.name_of(scene, context.view_layer)
        self._before = scene.frame_current, scene.frame_subframe
        self._asked = [(start.session_uid, known) for start, known in found]
        for start, known in found:
            if known.answered is not None and known.answered.radius:
                raise navcore.PathError(
                    f"{start.name} is for a larger agent, but dynamic objects are known for the bake's own alone; "
                    "untick Larger Agent, or bake for that one"
                )
        self._speed = speed
        self._agents: list[_Agent] = []
        self._steps = self._run()

    @property
    def is_preparing(self) -> bool:
        return True

    def advance(self, budget: float) -> bool:
        end = time.perf_counter() + budget
        try:
            for _step in self._steps:
                if not self._is_wanted:
                    raise navcore.Cancelled("cancelled while flying; nothing was changed")
                if time.perf_counter() >= end:
                    return False
        except navcore.NavError as error:
            self._error = error
        self._put_back()
        return True

    def close(self) -> None:
        self._put_back()

    def finish(self, context: bpy.types.Context) -> str:
        if self._error is not None:
            raise self._error
        scene = layers.scene_of(self._layer)
        rate = scene.render.fps / scene.render.fps_base
        made, last, waits = [], 0.0, 0
        for agent in self._agents:
            start = volumes.find(agent.start)
            if start is None:
                continue
            times, points = np.concatenate(agent.times), np.concatenate(agent.points)
            keep = navcore.keyframes(times, points, _OFF * agent.radius)
            frames = scene.frame_start + times[keep] * rate
            color = start.volant.path.color
            name = f"{start.name} Agent"
            made.append(reacting_flights.add_agent(context, name, agent.radius, color, frames, points[keep]))
            last = max(last, float(frames[-1]))
            waits = max(waits, sum(state in ("waiting", "caught") for state in agent.states))
        if not made:
            raise navcore.PathError("the paths were deleted while agents flew along them; fly again")
        scene.frame_end = max(scene.frame_end, int(np.ceil(last)))
        select_only(context, *made)
        late = sum(not agent.has_arrived for agent in self._agents)
        words = [counted(len(made), "agent"), f"up to {counted(int(np.ceil(last)) - scene.frame_start, 'frame')}"]
        words += [f"waits for {counted(waits, 'frame')}"] * bool(waits)
        words += [f"{counted(late, 'agent')} did not arrive"] * bool(late)
        return f"{', '.join(words)}; press Space to fly"

    def asked(self) -> Values:
        raise AssertionError("nothing is asked of another process")

    def store(self, _context: bpy.types.Context, _answer: Values) -> str:
        raise AssertionError("stored in the end")

    def _run(self) -> Generator[None, None, None]:
        """All frames, one after the other."""
        scene = layers.scene_of(self._layer)
        first, rate = scene.frame_start, scene.render.fps / scene.render.fps_base
        most = 1.0
        scene.frame_set(first)
        yield
        for uid, known in self._asked:
            question = known.answered
            assert question is not None, "what leads anywhere was answered"
            assert isinstance(question.nav, navcore.NavVolume), "nothing moves on floors"
            for goal, path in zip(question.goals, known.answers, strict=True):
                live = yield from self._live(question.owner)
                follower = navcore.Follower(live, question.start, goal, self._speed, question.config)
                self._agents.append(_Agent(uid, question.owner, follower, flights.radius_in(question.nav)))
                direct = path.length if path.found else float(np.ptp(question.nav.boxes().reshape(-1, 3), axis=0).sum())
                most = max(most, _PATIENCE * direct / self._speed * rate)
        last = max(scene.frame_end, first + int(np.ceil(most)))
        for frame in range(first, last + 1):
            scene = layers.scene_of(self._layer)
            scene.frame_set(frame)
            for owner in {agent.volume for agent in self._agents}:
                yield from self._live(owner)
            for agent in self._agents:
                if not agent.has_arrived:
                    agent.take(agent.follower.advance(0.0 if frame == first else 1.0 / rate))
            if all(agent.has_arrived for agent in self._agents):
                return
            self.fraction = (frame - first) / max(last - first, 1)
            yield

    def _live(self, owner: int) -> Generator[None, None, navcore.LiveVolume]:
        """The live volume of a volume object, with all that moves where it is at the frame."""
        volume = volumes.find(owner)
        if volume is None:
            raise navcore.PathError("the volume was deleted while agents flew through it; fly again")
        current = session.current()
        nav = current.bakes.require(volume)
        steps = current.live.steps(owner, nav, current.moving.of(layers.scene_of(self._layer), volume))
        while True:
            try:
                next(steps)
            except StopIteration as end:
                live = end.value
                break
            yield
        if not isinstance(live, navcore.LiveVolume):
            raise navcore.PathError(f"nothing moves in {volume.name} any more; fly again")
        return live

    def _put_back(self) -> None:
        """The scene is at the frame where it was."""
        scene = next((known for known in bpy.data.scenes if known.session_uid == self._layer.scene), None)
        if scene is not None and (scene.frame_current, scene.frame_subframe) != self._before:
            scene.frame_set(self._before[0], subframe=self._before[1])
