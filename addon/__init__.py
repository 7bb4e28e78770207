# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that knows Blender. Each module owns its own register and unregister."""

from types import ModuleType


def _modules() -> tuple[ModuleType, ...]:
    # Not at the top: `jobs` has parts that run in a process without Blender.
    from . import command, operators, panels, properties
    from .overlay import drawing, face_handles, slice_handle
    from .panels import manual, menus, presets
    from .properties import preferences
    from .session import handlers, session

    seen = (panels, presets, menus, manual, drawing, face_handles, slice_handle)
    return (session, preferences, properties, operators, *seen, handlers, command)


def register() -> None:
    """Register every module in order."""
    for module in _modules():
        module.register()


def unregister() -> None:
    """Unregister every module in exactly the reverse order."""
    for module in reversed(_modules()):
        module.unregister()
