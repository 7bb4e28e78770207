# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`blender --command volant …`: the command line inside Blender."""

from __future__ import annotations

import bpy

#: What Blender gave for the command, to take it back with; at most one.
_handles: list[object] = []


def _run(arguments: list[str]) -> int:
    # Not needed unless the command is used, and then Blender has started already.
    from ..cli import main

    return main(arguments, "blender --command volant")


def register() -> None:
    _handles.append(bpy.utils.register_cli_command("volant", _run))


def unregister() -> None:
    while _handles:
        bpy.utils.unregister_cli_command(_handles.pop())
