# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fine lattice that outlines are traced on: which vertices keep the radius, and which squares are mixed.

Each floor cell near an outline is FINE × FINE squares; a vertex belongs to the square, so to the cell, of
which it is the lowest corner: vertex FINE² * cell + FINE * a + b is a / FINE columns to the right of the cell's corner
and b / FINE up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..surface import CORNER_UNIT
from .capsules import point_to_segment
from .features import Features
from .floors import Floors
from .near import Near
from .scene import Scene

#: Squares along a cell.
FINE = 2
#: Edge of a square in units of corners.
STEP = CORNER_UNIT // FINE
#: How much farther than the radius free vertices are from everything, voxels: so a corner never falls onto one.
FREE_MARGIN = 2.0 / CORNER_UNIT


class Squares(NamedTuple):
    """Squares of which some corners are free and some are not.

    place : (s,) int64, of the square's cell among `Near.cells`.
    corners : (4, s) int64, vertices, counter-clockwise from the lowest; -1 where the floor has none.
    is_free : (4, s) bool. x, y : (s,) int64, of the lowest corner, in squares.
    """

    place: Int64s
    corners: Int64s
    is_free: Bools
    x: Int64s
    y: Int64s


def blocked_vertices(scene: Scene, floors: Floors, features: Features, near: Near) -> Bools:
    """Which vertices are blocked, for those of cells in `near` and around them: (FINE² * cells,) bool."""
    blocked = np.zeros((len(floors.z), FINE, FINE), bool)
    blocked[near.is_dead] = True
    place, feature = near.of(np.arange(len(near.cells)))
    cell = near.cells[place]
    x, y = np.divmod(floors.column[cell], floors.shape[1])
    start, end = features.start[feature, :2], features.end[feature, :2]
    least = (scene.radius + FREE_MARGIN) ** 2
    for a in range(FINE):
        for b in range(FINE):
            point = np.stack((x + a / FINE, y + b / FINE), axis=1)
            blocked[cell[point_to_segment(point, start, end) < least], a, b] = True
    _block_rim(floors, near.cells, blocked)
    if scene.inside is not None:
        _block_outside(scene, floors, near.cells, blocked)
    return blocked.reshape(-1)


def _block_rim(floors: Floors, cells: Int64s, blocked: Bools) -> None:
    """Vertices that lie on a border of all floor cells."""
    left, below = floors.links[2][cells], floors.links[3][cells]
    blocked[cells[left < 0], 0, :] = True
    blocked[cells[below < 0], :, 0] = True
    diagonal = floors.beside(left, 3)
    blocked[cells[(diagonal < 0) | (diagonal != floors.beside(below, 2))], 0, 0] = True


def _block_outside(scene: Scene, floors: Floors, cells: Int64s, blocked: Bools) -> None:
    """Vertices outside the space whose floors are wanted."""
    assert scene.inside is not None
    x, y = np.divmod(floors.column[cells], floors.shape[1])
    for a in range(FINE):
        for b in range(FINE):
            point = np.stack((x + a / FINE, y + b / FINE), axis=1)
            outside = (point < scene.inside[0, :2] + FREE_MARGIN) | (point > scene.inside[1, :2] - FREE_MARGIN)
            blocked[cells[outside.any(axis=1)], a, b] = True


def mixed_squares(floors: Floors, near: Near, blocked: Bools) -> Squares:
    """The squares that outlines run through."""
    cells = near.cells
    vertices = corner_vertices(floors, cells)
    is_free = (vertices >= 0) & ~blocked[vertices]
    x, y = np.divmod(floors.column[cells], floors.shape[1])
    found = []
    for a in range(FINE):
        for b in range(FINE):
            around = ((a, b), (a + 1, b), (a + 1, b + 1), (a, b + 1))
            free = np.stack([is_free[corner] for corner in around])
            some = np.flatnonzero(free.any(axis=0) & ~free.all(axis=0))
            corners = np.stack([vertices[corner][some] for corner in around])
            found.append(Squares(some, corners, free[:, some], FINE * x[some] + a, FINE * y[some] + b))
    place = np.concatenate([part.place for part in found])
    order = np.argsort(place, kind="stable")
    parts = [np.concatenate([part[k] for part in found], axis=-1)[..., order] for k in range(5)]
    return Squares(*parts)


def corner_vertices(floors: Floors, cells: Int64s) -> Int64s:
    """All vertices of cells, (k,): (FINE + 1, FINE + 1, k) int64, by x and y; -1 where the floor has none."""
    right, up = floors.links[0][cells], floors.links[1][cells]
    diagonal = floors.beside(right, 1)
    diagonal = np.where(diagonal == floors.beside(up, 0), diagonal, -1)
    owners = ((cells, up), (right, diagonal))
    vertices = np.empty((FINE + 1, FINE + 1, len(cells)), np.int64)
    for a in range(FINE + 1):
        for b in range(FINE + 1):
            owner = owners[a // FINE][b // FINE]
            vertices[a, b] = np.where(owner >= 0, FINE * FINE * owner + FINE * (a % FINE) + b % FINE, -1)
    return vertices


def vertex_positions(floors: Floors, vertices: Int64s) -> Int64s:
    """Where vertices, (k,), are in plan: (k, 2) int64, units of corners."""
    cell, part = np.divmod(vertices, FINE * FINE)
    x, y = np.divmod(floors.column[cell], floors.shape[1])
    a, b = np.divmod(part, FINE)
    return np.stack((FINE * x + a, FINE * y + b), axis=1) * STEP


def in_voxels(points: Int64s) -> Float64s:
    """Points in units of corners, in voxels: (k, 2) to (k, 2) float64."""
    return points / CORNER_UNIT
