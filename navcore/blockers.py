# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Things that move: left out of the bake, told by name, and carved out of free space where they are at the time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from .arrays import Float64s, Int32s
from .errors import NavError
from .given import array, number, point_array, points_array, shown

#: Bytes of a name in UTF-8.
LONGEST_NAME = 255
#: Coordinates are squared all over, and must not become infinite then.
_FARTHEST = 1e100
#: How far products of a turned box's axes may be from 0 and 1.
_CROOKED = 1e-6


@dataclass(frozen=True, eq=False)
class Mesh:
    """A surface of triangles.

    vertices : (n, 3) float64, world. triangles : (m, 3) int32, which vertices make each. Both read-only.
    """

    vertices: Float64s
    triangles: Int32s

    def __post_init__(self) -> None:
        vertices = points_array("a mesh's vertices", self.vertices, NavError)
        triangles = array("a mesh's triangles", self.triangles, NavError)
        if not len(vertices) or not len(triangles):
            raise NavError("a mesh without triangles blocks nothing; give it some, or leave it out")
        if triangles.ndim != 2 or triangles.shape[1] != 3 or triangles.dtype.kind not in "iu":
            found = f"{triangles.shape} {triangles.dtype}"
            raise NavError(f"a mesh's triangles must be (m, 3) whole numbers, not {found}; give three vertices to each")
        if not 0 <= int(triangles.min()) <= int(triangles.max()) < len(vertices):
            raise NavError(f"a mesh's triangles name vertices that are not among its {len(vertices)}; leave them out")
        _check_near("a mesh's vertices", vertices)
        _set(self, "vertices", vertices)
        _set(self, "triangles", triangles.astype(np.int32))


@dataclass(frozen=True, eq=False)
class Box:
    """A box, turned about its middle.

    low, high : (3,) float64, corners before it is turned, world.
    turn : (3, 3) float64, a rotation; by default none. A point p is at middle + turn @ (p - middle). All read-only.
    """

    low: Float64s
    high: Float64s
    turn: Float64s = field(default_factory=lambda: np.eye(3))

    def __post_init__(self) -> None:
        low, high = (_point(f"the {name} corner of a box", getattr(self, name)) for name in ("low", "high"))
        if not (low < high).all():
            raise NavError(
                f"a box from {low.tolist()} to {high.tolist()} is empty; its high corner must be above its low"
            )
        turn = points_array("the turn of a box", self.turn, NavError)
        if turn.shape != (3, 3) or not _is_rotation(turn.tolist()):
            raise NavError(f"the turn of a box must be a rotation, three rows of three numbers, not {shown(self.turn)}")
        _set(self, "low", low)
        _set(self, "high", high)
        _set(self, "turn", turn)


@dataclass(frozen=True, eq=False)
class Ball:
    """A ball. center : (3,) float64, world, read-only. radius : scene units, over 0."""

    center: Float64s
    radius: float

    def __post_init__(self) -> None:
        radius = number(self.radius)
        if radius is None or not 0 < radius <= _FARTHEST:
            raise NavError(f"the radius of a ball must be a length over 0, not {shown(self.radius)}")
        _set(self, "center", _point("the center of a ball", self.center))
        object.__setattr__(self, "radius", radius)


Shape: TypeAlias = Mesh | Box | Ball


@dataclass(frozen=True, eq=False)
class Blocker:
    """A thing that moves, as it stood when the level was baked.

    name : what it is known by, 1 to 255 bytes of UTF-8.
    shape : where it stood, world.
    place : (3, 4) float64, read-only: its own axes and position then, as rows. Who moves it to a place N moves each
        point of its shape by N times the inverse of this one.
    """

    name: str
    shape: Shape
    place: Float64s = field(default_factory=lambda: np.eye(3, 4))

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not 0 < _bytes_of(self.name) <= LONGEST_NAME:
            raise NavError(f"a blocker's name must be a text of 1 to {LONGEST_NAME} bytes, not {shown(self.name)}")
        if not isinstance(self.shape, Mesh | Box | Ball):
            raise NavError(f"the shape of {self.name!r} must be a Mesh, a Box or a Ball, not {shown(self.shape)}")
        place = array(f"the place of {self.name!r}", self.place, NavError)
        if place.shape != (3, 4) or place.dtype.kind not in "iuf" or not np.isfinite(place).all():
            raise NavError(
                f"the place of {self.name!r} must be three rows of four finite numbers, not {shown(self.place)}"
            )
        _check_near(f"the place of {self.name!r}", place)
        _set(self, "place", place.astype(np.float64))


def checked_blockers(blockers: object) -> tuple[Blocker, ...]:
    """Blockers of one volume, of which no two have the same name."""
    if not isinstance(blockers, Iterable):
        raise NavError(f"blockers must be a list of Blocker, not {shown(blockers)}")
    found = tuple(blockers)
    names = set()
    for blocker in found:
        if not isinstance(blocker, Blocker):
            raise NavError(f"blockers must be made of Blocker, not {shown(blocker)}")
        if blocker.name in names:
            raise NavError(f"two blockers are called {blocker.name!r}; rename one of them")
        names.add(blocker.name)
    return found


def _point(what: str, value: object) -> Float64s:
    numbers = point_array(what, value, NavError)
    _check_near(what, numbers)
    return numbers


def _is_rotation(rows: list[list[float]]) -> bool:
    """Whether three rows of three numbers are at right angles, of length 1, and right-handed."""

    def dot(one: list[float], other: list[float]) -> float:
        return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]

    x, y, z = rows
    across = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
    lengths = (abs(dot(row, row) - 1.0) for row in rows)
    angles = (abs(dot(one, other)) for one, other in ((x, y), (y, z), (z, x)))
    return all(error <= _CROOKED for error in (*lengths, *angles)) and dot(across, z) > 0.0


def _check_near(what: str, numbers: Float64s) -> None:
    if np.abs(numbers).max() > _FARTHEST:
        raise NavError(f"{what} must be no farther out than {_FARTHEST:g}; move it nearer")


def _set(made: object, name: str, values: Float64s | Int32s) -> None:
    """A field of something frozen, as an array that nobody changes."""
    values = np.array(values)
    values.setflags(write=False)
    object.__setattr__(made, name, values)


def _bytes_of(name: str) -> int:
    try:
        return len(name.encode("utf-8"))
    except UnicodeEncodeError:  # half of a character of two
        return 0
