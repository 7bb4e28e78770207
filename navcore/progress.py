# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long work reports where it is, can be paused, and learns that nobody wants it any more.

Long work is written as a generator, its *steps*: it yields where it is now and then, and returns its answer. Whoever
runs it decides what happens in between: `run` tells a progress callback; Blender's window takes a slice of a few
milliseconds, draws, and goes on later.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias, TypeVar

import numpy as np

from .errors import Cancelled

Answer = TypeVar("Answer")

#: Called with (fraction 0..1, stage name); returning False, and only False, cancels.
Progress: TypeAlias = Callable[[float, str], object]
#: Long work: yields (fraction 0..1, stage name) now and then, returns its answer. Closing it cancels it.
Steps: TypeAlias = Generator[tuple[float, str], None, Answer]


def run(steps: Steps[Answer], progress: Progress | None = None) -> Answer:
    """The answer of long work, with `progress` told at every step; raises `Cancelled` when it answers False."""
    while True:
        try:
            fraction, stage = next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        if progress is not None and is_no(progress(fraction, stage)):
            steps.close()
            raise Cancelled(f"cancelled while {stage.lower()}; nothing was changed")


def part(steps: Steps[Answer], begin: float, end: float, name: str | None = None) -> Steps[Answer]:
    """Long work that is a part of longer work: its fractions run from `begin` to `end`, its stage has that name."""
    while True:
        try:
            fraction, stage = next(steps)
        except StopIteration as finished:
            answer: Answer = finished.value
            return answer
        try:
            yield begin + (end - begin) * fraction, name or stage
        except GeneratorExit:
            steps.close()
            raise


def is_no(answer: object) -> bool:
    """Whether a progress callback says no: False, numpy's too; None and the like are no answer and mean yes."""
    return isinstance(answer, bool | np.bool_) and not answer


def report(progress: Progress | None, fraction: float, stage: str) -> None:
    """Tell `progress`, if any, and raise `Cancelled` when it answers False."""
    if progress is not None and is_no(progress(fraction, stage)):
        raise Cancelled(f"cancelled while {stage.lower()}; nothing was changed")
