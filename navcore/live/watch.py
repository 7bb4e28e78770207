# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Updates kept back until the last moment: until something is in the way of a path [Massonnat 2023].

Somebody who follows a path need not know of what moves elsewhere. Of each thing the newest place is kept; the boxes of
things are compared with the path, and the first that is in its way has all of them applied at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Bools, Float64s
from ..errors import PathError
from ..given import shown
from ..query.path import Path
from .shapes import Thing, box_around

if TYPE_CHECKING:
    from .volume import Change, LiveVolume


class Watch:
    """Keeps updates of a live volume back while nothing comes in the way of a path.

    Once something did, the path is gone, and so is the watch: find another path, and watch that.
    """

    def __init__(self, live: LiveVolume, path: Path) -> None:
        if not isinstance(path, Path) or not path.found:
            raise PathError(f"a path that was found can be watched, not {shown(path)}; find one first")
        self._live = live
        self._begin, self._end = path.points[:-1], path.points[1:]
        self._kept: dict[str, Thing | None] = {}
        self._is_over = False

    @property
    def kept(self) -> dict[str, Thing | None]:
        """What was kept back so far, by name; None for what is gone."""
        return dict(self._kept)

    def update(self, changes: Mapping[str, Thing | None]) -> Change | None:
        """Keep changes back and return None; or, if one of them is in the way, apply all that was kept."""
        if self._is_over:
            raise PathError(
                "the path of this watch is gone, because something was in its way; find another and watch that"
            )
        things = self._live.checked(changes)
        self._kept.update(things)
        reach = self._live.agent_radius + self._live.voxel_size
        if not any(thing is not None and self._is_in_the_way(box_around(thing), reach) for thing in things.values()):
            return None
        self._is_over = True
        return self.apply()

    def apply(self) -> Change:
        """Apply all that was kept back."""
        kept, self._kept = self._kept, {}
        return self._live.update(kept)

    def _is_in_the_way(self, box: Float64s, reach: float) -> bool:
        """Whether the path passes a box, (2, 3) world, nearer along some axis than `reach`."""
        low, high = box[0] - reach, box[1] + reach
        run = self._end - self._begin
        with np.errstate(divide="ignore", invalid="ignore"):
            first, second = (low - self._begin) / run, (high - self._begin) / run
        # Along an axis that a piece of the path does not move along, it is inside all the time or never.
        still = run == 0.0
        inside: Bools = (self._begin >= low) & (self._begin <= high)
        enter = np.where(still, np.where(inside, -np.inf, np.inf), np.minimum(first, second)).max(axis=1)
        leave = np.where(still, np.where(inside, np.inf, -np.inf), np.maximum(first, second)).min(axis=1)
        return bool(((enter <= leave) & (enter <= 1.0) & (leave >= 0.0)).any())
