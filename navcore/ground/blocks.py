# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which triangles lie over which squares of the plan, so that what is near is found without looking at all."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..geometry.ragged import squares, stretches

#: Edge of a block, voxels.
BLOCK = 8.0


class Blocks(NamedTuple):
    """Triangles by the blocks that they lie over.

    shape : blocks along x and y; block (x, y) is number x * shape[1] + y.
    starts : (blocks + 1,) int64, where each block's triangles begin.
    triangles : (k,) int64, ascending within a block.
    """

    shape: tuple[int, int]
    starts: Int64s
    triangles: Int64s

    def pairs(self, blocks: Int64s) -> tuple[Int64s, Int64s]:
        """For each of (n,) blocks all its triangles: (p,) places among the blocks, (p,) triangles."""
        counts = self.starts[blocks + 1] - self.starts[blocks]
        return np.repeat(np.arange(len(blocks)), counts), self.triangles[stretches(self.starts[blocks], counts)]

    def along(self, start: Float64s, end: Float64s, beyond: float) -> tuple[Int64s, Int64s]:
        """Blocks nearer than `beyond`, voxels, to segments: (k, 2) both, to (p,) segments and (p,) blocks."""
        low, high = np.minimum(start, end) - beyond, np.maximum(start, end) + beyond
        segment, block = _boxes(low, high, self.shape)
        middle = (np.stack(np.divmod(block, self.shape[1]), axis=1) + 0.5) * BLOCK
        along = end - start
        # Distance of the block's middle across the segment, against how far the block reaches across it.
        across_x, across_y = -along[segment, 1], along[segment, 0]
        away = np.abs((middle[:, 0] - start[segment, 0]) * across_x + (middle[:, 1] - start[segment, 1]) * across_y)
        near = away <= (BLOCK / 2.0 + beyond) * (np.abs(across_x) + np.abs(across_y)) + 1e-9
        return segment[near], block[near]


def make_blocks(corners: Float64s, which: Int64s, shape: tuple[int, int], beyond: float) -> Blocks:
    """Blocks of the triangles `which`, (k,) int64, among corners, (m, 3, 3) voxels, each grown by `beyond` voxels.

    shape : columns along x and y.
    """
    size = (int(-(-shape[0] // BLOCK)) + 1, int(-(-shape[1] // BLOCK)) + 1)
    plan = corners[which, :, :2]
    item, block = _boxes(plan.min(axis=1) - beyond, plan.max(axis=1) + beyond, size)
    over = _reach(plan, item, block, size, beyond)
    item, block = item[over], block[over]
    order = np.argsort(block, kind="stable")
    starts = np.zeros(size[0] * size[1] + 1, np.int64)
    np.cumsum(np.bincount(block, minlength=size[0] * size[1]), out=starts[1:])
    return Blocks(size, starts, which[item[order]])


def _boxes(low: Float64s, high: Float64s, size: tuple[int, int]) -> tuple[Int64s, Int64s]:
    """Blocks that boxes in plan, (k, 2) corners, touch: (p,) boxes, ascending, and (p,) blocks."""
    most = np.array(size) - 1
    first = np.clip(np.floor(low / BLOCK).astype(np.int64), 0, most)
    last = np.clip(np.floor(high / BLOCK).astype(np.int64), 0, most)
    item, places = squares(first.T, last.T)
    return item, places[0] * size[1] + places[1]


def _reach(plan: Float64s, item: Int64s, block: Int64s, size: tuple[int, int], beyond: float) -> Bools:
    """Whether triangles, (k, 3, 2), reach blocks that their boxes touch: (p,)."""
    x, y = np.divmod(block, size[1])
    middle_x, middle_y = (x + 0.5) * BLOCK, (y + 0.5) * BLOCK
    half = BLOCK / 2.0 + beyond
    reaches = np.ones(len(item), bool)
    for k in range(3):
        begin, edge = plan[:, k], plan[:, (k + 1) % 3] - plan[:, k]
        third = plan[:, (k + 2) % 3] - begin
        side = np.where(edge[:, 0] * third[:, 1] - edge[:, 1] * third[:, 0] >= 0.0, 1.0, -1.0)
        a, b = -edge[:, 1] * side, edge[:, 0] * side
        away = a[item] * (middle_x - begin[item, 0]) + b[item] * (middle_y - begin[item, 1])
        reaches &= away >= -half * (np.abs(a) + np.abs(b))[item] - 1e-9
    return reaches
