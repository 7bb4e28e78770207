# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A volume with its cells in another order, and all that names cells by their numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arrays import Int32s, Int64s
from ..model import NavVolume


def sorted_volume(nav: NavVolume, cell_codes: Int64s, removed_codes: Int64s) -> NavVolume:
    """A volume whose cells and removed boxes are in the order of codes, (n,) and (m,) int64; itself if they are."""
    removed = np.argsort(removed_codes, kind="stable")
    order = np.argsort(cell_codes, kind="stable")
    numbers = np.empty(len(order), np.int32)
    numbers[order] = np.arange(len(order), dtype=np.int32)
    if (removed[1:] > removed[:-1]).all() and (order[1:] > order[:-1]).all():
        return nav
    pairs = np.sort(numbers[nav.portals], axis=1)
    by_pair = np.argsort(pairs[:, 0].astype(np.int64) << 32 | pairs[:, 1], kind="stable")
    squares, landmarks = nav.squared_clearance, nav.landmarks
    return replace(
        nav,
        cells=nav.cells[order],
        portals=pairs[by_pair],
        components=_by_first_cell(nav.components[order]),
        removed_boxes=nav.removed_boxes[removed],
        squared_clearance=None if squares is None else squares[order],
        landmarks=None if landmarks is None else landmarks[:, by_pair],
    )


def _by_first_cell(labels: Int32s) -> Int32s:
    """Labels, (n,), numbered anew from 0 in the order of their first cells."""
    _labels, firsts, of_cell = np.unique(labels, return_index=True, return_inverse=True)
    numbers = np.empty(len(firsts), np.int32)
    numbers[np.argsort(firsts)] = np.arange(len(firsts), dtype=np.int32)
    renumbered: Int32s = numbers[of_cell.reshape(-1)]
    return renumbered
