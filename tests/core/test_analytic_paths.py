# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes whose shortest path is known by formula: at 128³ the default is within 1 % of it, and nearer at 256³.

The domain is a cube of edge 16. Faces that the path runs by lie 0.3 of a voxel of 128³ beyond a plane of voxels, so
that blocked voxels reach past them by 0.7 of one there, and by 0.2 of that one at 256³.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scenes import box_mesh

from volant import navcore

SIDE = 16.0
OUTSIDE = SIDE + 1.0
BEYOND = 0.3 * SIDE / 128


def joined(*meshes):
    """Several (vertices, triangles) as one."""
    offsets = np.cumsum([0, *(len(vertices) for vertices, _triangles in meshes)])
    triangles = [triangles + offset for (_vertices, triangles), offset in zip(meshes, offsets, strict=False)]
    return np.concatenate([vertices for vertices, _triangles in meshes]), np.concatenate(triangles)


def over_edges(start, goal, along, *edges):
    """How long the shortest way over parallel edges is, by unfolding: straight along the axis they run, bent across it.

    Each edge is where two faces meet, given as (place, outward). The function that is returned asks another one
    where each of them blocks.
    """
    across = [axis for axis in range(3) if axis != along]

    def optimum(fit):
        bends = [[fit(*face) for face in edge] for edge in edges]
        flat = [[start[axis] for axis in across], *bends, [goal[axis] for axis in across]]
        return math.hypot(sum(map(math.dist, flat, flat[1:])), goal[along] - start[along])

    return optimum


def fitted(face, outward, voxel):
    """The plane of voxels that bounds what a face blocks, towards free space."""
    return voxel * (math.floor(face / voxel) + (outward > 0))


def wall_edge():
    """Past the end of a wall that fills the rest of the domain."""
    left, right, end = 7.5 - BEYOND, 8.5 + BEYOND, 9.0 + BEYOND
    start, goal = (2.3, 3.1, 4.2), (13.1, 5.3, 11.7)
    optimum = over_edges(start, goal, 2, ((left, -1), (end, 1)), ((right, 1), (end, 1)))
    return box_mesh((left, -1.0, -1.0), (right, end, OUTSIDE)), start, goal, optimum


def over_a_box():
    """Over a box on the floor that is too long to go around."""
    left, right, top = 5.25 - BEYOND, 10.5 + BEYOND, 5.75 + BEYOND
    start, goal = (1.1, 7.4, 1.9), (14.9, 9.2, 2.7)
    optimum = over_edges(start, goal, 1, ((left, -1), (top, 1)), ((right, 1), (top, 1)))
    return box_mesh((left, -1.0, -1.0), (right, OUTSIDE, top)), start, goal, optimum


def through_a_hole():
    """Over the sill of a hole in a thick wall, and up again past its lintel."""
    left, right, sill, lintel = 6.5 - BEYOND, 9.5 + BEYOND, 6.25 + BEYOND, 8.0 - BEYOND
    start, goal = (2.3, 6.9, 1.2), (13.7, 9.6, 14.1)
    mesh = joined(
        box_mesh((left, -1.0, -1.0), (right, OUTSIDE, sill)),
        box_mesh((left, -1.0, lintel), (right, OUTSIDE, OUTSIDE)),
        box_mesh((left, -1.0, -1.0), (right, 5.2, OUTSIDE)),
        box_mesh((left, 11.3, -1.0), (right, OUTSIDE, OUTSIDE)),
    )
    optimum = over_edges(start, goal, 1, ((left, -1), (sill, 1)), ((right, 1), (lintel, -1)))
    return mesh, start, goal, optimum


def around_a_sphere():
    """Between opposite points two radii from the centre of a sphere of radius domain / 4: tangent, arc, tangent."""
    radius, centre = SIDE / 4, np.full(3, SIDE / 2)
    # Flat facets lie within the sphere; these by less than a ten-thousandth of its radius.
    rings, sectors = 128, 256
    polar, around = np.linspace(0, math.pi, rings + 1), np.arange(sectors) * (2 * math.pi / sectors)
    height, wide = np.cos(polar)[:, None] + 0 * around, np.sin(polar)[:, None]
    vertices = np.stack((wide * np.cos(around), wide * np.sin(around), height), axis=-1).reshape(-1, 3)
    ring, sector = np.meshgrid(np.arange(rings), np.arange(sectors), indexing="ij")
    first, second = (ring * sectors + sector).ravel(), (ring * sectors + (sector + 1) % sectors).ravel()
    lower = np.stack((first, second, second + sectors), axis=1)
    triangles = np.concatenate((lower, np.stack((first, second + sectors, first + sectors), axis=1)))
    towards = np.array((0.48, 0.6, 0.64))
    start, goal = centre - 2 * radius * towards, centre + 2 * radius * towards
    length = 2 * radius * math.sqrt(3) + radius * (math.pi - 2 * math.acos(0.5))
    return (centre + radius * vertices, triangles), start, goal, length


def taut_length(mesh, start, goal, voxels):
    config = navcore.BakeConfig(voxel_size=SIDE / voxels, bounds=((0, 0, 0), (SIDE, SIDE, SIDE)))
    path = navcore.find_path(navcore.bake(*mesh, config), start, goal)
    assert path.found, path.reason
    return path.length


@pytest.mark.parametrize("scene", [wall_edge, over_a_box, through_a_hole])
def test_around_flat_faces(scene):
    mesh, start, goal, optimum = scene()
    truth = optimum(lambda face, _outward: face)
    coarse, fine = (taut_length(mesh, start, goal, voxels) for voxels in (128, 256))
    assert truth < fine < coarse < 1.01 * truth
    # What is longer is so by the voxels alone: around blocked ones nothing is shorter.
    for length, voxel in ((coarse, SIDE / 128), (fine, SIDE / 256)):
        around_voxels = optimum(lambda face, outward, voxel=voxel: fitted(face, outward, voxel))
        assert length == pytest.approx(around_voxels, rel=1e-6)


def test_around_a_sphere():
    mesh, start, goal, truth = around_a_sphere()
    coarse, fine = (taut_length(mesh, start, goal, voxels) for voxels in (128, 256))
    assert truth * (1 - 1e-4) < fine < coarse < 1.01 * truth
