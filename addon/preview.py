# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths as they are shown while their ends move.

A query is answered in slices, so that no search keeps the window waiting. One that needs more than the first slice
leaves the last answer in place, and goes on between two events until it is answered or something else is asked. Without
a window there is nothing to keep smooth, and every query is answered at once.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, replace

import bpy
import numpy as np

from .. import navcore
from ..navcore.progress import Answer, Steps
from . import eroding, paths, preferences, roles, volumes
from .precision import Corner, meant
from .property_callbacks import redraw

#: Seconds between two looks while there is nothing to do but wait for another process.
_TICK = 0.05


@dataclass(frozen=True)
class Shown:
    """One path to one goal, ready to be drawn.

    path : what was found, or why nothing was.
    nav : the volume it runs through; `path.cells` are cells of this one.
    owner : `session_uid` of the volume object; its bake is `nav`, or what a larger agent has of it.
    start, goal : (x, y, z), world, where the artist put them.
    islands : the islands that start and goal are on; -1 where one is in no free space.
    color : red, green and blue, 0 to 1, as the artist chose it.
    is_pending : whether it answers an earlier question, while the one of now is being answered.
    """

    path: navcore.Path
    nav: navcore.NavVolume
    owner: int
    start: Corner
    goal: Corner
    islands: tuple[int, int]
    color: tuple[float, float, float]
    is_pending: bool = False


@dataclass(frozen=True)
class Question:
    """What a path object asks: in which bake, for which radius (0 for the bake's own), from where to where, how."""

    nav: navcore.NavVolume
    owner: int
    radius: float
    start: Corner
    goals: tuple[Corner, ...]
    config: navcore.PathConfig


@dataclass(frozen=True)
class Result:
    """What is known of a path object.

    question : what was asked last; None when it cannot be asked. problem : why it cannot. answers : one for each goal,
    of an earlier question while `is_pending`. seconds : what they took.
    """

    question: Question | None
    problem: str = ""
    answers: tuple[navcore.Path, ...] = ()
    answered: Question | None = None
    eroded: navcore.NavVolume | None = None
    islands: tuple[tuple[int, int], ...] = ()
    seconds: float = 0.0
    is_pending: bool = False


_results: dict[int, Result] = {}
#: Paths that are drawn in place of a path object's own, for the question they answer.
_instead: dict[int, tuple[Question, list[Shown]]] = {}
#: Questions that are being answered, by path object.
_searches: dict[int, _Search] = {}


def result(start: bpy.types.Object) -> Result | None:
    """What is known of a path; None until it was looked at."""
    return _results.get(start.session_uid)


def answered_now(scene: bpy.types.Scene, start: bpy.types.Object) -> Result:
    """What is known of a path once everything it asks now is answered, however long that takes."""
    try:
        question = _question(scene, start)
    except navcore.NavError as error:
        return Result(None, str(error))
    known = _results.get(start.session_uid)
    if known is None or known.question != question or known.is_pending:
        _drop_search(start.session_uid)
        known = _results[start.session_uid] = _answer_now(question)
    return known


def shown(scene: bpy.types.Scene) -> list[Shown]:
    """The paths of a scene that are to be drawn, in the order of their names."""
    drawn = []
    for start in paths.scene_paths(scene):
        known = _results.get(start.session_uid)
        if known is None or known.answered is None or not start.visible_get():
            continue
        if is_instead(start.session_uid):
            drawn += _instead[start.session_uid][1]
        else:
            red, green, blue = start.volant.path.color
            drawn += shown_of(known, (red, green, blue))
    return drawn


def shown_of(known: Result, color: tuple[float, float, float]) -> list[Shown]:
    """What was answered, in a colour."""
    asked, nav = known.answered, known.eroded
    assert asked is not None, "only what was answered is drawn"
    assert nav is not None, "answered in some volume"
    return [
        Shown(path, nav, asked.owner, asked.start, goal, islands, color, known.is_pending)
        for path, goal, islands in zip(known.answers, asked.goals, known.islands, strict=True)
    ]


def show_instead(uid: int, question: Question, drawn: list[Shown]) -> None:
    """Draw other paths in place of a path object's own, until it asks something else."""
    _instead.clear()
    _instead[uid] = (question, drawn)


def show_own() -> None:
    """Draw every path object's own path again."""
    _instead.clear()


def is_instead(uid: int) -> bool:
    """Whether other paths are drawn in place of a path object's own."""
    known = _results.get(uid)
    return uid in _instead and known is not None and known.question == _instead[uid][0]


def forget() -> None:
    """Another file is open, or Volant goes."""
    for uid in list(_searches):
        _drop_search(uid)
    _results.clear()
    _instead.clear()
    eroding.forget()
    if bpy.app.timers.is_registered(_go_on):
        bpy.app.timers.unregister(_go_on)


def follow(scene: bpy.types.Scene) -> bool:
    """Begin to answer every path of a scene whose question has changed; True when anything changed."""
    end = time.perf_counter() + preferences.budget()
    changed = False
    for start in paths.scene_paths(scene):
        changed = _follow_one(scene, start, end) or changed
    if _searches and not bpy.app.timers.is_registered(_go_on):
        bpy.app.timers.register(_go_on, first_interval=0.0)
    return changed


def _follow_one(scene: bpy.types.Scene, start: bpy.types.Object, end: float) -> bool:
    uid = start.session_uid
    known = _results.get(uid)
    try:
        question = _question(scene, start)
    except navcore.NavError as error:
        _drop_search(uid)
        if known is not None and known.problem == str(error):
            return False
        _results[uid] = Result(None, str(error))
        return True
    if known is not None and known.question == question:
        return False
    _drop_search(uid)
    if bpy.app.background:
        _results[uid] = _answer_now(question)
        return True
    # What is known of an earlier question stays for now.
    _results[uid] = replace(known or Result(None), question=question, problem="", is_pending=True)
    _searches[uid] = _Search(question)
    _continue(uid, end)
    return True


def _question(scene: bpy.types.Scene, start: bpy.types.Object) -> Question:
    """What a path object asks; `NavError` with the reason when it cannot be asked."""
    settings = start.volant.path
    volume = settings.volume
    if not roles.is_in(scene, volume):
        raise navcore.PathError("choose a volume")
    nav = volumes.require_bake(volume)
    goals = tuple(paths.place_of(goal) for goal in paths.goals_of(start, scene))
    if not goals:
        raise navcore.PathError("choose a goal")
    radius = 0.0
    if settings.larger_agent:
        radius = meant(settings.agent_radius, nav.agent_radius)
        if radius < nav.agent_radius:
            raise navcore.PathError(f"{volume.name} was baked for a larger agent; bake it for a smaller one")
    return Question(nav, volume.session_uid, radius, paths.place_of(start), goals, paths.path_config(start))


def _answer_now(question: Question) -> Result:
    """Ask navcore, however long that takes."""
    if question.radius:
        try:
            eroding.eroded_now(question.nav, question.radius)
        except navcore.NavError as error:
            return Result(question, str(error))
    answer = _Search(question).advance(float("inf"))
    assert answer is not None, "nothing is left to wait for"
    return answer


def _answering(question: Question) -> Generator[bool, None, Result]:
    """Ask navcore. Yields whether there is nothing to do for now."""
    nav = question.nav
    try:
        if question.radius:
            nav = yield from eroding.eroded_aside(nav, question.radius)
        answers = yield from _found(nav, question)
    except navcore.NavError as error:
        return Result(question, str(error))
    cells, _points, distances = nav.nearest(np.array([question.start, *question.goals]))
    of = np.where(distances <= 2.0 * nav.voxel_size, nav.components[cells], -1).tolist()
    islands = tuple((of[0], island) for island in of[1:])
    return Result(question, "", answers, question, nav, islands)


def _found(nav: navcore.NavVolume, question: Question) -> Generator[bool, None, tuple[navcore.Path, ...]]:
    """The paths to all goals, in their order."""
    start, goals, config = question.start, question.goals, question.config
    if len(goals) > 1:
        answers = yield from _paused(navcore.find_paths_steps(nav, start, goals, config))
        return tuple(answers)
    answer = yield from _paused(navcore.find_path_steps(nav, start, goals[0], config))
    return (answer,)


def _paused(steps: Steps[Answer]) -> Generator[bool, None, Answer]:
    """Steps after each of which there is more to do."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        yield False


class _Search:
    """A question that is being answered. waits : whether there is nothing to do for now."""

    def __init__(self, question: Question) -> None:
        self.waits = False
        self._steps = _answering(question)
        self._seconds = 0.0

    def advance(self, end: float) -> Result | None:
        """Go on until `end`, as `time.perf_counter`, and for one step at least; the answer, if that was all."""
        began = time.perf_counter()
        while True:
            try:
                self.waits = next(self._steps)
            except StopIteration as done:
                answer: Result = done.value
                return replace(answer, seconds=self._seconds + time.perf_counter() - began)
            if self.waits or time.perf_counter() >= end:
                self._seconds += time.perf_counter() - began
                return None

    def close(self) -> None:
        """Nobody wants an answer any more."""
        self._steps.close()


def _drop_search(uid: int) -> None:
    search = _searches.pop(uid, None)
    if search is not None:
        search.close()


def _continue(uid: int, end: float) -> bool:
    """Go on with a search until `end`; True when it is answered."""
    # Out of the list first, so that one that fails is not tried for ever.
    search = _searches.pop(uid)
    answer = search.advance(end) if time.perf_counter() < end else None
    if answer is None:
        _searches[uid] = search
        return False
    _results[uid] = answer
    return True


def _go_on() -> float | None:
    """Timer: go on with what is being answered, and show what was."""
    end = time.perf_counter() + preferences.budget()
    answered = [uid for uid in list(_searches) if _continue(uid, end)]
    if answered:
        redraw(None, bpy.context)
    if not _searches:
        return None
    return _TICK if all(search.waits for search in _searches.values()) else 0.0
