# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long work reports where it is, can be paused, and learns that nobody wants it any more.

Long work is written as a generator, its *steps*: it yields where it is now and then, and returns its answer. Whoever
runs it decides what happens in between: `run` tells a progress callback; Blender's window takes a slice of a few
milliseconds, draws, and goes on later.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, Generic, Self, TypeAlias, TypeVar

import numpy as np

from .errors import Cancelled, NavError
from .given import shown

Answer = TypeVar("Answer")

#: Called with (fraction 0..1, stage name); returning False, and only False, cancels.
Progress: TypeAlias = Callable[[float, str], object]
#: What it is called when something is made that later work looks things up in.
PREPARING = "Preparing"
#: Long work: yields (fraction 0..1, stage name) now and then, returns its answer. Closing it cancels it.
Steps: TypeAlias = Generator[tuple[float, str], None, Answer]


def run(steps: Steps[Answer], progress: Progress | None = None) -> Answer:
    """The answer of long work, with `progress` told at every step; raises `Cancelled` when it answers False."""
    _check(progress)
    while True:
        try:
            fraction, stage = next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        if progress is not None and is_no(progress(fraction, stage)):
            steps.close()
            raise _cancelled(stage)


def part(steps: Steps[Answer], begin: float, end: float, name: str | None = None) -> Steps[Answer]:
    """Long work that is a part of longer work: its fractions run from `begin` to `end`, its stage has that name."""
    kept = KeepingAnswer(steps)
    try:
        for fraction, stage in kept:
            yield begin + (end - begin) * fraction, name or stage
    finally:
        steps.close()
    return kept.answer


def nth_part(steps: Steps[Answer], index: int, count: int) -> Steps[Answer]:
    """One of several equal parts of longer work, counted from 0."""
    return part(steps, index / count, (index + 1) / count)


class KeepingAnswer(Generic[Answer]):
    """Steps to loop over; afterwards, `answer` is theirs."""

    answer: Answer

    def __init__(self, steps: Steps[Answer]) -> None:
        self._steps = steps

    def __iter__(self) -> Iterator[tuple[float, str]]:
        self.answer = yield from self._steps


class MadeInSteps:
    """Something that takes long to make: at once by calling its class, or by `steps` with the same arguments."""

    def __init__(self, *given: Any, **named: Any) -> None:
        run(self._make(*given, **named))

    @classmethod
    def steps(cls, *given: Any, **named: Any) -> Steps[Self]:
        """The same, for those who cannot wait for it."""
        made = cls.__new__(cls)
        yield from made._make(*given, **named)
        return made

    def _make(self, *given: Any, **named: Any) -> Steps[None]:
        """What `__init__` would do, in steps."""
        raise NotImplementedError


def is_no(answer: object) -> bool:
    """Whether a progress callback says no: False, numpy's too; None and the like are no answer and mean yes."""
    return isinstance(answer, bool | np.bool_) and not answer


def report(progress: Progress | None, fraction: float, stage: str) -> None:
    """Tell `progress`, if any, and raise `Cancelled` when it answers False."""
    _check(progress)
    if progress is not None and is_no(progress(fraction, stage)):
        raise _cancelled(stage)


def _cancelled(stage: str) -> Cancelled:
    return Cancelled(f"cancelled while {stage.lower()}; nothing was changed")


def _check(progress: object) -> None:
    if progress is not None and not callable(progress):
        raise NavError(f"progress must be a function of (fraction, stage), not {shown(progress)}")
