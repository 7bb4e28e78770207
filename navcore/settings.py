# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is told of a setting where it is declared, on a field of a config: which values it takes, and in which words.

Whoever handles settings goes by these, and needs no list of them: checks, metadata, the command line, Blender's panels.
"""

from __future__ import annotations

import math
from dataclasses import Field, dataclass, field, fields
from typing import Any, Protocol

import numpy as np

from .errors import NavError
from .given import array, flag, items, number, point, shown, whole

Point = tuple[float, float, float]

#: People give sizes in these, configs hold bytes.
MEGABYTE = 1 << 20


class Kind(Protocol):
    """Which values a setting takes."""

    def checked(self, name: str, value: object, error: type[NavError]) -> object:
        """A value as plain numbers, tuples and truth values; `error`, which names it, when it is no such value."""


@dataclass(frozen=True)
class Setting:
    """What is told of a setting beside its name and its default.

    kind : which values it takes, beside None where that is its default.
    help : what the command line says of it; empty where it is not offered.
    option : what the command line calls it, if not by its name.
    instead_of : the setting that it takes the place of; only one of them is given.
    is_recorded : whether files tell it, and a bake with another value is out of date.
    """

    kind: Kind
    help: str = ""
    option: str = ""
    instead_of: str = ""
    is_recorded: bool = True


def setting(default: object, kind: Kind, **told: Any) -> Any:
    """A field of a config; `told` as in `Setting`."""
    return field(default=default, metadata={"setting": Setting(kind, **told)})


def settings_of(config: object) -> dict[str, Setting]:
    """The settings of a config, or of a class of them, by name."""
    return {each.name: each.metadata["setting"] for each in fields(config)}  # type: ignore[arg-type]  # a dataclass


def recorded_settings(config: object) -> tuple[Field[Any], ...]:
    """The fields of a config, or of a class of them, that files tell: by these a bake is what it is."""
    told = settings_of(config)
    return tuple(each for each in fields(config) if told[each.name].is_recorded)  # type: ignore[arg-type]  # a dataclass


def asked_settings(config: object) -> dict[str, Any]:
    """What files tell of a config, as JSON has it: settings that are not left at their defaults."""
    asked = {each.name: (getattr(config, each.name), each.default) for each in recorded_settings(config)}
    return {name: _plain(value) for name, (value, default) in asked.items() if value != default}


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def check_settings(config: object, error: type[NavError]) -> None:
    """Replace every field of a frozen config by its plain value."""
    for each in fields(config):  # type: ignore[arg-type]  # a dataclass
        value = getattr(config, each.name)
        if value is not None or each.default is not None:
            kind: Kind = each.metadata["setting"].kind
            object.__setattr__(config, each.name, kind.checked(each.name, value, error))


@dataclass(frozen=True)
class Number:
    """A finite number, 0 or more. called : what errors call it, if not by its name."""

    what: str = "0 or more"
    is_positive: bool = False
    called: str = ""

    def checked(self, name: str, value: object, error: type[NavError]) -> float:
        found = number(value)
        if found is None or found < 0 or (self.is_positive and not found):
            raise _refusal(self.called or name, self.what, value, error)
        return found


@dataclass(frozen=True)
class Length(Number):
    """A length in scene units."""


@dataclass(frozen=True)
class Size(Number):
    """A number of bytes, above 0."""

    what: str = "a positive number of bytes"
    is_positive: bool = True

    def checked(self, name: str, value: object, error: type[NavError]) -> int:
        return math.ceil(super().checked(name, value, error))


@dataclass(frozen=True)
class Whole:
    """A whole number, `most` included."""

    least: int
    most: int | None = None

    def checked(self, name: str, value: object, error: type[NavError]) -> int:
        found = whole(value)
        if found is None or found < self.least or (self.most is not None and found > self.most):
            limits = f", {self.least} or more" if self.most is None else f" from {self.least} to {self.most}"
            raise _refusal(name, f"a whole number{limits}", value, error)
        return found


@dataclass(frozen=True)
class Flag:
    """True or False."""

    def checked(self, name: str, value: object, error: type[NavError]) -> bool:
        found = flag(value)
        if found is None:
            raise _refusal(name, "True or False", value, error)
        return found


@dataclass(frozen=True)
class Choice:
    """One of several words."""

    choices: tuple[str, ...]

    def checked(self, name: str, value: object, error: type[NavError]) -> str:
        if not (isinstance(value, str) and value in self.choices):
            raise error(f"unknown {name} {shown(value)}; choose one of {', '.join(self.choices)}")
        return value


@dataclass(frozen=True)
class Box:
    """A low and a high corner, in scene units."""

    def checked(self, name: str, value: object, error: type[NavError]) -> tuple[Point, Point]:
        corners = [point(corner) for corner in items(value, 2) or ()]
        if len(corners) != 2 or corners[0] is None or corners[1] is None:
            raise error(f"{name} must be two corners of three finite numbers each, not {shown(value)}")
        low, high = corners[0], corners[1]
        for axis, (least, most) in enumerate(zip(low, high, strict=True)):
            if not least < most:
                raise error(f"{name} are empty or inverted in {'xyz'[axis]} ({least} to {most}); put low below high")
            if not math.isfinite(most - least):
                raise error(f"{name} are too far apart in {'xyz'[axis]} ({least} to {most}); use a smaller box")
        return low, high


@dataclass(frozen=True)
class Points:
    """Points in scene units, in an order by which errors name them. one : what a single one is called."""

    one: str

    def checked(self, name: str, value: object, error: type[NavError]) -> tuple[Point, ...]:
        given = items(value)
        if given is None:
            raise error(f"{name} must be a list of points, not {shown(value)}; errors name them by their order")
        points = []
        for index, each in enumerate(given):
            at = point(each)
            if at is None:
                raise error(f"{self.one} {index} must be three finite numbers, not {shown(each)}")
            points.append(at)
        return tuple(points)


@dataclass(frozen=True)
class Mask:
    """A truth value for each of many things, in order; kept as bytes, which are small and can be compared."""

    def checked(self, name: str, value: object, error: type[NavError]) -> bytes:
        given = np.frombuffer(value, np.uint8) if isinstance(value, bytes) else array(name, value, error)
        if given.ndim != 1 or given.dtype.kind not in "biu" or not np.isin(given, (0, 1)).all():
            raise error(f"{name} must be a list of truth values, not {shown(value)}")
        return given.astype(np.bool_).tobytes()


def _refusal(name: str, what: str, value: object, error: type[NavError]) -> NavError:
    return error(f"{name} must be {what}, not {shown(value)}")
