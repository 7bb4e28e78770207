# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a question took, without what was done between its steps."""

from __future__ import annotations

import time

from ..progress import Answer, KeepingAnswer, Steps


class Stopwatch:
    """How long some steps take, without what happens between them."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self._earlier, self._began = 0.0, time.perf_counter()

    def seconds(self) -> float:
        return self._earlier + time.perf_counter() - self._began

    def timed(self, steps: Steps[Answer]) -> Steps[Answer]:
        """The same steps, during which alone the watch runs."""
        kept = KeepingAnswer(steps)
        self._began = time.perf_counter()
        try:
            for progress in kept:
                self._earlier += time.perf_counter() - self._began
                yield progress
                self._began = time.perf_counter()
        finally:
            steps.close()
        return kept.answer
