# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes that go on living: what has changed is baked again alone, and dynamic objects are where they are now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import bpy

from ... import navcore
from ...navcore.geometry.voxel_tiles import VoxelTiles
from ...navcore.progress import Steps
from ..objects import walking
from ..scene import frames, moving, survey
from ..scene.shapes import Floats, Ints

#: A bake as it is, or one that lives.
Space: TypeAlias = navcore.NavVolume | navcore.LiveVolume


class LiveBake:
    """A live volume, and what moves in it.

    nav : the still bake that it holds.
    """

    def __init__(self, nav: navcore.NavVolume, live: navcore.LiveVolume) -> None:
        self.nav = nav
        self.live = live
        #: The dynamic objects that block it, as they look there.
        self._looks: dict[str, moving.Look] = {}

    @property
    def names(self) -> list[str]:
        """The dynamic objects that block it, by the names they have in it."""
        return [_name_of(name) for name in self._looks]

    def place(self, now: moving.Moving) -> None:
        """Have all dynamic objects where they are now, and those gone that are no more."""
        changes: dict[str, Any] = {_name_of(name): None for name in self._looks.keys() - now.looks.keys()}
        for name, look in now.looks.items():
            if self._looks.get(name) != look:
                changes[_name_of(name)] = now.mesh(name)
        if changes:
            self.live.update(changes)
            self._looks = dict(now.looks)

    def still_steps(self) -> Steps[navcore.NavVolume]:
        """The bake without what moves. Until they are placed again, dynamic objects block nothing."""
        self.live.update(dict.fromkeys(self.names))
        self._looks = {}
        return (yield from self.live.snapshot_steps())


def _name_of(dynamic: str) -> str:
    """What a dynamic object is called in a live volume, where a source may have its name: it may have been one."""
    return f"\1{dynamic}"


@dataclass
class Remembered:
    """A bake of this session that can be updated.

    nav : the bake. config : what it was made by. sources : how those look that are in it. voxels : what each of them
    blocks, until a live volume is made of it. is_ahead : whether that has changes already that `nav` has not.
    """

    nav: navcore.NavVolume
    config: navcore.BakeConfig
    sources: dict[str, survey.Look]
    voxels: Mapping[str, VoxelTiles]
    bake: LiveBake | None = None
    is_ahead: bool = False

    def steps(self) -> Steps[LiveBake]:
        """The live volume of it, made when it is asked for first."""
        if self.bake is None:
            live = yield from navcore.LiveVolume.of_voxels_steps(self.config, self.voxels)
            self.bake, self.voxels = LiveBake(self.nav, live), {}
        return self.bake

    def change_steps(self, name: str, mesh: tuple[Floats, Ints] | None, look: survey.Look | None) -> Steps[None]:
        """A source is elsewhere, new, or gone."""
        assert self.bake is not None, "made before"
        self.is_ahead = True
        yield from self.bake.live.update_steps({name: mesh})
        if look is None:
            del self.sources[name]
        else:
            self.sources[name] = look

    def take_steps(self, metadata: dict[str, Any]) -> Steps[navcore.NavVolume]:
        """The bake with all changes, from now on the one that this is of."""
        assert self.bake is not None, "made before"
        still = yield from self.bake.still_steps()
        self.nav = self.bake.nav = replace(still, metadata=metadata)
        self.is_ahead = False
        return self.nav


def can_update(volume: bpy.types.Object) -> bool:
    """Whether bakes by a volume's settings can be updated. Leaves as cells, and balanced ones, depend on all of the
    level; of a range of frames it is not remembered what blocks at which; floors are found for a level as a whole."""
    settings = volume.volant.volume
    if walking.walks(volume) or not walking.flies(volume):
        return False
    return settings.merge and not settings.balanced and frames.of_volume(volume) is None


class LiveBakes:
    """Live bakes by the `session_uid` of their volumes."""

    def __init__(self) -> None:
        self._remembered: dict[int, Remembered] = {}
        #: Those made of bakes alone, for what moves in them.
        self._made: dict[int, LiveBake] = {}

    def remember(self, uid: int, remembered: Remembered | None) -> None:
        """What is remembered of a volume's bake; None for nothing."""
        self._made.pop(uid, None)
        if remembered is None:
            self._remembered.pop(uid, None)
        else:
            self._remembered[uid] = remembered

    def remembered(self, uid: int) -> Remembered | None:
        """What can be updated; None where all has to be baked."""
        return self._remembered.get(uid)

    def known(self, uid: int, nav: navcore.NavVolume, now: moving.Moving) -> LiveBake | None:
        """The live volume of a bake, for what moves in it; None while it is not made."""
        remembered = self._fit(uid, nav, now)
        bakes = (remembered.bake if remembered else None, self._made.get(uid))
        return next((bake for bake in bakes if bake is not None and bake.nav is nav), None)

    def _fit(self, uid: int, nav: navcore.NavVolume, now: moving.Moving) -> Remembered | None:
        """What is remembered of a bake, if paths are the same in it as in the bake alone, as engines have it.

        With markers they are not as soon as something moves: where a door opens, removed space would be kept again.
        """
        remembered = self._remembered.get(uid)
        if remembered is None or remembered.nav is not nav:
            return None
        return None if remembered.config.markers and now.looks else remembered

    def steps(self, uid: int, nav: navcore.NavVolume, now: moving.Moving) -> Steps[Space]:
        """A bake with its dynamic objects where they are now; a live one is made when something moves first."""
        bake = self.known(uid, nav, now)
        if bake is None and not now.looks:
            return nav
        remembered = self._fit(uid, nav, now)
        if bake is None and remembered is not None:
            bake = yield from remembered.steps()
        if bake is None:
            live = yield from navcore.LiveVolume.of_steps(nav)
            bake = self._made[uid] = LiveBake(nav, live)
        bake.place(now)
        return bake.live
