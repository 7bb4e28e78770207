# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Application handlers: what Volant remembers is dropped when Blender swaps the data underneath."""

from __future__ import annotations

from typing import Any

import bpy
from bpy.app.handlers import persistent

from . import overlay, volumes


@persistent
def forget(*_arguments: object) -> None:
    """Drop everything derived from the .blend's data."""
    volumes.forget_decoded()
    overlay.forget_batches()


def _lists() -> tuple[list[Any], ...]:
    handlers = bpy.app.handlers
    return handlers.load_post, handlers.undo_post, handlers.redo_post


def register() -> None:
    for handlers in _lists():
        if forget not in handlers:
            handlers.append(forget)


def unregister() -> None:
    for handlers in _lists():
        if forget in handlers:
            handlers.remove(forget)
    forget()
