# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is connected in a live volume at the moment, and what its markers keep of it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ..arrays import Int32s, Int64s
from ..bake.domain import Domain
from ..bake.markers import cells_of_markers
from ..config import Point
from .cells import LiveCells

#: Where a cell is as near as this to a marker along each axis, in voxels, the nearest one is no farther than that.
_NEAR, _NEAREST = 1.0, 2.0


class LiveIslands:
    """Islands, numbered as in a bake.

    connected : (n,) int32, the connected set of each cell by its number, those that no marker keeps included; -1 where
        no cell is. components : (n,) int32, the island of each cell; -1 also for what no marker keeps.
    """

    connected: Int32s
    components: Int32s

    def __init__(self, cells: LiveCells, domain: Domain, markers: Sequence[Point]) -> None:
        self._cells = cells
        self.connected = self.components = cells.connected()
        if markers and len(cells):
            # The last place is that of no set.
            number = np.full(int(self.connected.max()) + 2, -1, np.int32)
            kept = np.unique(self.connected[_cells_of_markers(cells, domain, markers)])
            number[kept] = np.arange(len(kept), dtype=np.int32)
            self.components = number[self.connected]

    def kept(self) -> Int64s:
        """The numbers of the cells that are kept, in column order."""
        numbers = self._cells.numbers()
        return numbers[self.components[numbers] >= 0]


def _cells_of_markers(cells: LiveCells, domain: Domain, markers: Sequence[Point]) -> Int64s:
    """The number of the cell that each marker means."""
    numbers: list[Int64s] = []
    for place in ((np.asarray(markers, np.float64) - domain.origin) / domain.voxel_size).tolist():
        near = cells.between(*([math.floor(at + aside) for at in place] for aside in (-_NEAREST, _NEAREST)))
        boxes = cells.boxes[near]
        if not ((boxes[:, 0] <= np.add(place, _NEAR)) & (boxes[:, 1] >= np.subtract(place, _NEAR))).all(axis=1).any():
            numbers = [cells.numbers()]
            break
        numbers.append(near)
    wanted = cells.sorted_numbers(np.unique(np.concatenate(numbers)))
    return wanted[cells_of_markers(cells.boxes[wanted], domain, markers)]
