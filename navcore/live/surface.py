# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""LiveSurface: floors among objects that move, appear and vanish.

An update makes the outlines of those tiles again that something near them may have changed, from the triangles near
them; and then of tiles whose seams with these are not those of before. All that is made of outlines is a function of
them, and what took long and has not changed is remembered.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..config import GroundConfig
from ..errors import BakeError
from ..given import shown
from ..ground.extent import are_flat, check_config, make_extent
from ..ground.known_heights import KnownHeights
from ..ground.outlining import outline_steps
from ..ground.pipeline import surface_of
from ..ground.tiles import Place, TileGrid, Tiles, parted, together
from ..progress import MadeInSteps, Steps, part, run
from ..surface import NavSurface
from .shapes import Given, Thing, checked_thing, triangles_of

_STAGE = "Looking around"


class LiveSurface(MadeInSteps):
    """Floors among objects that move.

    Whatever was before leaves no trace: `snapshot` is what `bake_ground` of the same objects would be, bit for bit.

    Parameters
    ----------
    config : what to bake, with bounds: the grid must not move with what is in it; `floors` must be None.
    objects : all there is, by name: (vertices, triangles), world, or a `Mesh` or `Box`.
    floors : the names of those that may be floors, now or later; None is all.
    """

    def __init__(
        self, config: GroundConfig, objects: Mapping[str, Thing], floors: Collection[str] | None = None
    ) -> None:
        super().__init__(config, objects, floors)

    def _make(
        self, config: GroundConfig, objects: Mapping[str, Thing], floors: Collection[str] | None = None
    ) -> Steps[None]:
        check_config(config)
        if config.bounds is None:
            raise BakeError("a live surface needs bounds, so that its grid does not move with what is in it; give them")
        if config.floors is not None:
            raise BakeError("a live surface takes the names of floors, not a mask; give floors=None in its config")
        self._config, self._floors = config, floors
        self._extent = make_extent(np.empty((0, 3, 3)), config)
        self._grid = TileGrid(self._extent, config)
        self._marks = itertools.count()
        self._known = KnownHeights()
        self._things: dict[str, Given] = {}
        self._corners: dict[str, Float64s] = {}
        self._tiles: Tiles = {}
        self._snapshot: NavSurface | None = None
        #: Counts updates.
        self.version = 0
        yield from self.update_steps(objects)
        self.version = 0

    @property
    def objects(self) -> list[str]:
        """The names of what is there."""
        return list(self._things)

    def update(self, changes: Mapping[str, Thing | None]) -> Float64s | None:
        """Move, add and remove things: by name where they are now, None for what is gone.

        All of it or, if anything is malformed, nothing.

        Returns
        -------
        (2, 3) float64, the corners of a world box around all tiles that were made again; None if nothing has changed.
        """
        return run(self.update_steps(changes))

    def update_steps(self, changes: Mapping[str, Thing | None]) -> Steps[Float64s | None]:
        """`update` in steps. Nothing is changed before the last of them."""
        if not isinstance(changes, Mapping):
            raise BakeError(f"objects must be a dict of things by name, not {shown(changes)}")
        things, corners, version = dict(self._things), dict(self._corners), self.version
        touched: set[Place] = set()
        for name, thing in changes.items():
            old = corners.get(name)
            if thing is None:
                if name not in things:
                    raise BakeError(f"there is no object {name!r} to remove; objects are {shown(sorted(things))}")
                del things[name], corners[name]
            else:
                given = checked_thing(name, thing)
                if name in things and given.digest == things[name].digest:
                    continue
                things[name], corners[name] = given, triangles_of(name, given)
            for some in (old, corners.get(name)):
                if some is not None and len(some):
                    touched |= self._grid.touched(some.min(axis=(0, 1)), some.max(axis=(0, 1)))
        tiles, made = yield from self._remade(corners, touched)
        if self.version != version:
            raise BakeError("the surface was changed by another update while this one was under way; update it again")
        self._things, self._corners, self._tiles = things, corners, tiles
        if not made:
            return None
        self._snapshot = None
        self.version += 1
        plan = self._grid.box_of(made)
        low = self._extent.origin[2]
        return np.column_stack((plan, (low, low + self._extent.shape[2] * self._extent.voxel_size)))

    def _remade(self, corners: Mapping[str, Float64s], touched: set[Place]) -> Steps[tuple[Tiles, set[Place]]]:
        """The tiles after some of them are made again, and those whose seams have changed; and which these are."""
        tiles, made = dict(self._tiles), set[Place]()
        waiting = touched
        while waiting:
            for group in _together(waiting):
                yield 0.0, _STAGE
                tiles = {place: patches for place, patches in tiles.items() if place not in group}
                tiles.update((yield from self._baked(corners, group)))
            made |= waiting
            waiting = self._grid.stale(tiles, made)
        return tiles, made

    def _baked(self, corners: Mapping[str, Float64s], group: set[Place]) -> Steps[Tiles]:
        """What some tiles, near each other, are now."""
        window = self._grid.window(group)
        near = {name: self._near(some, window) for name, some in corners.items()}
        triangles = np.concatenate([np.empty((0, 3, 3)), *(corners[name][some] for name, some in near.items())])
        floors = [
            are_flat(corners[name][some], self._config) & (self._floors is None or name in self._floors)
            for name, some in near.items()
        ]
        may = np.concatenate([np.empty(0, bool), *floors])
        outlined = outline_steps(triangles, may, self._extent, self._config, window)
        outlines = yield from part(outlined, 0.0, 0.9)
        return (yield from part(parted(outlines, group, self._marks), 0.9, 1.0))

    def _near(self, corners: Float64s, window: Int64s) -> Bools:
        """Which triangles, (m, 3, 3), matter for floors in a window."""
        low, high = self._grid.box(window)
        near: Bools = (corners[:, :, :2].max(axis=1) >= low).all(axis=1)
        near &= (corners[:, :, :2].min(axis=1) <= high).all(axis=1)
        return near

    def snapshot(self) -> NavSurface:
        """The surface as it is now: what a bake of the same objects gives."""
        return run(self.snapshot_steps())

    def snapshot_steps(self) -> Steps[NavSurface]:
        """`snapshot` in steps: of the moment in which it begins."""
        if self._snapshot is not None:
            return self._snapshot
        outlines, rings, marks = together(self._tiles)
        version = self.version
        self._known.begin(marks)
        surface = yield from surface_of(outlines, self._extent, self._config, rings, self._known)
        if version == self.version:
            self._snapshot = surface
        return surface


def _together(tiles: set[Place]) -> list[set[Place]]:
    """Tiles in groups of those that touch."""
    groups, left = [], set(tiles)
    while left:
        group, waiting = set[Place](), [min(left)]
        while waiting:
            x, y = waiting.pop()
            if (x, y) in left:
                left.remove((x, y))
                group.add((x, y))
                waiting += [(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        groups.append(group)
    return groups
