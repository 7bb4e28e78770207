# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A view of the project under its package name, for mypy.

The repository's root is the package `volant`, whatever the clone's folder is called; mypy goes by
folder names and does not see editable installs. A link named `volant` tells it.
"""

from __future__ import annotations

import os
import sys

from .environments import HOME, ROOT


def make() -> list[str]:
    """Make the link and return mypy's arguments for the packages to check."""
    link = HOME / "types" / "volant"
    link.parent.mkdir(parents=True, exist_ok=True)
    if not link.exists() or link.resolve() != ROOT:
        link.unlink(missing_ok=True)
        if sys.platform == "win32":
            # Junctions, unlike symbolic links, need no special rights.
            import _winapi

            _winapi.CreateJunction(str(ROOT), str(link))
        else:
            os.symlink(ROOT, link)
    return ["-p", "volant.navcore", "-p", "volant.addon", "-p", "volant.cli"]
