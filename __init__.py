# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volant: bake, preview and export the space an agent can fly, swim or walk through.

`volant.navcore` works in any Python with numpy. `volant.addon` needs Blender and is imported
only when Blender asks for registration, so that importing this package stays cheap everywhere.
"""


def register() -> None:
    """Add Volant to the running Blender."""
    from . import addon

    addon.register()


def unregister() -> None:
    """Take everything `register` added out of the running Blender again."""
    from . import addon

    addon.unregister()
