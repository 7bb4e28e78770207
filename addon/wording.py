# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers and names as a person would say them."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import bpy

from .. import navcore

#: How many meters the units of length are that a scene can ask for, and their symbols.
_UNITS = MappingProxyType(
    {
        "KILOMETERS": (1000.0, "km"),
        "METERS": (1.0, "m"),
        "CENTIMETERS": (0.01, "cm"),
        "MILLIMETERS": (0.001, "mm"),
        "MICROMETERS": (1e-6, "µm"),
        "MILES": (1609.344, "mi"),
        "FEET": (0.3048, "ft"),
        "INCHES": (0.0254, "in"),
        "THOU": (2.54e-5, "thou"),
    }
)

#: Ends of lines, NUL, escape sequences of terminals.
_CONTROLS = MappingProxyType(dict.fromkeys((*range(32), *range(127, 160)), "?"))


def counted(number: int, thing: str) -> str:
    """A count with its noun: 1 cell, 9,623 cells."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def counted_parts(held: navcore.Navigation) -> str:
    """What a bake is made of: 9,623 cells, 214 polygons, or both."""
    cells = [] if held.volume is None else [counted(len(held.volume.cells), "cell")]
    polygons = [] if held.surface is None else [counted(len(held.surface), "polygon")]
    return " and ".join(cells + polygons)


def listed(names: Sequence[str]) -> str:
    """One or two names, or the first and how many more: Wall and 3 others."""
    if len(names) <= 2:
        return " and ".join(names)
    return f"{names[0]} and {len(names) - 1} others"


def sentence(words: str) -> str:
    """Words that begin with a capital."""
    return words[:1].upper() + words[1:]


def readable(words: str) -> str:
    """Words that Blender can show on a line: each control character is a ?, and what no UTF-8 can hold, such as half of
    a character in a damaged name."""
    return words.encode("utf-8", "replace").decode("utf-8").translate(_CONTROLS)


def told(scene: bpy.types.Scene, error: navcore.NavError) -> str:
    """What an error says, with its lengths in the scene's units."""
    words = error.told(lambda units: length(scene, units)) if isinstance(error, navcore.LengthError) else str(error)
    return readable(words)


def length(scene: bpy.types.Scene, units: float) -> str:
    """A length in the scene's units, with the digits that matter: 42.7 m, 25 cm, 3.2 ft."""
    return _measure(scene, units, 1)


def cubic(scene: bpy.types.Scene, units: float) -> str:
    """A volume in the scene's units: 7.08 m³, 282 m³."""
    return _measure(scene, units, 3)


def square(scene: bpy.types.Scene, units: float) -> str:
    """An area in the scene's units: 7.08 m²."""
    return _measure(scene, units, 2)


def _measure(scene: bpy.types.Scene, units: float, power: int) -> str:
    """A length (`power` 1), area (2) or volume (3), given in Blender units, as the scene's settings have it written."""
    settings = scene.unit_settings
    if settings.system == "NONE":
        return _digits(units) + ("", " square units", " cubic units")[power - 1]
    value = units * settings.scale_length**power
    meters, symbol = _UNITS.get(settings.length_unit, (0.0, ""))
    if meters and not 0.0 < abs(value) < 1e-3 * meters**power:
        return f"{_digits(value / meters**power)} {symbol}{('', '²', '³')[power - 1]}"
    # The unit is left to Blender, or far too large for this.
    kind = ("LENGTH", "AREA", "VOLUME")[power - 1]
    text: str = bpy.utils.units.to_string(settings.system, kind, value, precision=3, split_unit=settings.use_separate)
    return text


def _digits(number: float) -> str:
    return f"{number:.3g}" if abs(number) < 999.5 else f"{number:,.0f}"


def seconds(value: float) -> str:
    """A time: 1.8 ms, 1.4 s, 2 min 5 s."""
    if value < 1.0:
        return f"{1000.0 * value:.3g} ms"
    return f"{value:.1f} s" if value < 60.0 else f"{int(value // 60)} min {int(value % 60)} s"


def size(number: float) -> str:
    """Bytes: 61 KB, 180 MB, 2.5 GB."""
    for unit in ("bytes", "KB", "MB"):
        if number < 1000:
            return f"{number:.0f} {unit}" if number >= 10 or unit == "bytes" else f"{number:.1f} {unit}"
        number /= 1024
    return f"{number:.1f} GB"
