# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bake of a volume is asked for, for all kinds of agents."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, NamedTuple

import bpy
import numpy as np

from ... import navcore
from ...navcore.settings import asked_settings
from . import links, volumes, walking


class Asked(NamedTuple):
    """What a bake is asked for.

    fly, walk : its settings; None where nobody flies or walks. floors : the full names of the objects that may be
    floors; None for all. find : which links are found; None for none. placed : those that an artist has placed.
    """

    fly: navcore.BakeConfig | None = None
    walk: navcore.GroundConfig | None = None
    floors: tuple[str, ...] | None = None
    find: navcore.LinkConfig | None = None
    placed: navcore.Links | None = None

    def metadata(self, name: str) -> dict[str, Any]:
        """What a file says of it; of floors just enough to know whether they are others by now."""
        told: dict[str, Any] = {}
        for config in (self.fly, self.walk):
            if config is not None:
                told |= navcore.bake_metadata(name, config)
        if self.floors is not None:
            told["floors"] = _checksum(self.floors)
        if self.find is not None:
            told["links"] = asked_settings(self.find)
        if self.placed is not None:
            told["placed"] = _checksum(links_values(self.placed).values())
        return told


def links_values(links: navcore.Links) -> dict[str, Any]:
    """Links as plain values, by the names of their fields."""
    return {field.name: getattr(links, field.name) for field in fields(links)}


def _checksum(told: Iterable[object]) -> int:
    return zlib.crc32(repr([np.asarray(each).tolist() for each in told]).encode("utf-8", "replace"))


def asked_of(scene: bpy.types.Scene, volume: bpy.types.Object, fly: navcore.BakeConfig | None = None) -> Asked:
    """What a volume's settings ask for; `NavError` when they ask for nothing that can be baked.

    fly : what is asked for fliers, if that is known.
    """
    if not (walking.flies(volume) or walking.walks(volume)):
        raise navcore.BakeError("a bake is for some kind of agent; choose Fly, Walk or both")
    if fly is None and walking.flies(volume):
        fly = volumes.bake_config(scene, volume)
    if not walking.walks(volume):
        return Asked(fly)
    ground, floors = walking.ground_config(scene, volume), walking.floor_owners(volume)
    placed = links.placed_links(scene, volume)
    return Asked(fly, ground, floors, links.link_config(volume), placed if len(placed) else None)
