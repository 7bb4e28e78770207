# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Worlds of several objects in which things move at random, and what a bake made anew says of where they all are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from live_worlds import joined, turned_box
from numpy.typing import NDArray
from scenes import box_mesh, rotation

from volant import navcore

Mesh: TypeAlias = tuple[NDArray[np.float64], NDArray[np.int64]]
Thing: TypeAlias = Mesh | navcore.Box | navcore.Ball

VOXEL = 0.5
#: Voxels along each axis: two or three tiles, the last of which is cut off somewhere.
SHAPE = (84, 70, 57)
LOW = np.array((-3.0, 7.0, 100.0))
HIGH = LOW + np.array(SHAPE) * VOXEL
#: How many things come and go besides the world's own.
_VISITORS = 6
#: Nothing comes nearer than this to the markers of a world, so that they are never covered.
_ASIDE = 3.0
_OCTAHEDRON = np.concatenate((np.eye(3), -np.eye(3)))
_FACES = np.array([(x, 1 + y, 2 + z) for x in (0, 3) for y in (0, 3) for z in (0, 3)])


@dataclass(frozen=True)
class World:
    """Objects by name, and the markers that keep what they are in."""

    objects: dict[str, Mesh]
    markers: tuple[tuple[float, float, float], ...] = ()

    def config(self, radius: float) -> navcore.BakeConfig:
        """How it is baked for a radius in voxels."""
        bounds = (tuple(LOW.tolist()), tuple(HIGH.tolist()))
        return navcore.BakeConfig(voxel_size=VOXEL, agent_radius=radius * VOXEL, bounds=bounds, markers=self.markers)


def _hall() -> World:
    """Pillars on the grid and a floor that lies exactly between voxels."""
    pillars = {
        f"pillar {x} {y}": box_mesh((x, y, 100.0), (x + 1.5, y + 1.5, 126.0)) for x in (2, 11, 20, 30) for y in (12, 30)
    }
    return World({**pillars, "floor": box_mesh((-5.0, 5.0, 101.0), (45.0, 50.0, 101.5))})


def _streets() -> World:
    """Houses, most of them turned."""
    random = np.random.default_rng(1)
    houses = {}
    for number in range(12):
        half = np.append(random.uniform(1.0, 4.0, 2), random.uniform(2.0, 11.0))
        place = np.append(random.uniform(LOW[:2], HIGH[:2]), 100.0 + half[2])
        houses[f"house {number}"] = turned_box(place, half, random.choice((0.0, random.uniform(0.0, 3.0))))
    return World(houses)


def _hills() -> World:
    """A height field in nine pieces; a piece that moves leaves a hole."""
    steps = np.arange(10)
    pieces = {}
    for piece in range(9):
        x, y = np.meshgrid(steps + 9 * (piece // 3), steps + 9 * (piece % 3), indexing="ij")
        z = 110.0 + ((x * 7919 + y * 104729) % 101) / 25.0
        vertices = np.stack((LOW[0] + 1.6 * x, LOW[1] + 1.4 * y, z), axis=-1).reshape(-1, 3)
        corner = (steps[:9, None] * 10 + steps[:9]).reshape(-1, 1)
        pieces[f"piece {piece}"] = (
            vertices,
            np.concatenate((corner + np.array((0, 10, 1)), corner + np.array((1, 10, 11)))),
        )
    return World(pieces)


def _shells() -> World:
    """Closed boxes around each other, and only what is outside or innermost is kept."""
    middle = (LOW + HIGH) / 2.0
    shells = {f"shell {size}": turned_box(middle, np.array((1.2, 1.0, 0.8)) * size, 0.1 * size) for size in (4, 8, 13)}
    return World(shells, (tuple((LOW + 1.0).tolist()), tuple(middle.tolist())))


def _maze() -> World:
    """Thin walls with gaps, each of two triangles."""
    walls = {}
    for number, x in enumerate(np.linspace(LOW[0] + 4.0, HIGH[0] - 4.0, 7)):
        gap = LOW[1] + (number * 11) % 29
        for side, (low, high) in enumerate(((LOW[1] - 1.0, gap), (gap + 3.0, HIGH[1] + 1.0))):
            corners = [(x, low, 99.0), (x, high, 99.0), (x, high, 130.0), (x, low, 130.0)]
            walls[f"wall {number} {side}"] = np.array(corners), np.array(((0, 1, 2), (0, 2, 3)))
    return World(walls)


def _rocks() -> World:
    """Octahedra of all sizes, turned anyhow, many of them in each other."""
    random = np.random.default_rng(2)
    return World(
        {
            f"rock {number}": (
                _OCTAHEDRON * random.uniform(0.5, 9.0, 3) @ rotation(random.uniform(-3.0, 3.0, 3))
                + random.uniform(LOW, HIGH),
                _FACES,
            )
            for number in range(25)
        }
    )


WORLDS: dict[str, Callable[[], World]] = {
    "hall": _hall,
    "streets": _streets,
    "hills": _hills,
    "shells": _shells,
    "maze": _maze,
    "rocks": _rocks,
}


class History:
    """What happens in a world: things that move, come and go, its own and others, and where they are now."""

    def __init__(self, world: World, seed: int) -> None:
        self._world, self._random = world, np.random.default_rng(seed)
        self._names = [*world.objects, *(f"visitor {number}" for number in range(_VISITORS))]
        self.there: dict[str, Thing] = dict(world.objects)

    def next(self) -> dict[str, Thing | None]:
        """What changes next: one thing, or a few at once."""
        count = self._random.choice((1, 1, 1, 2, 5))
        changes = {
            str(name): self._change(str(name)) for name in self._random.choice(self._names, count, replace=False)
        }
        self._keep(changes)
        return changes

    def _keep(self, changes: dict[str, Thing | None]) -> None:
        self.there.update({name: thing for name, thing in changes.items() if thing is not None})
        for name, thing in changes.items():
            if thing is None:
                del self.there[name]

    def _change(self, name: str) -> Thing | None:
        """Where a thing goes: away, back to where it was in the beginning, or anywhere, over the border, too."""
        own, chance = self._world.objects.get(name), self._random.uniform()
        if name in self.there and chance < 0.25:
            return None
        if own is not None and chance < 0.5:
            return own
        while True:
            thing = self._shape() if own is None else self._moved(own)
            if not any(_is_near(thing, marker) for marker in self._world.markers):
                return thing

    def _shape(self) -> Thing:
        place, half = self._random.uniform(LOW - 2.0, HIGH + 2.0), self._random.uniform(0.3, 5.0, 3)
        turn = rotation(self._random.uniform(-3.0, 3.0, 3))
        kind = self._random.integers(4)
        if kind == 0:
            return navcore.Ball(place, float(half[0]))
        if kind == 1:
            return navcore.Box(place - half, place + half, turn)
        if kind == 2:
            # As doors and lifts are: exactly on the grid.
            low = np.round(place)
            return box_mesh(tuple(low), tuple(low + np.ceil(half)))
        vertices, triangles = turned_box(np.zeros(3), half, 0.0)
        return vertices @ turn.T + place, triangles

    def _moved(self, own: Mesh) -> Mesh:
        vertices, triangles = own
        middle = (vertices.min(axis=0) + vertices.max(axis=0)) / 2.0
        turn = rotation((0.0, 0.0, self._random.uniform(-3.0, 3.0)))
        return (vertices - middle) @ turn.T + middle + self._random.normal(0.0, 4.0, 3), triangles


def baked_anew(there: dict[str, Thing], config: navcore.BakeConfig) -> navcore.NavVolume:
    """A bake of the voxels that things block: meshes as a bake has it, shapes as a slow twin has it."""
    meshes = [thing for thing in there.values() if not isinstance(thing, navcore.Ball | navcore.Box)]
    shapes = [thing for thing in there.values() if isinstance(thing, navcore.Ball | navcore.Box)]
    # The surface of a box blocks what it would as a mesh.
    meshes += [_surface(shape) for shape in shapes if isinstance(shape, navcore.Box)]
    still = navcore.bake(*joined(meshes), navcore.BakeConfig(**{**vars(config), "markers": ()}))
    blocked = np.zeros(SHAPE, bool)
    for low, high in still.blocked().tolist():
        blocked[tuple(map(slice, low, high))] = True
    lows = LOW + np.stack(np.meshgrid(*map(np.arange, SHAPE), indexing="ij"), axis=-1) * VOXEL
    for shape in shapes:
        if isinstance(shape, navcore.Ball):
            away = np.clip(shape.center, lows, lows + VOXEL) - shape.center
            blocked |= np.linalg.norm(away, axis=-1) < shape.radius + config.agent_radius
        else:
            middle, half = (shape.low + shape.high) / 2.0, (shape.high - shape.low) / 2.0
            blocked |= (np.abs((lows + VOXEL / 2.0 - middle) @ shape.turn) <= half).all(axis=-1)
    settings = navcore.BakeConfig(**{**vars(config), "agent_radius": 0.0})
    return navcore.bake_voxels(np.argwhere(blocked), SHAPE, settings)


def _surface(box: navcore.Box) -> Mesh:
    middle = (box.low + box.high) / 2.0
    vertices, triangles = box_mesh(tuple(box.low - middle), tuple(box.high - middle))
    return vertices @ box.turn.T + middle, triangles


def _is_near(thing: Thing, marker: tuple[float, float, float]) -> bool:
    """Whether a box around a shape, or around a triangle of a mesh, holds a marker, or nearly."""
    if isinstance(thing, navcore.Ball):
        low, high = thing.center - thing.radius, thing.center + thing.radius
    elif isinstance(thing, navcore.Box):
        vertices, _triangles = _surface(thing)
        low, high = vertices.min(axis=0), vertices.max(axis=0)
    else:
        vertices, triangles = thing
        low, high = vertices[triangles].min(axis=1), vertices[triangles].max(axis=1)
    return bool(((low - _ASIDE <= marker) & (marker <= high + _ASIDE)).all(axis=-1).any())
