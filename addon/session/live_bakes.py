# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes in which dynamic objects are where they are at the time, one for each volume that has any."""

from __future__ import annotations

from typing import Any

from ... import navcore
from ...navcore.progress import Steps
from ..scene.moving import Look, Moving


class LiveBake:
    """A live volume, and what moves in it.

    nav : the still bake it is made of.
    """

    def __init__(self, nav: navcore.NavVolume, live: navcore.LiveVolume) -> None:
        self.nav = nav
        self.live = live
        #: The dynamic objects that block it, as they look there.
        self._looks: dict[str, Look] = {}

    @property
    def names(self) -> list[str]:
        """The dynamic objects that block it."""
        return list(self._looks)

    def place(self, moving: Moving) -> None:
        """Have all dynamic objects where they are now, and those gone that are no more."""
        changes: dict[str, Any] = dict.fromkeys(self._looks.keys() - moving.looks.keys())
        changes |= {name: moving.mesh(name) for name, look in moving.looks.items() if self._looks.get(name) != look}
        if changes:
            self.live.update(changes)
            self._looks = dict(moving.looks)


class LiveBakes:
    """Live bakes by the `session_uid` of their volumes."""

    def __init__(self) -> None:
        self._made: dict[int, LiveBake] = {}

    def known(self, uid: int, nav: navcore.NavVolume) -> LiveBake | None:
        """That of a volume; None while it is not made."""
        known = self._made.get(uid)
        return known if known is not None and known.nav is nav else None

    def steps(self, uid: int, nav: navcore.NavVolume, moving: Moving) -> Steps[navcore.LiveVolume]:
        """A volume with its dynamic objects where they are now; made when it is asked for first."""
        bake = self.known(uid, nav)
        if bake is None:
            live = yield from navcore.LiveVolume.of_steps(nav)
            bake = self._made[uid] = LiveBake(nav, live)
        bake.place(moving)
        return bake.live
