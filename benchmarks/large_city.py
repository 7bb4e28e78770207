# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A city of a kilometre, made by formula: uneven ground, houses between streets, trees; a million triangles."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from . import meshes
from .meshes import Mesh

if TYPE_CHECKING:
    from volant.navcore.arrays import Float64s, Int64s

Soup: TypeAlias = "tuple[Float64s, Int64s]"

#: Metres along x, y and z.
SIZE = (1024.0, 1024.0, 64.0)
#: From the middle of one street to the middle of the next, and how wide streets are.
_BLOCK, _STREET = 64.0, 14.0
_HOUSES_A_BLOCK = 6
_TREES = 2_400
#: Places in two streets at the ends of the city, above the ground.
ENDS = np.array(((10.0, 64.0, 5.0), (1014.0, 960.0, 5.0)))


def make() -> Mesh:
    """The city, and the bounds of its domain."""
    random = np.random.default_rng(11)
    parts = [_ground()]
    blocks = int(SIZE[0] / _BLOCK)
    for x, y in np.ndindex(blocks, blocks):
        corner = np.array((x, y)) * _BLOCK + _STREET / 2.0
        for house in range(_HOUSES_A_BLOCK):
            # In two rows along the block.
            wide = (_BLOCK - _STREET) / np.array((_HOUSES_A_BLOCK // 2, 2))
            low = corner + wide * (house % 3, house // 3) + random.uniform(0.0, 2.0, 2)
            parts += _house(random, low, low + wide - random.uniform(2.0, 5.0, 2))
    ball, faces = meshes.icosphere(1)
    for _tree in range(_TREES):
        place = np.append(random.uniform(5.0, SIZE[0] - 5.0, 2), random.uniform(4.0, 8.0))
        parts.append((ball * random.uniform(1.0, 3.0) + place, faces))
    vertices, triangles = meshes.joined(parts)
    return Mesh(vertices, triangles, np.array(((0.0, 0.0, 0.0), SIZE)))


def _ground() -> Soup:
    """Slopes of a few metres, half a million triangles, beyond the domain on all sides."""
    steps = 501
    across = np.linspace(-1.0, SIZE[0] + 1.0, steps)
    x, y = (axis.ravel() for axis in np.meshgrid(across, across, indexing="ij"))
    z = 1.5 + np.sin(x / 61.0) * 0.6 + np.cos(y / 43.0) * 0.5 + np.sin((x + y) / 5.0) * 0.05
    return np.stack((x, y, z), axis=1), meshes.grid_triangles(steps, steps, closed=False)


def _house(random: np.random.Generator, low: Float64s, high: Float64s) -> list[Soup]:
    """A body, a roof that juts out, ledges and balconies: boxes, every third house turned a little."""
    middle, half = (low + high) / 2.0, (high - low) / 2.0
    angle = random.uniform(-0.1, 0.1) if random.integers(3) == 0 else 0.0
    height = random.uniform(6.0, 50.0)
    parts = [
        meshes.box(np.append(middle, height / 2.0), np.append(half, height / 2.0), angle),
        meshes.box(np.append(middle, height + 0.3), np.append(half + 0.6, 0.3), angle),
    ]
    for storey in np.linspace(3.0, height - 1.0, 16):
        side, along = random.integers(2), random.uniform(-0.6, 0.6)
        place = middle + (half * (along, 1.0) if side else half * (1.0, along))
        parts.append(meshes.box(np.append(place, storey), np.array((1.2, 1.2, 0.15)), angle))
    return parts
