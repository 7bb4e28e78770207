# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Heights that were fitted earlier, by all that they depend on, so that what has not changed is not fitted again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .outlines import Corner
from .triangulation import Triangle

#: Corners and, of the floors that they are on, what tells them from all others.
Key: TypeAlias = tuple[tuple[Corner, ...], tuple[int, ...]]


class KnownRelief:
    """The heights of a polygon: where it begins, counted from its lowest corner, and the rest of a `Relief`."""

    __slots__ = ("begin", "bends", "corners", "triangles")

    def __init__(
        self, begin: int, bends: list[Sequence[Corner]], corners: list[Corner], triangles: list[Triangle]
    ) -> None:
        self.begin, self.bends, self.corners, self.triangles = begin, bends, corners, triangles


class KnownHeights:
    """What was found for the surface before, and what is found for the next one."""

    def __init__(self) -> None:
        self._marks: Sequence[int] = ()
        self._bends: dict[Key, list[Corner]] = {}
        self._reliefs: dict[Key, KnownRelief] = {}
        self._earlier_bends, self._earlier_reliefs = self._bends, self._reliefs

    def begin(self, marks: Sequence[int]) -> None:
        """Begin a surface. What was not used for the last one is forgotten.

        marks : what tells each patch of its outlines, and all that is known of its floor, from all others.
        """
        self._marks = marks
        self._earlier_bends, self._earlier_reliefs = self._bends, self._reliefs
        self._bends, self._reliefs = {}, {}

    def key(self, corners: Sequence[Corner], patches: Sequence[int]) -> Key:
        """What tells an edge or a polygon by its corners and patches."""
        return tuple(corners), tuple(self._marks[patch] for patch in patches)

    def bends(self, key: Key) -> list[Corner] | None:
        """The bends of an edge, if they are known."""
        known = self._earlier_bends.get(key)
        if known is not None:
            self._bends[key] = known
        return known

    def keep_bends(self, key: Key, bends: list[Corner]) -> None:
        """Remember the bends of an edge, if only that there are none."""
        self._bends[key] = bends

    def relief(self, key: Key, bends: list[Sequence[Corner]]) -> KnownRelief | None:
        """The heights of a polygon whose edges have these bends, if they are known."""
        known = self._earlier_reliefs.get(key)
        if known is None or known.bends != bends:
            return None
        self._reliefs[key] = known
        return known

    def keep_relief(self, key: Key, known: KnownRelief) -> None:
        """Remember the heights of a polygon."""
        self._reliefs[key] = known
