# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volume objects: making them, reading their box and settings, and keeping their bake.

A volume is an empty drawn as a cube of edge 1, so that its scale reads as its size in scene units.
"""

from __future__ import annotations

import bpy
import numpy as np
from mathutils import Vector

from .. import navcore

Corner = tuple[float, float, float]

#: Decoded bakes by `session_uid`; dropped whenever the .blend's data may have been swapped.
_decoded: dict[int, navcore.NavVolume] = {}


def add_volume(context: bpy.types.Context, low: Corner, high: Corner) -> bpy.types.Object:
    """A new volume object around a box, linked to the scene and made its active volume."""
    volume = bpy.data.objects.new("Volume", None)
    volume.empty_display_type = "CUBE"
    volume.empty_display_size = 0.5
    volume.lock_rotation = (True, True, True)
    volume.volant.role = "VOLUME"
    fit(volume, low, high)
    context.scene.collection.objects.link(volume)
    context.scene.volant.active_volume = volume
    return volume


def fit(volume: bpy.types.Object, low: Corner, high: Corner) -> None:
    """Set a volume's box, in scene units."""
    volume.location = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    volume.scale = [b - a for a, b in zip(low, high, strict=True)]


def world_box(volume: bpy.types.Object) -> tuple[Corner, Corner]:
    """The lowest and highest corner of a volume, in scene units; of its bounding box if a parent rotates it."""
    half = volume.empty_display_size
    signs = (-half, half)
    corners = [(volume.matrix_world @ Vector((x, y, z))).to_tuple() for x in signs for y in signs for z in signs]
    low, high = np.min(corners, axis=0).tolist(), np.max(corners, axis=0).tolist()
    return tuple(low), tuple(high)


def markers_inside(context: bpy.types.Context, volume: bpy.types.Object) -> list[bpy.types.Object]:
    """The keep markers of the scene that lie within a volume, by name."""
    low, high = world_box(volume)

    def inside(point: Corner) -> bool:
        return all(a <= at <= b for a, at, b in zip(low, point, high, strict=True))

    markers = [candidate for candidate in context.scene.objects if candidate.volant.role == "MARKER"]
    held = [marker for marker in markers if inside(marker.matrix_world.translation.to_tuple())]
    return sorted(held, key=lambda marker: marker.name)


def bake_config(context: bpy.types.Context, volume: bpy.types.Object) -> navcore.BakeConfig:
    """What a volume's settings ask of `navcore.bake`; the one place that converts them."""
    settings = volume.volant.volume
    by_depth = settings.resolution == "MAX_DEPTH"
    return navcore.BakeConfig(
        voxel_size=None if by_depth else settings.voxel_size,
        max_depth=settings.max_depth if by_depth else None,
        min_depth=settings.min_depth,
        agent_radius=settings.agent_radius,
        bounds=world_box(volume),
        markers=[marker.matrix_world.translation.to_tuple() for marker in markers_inside(context, volume)],
        merge=settings.merge,
        balanced=settings.balanced,
        memory_limit=settings.memory_limit * 2**20 or None,
    )


def store_bake(volume: bpy.types.Object, nav: navcore.NavVolume) -> None:
    """Keep a bake in the .blend, with the volume it belongs to."""
    volume.volant.volume.bake = navcore.dumps(nav)
    _decoded[volume.session_uid] = nav


def stored_bake(volume: bpy.types.Object) -> navcore.NavVolume | None:
    """The bake a volume holds, or None; the same object until the bake changes."""
    nav = _decoded.get(volume.session_uid)
    if nav is None and volume.volant.volume.bake:
        nav = _decoded[volume.session_uid] = navcore.loads(volume.volant.volume.bake)
    return nav


def forget_decoded() -> None:
    """Drop every decoded bake, because the .blend's data may have changed underneath."""
    _decoded.clear()
