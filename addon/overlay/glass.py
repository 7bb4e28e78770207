# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the surface of free space as panes of glass, lit by which way they face.

Panes are seen best from the side that free space is on. So from outside one looks through those in front at what is
around the space, as into a doll's house; and from inside a room all its walls are there.
"""

from __future__ import annotations

from dataclasses import dataclass

import gpu
import numpy as np
from numpy.typing import NDArray

from ... import navcore
from . import batches, colors
from .pen import Pen
from .space import GAP, Tinted
from .surfaces import Surface, surface

#: How strongly panes are drawn, as a share of opacity; and, as a share of these, those seen from outside and those on
#: the sides of the domain, which has a box drawn around it anyway.
_INSIDE, _OUTSIDE, _BORDER = 0.6, 0.3, 0.25
#: How bright panes across x, y and z are.
_LIGHT = (0.7, 0.85, 1.0)


@dataclass(frozen=True, eq=False)
class Glass:
    """A batch for each colour and axis, of panes in the domain and on its sides; and how many of those in it a look
    through all of them meets from inside."""

    panes: Tinted
    border: Tinted
    layers: float


def surface_of(nav: navcore.NavVolume, near: NDArray[np.bool_] | None) -> Surface:
    """The surface of a bake's cells, or of those that are near, (n,) bool."""
    if near is None:
        return surface(nav.cells, nav.portals)
    kept = np.flatnonzero(near)
    portals = np.searchsorted(kept, nav.portals[near[nav.portals].all(axis=1)]).astype(np.int32)
    found = surface(nav.cells[kept], portals)
    return Surface(found.boxes, found.side, kept[found.cell])


def make_glass(shape: NDArray[np.int32], found: Surface, shades: NDArray[np.int64], palette: colors.Floats) -> Glass:
    """Panes of a surface in a domain of so many voxels; `shades` (n,), rows of the palette, for each cell."""
    axis = found.side // 2
    place = found.boxes[np.arange(len(axis)), 0, axis]
    is_border = place == np.where(found.side % 2, shape[axis], 0)
    tints = shades[found.cell]
    sizes = shape.astype(np.float64)
    layers = [found.area(axis) * sizes[axis] / (2.0 * sizes.prod()) for axis in range(3)]
    return Glass(
        _tinted(found, tints, ~is_border, palette),
        _tinted(found, tints, is_border, palette),
        max(1.0, float(np.mean(layers))),
    )


def draw_glass(pen: Pen, glass: Glass, opacity: float) -> None:
    """Draw all panes. In a view that shows what is hidden, all layers together dim as much as one would."""
    inside = 1.0 - (1.0 - _INSIDE * opacity) ** (1.0 / glass.layers) if pen.xray else _INSIDE * opacity
    gpu.state.face_culling_set("FRONT")
    for color, batch in glass.border:
        pen.faces(batch, color, _BORDER * _INSIDE * opacity)
    for color, batch in glass.panes:
        pen.faces(batch, color, inside)
    gpu.state.face_culling_set("BACK")
    for color, batch in glass.panes:
        pen.faces(batch, color, _OUTSIDE * inside)
    gpu.state.face_culling_set("NONE")


def _tinted(found: Surface, tints: NDArray[np.int64], among: NDArray[np.bool_], palette: colors.Floats) -> Tinted:
    """Batches of some panes, (m,) bool; `tints` (m,), rows of the palette."""
    panes: Tinted = []
    for shade in np.unique(tints[among]):
        for axis, light in enumerate(_LIGHT):
            chosen = among & (tints == shade) & (found.side // 2 == axis)
            if chosen.any():
                red, green, blue = (light * palette[shade]).tolist()
                panes.append(((red, green, blue), batches.triangles(found.triangles(chosen, GAP))))
    return panes
