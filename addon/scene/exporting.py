# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A volume's bake on its way to a file: what is told with it, and what has to be said before."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

import bpy

from ... import navcore
from .. import session
from ..objects import volumes
from . import units


def write(scene: bpy.types.Scene, volume: bpy.types.Object, target: str, engine: str) -> int:
    """Write a volume's bake, and give the size of the file in bytes; `engine` as in `fileformat.engines`, or "none"."""
    held = session.current().bakes.require_whole(volume)
    # What the bake itself was told of units and an engine may be older than the scene's settings, or from elsewhere.
    kept = {key: value for key, value in held.metadata.items() if key != "engine"}
    told = {**kept, **units.unit_metadata(scene), **units.engine_metadata(engine, scene)}
    if held.volume is not None:
        nav = held.volume
        held = replace(held, volume=replace(nav, blockers=blockers_of(scene, volume, nav)))
    navcore.save(held.with_metadata(told), target)
    volume.volant.volume.exported_to = target
    return os.path.getsize(target)


def blockers_of(
    scene: bpy.types.Scene, volume: bpy.types.Object, nav: navcore.NavVolume
) -> tuple[navcore.Blocker, ...]:
    """What moves in a volume, as it is now; of a bake that came from a file, what that told."""
    moving = session.current().moving.of(scene, volume)
    if not moving.looks and not volume.volant.volume.baked_from:
        return nav.blockers
    return moving.blockers()


def baked_volumes(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The volumes of a scene that hold a bake, by name."""
    return [volume for volume in volumes.scene_volumes(scene) if volume.volant.volume.bake]


def stale_volumes(context: bpy.types.Context, chosen: Iterable[bpy.types.Object]) -> dict[str, str]:
    """Those of some volumes whose bakes are out of date, by name, with the reason."""
    depsgraph = context.evaluated_depsgraph_get()
    status = session.current().status
    reasons = {volume.name: status.stale_reason(context.scene, depsgraph, volume) for volume in chosen}
    return {name: reason for name, reason in reasons.items() if reason}


def stale_words(stale: dict[str, str]) -> str:
    """What is out of date and why, in one sentence; empty when nothing is."""
    if not stale:
        return ""
    what = ", ".join(f"{name}: {reason}" for name, reason in stale.items())
    return f"Out of date: {what}" if len(stale) > 1 else f"Out of date, {what}"
