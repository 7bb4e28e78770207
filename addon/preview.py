# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths as they are shown while their ends move.

A query that answers within the budget follows the mouse. One that does not keeps the last answer, and is asked again
in a thread of its own once the mouse rests. Without a window there is nothing to keep smooth, and every query is
answered at once.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

import bpy
import numpy as np

from .. import navcore
from . import paths, roles, volumes
from .precision import Corner, meant
from .property_callbacks import redraw

#: Seconds that all paths of a scene together may take while something is dragged.
BUDGET = 0.04
#: Seconds without a change after which the mouse is taken to rest, and between two looks at the thread.
_REST = 0.15
_TICK = 0.05
#: Volumes for larger agents that are kept.
_MOST_ERODED = 8


@dataclass(frozen=True)
class Shown:
    """One path to one goal, ready to be drawn.

    path : what was found, or why nothing was.
    nav : the volume it runs through; `path.cells` are cells of this one.
    owner : `session_uid` of the volume object; its bake is `nav`, or what a larger agent has of it.
    start, goal : (x, y, z), world, where the artist put them.
    islands : the islands that start and goal are on; -1 where one is in no free space.
    color : red, green and blue, 0 to 1, as the artist chose it.
    """

    path: navcore.Path
    nav: navcore.NavVolume
    owner: int
    start: Corner
    goal: Corner
    islands: tuple[int, int]
    color: tuple[float, float, float]


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
_eroded: OrderedDict[tuple[navcore.NavVolume, float], navcore.NavVolume] = OrderedDict()


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
        known = _results[start.session_uid] = _answer(question, None)
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
        Shown(path, nav, asked.owner, asked.start, goal, islands, color)
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
    _worker.stop()
    _results.clear()
    _instead.clear()
    _eroded.clear()
    if bpy.app.timers.is_registered(_when_resting):
        bpy.app.timers.unregister(_when_resting)


def follow(scene: bpy.types.Scene) -> bool:
    """Answer every path of a scene whose question has changed, within the budget; True when anything changed."""
    began = time.perf_counter()
    changed = False
    for start in paths.scene_paths(scene):
        changed = _follow_one(scene, start, began) or changed
    if changed and any(known.is_pending for known in _results.values()):
        _rest_later()
    return changed


def _follow_one(scene: bpy.types.Scene, start: bpy.types.Object, began: float) -> bool:
    uid = start.session_uid
    known = _results.get(uid)
    try:
        question = _question(scene, start)
    except navcore.NavError as error:
        if known is not None and known.problem == str(error):
            return False
        _results[uid] = Result(None, str(error))
        return True
    if known is not None and known.question == question:
        return False
    if bpy.app.background:
        _results[uid] = _answer(question, None)
        return True
    is_ready = not question.radius or (question.nav, question.radius) in _eroded
    if is_ready and time.perf_counter() - began < BUDGET:
        try:
            _results[uid] = _answer(question, began + BUDGET)
        except navcore.Cancelled:
            is_ready = False
    else:
        is_ready = False
    if not is_ready:
        last = known or Result(None)
        _results[uid] = Result(
            question, "", last.answers, last.answered, last.eroded, last.islands, last.seconds, is_pending=True
        )
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


def _answer(question: Question, end: float | None) -> Result:
    """Ask navcore; `Cancelled` when that takes longer than until `end` (`time.perf_counter`) or is not wanted."""

    def go_on(_fraction: float, _stage: str) -> bool:
        return end is None or time.perf_counter() < end

    return _ask(question, go_on)


def _ask(question: Question, go_on: navcore.Progress) -> Result:
    began = time.perf_counter()
    nav = question.nav
    try:
        if question.radius:
            nav = _eroded_for(question, go_on)
        if len(question.goals) == 1:
            answers = [navcore.find_path(nav, question.start, question.goals[0], question.config, go_on)]
        else:
            answers = navcore.find_paths(nav, question.start, question.goals, question.config, go_on)
    except navcore.Cancelled:
        raise
    except navcore.NavError as error:
        return Result(question, str(error))
    cells, _points, distances = nav.nearest(np.array([question.start, *question.goals]))
    of = np.where(distances <= 2.0 * nav.voxel_size, nav.components[cells], -1).tolist()
    islands = tuple((of[0], island) for island in of[1:])
    return Result(question, "", tuple(answers), question, nav, islands, time.perf_counter() - began)


def _eroded_for(question: Question, go_on: navcore.Progress) -> navcore.NavVolume:
    key = (question.nav, question.radius)
    nav = _eroded.get(key)
    if nav is None:
        nav = _eroded[key] = navcore.erode(question.nav, question.radius, go_on)
        while len(_eroded) > _MOST_ERODED:
            _eroded.popitem(last=False)
    return nav


class _Worker:
    """Answers one question after the other in a thread, each as long as it is still asked."""

    def __init__(self) -> None:
        self._asked: tuple[int, Question] | None = None
        self._answer: Result | None = None
        self._thread: threading.Thread | None = None

    def stop(self) -> None:
        """Drop the question under way."""
        self._asked = None
        if self._thread is not None:
            self._thread.join(5.0)
            self._thread = None

    def tend(self, pending: dict[int, Question]) -> tuple[int, Result] | None:
        """Start on a pending question if idle; an answer, if there is one."""
        if self._asked is not None and pending.get(self._asked[0]) != self._asked[1]:
            self._asked = None
        if self._thread is not None:
            if self._thread.is_alive():
                return None
            asked, answer = self._asked, self._answer
            self._thread = self._asked = self._answer = None
            if asked is not None and answer is not None:
                return asked[0], answer
        if pending:
            self._asked = next(iter(pending.items()))
            self._thread = threading.Thread(target=self._work, args=self._asked, name="volant path", daemon=True)
            self._thread.start()
        return None

    def _work(self, uid: int, question: Question) -> None:
        try:
            self._answer = _ask(question, lambda _fraction, _stage: self._asked == (uid, question))
        except navcore.Cancelled:
            self._answer = None


_worker = _Worker()
#: When a question was last left for later, as `time.perf_counter`.
_left_at = [0.0]


def _rest_later() -> None:
    _left_at[0] = time.perf_counter()
    if not bpy.app.background and not bpy.app.timers.is_registered(_when_resting):
        bpy.app.timers.register(_when_resting, first_interval=_REST)


def _when_resting() -> float | None:
    """Timer: have pending questions answered, and show the answers."""
    if time.perf_counter() - _left_at[0] < _REST:
        return _REST
    pending = {uid: known.question for uid, known in _results.items() if known.is_pending and known.question}
    done = _worker.tend(pending)
    if done is not None:
        _results[done[0]] = done[1]
        pending.pop(done[0], None)
        redraw(None, bpy.context)
    return _TICK if pending else None
