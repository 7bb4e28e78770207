# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Connected sets of cells, by passing the least label on and jumping pointers."""

from __future__ import annotations

import numpy as np

from ..arrays import Int32s
from ..progress import Steps


def label_components(count: int, pairs: Int32s) -> Steps[Int32s]:
    """Number the connected sets of `count` things joined by `pairs`.

    Parameters
    ----------
    count : how many things there are.
    pairs : (k, 2) int, which of them are joined.

    Returns
    -------
    (count,) int32, from 0 in the order of each set's first member.
    """
    everything = np.arange(count, dtype=np.int32)
    # The least member known of each thing's set; it is its own.
    label = everything.copy()
    one, other = pairs[:, 0], pairs[:, 1]
    while True:
        # How often it will go around nobody knows.
        yield 0.0, "Cleaning"
        # Sets rather than things are joined from here on, and pairs within one set are done with.
        one, other = label[one], label[other]
        apart = one != other
        if not apart.any():
            break
        one, other = one[apart], other[apart]
        np.minimum.at(label, np.maximum(one, other), np.minimum(one, other))
        while True:
            jumped = label[label]
            if np.array_equal(jumped, label):
                break
            label = jumped
    number = np.cumsum(label == everything, dtype=np.int32) - np.int32(1)
    numbered: Int32s = number[label]
    return numbered


def renumbered(labels: Int32s) -> Int32s:
    """Labels from 0 in the order of their first appearance, where they came in ascending order of it."""
    used = np.zeros(int(labels.max()) + 1, bool)
    used[labels] = True
    number = np.cumsum(used, dtype=np.int32) - np.int32(1)
    consecutive: Int32s = number[labels]
    return consecutive
