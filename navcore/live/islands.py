# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is connected in a live volume at the moment, and what its markers keep of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import Int32s, Int64s
from ..bake.components import label_components, renumbered
from ..bake.domain import Domain
from ..bake.markers import marked_cells
from ..config import Point
from ..progress import run
from .cells import LiveCells


class LiveIslands:
    """Islands, numbered as in a bake.

    components : (n,) int32, the island of each cell by its number; -1 for what no marker keeps, and where no cell is.
    kept : (m,) int64, the numbers of the cells that are kept, in column order.
    """

    components: Int32s
    kept: Int64s

    def __init__(self, cells: LiveCells, domain: Domain, markers: Sequence[Point]) -> None:
        numbers = cells.numbers()
        boxes, portals = cells.in_order()
        labels = run(label_components(len(boxes), portals))
        keep = marked_cells(boxes, labels, domain, markers)
        self.kept = numbers[keep]
        self.components = np.full(len(cells.boxes), -1, np.int32)
        self.components[self.kept] = renumbered(labels[keep])
