# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volume objects: making them, reading their box and settings, and keeping their bake.

A volume is an empty drawn as a cube of edge 1, so that its scale reads as its size in scene units.
"""

from __future__ import annotations

import bpy
import numpy as np
from mathutils import Matrix, Vector

from .. import navcore
from . import roles
from .precision import Corner, meant, meant_box
from .wording import readable

#: Coordinates beyond this have no room in Blender's single precision for what is made of them.
_FARTHEST = 1e18

#: Decoded bakes with the bytes they were decoded from, by `session_uid`.
_decoded: dict[int, tuple[bytes, navcore.NavVolume]] = {}
#: Bakes that could not be decoded, and whether that is because a newer Volant has made them.
_unreadable: dict[int, bool] = {}
#: Volumes whose bytes are known to be those; undo, redo and loading may have swapped the others.
_verified: set[int] = set()


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
        store_bake(volume, nav, packed)
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

    return [marker for marker in roles.with_role(scene, "MARKER") if inside(marker.matrix_world.translation.to_tuple())]


def bake_config(scene: bpy.types.Scene, volume: bpy.types.Object) -> navcore.BakeConfig:
    """What a volume's settings ask of `navcore.bake`; the one place that converts them."""
    settings = volume.volant.volume
    by_depth = settings.resolution == "MAX_DEPTH"
    known = stored_bake(volume)
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


def store_bake(volume: bpy.types.Object, nav: navcore.NavVolume, packed: bytes) -> None:
    """Keep a bake in the .blend, with the volume it belongs to; `packed` are the bytes of its file."""
    volume.volant.volume.bake = packed
    _decoded[volume.session_uid] = (packed, nav)
    _unreadable.pop(volume.session_uid, None)
    _verified.add(volume.session_uid)


def clear_bake(volume: bpy.types.Object) -> None:
    """Forget a bake."""
    settings = volume.volant.volume
    for name in ("bake", "baked_from", "baked_seconds"):
        settings.property_unset(name)
    _decoded.pop(volume.session_uid, None)
    _unreadable.pop(volume.session_uid, None)


def stored_bake(volume: bpy.types.Object) -> navcore.NavVolume | None:
    """The bake a volume holds; None without one, or with one that cannot be read: see `damage_of`.

    The same object until the bake changes.
    """
    uid = volume.session_uid
    if uid not in _verified:
        packed = volume.volant.volume.bake
        known = _decoded.get(uid)
        if known is None or known[0] != packed:
            _decoded.pop(uid, None)
            _unreadable.pop(uid, None)
            if packed:
                try:
                    _decoded[uid] = (packed, navcore.loads(packed))
                except navcore.FormatError as error:
                    _unreadable[uid] = isinstance(error, navcore.NewerFormatError)
        _verified.add(uid)
    known = _decoded.get(uid)
    return known[1] if known else None


def require_bake(volume: bpy.types.Object) -> navcore.NavVolume:
    """The bake a volume holds; `FormatError` says why there is none to work with."""
    nav = stored_bake(volume)
    if nav is None:
        raise navcore.FormatError(damage_of(volume) or f"{volume.name} is not baked yet")
    return nav


def damage_of(volume: bpy.types.Object) -> str:
    """Why the bake that a volume holds cannot be read, and what to do; empty when it can."""
    is_newer = _unreadable.get(volume.session_uid)
    if is_newer is None:
        return ""
    if is_newer:
        return f"the bake stored in {volume.name} was made by a newer Volant; update Volant, or bake it again"
    return f"the bake stored in {volume.name} is damaged; bake it again"


def verify_again() -> None:
    """The .blend's data may have changed underneath; bakes that did not are not decoded again."""
    _verified.clear()


def forget_decoded() -> None:
    """Drop every decoded bake."""
    _decoded.clear()
    _unreadable.clear()
    _verified.clear()


def scene_volumes(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The volumes of a scene, by name."""
    return roles.with_role(scene, "VOLUME")


def find(uid: int) -> bpy.types.Object | None:
    """An object by its `session_uid`, which undo and renaming leave alone; None when it is gone."""
    return next((candidate for candidate in bpy.data.objects if candidate.session_uid == uid), None)
