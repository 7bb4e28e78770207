# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long work in the background of a window: what needs Blender on its thread, the rest on another. One at a time."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

import bpy

from .. import navcore


class Job(ABC):
    """Something that takes long.

    `fraction` and `stage` tell how far it is. Blender's thread calls `advance` until it says True, then `store`.
    """

    def __init__(self, stage: str) -> None:
        self.fraction, self.stage = 0.0, stage
        self._is_wanted = True
        self._thread: threading.Thread | None = None
        self._error: Exception | None = None

    def prepare(self, _budget: float) -> bool:
        """What has to be done on Blender's thread first: as little as can be, or more while it stays within `budget`
        seconds; True when there is none left."""
        return True

    @abstractmethod
    def work(self) -> None:
        """The rest, on a thread of its own, without Blender."""

    @abstractmethod
    def store(self, context: bpy.types.Context) -> str:
        """Put what was made where it belongs, and say so in a few words. Changes nothing when it raises."""

    def tell(self, fraction: float, stage: str) -> bool:
        """Progress, for navcore to call; False when nobody wants the work any more."""
        self.fraction, self.stage = fraction, stage
        return self._is_wanted

    def cancel(self) -> None:
        """Ask the work to stop; it does so within a tenth of a second or two."""
        self._is_wanted = False

    @property
    def is_preparing(self) -> bool:
        """Whether there still is something to do on Blender's thread before the rest can begin."""
        return self._thread is None

    def advance(self, budget: float) -> bool:
        """Do what has to be done on Blender's thread, `budget` as in `prepare`; True when all work has ended."""
        if self._thread is None:
            try:
                if not self._is_wanted:
                    raise navcore.Cancelled(f"cancelled while {self.stage.lower()}; nothing was changed")
                if not self.prepare(budget):
                    return False
            except navcore.NavError as error:
                self._error = error
                return True
            self._thread = threading.Thread(target=self._run, name="volant", daemon=True)
            self._thread.start()
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self.work()
        except Exception as error:  # noqa: BLE001 (handed to Blender's thread, which tells or raises it)
            self._error = error

    def wait(self, seconds: float) -> None:
        """Wait for the thread, if there is one."""
        if self._thread is not None:
            self._thread.join(seconds)

    def finish(self, context: bpy.types.Context) -> str:
        """`store` what was made; raises what went wrong instead."""
        if self._error is not None:
            raise self._error
        return self.store(context)


#: The job under way, if any.
_current: list[Job] = []


def current() -> Job | None:
    return _current[0] if _current else None


def begin(job: Job) -> None:
    """There is a job under way now."""
    _current[:] = [job]


def end() -> None:
    """There is no job under way any more; one that is, is stopped."""
    while _current:
        job = _current.pop()
        job.cancel()
        job.wait(5.0)
