# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The islands of a volume's bake: as the panel lists them, which keep marker is in which, and the one that is chosen.

People count islands from 1, as the messages of paths do; `navcore` counts them from 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np

from ... import navcore
from ...navcore.query.analysis.islands import fold_small, percent, small_ones
from ...navcore.query.ends import snap_limit
from ..objects import volumes
from ..scene.precision import Corner
from ..wording import cubic
from . import current


@dataclass(frozen=True)
class IslandRow:
    """An island in words. number : from 1. keeper : the name of a keep marker in it; empty without one."""

    number: int
    share: str
    volume: str
    keeper: str


@dataclass(frozen=True)
class IslandList:
    """How many islands there are, those that have a row each, and what is told of all the others."""

    count: int = 0
    rows: tuple[IslandRow, ...] = ()
    small: str = ""


def listed(scene: bpy.types.Scene, volume: bpy.types.Object) -> IslandList:
    """What the panel tells of a volume's islands; of none without a bake."""
    nav = current().bakes.of(volume)
    if nav is None:
        return IslandList()
    found = navcore.islands(nav)
    large, small = fold_small(found)
    keepers = keepers_of(scene, volume, nav)
    rows = tuple(
        IslandRow(island.number + 1, percent(island.share), cubic(scene, island.volume), keepers.get(island.number, ""))
        for island in large
    )
    return IslandList(len(found), rows, small_ones(small) if small else "")


def keepers_of(scene: bpy.types.Scene, volume: bpy.types.Object, nav: navcore.NavVolume) -> dict[int, str]:
    """The islands of a bake, from 0, that a keep marker is in, with its name; the first one's where there are more."""
    found: dict[int, str] = {}
    for marker in volumes.markers_inside(scene, volume):
        island = island_at(nav, marker.matrix_world.translation.to_tuple())
        if island is not None:
            found.setdefault(island.number, marker.name)
    return found


def island_at(nav: navcore.NavVolume, place: Corner) -> navcore.Island | None:
    """The island that a place, world, is in or so near to that it means it; None if there is none."""
    if not len(nav.cells):
        return None
    (cell,), _points, (distance,) = nav.nearest(np.array([place]))
    if distance > snap_limit(nav, None):
        return None
    number = nav.components[cell]
    return next(island for island in navcore.islands(nav) if island.number == number)


class ChosenIsland:
    """The island that is shown alone, of one volume at a time."""

    def __init__(self) -> None:
        self._chosen: tuple[int, navcore.NavVolume, navcore.Island] | None = None

    def of(self, volume: bpy.types.Object) -> navcore.Island | None:
        """What is chosen in a volume, as long as its bake is the same."""
        if self._chosen is None:
            return None
        owner, nav, island = self._chosen
        return island if owner == volume.session_uid and nav is current().bakes.of(volume) else None

    def choose(self, volume: bpy.types.Object, island: navcore.Island | None) -> None:
        """Show an island of a volume alone; with None show all."""
        self._chosen = (volume.session_uid, current().bakes.require(volume), island) if island is not None else None
