# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""NavVolume, what a bake makes and everything else reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Float64s, Int32s, Int64s, UInt32s
from .blockers import Blocker, checked_blockers
from .errors import NavError
from .geometry.box_tree import BoxTree
from .geometry.boxes import fill_gaps
from .geometry.clearance import MEASURING, squared_clearance
from .given import points_array, shown
from .progress import Steps, part, run

#: Squares of coordinates overflow beyond this, in scene units.
_FAR_AWAY = 1e150
_LARGEST = float(np.finfo(np.float64).max)
#: Parts of a voxel that distances from landmarks are counted in.
LANDMARK_UNIT = 32
_OPTIONAL_ARRAYS = ("squared_clearance", "landmarks")


@dataclass(frozen=True, eq=False)
class NavVolume:
    """The free space of a domain as convex cells. Its arrays are read-only.

    Attributes
    ----------
    origin : (3,) float64, world position of the domain's lowest corner.
    voxel_size : edge of a voxel in scene units.
    shape : (3,) int32, size of the domain in voxels.
    cells : (n, 2, 3) int32, voxel corners [min, max) of each cell, in the order of `geometry.column_order`.
    portals : (k, 2) int32, pairs of cells that share a face of positive area; sorted, first < second.
    components : (n,) int32, which connected set of cells each cell belongs to, from 0.
    removed_boxes : (m, 2, 3) int32, free space that no marker keeps, as `cells`.
    leaf_count : free octree leaves before merging, those of removed space included.
    agent_radius : distance in scene units that the cells keep from every triangle.
    metadata : names and settings that travel with the volume in its file; values as JSON knows them.
    squared_clearance : (n,) uint32, what `clearance` comes from if known already, as in a loaded file: the squared
        distance from each cell's centre to blocked space, in half voxels, which makes it a whole number; 0 if nothing
        is blocked. At most 2**32 - 1, a clearance of about 32,768 voxels. None is worked out when asked for;
        `with_clearance` does it beforehand.
    landmarks : (l, k) uint32, how far the middle of each portal is from each of the l landmarks of its island, by
        straight steps between the middles of portals of one cell, in 1/32 voxels, every step rounded down. None when
        there are none; `with_landmarks` works them out.
    blockers : things that move, left out of the bake, as they stood then; no two of the same name.
    """

    origin: Float64s
    voxel_size: float
    shape: Int32s
    cells: Int32s
    portals: Int32s
    components: Int32s
    removed_boxes: Int32s
    leaf_count: int
    agent_radius: float
    metadata: Mapping[str, Any] = field(default_factory=dict)
    squared_clearance: UInt32s | None = None
    landmarks: UInt32s | None = None
    blockers: tuple[Blocker, ...] = ()
    #: What was worked out of the volume, by name, so that it is worked out once; it goes when the volume goes.
    kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("origin", "shape", "cells", "portals", "components", "removed_boxes", *_OPTIONAL_ARRAYS):
            array = getattr(self, name)
            if isinstance(array, np.ndarray):
                array.setflags(write=False)
            elif array is not None or name not in _OPTIONAL_ARRAYS:
                raise NavError(f"{name} of a volume must be a numpy array, not {shown(array)}")
        object.__setattr__(self, "blockers", checked_blockers(self.blockers))

    def boxes(self) -> Float64s:
        """World corners of the cells: (n, 2, 3) float64."""
        return self.origin + self.cells * self.voxel_size

    def portal_boxes(self) -> Float64s:
        """World corners of the portals, flat along one axis: (k, 2, 3) float64."""
        first, second = self.cells[self.portals[:, 0]], self.cells[self.portals[:, 1]]
        low = np.maximum(first[:, 0], second[:, 0])
        high = np.minimum(first[:, 1], second[:, 1])
        return self.origin + np.stack((low, high), axis=1) * self.voxel_size

    def removed(self) -> Int32s:
        """Free space that was removed because no marker keeps it: (m, 2, 3) int32 voxel boxes."""
        return self.removed_boxes

    def blocked(self) -> Int32s:
        """All that is neither in a cell nor removed: (m, 2, 3) int32 voxel boxes."""
        return run(self.blocked_steps())

    def blocked_steps(self) -> Steps[Int32s]:
        """`blocked()` in steps; worked out once."""
        if "blocked" not in self.kept:
            boxes = yield from fill_gaps(np.concatenate((self.cells, self.removed_boxes)), self.shape)
            boxes.setflags(write=False)
            self.kept["blocked"] = boxes
        known: Int32s = self.kept["blocked"]
        return known

    @cached_property
    def clearance(self) -> Float64s:
        """Distance from each cell's centre to blocked space: (n,) float64, scene units; inf if nothing is blocked."""
        squares = run(self.squared_clearance_steps())
        clearance: Float64s = np.sqrt(squares, dtype=np.float64)
        clearance *= 0.5 * self.voxel_size
        clearance[squares == 0] = np.inf
        clearance.setflags(write=False)
        return clearance

    def squared_clearance_steps(self) -> Steps[UInt32s]:
        """`squared_clearance`, (n,) uint32, worked out in steps if it is not known, once."""
        if self.squared_clearance is not None:
            return self.squared_clearance
        if "squared_clearance" not in self.kept:
            blocked = yield from part(self.blocked_steps(), 0.0, 0.2, MEASURING)
            squares = yield from part(squared_clearance(self.cells, self.portals, blocked), 0.2, 1.0)
            squares.setflags(write=False)
            self.kept["squared_clearance"] = squares
        known: UInt32s = self.kept["squared_clearance"]
        return known

    def tree_steps(self) -> Steps[BoxTree]:
        """What `nearest`, `locate` and `holding` look cells up in, made in steps, once; there must be cells."""
        if "tree" not in self.kept:
            self.kept["tree"] = yield from BoxTree.steps(self.boxes())
        tree: BoxTree = self.kept["tree"]
        return tree

    @property
    def _tree(self) -> BoxTree:
        return self.kept["tree"] if "tree" in self.kept else run(self.tree_steps())

    def nearest(self, points: ArrayLike) -> tuple[Int64s, Float64s, Float64s]:
        """The nearest free cell of each world point, and where in it.

        Parameters
        ----------
        points : (n, 3) float, world.

        Returns
        -------
        cell : (n,) int64, lowest index among equally near ones.
        point : (n, 3) float64, world; the given point itself where it is free.
        distance : (n,) float64, scene units.
        """
        wanted = points_array("points", points, NavError)
        if not len(self.cells):
            raise NavError("the volume has no cells, so no cell is nearest; bake it with free space first")
        # Nobody can tell what is nearest from farther away than this, and squares would overflow.
        cell = self._tree.nearest(np.clip(wanted, -_FAR_AWAY, _FAR_AWAY))
        boxes = self.origin + self.cells[cell] * self.voxel_size
        point = np.clip(wanted, boxes[:, 0], boxes[:, 1])
        return cell, point, distances(point, wanted)

    def holding(self, x: float, y: float, z: float) -> list[int]:
        """The cells that hold a world point, in rising order; several where they share a face, an edge or a corner."""
        return self._tree.holding(x, y, z) if len(self.cells) else []

    def locate(self, points: ArrayLike) -> Int64s:
        """The cell that holds each world point, or -1: (n, 3) float to (n,) int64.

        Cells are closed; on a shared face the lowest index answers.
        """
        if not len(self.cells):
            return np.full(len(np.asarray(points)), -1, np.int64)
        cell, point, _distance = self.nearest(points)
        return np.where((point == np.asarray(points)).all(axis=1), cell, -1)


def distances(points: Float64s, others: Float64s) -> Float64s:
    """Distances of points, (n, 3) each, from one another: (n,). At most the largest number there is."""
    with np.errstate(over="ignore"):
        gaps = np.minimum(np.abs(points - others), _LARGEST)
        far = gaps.max(axis=1, initial=1.0)
        # Only what is very far is scaled, because that rounds.
        scale = np.where(far > _FAR_AWAY, far, 1.0)[:, None]
        # Spelled out, because a library's sum may order its terms otherwise on another machine.
        x, y, z = (gaps / scale).T
        distances: Float64s = np.minimum(scale[:, 0] * np.sqrt(x * x + y * y + z * z), _LARGEST)
    return distances
