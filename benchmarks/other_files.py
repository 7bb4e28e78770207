# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same volume in other files: numpy's archives, the bits of its octree, and OctoMap's .bt."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from volant.navcore import NavVolume

#: OctoMap is told of every voxel; more than these would take minutes.
_MOST_VOXELS = 40_000_000
#: Voxels that OctoMap is told of at once, to bound memory.
_AT_ONCE = 1 << 20


def arrays(nav: NavVolume) -> dict[str, NDArray[Any]]:
    """What a .volant file gives back, as arrays."""
    names = ("origin", "shape", "cells", "portals", "components", "clearance", "removed_boxes")
    return {name: getattr(nav, name) for name in names}


def npz_bytes(nav: NavVolume, compressed: bool) -> int:
    target = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(target, **arrays(nav))
    return len(target.getvalue())


def octree_bytes(nav: NavVolume) -> int:
    """Free or not, and nothing else: one bit a node for whether it is split, one more a leaf for what it is.

    The root is the smallest cube of 2^k voxels; what lies beyond the domain is not free.
    """
    inner, leaves = _count_nodes(_grid(nav))
    return (inner + 2 * leaves + 7) // 8


def octomap_bytes(nav: NavVolume) -> int | None:
    """OctoMap's binary tree of the same voxels: cells free, all else occupied. None where that takes too long."""
    import octomap

    if int(nav.shape.prod(dtype=np.int64)) > _MOST_VOXELS:
        return None
    tree = octomap.OcTree(1.0)
    free = _grid(nav)[tuple(slice(0, side) for side in nav.shape)]
    for state in (True, False):
        voxels = np.argwhere(free == state).astype(np.float64) + 0.5
        for begin in range(0, len(voxels), _AT_ONCE):
            tree.updateNodes(voxels[begin : begin + _AT_ONCE], not state, lazy_eval=True)
    tree.updateInnerOccupancy()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "tree.bt")
        tree.writeBinary(str(target).encode())
        return target.stat().st_size


def _grid(nav: NavVolume) -> NDArray[np.bool_]:
    """Which voxels of the root's cube lie in cells."""
    side = 1 << int(nav.shape.max() - 1).bit_length()
    grid = np.zeros((side, side, side), bool)
    for low, high in nav.cells.tolist():
        grid[low[0] : high[0], low[1] : high[1], low[2] : high[2]] = True
    return grid


def _count_nodes(grid: NDArray[np.bool_]) -> tuple[int, int]:
    """Nodes that are split and leaves of the octree over a cube."""
    some, every = grid, grid
    inner = 0
    while some.shape[0] > 1:
        half = some.shape[0] // 2
        blocks = (half, 2, half, 2, half, 2)
        some, every = some.reshape(blocks).any(axis=(1, 3, 5)), every.reshape(blocks).all(axis=(1, 3, 5))
        inner += int((some != every).sum())
    # Each split makes one node eight.
    return inner, 7 * inner + 1
