# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stale mark: whether a bake is still what a new one would be, and if not, why."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import bpy
import numpy as np

from ... import navcore
from ...navcore.settings import recorded_settings
from ..objects.asking import Asked
from ..scene import frames, survey
from ..wording import listed
from . import current

#: What is told of settings that are no properties.
_MOVED = MappingProxyType({"bounds": "the volume moved or changed its size", "markers": "keep markers changed"})


def reason(
    depsgraph: bpy.types.Depsgraph,
    volume: bpy.types.Object,
    held: navcore.Navigation,
    asked: Asked | None,
    now: survey.Survey,
) -> str:
    """Why a bake is not what a new one would be; empty when it is, or when it was imported and cannot be compared."""
    settings = volume.volant.volume
    baked_from = current().bakes.baked_from(volume)
    if not baked_from:
        return ""
    changed = changed_setting(volume, held.metadata, asked)
    if changed:
        return changed
    if frames.of_volume(volume) != frames.baked_over(held):
        return f"{settings.bl_rna.properties['frames'].name} changed"
    # What was chosen by being selected stays chosen, whatever is selected now.
    by_selection = settings.sources == "SELECTED"
    compared = survey.survey(depsgraph, None) if by_selection else now
    return survey.changes(baked_from, compared, by_selection)


def changed_setting(volume: bpy.types.Object, baked: Mapping[str, Any], asked: Asked | None) -> str:
    """Which setting a bake would be made by now is not what the metadata of a bake tells; empty when all are, or when
    none can be made."""
    if asked is None:
        return ""
    wanted = asked.metadata(volume.name)
    for part, config in (("settings", asked.fly), ("ground", asked.walk)):
        if (part in baked) != (config is not None):
            return _changed(volume, "fly" if part == "settings" else "walk")
        if config is not None:
            changed = _changed_of(volume, config, wanted[part], baked[part])
            if changed:
                return changed
    if wanted.get("floors") != baked.get("floors"):
        return _changed(volume, "floors")
    if wanted.get("links") != baked.get("links"):
        return "links that are found changed"
    return "" if wanted.get("placed") == baked.get("placed") else "placed links changed"


def _changed_of(
    volume: bpy.types.Object,
    config: navcore.BakeConfig | navcore.GroundConfig,
    wanted: Mapping[str, Any],
    baked: Mapping[str, Any],
) -> str:
    """The same of the settings for one kind of agent."""
    # Voxels may follow these.
    first = ("agent_radius", "bounds")
    for field in sorted(recorded_settings(config), key=lambda field: field.name not in first):
        if not _same(wanted.get(field.name), baked.get(field.name)):
            return _MOVED.get(field.name) or _changed(volume, field.name)
    return ""


def _changed(volume: bpy.types.Object, name: str) -> str:
    return f"{volume.volant.volume.bl_rna.properties[name].name} changed"


def _same(one: Any, other: Any) -> bool:
    """Whether two settings are equal but for the last digits of single precision."""
    if one is None or other is None or isinstance(one, bool):
        return bool(one == other)
    first, second = np.asarray(one, np.float64), np.asarray(other, np.float64)
    return first.shape == second.shape and bool(np.allclose(first, second, rtol=1e-6, atol=1e-6))


def reason_of_touch(known: survey.Survey, touched: survey.Touched) -> str:
    """Why a bake is out of date now that some objects were evaluated to something else; empty if none is a source."""
    names = survey.touched_sources(known, touched)
    if not names:
        return ""
    return f"{listed(names)} {'moved' if touched.reshaped.isdisjoint(names) else 'changed'}"
