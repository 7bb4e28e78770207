# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a volume's settings ask for those who walk in it."""

from __future__ import annotations

import math

import bpy

from ... import navcore
from ...navcore.settings import settings_of
from .. import session
from ..properties.volume import WALK_SETTINGS
from ..scene.precision import meant, meant_box, plain
from . import volumes
from .volume_box import world_box

#: What of the settings fliers have as well.
_COMMON = ("agent_radius", "memory_limit")


def flies(volume: bpy.types.Object) -> bool:
    """Whether a bake of a volume is for fliers, perhaps among others."""
    return bool(volume.volant.volume.fly)


def walks(volume: bpy.types.Object) -> bool:
    """Whether a bake of a volume is for walkers, perhaps among others."""
    return bool(volume.volant.volume.walk)


def ground_config(scene: bpy.types.Scene, volume: bpy.types.Object) -> navcore.GroundConfig:
    """What a volume's settings ask of `navcore.bake_ground`; the one place that converts them.

    Which triangles may be floors is known when they are read: see `floor_owners`.
    """
    settings = volume.volant.volume
    known = session.current().bakes.surface_of(volume)
    kinds = settings_of(navcore.GroundConfig)
    given = {
        name: volumes.asked(kinds[name].kind, getattr(settings, name), getattr(known, name, None))
        for name in (*_COMMON, *WALK_SETTINGS)
    }
    given["max_slope"] = meant(math.degrees(settings.max_slope), known.max_slope if known else None)
    if settings.resolution == "VOXEL_SIZE":
        given["voxel_size"] = plain(settings.voxel_size)
    low, high = world_box(volume)
    voxel = given.get("voxel_size") or given["agent_radius"]
    bounds = meant_box(low, high, voxel, None).tolist() if voxel > 0.0 else (low, high)
    markers = [marker.matrix_world.translation.to_tuple() for marker in volumes.markers_inside(scene, volume)]
    return navcore.GroundConfig(**given, bounds=bounds, markers=markers)


def floor_owners(volume: bpy.types.Object) -> tuple[str, ...] | None:
    """The full names of the objects that may be floors, in order; None when all may. `BakeError` without any."""
    settings = volume.volant.volume
    if settings.floors == "SLOPE":
        return None
    if settings.floor_collection is None:
        raise navcore.BakeError("choose the collection that holds the floors")
    owners = tuple(sorted(candidate.name_full for candidate in settings.floor_collection.all_objects))
    if not owners:
        raise navcore.BakeError(f"{settings.floor_collection.name} is empty; put the floors into it")
    return owners


def passed_gap(config: navcore.GroundConfig) -> float:
    """The narrowest door, in scene units, that an agent passes for certain however columns lie in it."""
    return 2.0 * ((1.0 + config.corner_error) * config.agent_radius + math.sqrt(2.0) * config.voxel)
