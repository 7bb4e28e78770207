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

#: By the bake and the radius they were made for; those used last come last.
_made: OrderedDict[tuple[navcore.NavVolume, float], navcore.NavVolume] = OrderedDict()
#: At most one.
_under_way: list[Work] = []


def forget() -> None:
    """Drop every volume that is kept."""
    _made.clear()


def eroded_now(nav: navcore.NavVolume, radius: float) -> navcore.NavVolume:
    """What an agent of a larger radius has of a volume, however long that takes."""
    if (nav, radius) not in _made:
        _keep(nav, radius, navcore.erode(nav, radius))
    return _made[nav, radius]


def eroded_aside(nav: navcore.NavVolume, radius: float) -> Generator[bool, None, navcore.NavVolume]:
    """The same beside the window. Yields whether there is nothing to do for now; closing it stops the work."""
    asked_at = time.monotonic()
    while (nav, radius) not in _made:
        if _under_way or time.monotonic() - asked_at < _REST:
            yield True
            continue
        work = Work("erode", {"volume": volume_values(nav), "radius": radius})
        _under_way.append(work)
        try:
            while not work.advance(0.0):
                yield work.waits
        finally:
            _under_way.remove(work)
            work.close()
        _keep(nav, radius, volume_of(work.answer["volume"]))
    _made.move_to_end((nav, radius))
    return _made[nav, radius]


def _keep(nav: navcore.NavVolume, radius: float, eroded: navcore.NavVolume) -> None:
    _made[nav, radius] = eroded
    while len(_made) > _MOST:
        _made.popitem(last=False)
