# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws batches in a colour and a width; leaves the GPU as it found it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Literal

import gpu
import numpy as np
from mathutils import Matrix

from .box_arrays import Extent, crowding
from .colors import Color, Palette

#: What of a thing is drawn: what nothing hides, what something hides, or all of it.
Part = Literal["VISIBLE", "HIDDEN", "ALL"]
_DEPTH_TESTS: Mapping[Part, Literal["LESS_EQUAL", "GREATER", "NONE"]] = MappingProxyType(
    {
        "VISIBLE": "LESS_EQUAL",
        "HIDDEN": "GREATER",
        "ALL": "NONE",
    }
)
#: By how much of its distance a thing is brought nearer; in parallel views, by how much of the depth that is drawn.
_NEARER = 0.001
_CLOSER_IN_PARALLEL = Matrix.Translation((0.0, 0.0, -5e-5)).freeze()


class Pen:
    """Draws into one region.

    size : width and height of the region in pixels.
    scale : screen pixels for each pixel of a line's width.
    xray : whether the view shows what is hidden; then nothing is tested for depth.
    palette : the artist's colours.
    """

    def __init__(self, size: tuple[float, float], scale: float, xray: bool, palette: Palette) -> None:
        self.size = size
        self.scale = scale
        self.xray = xray
        self.palette = palette
        self._lines = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
        self._faces = gpu.shader.from_builtin("UNIFORM_COLOR")
        self._shaded = gpu.shader.from_builtin("SMOOTH_COLOR")

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Blending on, and everything as it was afterwards. Depth is only read: nothing here hides anything else."""
        gpu.state.blend_set("ALPHA")
        gpu.state.depth_mask_set(False)
        self.part("VISIBLE")
        try:
            yield
        finally:
            gpu.state.depth_test_set("NONE")
            gpu.state.blend_set("NONE")

    def part(self, part: Part) -> None:
        """Choose what the depth test lets through from now on."""
        gpu.state.depth_test_set(_DEPTH_TESTS["ALL" if self.xray else part])

    def lines(self, batch: gpu.types.GPUBatch, color: Color, alpha: float, width: float) -> None:
        self._lines.uniform_float("viewportSize", self.size)
        self._lines.uniform_float("lineWidth", width * self.scale)
        self._lines.uniform_float("color", (*color, alpha))
        batch.draw(self._lines)

    def crowding(self, extent: Extent) -> float:
        """How many edges of boxes a pixel sees on average when each is a pixel wide, by the matrices in use."""
        view, projection = gpu.matrix.get_model_view_matrix(), gpu.matrix.get_projection_matrix()
        return crowding(extent, np.array(view), np.array(projection), self.size[0])

    def faces(self, batch: gpu.types.GPUBatch, color: Color, alpha: float) -> None:
        self._faces.uniform_float("color", (*color, alpha))
        batch.draw(self._faces)

    def shaded(self, batch: gpu.types.GPUBatch) -> None:
        batch.draw(self._shaded)


@contextmanager
def nearer() -> Iterator[None]:
    """Draw a little nearer to the viewer, at the same place on screen: over lines of Blender's own."""
    projection = gpu.matrix.get_projection_matrix()
    in_perspective = projection[3][3] == 0.0
    # About the eye, making everything smaller and bringing it nearer are the same.
    closer = projection @ Matrix.Scale(1.0 - _NEARER, 4) if in_perspective else _CLOSER_IN_PARALLEL @ projection
    with gpu.matrix.push_pop_projection():
        gpu.matrix.load_projection_matrix(closer)
        yield


@contextmanager
def placed(matrix: Matrix) -> Iterator[None]:
    """Draw in the coordinates that a matrix takes to the world."""
    with gpu.matrix.push_pop():
        gpu.matrix.multiply_matrix(matrix)
        yield
