# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes as unlike each other as scenes are, for measuring what bakes of them take; made by formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from . import meshes

if TYPE_CHECKING:
    from volant.navcore.arrays import Float64s, Int64s

Soup: TypeAlias = "tuple[Float64s, Int64s]"
_UP = np.array((0.0, 0.0, 1.0))


@dataclass(frozen=True)
class Kind:
    """What to bake, and how.

    Attributes
    ----------
    make : gives (n, 3) float64 vertices and (m, 3) int64 triangles; or, where `voxels` is set, (n, 3) int64 occupied
        voxels and the (3,) int64 shape of their grid.
    side : metres along each axis, from the origin; unused where `voxels` is set.
    settings : of the bake, its bounds apart.
    """

    make: Callable[[], tuple[Any, Any]]
    side: tuple[float, float, float]
    settings: dict[str, Any] = field(default_factory=dict)
    voxels: bool = False


def _plane() -> Soup:
    """Ground of two triangles, far larger than what is baked, and not quite level."""
    corners = np.array(((-1.0, -1.0, -0.02), (1.0, -1.0, 0.01), (1.0, 1.0, 0.03), (-1.0, 1.0, 0.0)))
    return corners * 2000.0 + (100.0, 100.0, 20.0), np.array(((0, 1, 2), (0, 2, 3)))


def _wires() -> Soup:
    """Edges without faces, as long triangles of no area, in any direction."""
    begin, end = np.random.default_rng(1).uniform(0.0, 100.0, (2, 600, 3))
    return _loose(np.stack((begin, end, end), axis=1))


def _specks() -> Soup:
    """Leaves or sparks: triangles of a few millimetres, anywhere."""
    chance = np.random.default_rng(2)
    middles, around = chance.uniform(0.0, 100.0, (20_000, 1, 3)), chance.normal(0.0, 0.005, (20_000, 3, 3))
    return _loose(middles + around)


def _cables() -> Soup:
    """Sagging cables of many short pieces, each a thin tube."""
    chance = np.random.default_rng(3)
    return meshes.joined(
        [_tube(*chance.uniform(2.0, 98.0, (2, 3)), sag=chance.uniform(0.0, 12.0), radius=0.02) for _cable in range(150)]
    )


def _boxes() -> Soup:
    """Boxes of all sizes and proportions, plates and beams among them, turned about z."""
    chance = np.random.default_rng(4)
    return meshes.joined(
        [
            meshes.box(chance.uniform(5.0, 95.0, 3), chance.uniform(0.05, 6.0, 3), chance.uniform(0.0, np.pi))
            for _box in range(300)
        ]
    )


def _hills() -> Soup:
    vertices, triangles = meshes.terrain()
    return vertices + 40.0 * _UP, triangles


def _level() -> Soup:
    """A level of a game, 200 m wide: uneven ground, houses of thin walls and floors, trees, pipes, fences, crates."""
    chance = np.random.default_rng(5)
    parts = [_ground(chance)]
    for _house in range(60):
        parts += _house_parts(chance)
    ball, faces = meshes.icosphere(2)
    for _tree in range(45):
        foot, size = np.append(chance.uniform(5.0, 195.0, 2), 3.0), chance.uniform(1.0, 3.0)
        parts.append((ball * size + foot + (5.0 + size) * _UP, faces))
        parts.append(_tube(foot, foot + 6.0 * _UP, radius=0.2, pieces=2))
    for _pipe in range(60):
        begin = np.append(chance.uniform(5.0, 195.0, 2), chance.uniform(3.0, 20.0))
        parts.append(_tube(begin, begin + chance.uniform(-20.0, 20.0, 3) * (1.0, 1.0, 0.2), radius=0.1, pieces=8))
    for _post in range(400):
        parts.append(meshes.box(np.append(chance.uniform(2.0, 198.0, 2), 4.0), np.array((0.05, 0.05, 0.8)), 0.0))
    for _crate in range(400):
        half = np.full(3, chance.uniform(0.2, 0.8))
        parts.append(meshes.box(np.append(chance.uniform(2.0, 198.0, 2), 4.0), half, chance.uniform(0.0, np.pi)))
    return meshes.joined(parts)


def _ground(chance: np.random.Generator) -> Soup:
    """Gentle hills of about 16,000 triangles, 200 m wide, around z = 3."""
    steps = 90
    across = np.linspace(0.0, 200.0, steps)
    x, y = np.meshgrid(across, across, indexing="ij")
    z = 3.0 + np.sin(x / 17.0) + np.cos(y / 23.0) + chance.normal(0.0, 0.03, x.shape)
    near = (np.arange(steps - 1)[:, None] * steps + np.arange(steps - 1)).ravel()
    corners = (near, near + steps, near + steps + 1, near, near + steps + 1, near + 1)
    return np.stack((x, y, z), axis=2).reshape(-1, 3), np.stack(corners, axis=1).reshape(-1, 3)


def _house_parts(chance: np.random.Generator) -> list[Soup]:
    """Walls with gaps for doors, 0.2 m thick, and a floor for each of some storeys."""
    middle = np.append(chance.uniform(15.0, 185.0, 2), 2.0)
    wide, deep = chance.uniform(4.0, 10.0, 2)
    turn = (0.0, 0.3)[chance.integers(2)]
    cosine, sine = np.cos(turn), np.sin(turn)
    parts = []
    for storey in range(chance.integers(1, 5)):
        middle = middle + 3.2 * (storey > 0) * _UP
        slabs = [((0.0, 0.0, 0.0), (wide, deep, 0.1))]
        for way in (-1.0, 1.0):
            slabs.append(((way * wide, 0.0, 1.6), (0.1, deep, 1.6)))
            slabs.append(((-0.5 * wide - 0.4, way * deep, 1.6), (0.5 * wide - 0.4, 0.1, 1.6)))
            slabs.append(((0.5 * wide + 0.4, way * deep, 1.6), (0.5 * wide - 0.4, 0.1, 1.6)))
        for (x, y, z), half in slabs:
            place = middle + np.array((cosine * x - sine * y, sine * x + cosine * y, z))
            parts.append(meshes.box(place, np.array(half), turn))
    return parts


def _tube(begin: Float64s, end: Float64s, radius: float, sag: float = 0.0, pieces: int = 100, sides: int = 6) -> Soup:
    """A thin tube without ends that hangs through by `sag` in its middle."""
    along = np.linspace(0.0, 1.0, pieces + 1)[:, None]
    line = begin + (end - begin) * along - 4.0 * sag * along * (1.0 - along) * _UP
    across = np.cross(end - begin, (0.3, 0.5, 0.8))
    across /= np.linalg.norm(across)
    other = np.cross(end - begin, across)
    other /= np.linalg.norm(other)
    angle = np.arange(sides)[:, None] * (2.0 * np.pi / sides)
    ring = radius * (np.cos(angle) * across + np.sin(angle) * other)
    near = (np.arange(pieces)[:, None] * sides + np.arange(sides)).ravel()
    beside = (np.arange(pieces)[:, None] * sides + (np.arange(sides) + 1) % sides).ravel()
    corners = (near, near + sides, beside + sides, near, beside + sides, beside)
    return (line[:, None] + ring).reshape(-1, 3), np.stack(corners, axis=1).reshape(-1, 3)


def _loose(soup: Float64s) -> Soup:
    """Triangles, (m, 3, 3), that share no vertex."""
    return soup.reshape(-1, 3), np.arange(3 * len(soup)).reshape(-1, 3)


def _caves() -> tuple[Int64s, Int64s]:
    """Rock with hollows in it, to a third solid, as voxels."""
    shape = np.array((320, 320, 96))
    x, y, z = np.ogrid[:320, :320, :96]
    rough = np.sin(x / 13.0) * np.cos(y / 11.0) + np.sin(y / 17.0) * np.cos(z / 7.0)
    rough = rough + np.sin(z / 9.0) * np.cos(x / 19.0)
    return np.argwhere(rough > 0.35), shape


def _walls() -> tuple[Int64s, Int64s]:
    """Floors and walls one voxel thick, with holes, as a level scanned into voxels has."""
    chance = np.random.default_rng(6)
    grid = np.zeros((480, 480, 120), bool)
    grid[:, :, 1::24] = chance.random((480, 480, 5)) < 0.97
    grid[::32] |= chance.random((15, 480, 120)) < 0.9
    grid[:, ::40] |= chance.random((480, 12, 120)) < 0.9
    for x, y, z in chance.integers(0, (460, 460, 110), (150, 3)):
        grid[x : x + 10, y : y + 10, z : z + 8] = False
    return np.argwhere(grid), np.array(grid.shape)


_CUBE = (100.0, 100.0, 100.0)
_LEVEL_SIDE = (200.0, 200.0, 40.0)

KINDS = {
    "a ground plane of two triangles": Kind(_plane, (200.0, 200.0, 50.0), {"voxel_size": 0.2}),
    "a ground plane, agent of 1 m": Kind(_plane, (200.0, 200.0, 50.0), {"voxel_size": 0.4, "agent_radius": 1.0}),
    "wires": Kind(_wires, _CUBE, {"voxel_size": 0.1}),
    "specks": Kind(_specks, _CUBE, {"voxel_size": 0.1}),
    "cables": Kind(_cables, _CUBE, {"voxel_size": 0.1}),
    "boxes": Kind(_boxes, _CUBE, {"voxel_size": 0.15}),
    "hills": Kind(_hills, (124.0, 124.0, 80.0), {"voxel_size": 0.25}),
    "boxes, not merged": Kind(_boxes, _CUBE, {"voxel_size": 0.25, "merge": False}),
    "hills, balanced, not merged": Kind(
        _hills, (124.0, 124.0, 80.0), {"voxel_size": 0.25, "balanced": True, "merge": False}
    ),
    "a level, balanced": Kind(_level, _LEVEL_SIDE, {"voxel_size": 0.25, "balanced": True}),
    "a level, agent of 0.5 m": Kind(_level, _LEVEL_SIDE, {"voxel_size": 0.25, "agent_radius": 0.5}),
    "voxels of caves": Kind(_caves, _CUBE, {"voxel_size": 1.0}, voxels=True),
    "voxels of walls, agent of 2 voxels": Kind(_walls, _CUBE, {"voxel_size": 1.0, "agent_radius": 2.0}, voxels=True),
}
