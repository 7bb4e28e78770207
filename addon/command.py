# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`blender --command volant …`: the command line inside Blender."""

from __future__ import annotations

import bpy

from . import session


def _run(arguments: list[str]) -> int:
    # Not needed unless the command is used, and then Blender has started already.
    from ..cli import main

    return main(arguments, "blender --command volant")


def register() -> None:
    session.current().command = bpy.utils.register_cli_command("volant", _run)


def unregister() -> None:
    handle, session.current().command = session.current().command, None
    bpy.utils.unregister_cli_command(handle)
