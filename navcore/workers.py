# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks of a bake: in threads, so that all cores are used; in Blender's process one after the other.

A task is written as steps. It pauses often, so that whoever runs it can report progress, do something else or end it.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from .progress import Steps, nth_part, run

Answer = TypeVar("Answer")

#: Seconds between two reports while threads are at work.
_PATIENCE = 0.05


def may_start_threads() -> bool:
    """Whether this process is not Blender's.

    Threads that Python starts there crash Blender sooner or later, even when they never touch it, and its extension
    platform refuses add-ons that start any.
    """
    return "bpy" not in sys.modules


def run_in_order(
    work: Callable[..., Steps[Answer]], tasks: Sequence[tuple[Any, ...]], stage: str
) -> Steps[list[Answer]]:
    """The answers of `work(*task)` for each task, in their order."""
    if may_start_threads():
        return (yield from _run_in_threads(work, tasks, stage))
    answers = []
    for done, task in enumerate(tasks):
        yield done / len(tasks), stage
        answers.append((yield from nth_part(work(*task), done, len(tasks))))
    return answers


def run_aside(steps: Steps[Answer], stage: str) -> Steps[Answer]:
    """The answer of long work. In a thread it need not pause often for progress to be told often."""
    (answer,) = yield from run_in_order(lambda: steps, [()], stage)
    return answer


def _run_in_threads(
    work: Callable[..., Steps[Answer]], tasks: Sequence[tuple[Any, ...]], stage: str
) -> Steps[list[Answer]]:
    """`run_in_order` with as many threads as there are cores.

    numpy lets go of the interpreter inside its loops, so threads do use several cores. Only a few tasks are under
    way at any time.
    """
    threads = os.cpu_count() or 1
    unwanted = threading.Event()
    pool = ThreadPoolExecutor(threads)
    try:
        upcoming = iter(tasks)
        waiting: deque[_Task[Answer]] = deque()
        answers = []
        for done in range(len(tasks)):
            while len(waiting) <= threads and (task := next(upcoming, None)) is not None:
                waiting.append(_Task(pool, work(*task), stage, unwanted))
            steps = waiting.popleft().wait()
            answers.append((yield from nth_part(steps, done, len(tasks))))
        return answers
    finally:
        # Not waited for: what is still under way ends at its next pause, and harms nobody until then.
        unwanted.set()
        pool.shutdown(wait=False, cancel_futures=True)


class _Task(Generic[Answer]):
    """Long work that a thread of a pool runs until it ends, or until `unwanted` is set."""

    def __init__(self, pool: ThreadPoolExecutor, steps: Steps[Answer], stage: str, unwanted: threading.Event) -> None:
        self._unwanted = unwanted
        #: Fraction and stage it has come to.
        self._where = 0.0, stage
        try:
            self._future: Future[Answer] = pool.submit(run, steps, self._tell)
        except RuntimeError as error:
            # Python's word for a system that has no room for another thread.
            raise MemoryError("no thread can be started") from error

    def _tell(self, fraction: float, stage: str) -> bool:
        self._where = fraction, stage
        return not self._unwanted.is_set()

    def wait(self) -> Steps[Answer]:
        """Say now and then where the work is, and give its answer."""
        while True:
            yield self._where
            try:
                return self._future.result(timeout=_PATIENCE)
            except TimeoutError:
                # The work may have ended just after the wait did, or have raised this error itself: then its own
                # outcome counts.
                if self._future.done():
                    return self._future.result()
