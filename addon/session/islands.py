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
from ..wording import cubic, square
from . import current
from .bakes import StillSpace


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


def spaces_of(volume: bpy.types.Object) -> list[StillSpace]:
    """What a volume's bake holds that has islands, for fliers first; nothing without a bake."""
    whole = current().bakes.whole(volume)
    return [space for space in (whole.volume, whole.surface) if space is not None] if whole else []


def main_space(volume: bpy.types.Object) -> StillSpace | None:
    """Whose islands are listed: what fliers have, or else what walkers have."""
    return next(iter(spaces_of(volume)), None)


def listed(scene: bpy.types.Scene, volume: bpy.types.Object) -> IslandList:
    """What the panel tells of a volume's islands; of none without a bake."""
    space = main_space(volume)
    if space is None:
        return IslandList()
    found = navcore.islands(space)
    large, small = fold_small(found)
    keepers = keepers_of(scene, volume, space)
    rows = tuple(
        IslandRow(island.number + 1, percent(island.share), _size(scene, island), keepers.get(island.number, ""))
        for island in large
    )
    return IslandList(len(found), rows, small_ones(small) if small else "")


def _size(scene: bpy.types.Scene, island: navcore.Island) -> str:
    return cubic(scene, island.volume) if island.volume else square(scene, island.area)


def keepers_of(scene: bpy.types.Scene, volume: bpy.types.Object, space: StillSpace) -> dict[int, str]:
    """The islands of a bake, from 0, that a keep marker is in, with its name; the first one's where there are more."""
    found: dict[int, str] = {}
    for marker in volumes.markers_inside(scene, volume):
        island = island_at(space, marker.matrix_world.translation.to_tuple())
        if island is not None:
            found.setdefault(island.number, marker.name)
    return found


def island_at(space: StillSpace, place: Corner) -> navcore.Island | None:
    """The island that a place, world, is in or so near to that it means it; None if there is none."""
    if isinstance(space, navcore.NavSurface):
        polygon = int(space.below(np.array([place]))[0])
        number = -1 if polygon < 0 else int(space.components[polygon])
    else:
        number = _cell_island(space, place)
    return next((island for island in navcore.islands(space) if island.number == number), None)


def _cell_island(nav: navcore.NavVolume, place: Corner) -> int:
    """The number of the island of cells at a place, -1 for none."""
    if not len(nav.cells):
        return -1
    (cell,), _points, (distance,) = nav.nearest(np.array([place]))
    return -1 if distance > snap_limit(nav, None) else int(nav.components[cell])


class ChosenIsland:
    """The island that is shown alone, of one volume at a time."""

    def __init__(self) -> None:
        self._chosen: tuple[int, StillSpace, navcore.Island] | None = None

    def of(self, volume: bpy.types.Object, space: StillSpace | None = None) -> navcore.Island | None:
        """What is chosen in a volume, as long as its bake is the same; or only if it is an island of that space."""
        if self._chosen is None:
            return None
        owner, chosen_in, island = self._chosen
        if owner != volume.session_uid or all(chosen_in is not held for held in spaces_of(volume)):
            return None
        return island if space is None or space is chosen_in else None

    def choose(self, volume: bpy.types.Object, island: navcore.Island | None) -> None:
        """Show an island of a volume alone; with None show all."""
        space = main_space(volume)
        self._chosen = (volume.session_uid, space, island) if island is not None and space is not None else None
