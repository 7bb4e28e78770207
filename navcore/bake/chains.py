# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes that go on in a neighbouring tile with the same cross-section, joined.

Along one axis, at most one box goes on where another ends with the same cross-section. So chains are unique: they
depend on the boxes alone, not on the order in which these came to be. `LiveChains` keeps the same chains up to date.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Int32s
from ..geometry.voxel_tiles import TILE

#: Room for a corner beside others in one number.
_CORNER = np.uint64(16)


def join_chains(boxes: Int32s, axis: int) -> Int32s:
    """The longest chains of boxes across the borders of tiles along an axis, as boxes.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxel corners [min, max), not overlapping; sides up to 32,768.
    axis : 0, 1 or 2.

    Returns
    -------
    (m, 2, 3) int32.
    """
    if not len(boxes):
        return boxes
    one, other = (axis + 1) % 3, (axis + 2) % 3
    section = np.zeros(len(boxes), np.uint64)
    for corner in (boxes[:, 0, one], boxes[:, 1, one], boxes[:, 0, other], boxes[:, 1, other]):
        section = (section << _CORNER) | corner.astype(np.uint64)
    order = np.lexsort((boxes[:, 0, axis], section))
    section, begin, end = section[order], boxes[order, 0, axis], boxes[order, 1, axis]
    begins = np.ones(len(boxes), bool)
    begins[1:] = (section[1:] != section[:-1]) | (begin[1:] != end[:-1]) | (begin[1:] % TILE != 0)
    first = np.flatnonzero(begins)
    joined: Int32s = boxes[order[first]]
    joined[:, 1, axis] = end[np.append(first[1:], len(boxes)) - 1]
    return joined
