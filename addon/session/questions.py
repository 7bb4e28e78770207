# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What path objects ask, what is known of them, and how a question is answered: in slices, so that no search keeps the
window waiting."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TypeAlias

import bpy

from ... import navcore
from ...navcore.progress import Answer, Steps, run
from ..objects import paths
from ..scene.moving import NOTHING, Moving
from ..scene.precision import Corner, meant
from . import current
from .bakes import StillSpace
from .live_bakes import Space as FlownSpace

#: What paths are searched in.
Space: TypeAlias = FlownSpace | navcore.NavSurface

#: How the path of the moment is searched. So many cells take a few milliseconds.
_ROUGH = navcore.PathConfig(algorithm="greedy", refine="prune", max_expanded=2000)
_ROUGH_WALK = navcore.PathConfig(algorithm="funnel", max_expanded=2000)


@dataclass(frozen=True)
class Shown:
    """One path to one goal, ready to be drawn.

    path : what was found, or why nothing was.
    space : what it runs through; `path.cells` are cells of this one.
    owner : `session_uid` of the volume object; its bake is `nav`, or what a larger agent has of it.
    start, goal : (x, y, z), world, where the artist put them.
    color : red, green and blue, 0 to 1, as the artist chose it.
    is_pending : whether it is only of the moment, while the true one is searched.
    is_aside : whether another one is chosen among several for the same question.
    """

    path: navcore.Path
    space: Space
    owner: int
    start: Corner
    goal: Corner
    color: tuple[float, float, float]
    is_pending: bool = False
    is_aside: bool = False


@dataclass(frozen=True)
class PreviewQuestion:
    """What a path object asks: in which bake, with what moving in it where, for which radius (0 for the bake's own),
    from where to where, how.

    level : all that the bake holds, when the path may fly and walk, and take links.
    """

    nav: StillSpace
    owner: int
    moving: Moving
    radius: float
    start: Corner
    goals: tuple[Corner, ...]
    config: navcore.PathConfig
    level: navcore.Navigation | None = None


@dataclass(frozen=True)
class Result:
    """What is known of a path object.

    question : what was asked last; None when it cannot be asked. problem : why it cannot. answers : one for each goal,
    of the moment while `is_pending`, see `answer_of_the_moment`, found in `space`. seconds : what they took.
    """

    question: PreviewQuestion | None
    problem: str = ""
    answers: tuple[navcore.Path, ...] = ()
    answered: PreviewQuestion | None = None
    space: Space | None = None
    seconds: float = 0.0
    is_pending: bool = False
    #: Which goals, counted from 0, nothing but dynamic objects is in the way of.
    barred: frozenset[int] = frozenset()

    @property
    def nav(self) -> StillSpace:
        """What it was answered in, as it is now."""
        assert self.space is not None, "answered somewhere"
        return _still(self.space)


@dataclass(frozen=True)
class Ways:
    """Several paths for the question of a path object, to choose from.

    shown : the paths. configs : how each was searched, where that is what tells them apart; then the one that is
    searched like the path object's own is the chosen one. chosen : number of that one among routes.
    """

    question: PreviewQuestion
    shown: tuple[Shown, ...]
    configs: tuple[navcore.PathConfig, ...] = ()
    chosen: int = 0

    def fit(self, asked: PreviewQuestion) -> bool:
        """Whether these are for what is asked now."""
        return self.question == (replace(asked, config=self.question.config) if self.configs else asked)

    def chosen_for(self, asked: PreviewQuestion) -> int | None:
        """Number of the chosen one; None when the path object's own is searched in yet another way."""
        if not self.configs:
            return self.chosen
        return self.configs.index(asked.config) if asked.config in self.configs else None


def shown_of(known: Result, color: tuple[float, float, float]) -> list[Shown]:
    """What was answered, in a colour."""
    asked, space = known.answered, known.space
    assert asked is not None, "only what was answered is drawn"
    assert space is not None, "answered somewhere"
    return [
        Shown(path, space, asked.owner, asked.start, goal, color, known.is_pending)
        for path, goal in zip(known.answers, asked.goals, strict=True)
    ]


def question_of(scene: bpy.types.Scene, start: bpy.types.Object) -> PreviewQuestion:
    """What a path object asks; `NavError` with the reason when it cannot be asked."""
    settings = start.volant.path
    volume = settings.volume
    if not current().roles.is_in(scene, volume):
        raise navcore.PathError("choose a volume")
    held = current().bakes.require_whole(volume)
    nav = paths.space_of(start, held)
    level = held if paths.takes_links(start, held) else None
    goals = tuple(paths.place_of(goal) for goal in paths.goals_of(start, scene))
    if not goals:
        raise navcore.PathError("choose a goal")
    radius = 0.0
    walks = isinstance(nav, navcore.NavSurface) or level is not None
    if settings.larger_agent and walks:
        raise navcore.PathError(f"larger agents walk on floors of their own; bake {volume.name} for them")
    if settings.larger_agent:
        radius = meant(settings.agent_radius, nav.agent_radius)
        if radius < nav.agent_radius:
            raise navcore.PathError(f"{volume.name} was baked for a larger agent; bake it for a smaller one")
    # Walkers do not heed what moves.
    moving = NOTHING if walks else current().moving.of(scene, volume)
    config = paths.path_config(start, nav) if level is None else navcore.PathConfig()
    return PreviewQuestion(nav, volume.session_uid, moving, radius, paths.place_of(start), goals, config, level)


class Search:
    """A question that is being answered. pause : for how many seconds there is nothing to do."""

    def __init__(self, question: PreviewQuestion) -> None:
        self.pause = 0.0
        self._steps = _answering(question)
        self._seconds = 0.0

    def advance(self, end: float) -> Result | None:
        """Go on until `end`, as `time.perf_counter`, and for one step at least; the answer, if that was all."""
        began = time.perf_counter()
        while True:
            try:
                self.pause = next(self._steps)
            except StopIteration as done:
                answer: Result = done.value
                return replace(answer, seconds=self._seconds + time.perf_counter() - began)
            if self.pause or time.perf_counter() >= end:
                self._seconds += time.perf_counter() - began
                return None

    def close(self) -> None:
        """Nobody wants an answer any more."""
        self._steps.close()


def answer_now(question: PreviewQuestion) -> Result:
    """The answer, however long it takes."""
    try:
        if question.radius:
            current().eroded.now(_flown(run(_space_steps(question))), question.radius)
    except navcore.NavError as error:
        return Result(question, str(error))
    answer = Search(question).advance(float("inf"))
    assert answer is not None, "nothing is left to wait for"
    return answer


def answer_of_the_moment(question: PreviewQuestion) -> Result | None:
    """A rough path at once, for while the true one is searched; None while a larger agent's space is not known.

    The first corridor that leads to a goal, straightened where there is sight. Whoever drags sees where it goes, and
    that it is not the answer yet. Where even that takes long, there is no corridor, only a goal.
    """
    if question.level is not None:
        # Legs and links have no rough way.
        return None
    nav, is_walked = question.nav, isinstance(question.nav, navcore.NavSurface)
    bake = None if isinstance(nav, navcore.NavSurface) else current().live.known(question.owner, nav, question.moving)
    space: Space | None = bake.live if bake else None if question.moving.looks else nav
    try:
        if bake is not None:
            # The search may not have come to that.
            bake.place(question.moving)
        if space is not None and question.radius:
            space = current().eroded.known(_flown(space), question.radius)
        if space is None:
            return None
        navigator = _navigator(space)
        rough = _ROUGH_WALK if is_walked else _ROUGH
        answers = tuple(navigator.find_path(question.start, goal, rough) for goal in question.goals)
    except navcore.NavError as error:
        return Result(question, str(error))
    return Result(question, "", answers, question, space, is_pending=True)


def _answering(question: PreviewQuestion) -> Generator[float, None, Result]:
    """Ask navcore. Yields for how many seconds there is nothing to do."""
    try:
        space = yield from _without_pause(_space_steps(question))
        if question.radius:
            space = yield from current().eroded.aside(_flown(space), question.radius)
        answers = yield from _found(space, question)
        barred = yield from _barred(question, answers)
    except navcore.NavError as error:
        return Result(question, str(error))
    return Result(question, "", answers, question, space, barred=barred)


def _barred(question: PreviewQuestion, answers: tuple[navcore.Path, ...]) -> Generator[float, None, frozenset[int]]:
    """Which goals could be reached if nothing moved."""
    lost = [number for number, path in enumerate(answers) if not path.found]
    if not lost or not question.moving.looks or question.radius:
        return frozenset()
    asked = replace(question, goals=tuple(question.goals[number] for number in lost))
    still = yield from _found(question.nav, asked)
    return frozenset(number for number, path in zip(lost, still, strict=True) if path.found)


def _space_steps(question: PreviewQuestion) -> Steps[Space]:
    """The bake that is asked about, with what moves in it where it is now."""
    nav = question.nav
    if isinstance(nav, navcore.NavSurface):
        # Nothing moves on floors.
        return nav
    return (yield from current().live.steps(question.owner, nav, question.moving))


def _found(space: Space, question: PreviewQuestion) -> Generator[float, None, tuple[navcore.Path, ...]]:
    """The paths to all goals, in their order."""
    navigator = _navigator(space) if question.level is None else navcore.Navigator.of(question.level)
    start, goals, config = question.start, question.goals, question.config
    if len(goals) > 1:
        answers = yield from _without_pause(navigator.find_paths_steps(start, goals, config))
        return tuple(answers)
    answer = yield from _without_pause(navigator.find_path_steps(start, goals[0], config))
    return (answer,)


def _navigator(space: Space) -> navcore.Navigator:
    """Who answers in a space; a still one keeps what was made for its answers."""
    return navcore.Navigator(space) if isinstance(space, navcore.LiveVolume) else navcore.Navigator.of(space)


def _still(space: Space) -> StillSpace:
    """A space that nothing changes any more."""
    return space.snapshot() if isinstance(space, navcore.LiveVolume) else space


def _flown(space: Space) -> navcore.NavVolume:
    """The same where it is known that agents fly."""
    still = _still(space)
    assert isinstance(still, navcore.NavVolume), "asked for fliers"
    return still


def _without_pause(steps: Steps[Answer]) -> Generator[float, None, Answer]:
    """Steps after each of which there is more to do."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        yield 0.0
