# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths as they are shown while their ends move.

A question that needs more than the first slice is answered roughly for the moment, and its search goes on between two
events until it is answered or something else is asked. So a path never hangs where its ends no longer are. Without a
window there is nothing to keep smooth, and every question is answered at once.
"""

from __future__ import annotations

import time
from dataclasses import replace

import bpy

from ... import navcore
from ..objects import paths
from ..properties import preferences
from ..properties.callbacks import redraw
from . import current
from .questions import Result, Search, Shown, Ways, answer_now, answer_of_the_moment, question_of, shown_of


class Preview:
    """What is known of path objects, by their `session_uid`.

    is_patient : whether every question is answered at once, however long that takes.
    """

    def __init__(self) -> None:
        self.is_patient = bpy.app.background
        self._results: dict[int, Result] = {}
        #: Paths that are drawn in place of a path object's own.
        self._instead: dict[int, Ways] = {}
        #: Questions that are being answered.
        self._searches: dict[int, Search] = {}

    def result(self, start: bpy.types.Object) -> Result | None:
        """What is known of a path; None until it was looked at."""
        return self._results.get(start.session_uid)

    def answered_now(self, scene: bpy.types.Scene, start: bpy.types.Object) -> Result:
        """What is known of a path once everything it asks now is answered, however long that takes.

        Where another route to its first goal was chosen, it leads along that one.
        """
        try:
            question = question_of(scene, start)
        except navcore.NavError as error:
            return Result(None, str(error))
        known = self.result(start)
        if known is None or known.question != question or known.is_pending:
            self._drop_search(start.session_uid)
            known = self._results[start.session_uid] = answer_now(question)
        ways = self.ways(start.session_uid)
        if ways is None or ways.configs:
            return known
        return replace(known, answers=(ways.shown[ways.chosen].path, *known.answers[1:]))

    def shown(self, scene: bpy.types.Scene) -> list[Shown]:
        """The paths of a scene that are to be drawn, in the order of their names."""
        drawn = []
        for start in paths.scene_paths(scene):
            known = self.result(start)
            if known is None or known.answered is None or not start.visible_get():
                continue
            ways = self.ways(start.session_uid)
            if ways is not None:
                chosen = self.chosen(start.session_uid)
                drawn += [replace(way, is_aside=number != chosen) for number, way in enumerate(ways.shown)]
            else:
                red, green, blue = start.volant.path.color
                drawn += shown_of(known, (red, green, blue))
        return drawn

    def show_instead(self, uid: int, ways: Ways) -> None:
        """Draw several paths in place of a path object's own, until it asks something else."""
        self._instead = {uid: ways}

    def choose(self, uid: int, number: int) -> None:
        """Choose one of several routes."""
        self._instead[uid] = replace(self._instead[uid], chosen=number)

    def show_own(self) -> None:
        """Draw every path object's own path again."""
        self._instead = {}

    def ways(self, uid: int) -> Ways | None:
        """The paths that are drawn in place of a path object's own; None when that is drawn."""
        ways, known = self._instead.get(uid), self._results.get(uid)
        if ways is None or known is None or known.question is None:
            return None
        return ways if ways.fit(known.question) else None

    def chosen(self, uid: int) -> int | None:
        """Which of these is the chosen one."""
        ways, known = self.ways(uid), self._results.get(uid)
        return ways.chosen_for(known.question) if ways and known and known.question else None

    def stop(self) -> None:
        """Stop all searches, because what they search changes; their questions are asked again."""
        for uid in list(self._searches):
            self._drop_search(uid)
            self._results[uid] = replace(self._results[uid], question=None)

    def close(self) -> None:
        """Stop all searches, and answer nothing any more."""
        for uid in list(self._searches):
            self._drop_search(uid)
        current().timer.drop(self.go_on)

    def follow(self, scene: bpy.types.Scene) -> bool:
        """Begin to answer every path of a scene whose question has changed; True when anything changed."""
        end = time.perf_counter() + preferences.budget()
        changed = False
        for start in paths.scene_paths(scene):
            changed = self._follow_one(scene, start, end) or changed
        if self._searches:
            current().timer.call(self.go_on, 0.0)
        return changed

    def go_on(self) -> float | None:
        """Timer: go on with what is being answered, and show what was. Gives after how many seconds there is more to
        do; None when all is answered."""
        end = time.perf_counter() + preferences.budget()
        answered = [uid for uid in list(self._searches) if self._continue(uid, end)]
        if answered:
            redraw(None, bpy.context)
        return min((search.pause for search in self._searches.values()), default=None)

    def _follow_one(self, scene: bpy.types.Scene, start: bpy.types.Object, end: float) -> bool:
        uid = start.session_uid
        known = self.result(start)
        try:
            question = question_of(scene, start)
        except navcore.NavError as error:
            self._drop_search(uid)
            if known is not None and known.problem == str(error):
                return False
            self._results[uid] = Result(None, str(error))
            return True
        if known is not None and known.question == question:
            return False
        self._drop_search(uid)
        if self.is_patient:
            self._results[uid] = answer_now(question)
            return True
        self._searches[uid] = Search(question)
        if not self._continue(uid, end):
            # What is known of an earlier question stays only where nothing else is.
            earlier = replace(known or Result(None), question=question, problem="", is_pending=True)
            self._results[uid] = answer_of_the_moment(question) or earlier
        return True

    def _drop_search(self, uid: int) -> None:
        search = self._searches.pop(uid, None)
        if search is not None:
            search.close()

    def _continue(self, uid: int, end: float) -> bool:
        """Go on with a search until `end`; True when it is answered."""
        # Out of the list first, so that one that fails is not tried for ever.
        search = self._searches.pop(uid)
        answer = search.advance(end) if time.perf_counter() < end else None
        if answer is None:
            self._searches[uid] = search
            return False
        self._results[uid] = answer
        return True
