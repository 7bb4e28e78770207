# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volumes for larger agents, made from bakes beside the window, one at a time, and kept for a while."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Generator

from ... import navcore
from ..jobs.tasks import volume_of, volume_values
from ..jobs.work import Work

#: Volumes that are kept.
_MOST = 8
#: Seconds that a radius has to stay as it is, because nobody wants those that a slider passes on its way.
_REST = 0.15
#: Seconds between two looks while there is nothing to do but wait for another process.
_TICK = 0.05


class ErodedVolumes:
    """Volumes by the bake and the radius they were made for; those used last come last."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[navcore.NavVolume, float], navcore.NavVolume] = OrderedDict()
        self._under_way: Work | None = None

    def now(self, nav: navcore.NavVolume, radius: float) -> navcore.NavVolume:
        """What an agent of a larger radius has of a volume, however long that takes."""
        if (nav, radius) not in self._made:
            self._keep(nav, radius, navcore.erode(nav, radius))
        return self._made[nav, radius]

    def known(self, nav: navcore.NavVolume, radius: float) -> navcore.NavVolume | None:
        """The same if it is known; None otherwise."""
        return self._made.get((nav, radius))

    def aside(self, nav: navcore.NavVolume, radius: float) -> Generator[float, None, navcore.NavVolume]:
        """The same beside the window. Yields for how many seconds there is nothing to do; closing it stops the work."""
        rested_at = time.monotonic() + _REST
        while (nav, radius) not in self._made:
            rest = rested_at - time.monotonic()
            if self._under_way is not None or rest > 0.0:
                yield max(rest, _TICK)
                continue
            work = self._under_way = Work("erode", {"volume": volume_values(nav), "radius": radius})
            try:
                while not work.advance(0.0):
                    yield _TICK if work.waits else 0.0
            finally:
                self._under_way = None
                work.close()
            self._keep(nav, radius, volume_of(work.answer["volume"]))
        self._made.move_to_end((nav, radius))
        return self._made[nav, radius]

    def _keep(self, nav: navcore.NavVolume, radius: float, eroded: navcore.NavVolume) -> None:
        self._made[nav, radius] = eroded
        while len(self._made) > _MOST:
            self._made.popitem(last=False)
