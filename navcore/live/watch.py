# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Updates kept back until the last moment: until something is in the way of a path [Massonnat 2023].

Somebody who follows a path need not know of what moves elsewhere. Of each thing the newest place is kept. The first
that blocks a free voxel which the path touches is in its way, and has all of them applied at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Bools, Float64s
from ..bake.domain import checked_domain
from ..blockers import Ball
from ..errors import PathError
from ..geometry.voxel_tiles import VoxelTiles, to_points
from ..given import shown
from ..progress import run
from ..query.path import Path
from .path_voxels import NEARLY, touched_voxels
from .shapes import Given, Thing, box_around, checked_thing
from .voxels import are_near_ball, voxels_of

if TYPE_CHECKING:
    from .volume import Change, LiveVolume

#: One over the length of what is shorter than one over it: more would make numbers that are none.
_STEEPEST = 1e200


class Watch:
    """Keeps updates of a live volume back while nothing comes in the way of a path.

    Once something did, the path is gone, and so is the watch: find another path, and watch that.
    """

    def __init__(self, live: LiveVolume, path: Path) -> None:
        if not isinstance(path, Path) or not path.found:
            raise PathError(f"a path that was found can be watched, not {shown(path)}; find one first")
        self._live = live
        self._domain = checked_domain(live.origin, live.voxel_size, live.shape)
        ends = path.points if len(path.points) > 1 else np.repeat(path.points, 2, axis=0)
        #: Each piece of the path: where it begins, (n, 1, 3), and one over how far it goes.
        self._begin = ends[:-1, None]
        with np.errstate(divide="ignore", over="ignore"):
            self._inverse = np.clip(1.0 / (ends[1:, None] - self._begin), -_STEEPEST, _STEEPEST)
        touched = touched_voxels((ends - live.origin) / live.voxel_size, live.shape)
        blocked = dict(zip(*live.blocked_in(touched.tiles.tolist()), strict=True))
        free = [rows & ~blocked[tile] if tile in blocked else rows for tile, rows in zip(*touched, strict=True)]
        #: The free voxels that it touches: rows by tile, and their x, y and z.
        self._rows = dict(zip(touched.tiles.tolist(), free, strict=True))
        self._voxels = to_points(VoxelTiles(touched.tiles, np.array(free)), live.shape).T
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
        things = self._live.checked(changes, self._kept)
        given = {name: checked_thing(name, thing) for name, thing in things.items() if thing is not None}
        self._kept.update(things)
        if not any(map(self._is_in_the_way, self._near(given))):
            return None
        self._is_over = True
        return self.apply()

    def apply(self) -> Change:
        """Apply all that was kept back."""
        kept, self._kept = self._kept, {}
        there = set(self._live.objects)
        # What came and went meanwhile, the volume has never heard of.
        return self._live.update({name: thing for name, thing in kept.items() if thing is not None or name in there})

    def _near(self, things: Mapping[str, Given]) -> list[Given]:
        """Those of some things that may block voxels which the path touches, by the boxes around them."""
        boxes = [(thing, box) for thing in things.values() if (box := box_around(thing.shape)) is not None]
        if not boxes:
            return []
        reach = self._live.agent_radius + self._live.voxel_size * (1.0 + NEARLY)
        corners: Float64s = np.array([box for _thing, box in boxes])
        first = (corners[:, 0] - reach - self._begin) * self._inverse
        second = (corners[:, 1] + reach - self._begin) * self._inverse
        enter, leave = np.minimum(first, second).max(axis=2), np.maximum(first, second).min(axis=2)
        near: Bools = ((enter <= leave) & (enter <= 1.0) & (leave >= 0.0)).any(axis=0)
        return [thing for (thing, _box), is_near in zip(boxes, near.tolist(), strict=True) if is_near]

    def _is_in_the_way(self, thing: Given) -> bool:
        """Whether a thing blocks a free voxel that the path touches."""
        if isinstance(thing.shape, Ball):
            return bool(are_near_ball(thing.shape, self._domain, self._live.agent_radius, [*self._voxels]).any())
        blocked = run(voxels_of({"": thing}, self._domain, self._live.agent_radius))[""]
        pairs = zip(blocked.tiles.tolist(), blocked.rows, strict=True)
        return any(tile in self._rows and bool((self._rows[tile] & rows).any()) for tile, rows in pairs)
