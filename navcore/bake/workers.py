# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Independent pieces of numpy work on all cores, with progress and prompt cancelling."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from ..progress import Progress

Answer = TypeVar("Answer")


def run_in_order(
    work: Callable[..., Answer], tasks: Sequence[tuple[Any, ...]], progress: Progress, stage: str
) -> Iterator[Answer]:
    """The answers of `work(*task)` for each task, in their order, computed by threads.

    numpy lets go of the interpreter inside its loops, so threads do use several cores. Only a few tasks are
    under way at any time: a cancel waits for those, and their answers are all that is held.
    """
    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Answer]] = deque()
        upcoming = iter(tasks)
        done = 0
        for task in upcoming:
            waiting.append(pool.submit(work, *task))
            if len(waiting) > threads:
                break
        while waiting:
            progress(done / len(tasks), stage)
            answer = waiting.popleft().result()
            for task in upcoming:
                waiting.append(pool.submit(work, *task))
                break
            done += 1
            yield answer
