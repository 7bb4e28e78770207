# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a verb answers, and how it says that it was asked wrongly."""

from __future__ import annotations

import json
import math
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


def as_json(values: Mapping[str, Any]) -> str:
    """JSON on one line, in ASCII. JSON has no numbers that are not finite; they are null."""
    return json.dumps(_finite(values), allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
