# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Link objects: an empty that marks the start of a link and holds its settings, and one that marks its end."""

from __future__ import annotations

import bpy

from ... import navcore
from .. import session
from . import volumes, walking
from .empties import add_empty, handy_size
from .paths import place_of
from .volume_box import world_box

#: How far a new link leads, in its own sizes.
_LEADS = 4.0


def add_link(context: bpy.types.Context) -> bpy.types.Object:
    """A new link at the 3D cursor, with an end beside it."""
    size = handy_size(context)
    x, y, z = context.scene.cursor.location
    start = add_empty(context, "Nav Link", "CIRCLE", size, (x, y, z))
    start.volant.role = "LINK"
    start.volant.link.end = add_empty(context, "Nav Link End", "SINGLE_ARROW", size, (x + _LEADS * size, y, z))
    session.current().roles.forget()
    return start


def link_config(volume: bpy.types.Object) -> navcore.LinkConfig | None:
    """Which links a volume's settings ask to be found; None for none."""
    settings = volume.volant.volume
    take_offs = walking.flies(volume) and settings.take_offs
    if not walking.walks(volume) or not (settings.jump_length or settings.drop_height or take_offs):
        return None
    return navcore.LinkConfig(jump_length=settings.jump_length, drop_height=settings.drop_height, take_offs=take_offs)


def placed_links(scene: bpy.types.Scene, volume: bpy.types.Object) -> navcore.Links:
    """The links that an artist has placed in a volume, by name; `BakeError` for one that leads nowhere."""
    box = world_box(volume)
    roles = session.current().roles
    placed = [start for start in roles.with_role(scene, "LINK") if volumes.is_inside(box, place_of(start))]
    for start in placed:
        end = start.volant.link.end
        if end == start or not roles.is_in(scene, end):
            raise navcore.BakeError(f"{start.name} leads nowhere; choose its End, or delete it")
        if not volumes.is_inside(box, place_of(end)):
            raise navcore.BakeError(f"{start.name} ends outside of {volume.name}; move {end.name} into it")
        if place_of(end) == place_of(start):
            raise navcore.BakeError(f"{start.name} ends where it begins; move {end.name} to where it leads")
    settings = [start.volant.link for start in placed]
    return navcore.Links(
        [place_of(start) for start in placed],
        [place_of(each.end) for each in settings],
        [navcore.LinkKind[each.kind] for each in settings],
        [each.both_ways for each in settings],
        [each.cost for each in settings],
        [start.name for start in placed],
    )
