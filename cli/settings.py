# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of a bake or a path query as options, in the words that are told where they are declared."""

from __future__ import annotations

import argparse
from dataclasses import Field, fields
from typing import Any, TypeAlias

from ..navcore.config import BakeConfig, GroundConfig, LinkConfig, PathConfig
from ..navcore.settings import MEGABYTE, Box, Choice, Flag, Kind, Length, Number, Points, Setting, Size, Whole

Config: TypeAlias = type[BakeConfig] | type[GroundConfig] | type[LinkConfig] | type[PathConfig]

_POINT = ("X", "Y", "Z")


def add_options(group: argparse._ActionsContainer, config: Config, beside: Config | None = None) -> None:
    """Offer every setting of a config. One that takes the place of another excludes it; one that another config has,
    too, which is offered already, is given for both."""
    shared = {field.name for field, _setting in _offered(beside)} if beside else set()
    offered = [(field, setting) for field, setting in _offered(config) if field.name not in shared]
    choices = {
        setting.instead_of: group.add_mutually_exclusive_group() for _field, setting in offered if setting.instead_of
    }
    for field, setting in offered:
        where = choices.get(setting.instead_of or field.name, group)
        where.add_argument(_flag(field, setting), dest=field.name, default=None, **_taken(field, setting))


def given_flags(options: argparse.Namespace, config: Config, beside: Config | None = None) -> list[str]:
    """The options that were given, as they were written; those of another config are left out."""
    shared = {field.name for field, _setting in _offered(beside)} if beside else set()
    return [
        _flag(field, setting)
        for field, setting in _offered(config)
        if field.name not in shared and getattr(options, field.name) is not None
    ]


def given_settings(options: argparse.Namespace, config: Config) -> dict[str, Any]:
    """What was given, by the names of a config's fields."""
    given = {field.name: (setting.kind, getattr(options, field.name)) for field, setting in _offered(config)}
    return {name: _value(kind, value) for name, (kind, value) in given.items() if value is not None}


def _offered(config: Config) -> list[tuple[Field[Any], Setting]]:
    told = [(field, field.metadata["setting"]) for field in fields(config)]
    return [(field, setting) for field, setting in told if setting.help]


def _flag(field: Field[Any], setting: Setting) -> str:
    name = (setting.option or field.name).replace("_", "-")
    return f"--no-{name}" if field.default is True else f"--{name}"


def _taken(field: Field[Any], setting: Setting) -> dict[str, Any]:
    """What argparse has to know of an option."""
    kind, words = setting.kind, setting.help
    match kind:
        case Flag():
            return {"help": words, "action": "store_const", "const": not field.default}
        case Choice():
            told = f"{words}: %(choices)s (default: {field.default})"
            return {"help": told, "choices": kind.choices, "metavar": "NAME"}
        case Box():
            return {"help": words, "type": float, "nargs": 6, "metavar": ("X0", "Y0", "Z0", "X1", "Y1", "Z1")}
        case Points():
            return {"help": words, "type": float, "nargs": 3, "metavar": _POINT, "action": "append"}
        case Size():
            return {"help": words, "type": int, "metavar": "MB"}
        case Whole():
            return {"help": words, "type": int, "metavar": "N"}
        case Length():
            return {"help": _with_default(words, field.default), "type": float, "metavar": "LENGTH"}
        case Number():
            metavar = "WEIGHT" if kind.called.startswith("weight") else "NUMBER"
            return {"help": _with_default(words, field.default), "type": float, "metavar": metavar}
    raise NotImplementedError(f"{type(kind).__name__} is no option yet")


def _with_default(words: str, default: Any) -> str:
    """Words that tell a default, too; where they do not, by its number."""
    return words if "(default" in words or default is None else f"{words} (default: {default:g})"


def _value(kind: Kind, value: Any) -> Any:
    """What was written, as a config takes it."""
    match kind:
        case Box():
            return tuple(value[:3]), tuple(value[3:])
        case Points():
            return [tuple(point) for point in value]
        case Size():
            return value * MEGABYTE
    return value
