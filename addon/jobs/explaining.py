# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What would have to change for a path that is not found."""

from __future__ import annotations

from dataclasses import asdict

import bpy

from ... import navcore
from .. import session
from ..objects import volumes
from ..session.why_not import explained
from ..wording import length, sentence
from . import tasks
from .reading import ReadingJob


class WhyNotJob(ReadingJob):
    """Looks for what is in the way of a path object's first goal that is not reached; `NavError` when all are.

    Smaller agents are tried on the scene as it is now, with what moves where it is. What came from a file has none.
    """

    task = "why_not"

    def __init__(self, context: bpy.types.Context, start: bpy.types.Object) -> None:
        super().__init__()
        known = session.current().preview.result(start)
        if known is None or known.answered is None or known.space is None or known.is_pending:
            raise navcore.PathError(f"{start.name} asks nothing yet: {known.problem if known else 'choose a goal'}")
        if known.answered.level is not None:
            raise navcore.PathError(f"{start.name} takes any way; choose Fly or Walk as its Way to ask for each")
        lost = [number for number, path in enumerate(known.answers) if not path.found]
        if not lost:
            raise navcore.PathError(f"{start.name} is found")
        self._uid, self._question, self._nav, self._goal = start.session_uid, known.answered, known.nav, lost[0]
        volume = volumes.find(known.answered.owner)
        # An end may be free, but removed.
        removed = 0 if isinstance(self._nav, navcore.NavSurface) else len(self._nav.removed_boxes)
        may_pass = known.answers[lost[0]].status is navcore.PathStatus.DIFFERENT_ISLANDS or removed
        self._reads = bool(may_pass and volume is not None and volume.volant.volume.baked_from)
        if self._reads:
            self.begin_reading(context, volume)
        else:
            self.prepared = 0.0

    def prepare(self, budget: float) -> bool:
        return super().prepare(budget) if self._reads else True

    def asked(self) -> tasks.Values:
        question = self._question
        return {
            "space": tasks.space_values(self._nav),
            "start": question.start,
            "goal": question.goals[self._goal],
            "meshes": self.read(question.moving)[0] if self._reads else None,
            "config": asdict(question.config),
        }

    def store(self, context: bpy.types.Context, answer: tasks.Values) -> str:
        start = volumes.find(self._uid)
        known = session.current().preview.result(start) if start else None
        if known is None or known.question != self._question:
            raise navcore.PathError("the path was changed or deleted meanwhile; ask again")
        why_not = tasks.why_not_of(answer)
        words = sentence(why_not.words(lambda units: length(context.scene, units)))
        if len(self._question.goals) > 1:
            words = f"{self._goal + 1}: {words}"
        session.current().why_not.found = explained(self._uid, self._question, self._goal, why_not, words)
        return words
