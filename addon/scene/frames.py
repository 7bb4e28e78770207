# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The frames a bake was made at, which matter as soon as something that blocks the way is animated."""

from __future__ import annotations

from typing import Any

import bpy

from ... import navcore
from ...navcore.given import number


def metadata(scene: bpy.types.Scene, volume: bpy.types.Object) -> dict[str, Any]:
    """An entry for the metadata of a bake that is made now."""
    frames = of_volume(volume)
    if frames is None:
        return {"frame": _plain(scene.frame_current_final)}
    return {"frames": [frames.start, frames.stop - 1]}


def of_volume(volume: bpy.types.Object) -> range | None:
    """The frames that a volume is baked over; None for the one that the scene is at."""
    settings = volume.volant.volume
    if settings.frames == "CURRENT":
        return None
    return range(settings.frame_start, max(settings.frame_end, settings.frame_start) + 1)


def words(scene: bpy.types.Scene, held: navcore.Navigation | None, is_animated: bool) -> str:
    """Which frames a bake was made at, if sources are animated or the scene is at another one; empty if not known."""
    over = baked_over(held)
    if over is not None:
        return f"Baked over frames {over.start} to {over.stop - 1}"
    told = held.metadata.get("frame") if held else None
    # Files may tell anything.
    frame = None if isinstance(told, bool) else number(told)
    if frame is None:
        return ""
    return f"Baked at frame {frame:g}" if is_animated or frame != _plain(scene.frame_current_final) else ""


def baked_over(held: navcore.Navigation | None) -> range | None:
    """The frames that a bake is the union of; None for a single one, or when that is not told."""
    told = held.metadata.get("frames") if held else None
    if not isinstance(told, list) or len(told) != 2 or not all(type(frame) is int for frame in told):
        return None
    return range(told[0], told[1] + 1)


def _plain(frame: float) -> int | float:
    """A whole number, unless somebody works between frames."""
    return int(frame) if frame.is_integer() else round(frame, 3)
