# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How positions become those of a game engine; a file can tell its readers. Its own axes and units never change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

Matrix = tuple[tuple[int, int, int], ...]

#: Rows of the matrix that turns a position in meters into one of the engine; see docs/file_format.md.
_MATRICES: Mapping[str, Matrix] = MappingProxyType(
    {
        "unity": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
        "unreal": ((100, 0, 0), (0, -100, 0), (0, 0, 100)),
        "godot": ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
    }
)
ENGINES = tuple(_MATRICES)
#: Engines that levels reach as FBX, for which Blender turns units into meters by the scene's unit scale. As glTF,
#: and as .blend, which is read through glTF, a unit is a meter whatever the scene says.
THROUGH_FBX = frozenset(("unity", "unreal"))


def engine_metadata(engine: str, meters: float) -> dict[str, Any]:
    """An entry for a file's metadata, where a unit of its positions is so many meters; none for any other engine."""
    if engine not in _MATRICES:
        return {}
    rows = [[_whole(meters * value) for value in row] for row in _MATRICES[engine]]
    return {"engine": {"name": engine, "matrix": rows}}


def _whole(value: float) -> int | float:
    """A number without digits that say nothing, neither behind the point nor of a product's rounding."""
    rounded = round(value, 12)
    return int(rounded) if rounded.is_integer() else rounded
