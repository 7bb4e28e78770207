# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes to bake, made by formula: the same at every run, each in a cube of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from volant.navcore.arrays import Float64s, Int64s

#: Every mesh is about this wide, in units.
_EXTENT = 124.0
_BOXES = 400
_ALIGNED_BOXES = 100
_SPHERES = 40


@dataclass(frozen=True)
class Mesh:
    """Triangles and the cube to bake them in.

    Attributes
    ----------
    vertices : (n, 3) float64.
    triangles : (m, 3) int64, indices into `vertices`.
    bounds : (2, 3) float64, low and high corner of a cube a little larger than the mesh.
    """

    vertices: Float64s
    triangles: Int64s
    bounds: Float64s

    def voxel_size(self, resolution: int) -> float:
        """The voxel of which exactly `resolution` span the cube, for a power of two."""
        return float(self.bounds[1, 0] - self.bounds[0, 0]) / resolution


def make(name: str) -> Mesh:
    """One of `MESHES` by name."""
    vertices, triangles = MESHES[name]()
    return Mesh(vertices, triangles, cube_around(vertices))


def cube_around(vertices: Float64s) -> Float64s:
    """The mesh's box grown by 2 % and to a cube with whole corners and a side divisible by 8: (2, 3) float64.

    Such corners make voxel sizes exact, so that all contestants see the same number of voxels.
    """
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    side = 8.0 * np.ceil((high - low).max() * 1.02 / 8.0)
    corner = np.round((low + high - side) / 2.0)
    return np.stack((corner, corner + side))


def terrain() -> tuple[Float64s, Int64s]:
    """Hills over a 501 × 501 height field: 500,000 triangles, an open surface."""
    steps = 501
    across = np.linspace(0.0, 1.0, steps)
    x, y = (axis.ravel() for axis in np.meshgrid(across, across, indexing="ij"))
    random = np.random.default_rng(1)
    height = np.zeros_like(x)
    for octave in range(1, 7):
        for _wave in range(4):
            angle, phase = random.uniform(0.0, 2.0 * np.pi, 2)
            along = np.cos(angle) * x + np.sin(angle) * y
            height += np.sin(2.0 * np.pi * 2.0**octave * 0.5 * along + phase) / 2.2**octave
    vertices = np.stack((x, y, 0.1 * height), axis=1) * _EXTENT
    return vertices, grid_triangles(steps, steps, closed=False)


def knot() -> tuple[Float64s, Int64s]:
    """A tube along the (2, 3) torus knot: 500,000 triangles, closed."""
    along, around = 5_000, 50
    turn = np.arange(along) * (2.0 * np.pi / along)
    reach = 2.0 + np.cos(3.0 * turn)
    centre = np.stack((reach * np.cos(2.0 * turn), reach * np.sin(2.0 * turn), np.sin(3.0 * turn)), axis=1)
    tangent = _unit(np.roll(centre, -1, axis=0) - np.roll(centre, 1, axis=0))
    # Away from the torus's ring: never along the knot, so the frame does not flip.
    ring = 2.0 * np.stack((np.cos(2.0 * turn), np.sin(2.0 * turn), np.zeros(along)), axis=1)
    outward = centre - ring
    normal = _unit(outward - (outward * tangent).sum(axis=1, keepdims=True) * tangent)
    binormal = np.cross(normal, tangent)
    angle = np.arange(around)[:, None] * (2.0 * np.pi / around)
    tube = np.cos(angle) * normal[:, None] + np.sin(angle) * binormal[:, None]
    vertices = (centre[:, None] + 0.4 * tube).reshape(-1, 3)
    vertices *= _EXTENT / np.ptp(vertices, axis=0).max()
    return vertices, grid_triangles(along, around, closed=True)


def city() -> tuple[Float64s, Int64s]:
    """400 boxes on the plane z = 0 and 40 spheres in the air above them: 56,000 triangles.

    Every fourth box is aligned with the axes and has its corners at multiples of half a unit, so that
    its faces lie exactly on voxel planes; the others are turned about z by odd angles.
    """
    random = np.random.default_rng(3)
    parts = []
    for index in range(_BOXES):
        place = random.uniform(6.0, _EXTENT - 6.0, 2)
        half = np.append(random.uniform(0.75, 4.0, 2), random.uniform(2.0, 20.0) * random.uniform(0.3, 1.5))
        angle = random.uniform(0.0, np.pi)
        if index % (_BOXES // _ALIGNED_BOXES) == 0:
            place, half, angle = np.round(place), np.round(2.0 * half) / 2.0, 0.0
        parts.append(box(np.append(place, half[2]), half, angle))
    # One box at either end of the diagonal keeps the city's width, whatever the others are.
    for index, place in ((0, 1.0), (_ALIGNED_BOXES * 2, _EXTENT - 1.0)):
        parts[index] = box(np.array((place, place, 3.0)), np.array((1.0, 1.0, 3.0)), 0.0)
    ball, faces = icosphere(3)
    for _sphere in range(_SPHERES):
        radius = random.uniform(1.5, 6.0)
        centre = np.append(random.uniform(8.0, _EXTENT - 8.0, 2), random.uniform(20.0, 80.0))
        parts.append((ball * radius + centre, faces))
    return joined(parts)


def sphere() -> tuple[Float64s, Int64s]:
    """An icosphere: 81,920 triangles, closed."""
    vertices, triangles = icosphere(6)
    return vertices * (_EXTENT / 2.0), triangles


MESHES: dict[str, Callable[[], tuple[Float64s, Int64s]]] = {
    "terrain": terrain,
    "knot": knot,
    "city": city,
    "sphere": sphere,
}


def _unit(vectors: Float64s) -> Float64s:
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def grid_triangles(rows: int, columns: int, closed: bool) -> Int64s:
    """Two triangles for each square of a grid of vertices, joined to itself at both ends if closed."""
    row = np.arange(rows if closed else rows - 1)[:, None]
    column = np.arange(columns if closed else columns - 1)[None, :]
    near, far = row * columns, (row + 1) % rows * columns
    beside = (column + 1) % columns
    a, b, c, d = (near + column).ravel(), (far + column).ravel(), (far + beside).ravel(), (near + beside).ravel()
    return np.stack((a, b, c, a, c, d), axis=1).reshape(-1, 3)


def box(centre: Float64s, half: Float64s, angle: float) -> tuple[Float64s, Int64s]:
    """A box turned about z: 12 triangles, facing outward."""
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    cosine, sine = np.cos(angle), np.sin(angle)
    turn = np.array(((cosine, -sine, 0.0), (sine, cosine, 0.0), (0.0, 0.0, 1.0)))
    squares = np.array(((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)))
    return corners @ turn.T + centre, squares[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)


def icosphere(level: int) -> tuple[Float64s, Int64s]:
    """A sphere of radius 1 with 20 · 4^level triangles."""
    golden = (1.0 + np.sqrt(5.0)) / 2.0
    signs = [(a, b) for a in (-1.0, 1.0) for b in (-golden, golden)]
    vertices = np.array([p for a, b in signs for p in ((0.0, a, b), (a, b, 0.0), (b, 0.0, a))])
    # The faces of an icosahedron are the triples of vertices that are all neighbours, 2 apart.
    near = np.linalg.norm(vertices[:, None] - vertices[None], axis=2) < 2.1
    triples = [
        (i, j, k) for i in range(12) for j in range(i) for k in range(j) if near[i, j] and near[j, k] and near[i, k]
    ]
    triangles = np.array(triples)
    a, b, c = (vertices[triangles[:, corner]] for corner in range(3))
    inward = (np.cross(b - a, c - a) * a).sum(axis=1) < 0.0
    triangles[inward] = triangles[inward][:, ::-1]
    for _split in range(level):
        vertices, triangles = _split_in_four(vertices, triangles)
    return _unit(vertices), triangles


def _split_in_four(vertices: Float64s, triangles: Int64s) -> tuple[Float64s, Int64s]:
    a, b, c = triangles.T
    edges = np.sort(np.concatenate(((a, b), (b, c), (c, a)), axis=1).T, axis=1)
    unique, inverse = np.unique(edges, axis=0, return_inverse=True)
    ab, bc, ca = inverse.reshape(3, -1) + len(vertices)
    middles = _unit(vertices[unique[:, 0]] + vertices[unique[:, 1]]) * np.linalg.norm(vertices[0])
    parts = np.stack((a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca), axis=1)
    return np.concatenate((vertices, middles)), parts.reshape(-1, 3)


def joined(parts: list[tuple[Float64s, Int64s]]) -> tuple[Float64s, Int64s]:
    starts = np.cumsum([0, *(len(vertices) for vertices, _triangles in parts)])
    triangles = [faces + start for (_vertices, faces), start in zip(parts, starts[:-1], strict=True)]
    return np.concatenate([vertices for vertices, _triangles in parts]), np.concatenate(triangles)
