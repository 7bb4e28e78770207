# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Empties that mean something to Volant."""

from __future__ import annotations

from typing import Literal

import bpy

from .volume_box import size_of


def add_empty(
    context: bpy.types.Context,
    name: str,
    display: Literal["CIRCLE", "SINGLE_ARROW", "SPHERE"],
    size: float,
    location: tuple[float, float, float],
) -> bpy.types.Object:
    """A new empty in the active collection, drawn in front of what hides it, because it is there to be grabbed."""
    empty = bpy.data.objects.new(name, None)
    empty.empty_display_type = display
    empty.empty_display_size = size
    empty.location = location
    empty.show_in_front = True
    open_collection(context).objects.link(empty)
    return empty


def open_collection(context: bpy.types.Context) -> bpy.types.Collection:
    """The active collection, or the scene's own where that one cannot be changed, because it is linked."""
    active = context.collection
    return active if active is not None and active.is_editable else context.scene.collection


def select_only(context: bpy.types.Context, *chosen: bpy.types.Object) -> None:
    """Select some objects and no others; the last one becomes active."""
    for other in context.selected_objects:
        other.select_set(False)
    for one in chosen:
        # One that is in no visible collection cannot be selected.
        if one.name in context.view_layer.objects and one.visible_get():
            one.select_set(True)
            context.view_layer.objects.active = one


def handy_size(context: bpy.types.Context) -> float:
    """A size for empties: a fiftieth of the active volume's longest side, or half a unit without one."""
    volume = context.scene.volant.active_volume
    if volume is None:
        return 0.5
    return max(size_of(volume)) / 50.0
