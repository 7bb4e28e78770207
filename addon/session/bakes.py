# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The bakes that volumes hold, decoded once."""

from __future__ import annotations

from typing import TypeAlias

import bpy

from ... import navcore
from ...navcore.navigation import Baked

#: What a bake holds for one kind of agent.
StillSpace: TypeAlias = navcore.NavVolume | navcore.NavSurface


class Bakes:
    """Decoded bakes, by the `session_uid` of their volumes: space for fliers, floors for walkers, or both."""

    def __init__(self) -> None:
        #: With the bytes they were decoded from.
        self._decoded: dict[int, tuple[bytes, navcore.Navigation]] = {}
        #: Bakes that could not be decoded, and whether that is because a newer Volant has made them.
        self._unreadable: dict[int, bool] = {}
        #: What the sources looked like of bakes that are not packed yet.
        self._unpacked: dict[int, bytes] = {}
        #: Volumes whose bytes are known to be those; undo, redo and scripts may have swapped the others.
        self._verified: set[int] = set()

    def show(self, volume: bpy.types.Object, made: Baked, baked_from: bytes) -> None:
        """A bake whose file is not packed yet holds from now on; until `store`, the .blend has the one before.

        baked_from : what its sources look like.
        """
        uid = volume.session_uid
        packed = volume.volant.volume.bake
        self._drop(uid)
        self._decoded[uid] = (packed, navcore.Navigation.of(made))
        self._unpacked[uid] = baked_from
        self._verified.add(uid)

    def is_unpacked(self, volume: bpy.types.Object) -> bool:
        """Whether the .blend has an older bake than the one that holds."""
        return self.whole(volume) is not None and volume.session_uid in self._unpacked

    def baked_from(self, volume: bpy.types.Object) -> bytes:
        """What the sources of the bake that holds looked like; empty when it came from a file."""
        if self.is_unpacked(volume):
            return self._unpacked[volume.session_uid]
        packed: bytes = volume.volant.volume.baked_from
        return packed

    def whole(self, volume: bpy.types.Object) -> navcore.Navigation | None:
        """The bake a volume holds; None without one, or with one that cannot be read: see `damage_of`.

        The same object until the bake changes, and so are its parts.
        """
        uid = volume.session_uid
        if uid not in self._verified:
            packed = volume.volant.volume.bake
            known = self._decoded.get(uid)
            if known is None or known[0] != packed:
                self._drop(uid)
                if packed:
                    self._decode(uid, packed)
            self._verified.add(uid)
        known = self._decoded.get(uid)
        return known[1] if known else None

    def of(self, volume: bpy.types.Object) -> navcore.NavVolume | None:
        """What a volume's bake holds for fliers, if anything."""
        whole = self.whole(volume)
        return whole.volume if whole else None

    def surface_of(self, volume: bpy.types.Object) -> navcore.NavSurface | None:
        """What a volume's bake holds for walkers, if anything."""
        whole = self.whole(volume)
        return whole.surface if whole else None

    def require_whole(self, volume: bpy.types.Object) -> navcore.Navigation:
        """The bake a volume holds; `FormatError` says why there is none to work with."""
        whole = self.whole(volume)
        if whole is None:
            raise navcore.FormatError(self.damage_of(volume) or f"{volume.name} is not baked yet")
        return whole

    def require(self, volume: bpy.types.Object) -> navcore.NavVolume:
        """What it holds for fliers; `FormatError` says why there is none to work with."""
        nav = self.require_whole(volume).volume
        if nav is None:
            raise navcore.FormatError(f"{volume.name} is baked for walkers alone; choose Fly as well and bake it again")
        return nav

    def damage_of(self, volume: bpy.types.Object) -> str:
        """Why the bake that a volume holds cannot be read, and what to do; empty when it can."""
        is_newer = self._unreadable.get(volume.session_uid)
        if is_newer is None:
            return ""
        if is_newer:
            return f"the bake stored in {volume.name} was made by a newer Volant; update Volant, or bake it again"
        return f"the bake stored in {volume.name} is damaged; bake it again"

    def store(self, volume: bpy.types.Object, made: Baked, packed: bytes) -> None:
        """Keep a bake in the .blend, with the volume it belongs to; `packed` are the bytes of its file."""
        volume.volant.volume.bake = packed
        self._drop(volume.session_uid)
        self._decoded[volume.session_uid] = (packed, navcore.Navigation.of(made))
        self._verified.add(volume.session_uid)

    def clear(self, volume: bpy.types.Object) -> None:
        """Forget a bake, in the .blend as well."""
        settings = volume.volant.volume
        for name in ("bake", "baked_from", "baked_seconds"):
            settings.property_unset(name)
        self._drop(volume.session_uid)

    def verify_again(self) -> None:
        """The .blend's data may have changed underneath; bakes that did not are not decoded again."""
        self._verified.clear()

    def _decode(self, uid: int, packed: bytes) -> None:
        try:
            self._decoded[uid] = (packed, navcore.Navigation.of(navcore.loads(packed)))
        except navcore.FormatError as error:
            self._unreadable[uid] = isinstance(error, navcore.NewerFormatError)

    def _drop(self, uid: int) -> None:
        self._decoded.pop(uid, None)
        self._unpacked.pop(uid, None)
        self._unreadable.pop(uid, None)
