# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Progress for people: one line on stderr that is written over, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ..navcore.progress import Progress

#: Seconds between two updates of the line.
_PAUSE = 0.1
_WIDTH = 60


@contextmanager
def shown_progress(what: str) -> Iterator[Progress | None]:
    """A progress callback that shows itself, or None where nobody looks."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    last = 0.0

    def show(fraction: float, stage: str) -> None:
        nonlocal last
        if time.monotonic() - last >= _PAUSE:
            last = time.monotonic()
            sys.stderr.write(f"\r{f'{what}: {fraction:4.0%} {stage}':<{_WIDTH}.{_WIDTH}}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write(f"\r{'':<{_WIDTH}}\r")
        sys.stderr.flush()
