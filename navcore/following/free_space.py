# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a follower asks of a live volume: which cells hold a place, whether cells are still there, what is near."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from ..geometry.primitives import TOUCH, Box, Point, holds
from ..live.volume import LiveVolume
from ..query.graph.cells import CellGraph

#: Cells and their corners, in voxels, as they were when they were looked at.
KnownCells: TypeAlias = Mapping[int, Box]
#: How far apart two places may be that count as one, in voxels. The world's numbers may round so much, far from 0.
_SAME_PLACE = 1e-6
#: By how many steps between neighbouring numbers a place may be off that went to the world and back.
_STEPS_OFF = 4.0


class FreeSpace:
    """The free cells of a live volume, as they are at the time."""

    def __init__(self, live: LiveVolume) -> None:
        self._live = live
        corners = np.stack((live.origin, live.origin + live.shape * live.voxel_size))
        rounding = _STEPS_OFF * float(np.spacing(np.abs(corners).max())) / live.voxel_size
        #: How near to a plane between voxels a place counts as in it, in voxels.
        self._near_plane = max(TOUCH, rounding)

    def is_same_place(self, apart: float) -> bool:
        """Whether places so far apart, scene units, count as one."""
        return apart <= _SAME_PLACE * self._live.voxel_size

    @property
    def version(self) -> int:
        """Another one after each change."""
        return self._live.version

    @property
    def graph(self) -> CellGraph:
        """The cells, and what they are linked to."""
        return self._live.graph()

    def grid(self, point: Point) -> Point:
        """A world point in voxels. Ways run along planes between voxels, so what was rounded off one is put back."""
        (x, y, z), (low_x, low_y, low_z) = point, self._live.origin.tolist()
        size = self._live.voxel_size
        return (
            self._in_plane((x - low_x) / size),
            self._in_plane((y - low_y) / size),
            self._in_plane((z - low_z) / size),
        )

    def _in_plane(self, here: float) -> float:
        plane = float(round(here))
        return plane if abs(here - plane) <= self._near_plane else here

    def are_there(self, cells: KnownCells) -> bool:
        """Whether cells are all still free, with the corners that they had."""
        graph, unsure = self.graph, []
        for cell, box in cells.items():
            if graph.box(cell) != box:
                return False
            # A cell that is gone has no links, nor has one that is all of its island.
            if self._live.markers or not graph.links(cell):
                unsure.append(cell)
        return not unsure or bool((self._live.components[unsure] >= 0).all())

    def holding(self, point: Point, known: KnownCells | None = None) -> list[int]:
        """The cells that hold a world point; none if it is not free. Known cells are not looked for."""
        if known:
            grid = self.grid(point)
            mine = {cell: box for cell, box in known.items() if holds(box, grid)}
            if mine and self.are_there(mine):
                return list(mine)
        holding = self._live.holding(*point)
        if not holding:
            near = self.nearest(point)
            if near is not None and self.is_same_place(near[1]):
                return self._live.holding(*near[0])
        return holding

    def nearest(self, point: Point) -> tuple[Point, float] | None:
        """The nearest free world point and how far it is, scene units; None if nothing is free."""
        if not len(self._live.cells):
            return None
        _cells, points, distances = self._live.nearest([point])
        x, y, z = points[0].tolist()
        return (x, y, z), float(distances[0])
