# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a file can tell a reader of the scene's units, and how these become an engine's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bpy

from ...navcore.fileformat import engines
from ...navcore.given import number
from .precision import plain

#: A foot in meters.
_FOOT = 0.3048


def meter(scene: bpy.types.Scene) -> float:
    """A meter in the scene's units."""
    return 1.0 / plain(scene.unit_settings.scale_length)


def plain_unit(scene: bpy.types.Scene) -> float:
    """What lengths are counted in that should be plain numbers to the artist: a foot or a meter, in scene units."""
    return _FOOT * meter(scene) if scene.unit_settings.system == "IMPERIAL" else meter(scene)


def unit_metadata(scene: bpy.types.Scene) -> dict[str, Any]:
    """An entry for a file's metadata: what a unit of the scene is, as its artist sees it."""
    settings = scene.unit_settings
    return {
        "units": {
            "scale": plain(settings.scale_length),
            "system": settings.system.lower(),
            "length": settings.length_unit.lower(),
        }
    }


def unit_doubt(scene: bpy.types.Scene, metadata: Mapping[str, Any]) -> str:
    """What is odd about a file in this scene: made in one of another unit scale, its volume has another size here."""
    told = metadata.get("units")
    # Files may tell anything.
    made = number(told.get("scale")) if isinstance(told, Mapping) else None
    here = plain(scene.unit_settings.scale_length)
    if made is None or made == here:
        return ""
    return (
        f"It was made in a scene with a unit scale of {made:g}, this one has {here:g}; positions are taken as they are"
    )


def engine_metadata(engine: str, scene: bpy.types.Scene) -> dict[str, Any]:
    """An entry for a file's metadata: how positions of the scene become those of an engine; none for any engine."""
    settings = scene.unit_settings
    is_scaled = engine in engines.THROUGH_FBX and settings.system != "NONE"
    return engines.engine_metadata(engine, plain(settings.scale_length) if is_scaled else 1.0)
