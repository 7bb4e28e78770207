# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an object means to Volant."""

import bpy
from bpy.props import BoolProperty, EnumProperty, PointerProperty

from .callbacks import role_changed, standing_changed
from .link import VolantLink
from .path import VolantPath
from .volume import VolantVolume

ROLES = (
    ("NONE", "None", "An ordinary object"),
    ("VOLUME", "Volume", "A box whose inside is baked"),
    ("MARKER", "Keep Marker", "A point in space to keep; unmarked islands are removed"),
    ("PATH", "Path", "The start of a path"),
    ("LINK", "Link", "The start of a ladder, a jump or a drop"),
)


class VolantObject(bpy.types.PropertyGroup):
    """What an object means to Volant."""

    role: EnumProperty(
        name="Role",
        description="What this object means to Volant",
        items=ROLES,
        default="NONE",
        update=role_changed,
    )
    ignore: BoolProperty(
        name="Ignore",
        description="Agents pass through this object as if it were not there",
        default=False,
        update=standing_changed,
    )
    dynamic: BoolProperty(
        name="Dynamic",
        description="This object moves in the game: bakes leave it out, paths avoid it where it is at each frame, and "
        "it goes into the file as a blocker of its name",
        default=False,
        update=standing_changed,
    )
    volume: PointerProperty(type=VolantVolume)
    path: PointerProperty(type=VolantPath)
    link: PointerProperty(type=VolantLink)
