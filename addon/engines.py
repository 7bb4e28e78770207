# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a file can tell a reader of its units and of the engine it is for. Its own axes and units never change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..navcore.given import number
from .precision import plain

if TYPE_CHECKING:
    # The command line lists the engines without Blender.
    import bpy

#: Rows of the matrix that turns a position in meters into one of the engine; see docs/file_format.md.
_MATRICES = {
    "UNITY": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "UNREAL": ((100, 0, 0), (0, -100, 0), (0, 0, 100)),
    "GODOT": ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
}
#: Of the engines, as files and the command line have them.
NAMES = tuple(engine.lower() for engine in _MATRICES)
#: Engines that levels reach as FBX, for which Blender turns units into meters by the scene's unit scale. As glTF,
#: and as .blend, which is read through glTF, a unit is a meter whatever the scene says.
_THROUGH_FBX = {"UNITY", "UNREAL"}


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
    """An entry for a file's metadata; none for any engine."""
    if engine not in _MATRICES:
        return {}
    settings = scene.unit_settings
    is_scaled = engine in _THROUGH_FBX and settings.system != "NONE"
    meters = plain(settings.scale_length) if is_scaled else 1.0
    rows = [[_whole(meters * value) for value in row] for row in _MATRICES[engine]]
    return {"engine": {"name": engine.lower(), "matrix": rows}}


def _whole(value: float) -> int | float:
    """A number without digits that say nothing, neither behind the point nor of a product's rounding."""
    rounded = round(value, 12)
    return int(rounded) if rounded.is_integer() else rounded
