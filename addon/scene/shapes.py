# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes as they were read and the places they stand at; knows nothing of Blender."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ... import navcore
from ...navcore.progress import Steps, run

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Geometry(NamedTuple):
    """Whose mesh: the name of an object and of the library it is linked from, if any.

    `made` is not 0 for meshes that only geometry nodes know, and tells them apart.
    """

    name: str
    library: str | None
    made: int = 0


class Place(NamedTuple):
    """Where a geometry stands: matrix, (4, 4) float64, and the full name of the object that put it there."""

    geometry: Geometry
    owner: str
    matrix: Floats


class Shape(NamedTuple):
    """Vertices (n, 3) float32 in an object's own space, and triangles (m, 3) int32."""

    vertices: NDArray[np.float32]
    triangles: NDArray[np.int32]


def plain(places: Sequence[Place], shapes: Mapping[Geometry, Shape]) -> dict[str, Any]:
    """Shapes and places as plain values, for another process."""
    numbers = {geometry: number for number, geometry in enumerate(shapes)}
    return {
        "shapes": [tuple(shape) for shape in shapes.values()],
        "which": [numbers[place.geometry] for place in places],
        "owners": [place.owner for place in places],
        "matrices": np.array([place.matrix for place in places], np.float64).reshape(-1, 4, 4),
    }


def world_steps(meshes: Mapping[str, Any]) -> Steps[tuple[Floats, Ints]]:
    """Everything in `meshes`, which `plain` made: vertices (n, 3) float64, world, and triangles (m, 3) int64."""
    placed = yield from _placed_steps(meshes)
    return _joined([mesh for _owner, mesh in placed])


def object_steps(meshes: Mapping[str, Any]) -> Steps[dict[str, tuple[Floats, Ints]]]:
    """The same by the full name of the object that put it there."""
    placed = yield from _placed_steps(meshes)
    objects: dict[str, list[tuple[Floats, Ints]]] = {}
    for owner, mesh in placed:
        objects.setdefault(owner, []).append(mesh)
    return {owner: _joined(parts) for owner, parts in objects.items()}


def owned_by(meshes: Mapping[str, Any], owners: Container[str]) -> NDArray[np.bool_]:
    """Which of the triangles of `world_steps`, (m,) bool, objects of these full names have put there."""
    counts = [len(Shape(*meshes["shapes"][number]).triangles) for number in meshes["which"]]
    return np.repeat(np.array([owner in owners for owner in meshes["owners"]], np.bool_), counts)


def _placed_steps(meshes: Mapping[str, Any]) -> Steps[list[tuple[str, tuple[Floats, Ints]]]]:
    """Each mesh in its place in the world, with who put it there."""
    found = []
    placed = zip(meshes["which"], meshes["owners"], meshes["matrices"], strict=True)
    for done, (number, owner, matrix) in enumerate(placed):
        yield done / len(meshes["which"]), "Preparing"
        shape = Shape(*meshes["shapes"][number])
        world = shape.vertices.astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
        broken = np.flatnonzero(~np.isfinite(world).all(axis=1))
        if len(broken):
            raise navcore.BakeError(
                f"{owner} has {len(broken)} vertices that are NaN or infinite, the first is vertex "
                f"{broken[0]}; repair its mesh or tick Ignore for it"
            )
        found.append((owner, (world, shape.triangles.astype(np.int64))))
    return found


def _joined(parts: Sequence[tuple[Floats, Ints]]) -> tuple[Floats, Ints]:
    """Several meshes as one."""
    vertices, triangles, count = [np.empty((0, 3))], [np.empty((0, 3), np.int64)], 0
    for corners, faces in parts:
        vertices.append(corners)
        triangles.append(faces + count)
        count += len(corners)
    return np.concatenate(vertices), np.concatenate(triangles)


def world_triangles(places: Sequence[Place], shapes: Mapping[Geometry, Shape]) -> tuple[Floats, Ints]:
    """As `world_steps`, at once."""
    return run(world_steps(plain(places, shapes)))
