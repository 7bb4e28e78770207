# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tree of boxes in which Detour looks polygons up."""

from __future__ import annotations

import numpy as np

from ..arrays import Float64s, Int64s

#: Boxes are in whole numbers up to this.
_LARGEST = 65535


def box_tree(boxes: Float64s, low: Float64s, factor: float) -> tuple[Int64s, Int64s]:
    """A tree of boxes, (n, 2, 3), from `low` on in parts of 1 / `factor`.

    Returns
    -------
    bounds : (2 n - 1, 6) int64, of nodes, lowest and highest along x, y, z; each is followed by all that is in it.
    items : (2 n - 1,) int64: the box that a node is; or less 0, how many nodes on the one is that is not in it.
    """
    whole = np.concatenate((np.floor((boxes[:, 0] - low) * factor), np.ceil((boxes[:, 1] - low) * factor)), axis=1)
    whole = np.clip(whole, 0, _LARGEST).astype(np.int64)
    bounds, items = [], []
    left: list[Int64s] = [np.arange(len(boxes))] if len(boxes) else []
    while left:
        some = left.pop()
        inside = whole[some]
        lowest, highest = inside[:, :3].min(axis=0), inside[:, 3:].max(axis=0)
        bounds.append(np.concatenate((lowest, highest)))
        if len(some) == 1:
            items.append(int(some[0]))
            continue
        # A half has one node fewer than twice its boxes.
        items.append(-(2 * len(some) - 1))
        axis = int(np.argmax(highest - lowest))
        order = some[np.argsort(inside[:, axis] + inside[:, 3 + axis], kind="stable")]
        left += [order[len(order) // 2 :], order[: len(order) // 2]]
    return np.array(bounds, np.int64).reshape(-1, 6), np.array(items, np.int64)
