# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A level as large as a game's: a town of 25 houses with rooms on three floors, hills and rocks, 200 m from end to end.

The same 58,000 triangles each time. By itself it is made in an empty scene and saved:

    blender --background --python level.py -- level.blend
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import bpy
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
#: Lowest and highest corner.
Box = tuple[tuple[float, float, float], tuple[float, float, float]]
#: A hole in a wall: where it begins and ends along the wall, and how high its sill and its lintel are.
Opening = tuple[float, float, float, float]

#: Corners of the space in which an agent flies, not above the roofs; how fine that is, and the agent, in meters.
LOW, HIGH, VOXEL, RADIUS = (-100.0, -100.0, -1.0), (100.0, 100.0, 12.25), 0.25, 0.4
#: How many triangles there are.
TRIANGLES = 58_000
#: Before the first house, where an end can be dragged along Y, and rooms in the last ones: ways all through the town.
STREET, ROOMS = (-95.0, -95.0, 6.0), ((83.0, 83.0, 10.0), (83.0, 43.0, 10.0), (43.0, 83.0, 10.0))

_HOUSES, _BETWEEN = 5, 40.0
_SIDE, _STOREY, _FLOORS, _THICK = 18.0, 4.0, 3, 0.3
_DOOR, _WINDOW = (0.0, 2.8), (1.2, 3.0)
_HILLS = 60
_ROCKS, _ROCK_SIDES = 52, 5

_SIDES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


def add_level() -> None:
    """Put the level into the open scene."""
    random = np.random.default_rng(58)
    for row in range(_HOUSES):
        for column in range(_HOUSES):
            x, y = (_BETWEEN * (at - (_HOUSES - 1) / 2) for at in (column, row))
            boxes = np.array(list(_house(x, y, random)))
            corners = np.stack([boxes[:, (index >> 2, index >> 1 & 1, index & 1), (0, 1, 2)] for index in range(8)], 1)
            faces = np.arange(len(boxes))[:, None, None] * 8 + np.array(_SIDES)
            _add(f"House {row + 1}.{column + 1}", corners.reshape(-1, 3), faces.reshape(-1, 4))
    _add("Hills", *_hills())
    for number in range(_ROCKS):
        _add(f"Rock {number + 1}", *_rock(random))
    bpy.context.view_layer.update()


def _house(x: float, y: float, random: np.random.Generator) -> Iterator[Box]:
    """Floors with a shaft through them, outer walls with windows and doors, inner walls with doors, and furniture."""
    half = _SIDE / 2
    for floor in range(_FLOORS):
        z = floor * _STOREY
        yield from _slab(x, y, z, has_shaft=floor > 0)
        bottom, top = _DOOR if floor == 0 else _WINDOW
        shift = float(random.uniform(-1.0, 1.0))
        outer = [(shift + at - 1.2, shift + at + 1.2, bottom, top) for at in (-4.5, 4.5)]
        inner = [(at - 0.9, at + 0.9, *_DOOR) for at in (-5.5, 5.5)]
        for axis in (0, 1):
            for side, openings in ((-half, outer), (float(random.uniform(-0.5, 0.5)), inner), (half, outer)):
                yield from _wall(x, y, z, axis, side, openings)
        for _ in range(12):
            width, depth, height = random.uniform((0.4, 0.4, 0.4), (1.6, 1.6, 1.8))
            at_x, at_y = x + random.uniform(-7.5, 7.5), y + random.uniform(-7.5, 7.5)
            yield (at_x, at_y, z + _THICK), (at_x + width, at_y + depth, z + _THICK + height)
    yield from _slab(x, y, _FLOORS * _STOREY, has_shaft=False)


def _slab(x: float, y: float, z: float, has_shaft: bool) -> Iterator[Box]:
    """A floor; a shaft of 3 m is left open near its corner."""
    half = _SIDE / 2
    if not has_shaft:
        yield (x - half, y - half, z), (x + half, y + half, z + _THICK)
        return
    begin, end = half - 5.0, half - 2.0
    for low_x, low_y, high_x, high_y in (
        (-half, -half, begin, half),
        (end, -half, half, half),
        (begin, -half, end, begin),
        (begin, end, end, half),
    ):
        yield (x + low_x, y + low_y, z), (x + high_x, y + high_y, z + _THICK)


def _wall(x: float, y: float, z: float, axis: int, side: float, openings: list[Opening]) -> Iterator[Box]:
    """A wall along an axis, so far from the house's middle; piers between its openings, sills and lintels."""
    half = _SIDE / 2
    pieces: list[Opening] = []
    begin = -half
    for left, right, bottom, top in openings:
        pieces += [(begin, left, 0.0, _STOREY), (left, right, top, _STOREY)]
        pieces += [(left, right, 0.0, bottom)] if bottom else []
        begin = right
    for left, right, bottom, top in [*pieces, (begin, half, 0.0, _STOREY)]:
        low, high = (left, side - _THICK / 2, bottom), (right, side + _THICK / 2, top)
        if axis == 1:
            low, high = (low[1], low[0], low[2]), (high[1], high[0], high[2])
        yield (x + low[0], y + low[1], z + low[2]), (x + high[0], y + high[1], z + high[2])


def _hills() -> tuple[Floats, NDArray[np.int64]]:
    """Ground that is nowhere higher than the houses' floors."""
    at = np.linspace(LOW[0], HIGH[0], _HILLS + 1)
    x, y = np.meshgrid(at, at, indexing="ij")
    z = -0.4 + 0.2 * np.sin(0.11 * x + 1.0) * np.cos(0.07 * y) + 0.15 * np.sin(0.31 * x) * np.sin(0.23 * y)
    corner = (np.arange(_HILLS)[:, None] * (_HILLS + 1) + np.arange(_HILLS)).reshape(-1)
    faces = np.stack([corner, corner + _HILLS + 1, corner + _HILLS + 2, corner + 1], axis=1)
    return np.stack([x, y, z], axis=-1).reshape(-1, 3), faces


def _rock(random: np.random.Generator) -> tuple[Floats, NDArray[np.int64]]:
    """A lump in one of the streets."""
    street = _BETWEEN * (random.integers(0, _HOUSES - 1) - (_HOUSES - 2) / 2)
    place = np.array((street + random.uniform(-8.0, 8.0), random.uniform(-95.0, 95.0), random.uniform(0.0, 2.0)))
    if random.random() < 0.5:
        place[:2] = place[1::-1]
    around, along = 2 * _ROCK_SIDES, _ROCK_SIDES + 1
    turn, rise = np.meshgrid(np.arange(around), np.linspace(0.05, 0.95, along), indexing="ij")
    turn, rise = 2 * np.pi * turn / around, np.pi * rise
    size = random.uniform(0.8, 3.0) * (1.0 + 0.2 * np.sin(3 * turn) * np.sin(5 * rise))
    flat = size * np.sin(rise)
    points = np.stack([flat * np.cos(turn), flat * np.sin(turn), size * np.cos(rise)], axis=-1).reshape(-1, 3)
    columns, rows = np.meshgrid(np.arange(around), np.arange(along - 1), indexing="ij")
    corner, beside = columns * along + rows, (columns + 1) % around * along + rows
    return place + points, np.stack([corner, beside, beside + 1, corner + 1], axis=-1).reshape(-1, 4)


def _add(name: str, points: Floats, faces: NDArray[np.int64]) -> None:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], faces.tolist())
    bpy.context.scene.collection.objects.link(bpy.data.objects.new(name, mesh))


if __name__ == "__main__":
    bpy.ops.wm.read_homefile(use_empty=True)
    add_level()
    bpy.ops.wm.save_as_mainfile(filepath=sys.argv[-1])
