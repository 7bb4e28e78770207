# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""LiveVolume: a volume whose obstacles move, appear and vanish.

Its cells are a function of what blocks it now, as those of a bake are: tile by tile, then chains across the borders of
tiles along x, y and z. An update does again what depends on the tiles that have changed, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Float64s, Int32s, Int64s
from ..bake.chains import join_chains
from ..bake.domain import Domain, check_config, checked_domain, make_domain
from ..bake.merge import free_tile_rows
from ..bake.pipeline import check_free
from ..config import BakeConfig, Point
from ..errors import BakeError, NavError
from ..geometry.column_order import in_column_order
from ..geometry.touching import find_portals
from ..geometry.voxel_tiles import TILE, VoxelTiles, from_boxes
from ..given import points_array, shown
from ..model import NavVolume, distances
from ..progress import MadeInSteps, Steps, part, run
from ..query.path import Path
from .box_keys import keys_of
from .cells import LiveCells
from .chains import LiveChains
from .graph import LiveGraph
from .islands import LiveIslands
from .leaf_counts import LeafCounts
from .obstacles import Obstacles, TileChanges
from .rows import LiveRows
from .shapes import Given, Thing, checked_thing
from .snapshots import Snapshots
from .tiles import LiveTiles
from .voxels import voxels_of
from .watch import Watch

#: Tiles that are merged, and boxes that are looked at, in one step.
_TILES_AT_ONCE, _BOXES_AT_ONCE = 64, 1 << 13
_STAGE = "Merging"
_NO_CELLS: Int32s = np.empty((0, 2, 3), np.int32)
_NO_CELLS.setflags(write=False)
#: Coordinates, in voxels, beyond which nothing is near; and how far from a point, at least, are cells that are in none
#: of the tiles around its own.
_FAR_AWAY, _SURELY_NEAR = 1e9, TILE - 2.0
#: What is blocked and what is removed in the volume that a live one is made of. Names of objects begin otherwise.
_BLOCKED, _REMOVED = "\0blocked", "\0removed"


@dataclass(frozen=True, eq=False)
class Change:
    """What an update has changed.

    cells_removed, cells_added : (n, 2, 3) int32, voxel corners [min, max).
    box : (2, 3) float64, world, around all of them; None if nothing has changed.
    """

    cells_removed: Int32s
    cells_added: Int32s
    box: Float64s | None


class LiveVolume(MadeInSteps):
    """A volume whose obstacles move. `Navigator(live)` answers questions about it as it is at the time.

    Whatever was before leaves no trace: `snapshot` is what a bake of the same objects would be.

    Parameters
    ----------
    config : what to bake, with bounds: the domain must not move with what is in it.
    objects : what blocks, by name: (vertices, triangles), world, or a `Mesh`, `Box` or `Ball`.
    """

    def __init__(self, config: BakeConfig, objects: Mapping[str, Thing]) -> None:
        super().__init__(config, objects)

    @classmethod
    def of(cls, nav: NavVolume) -> LiveVolume:
        """A live volume made of a baked one alone, as an engine does that has no scene.

        What is blocked or removed there stays so; obstacles that are added are carved out of the rest.
        """
        return run(cls.of_steps(nav))

    @classmethod
    def of_voxels_steps(cls, config: BakeConfig, sets: Mapping[str, VoxelTiles]) -> Steps[LiveVolume]:
        """A live volume of objects of which `object_voxels_steps` has told what they block."""
        live = cls.__new__(cls)
        # Nobody knows where they are, so that each is looked at when it is told next.
        live._still, live._digests = None, dict.fromkeys(sets, b"")
        yield from live._begin(config, _domain_of(config), sets)
        return live

    @classmethod
    def of_steps(cls, nav: NavVolume) -> Steps[LiveVolume]:
        """`of` in steps."""
        if not isinstance(nav, NavVolume):
            raise BakeError(f"a live volume is made of a NavVolume or of objects, not of {shown(nav)}")
        live = cls.__new__(cls)
        blocked = yield from nav.blocked_steps()
        config = BakeConfig(voxel_size=nav.voxel_size, agent_radius=nav.agent_radius)
        live._still, live._digests = nav, {}
        domain = checked_domain(nav.origin, nav.voxel_size, nav.shape)
        sets = {_BLOCKED: from_boxes(blocked, nav.shape), _REMOVED: from_boxes(nav.removed_boxes, nav.shape)}
        yield from live._begin(config, domain, sets)
        return live

    def _make(self, config: BakeConfig, objects: Mapping[str, Thing]) -> Steps[None]:
        things = _checked_things(objects)
        sets = yield from part(voxels_of(things, _domain_of(config), config.agent_radius), 0.0, 0.5)
        #: The things that are there, and what tells where each is from where it may be next.
        self._digests = {name: thing.digest for name, thing in things.items()}
        self._still: NavVolume | None = None
        yield from part(self._begin(config, _domain_of(config), sets), 0.5, 1.0)

    def _begin(self, config: BakeConfig, domain: Domain, sets: Mapping[str, VoxelTiles]) -> Steps[None]:
        self._config, self._domain, shape = config, domain, domain.shape
        self._obstacles, self._tiles = Obstacles(shape), LiveTiles(shape)
        self._obstacles.replace(sets)
        self._leaves = LeafCounts(self._obstacles, shape, config.min_depth, _REMOVED)
        blocked = self._obstacles.blocked()
        self._leaves.forget(blocked.tiles.tolist())
        found = [np.empty((0, 2, 3), np.int32)]
        for done, tiles in enumerate(blocked.parts(_TILES_AT_ONCE)):
            yield 0.5 * done * _TILES_AT_ONCE / len(blocked.tiles), _STAGE
            found.append(self._tiles.add(tiles))
        boxes = np.concatenate(found)
        yield 0.5, _STAGE
        self._rows = LiveRows(self._tiles.places(), shape.tolist())
        yield from part(_chained(self._rows, 0, boxes), 0.5, 0.55)
        boxes = join_chains(np.concatenate((boxes, free_tile_rows(blocked, shape))), 0)
        self._chains = [LiveChains(1), LiveChains(2)]
        for axis, chains in zip((1, 2), self._chains, strict=True):
            yield from part(_chained(chains, axis, boxes), 0.5 + 0.05 * axis, 0.55 + 0.05 * axis)
            boxes = join_chains(boxes, axis)
            yield 0.55 + 0.05 * axis, _STAGE
        cells = in_column_order(boxes)
        portals = yield from part(find_portals(cells), 0.7, 0.9)
        self._cells = yield from part(LiveCells.steps(cells, portals), 0.9, 1.0)
        self._islands: LiveIslands | None = None
        self._snapshots = Snapshots(domain, config.agent_radius)
        self._snapshot: NavVolume | None = None
        #: Counts updates.
        self.version = 0

    @property
    def origin(self) -> Float64s:
        """World position of the domain's lowest corner: (3,) float64."""
        return self._domain.origin

    @property
    def voxel_size(self) -> float:
        """Edge of a voxel in scene units."""
        return self._domain.voxel_size

    @property
    def shape(self) -> Int32s:
        """Size of the domain in voxels: (3,) int32."""
        return self._domain.shape

    @property
    def agent_radius(self) -> float:
        """Distance in scene units that cells keep from everything."""
        return self._config.agent_radius

    @property
    def markers(self) -> Sequence[Point]:
        """World points; what is connected to none of them at the time is removed. None keeps everything."""
        return self._config.markers

    @property
    def objects(self) -> list[str]:
        """The names of what is there."""
        return list(self._digests)

    def update(self, changes: Mapping[str, Thing | None]) -> Change:
        """Move, add and remove things: by name where they are now, None for what is gone.

        All of it or, if anything is malformed, nothing.
        """
        return run(self.update_steps(changes))

    def update_steps(self, changes: Mapping[str, Thing | None]) -> Steps[Change]:
        """`update` in steps. Nothing is changed before the last of them, and until then other things may be."""
        things = {
            name: None if thing is None else checked_thing(name, thing) for name, thing in self.checked(changes).items()
        }
        moved = {
            name: thing
            for name, thing in things.items()
            if thing is not None and thing.digest != self._digests.get(name)
        }
        gone = [name for name, thing in things.items() if thing is None]
        known = {name: self._digests.get(name) for name in things}
        sets = yield from voxels_of(moved, self._domain, self.agent_radius)
        for name, digest in known.items():
            if self._digests.get(name) != digest:
                raise BakeError(f"{name!r} was changed by another update while this one was under way; update it again")
        before = self._obstacles.replace({**sets, **dict.fromkeys(gone)})
        self._digests.update((name, thing.digest) for name, thing in moved.items())
        for name in gone:
            del self._digests[name]
        return self._changed(self._obstacles.since(before))

    def _changed(self, tiles: TileChanges) -> Change:
        """Do again what depends on tiles whose blocked voxels have changed."""
        if not len(tiles.tiles):
            return Change(_NO_CELLS, _NO_CELLS, None)
        self._snapshot = self._islands = None
        self._leaves.forget(tiles.tiles.tolist())
        remade = self._tiles.remake(tiles)
        removed, added = self._rows.change(*remade)
        for chains in self._chains:
            removed, added = chains.update(removed, added)
        gone, new = self._cells.update(removed, added, tiles.freed())
        self.version += 1
        both = np.concatenate((gone, new))
        low, high = both[:, 0].min(axis=0), both[:, 1].max(axis=0)
        return Change(gone, new, self.origin + np.stack((low, high)) * self.voxel_size)

    def checked(
        self, changes: Mapping[str, Thing | None], kept: Mapping[str, Thing | None] | None = None
    ) -> dict[str, Thing | None]:
        """Changes, if all things that are to go are there, or will be by earlier changes that are `kept` back."""
        things, there = _named(changes), set(self.objects)
        for name, thing in (kept or {}).items():
            (there.discard if thing is None else there.add)(name)
        for name, thing in things.items():
            if thing is None and name not in there:
                raise BakeError(f"there is no object {name!r} to remove; objects are {shown(sorted(there))}")
        return things

    def snapshot(self) -> NavVolume:
        """The volume as it is now: what a bake of the same objects gives."""
        return run(self.snapshot_steps())

    def snapshot_steps(self) -> Steps[NavVolume]:
        """`snapshot` in steps: the volume as it is at the first of them, whatever is changed meanwhile."""
        if self._snapshot is None:
            version = self.version
            check_free(len(self._cells))
            volume = yield from self._snapshots.steps(self._cells, self._labelled(), self._leaves.number())
            if self._still is not None:
                kept = self._still
                removed, metadata, blockers = kept.removed_boxes, kept.metadata, kept.blockers
                volume = replace(volume, removed_boxes=removed, metadata=metadata, blockers=blockers)
            if self.version != version:
                return volume
            self._snapshot = volume
        return self._snapshot

    def watch(self, path: Path) -> Watch:
        """Who keeps updates back until one of them is in the way of a path: the *last moment* [Massonnat 2023]."""
        return Watch(self, path)

    def blocked_in(self, tiles: list[int]) -> VoxelTiles:
        """What is blocked at the time in some tiles of the domain, ascending."""
        return self._obstacles.blocked(tiles)

    def graph(self) -> LiveGraph:
        """What searches see."""
        return self._cells.graph

    @property
    def cells(self) -> Int32s:
        """Voxel corners of the cells, by the numbers that cells of paths have: (n, 2, 3) int32. A number that no cell
        has at the time may have any."""
        return self._cells.boxes if len(self._cells) else self._cells.boxes[:0]

    @property
    def components(self) -> Int32s:
        """The island of each cell, by its number: (n,) int32; -1 for what no marker keeps, and where no cell is."""
        return self._labelled().components

    def tree_steps(self) -> Steps[None]:
        """Prepare for looking cells up, in steps."""
        yield 0.0, _STAGE
        self._labelled()

    def holding(self, x: float, y: float, z: float) -> list[int]:
        """The cells that hold a world point, in the order of a bake's; several where they share a face or less."""
        point = np.array((x, y, z))
        place = (point - self.origin) / self.voxel_size
        # The tile that holds it and, at a border, those beside it.
        near = self._cells.between(*(np.floor(place + aside).astype(int).tolist() for aside in (-1.0, 1.0)))
        boxes = self.origin + self._cells.boxes[near] * self.voxel_size
        inside = ((boxes[:, 0] <= point) & (point <= boxes[:, 1])).all(axis=1) & (self.components[near] >= 0)
        holding: list[int] = near[inside].tolist()
        return holding

    def nearest(self, points: ArrayLike) -> tuple[Int64s, Float64s, Float64s]:
        """The nearest free cell of each world point, where in it, and how far: as `NavVolume.nearest`."""
        wanted = points_array("points", points, NavError)
        if not len(self._cells):
            raise NavError("the volume has no cells at the moment, so no cell is nearest; move what blocks it")
        cell = np.array([self._nearest_cell(point) for point in wanted], np.int64)
        boxes = self.origin + self._cells.boxes[cell] * self.voxel_size
        point = np.clip(wanted, boxes[:, 0], boxes[:, 1])
        return cell, point, distances(point, wanted)

    def _nearest_cell(self, point: Float64s) -> int:
        """The nearest cell that is kept, by its number; the first in order of equally near ones."""
        place = np.clip((point - self.origin) / self.voxel_size, -_FAR_AWAY, _FAR_AWAY).astype(np.int64)
        near = self._cells.between((place - TILE).tolist(), (place + TILE).tolist())
        near = near[self.components[near] >= 0]
        if len(near):
            found, squared = self._nearest_of(near, point)
            if squared < (_SURELY_NEAR * self.voxel_size) ** 2:
                return found
        return self._nearest_of(self._labelled().kept(), point)[0]

    def _nearest_of(self, numbers: Int64s, point: Float64s) -> tuple[int, float]:
        """The nearest of some cells, (n,), to a point, the first of equally near ones; and its squared distance."""
        boxes = self.origin + self._cells.boxes[numbers] * self.voxel_size
        gap = np.maximum(np.maximum(boxes[:, 0] - point, point - boxes[:, 1]), 0.0)
        squared = gap[:, 0] * gap[:, 0] + gap[:, 1] * gap[:, 1] + gap[:, 2] * gap[:, 2]
        near = np.flatnonzero(squared == squared.min())
        # Squares of tiny gaps vanish; their sum tells a box that holds the point from one that nearly does.
        first = near[gap[near].sum(axis=1).argmin()]
        return int(numbers[first]), float(squared[first])

    def _labelled(self) -> LiveIslands:
        if self._islands is None:
            self._islands = LiveIslands(self._cells, self._domain, self._config.markers)
        return self._islands


def object_voxels_steps(config: BakeConfig, objects: Mapping[str, Thing]) -> Steps[dict[str, VoxelTiles]]:
    """What each of some objects blocks, by name: the part of a live volume that another process can do."""
    return voxels_of(_checked_things(objects), _domain_of(config), config.agent_radius)


def _domain_of(config: BakeConfig) -> Domain:
    """The domain of a live volume; `BakeError` when there can be none of such settings."""
    check_config(config)
    if config.bounds is None:
        raise BakeError("a live volume needs bounds, because without them the domain moves with the objects; give them")
    if not config.merge:
        raise BakeError("a live volume is made of merged cells; leave out merge=False")
    return make_domain(np.empty((0, 3, 3)), config)


def _checked_things(objects: Mapping[str, Thing]) -> dict[str, Given]:
    """Things by name; `BakeError` names one that is malformed."""
    return {name: checked_thing(name, thing) for name, thing in _named(objects).items()}


def _chained(chains: LiveChains, axis: int, boxes: Int32s) -> Steps[None]:
    """Add those of some boxes, (n, 2, 3), to chains along an axis that reach the border of a tile."""
    ends = boxes[:, :, axis] % TILE == 0
    at_borders = boxes[ends[:, 0] | ends[:, 1]]
    for begin in range(0, len(at_borders), _BOXES_AT_ONCE):
        yield begin / len(at_borders), _STAGE
        chains.add(keys_of(at_borders[begin : begin + _BOXES_AT_ONCE]))


def _named(things: object) -> dict[str, Thing | None]:
    """Things by name, from a mapping or pairs."""
    pairs: Iterable[tuple[object, Thing | None]]
    if isinstance(things, Mapping):
        pairs = things.items()
    elif isinstance(things, Iterable) and not isinstance(things, str | bytes):
        pairs = list(things)
    else:
        raise BakeError(f"objects must be given by name, not as {shown(things)}")
    named: dict[str, Thing | None] = {}
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise BakeError(f"objects must be given as pairs of a name and a thing, not as {shown(pair)}")
        name, thing = pair
        if not isinstance(name, str) or name[:1] in ("", "\0"):
            raise BakeError(f"an object must have a name, a text that is not empty, not {shown(name)}")
        if name in named:
            raise BakeError(f"two objects are called {name!r}; rename one of them")
        named[name] = thing
    return named
