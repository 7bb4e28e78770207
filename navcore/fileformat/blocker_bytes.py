# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blockers as the streams of a section."""

from __future__ import annotations

import struct

import numpy as np

from ..arrays import AnyArray, Float64s
from ..blockers import Ball, Blocker, Box, Mesh, Shape
from ..errors import FormatError, NavError
from .columns import Inflated

#: More names than that are no level's.
MOST_BLOCKERS = 1 << 16
_MESH, _BOX, _BALL = range(3)
_COUNTS = struct.Struct("<II")


def blocker_pieces(blocker: Blocker) -> list[bytes]:
    """A blocker as it is written."""
    name, shape = blocker.name.encode("utf-8"), blocker.shape
    if isinstance(shape, Mesh):
        counts = _COUNTS.pack(len(shape.vertices), len(shape.triangles))
        kind, told = _MESH, [counts, _floats(shape.vertices), shape.triangles.astype("<u4").tobytes()]
    elif isinstance(shape, Box):
        kind, told = _BOX, [_floats(part) for part in (shape.low, shape.high, shape.turn)]
    else:
        kind, told = _BALL, [_floats(np.append(shape.center, shape.radius))]
    return [bytes([kind, len(name)]) + name + _floats(blocker.place) + told[0], *told[1:]]


def read_blocker(number: int, raw: bytes) -> Blocker:
    """What `blocker_pieces` was given; `number` is which of them it is."""
    source = Inflated(f"blocker {number}", raw)
    kind, length = source.read(2)
    try:
        name = bytes(source.read(length)).decode("utf-8")
        place = _read_floats(source, 12).reshape(3, 4)
        blocker = Blocker(name, _read_shape(source, kind), place)
    except UnicodeDecodeError as error:
        raise FormatError(f"the name of blocker {number} of the file is no text; export it again") from error
    except FormatError:
        raise
    except NavError as error:
        raise FormatError(f"blocker {number} of the file is none: {error}") from error
    source.finish()
    return blocker


def _read_shape(source: Inflated, kind: int) -> Shape:
    if kind == _MESH:
        vertex_count, triangle_count = _COUNTS.unpack(source.read(_COUNTS.size))
        vertices = _read_floats(source, 3 * vertex_count).reshape(-1, 3)
        triangles = np.frombuffer(source.read(12 * triangle_count), "<u4").reshape(-1, 3)
        return Mesh(vertices, triangles)
    if kind == _BOX:
        low, high, turn = _read_floats(source, 3), _read_floats(source, 3), _read_floats(source, 9)
        return Box(low, high, turn.reshape(3, 3))
    if kind == _BALL:
        center, radius = _read_floats(source, 3), _read_floats(source, 1)
        return Ball(center, float(radius[0]))
    raise FormatError(f"the file holds a blocker of kind {kind}, which none is; export it again")


def _floats(numbers: AnyArray) -> bytes:
    return numbers.astype("<f8").tobytes()


def _read_floats(source: Inflated, count: int) -> Float64s:
    return np.frombuffer(source.read(8 * count), "<f8").astype(np.float64)
