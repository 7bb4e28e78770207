# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What callers give, as plain numbers, points and arrays; and how an error message shows what could not be one."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Iterable, Mapping, Set
from itertools import islice
from numbers import Integral, Real
from typing import TypeAlias

import numpy as np

from .arrays import AnyArray, Float64s
from .errors import NavError

Numbers: TypeAlias = tuple[float, ...]

#: Without an order, or of characters and bytes, which are not meant as numbers.
_NO_LISTS = (Set, Mapping, str, bytes, bytearray, memoryview)

#: Characters of a value in a message.
_LONGEST = 160


class _Short(reprlib.Repr):
    """What Python says of a value, without most of what is large or deep."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = 80
        self.maxlevel = 4


def shown(value: object) -> str:
    """A value in a message: one short line, whatever it is."""
    try:
        text = _Short().repr(value)
    except (ValueError, RecursionError):  # whole numbers of thousands of digits
        text = f"a {type(value).__name__} too large to show"
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def number(value: object) -> float | None:
    """A finite number, numpy's too; None for anything else."""
    value = _scalar(value)
    if not isinstance(value, Real):
        return None
    try:
        plain = float(value)
    except OverflowError:  # 10**400
        return None
    return plain if math.isfinite(plain) else None


def whole(value: object) -> int | None:
    """A whole number of a whole type, numpy's too; None for anything else."""
    value = _scalar(value)
    return int(value) if isinstance(value, Integral) else None


def flag(value: object) -> bool | None:
    """True or False, numpy's too, or 1 or 0; None for anything else."""
    value = _scalar(value)
    return bool(value) if isinstance(value, bool | np.bool_) or whole(value) in (0, 1) else None


def items(value: object, most: int | None = None) -> list[object] | None:
    """What something holds in an order of its own, one more than `most` of it at most; None when it holds nothing so.

    Sets have no order, and neither text nor bytes are lists of numbers.
    """
    if isinstance(value, _NO_LISTS) or not isinstance(value, Iterable):
        return None
    try:
        return [*islice(value, None if most is None else most + 1)]
    except TypeError:  # an array without axes
        return None


def point(value: object) -> tuple[float, float, float] | None:
    """Three finite numbers, in whatever holds them in order; None for anything else."""
    found = [number(item) for item in items(value, 3) or ()]
    if len(found) != 3 or None in found:
        return None
    x, y, z = (item for item in found if item is not None)
    return x, y, z


def array(name: str, value: object, error: type[NavError]) -> AnyArray:
    """What numpy makes of something; `error` names it when that is nothing."""
    try:
        return np.asarray(value)
    except (TypeError, ValueError, OverflowError) as problem:  # ragged lists
        raise error(f"{name} cannot be made an array ({problem}); give rows of equal length") from problem


def point_array(name: str, value: object, error: type[NavError]) -> Float64s:
    """Three finite numbers, (3,) float64; `error` names what they are for when there are none."""
    numbers = _numbers(name, value, error)
    if numbers.shape != (3,) or not np.isfinite(numbers).all():
        raise error(f"{name} must be three finite numbers, not {shown(value)}")
    return numbers


def points_array(name: str, values: object, error: type[NavError]) -> Float64s:
    """Rows of three finite numbers, (n, 3) float64; `error` names what they are for when there are none."""
    numbers = _numbers(name, values, error)
    if numbers.size == 0:
        return np.empty((0, 3))
    if numbers.ndim != 2 or numbers.shape[1] != 3 or not np.isfinite(numbers).all():
        raise error(f"{name} must be a finite (n, 3) array, not of shape {numbers.shape}")
    return numbers


def _numbers(name: str, values: object, error: type[NavError]) -> Float64s:
    try:
        made = np.asarray(values)
        if made.dtype.kind not in "biufO":
            raise TypeError("texts, dates and complex numbers are no coordinates")
        return made.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as problem:
        raise error(f"{name} must be made of numbers, not {shown(values)}") from problem


def _scalar(value: object) -> object:
    """What an array without axes holds; anything else as it is."""
    return value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
