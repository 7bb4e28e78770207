# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A live volume as it is at a moment, made with what is the same as at the moment before."""

from __future__ import annotations

import numpy as np

from ..arrays import Int32s
from ..bake.domain import Domain
from ..bake.pipeline import removed_boxes, volume_of_cells
from ..model import NavVolume
from ..progress import PREPARING, Steps
from .cells import LiveCells
from .islands import LiveIslands


class Snapshots:
    """Makes volumes of a domain, one after the other."""

    def __init__(self, domain: Domain, agent_radius: float) -> None:
        self._domain, self._agent_radius = domain, agent_radius
        #: Cells that no marker keeps, as they were found last, and the boxes that were made of them.
        self._removed = self._boxes = np.empty((0, 2, 3), np.int32)

    def steps(self, cells: LiveCells, islands: LiveIslands, leaf_count: int) -> Steps[NavVolume]:
        """The volume as it is at the first step, whatever is changed meanwhile."""
        numbers = cells.numbers()
        in_order, portals = cells.in_order()
        keep, connected = islands.components[numbers] >= 0, islands.connected[numbers]
        yield 0.5, PREPARING
        removed = yield from self._removed_boxes(in_order[~keep])
        return volume_of_cells(
            in_order, portals, connected, keep, removed, leaf_count, self._domain, self._agent_radius
        )

    def _removed_boxes(self, cells: Int32s) -> Steps[Int32s]:
        # Most changes are where the agent flies, and nothing of what is removed changes.
        if not np.array_equal(cells, self._removed):
            self._removed, self._boxes = cells, (yield from removed_boxes(cells))
        return self._boxes
