# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an operator starts when something takes long: read the scene, have a task done, store its answer."""

from __future__ import annotations

from abc import ABC, abstractmethod

import bpy

from ... import navcore
from .process import NO_MEMORY, WorkLost
from .tasks import Values
from .work import SLICED, Work


class Job(ABC):
    """Something that takes long. Blender's thread calls `advance` until it says True, then `finish`.

    task : the name of what is asked of `tasks`. prepared : how far it is when the scene is read, 0 to 1.
    """

    task: str
    prepared = 0.0

    def __init__(self, stage: str) -> None:
        self.fraction, self.stage = 0.0, stage
        self._is_wanted = True
        self._work: Work | None = None
        self._error: Exception | None = None

    def prepare(self, _budget: float) -> bool:
        """Read what is needed of the scene: as little as can be, or more while it stays within `budget` seconds; True
        when nothing is left to read."""
        return True

    @abstractmethod
    def asked(self) -> Values:
        """The task's question, once everything is read."""

    @abstractmethod
    def store(self, context: bpy.types.Context, answer: Values) -> str:
        """Put the task's answer where it belongs, and say so in a few words. Changes nothing when it raises."""

    @property
    def is_preparing(self) -> bool:
        """Whether the scene is still being read."""
        return self._work is None

    @property
    def waits(self) -> bool:
        """Whether another process works, and Blender's thread has nothing to do meanwhile."""
        return self._work is not None and self._work.waits

    @property
    def note(self) -> str:
        """Why the work is slow, in a sentence; empty when it is not."""
        return SLICED if self._work is not None and self._work.is_sliced else ""

    def cancel(self) -> None:
        """Ask the work to stop; it does so within a second or two."""
        self._is_wanted = False
        if self._work is not None:
            self._work.cancel()

    def close(self) -> None:
        """Stop the work at once, if it is under way."""
        if self._work is not None:
            self._work.close()

    def advance(self, budget: float) -> bool:
        """Do what Blender's thread has to do, `budget` as in `prepare`; True when all work has ended. Never waits."""
        try:
            if self._work is None:
                if not self._is_wanted:
                    raise navcore.Cancelled(f"cancelled while {self.stage.lower()}; nothing was changed")
                if not self.prepare(budget):
                    return False
                self._work = Work(self.task, self.asked())
            has_ended = self._work.advance(budget)
        except MemoryError:
            # Also in Blender itself, where the scene is read.
            self._error = WorkLost(NO_MEMORY)
            return True
        except Exception as error:  # noqa: BLE001 (kept until `finish`, which raises it)
            self._error = error
            return True
        self.fraction, self.stage = self.prepared + (1.0 - self.prepared) * self._work.fraction, self._work.stage
        return has_ended

    def finish(self, context: bpy.types.Context) -> str:
        """`store` what was made; raises what went wrong instead."""
        if self._error is not None:
            raise self._error
        assert self._work is not None, "asked for before the work has ended"
        return self.store(context, self._work.answer)
