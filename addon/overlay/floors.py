# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws where an agent can walk: floors as a calm tint, and what they end at as lines."""

from __future__ import annotations

import bpy
import gpu
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from ... import navcore
from . import batches, floor_arrays
from .batches import BatchCache
from .colors import Color
from .pen import Pen, nearer, placed

#: How strongly floors are tinted and lines drawn, as shares of opacity; lines again where something hides them.
_TINT, _LINE, _HIDDEN = 0.6, 1.8, 0.3
#: Lines are so many times as wide as the edges of cells.
_WIDTH = 2.0


class FloorPainter:
    """Draws the floors of one volume with one pen."""

    def __init__(
        self,
        cache: BatchCache,
        pen: Pen,
        owner: int,
        surface: navcore.NavSurface,
        display: bpy.types.PropertyGroup,
    ) -> None:
        self._cache = cache
        self._pen = pen
        self._owner = owner
        self._surface = surface
        self._display = display

    def draw(self, chosen: NDArray[np.bool_] | None) -> None:
        """Draw all polygons, or the chosen ones, (p,) bool."""
        surface, pen, opacity = self._surface, self._pen, self._display.opacity
        causes = (surface, chosen)
        tints = self._cache.get(self._owner, "floors", causes, lambda: _triangles(floor_arrays.tints(surface, chosen)))
        edges = self._cache.get(self._owner, "ends", causes, lambda: _lines(floor_arrays.borders(surface, chosen)))
        with nearer(), placed(Matrix.Translation(surface.origin.tolist())):
            pen.part("VISIBLE")
            for number, batch in tints.items():
                pen.faces(batch, pen.palette.island(number), _TINT * opacity)
            for kind, batch in edges.items():
                color, width = self._color(kind), _WIDTH * self._display.line_width
                if not pen.xray:
                    pen.part("HIDDEN")
                    pen.lines(batch, color, _HIDDEN * opacity, width)
                    pen.part("VISIBLE")
                pen.lines(batch, color, min(_LINE * opacity, 1.0), width)

    def _color(self, kind: int) -> Color:
        """A wall stops whoever walks, a ledge is where they would fall; what was not baked is neither."""
        palette = self._pen.palette
        if kind == navcore.Border.LEDGE:
            return palette.ledge
        return palette.wall if kind == navcore.Border.WALL else palette.removed


def _triangles(groups: dict[int, floor_arrays.Corners]) -> dict[int, gpu.types.GPUBatch]:
    return {number: batches.triangles(corners) for number, corners in groups.items()}


def _lines(groups: dict[int, floor_arrays.Corners]) -> dict[int, gpu.types.GPUBatch]:
    return {number: batches.lines(corners) for number, corners in groups.items()}
