# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sample worlds, one module each: `build(kit)` fills the kit's empty scene.

A module dropped into this folder is a world under its file's name; nothing else needs to know it.
"""

import importlib
import pkgutil
from collections.abc import Callable

from kit import Kit


def names() -> list[str]:
    """Return the names of all worlds, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def builder(name: str) -> Callable[[Kit], None]:
    """Return the function that builds the world `name`."""
    build: Callable[[Kit], None] = importlib.import_module(f"{__name__}.{name}").build
    return build
