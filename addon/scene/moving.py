# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What moves in the game: dynamic objects, as they are at a time."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import bpy
import numpy as np

from ... import navcore
from . import sources
from .shapes import Floats, Geometry, Ints, Place, Shape, world_triangles

#: What an object looks like: the number of each of its shapes, and where that stands.
Look = tuple[tuple[int, bytes], ...]


class Shaped(NamedTuple):
    """A shape, and a number that tells it from others."""

    shape: Shape
    number: int


@dataclass(frozen=True)
class Moving:
    """The dynamic objects of a volume at a time. Two are equal when all looks the same.

    looks : by the full names of objects. places : where the meshes of each stand. shapes : these meshes.
    """

    looks: Mapping[str, Look]
    places: Mapping[str, list[Place]] = field(compare=False)
    shapes: Mapping[Geometry, Shape] = field(compare=False)

    @property
    def names(self) -> set[str]:
        """The names of the objects, and of those whose meshes they have."""
        return {*self.looks, *(geometry.name for geometry in self.shapes)}

    def mesh(self, name: str) -> tuple[Floats, Ints]:
        """An object's vertices, (n, 3) float64, world, and triangles, (m, 3) int64."""
        places = self.places[name]
        return world_triangles(places, {place.geometry: self.shapes[place.geometry] for place in places})

    def blockers(self) -> tuple[navcore.Blocker, ...]:
        """All objects as they go into a file, by name."""
        return tuple(self._blocker(name) for name in sorted(self.looks))

    def _blocker(self, name: str) -> navcore.Blocker:
        vertices, triangles = self.mesh(name)
        mesh = navcore.Mesh(vertices, triangles.astype(np.int32))
        return navcore.Blocker(name, mesh, self.places[name][0].matrix[:3])


#: Where nothing moves.
NOTHING = Moving(MappingProxyType({}), MappingProxyType({}), MappingProxyType({}))


def has_any(scene: bpy.types.Scene) -> bool:
    """Whether anything in a scene moves in the game."""
    return any(candidate.volant.dynamic for candidate in scene.objects)


def look(depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object, shaped: Callable[[Geometry], Shaped]) -> Moving:
    """The dynamic objects of a volume as they are now.

    shaped : what is known of the mesh of an object that can be found by its name.
    """
    listed, taken = sources.list_sources(depsgraph, volume, read, dynamic=True)
    looks: dict[str, Look] = {}
    places: dict[str, list[Place]] = {}
    shapes: dict[Geometry, Shape] = {}
    for place in listed:
        found = taken.get(place.geometry) or shaped(place.geometry)
        if not len(found.shape.triangles):
            continue
        looks[place.owner] = (*looks.get(place.owner, ()), (found.number, place.matrix.tobytes()))
        places.setdefault(place.owner, []).append(place)
        shapes[place.geometry] = found.shape
    return Moving(looks, places, shapes)


def read(evaluated: bpy.types.Object) -> Shaped:
    """The shape of an evaluated object."""
    shape = sources.read_shape(evaluated)
    return Shaped(shape, zlib.crc32(shape.triangles.tobytes(), zlib.crc32(shape.vertices.tobytes())))
