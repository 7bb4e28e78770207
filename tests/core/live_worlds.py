# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Things that move, and what a volume with them must be: a bake of the same things made anew."""

import numpy as np

from volant import navcore

#: What two volumes that are the same have in common, to the bit.
ARRAYS = ("origin", "shape", "cells", "portals", "components", "removed_boxes")
_CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
_SQUARES = np.array(((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)))


def turned_box(center, half, angle):
    """A box turned about z, as vertices and triangles."""
    turn = np.array(((np.cos(angle), -np.sin(angle), 0.0), (np.sin(angle), np.cos(angle), 0.0), (0.0, 0.0, 1.0)))
    vertices = (_CORNERS * half) @ turn.T + center
    return vertices, _SQUARES[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)


def joined(meshes):
    """All meshes as one."""
    starts = np.cumsum([0, *(len(vertices) for vertices, _triangles in meshes)])
    vertices = [np.empty((0, 3)), *(vertices for vertices, _triangles in meshes)]
    triangles = [np.empty((0, 3), int), *(faces + start for (_v, faces), start in zip(meshes, starts, strict=False))]
    return np.concatenate(vertices), np.concatenate(triangles)


def baked(meshes, config):
    """A bake of meshes by name, made anew."""
    return navcore.bake(*joined(list(meshes.values())), config)


def assert_same(one, other):
    """Two volumes are the same, bit for bit."""
    for name in ARRAYS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert one.leaf_count == other.leaf_count
    assert one.voxel_size == other.voxel_size
    assert np.array_equal(one.blocked(), other.blocked())
