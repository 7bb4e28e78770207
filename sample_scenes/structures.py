# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of large buildings, each at the origin: made once as a mesh, and then copied to many places."""

from itertools import pairwise

import numpy as np
from shapes import Point, Solid, box, join, swept


def flight(steps: int, rise: float, run: float, width: float) -> Solid:
    """Return stairs that climb along X from the origin, `width` wide along Y; each step is a slab."""
    parts = [
        box((run * n, 0.0, rise * (n + 1) - 2.0 * rise), (run * (n + 1), width, rise * (n + 1))) for n in range(steps)
    ]
    # The lowest step stands on the floor.
    parts[0] = box((0.0, 0.0, 0.0), (run, width, rise))
    return join(parts)


def bench(seats: int, pitch: float) -> Solid:
    """Return a row of seats along X that looks along Y, its middle at the origin."""
    parts = []
    for number in range(seats):
        x = pitch * (number - seats / 2.0)
        parts.append(box((x + 0.06, -0.25, 0.3), (x + pitch - 0.06, 0.25, 0.44)))
        parts.append(box((x + 0.06, -0.33, 0.3), (x + pitch - 0.06, -0.24, 0.86)))
    return join(parts)


def railing(length: float, posts: int) -> Solid:
    """Return a railing along X from the origin, 1.1 m high."""
    parts = [box((0.0, -0.03, z - 0.04), (length, 0.03, z)) for z in (0.6, 1.1)]
    for number in range(posts):
        x = 0.1 + (length - 0.2) * number / (posts - 1)
        parts.append(box((x - 0.04, -0.04, 0.0), (x + 0.04, 0.04, 1.08)))
    return join(parts)


def bar(start: Point, end: Point, width: float) -> Solid:
    """Return a square bar between two points."""
    rims, _faces = swept([start, end], width * 0.5**0.5, 4)
    # A square needs no pole in its middle.
    return rims[:8], [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]


def truss(span: float, depth: float, panels: int, rise: float = 0.0) -> Solid:
    """Return a roof truss along Y with its lower chord on the origin: two upper chords, one lower, and lattice.

    `rise` is how much the upper chords are higher in the middle than at the ends.
    """
    places = np.linspace(-span / 2.0, span / 2.0, panels + 1)
    heights = depth + rise * (1.0 - (2.0 * places / span) ** 2)
    sides = (-0.9, 0.9)
    parts = [bar((0.0, a, 0.0), (0.0, b, 0.0), 0.3) for a, b in pairwise(places[::2])]
    for x in sides:
        parts += [
            bar((x, places[n], heights[n]), (x, places[n + 2], heights[n + 2]), 0.24) for n in range(0, panels, 2)
        ]
        for n in range(panels):
            low, high = (n, n + 1) if n % 2 == 0 else (n + 1, n)
            parts.append(bar((0.0, places[low], 0.0), (x, places[high], _chord(heights, high)), 0.14))
    parts += [bar((-0.9, places[n], heights[n]), (0.9, places[n], heights[n]), 0.14) for n in range(0, panels + 1, 2)]
    return join(parts)


def _chord(heights: np.ndarray, number: int) -> float:
    """Return how high the upper chord is at a joint; it is straight between every other one."""
    return float(heights[number] if number % 2 == 0 else (heights[number - 1] + heights[number + 1]) / 2.0)


def pyramid(half_x: float, half_y: float, low: float, high: float) -> Solid:
    """Return a closed pyramid about the Z axis."""
    rim = [(-half_x, -half_y, low), (half_x, -half_y, low), (half_x, half_y, low), (-half_x, half_y, low)]
    faces = [(3, 2, 1, 0), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]
    return np.array([*rim, (0.0, 0.0, high)]), faces
