# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes of a bake with their colours, ready to be made into batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import gpu
import numpy as np
from numpy.typing import NDArray

from . import box_arrays, colors
from .colors import Color

#: Boxes are drawn this share of a voxel smaller, so that faces and edges of neighbours do not flicker.
GAP = 0.03
#: Into how many blocks the longest side is cut, so that a change makes only some batches anew: few, because each is
#: drawn by itself.
_BLOCKS = 4
#: Boxes that are drawn together: of one row of the palette, in one block.
Piece = tuple[int, int]
#: A colour and the batch that is drawn in it.
Tinted = list[tuple[Color, gpu.types.GPUBatch]]


@dataclass(frozen=True, eq=False)
class Space:
    """Boxes to be drawn.

    boxes : (n, 2, 3) float32, voxels from the domain's lowest corner, by shade.
    shades : (n,) int64, row of the palette, ascending: each colour is one batch, so that opacity is a mere uniform.
    palette : (k, 3) float64, as on screen.
    layers : how many boxes a look through the domain meets.
    extent : what their edges amount to.
    """

    boxes: box_arrays.Boxes
    shades: NDArray[np.int64]
    palette: colors.Floats
    layers: float
    extent: box_arrays.Extent

    def pieces(self) -> Iterator[tuple[Piece, box_arrays.Boxes]]:
        """All boxes by their colours and by where they begin."""
        longest = float(self.boxes.max(initial=1.0))
        blocks = np.clip(self.boxes[:, 0] * (_BLOCKS / longest), 0, _BLOCKS - 1).astype(np.int64)
        number = (blocks[:, 0] * _BLOCKS + blocks[:, 1]) * _BLOCKS + blocks[:, 2]
        key = self.shades * _BLOCKS**3 + number
        order = np.argsort(key, kind="stable")
        used, first = np.unique(key[order], return_index=True)
        groups = np.split(self.boxes[order], first[1:]) if len(used) else []
        for whole, group in zip(used.tolist(), groups, strict=True):
            yield divmod(whole, _BLOCKS**3), group

    def color(self, shade: int) -> Color:
        """A row of the palette."""
        red, green, blue = self.palette[shade].tolist()
        return red, green, blue

    def tinted(
        self, make: Callable[[box_arrays.Boxes], gpu.types.GPUBatch], chosen: slice | NDArray[np.bool_]
    ) -> Tinted:
        """A batch of the chosen boxes for each of their colours."""
        boxes, shades = self.boxes[chosen], self.shades[chosen]
        used, first = np.unique(shades, return_index=True)
        groups = np.split(boxes, first[1:]) if len(used) else []
        return [(tuple(self.palette[shade].tolist()), make(group)) for shade, group in zip(used, groups, strict=True)]


def space(boxes: NDArray[np.int32], shades: NDArray[np.int64], palette: colors.Floats) -> Space:
    """A space of voxel boxes (n, 2, 3) with their shades (n,), rows of the palette (k, 3)."""
    order = np.argsort(shades, kind="stable")
    drawn = box_arrays.inset(boxes[order], GAP)
    return Space(drawn, shades[order], palette, box_arrays.mean_layers(drawn), box_arrays.extent(drawn))


def plain_space(boxes: NDArray[np.int32], color: Color) -> Space:
    """Boxes of one colour."""
    return space(boxes, np.zeros(len(boxes), np.int64), np.array([color]))
