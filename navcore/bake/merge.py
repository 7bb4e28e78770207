# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaves into few large cells: boxes in a row with the same cross-section become one box."""

from __future__ import annotations

import numpy as np

from ..arrays import Cells


def merge_boxes(boxes: Cells) -> Cells:
    """Join boxes along x, y and z in turn until nothing changes.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxel corners [min, max), not overlapping.

    Returns
    -------
    (m, 2, 3) int32, the same space in m <= n boxes, ordered by lowest corner (z, then y, then x).
    """
    while True:
        before = len(boxes)
        for axis in range(3):
            boxes = _join_along(boxes, axis)
        if len(boxes) == before:
            order = np.lexsort((boxes[:, 0, 0], boxes[:, 0, 1], boxes[:, 0, 2]))
            return np.ascontiguousarray(boxes[order])


def _join_along(boxes: Cells, axis: int) -> Cells:
    others = [other for other in range(3) if other != axis]
    section = [boxes[:, end, other] for other in others for end in (0, 1)]
    boxes = boxes[np.lexsort((boxes[:, 0, axis], *section))]
    same_section = (boxes[1:, :, others] == boxes[:-1, :, others]).all(axis=(1, 2))
    joins = same_section & (boxes[1:, 0, axis] == boxes[:-1, 1, axis])
    starts = np.flatnonzero(np.concatenate(([True], ~joins)))
    ends = np.concatenate((starts[1:], [len(boxes)])) - 1
    joined = boxes[starts]
    joined[:, 1, axis] = boxes[ends, 1, axis]
    return joined
