# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A task under way: in a second process, or, where none can be started, in slices on Blender's own thread."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing

from ... import navcore
from ...navcore import errors
from ...navcore.progress import Answer, Steps
from .. import session
from . import message, process
from .tasks import TASKS, Values

#: What is told of work in slices.
SLICED = "This Blender cannot start a second process; work shares its thread with the window and takes longer"
#: Seconds that a process gets to stop working once it is asked to.
_GRACE = 1.0


class Work:
    """One task. `fraction` and `stage` tell how far it is; `answer` is what it has answered once `advance` says True.

    waits : whether the last `advance` has left nothing to do on Blender's thread for now.
    is_sliced : whether all is done on Blender's thread.
    """

    def __init__(self, task: str, asked: Values) -> None:
        self.fraction, self.stage = 0.0, "Starting"
        self.waits = self.is_sliced = False
        self.answer: Values = {}
        self._task, self._asked = task, asked
        self._cancelled_at: float | None = None
        self._steps = self._run()

    def cancel(self) -> None:
        """Ask the work to stop; `advance` raises `Cancelled` within a second or two."""
        if self._cancelled_at is None:
            self._cancelled_at = time.monotonic()

    def close(self) -> None:
        """Stop the work at once, and leave nothing behind."""
        self._steps.close()

    def advance(self, budget: float) -> bool:
        """Go on for `budget` seconds or a step, whichever is longer; True when the work has ended, raises `NavError`
        when it failed. Never waits."""
        end = time.perf_counter() + budget
        while True:
            try:
                self.waits = next(self._steps)
            except StopIteration as finished:
                self.answer = finished.value
                return True
            except MemoryError as error:
                raise process.WorkLost(process.NO_MEMORY) from error
            if self.waits or time.perf_counter() >= end:
                return False

    def _run(self) -> Generator[bool, None, Values]:
        """All there is to do. Yields whether it has to wait for the process."""
        try:
            worker = yield from self._asking()
        except OSError:
            self.is_sliced = True
            return (yield from self._in_slices(TASKS[self._task](self._asked)))
        return (yield from self._answering(worker))

    def _asking(self) -> Generator[bool, None, process.Process]:
        """A process that was asked; `OSError` when there can be none."""
        worker = session.current().spare_process.take()
        try:
            while not worker.is_ready():
                self._check_wanted()
                yield True
            yield from self._in_slices(message.write_steps(self._asked, worker.asked))
            worker.ask(self._task)
        except BaseException:
            worker.end()
            raise
        # It may be large, and the process has its own.
        self._asked = {}
        return worker

    def _answering(self, worker: process.Process) -> Generator[bool, None, Values]:
        """What a process answers that was asked."""
        is_well = False
        try:
            while not self._has_answered(worker):
                yield True
            try:
                # Ready for the next task even if nobody wants this answer any more.
                is_well = True
                outcome = yield from self._in_slices(message.read_steps(worker.answered))
            except (OSError, ValueError) as error:
                is_well = False
                raise process.WorkLost(f"what was made cannot be read: {error}; try again") from error
        finally:
            if is_well:
                worker.tidy()
                session.current().spare_process.keep(worker)
            else:
                worker.end()
        if "error" in outcome:
            raise _error(outcome)
        answer: Values = outcome["answer"]
        return answer

    def _has_answered(self, worker: process.Process) -> bool:
        # Looked at first, so that its last words are heard.
        is_alive = worker.is_alive
        for word, *more in worker.hear():
            if word == "answered":
                return True
            self.fraction, self.stage = more
        if not is_alive:
            raise worker.last_words()
        if self._cancelled_at is not None:
            worker.cancel()
            if time.monotonic() - self._cancelled_at > _GRACE:
                self._check_wanted()
        return False

    def _in_slices(self, steps: Steps[Answer]) -> Generator[bool, None, Answer]:
        """Steps on Blender's thread."""
        # Closed even if nobody wants them any more: a file may be open in them.
        with closing(steps):
            while True:
                self._check_wanted()
                try:
                    told = next(steps)
                except StopIteration as end:
                    answer: Answer = end.value
                    return answer
                if self.is_sliced:
                    self.fraction, self.stage = told
                yield False

    def _check_wanted(self) -> None:
        if self._cancelled_at is not None:
            raise navcore.Cancelled(f"cancelled while {self.stage.lower()}; nothing was changed")


def _error(outcome: Values) -> navcore.NavError:
    """The error that the process has raised, of the same class and with the same fields."""
    kind = getattr(errors, outcome["error"])
    error: navcore.NavError = kind.__new__(kind, *outcome["args"])
    vars(error).update(outcome["fields"])
    return error
