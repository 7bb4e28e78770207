# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Volant stores in a .blend, one kind of owner a file, and what an artist sets once for all files (`preferences`).

Everything hangs on three pointers: `Object.volant`, `Scene.volant` and, never saved, `WindowManager.volant`.
"""

import bpy
from bpy.props import PointerProperty

from .link import VolantLink
from .object import VolantObject
from .path import VolantGoal, VolantPath
from .scene import VolantDisplay, VolantScene
from .volume import VolantVolume
from .window_manager import VolantChoice, VolantComparison, VolantRow

_classes = (
    VolantVolume,
    VolantGoal,
    VolantPath,
    VolantLink,
    VolantObject,
    VolantDisplay,
    VolantScene,
    VolantRow,
    VolantChoice,
    VolantComparison,
)


def register() -> None:
    for cls in _classes:
        bpy.utils.register_class(cls)
    bpy.types.Object.volant = PointerProperty(type=VolantObject)
    bpy.types.Scene.volant = PointerProperty(type=VolantScene)
    bpy.types.WindowManager.volant = PointerProperty(type=VolantComparison)


def unregister() -> None:
    del bpy.types.WindowManager.volant
    del bpy.types.Scene.volant
    del bpy.types.Object.volant
    for cls in reversed(_classes):
        bpy.utils.unregister_class(cls)
