# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""numpy work in threads, so that all cores are used, progress is told often, and a cancel answers at once."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeAlias, TypeVar

from ..progress import Progress

Answer = TypeVar("Answer")
#: Says whether nobody waits for the work any more; long work asks now and then and returns anything.
Abandoned: TypeAlias = Callable[[], bool]

#: Seconds between two reports while work is under way.
_PATIENCE = 0.05


def run_in_order(
    work: Callable[..., Answer], tasks: Sequence[tuple[Any, ...]], progress: Progress, stage: str
) -> Iterator[Answer]:
    """The answers of `work(abandoned, *task)` for each task, in their order.

    numpy lets go of the interpreter inside its loops, so threads do use several cores. Only a few tasks are under
    way at any time, and their answers are all that is held.
    """
    threads = os.cpu_count() or 1
    abandoned = threading.Event()
    pool = ThreadPoolExecutor(threads)
    try:
        upcoming = iter(tasks)
        waiting: deque[Future[Answer]] = deque()
        for done in range(len(tasks)):
            while len(waiting) <= threads and (task := next(upcoming, None)) is not None:
                waiting.append(pool.submit(work, abandoned.is_set, *task))
            yield _await(waiting.popleft(), progress, done / len(tasks), stage)
    finally:
        # Not waited for: what is still under way notices soon, and harms nobody until then.
        abandoned.set()
        pool.shutdown(wait=False, cancel_futures=True)


def run_aside(work: Callable[[], Answer], progress: Progress, stage: str) -> Answer:
    """The answer of `work()`, computed in a thread while progress is told."""
    (answer,) = run_in_order(lambda _abandoned: work(), [()], progress, stage)
    return answer


def _await(future: Future[Answer], progress: Progress, fraction: float, stage: str) -> Answer:
    while True:
        progress(fraction, stage)
        try:
            return future.result(timeout=_PATIENCE)
        except TimeoutError:
            if future.done():
                # The work itself raised a TimeoutError.
                raise
