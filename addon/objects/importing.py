# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volumes that hold a bake from elsewhere, with the settings it was made by as far as they are told."""

from __future__ import annotations

import math

import bpy
import numpy as np
from numpy.typing import NDArray

from ... import navcore
from ...navcore.navigation import Baked
from ...navcore.settings import settings_of
from .. import session
from ..properties.volume import BAKE_SETTINGS
from ..wording import readable
from .volume_box import remove_volume
from .volumes import add_volume, baked_by

#: Coordinates beyond this have no room in Blender's single precision for what is made of them.
_FARTHEST = 1e18


def add_baked(context: bpy.types.Context, name: str, made: Baked, packed: bytes) -> bpy.types.Object:
    """A new volume that holds a bake; `packed` are the bytes of its file.

    `FormatError` when Blender cannot hold it; nothing is added then.
    """
    held = navcore.Navigation.of(made)
    box, voxel_size = _box_of(held)
    if (np.abs(box) > _FARTHEST).any() or not voxel_size > 1.0 / _FARTHEST:
        raise navcore.FormatError(
            f"{name} reaches from {box[0].tolist()} to {box[1].tolist()} in voxels of {voxel_size:g}, which no "
            "object in Blender can; bake it smaller or nearer to the origin"
        )
    before = context.scene.volant.active_volume
    low, high = box.tolist()
    volume = add_volume(context, tuple(low), tuple(high))
    try:
        volume.name = readable(name)
        _set_as_baked(volume, held)
        session.current().bakes.store(volume, held, packed)
    except Exception as error:
        remove_volume(volume)
        context.scene.volant.active_volume = before
        raise navcore.FormatError(f"{name} cannot be added: {error}; nothing was changed") from error
    return volume


def _box_of(held: navcore.Navigation) -> tuple[NDArray[np.float64], float]:
    """The box that a bake fills, (2, 3) float64, world, and its voxel."""
    nav, surface = held.volume, held.surface
    if nav is not None:
        return np.stack((nav.origin, nav.origin + nav.shape * nav.voxel_size)), nav.voxel_size
    assert surface is not None, "a bake holds something"
    corners = surface.vertices if len(surface) else surface.origin[None]
    low, high = corners.min(axis=0), corners.max(axis=0)
    # Room for those who walk there, and a size for a floor that is flat.
    around = np.array((surface.agent_radius, surface.agent_radius, 0.0))
    return np.stack((low - around, high + around + (0.0, 0.0, surface.agent_height))), surface.voxel_size


def _set_as_baked(volume: bpy.types.Object, held: navcore.Navigation) -> None:
    """Give a volume the settings that its bake was made by, as far as they are told."""
    settings = volume.volant.volume
    nav, surface = held.volume, held.surface
    if surface is not None:
        settings.fly, settings.walk = nav is not None, True
        for name in ("agent_radius", "agent_height", "step_height"):
            setattr(settings, name, getattr(surface, name))
        settings.max_slope = math.radians(surface.max_slope)
        settings.voxel_size = surface.voxel_size
    if nav is None:
        return
    told = settings_of(navcore.BakeConfig)
    for name in BAKE_SETTINGS:
        value = baked_by(nav, name)
        # A volume is given by its voxels, however they were found.
        if value is not None and told[name].is_recorded and not told[name].instead_of:
            setattr(settings, name, value)
