# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volume objects: making them, and reading their settings. What their box is: `volume_box`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy

from ... import navcore
from ...navcore.settings import MEGABYTE, Kind, Length, Size, settings_of
from .. import session
from ..properties.volume import BAKE_SETTINGS
from ..scene.precision import Corner, meant, meant_box
from .empties import open_collection
from .volume_box import new_volume, world_box


def add_volume(context: bpy.types.Context, low: Corner, high: Corner) -> bpy.types.Object:
    """A new volume object around a box, in the active collection, made the scene's active volume."""
    volume = new_volume("Nav Volume", (low, high))
    open_collection(context).objects.link(volume)
    context.scene.volant.active_volume = volume
    return volume


def baked_by(nav: navcore.NavVolume | None, name: str) -> Any:
    """A setting that a bake was made by; None when that is not known."""
    return None if nav is None else getattr(nav, name, nav.metadata.get("settings", {}).get(name))


def is_inside(box: tuple[Corner, Corner], place: Corner) -> bool:
    """Whether a place is in a box, lowest and highest corner, border included."""
    return all(a <= at <= b for a, at, b in zip(box[0], place, box[1], strict=True))


def markers_inside(scene: bpy.types.Scene, volume: bpy.types.Object) -> list[bpy.types.Object]:
    """The keep markers of the scene that lie within a volume, by name."""
    box = world_box(volume)
    return [
        marker
        for marker in session.current().roles.with_role(scene, "MARKER")
        if is_inside(box, marker.matrix_world.translation.to_tuple())
    ]


def named_markers(scene: bpy.types.Scene, volume: bpy.types.Object) -> list[tuple[str, Corner]]:
    """The same with their names, for who tells of them when they may be gone."""
    return [(marker.name, marker.matrix_world.translation.to_tuple()) for marker in markers_inside(scene, volume)]


def bake_config(
    scene: bpy.types.Scene, volume: bpy.types.Object, voxel_size: float | None = None
) -> navcore.BakeConfig:
    """What a volume's settings ask of `navcore.bake`; the one place that converts them.

    voxel_size : instead of the one that is set.
    """
    settings = volume.volant.volume
    nav = session.current().bakes.of(volume)
    kinds = settings_of(navcore.BakeConfig)
    given = {name: asked(kinds[name].kind, getattr(settings, name), baked_by(nav, name)) for name in BAKE_SETTINGS}
    if voxel_size is not None:
        given["voxel_size"] = voxel_size
    del given["voxel_size" if settings.resolution == "MAX_DEPTH" else "max_depth"]
    low, high = world_box(volume)
    voxel = given.get("voxel_size") or _halved(low, high, given["max_depth"])
    # A box of no size is refused with its own corners, and cannot be cut into voxels.
    bounds = meant_box(low, high, voxel, nav).tolist() if voxel > 0.0 else (low, high)
    markers = [marker.matrix_world.translation.to_tuple() for marker in markers_inside(scene, volume)]
    return navcore.BakeConfig(**given, bounds=bounds, markers=markers)


def voxel_of(config: navcore.BakeConfig) -> float:
    """The voxel of a volume's bake, however it is given."""
    assert config.bounds is not None, "a volume is a box"
    return config.voxel_size or _halved(*config.bounds, config.max_depth or 0)


def _halved(low: Sequence[float], high: Sequence[float], times: int) -> float:
    """The longest side of a box, halved some times."""
    return max(b - a for a, b in zip(low, high, strict=True)) / 2**times


def asked(kind: Kind, value: Any, baked_by: float | None) -> Any:
    """What a property asks for. Lengths are in single precision in Blender, and sizes in megabytes, 0 for no limit."""
    if isinstance(kind, Length):
        return meant(value, baked_by)
    return value * MEGABYTE or None if isinstance(kind, Size) else value


def scene_volumes(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The volumes of a scene, by name."""
    return session.current().roles.with_role(scene, "VOLUME")


def local_volumes(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The volumes of a scene that are not linked from another file, which would forget their bakes."""
    return [volume for volume in scene_volumes(scene) if volume.library is None]


def find(uid: int) -> bpy.types.Object | None:
    """An object by its `session_uid`, which undo and renaming leave alone; None when it is gone."""
    return next((candidate for candidate in bpy.data.objects if candidate.session_uid == uid), None)
