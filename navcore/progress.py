# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long work reports where it is and learns that nobody wants it any more."""

from collections.abc import Callable
from typing import TypeAlias

from .errors import Cancelled

#: Called with (fraction 0..1, stage name); returning False, and only False, cancels.
Progress: TypeAlias = Callable[[float, str], object]


def report(progress: Progress | None, fraction: float, stage: str) -> None:
    """Tell `progress`, if any, and raise `Cancelled` when it answers False."""
    if progress is not None and progress(fraction, stage) is False:
        raise Cancelled(f"cancelled while {stage.lower()}; nothing was changed")
