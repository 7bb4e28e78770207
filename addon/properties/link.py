# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of a link that an artist has placed."""

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, PointerProperty

from .callbacks import redraw

#: An agent's way over a link, named as in `navcore.LinkKind`.
LINK_KINDS = (
    ("LADDER", "Ladder", "Up or down something to climb"),
    ("JUMP", "Jump", "Over a gap"),
    ("DROP", "Drop", "Down from a ledge"),
)


class VolantLink(bpy.types.PropertyGroup):
    """Settings of a link, held by the object that marks its start."""

    end: PointerProperty(name="End", description="The object the link leads to", type=bpy.types.Object, update=redraw)
    kind: EnumProperty(name="Kind", description="How agents get over it", items=LINK_KINDS, default="LADDER")
    both_ways: BoolProperty(name="Both Ways", description="Agents get back over it, too", default=True)
    cost: FloatProperty(
        name="Cost",
        description="How many times as long as it is the link counts for agents that choose a way",
        default=1.0,
        min=0.01,
        soft_max=10.0,
    )
