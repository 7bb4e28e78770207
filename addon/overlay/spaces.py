# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws free, blocked and removed space of a bake: as edges, as glass, or as a plan."""

from __future__ import annotations

from collections.abc import Callable

import bpy
import gpu
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from ... import navcore
from ..session.views import layer_at, view_of
from . import batches, box_arrays, colors, glass, plans
from .batches import BatchCache, Made
from .colors import Color
from .pen import Pen, placed
from .space import Space, plain_space, space

#: How strongly faces dim what is behind all of them, and edges between faces; both as a share of opacity.
_FACES, _FACE_EDGES = 0.6, 0.35
#: Which part in the strength of an edge each of the cells beside it has.
_ALONE = 2 / 3
#: Where cells are densest a pixel sees about so many times as many edges as on average.
_DENSEST = 2.0
#: What eight bits for a colour can still show.
_FAINTEST = 0.008


class SpacePainter:
    """Draws the spaces of one volume with one pen."""

    def __init__(
        self, cache: BatchCache, pen: Pen, owner: int, nav: navcore.NavVolume, display: bpy.types.PropertyGroup
    ) -> None:
        self._cache = cache
        self._pen = pen
        self._owner = owner
        self._nav = nav
        self._display = display

    def draw(self, near: NDArray[np.bool_] | None) -> None:
        """Draw what the settings ask for; with `near` (n,) bool only those of the cells."""
        nav, display, palette = self._nav, self._display, self._pen.palette
        view = view_of(display, nav)
        with placed(Matrix.Translation(nav.origin.tolist()) @ Matrix.Scale(nav.voxel_size, 4)):
            if view == "SLICE":
                self._plan(self._free(near))
                return
            if display.removed:
                self._plain("removed", nav.removed, palette.removed)
            if display.blocked:
                self._plain("blocked", nav.blocked, palette.blocked)
            if view == "WIRE":
                self._space("cells", self._free(near), has_faces=False)
            elif view == "GLASS":
                self._glass(near)

    def draw_moving(self, boxes: NDArray[np.int32]) -> None:
        """Draw what dynamic objects block, (m, 2, 3) voxel boxes, whatever else is drawn: paths avoid it."""
        nav, display, color = self._nav, self._display, self._pen.palette.blocked
        with placed(Matrix.Translation(nav.origin.tolist()) @ Matrix.Scale(nav.voxel_size, 4)):
            if view_of(display, nav) == "SLICE":
                self._layer(boxes, color)
            else:
                self._space("moving", self._cached("moving", (boxes, color), lambda: plain_space(boxes, color)), True)

    def _layer(self, boxes: NDArray[np.int32], color: Color) -> None:
        """Fill what a slice cuts of some boxes."""
        display = self._display
        axis = "XYZ".index(display.slice_axis)
        found = layer_at(self._nav, axis, display.slice_at)
        if found is not None:
            layer, at = found
            cut = self._cached("moving: cut", (boxes, axis, layer), lambda: plans.cut_faces(boxes, axis, layer))
            plans.draw_cut(self._pen, cut, axis, at, color, display.opacity)

    def _shades(self) -> tuple[NDArray[np.int64], colors.Floats]:
        """Rows of a palette, and the palette. They are kept apart from cells: paths may move every frame."""
        nav, color_by, islands = self._nav, self._display.color_by, self._pen.palette.islands
        return self._cached("shades", (nav, color_by, islands), lambda: colors.shades(color_by, nav, islands))

    def _free(self, near: NDArray[np.bool_] | None) -> Space:
        """The cells, or those of them that are near."""
        nav, (shades, palette) = self._nav, self._shades()

        def make() -> Space:
            chosen = slice(None) if near is None else np.flatnonzero(near)
            return space(nav.cells[chosen], shades[chosen], palette)

        return self._cached("cells", (nav, shades, near), make)

    def _glass(self, near: NDArray[np.bool_] | None) -> None:
        nav, (shades, palette) = self._nav, self._shades()
        found = self._cached("surface", (nav, near), lambda: glass.surface_of(nav, near))
        panes = self._cached("glass", (found, shades), lambda: glass.make_glass(nav.shape, found, shades, palette))
        glass.draw_glass(self._pen, panes, self._display.opacity)

    def _plain(self, name: str, boxes: Callable[[], NDArray[np.int32]], color: Color) -> None:
        shown = self._cached(name, (self._nav, color), lambda: plain_space(boxes(), color))
        self._space(name, shown, has_faces=True)

    def _space(self, name: str, shown: Space, has_faces: bool) -> None:
        opacity, width = self._display.opacity, self._display.line_width
        if has_faces:
            faces = self._pieces(f"{name}: faces", shown, lambda boxes: batches.triangles(box_arrays.box_faces(boxes)))
            # All layers together dim as much as one pane would, however many cells there are.
            alpha = 1.0 - (1.0 - _FACES * opacity) ** (1.0 / shown.layers)
            gpu.state.face_culling_set("BACK")
            for color, batch in faces:
                self._pen.faces(batch, color, alpha)
            gpu.state.face_culling_set("NONE")
        edges = self._pieces(f"{name}: edges", shown, lambda boxes: batches.lines(box_arrays.box_edges(boxes)))
        crowd = width * self._pen.scale * self._pen.crowding(shown.extent)
        if has_faces:
            # Faces tell enough where edges are too many.
            alpha = _FACE_EDGES * _in_crowd(opacity, crowd)
        else:
            alpha = max(_FAINTEST, min(_shared(opacity), _in_crowd(opacity, crowd)))
        for color, batch in edges:
            self._pen.lines(batch, color, alpha, width)

    def _pieces(
        self, name: str, shown: Space, make: Callable[[box_arrays.Boxes], gpu.types.GPUBatch]
    ) -> list[tuple[Color, gpu.types.GPUBatch]]:
        """A batch for each piece of a space."""
        found = self._cache.pieces(self._owner, name, (shown,), shown.pieces, make)
        return [(shown.color(shade), batch) for (shade, _block), (_boxes, batch) in found.items()]

    def _plan(self, free: Space) -> None:
        """Draw the slice. It is made once for a layer of voxels, and moved within it."""
        nav, display = self._nav, self._display
        axis = "XYZ".index(display.slice_axis)
        found = layer_at(nav, axis, display.slice_at)
        if found is None:
            return
        layer, at = found
        plan = self._cached("plan", (free, axis, layer), lambda: plans.make_plan(nav, free, axis, layer))
        plans.draw_plan(self._pen, plan, axis, at, display.opacity, display.line_width)

    def _cached(self, name: str, causes: tuple[object, ...], make: Callable[[], Made]) -> Made:
        return self._cache.get(self._owner, name, causes, make)


def _in_crowd(opacity: float, lines: float) -> float:
    """How strongly to draw edges when a pixel sees so many: at most `opacity`, and so that all together leave something
    to be seen behind them, unless full opacity is asked for. Tens of thousands of cells would be solid otherwise."""
    if lines <= 0.0:
        return opacity
    return min(opacity, 1.0 - (1.0 - min(opacity, 1.0) ** 2) ** (1.0 / (_DENSEST * lines)))


def _shared(opacity: float) -> float:
    """How strongly to draw an edge that a neighbour often draws too, so that together they are as strong as asked."""
    return 1.0 - (1.0 - opacity) ** _ALONE
