# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Distances in exact arithmetic, and volumes made by hand, for the tests of the verifier."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray
from scenes import face_pairs, reachable

SHAPE = (4, 3, 3)
NO_BOXES = np.zeros((0, 2, 3), np.int32)

# --- exact twins: integers in eighths of a voxel, fractions where they must be ---


def eighths(values) -> tuple[int, ...]:
    whole = tuple(round(value * 8) for value in values)
    assert all(a == b * 8 for a, b in zip(whole, values, strict=True)), "not exact"
    return whole


def minus(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def point_segment(point, a, b):
    u, w = minus(b, a), minus(point, a)
    length, share = dot(u, u), dot(u, w)
    if 0 < share < length:
        return Fraction(dot(w, w) * length - share**2, length)
    away = w if share <= 0 else minus(point, b)
    return dot(away, away)


def segment_segment(a, b, c, d):
    """Ends against segments, and the common perpendicular where both its feet are inside."""
    u, v, w = minus(b, a), minus(d, c), minus(a, c)
    determinant = dot(u, u) * dot(v, v) - dot(u, v) ** 2
    s = dot(u, v) * dot(v, w) - dot(v, v) * dot(u, w)
    t = dot(u, u) * dot(v, w) - dot(u, v) * dot(u, w)
    if determinant and 0 <= s <= determinant and 0 <= t <= determinant:
        return Fraction(dot(w, cross(u, v)) ** 2, determinant)
    return min(point_segment(a, c, d), point_segment(b, c, d), point_segment(c, a, b), point_segment(d, a, b))


def over_triangle(point, triangle, normal, scale=1):
    """Whether the foot of a point (given times `scale`) in the triangle's plane lies in the triangle."""
    a, b, c = triangle
    turns = (dot(cross(minus(q, p), minus(point, [x * scale for x in p])), normal) for p, q in ((a, b), (b, c), (c, a)))
    return all(turn * scale >= 0 for turn in turns)


def exact_distance(triangle, low, high) -> float:
    """Distance of a triangle from a closed box in voxels, by comparing all their features; rounded once, at the end."""
    triangle, low, high = [eighths(point) for point in triangle], eighths(low), eighths(high)
    corners = list(itertools.product(*zip(low, high, strict=True)))
    edges = [(corners[i], corners[i | bit]) for i in range(8) for bit in (1, 2, 4) if not i & bit]
    best = min(sum(max(a - x, x - b, 0) ** 2 for x, a, b in zip(point, low, high, strict=True)) for point in triangle)
    sides = list(itertools.combinations(triangle, 2))
    best = min(best, *(segment_segment(*edge, *side) for edge in edges for side in sides))
    normal = cross(minus(triangle[1], triangle[0]), minus(triangle[2], triangle[0]))
    if any(normal):
        height = {corner: dot(minus(corner, triangle[0]), normal) for corner in corners}
        feet = [corner for corner in corners if over_triangle(corner, triangle, normal)]
        best = min([best, *(Fraction(height[foot] ** 2, dot(normal, normal)) for foot in feet)])
        for p, q in edges:
            if height[p] * height[q] < 0:
                scale = height[p] - height[q]
                crossing = [x * scale + height[p] * (y - x) for x, y in zip(p, q, strict=True)]
                best = 0 if over_triangle(crossing, triangle, normal, scale) else best
    for p, q in sides:  # a side may run through two faces, far from any edge
        first, last = Fraction(0), Fraction(1)
        for x, y, a, b in zip(p, q, low, high, strict=True):
            ends = sorted((Fraction(a - x, y - x), Fraction(b - x, y - x))) if x != y else (0, 1 if a <= x <= b else -1)
            first, last = max(first, ends[0]), min(last, ends[1])
        best = 0 if first <= last else best
    return math.sqrt(best) / 8


def least_distance(soup, low, high) -> float:
    return min((exact_distance(triangle, low, high) for triangle in soup), default=math.inf)


# --- volumes by hand ---


@dataclass(frozen=True)
class Volume:
    """What `check` reads of a NavVolume, and nothing else."""

    shape: NDArray[np.int32]
    cells: NDArray[np.int32]
    blocked_boxes: NDArray[np.int32]
    portals: NDArray[np.int32]
    components: NDArray[np.int32]
    clearance: NDArray[np.float64]
    removed_boxes: NDArray[np.int32] = field(default_factory=NO_BOXES.copy)
    origin: NDArray[np.float64] = field(default_factory=lambda: np.zeros(3))
    voxel_size: float = 1.0
    agent_radius: float = 0.0

    def boxes(self):
        return self.origin + self.cells * self.voxel_size

    def blocked(self):
        return self.blocked_boxes

    def removed(self):
        return self.removed_boxes


def runs(mask) -> NDArray[np.int32]:
    """A mask as boxes: runs along z, joined along y where they are alike."""
    boxes = []
    for x in range(mask.shape[0]):
        open_runs: dict[tuple[int, int], int] = {}
        for y in range(mask.shape[1] + 1):
            line = np.flatnonzero(np.diff(mask[x, y].astype(int), prepend=0, append=0)) if y < mask.shape[1] else []
            now = {(int(a), int(b)) for a, b in zip(line[::2], line[1::2], strict=True)}
            for (a, b), since in [*open_runs.items()]:
                if (a, b) not in now:
                    boxes.append([[x, since, a], [x + 1, y, b]])
                    del open_runs[a, b]
            for run in now:
                open_runs.setdefault(run, y)
    return np.array(sorted(boxes), np.int32).reshape(-1, 2, 3)


def volume(free, **given) -> Volume:
    """A true volume over a mask of free voxels."""
    cells, blocked = runs(free), runs(~free)
    pairs = face_pairs(cells)
    labels = np.zeros(len(cells), np.int32)
    for label, members in enumerate(reachable(len(cells), pairs)):
        labels[list(members)] = label
    centre = cells.mean(axis=1)[:, None]
    gap = np.maximum(np.maximum(blocked[:, 0] - centre, centre - blocked[:, 1]), 0)
    clearance = np.linalg.norm(gap, axis=2).min(axis=1, initial=math.inf) if len(blocked) else np.full(len(cells), 9.0)
    portals = np.array(sorted(pairs), np.int32).reshape(-1, 2)
    made = Volume(np.array(free.shape, np.int32), cells, blocked, portals, labels, clearance)
    size = given.get("voxel_size", 1.0)
    return replace(made, clearance=clearance * size, **given)


def without(nav: Volume, label: int) -> Volume:
    """The volume after the component `label` was removed."""
    gone = nav.components == label
    number = np.cumsum(~gone) - 1
    portals = nav.portals[~gone[nav.portals[:, 0]]]
    return replace(
        nav,
        cells=nav.cells[~gone],
        removed_boxes=nav.cells[gone],
        portals=number[portals],
        components=np.unique(nav.components[~gone], return_inverse=True)[1].reshape(-1),
        clearance=nav.clearance[~gone],
    )


def mesh(soup) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    points = np.array(soup, float).reshape(-1, 3)
    return points, np.arange(len(points)).reshape(-1, 3)


def kinds(faults: list[str]) -> set[str]:
    return {fault.split(":")[0] for fault in faults}


quarters = st.integers(-6, 20).map(lambda value: value / 4)
whole = st.integers(-1, 5).map(float)


@st.composite
def soups(draw, most=3):
    """Triangles whose corners are exact in binary; some on the grid, some without area."""
    number = draw(st.sampled_from([quarters, whole]))
    return draw(st.lists(st.tuples(*[st.tuples(*[number] * 3)] * 3), max_size=most))


radii = st.sampled_from([0.0, 0.25, 0.7, 1.5])


def distances(soup, shape=SHAPE):
    """Distance of the nearest triangle from each voxel's box."""
    voxels = itertools.product(*map(range, shape))
    return np.array([least_distance(soup, voxel, np.add(voxel, 1)) for voxel in voxels]).reshape(shape)


def true_free(distance, radius: float):
    """Free voxels: no triangle in the closed voxel, or none nearer than the radius."""
    return distance > 0 if radius == 0 else distance >= radius - 1e-9
