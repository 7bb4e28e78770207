# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is remembered has an owner: no module outside `addon/session` holds anything that can change."""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import pkgutil
import re
import struct
import types
import typing
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path, PurePath

import numpy as np
import pytest
from mathutils import Matrix

#: Where state may be.
_SESSION = "addon.session"
#: What cannot change, or is no value but code.
_FIXED = (
    *(type(None), bool, int, float, complex, str, bytes, range, slice, np.generic, np.dtype, PurePath),
    *(type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.GenericAlias, types.UnionType),
    *(enum.Enum, typing.TypeVar, re.Pattern, struct.Struct),
)


def modules(volant) -> Iterator[types.ModuleType]:
    """All of the add-on and of navcore, those that nobody has needed so far as well."""
    for room in (volant.addon, volant.navcore):
        yield room
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if f".{_SESSION}" not in found.name and ".shipped" not in found.name:
                yield importlib.import_module(found.name)


def changeable(value: object) -> str:
    """What of a value can change, in a word; empty when nothing can."""
    if isinstance(value, tuple | frozenset):
        return next(filter(None, map(changeable, value)), "")
    if isinstance(value, types.MappingProxyType):
        return next(filter(None, map(changeable, value.values())), "")
    if isinstance(value, np.ndarray):
        return "an array that can be written to" if value.size and value.flags.writeable else ""
    if is_dataclass(value) and not isinstance(value, type) and value.__dataclass_params__.frozen:
        return next(filter(None, (changeable(getattr(value, field.name)) for field in fields(value))), "")
    if isinstance(value, Matrix) and value.is_frozen:
        return ""
    if isinstance(value, _FIXED) or type(value).__module__ in ("typing", "__future__"):
        return ""
    return f"a {type(value).__qualname__}"


def test_no_module_remembers_anything(volant):
    found = [
        f"{module.__name__.partition('volant.')[2]}.{name} is {what}"
        for module in modules(volant)
        for name, value in vars(module).items()
        if not name.startswith("__") and (what := changeable(value))
    ]
    assert not found, "\n".join(found)


def test_no_module_rebinds_its_names(volant):
    found = [
        module.__name__
        for module in modules(volant)
        if any(isinstance(node, ast.Global) for node in ast.walk(ast.parse(inspect.getsource(module))))
    ]
    assert not found


@pytest.mark.parametrize(
    "value", [[], {}, set(), ([],), types.MappingProxyType({"a": []}), np.zeros(1), iter(()), types.SimpleNamespace()]
)
def test_what_can_change_is_found(value):
    assert changeable(value)


@pytest.mark.parametrize("value", [(), "a", frozenset({1}), types.MappingProxyType({"a": (1,)}), Path(), list[int]])
def test_what_cannot_change_is_left_alone(value):
    assert not changeable(value)
