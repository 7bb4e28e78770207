# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Marks that face the viewer, as large on screen wherever they are: plain arrays, no bpy and no gpu.

A dot for a bend, a ring around a start, a flag on a goal. All have a soft edge and an outline.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Corners = NDArray[np.float32]

#: Corners of a circle.
_SIDES = 20
#: Width in pixels over which an edge fades, which makes it smooth.
_SOFT = 1.0
#: Radius and half the width of a ring, in pixels.
_RING, _HALF_RING = 9.0, 1.25
#: A flag on its pole, in pixels from the goal, counterclockwise, and a point that sees all of its corners.
_FLAG = np.array(((-1.25, 0.0), (1.25, 0.0), (1.25, 13.0), (17.0, 19.0), (1.25, 25.0), (-1.25, 25.0)))
_IN_FLAG = np.array((0.0, 19.0))
for _array in (_FLAG, _IN_FLAG):
    _array.setflags(write=False)


@dataclass(frozen=True, eq=False)
class View:
    """What marks face.

    view, projection : (4, 4) float64, world to view and view to clip space.
    size : width and height of the region in pixels.
    origin : (3,) float64, world; corners are told from here, because single precision is coarse far from the world's.
    """

    view: Floats
    projection: Floats
    size: tuple[float, float]
    origin: Floats


@dataclass(frozen=True, eq=False)
class Ink:
    """What marks are drawn in.

    colors : (n, 4) float64, one for each mark.
    outline : (4,) float64, colour of a rim around each; as much weaker as the mark itself is.
    rim : width of that in pixels.
    """

    colors: Floats
    outline: Floats
    rim: float

    @property
    def fading(self) -> tuple[float, float, float, float]:
        """How far outside a mark's edge, in pixels, it is all itself, all outline, outline still, and nothing."""
        rim = max(self.rim, _SOFT / 2)
        return -_SOFT / 2, _SOFT / 2, rim, rim + _SOFT

    @property
    def shades(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Colours at these distances, (n, 4) each."""
        around = np.tile(self.outline, (len(self.colors), 1))
        around[:, 3] *= self.colors[:, 3]
        beyond = around.copy()
        beyond[:, 3] = 0.0
        return self.colors, around, around, beyond


@dataclass(frozen=True, eq=False)
class Marks:
    """Marks, ready to be drawn in their order.

    corners : (m, 3) float32, from the view's origin. shades : (m, 4) float32, for interpolation between corners.
    triangles : (k, 3) int32.
    """

    corners: Corners
    shades: NDArray[np.float32]
    triangles: NDArray[np.int32]


def dots(centres: Floats, radii: Floats, ink: Ink, view: View) -> Marks:
    """Round dots. centres : (n, 3) float64, world. radii : (n,) float64, pixels, without the outline."""
    wide = [np.zeros_like(radii), *(radii + step for step in ink.fading)]
    return _facing(centres, [radius[:, None, None] * _circle() for radius in wide], (ink.colors, *ink.shades), view)


def rings(centres: Floats, scale: float, ink: Ink, view: View) -> Marks:
    """Rings around places. centres : (n, 3) float64, world. scale : how many times as large as usual."""
    inner, outer = (_RING - _HALF_RING) * scale, (_RING + _HALF_RING) * scale
    wide = [*(inner - step for step in reversed(ink.fading)), *(outer + step for step in ink.fading)]
    shades = (*reversed(ink.shades), *ink.shades)
    # Of a thin one with a wide rim, the rim ends in the middle.
    return _facing(centres, [max(radius, 0.0) * _circle()[None] for radius in wide], shades, view)


def flags(centres: Floats, scale: float, ink: Ink, view: View) -> Marks:
    """Flags that stand on places. centres : (n, 3) float64, world. scale : how many times as large as usual."""
    before, after = np.roll(_FLAG, 1, axis=0), np.roll(_FLAG, -1, axis=0)
    sides = [_normals(after - _FLAG), _normals(_FLAG - before)]
    # So far that both sides of a corner move by one.
    outward = (sides[0] + sides[1]) / (1.0 + (sides[0] * sides[1]).sum(axis=1, keepdims=True))
    around = [np.tile(_IN_FLAG * scale, (len(_FLAG), 1)), *(_FLAG * scale + step * outward for step in ink.fading)]
    return _facing(centres, [each[None] for each in around], (ink.colors, *ink.shades), view)


def together(marks: Sequence[Marks]) -> Marks:
    """All of some marks, those that are given first below the others."""
    before = np.cumsum([0, *(len(each.corners) for each in marks[:-1])])
    return Marks(
        np.concatenate([each.corners for each in marks]),
        np.concatenate([each.shades for each in marks]),
        np.concatenate([each.triangles + first for each, first in zip(marks, before, strict=True)]).astype(np.int32),
    )


def _circle() -> Floats:
    angles = np.arange(_SIDES) * (2.0 * np.pi / _SIDES)
    return np.stack((np.cos(angles), np.sin(angles)), axis=1)


def _normals(sides: Floats) -> Floats:
    """Outward normals of the sides of a shape that goes counterclockwise: (s, 2) to (s, 2)."""
    return np.stack((sides[:, 1], -sides[:, 0]), axis=1) / np.linalg.norm(sides, axis=1, keepdims=True)


def _facing(centres: Floats, outlines: Sequence[Floats], shades: Sequence[Floats], view: View) -> Marks:
    """Shapes around places, of bands between outlines. Those behind the viewer are left out.

    outlines : each (n, s, 2) or (1, s, 2), pixels to the right and up. shades : each (n, 4), one for each outline.
    """
    to_clip = view.projection @ view.view
    depth = centres @ to_clip[3, :3] + to_clip[3, 3]
    ahead = depth > 0.0
    pixel = 2.0 * depth[ahead] / (view.size[0] * view.projection[0, 0])
    shape = (len(centres), *outlines[0].shape[1:])
    # (n, r, s, 2)
    flat = np.stack([np.broadcast_to(outline, shape) for outline in outlines], axis=1)[ahead]
    # The rows of a view matrix are the viewer's right, up and back in the world.
    offsets = (flat * pixel[:, None, None, None]) @ view.view[:2, :3]
    corners = (centres[ahead] - view.origin)[:, None, None, :] + offsets
    count, bands, sides = offsets.shape[:3]
    tones = np.broadcast_to(np.stack(shades, axis=1)[ahead][:, :, None, :], (count, bands, sides, 4))
    first = np.arange(count) * (bands * sides)
    triangles = (first[:, None, None] + _bands(bands, sides)).reshape(-1, 3)
    return Marks(
        corners.reshape(-1, 3).astype(np.float32),
        np.ascontiguousarray(tones.reshape(-1, 4), np.float32),
        triangles.astype(np.int32),
    )


def _bands(outlines: int, sides: int) -> NDArray[np.int64]:
    """Triangles between neighbouring outlines: (k, 3) int64, corners numbered outline by outline."""
    here = np.arange(sides)
    ahead = (here + 1) % sides
    bands = []
    for number in range(outlines - 1):
        low, high = number * sides, (number + 1) * sides
        bands.append(np.stack((low + here, high + here, high + ahead), axis=1))
        bands.append(np.stack((low + here, high + ahead, low + ahead), axis=1))
    return np.concatenate(bands)
