# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that properties call back.

Blender 4.2 never lets go of a property's callback, and with it of every global of the callback's
module. Were `bpy` among those globals, a Python that imported the bpy wheel would crash on exit.
So this module imports it for type checking only, and what leads to it where it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import bpy


def is_volume(_self: object, candidate: bpy.types.Object) -> bool:
    """Poll for pointers that may only name a volume."""
    return candidate.volant.role == "VOLUME"


def is_path(_self: object, candidate: bpy.types.Object) -> bool:
    """Poll for pointers that may only name a path."""
    return candidate.volant.role == "PATH"


def voxel_size_set(settings: bpy.types.PropertyGroup, _context: bpy.types.Context) -> None:
    """What is set follows the agent no longer."""
    if settings.resolution == "AGENT":
        settings.resolution = "VOXEL_SIZE"


def margin_set(settings: bpy.types.PropertyGroup, _context: bpy.types.Context) -> None:
    """What is set follows the agent no longer."""
    settings.margin_follows = False


def size_of_volume(settings: bpy.types.PropertyGroup) -> tuple[float, float, float]:
    """The sides of a volume's box."""
    from .. import session

    return session.current().boxes.size_of(settings.id_data)


def resize_volume(settings: bpy.types.PropertyGroup, size: tuple[float, float, float]) -> None:
    """Set the sides of a volume's box."""
    from .. import session

    session.current().boxes.resize(settings.id_data, size)


def redraw(_self: object, context: bpy.types.Context) -> None:
    """Something that viewports show has changed."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


def change_view(_self: object, context: bpy.types.Context) -> None:
    """What viewports show of the scene itself may have changed."""
    from .. import session

    session.current().cut.follow()
    redraw(_self, context)


def refresh_paths(_self: object, context: bpy.types.Context) -> None:
    """Something that a path depends on has changed."""
    from .. import session

    session.current().preview.follow(context.scene)
    redraw(_self, context)


def role_changed(_self: object, _context: bpy.types.Context) -> None:
    """An object means something else now."""
    from .. import session

    session.current().roles.forget()


def live_switched(_self: object, _context: bpy.types.Context) -> None:
    """A volume begins or ends to follow its sources."""
    from .. import session

    session.current().live_updates.look_soon()


def standing_changed(_self: object, context: bpy.types.Context) -> None:
    """An object blocks agents in another way now."""
    from .. import session

    session.current().moving.look_again()
    refresh_paths(_self, context)


def place_of_slice(display: bpy.types.PropertyGroup) -> float:
    """Where the slice of a scene is on its axis."""
    axis = "XYZ".index(display.slice_axis)
    if display.slice_is_placed[axis]:
        return float(display.slice_places[axis])
    from .. import session

    return session.current().slices.untouched(display.id_data)[axis]


def place_slice(display: bpy.types.PropertyGroup, place: float) -> None:
    """Put the slice of a scene somewhere on its axis."""
    axis = "XYZ".index(display.slice_axis)
    display.slice_places[axis] = place
    display.slice_is_placed[axis] = True
