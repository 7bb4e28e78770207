# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random small scenes, and slow, obvious twins of what navcore computes. Shares no code with it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

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


def rotation(angles: tuple[float, ...]) -> Floats:
    """Turns about x, y and z, as a (3, 3) matrix."""
    matrix = np.eye(3)
    for axis, angle in enumerate(angles):
        a, b = (axis + 1) % 3, (axis + 2) % 3
        turn = np.eye(3)
        turn[a, a] = turn[b, b] = np.cos(angle)
        turn[a, b], turn[b, a] = -np.sin(angle), np.sin(angle)
        matrix = turn @ matrix
    return matrix


def as_mesh(soup: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """(m, 3, 3) triangles as vertices and indices."""
    return soup.reshape(-1, 3), np.arange(3 * len(soup)).reshape(-1, 3)


angles = st.tuples(*[st.floats(-3.2, 3.2)] * 3)
lengths = st.tuples(*[st.floats(0.3, 4.0)] * 3)


@st.composite
def closed_meshes(draw: st.DrawFn) -> Floats:
    """A turned box or octahedron."""
    size = np.array(draw(lengths))
    if draw(st.booleans()):
        vertices, triangles = box_mesh(tuple(-size / 2), tuple(size / 2))
    else:
        vertices = np.concatenate((np.diag(size), -np.diag(size)))
        triangles = np.array([(x, 1 + y, 2 + z) for x in (0, 3) for y in (0, 3) for z in (0, 3)])
    return (vertices @ rotation(draw(angles)).T)[triangles] + 4.0


@st.composite
def aligned_boxes(draw: st.DrawFn) -> Floats:
    """Boxes whose sides lie exactly on voxel planes."""
    corner = st.tuples(*[st.integers(0, 6)] * 3)
    boxes = draw(st.lists(st.tuples(corner, st.tuples(*[st.integers(0, 3)] * 3)), min_size=1, max_size=3))
    meshes = [box_mesh(low, tuple(np.array(low) + size)) for low, size in boxes]
    return np.concatenate([vertices[triangles] for vertices, triangles in meshes])


@st.composite
def slivers(draw: st.DrawFn) -> Floats:
    """Long triangles, thin as a hair or without any area."""
    soup = draw(triangle_soups())
    if len(soup):
        soup[:, 2] = soup[:, 0] + (soup[:, 1] - soup[:, 0]) * 0.4 + draw(st.sampled_from([0.0, 1e-12, 1e-7, 1e-3]))
    return soup


@st.composite
def sheets(draw: st.DrawFn) -> Floats:
    """Many triangles in one plane, level or tilted, overlapping and side by side."""
    flat = draw(triangle_soups())
    flat[:, :, 2] = draw(st.sampled_from([2.0, 2.5])) + draw(st.sampled_from([0.0, 0.25])) * flat[:, :, 0]
    return flat


#: Scenes of every kind, in a domain of about 8 voxels.
soups = st.one_of(triangle_soups(), closed_meshes(), aligned_boxes(), slivers(), sheets())


def meets_half_open(triangles: Floats, voxel: tuple[int, ...]) -> bool:
    """Whether any triangle meets the voxel [low, low + 1), in exact arithmetic.

    A convex polygon clipped to the closed voxel meets the half-open one unless it lies wholly in an upper side:
    otherwise it has a point off each upper side, and the middle of those is off all three.
    """
    return any(
        all(any(corner[axis] < voxel[axis] + 1 for corner in polygon) for axis in range(3))
        for polygon in _parts_in(triangles, voxel, Fraction(0))
    )


def nearly_meets(triangles: Floats, voxel: tuple[int, ...]) -> bool:
    """Whether any triangle meets the closed voxel grown by a billionth, in exact arithmetic."""
    return any(True for _polygon in _parts_in(triangles, voxel, Fraction(1, 10**9)))


def _parts_in(triangles: Floats, voxel: tuple[int, ...], margin: Fraction) -> Iterator[list[list[Fraction]]]:
    """What triangles have in a closed voxel grown by a margin, as polygons; only those that have something there."""
    # Most are far off, and fractions are slow.
    near = (triangles.min(axis=1) <= np.add(voxel, 1.1)) & (triangles.max(axis=1) >= np.subtract(voxel, 0.1))
    for triangle in triangles[near.all(axis=1)]:
        polygon = [[Fraction(value) for value in corner] for corner in triangle.tolist()]
        for axis, sign in itertools.product(range(3), (1, -1)):
            polygon = _clip(polygon, axis, voxel[axis] + (sign < 0) - sign * margin, sign)
        if polygon:
            yield polygon


def _clip(polygon: list[list[Fraction]], axis: int, plane: Fraction, sign: int) -> list[list[Fraction]]:
    """The part of a polygon where sign * (coordinate - plane) >= 0."""
    heights = [sign * (corner[axis] - plane) for corner in polygon]
    if all(height >= 0 for height in heights):
        return polygon
    clipped = []
    for index, (here, a) in enumerate(zip(polygon, heights, strict=True)):
        following, b = polygon[index - len(polygon) + 1], heights[index - len(polygon) + 1]
        if a >= 0:
            clipped.append(here)
        if (a < 0 < b) or (b < 0 < a):
            share = a / (a - b)
            clipped.append([p + (q - p) * share for p, q in zip(here, following, strict=True)])
    return clipped


def voxel_distances(triangles: Floats, shape: tuple[int, ...]) -> Floats:
    """The distance of each voxel of a grid to the nearest triangle, by projecting to and fro between the two.

    Points projected in turn on two convex sets approach their nearest points (von Neumann, Cheney and Goldstein).
    """
    grid = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1).reshape(-1, 3).astype(np.float64)
    # Every voxel with every triangle, one pair a row.
    low, triangle = np.tile(grid, (len(triangles), 1)), np.repeat(np.arange(len(triangles)), len(grid))
    at = triangles.mean(axis=1)[triangle]
    moving = np.arange(len(low))
    for _step in range(400):
        before, floor = at[moving], low[moving]
        at[moving] = _project(np.clip(before, floor, floor + 1), triangles[triangle[moving]])
        # Most come to rest at once, and need no further look.
        moving = moving[np.abs(at[moving] - before).max(axis=1) >= 1e-8]
        if not len(moving):
            break
    distances = np.linalg.norm(np.clip(at, low, low + 1) - at, axis=1).reshape(len(triangles), *shape)
    return distances.min(axis=0, initial=np.inf)


def _project(points: Floats, triangles: Floats) -> Floats:
    """The nearest points, (n, 3), of one triangle each, (n, 3, 3)."""
    nearest, distance = points, np.full(len(points), np.inf)
    for a, b in ((0, 1), (1, 2), (2, 0)):
        run = triangles[:, b] - triangles[:, a]
        length = _dot(run, run)
        share = np.clip(_dot(points - triangles[:, a], run) / np.where(length > 0, length, 1), 0, 1)
        on_edge = triangles[:, a] + share[:, None] * run
        gap = _dot(points - on_edge, points - on_edge)
        nearest = np.where((gap < distance)[:, None], on_edge, nearest)
        distance = np.minimum(gap, distance)
    first, second, off = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0], points - triangles[:, 0]
    (aa, ab, bb), (a, b) = (
        (_dot(first, first), _dot(first, second), _dot(second, second)),
        (_dot(off, first), _dot(off, second)),
    )
    area = aa * bb - ab * ab
    flat = area <= 1e-12 * np.maximum(aa * bb, 1e-300)
    safe = np.where(flat, 1, area)
    along, across = (a * bb - b * ab) / safe, (b * aa - a * ab) / safe
    inside = ~flat & (along >= 0) & (across >= 0) & (along + across <= 1)
    on_plane = triangles[:, 0] + along[:, None] * first + across[:, None] * second
    return np.where(inside[:, None], on_plane, nearest)


def _dot(first: Floats, second: Floats) -> Floats:
    return np.einsum("ij,ij->i", first, second)


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
