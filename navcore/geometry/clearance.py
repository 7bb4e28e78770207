# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far the centres of cells are from blocked space."""

from __future__ import annotations

import numpy as np

from ..arrays import Int32s, UInt32s
from ..progress import Steps
from .box_tree import BoxTree

#: No square is larger; what is farther away is said to be that far, about 32,768 voxels.
LARGEST_SQUARE = (1 << 32) - 1
#: What measuring is called in reports of progress.
MEASURING = "Measuring clearance"


def squared_clearance(cells: Int32s, portals: Int32s, blocked: Int32s) -> Steps[UInt32s]:
    """Squared distances from the centres of cells to blocked boxes: (n,) uint32, in half voxels; 0 if none is blocked.

    At most `LARGEST_SQUARE`: a lower bound of the true distance in any case.

    Parameters
    ----------
    cells : (n, 2, 3) int32. portals : (k, 2) int32, pairs of cells, by which a distance limits that of a neighbour.
    blocked : (m, 2, 3) int32, boxes.
    """
    yield 0.0, MEASURING
    if not len(blocked) or not len(cells):
        return np.zeros(len(cells), np.uint32)
    tree = BoxTree(blocked.astype(np.float64))
    distances = yield from tree.squared_distances(cells.mean(axis=1), portals, MEASURING)
    # Quarters of whole numbers, which are exact.
    squares: UInt32s = np.minimum(4.0 * distances, LARGEST_SQUARE).astype(np.uint32)
    return squares
