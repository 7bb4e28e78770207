# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Connected sets of cells, by spreading the least label and jumping pointers."""

from __future__ import annotations

import numpy as np

from ..arrays import Cells


def label_components(count: int, pairs: Cells) -> Cells:
    """Number the connected sets of `count` things joined by `pairs`.

    Parameters
    ----------
    count : how many things there are.
    pairs : (k, 2) int, which of them are joined.

    Returns
    -------
    (count,) int32, from 0 in the order of each set's first member.
    """
    label = np.arange(count)
    first, second = pairs[:, 0], pairs[:, 1]
    while True:
        low = np.minimum(label[first], label[second])
        spread = label.copy()
        np.minimum.at(spread, label[first], low)
        np.minimum.at(spread, label[second], low)
        while True:
            jumped = spread[spread]
            if np.array_equal(jumped, spread):
                break
            spread = jumped
        if np.array_equal(spread, label):
            return np.unique(label, return_inverse=True)[1].reshape(-1).astype(np.int32)
        label = spread
