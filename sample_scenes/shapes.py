# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids as plain arrays: boxes, turned and swept forms, and surfaces of scalar fields.

A solid is a pair `(vertices, faces)`: vertices (n, 3) float64, faces a list of vertex index tuples that
wind counter-clockwise seen from outside. Sines and cosines are rounded once, in `directions`; all else is
adding, multiplying, dividing and square roots, which every machine computes alike.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

Solid = tuple[np.ndarray, list[tuple[int, ...]]]
Point = Sequence[float]


def unit_circle(count: int, turn: float = 0.0) -> np.ndarray:
    """Return (count, 2) float64 points on the unit circle, the first at `turn` (in full turns)."""
    return directions(np.arange(count) / count + turn)


def directions(turns: np.ndarray) -> np.ndarray:
    """Return (n, 2) float64 unit vectors at angles given in full turns."""
    angles = [2.0 * math.pi * float(turn) for turn in turns]
    return np.round([(math.cos(a), math.sin(a)) for a in angles], 9)


def lengths(vectors: np.ndarray) -> np.ndarray:
    """Return (n, 1) float64 Euclidean lengths of (n, 3) vectors."""
    squares = vectors * vectors
    return np.sqrt(squares[:, :1] + squares[:, 1:2] + squares[:, 2:3])


def join(parts: Iterable[Solid]) -> Solid:
    """Return the solids as one, without welding them."""
    vertices: list[np.ndarray] = []
    faces: list[tuple[int, ...]] = []
    offset = 0
    for part_vertices, part_faces in parts:
        vertices.append(part_vertices)
        faces.extend(tuple(i + offset for i in face) for face in part_faces)
        offset += len(part_vertices)
    return np.concatenate(vertices), faces


def moved(solid: Solid, offset: Point, quarter_turns: int = 0) -> Solid:
    """Return the solid turned about Z by exact quarter turns, then moved by `offset`."""
    vertices = solid[0].copy()
    for _ in range(quarter_turns % 4):
        vertices = np.stack([-vertices[:, 1], vertices[:, 0], vertices[:, 2]], axis=1)
    return vertices + np.asarray(offset, dtype=float), solid[1]


def box(low: Point, high: Point, chamfer: float = 0.0) -> Solid:
    """Return the box between two corners; a chamfer cuts every edge so that it catches the light."""
    centre = (np.asarray(low, dtype=float) + high) / 2.0
    half = (np.asarray(high, dtype=float) - low) / 2.0
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
    sides = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    if chamfer <= 0.0:
        return centre + signs * half, [tuple(side) for side in sides]
    # Three vertices a corner, one per axis: vertex 3 * corner + axis lies on the side facing that axis.
    cut = np.minimum(chamfer, 0.45 * half)
    vertices = np.concatenate([centre + sign * (half - cut * (1.0 - np.eye(3))) for sign in signs])
    faces: list[tuple[int, ...]] = []
    for side, axis in zip(sides, (0, 0, 1, 1, 2, 2), strict=True):
        faces.append(tuple(3 * corner + axis for corner in side))
    for corner, sign in enumerate(signs):
        across = (3 * corner, 3 * corner + 1, 3 * corner + 2)
        faces.append(across if sign.prod() > 0 else across[::-1])
        for axis, bit in enumerate((4, 2, 1)):
            if corner & bit:
                continue
            other = corner | bit
            a, b = [k for k in range(3) if k != axis]
            face = (3 * corner + a, 3 * other + a, 3 * other + b, 3 * corner + b)
            outward = sign.copy()
            outward[axis] = 0.0
            p, q, r = (vertices[i] for i in face[:3])
            facing = float(np.sum(np.cross(q - p, r - q) * outward))
            faces.append(face if facing > 0 else face[::-1])
    return vertices, faces


def plate(low: Point, high: Point, holes: Sequence[tuple[float, float, float, float]] = ()) -> Solid:
    """Return a board between two corners with rectangular holes through its thinnest axis.

    A hole is (u low, v low, u high, v high) along the other two axes in the order X, Y, Z. Holes may run over
    the board's rim; two of them must not touch at a corner only.
    """
    corners = np.array([low, high], dtype=float)
    axis = int(np.argmin(corners[1] - corners[0]))
    u, v = [k for k in range(3) if k != axis]
    cuts = []
    for k, first in ((u, 0), (v, 1)):
        ends = [end for hole in holes for end in (hole[first], hole[first + 2])]
        inner = {end for end in ends if corners[0, k] < end < corners[1, k]}
        cuts.append(sorted({float(corners[0, k]), float(corners[1, k]), *inner}))
    across, along = ([(a + b) / 2.0 for a, b in pairwise(ends)] for ends in cuts)
    filled = {
        (i, j)
        for i, a in enumerate(across)
        for j, b in enumerate(along)
        if not any(h[0] < a < h[2] and h[1] < b < h[3] for h in holes)
    }
    number: dict[tuple[int, int, int], int] = {}
    faces: list[tuple[int, ...]] = []

    def add(face: list[tuple[int, int, int]]) -> None:
        indices = tuple(number.setdefault(corner, len(number)) for corner in face)
        # U cross V points along the axis, except for Y.
        faces.append(indices[::-1] if axis == 1 else indices)

    for i, j in sorted(filled):
        rim = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
        add([(*corner, 1) for corner in rim])
        add([(*corner, 0) for corner in rim[::-1]])
        for k, beyond in enumerate(((i, j - 1), (i + 1, j), (i, j + 1), (i - 1, j))):
            if beyond not in filled:
                a, b = rim[k], rim[(k + 1) % 4]
                add([(*a, 0), (*b, 0), (*b, 1), (*a, 1)])
    vertices = np.empty((len(number), 3))
    for (i, j, side), index in number.items():
        vertices[index, [u, v, axis]] = cuts[0][i], cuts[1][j], corners[side, axis]
    return vertices, faces


def sector(
    outline: Sequence[tuple[float, float]],
    begin: float,
    end: float,
    segments: int,
    centre: Point = (0.0, 0.0, 0.0),
    stretch: float = 1.0,
) -> Solid:
    """Return a closed outline carried about Z from one angle to another, both in full turns, with flat ends.

    `outline` lists (radius, height) counter-clockwise, radius to the right and height up; no radius is 0.
    `stretch` scales the result along Y.
    """
    arms = directions(begin + (end - begin) * np.arange(segments + 1) / segments)
    count = len(outline)
    vertices = np.array([(r * x, r * y * stretch, h) for x, y in arms for r, h in outline])
    faces = []
    for ring in range(segments):
        for i in range(count):
            a, b = ring * count + i, ring * count + (i + 1) % count
            faces.append((a, a + count, b + count, b))
    last = segments * count
    faces += [tuple(range(count)), tuple(range(last, last + count))[::-1]]
    return vertices + np.asarray(centre, dtype=float), faces


def turned(profile: Sequence[tuple[float, float]], segments: int, centre: Point = (0.0, 0.0, 0.0)) -> Solid:
    """Return a solid of revolution about Z.

    `profile` lists (radius, height) from the bottom up; a closed form begins and ends with radius 0.
    """
    circle = unit_circle(segments)
    vertices: list[np.ndarray] = []
    rings: list[list[int]] = []
    count = 0
    for radius, height in profile:
        if radius == 0.0:
            vertices.append(np.array([[0.0, 0.0, height]]))
            rings.append([count] * segments)
            count += 1
        else:
            vertices.append(np.column_stack([circle * radius, np.full(segments, height)]))
            rings.append(list(range(count, count + segments)))
            count += segments
    return np.concatenate(vertices) + np.asarray(centre, dtype=float), _skin(rings)


def cylinder(centre: Point, radius: float, height: float, segments: int = 24, chamfer: float = 0.06) -> Solid:
    """Return an upright cylinder that stands on `centre`."""
    cut = min(chamfer, 0.45 * radius, 0.45 * height)
    profile = [(0.0, 0.0), (radius - cut, 0.0), (radius, cut), (radius, height - cut), (radius - cut, height)]
    return turned([*profile, (0.0, height)], segments, centre)


def ball(centre: Point, radius: float, segments: int = 24) -> Solid:
    """Return a sphere of `segments` meridians."""
    arc = unit_circle(2 * segments)[: segments + 1 : 2]
    profile = [(radius * float(s), -radius * float(c)) for c, s in arc]
    profile[0], profile[-1] = (0.0, -radius), (0.0, radius)
    return turned(profile, segments, centre)


def rounded(points: Sequence[Point], radius: float, steps: int = 5) -> np.ndarray:
    """Return the polyline with its corners replaced by curves that begin `radius` away from them."""
    corners = np.asarray(points, dtype=float)
    result = [corners[:1]]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        arms = np.array([before - corner, after - corner])
        start, end = corner + arms / lengths(arms) * radius
        t = (np.arange(steps + 1) / steps)[:, None]
        result.append(start * (1 - t) ** 2 + corner * 2 * t * (1 - t) + end * t**2)
    return np.concatenate([*result, corners[-1:]])


def swept(points: Sequence[Point] | np.ndarray, radius: float, sides: int = 10) -> Solid:
    """Return a tube with flat ends along a polyline (k, 3)."""
    line = np.asarray(points, dtype=float)
    steps = np.diff(line, axis=0)
    steps = steps / lengths(steps)
    tangents = np.concatenate([steps[:1], steps[:-1] + steps[1:], steps[-1:]])
    tangents = tangents / lengths(tangents)
    circle = unit_circle(sides, 0.5 / sides) * radius
    # The frame is carried along instead of being made anew at each point, so that the tube does not twist.
    normal = np.eye(3)[int(np.argmin(np.abs(tangents[0])))]
    vertices = []
    for point, tangent in zip(line, tangents, strict=True):
        normal = normal - tangent * np.sum(normal * tangent)
        normal = normal / np.sqrt(np.sum(normal * normal))
        side = np.cross(tangent, normal)
        vertices.append(point + circle[:, :1] * normal + circle[:, 1:] * side)
    vertices += [line[:1], line[-1:]]
    count = len(line) * sides
    rings = [list(range(i * sides, (i + 1) * sides)) for i in range(len(line))]
    return np.concatenate(vertices), _skin([[count] * sides, *rings, [count + 1] * sides])


def _skin(rings: list[list[int]]) -> list[tuple[int, ...]]:
    """Return the faces between consecutive rings; a ring of one repeated index is a pole."""
    faces: list[tuple[int, ...]] = []
    for lower, upper in pairwise(rings):
        for i in range(len(lower)):
            j = (i + 1) % len(lower)
            face = dict.fromkeys((lower[i], lower[j], upper[j], upper[i]))
            faces.append(tuple(face))
    return faces


def value_noise(points: np.ndarray, scale: float, seed: int) -> np.ndarray:
    """Return smooth noise in [-1, 1] at (..., 3) points; features are about `scale` wide."""
    lattice = np.random.Generator(np.random.PCG64(seed)).integers(-1000, 1001, size=(32, 32, 32)) / 1000.0
    scaled = points / scale
    base = np.floor(scaled)
    part = scaled - base
    part = part * part * (3.0 - 2.0 * part)
    cell = base.astype(np.int64)
    total = np.zeros(points.shape[:-1])
    for corner in np.ndindex(2, 2, 2):
        weight = np.ones(points.shape[:-1])
        for axis in range(3):
            weight = weight * (part[..., axis] if corner[axis] else 1.0 - part[..., axis])
        index = (cell + np.array(corner)) % 32
        total = total + weight * lattice[index[..., 0], index[..., 1], index[..., 2]]
    return total


def smooth_min(a: np.ndarray, b: np.ndarray, blend: float) -> np.ndarray:
    """Return the smaller of two fields, with the crease between them rounded over `blend`."""
    overlap = np.maximum(blend - np.abs(a - b), 0.0) / blend
    return np.minimum(a, b) - overlap * overlap * blend * 0.25


def field_surface(field: np.ndarray, origin: Point, step: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the closed surface where a sampled field is zero, by surface nets.

    field : (i, j, k) float64, negative inside the solid; its outermost samples must be positive.
    Returns vertices (n, 3) float64 and triangles (m, 3) int64.
    """
    field = _unambiguous(field, 0.25 * step)
    inside = field < 0.0
    corners = [
        tuple(slice(first, first + size - 1) for first, size in zip(corner, field.shape, strict=True))
        for corner in np.ndindex(2, 2, 2)
    ]
    votes = sum(inside[c].astype(np.int64) for c in corners)
    active = np.argwhere((votes > 0) & (votes < 8))
    number = np.full([n - 1 for n in field.shape], -1, dtype=np.int64)
    number[tuple(active.T)] = np.arange(len(active))
    # A cube's vertex is the mean of the points where its twelve edges cross zero.
    total, crossings = np.zeros((len(active), 3)), np.zeros((len(active), 1))
    for axis in range(3):
        for corner in np.ndindex(2, 2, 2):
            if corner[axis]:
                continue
            here = active + np.array(corner)
            there = here.copy()
            there[:, axis] += 1
            a, b = field[tuple(here.T)], field[tuple(there.T)]
            crossed = (a < 0.0) != (b < 0.0)
            point = here.astype(float)
            point[:, axis] += np.where(crossed, a / np.where(crossed, a - b, 1.0), 0.0)
            total += np.where(crossed[:, None], point, 0.0)
            crossings += crossed[:, None]
    vertices = total / crossings * step + np.asarray(origin, dtype=float)
    triangles = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        first = tuple(slice(0, -1) if k == axis else slice(1, -1) for k in range(3))
        second = tuple(slice(1, None) if k == axis else slice(1, -1) for k in range(3))
        edges = np.argwhere(inside[first] != inside[second])
        edges[:, u] += 1
        edges[:, v] += 1
        forward = inside[tuple(edges.T)]
        quads = []
        for du, dv in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
            cube = edges.copy()
            cube[:, u] += du
            cube[:, v] += dv
            quads.append(number[tuple(cube.T)])
        quad = np.stack(quads, axis=1)
        quad = np.where(forward[:, None], quad, quad[:, ::-1])
        # Cutting along the shorter diagonal keeps thin ridges from looking torn.
        diagonals = [lengths(vertices[quad[:, i]] - vertices[quad[:, i + 2]])[:, 0] for i in (0, 1)]
        cut = (diagonals[0] <= diagonals[1])[:, None]
        triangles.append(np.where(cut, quad[:, [0, 1, 2]], quad[:, [1, 2, 3]]))
        triangles.append(np.where(cut, quad[:, [0, 2, 3]], quad[:, [1, 3, 0]]))
    return vertices, np.concatenate(triangles)


def _unambiguous(field: np.ndarray, depth: float) -> np.ndarray:
    """Return the field with solid added wherever two parts of it touch only along a lattice edge.

    There the surface would meet itself and not be a manifold.
    """
    field = field.copy()
    for _ in range(20):
        inside = field < 0.0
        changed = False
        for axis in range(3):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            sides = []
            for du, dv in ((0, 0), (1, 0), (0, 1), (1, 1)):
                index = [slice(None)] * 3
                index[u], index[v] = slice(du, field.shape[u] - 1 + du), slice(dv, field.shape[v] - 1 + dv)
                sides.append((inside[tuple(index)], tuple(index)))
            (a, at_a), (b, at_b), (c, _), (d, _) = sides
            for touching, place in ((b & c & ~a & ~d, at_a), (a & d & ~b & ~c, at_b)):
                field[place] = np.where(touching, -depth, field[place])
                changed = changed or bool(touching.any())
        if not changed:
            break
    return field
