# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Octree leaves into few large convex cells.

Joining whole leaves gives fat cells in open space, where paths are long, but leaves borders of the octree's grid in
the clutter near surfaces. So thin cells are taken apart again and joined regardless of those borders, while fat
ones stay. Compared in `bench bake`: a fifth fewer cells and bytes than leaves alone, with no more of them searched.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Cells, Voxels
from ..boxes import columns, merge_boxes, unpacked

#: Cells narrower than this many voxels along any axis are taken apart.
_FAT = 8


def merge_leaves(x: Voxels, y: Voxels, z: Voxels, edge: Voxels) -> Cells:
    """Leaves, by lowest corners and edges, each (n,) uint32 voxels, as cells: (m, 2, 3) int32 [min, max)."""
    cells = merge_boxes((x, y, z, edge, edge, edge))
    fat = (cells[:, 1] - cells[:, 0]).min(axis=1) >= _FAT
    # Columns first, because levels are built of upright walls.
    thin = merge_boxes(columns(cells[~fat]), first=2)
    return merge_boxes(unpacked(np.concatenate((cells[fat], thin))), first=2)
