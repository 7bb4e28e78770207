# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The frame a bake was made at, which matters as soon as something that blocks the way is animated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import bpy

from ... import navcore
from ...navcore.given import number


def metadata(scene: bpy.types.Scene) -> dict[str, Any]:
    """An entry for the metadata of a bake that is made now."""
    return {"frame": _plain(scene.frame_current_final)}


def words(scene: bpy.types.Scene, nav: navcore.NavVolume | None, is_animated: bool) -> str:
    """Which frame a bake was made at, if sources are animated or the scene is at another one; empty if not known."""
    told = nav.metadata.get("frame") if nav else None
    # Files may tell anything.
    frame = None if isinstance(told, bool) else number(told)
    if frame is None:
        return ""
    return f"Baked at frame {frame:g}" if is_animated or frame != _plain(scene.frame_current_final) else ""


def _plain(frame: float) -> int | float:
    """A whole number, unless somebody works between frames."""
    return int(frame) if frame.is_integer() else round(frame, 3)


def are_animated(names: Iterable[str]) -> bool:
    """Whether any of the objects of these full names has keyframes or drivers, or hangs on one that has."""
    by_name = {candidate.name_full: candidate for candidate in bpy.data.objects}
    return any(_has_motion(block) for name in names if name in by_name for block in _moved_by(by_name[name]))


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
