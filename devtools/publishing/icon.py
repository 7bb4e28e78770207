# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The extension's icon: a paper plane in a corner of space that an octree divides. Made of numpy alone.

Runs in any Python with numpy: `python -m devtools.publishing.icon FILE`.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

Point = tuple[float, float]
Pixels = np.ndarray

#: Pixels of a side, and samples of a pixel's side.
_SIZE, _FINE = 256, 4
_CORNER_RADIUS = 54.0
_TILE = "24407F", "0B1430"
_FLOOR, _LEFT, _RIGHT = "16295C", "2F66C9", "4C8BEF"
_LINES, _SHADOW = "A9CCFF", "0A1536"
_NEAR_WING, _FAR_WING, _FOLD, _INNER_FOLD = "FFB35C", "FF8A2B", "C9531A", "E06A20"

#: The room's far corner, and from there its three edges: to the right, to the left, up. Pixels, y down.
_CORNER = np.array([128.0, 140.0])
_EDGES = 104.0 * np.array([[0.75**0.5, 0.5], [-(0.75**0.5), 0.5], [0.0, -1.0]])
#: Squares of a wall: low corner and side.
_HALVES = ((0.0, 0.0, 0.5), (0.5, 0.0, 0.5), (0.0, 0.5, 0.5), (0.5, 0.5, 0.5))
_UPPER_QUARTERS = ((0.5, 0.5, 0.25), (0.75, 0.5, 0.25), (0.5, 0.75, 0.25), (0.75, 0.75, 0.25))
_LOWER_QUARTERS = tuple((across, up - 0.5, side) for across, up, side in _UPPER_QUARTERS)

_NOSE, _LEFT_TIP, _RIGHT_TIP = (218.0, 45.0), (46.0, 104.0), (175.0, 188.0)
_CREASE, _KEEL, _RIGHT_CREASE = (107.0, 134.0), (114.0, 183.0), (138.0, 151.0)


class _Canvas:
    """A square of samples that shapes are painted on: (n, n, 3) float, sRGB."""

    def __init__(self) -> None:
        steps = (np.arange(_SIZE * _FINE) + 0.5) / _FINE
        self._x, self._y = np.meshgrid(steps, steps)
        along = ((self._x + self._y) / (2 * _SIZE))[..., None]
        self._color = _rgb(_TILE[0]) * (1 - along) + _rgb(_TILE[1]) * along

    def polygon(self, points: Sequence[Point], color: str, opacity: float = 1.0) -> None:
        inside = np.zeros(self._x.shape, dtype=bool)
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            if y0 != y1:
                inside ^= ((y0 > self._y) != (y1 > self._y)) & (self._x < (x1 - x0) * (self._y - y0) / (y1 - y0) + x0)
        self._paint(inside.astype(float), color, opacity)

    def line(self, start: Point, end: Point, width: float, color: str, opacity: float) -> None:
        (x, y), (across, down) = start, (end[0] - start[0], end[1] - start[1])
        along = ((self._x - x) * across + (self._y - y) * down) / (across**2 + down**2)
        along = np.clip(along, 0.0, 1.0)
        distance = np.hypot(self._x - x - along * across, self._y - y - along * down)
        self._paint(np.clip(width - 2.0 * distance + 0.5, 0.0, 1.0), color, opacity)

    def pixels(self) -> Pixels:
        """The picture with round corners: (256, 256, 4) uint8."""
        inner = _SIZE / 2 - _CORNER_RADIUS
        beyond = [np.maximum(np.abs(axis - _SIZE / 2) - inner, 0.0) for axis in (self._x, self._y)]
        alpha = np.clip(_CORNER_RADIUS - np.hypot(*beyond) + 0.5, 0.0, 1.0)[..., None]
        samples = np.concatenate([self._color * alpha, alpha], axis=2)
        mean = samples.reshape(_SIZE, _FINE, _SIZE, _FINE, 4).mean(axis=(1, 3))
        mean[..., :3] /= np.maximum(mean[..., 3:], 1e-6)
        return np.round(mean * 255.0).astype(np.uint8)

    def _paint(self, cover: Pixels, color: str, opacity: float) -> None:
        cover = (cover * opacity)[..., None]
        self._color = self._color * (1 - cover) + _rgb(color) * cover


def draw() -> Pixels:
    """The icon: (256, 256, 4) uint8."""
    canvas = _Canvas()
    right, left, up = np.eye(3)
    _wall(canvas, right, left, _FLOOR, _HALVES, 0.35)
    _wall(canvas, left, up, _LEFT, _HALVES + _UPPER_QUARTERS, 0.55)
    _wall(canvas, right, up, _RIGHT, _HALVES + _LOWER_QUARTERS, 0.55)
    outline = (_NOSE, _LEFT_TIP, _CREASE, _KEEL, _RIGHT_CREASE, _RIGHT_TIP)
    canvas.polygon([(x - 6.0, y + 14.0) for x, y in outline], _SHADOW, 0.28)
    canvas.polygon((_NOSE, _LEFT_TIP, _CREASE), _NEAR_WING)
    canvas.polygon((_NOSE, _RIGHT_CREASE, _RIGHT_TIP), _FAR_WING)
    canvas.polygon((_NOSE, _CREASE, _KEEL, _RIGHT_CREASE), _FOLD)
    canvas.polygon((_NOSE, _CREASE, _KEEL), _INNER_FOLD)
    return canvas.pixels()


def png(pixels: Pixels) -> bytes:
    """A PNG of (height, width, 4) uint8."""
    height, width, _channels = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    number = struct.Struct(">I").pack
    packed = [number(len(data)) + name + data + number(zlib.crc32(name + data)) for name, data in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def _wall(
    canvas: _Canvas,
    across: np.ndarray,
    up: np.ndarray,
    color: str,
    squares: Sequence[tuple[float, float, float]],
    opacity: float,
) -> None:
    """One side of the room between two of its edges, with the outlines of squares on it."""
    canvas.polygon(_square(across, up, (0.0, 0.0, 1.0)), color)
    for square in squares:
        points = _square(across, up, square)
        for start, end in zip(points, [*points[1:], points[0]], strict=True):
            canvas.line(start, end, 2.2, _LINES, opacity)


def _square(across: np.ndarray, up: np.ndarray, square: tuple[float, float, float]) -> list[Point]:
    low, high, side = square
    steps = ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
    places = [_CORNER + (across * (low + a) + up * (high + b)) @ _EDGES for a, b in steps]
    return [(float(x), float(y)) for x, y in places]


def _rgb(color: str) -> np.ndarray:
    """A hexadecimal color as three numbers from 0 to 1."""
    return np.array([int(color[i : i + 2], 16) for i in (0, 2, 4)]) / 255.0


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(png(draw()))
