# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random small scenes, and slow, obvious twins of what navcore computes. Shares no code with it."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Boxes = NDArray[np.int32]
Floats = NDArray[np.float64]


def box_mesh(low: tuple[float, ...], high: tuple[float, ...]) -> tuple[Floats, NDArray[np.int64]]:
    """A closed box as (8, 3) vertices and (12, 3) triangles."""
    vertices = np.array(
        [[(low, high)[bit][axis] for axis, bit in enumerate(bits)] for bits in itertools.product((0, 1), repeat=3)]
    )
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return vertices, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def _coordinates(aligned: bool) -> st.SearchStrategy[float]:
    if aligned:
        return st.integers(-1, 9).map(float)
    return st.floats(-1, 9, allow_nan=False, width=32)


@st.composite
def triangle_soups(draw: st.DrawFn) -> Floats:
    """(m, 3, 3) triangles in and around a domain of 8 voxels: anything, on the grid, slivers, points."""
    coordinate = _coordinates(draw(st.booleans()))
    count = draw(st.integers(0, 6))
    flat = draw(st.lists(coordinate, min_size=9 * count, max_size=9 * count))
    return np.array(flat, dtype=np.float64).reshape(-1, 3, 3)


def clipped_polygon(triangle: Floats, low: Floats, high: Floats) -> list[Floats]:
    """A triangle clipped to a closed box, corner by corner; empty when they do not meet."""
    polygon = list(triangle)
    for axis, (bound, sign) in itertools.product(range(3), ((0, 1.0), (1, -1.0))):
        plane = (low, high)[bound][axis]
        clipped = []
        for here, following in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            a, b = sign * (here[axis] - plane), sign * (following[axis] - plane)
            if a >= 0:
                clipped.append(here)
            if (a < 0 < b) or (b < 0 < a):
                crossing = here + (following - here) * (a / (a - b))
                crossing[axis] = plane
                clipped.append(crossing)
        polygon = clipped
        if not polygon:
            return []
    return polygon


def meets(triangles: Floats, low: Floats, high: Floats) -> bool:
    """Whether any triangle meets a closed box."""
    return any(clipped_polygon(triangle, low, high) for triangle in triangles)


def painted(boxes: Boxes, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """How many boxes cover each voxel of a domain."""
    grid = np.zeros(shape, np.int64)
    for low, high in boxes:
        grid[tuple(slice(a, b) for a, b in zip(low, high, strict=True))] += 1
    return grid


def face_pairs(boxes: Boxes) -> set[tuple[int, int]]:
    """Pairs of boxes that share a face of positive area, by comparing all with all."""
    pairs = set()
    for (i, first), (j, second) in itertools.combinations(enumerate(boxes), 2):
        overlap = np.minimum(first[1], second[1]) - np.maximum(first[0], second[0])
        if sorted(overlap.tolist())[0] == 0 and (overlap > 0).sum() == 2:
            pairs.add((i, j))
    return pairs


def reachable(count: int, pairs: set[tuple[int, int]]) -> list[set[int]]:
    """Connected sets, in the order of their first member, by walking."""
    near: dict[int, set[int]] = {index: set() for index in range(count)}
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)
    sets: list[set[int]] = []
    for index in range(count):
        if any(index in known for known in sets):
            continue
        found, waiting = {index}, [index]
        while waiting:
            for other in near[waiting.pop()] - found:
                found.add(other)
                waiting.append(other)
        sets.append(found)
    return sets
