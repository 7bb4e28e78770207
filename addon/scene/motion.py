# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How objects are animated: whether at all, and whether still as they were."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import bpy
import numpy as np

#: What keys move, and how many numbers each is.
_CHANNELS = (("location", 3), ("rotation_euler", 3), ("rotation_quaternion", 4), ("scale", 3))


def animated(names: Iterable[str]) -> set[str]:
    """Those of some objects, by their full names, that have keyframes or drivers, or hang on one that has."""
    by_name = {candidate.name_full: candidate for candidate in bpy.data.objects}
    return {name for name in names if name in by_name and any(map(_has_motion, _moved_by(by_name[name])))}


def motion_of(name: str) -> int | None:
    """One number for all that moves an object, whatever the frame: keys, drivers, what has neither, and its mesh. None
    when there is no object of that full name."""
    moved = next((candidate for candidate in bpy.data.objects if candidate.name_full == name), None)
    if moved is None:
        return None
    told = [word for block in _moved_by(moved) for word in _told(block)]
    return zlib.crc32(repr(told).encode("utf-8"))


def curves_of(block: bpy.types.ID) -> Sequence[bpy.types.FCurve]:
    """The animation curves of an object or its data. Since 4.4 they lie in layers, and since 5.0 nowhere else."""
    data = getattr(block, "animation_data", None)
    if data is None or data.action is None:
        return []
    if getattr(data.action, "layers", None):
        strips = [strip for layer in data.action.layers for strip in layer.strips]
        bags = [strip.channelbag(data.action_slot) for strip in strips]
        return [curve for bag in bags if bag is not None for curve in bag.fcurves]
    return list(data.action.fcurves)


def _moved_by(candidate: bpy.types.Object) -> Iterator[bpy.types.ID]:
    """What an object takes its place and shape from: its ancestors, their data and shape keys."""
    ancestor: bpy.types.Object | None = candidate
    while ancestor is not None:
        yield ancestor
        data = ancestor.data
        if data is not None:
            yield data
            keys = getattr(data, "shape_keys", None)
            if keys is not None:
                yield keys
        ancestor = ancestor.parent


def _has_motion(block: bpy.types.ID) -> bool:
    animation = getattr(block, "animation_data", None)
    return animation is not None and bool(animation.action or animation.drivers or animation.nla_tracks)


def _told(block: Any) -> Iterator[object]:
    """What moves a block, and what of it nothing moves."""
    curves = curves_of(block)
    keyed = set()
    for curve in curves:
        keyed.add((curve.data_path, curve.array_index))
        points = np.empty(2 * len(curve.keyframe_points), np.float32)
        curve.keyframe_points.foreach_get("co", points)
        yield curve.data_path, curve.array_index, points.tolist()
    animation = getattr(block, "animation_data", None)
    for driver in animation.drivers if animation else ():
        keyed.add((driver.data_path, driver.array_index))
        yield driver.data_path, driver.array_index, driver.driver.type, driver.driver.expression
    for track in animation.nla_tracks if animation else ():
        yield [(strip.name, strip.frame_start, strip.frame_end, strip.mute) for strip in track.strips], track.mute
    if isinstance(block, bpy.types.Object):
        for path, count in _CHANNELS:
            still = [index for index in range(count) if (path, index) not in keyed]
            yield path, [round(float(getattr(block, path)[index]), 5) for index in still]
    elif isinstance(block, bpy.types.Mesh):
        vertices = np.empty(3 * len(block.vertices), np.float32)
        block.vertices.foreach_get("co", vertices)
        yield zlib.crc32(vertices.tobytes())
