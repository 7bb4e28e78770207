# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that properties call back.

Blender 4.2 never lets go of a property's callback, and with it of every global of the callback's
module. Were `bpy` among those globals, a Python that imported the bpy wheel would crash on exit.
So this module imports it for type checking only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import bpy


def is_volume(_self: object, candidate: bpy.types.Object) -> bool:
    """Poll for pointers that may only name a volume."""
    return candidate.volant.role == "VOLUME"
