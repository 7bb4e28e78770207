# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which cells touch: pairs of boxes that share a face of positive area."""

from __future__ import annotations

import numpy as np

from ..arrays import Cells


def find_portals(boxes: Cells, shape: Cells) -> Cells:
    """Pairs of boxes with a common face.

    Every voxel is painted with its box's number; portals are where painted neighbours differ.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxel corners [min, max), not overlapping.
    shape : (3,) int, size of the domain in voxels.

    Returns
    -------
    (k, 2) int32, sorted, first < second.
    """
    painted = np.full(tuple(shape), -1, np.int32)
    for number, ((x0, y0, z0), (x1, y1, z1)) in enumerate(boxes.tolist()):
        painted[x0:x1, y0:y1, z0:z1] = number
    found = [np.empty(0, np.int64)]
    for axis in range(3):
        along = np.moveaxis(painted, axis, 0)
        below, above = along[:-1], along[1:]
        differ = (below != above) & (below >= 0) & (above >= 0)
        first, second = np.minimum(below, above)[differ], np.maximum(below, above)[differ]
        found.append(np.unique(first.astype(np.int64) * len(boxes) + second))
    keys = np.unique(np.concatenate(found))
    return np.stack(np.divmod(keys, max(len(boxes), 1)), axis=1).astype(np.int32)
