# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small volumes made large: planes of the grid are moved apart, so that few cells fill a domain of any size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from volant import navcore
from volant.navcore.fileformat.renumbering import sorted_volume
from volant.navcore.geometry.column_order import encode


def stretched(nav: navcore.NavVolume, lines: Sequence[Sequence[int]]) -> navcore.NavVolume:
    """A volume whose planes 0, 1, 2 … of each axis are at `lines`, which rise from 0; with its clearance."""

    def moved(boxes: np.ndarray) -> np.ndarray:
        return np.stack([np.array(lines[axis], np.int32)[boxes[..., axis]] for axis in range(3)], axis=-1)

    cells, blocked = moved(nav.cells), moved(nav.blocked())
    shape = np.array([axis[-1] for axis in lines], np.int32)
    wide = replace(
        nav,
        shape=shape,
        cells=cells,
        removed_boxes=moved(nav.removed_boxes),
        squared_clearance=np.array([_squared_clearance(cell, blocked) for cell in cells.tolist()], np.uint32),
        landmarks=None,
    )
    return sorted_volume(wide, encode(cells[:, 0]), encode(wide.removed_boxes[:, 0]))


def _squared_clearance(cell: list, blocked: np.ndarray) -> int:
    """Of a cell's centre, in half voxels; 0 if nothing is blocked."""
    centre = [a + b for a, b in zip(*cell, strict=True)]
    least = 0
    for low, high in blocked.tolist():
        gaps = (max(2 * a - c, c - 2 * b, 0) for a, c, b in zip(low, centre, high, strict=True))
        square = sum(gap * gap for gap in gaps)
        least = min(least, square) if least else square
    return min(least, 2**32 - 1)
