# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A second process that nobody uses now, kept ready for the next task."""

from __future__ import annotations

from contextlib import suppress

from ..jobs.process import Process
from . import current

#: Seconds after which a process that nobody has asked anything is ended.
_IDLE = 60.0


class SpareProcess:
    """At most one process, for a while."""

    def __init__(self) -> None:
        self.process: Process | None = None

    def warm_up(self) -> None:
        """Start a process that will be needed soon, if none is ready."""
        if self.process is None:
            # Whoever needs it tries again, and knows what to do then.
            with suppress(OSError):
                self.keep(Process())

    def take(self) -> Process:
        """The process that is ready, or a new one, which may not have said hello; `OSError` when there can be none."""
        process, self.process = self.process, None
        if process is not None:
            if process.is_alive:
                return process
            process.end()
        return Process()

    def keep(self, process: Process) -> None:
        """Nobody needs a process for now."""
        self.end()
        self.process = process
        current().timer.call(self.end, _IDLE)

    def end(self) -> None:
        """End the process that nobody uses."""
        current().timer.drop(self.end)
        if self.process is not None:
            self.process.end()
            self.process = None
