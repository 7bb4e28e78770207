# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a scene to the world-space triangles that block the way.

What is instanced many times is read once. Nothing of Blender's is held between two calls, because undo and other
edits may come in between; objects are remembered by name.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, Generic, NamedTuple, TypeVar

import bpy
import mathutils
import numpy as np

from ... import navcore
from ...navcore.progress import run
from .shapes import Floats, Geometry, Ints, Place, Shape, plain, world_steps

Taken = TypeVar("Taken")

#: What Blender can turn into triangles.
SOLID_TYPES = frozenset(("MESH", "CURVE", "SURFACE", "FONT", "META"))


class Sources(NamedTuple, Generic[Taken]):
    """All places of a volume's sources, and what was taken of meshes that exist only while instances are listed."""

    places: list[Place]
    taken: dict[Geometry, Taken]


def list_sources(
    depsgraph: bpy.types.Depsgraph,
    volume: bpy.types.Object | None,
    take: Callable[[bpy.types.Object], Taken],
    *,
    dynamic: bool = False,
    owners: Container[str] | None = None,
) -> Sources[Taken]:
    """The sources of a volume as evaluated: modifiers, geometry nodes and instances count.

    Without a volume, everything visible. `take` is called with evaluated objects that cannot be found again later.
    dynamic : list what moves in the game instead of what a bake is made of.
    owners : list only what these objects have put there, by their full names; None for all.
    """
    wanted, hidden = _wanted(volume, dynamic), _hidden(depsgraph.view_layer)
    found: Sources[Taken] = Sources([], {})
    first: dict[int, Geometry] = {}
    for instance in depsgraph.object_instances:
        # What an instancer scatters belongs to the instancer: its selection, collection, Ignore and Dynamic count.
        owner = (instance.parent if instance.is_instance else instance.object).original
        evaluated = instance.object
        if evaluated.type not in SOLID_TYPES or not instance.show_self:
            continue
        if owners is not None and owner.name_full not in owners:
            continue
        if owner.volant.ignore or owner.volant.dynamic != dynamic:
            continue
        if owner.session_uid in hidden or (wanted is not None and owner.session_uid not in wanted):
            continue
        geometry = geometry_of(evaluated)
        if instance.is_instance and evaluated.data != evaluated.original.evaluated_get(depsgraph).data:
            geometry = made_geometry_of(evaluated)
            if geometry not in found.taken:
                found.taken[geometry] = take(evaluated)
        elif evaluated.type == "MESH":
            # Linked duplicates without modifiers have one evaluated mesh; what is taken of it serves them all.
            geometry = first.setdefault(evaluated.data.as_pointer(), geometry)
        found.places.append(Place(geometry, owner.name_full, matrix_array(instance.matrix_world)))
    return found


def _hidden(layer: bpy.types.ViewLayer) -> set[int]:
    """`session_uid` of the objects that a view layer hides.

    Blender evaluates and lists objects whose collection has its eye closed, though nobody sees them.
    """
    return {candidate.session_uid for candidate in layer.objects if not candidate.visible_get(view_layer=layer)}


def matrix_array(matrix: mathutils.Matrix) -> Floats:
    """A matrix of Blender's as (4, 4) float64."""
    # Row by row, because numpy itself takes fifteen times as long to look at every number.
    return np.array((matrix[0][:], matrix[1][:], matrix[2][:], matrix[3][:]), np.float64)


def geometry_of(candidate: bpy.types.Object) -> Geometry:
    """What names the mesh of an object, evaluated or not."""
    original = candidate.original
    return Geometry(original.name, original.library.filepath if original.library else None)


def made_geometry_of(evaluated: bpy.types.Object) -> Geometry:
    """What names a mesh that geometry nodes have put into an instance; until its owner is evaluated anew."""
    return geometry_of(evaluated)._replace(made=evaluated.data.as_pointer())


def _wanted(volume: bpy.types.Object | None, dynamic: bool) -> set[int] | None:
    """`session_uid` of the objects that a volume takes as sources; None for all."""
    if volume is None or volume.volant.volume.sources == "VISIBLE":
        return None
    settings = volume.volant.volume
    if settings.sources == "SELECTED":
        if dynamic:
            # They were chosen by being made dynamic, and stay so whatever is selected at a frame.
            return None
        return {candidate.session_uid for candidate in bpy.context.view_layer.objects if candidate.select_get()}
    return {candidate.session_uid for candidate in settings.collection.all_objects} if settings.collection else set()


def find_evaluated(depsgraph: bpy.types.Depsgraph, geometry: Geometry) -> bpy.types.Object | None:
    """The evaluated object of a geometry that was not made by geometry nodes; None when it is gone."""
    key = (geometry.name, geometry.library) if geometry.library else geometry.name
    original: bpy.types.Object | None = bpy.data.objects.get(key)
    return None if original is None else original.evaluated_get(depsgraph)


def read_shape(evaluated: bpy.types.Object) -> Shape:
    """The triangles of an evaluated object."""
    mesh = evaluated.to_mesh()
    try:
        if mesh is None or not len(mesh.vertices):
            return Shape(np.empty((0, 3), np.float32), np.empty((0, 3), np.int32))
        vertices = np.empty(len(mesh.vertices) * 3, np.float32)
        mesh.attributes["position"].data.foreach_get("vector", vertices)
        mesh.calc_loop_triangles()
        triangles = np.empty(len(mesh.loop_triangles) * 3, np.int32)
        mesh.loop_triangles.foreach_get("vertices", triangles)
        return Shape(vertices.reshape(-1, 3), triangles.reshape(-1, 3))
    finally:
        evaluated.to_mesh_clear()


class Gathering(Generic[Taken]):
    """What is taken of a volume's sources, one object at a time so that a window can be drawn in between.

    owners : take only what these objects have put there, by their full names; None for all.
    places : where each geometry stands, as it was in the beginning; taken : what was taken of each geometry so far.
    """

    def __init__(
        self,
        depsgraph: bpy.types.Depsgraph,
        volume: bpy.types.Object | None,
        take: Callable[[bpy.types.Object], Taken],
        owners: Container[str] | None = None,
    ) -> None:
        self.places, self.taken = list_sources(depsgraph, volume, take, owners=owners)
        self._take = take
        self._left = list(dict.fromkeys(place.geometry for place in self.places if place.geometry not in self.taken))
        self._number = max(len(self._left), 1)

    @property
    def is_done(self) -> bool:
        return not self._left

    @property
    def fraction(self) -> float:
        return 1.0 - len(self._left) / self._number

    def step(self, depsgraph: bpy.types.Depsgraph) -> Geometry:
        """Take one more object, and tell which."""
        geometry = self._left.pop()
        evaluated = find_evaluated(depsgraph, geometry)
        if evaluated is None:
            raise navcore.BakeError(f"{geometry.name} was deleted or renamed while it was read; bake again")
        self.taken[geometry] = self._take(evaluated)
        return geometry


def gather(depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object | None) -> dict[str, Any]:
    """All meshes of a volume's sources, or of everything visible, at once; as `shapes.plain`."""
    gathering = Gathering(depsgraph, volume, read_shape)
    while not gathering.is_done:
        gathering.step(depsgraph)
    return plain(gathering.places, gathering.taken)


def gather_triangles(depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object | None) -> tuple[Floats, Ints]:
    """Their triangles, in the world: vertices (n, 3) float64, and triangles (m, 3) int64."""
    return run(world_steps(gather(depsgraph, volume)))
