# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a verb answers, and how it says that it was asked wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class WrongUse(Exception):
    """Options that do not go together or with what they are used on."""


@dataclass(frozen=True)
class Answer:
    """values : what --json prints; text : what people read; good : whether the exit code is 0."""

    values: Mapping[str, Any]
    text: str
    good: bool = True


def lines(values: Mapping[str, Any]) -> str:
    """One `name: value` a line."""
    return "\n".join(f"{name}: {value}" for name, value in values.items())
