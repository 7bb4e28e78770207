# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volume objects: making them, and reading their box and settings.

A volume is an empty drawn as a cube of edge 1, so that its scale reads as its size in scene units.
"""

from __future__ import annotations

import bpy
import numpy as np
from mathutils import Matrix, Vector

from ... import navcore
from .. import session
from ..scene.precision import Corner, meant, meant_box
from ..wording import readable

#: Coordinates beyond this have no room in Blender's single precision for what is made of them.
_FARTHEST = 1e18


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


def add_baked(context: bpy.types.Context, name: str, nav: navcore.NavVolume, packed: bytes) -> bpy.types.Object:
    """A new volume that holds a bake from elsewhere, with the settings it was made by as far as they are told.

    `FormatError` when Blender cannot hold it; nothing is added then.
    """
    box = np.stack((nav.origin, nav.origin + nav.shape * nav.voxel_size))
    if (np.abs(box) > _FARTHEST).any() or not nav.voxel_size > 1.0 / _FARTHEST:
        raise navcore.FormatError(
            f"{name} reaches from {box[0].tolist()} to {box[1].tolist()} in voxels of {nav.voxel_size:g}, which no "
            "object in Blender can; bake it smaller or nearer to the origin"
        )
    before = context.scene.volant.active_volume
    low, high = box.tolist()
    volume = add_volume(context, tuple(low), tuple(high))
    try:
        volume.name = readable(name)
        settings = volume.volant.volume
        settings.voxel_size, settings.agent_radius = nav.voxel_size, nav.agent_radius
        asked = nav.metadata.get("settings", {})
        for key in ("min_depth", "merge", "balanced"):
            if key in asked:
                setattr(settings, key, asked[key])
        session.current().bakes.store(volume, nav, packed)
    except Exception as error:
        bpy.data.objects.remove(volume)
        context.scene.volant.active_volume = before
        raise navcore.FormatError(f"{name} cannot be added: {error}; nothing was changed") from error
    return volume


def fit(volume: bpy.types.Object, low: Corner, high: Corner) -> None:
    """Set a volume's box, in scene units, whatever it hangs on."""
    middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    size = [(b - a) * 0.5 / volume.empty_display_size for a, b in zip(low, high, strict=True)]
    volume.matrix_world = Matrix.LocRotScale(Vector(middle), None, Vector(size))


def world_box(volume: bpy.types.Object) -> tuple[Corner, Corner]:
    """The lowest and highest corner of a volume, in scene units; of its bounding box if a parent rotates it."""
    half = volume.empty_display_size
    signs = (-half, half)
    corners = [(volume.matrix_world @ Vector((x, y, z))).to_tuple() for x in signs for y in signs for z in signs]
    low, high = np.min(corners, axis=0).tolist(), np.max(corners, axis=0).tolist()
    return tuple(low), tuple(high)


def markers_inside(scene: bpy.types.Scene, volume: bpy.types.Object) -> list[bpy.types.Object]:
    """The keep markers of the scene that lie within a volume, by name."""
    low, high = world_box(volume)

    def inside(point: Corner) -> bool:
        return all(a <= at <= b for a, at, b in zip(low, point, high, strict=True))

    return [
        marker
        for marker in session.current().roles.with_role(scene, "MARKER")
        if inside(marker.matrix_world.translation.to_tuple())
    ]


def bake_config(scene: bpy.types.Scene, volume: bpy.types.Object) -> navcore.BakeConfig:
    """What a volume's settings ask of `navcore.bake`; the one place that converts them."""
    settings = volume.volant.volume
    by_depth = settings.resolution == "MAX_DEPTH"
    known = session.current().bakes.of(volume)
    low, high = world_box(volume)
    voxel = meant(settings.voxel_size, None if known is None else known.voxel_size)
    if by_depth:
        voxel = max(b - a for a, b in zip(low, high, strict=True)) / 2**settings.max_depth
    # A box of no size is refused with its own corners, and cannot be cut into voxels.
    bounds = meant_box(low, high, voxel, known).tolist() if voxel > 0.0 else (low, high)
    return navcore.BakeConfig(
        voxel_size=None if by_depth else voxel,
        max_depth=settings.max_depth if by_depth else None,
        min_depth=settings.min_depth,
        agent_radius=meant(settings.agent_radius, None if known is None else known.agent_radius),
        bounds=(tuple(bounds[0]), tuple(bounds[1])),
        markers=[marker.matrix_world.translation.to_tuple() for marker in markers_inside(scene, volume)],
        merge=settings.merge,
        balanced=settings.balanced,
        memory_limit=settings.memory_limit * 2**20 or None,
    )


def scene_volumes(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The volumes of a scene, by name."""
    return session.current().roles.with_role(scene, "VOLUME")


def find(uid: int) -> bpy.types.Object | None:
    """An object by its `session_uid`, which undo and renaming leave alone; None when it is gone."""
    return next((candidate for candidate in bpy.data.objects if candidate.session_uid == uid), None)
