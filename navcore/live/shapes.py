# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Things as they are given, meshes, boxes and balls: checked, told apart, and how far they reach."""

from __future__ import annotations

import hashlib
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import AnyArray, Float64s
from ..blockers import Ball, Box, Mesh
from ..errors import BakeError, NavError
from ..geometry.meshes import checked_mesh
from ..given import shown

#: A mesh as vertices (n, 3) float, world, and triangles (m, 3) int; or a shape.
Thing: TypeAlias = tuple[ArrayLike, ArrayLike] | Mesh | Box | Ball

#: The corners of a box.
_CORNERS = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
_CORNERS.setflags(write=False)
#: Triangles among them.
_TRIANGLES = np.array(((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)))
_TRIANGLES = _TRIANGLES[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)
_TRIANGLES.setflags(write=False)
#: Enough that no two things have the same.
_DIGEST_BYTES = 16


class Given(NamedTuple):
    """A thing that blocks: a shape, or the corners of triangles, (m, 3, 3) float64, world.

    digest : tells it from all others.
    """

    shape: Box | Ball | Float64s
    digest: bytes


def checked_thing(name: str, thing: object) -> Given:
    """What `Thing` says; `BakeError` names one that is malformed."""
    try:
        if isinstance(thing, Ball):
            return Given(thing, _digest(thing.center, np.array(thing.radius)))
        if isinstance(thing, Box):
            return Given(thing, _digest(thing.low, thing.high, thing.turn))
        if isinstance(thing, Mesh):
            thing = thing.vertices, thing.triangles
        if isinstance(thing, tuple | list) and len(thing) == 2:
            corners = checked_mesh(*thing)
            return Given(corners, _digest(corners))
    except NavError as error:
        raise BakeError(f"object {name!r}: {error}") from error
    raise BakeError(f"object {name!r} must be (vertices, triangles), a Mesh, a Box, a Ball or None, not {shown(thing)}")


def _digest(*arrays: AnyArray) -> bytes:
    told = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    for array in arrays:
        # Their shapes tell what they are.
        told.update(repr(array.shape).encode())
        told.update(array.tobytes())
    return told.digest()


def triangles_of(name: str, given: Given) -> Float64s:
    """The corners of a thing's triangles, (m, 3, 3) float64, world; `BakeError` names one that has none."""
    if isinstance(given.shape, Ball):
        raise BakeError(f"object {name!r} is a Ball, which has no triangles to walk on or around; give a mesh")
    if isinstance(given.shape, Box):
        triangles: Float64s = corners_of(given.shape)[_TRIANGLES]
        return triangles
    return given.shape


def box_around(shape: Box | Ball | Float64s) -> Float64s | None:
    """The corners of a box around the shape of a `Given`: (2, 3) float64, world; None around no triangles."""
    if isinstance(shape, Ball):
        return np.array((shape.center - shape.radius, shape.center + shape.radius))
    points = corners_of(shape) if isinstance(shape, Box) else shape.reshape(-1, 3)
    return np.stack((points.min(axis=0), points.max(axis=0))) if len(points) else None


def corners_of(box: Box) -> Float64s:
    """The corners of a box as it is turned: (8, 3) float64, world."""
    middle = (box.low + box.high) / 2.0
    corners: Float64s = (np.where(_CORNERS, box.high, box.low) - middle) @ box.turn.T + middle
    return corners
