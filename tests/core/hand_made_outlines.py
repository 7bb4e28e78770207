# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outlines made by hand, out of drawings: what the polygons of a surface are made from."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
from hand_made_surfaces import VOXEL, Drawing, edges_of, turn

from volant.navcore.ground.outlines import Outlines, Patch
from volant.navcore.surface import Border

#: The height of a floor, in 1/64 voxel, at plan points.
Height = Callable[[np.ndarray, np.ndarray], np.ndarray]


class MadeHeights:
    """Heights by a function of the place, over the lowest corner of a patch; the lattice is all whole voxels in it."""

    def __init__(self, drawing: Drawing, members: Sequence[Sequence[int]], height: Height) -> None:
        self._drawing, self._members, self._height = drawing, members, height

    def lattice(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        inside = [self._inside(some) for some in self._members]
        patches = np.repeat(np.arange(len(inside)), [len(some) for some in inside])
        points = np.concatenate([np.empty((0, 2), np.int64), *inside])
        return patches, points, self.at(patches, points)

    def _inside(self, polygons: Sequence[int]) -> np.ndarray:
        found = [np.empty((0, 2), np.int64)]
        for polygon in polygons:
            ring = np.array([self._drawing.corners[corner][:2] for corner in self._drawing.polygons[polygon]])
            low, high = -(-ring.min(axis=0) // VOXEL), ring.max(axis=0) // VOXEL
            points = VOXEL * np.stack(np.meshgrid(*(np.arange(a, b + 1) for a, b in zip(low, high, strict=True))), -1)
            points = points.reshape(-1, 2)
            found.append(points[is_inside(ring, points)])
        return np.unique(np.concatenate(found), axis=0)

    def at(self, patches: np.ndarray, points: np.ndarray) -> np.ndarray:
        rings = [[self._drawing.polygons[polygon] for polygon in some] for some in self._members]
        low = [min(self._drawing.corners[corner][2] for ring in some for corner in ring) for some in rings]
        return np.array(low, np.int64)[patches] + np.asarray(self._height(points[:, 0], points[:, 1]), np.float64)


def is_inside(ring: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Which points, (k, 2), are in a convex polygon, (n, 2), or on its border."""
    inside = np.ones(len(points), bool)
    for (x, y), (u, w) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        inside &= (u - x) * (points[:, 1] - y) - (w - y) * (points[:, 0] - x) >= 0
    return inside


def flat(x: np.ndarray, _y: np.ndarray) -> np.ndarray:
    return np.zeros(len(x))


def outlines(
    drawing: Drawing, groups: Sequence[int] | None = None, height: Height = flat, border: Border = Border.WALL
) -> Outlines:
    """The outlines of a drawing. groups : which patch each of its polygons belongs to; None is one for all."""
    groups = [0] * len(drawing.polygons) if groups is None else groups
    members = [[p for p, group in enumerate(groups) if group == wanted] for wanted in sorted(set(groups))]
    everywhere = {edge for ring in drawing.polygons for edge in edges_of(ring)}
    patches = []
    for number, some in enumerate(members):
        loops = loops_around([drawing.polygons[polygon] for polygon in some])
        kinds = [[Border.NONE if (b, a) in everywhere else border for a, b in edges_of(loop)] for loop in loops]
        patches.append(
            Patch(
                (number, 0),
                [np.array(loop, np.int64) for loop in loops],
                [np.array(each, np.uint8) for each in kinds],
            )
        )
    return Outlines(np.array(drawing.corners, np.int64).reshape(-1, 3), patches, MadeHeights(drawing, members, height))


def loops_around(polygons: Sequence[Sequence[int]]) -> list[list[int]]:
    """Closed lines around polygons. Where several lines meet in a corner, they may be joined in any way."""
    edges = {edge for ring in polygons for edge in edges_of(ring)}
    following: dict[int, list[int]] = {}
    for a, b in sorted(edges):
        if (b, a) not in edges:
            following.setdefault(a, []).append(b)
    loops = []
    for first in following:
        while following[first]:
            loop = [first]
            while following[loop[-1]]:
                loop.append(following[loop[-1]].pop())
            assert loop.pop() == first
            loops.append(loop)
    return loops


def random_groups(drawing: Drawing, seed: int, count: int = 4) -> list[int]:
    """Groups of polygons by vertical lines, as tiles would part them, and a few at random."""
    rng, groups = random.Random(seed), []
    width = max(x for x, _y, _z in drawing.corners) + 1
    for ring in drawing.polygons:
        middle = sum(drawing.corners[corner][0] for corner in ring) / len(ring)
        groups.append(rng.randrange(count) if rng.random() < 0.1 else int(count * middle / width))
    return groups


def double_area(ring: Sequence[tuple[int, ...]]) -> int:
    """Twice the area of a polygon in plan; below 0 when it goes around clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))


def is_convex(ring: Sequence[tuple[int, ...]]) -> bool:
    """Whether a polygon turns left or goes straight on at all corners, and goes around once."""
    count = len(ring)
    steps = [(ring[(i + 1) % count], ring[i], ring[i - 1]) for i in range(count)]
    return (
        count > 2
        and all(turn(c, b, a) >= 0 for a, b, c in steps)
        and all((a[0] - b[0]) * (b[0] - c[0]) + (a[1] - b[1]) * (b[1] - c[1]) > 0 or turn(c, b, a) for a, b, c in steps)
        and double_area(ring) > 0
    )
