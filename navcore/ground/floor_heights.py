# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How high the floors of patches are, by the triangles that they are made of."""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..surface import CORNER_UNIT
from .blocks import BLOCK, Blocks
from .floors import Floors
from .scene import CRACK, Scene

#: Floors within this, voxels, beyond a step of the middle of their column are the same floor.
_BEND = 1.0
#: Where to look for a floor when there is none at a point, because points on edges are rounded.
_BESIDE = tuple((x * k, y * k) for k in (1, 2) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


class TriangleHeights:
    """`FloorHeights` of patches of floor cells."""

    def __init__(self, scene: Scene, blocks: Blocks, floors: Floors, label: Int64s, labels: Int64s) -> None:
        """Heights of patches.

        blocks : of the floor triangles. label : (n,) int64, the label of each cell's patch, -1 for none.
        labels : (p,) int64, of the patches in their order.
        """
        self._scene, self._blocks, self._floors = scene, blocks, floors
        self._label, self._labels = label, labels
        number = np.full(len(label) + 1, len(labels))
        number[labels] = np.arange(len(labels))
        chosen = np.flatnonzero(label >= 0)
        rank = number[label[chosen]]
        chosen, rank = chosen[rank < len(labels)], rank[rank < len(labels)]
        self._cells = chosen[np.argsort(rank, kind="stable")]
        self._counts = np.bincount(rank, minlength=len(labels))

    def lattice(self) -> tuple[Int64s, Int64s, Float64s]:
        """Points inside patches, about a voxel apart, and some beside them that are in no polygon.

        Returns
        -------
        patches : (k,) int64, ascending; points : (k, 2) int64, plan, 1/64 voxel; heights : (k,) float64, 1/64 voxel.
        """
        cells = self._cells
        x, y = np.divmod(self._floors.column[cells], self._floors.shape[1])
        plan = np.stack((x, y), axis=1) * CORNER_UNIT + (CORNER_UNIT // 2 - self._scene.margin)
        patches = np.repeat(np.arange(len(self._labels)), self._counts)
        return patches, plan, self._floors.z[cells] * CORNER_UNIT

    def at(self, patches: Int64s, points: Int64s) -> Float64s:
        """Heights of floors, (k,) float64, at points, (k, 2) int64, plan, within patches, (k,) int64, or a unit beside
        them; all in 1/64 voxel."""
        return self.at_labels(self._labels[patches], points)

    def at_labels(self, labels: Int64s, points: Int64s) -> Float64s:
        """The same for patches by their labels."""
        points = points + self._scene.margin
        cell = self._cells_near(labels, points)
        x, y = points[:, 0] / CORNER_UNIT, points[:, 1] / CORNER_UNIT
        level = self._floors.z[cell]
        height = self._scene.heights(self._floors.triangle[cell], x, y)
        block = np.floor(x / BLOCK).astype(np.int64) * self._blocks.shape[1] + np.floor(y / BLOCK).astype(np.int64)
        item, triangle = self._blocks.pairs(block)
        over = self._scene.heights(triangle, x[item], y[item])
        same = np.abs(over - level[item]) <= self._scene.step + _BEND * (1.0 + self._scene.steepest)
        item, triangle, over = item[same], triangle[same], over[same]
        holds = self._holds(triangle, x[item], y[item])
        highest = np.full(len(points), -np.inf)
        np.maximum.at(highest, item[holds], over[holds])
        return np.where(np.isfinite(highest), highest, height) * CORNER_UNIT

    def _cells_near(self, labels: Int64s, points: Int64s) -> Int64s:
        """The floor cells of patches that points lie in, or beside by a unit or two: (k,) int64."""
        found = self._cells_at(labels, points)
        for off in _BESIDE:
            lost = np.flatnonzero(found < 0)
            if not len(lost):
                break
            found[lost] = self._cells_at(labels[lost], points[lost] + np.array(off))
        return found

    def _cells_at(self, labels: Int64s, points: Int64s) -> Int64s:
        """The floor cells of patches that points lie in or at the border of: (k,) int64."""
        floors = self._floors
        found = np.full(len(points), -1, np.int64)
        column, on_line = np.divmod(points, CORNER_UNIT)
        for left in (0, 1):
            for down in (0, 1):
                may = (found < 0) & (on_line[:, 0] * left == 0) & (on_line[:, 1] * down == 0)
                asked = np.flatnonzero(may)
                place = (column[asked, 0] - left) * floors.shape[1] + column[asked, 1] - down
                cell, end = floors.starts[place], floors.starts[place + 1]
                while len(asked):
                    some = cell < end
                    asked, cell, end = asked[some], cell[some], end[some]
                    same = self._label[cell] == labels[asked]
                    found[asked[same]] = cell[same]
                    asked, cell, end = asked[~same], cell[~same] + 1, end[~same]
        return found

    def _holds(self, triangle: Int64s, x: Float64s, y: Float64s) -> Bools:
        """Whether triangles lie over or under points, up to a crack: (k,)."""
        corners = self._scene.corners[triangle, :, :2]
        one, other = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        wound = np.where(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0] >= 0.0, 1.0, -1.0)
        # Beyond the tip of a needle one is still within a crack of both its sides, however far away that is.
        low, high = self._scene.low[triangle], self._scene.high[triangle]
        holds: Bools = (x >= low[:, 0] - CRACK) & (x <= high[:, 0] + CRACK)
        holds &= (y >= low[:, 1] - CRACK) & (y <= high[:, 1] + CRACK)
        for k in range(3):
            begin, edge = corners[:, k], corners[:, (k + 1) % 3] - corners[:, k]
            length = np.sqrt(edge[:, 0] * edge[:, 0] + edge[:, 1] * edge[:, 1])
            across = edge[:, 0] * (y - begin[:, 1]) - edge[:, 1] * (x - begin[:, 0])
            holds &= across * wound >= -CRACK * length
        return holds
