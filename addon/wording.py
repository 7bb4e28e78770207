# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers and names as a person would say them."""

from __future__ import annotations

from collections.abc import Sequence

import bpy


def counted(number: int, thing: str) -> str:
    """A count with its noun: 1 cell, 9,623 cells."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def listed(names: Sequence[str]) -> str:
    """One or two names, or the first and how many more: Wall and 3 others."""
    if len(names) <= 2:
        return " and ".join(names)
    return f"{names[0]} and {len(names) - 1} others"


def sentence(words: str) -> str:
    """Words that begin with a capital."""
    return words[:1].upper() + words[1:]


def length(scene: bpy.types.Scene, units: float) -> str:
    """A length in the scene's units, with the digits that matter: 42.7 m, 0.25 m, 3.2 ft."""
    settings = scene.unit_settings
    if settings.system == "NONE":
        return f"{units:.3g}" if abs(units) < 1000 else f"{units:,.0f}"
    text: str = bpy.utils.units.to_string(settings.system, "LENGTH", units * settings.scale_length, precision=3)
    return text


def cubic(scene: bpy.types.Scene, units: float) -> str:
    """A volume in the scene's units: 7.08 m³, 282 m³."""
    settings = scene.unit_settings
    if settings.system == "NONE":
        return f"{units:,.3g} cubic units" if abs(units) < 1000 else f"{units:,.0f} cubic units"
    scale = settings.scale_length**3
    text: str = bpy.utils.units.to_string(settings.system, "VOLUME", units * scale, precision=3)
    return text


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
