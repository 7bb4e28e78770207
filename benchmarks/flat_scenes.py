# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Level floors with turned boxes on them, of which the truth is known: what is free, and the shortest paths."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from . import meshes

if TYPE_CHECKING:
    from volant.navcore.arrays import Bools, Float64s, Int64s

#: The hall's side and walls' thickness, in units.
SIDE = 20.0
_WALL = 0.5
_BOXES = 14
#: Corners of an arc of a quarter turn, for the optimum.
_ARC = 30
#: How fine the area is summed up, in units.
_GRAIN = 0.01
_PAIRS_AT_ONCE = 1 << 14


@dataclass(frozen=True)
class FlatScene:
    """A hall between four walls, with boxes.

    Attributes
    ----------
    vertices, triangles : of the floor, walls and boxes.
    places, halves : (n, 2) float64, of the boxes, walls among them; `angles` : (n,) float64.
    """

    vertices: Float64s
    triangles: Int64s
    places: Float64s
    halves: Float64s
    angles: Float64s

    def distances(self, points: Float64s) -> Float64s:
        """How far points, (k, 2), are from the nearest box: (k,) float64."""
        nearest = np.full(len(points), np.inf)
        for place, half, angle in zip(self.places, self.halves, self.angles, strict=True):
            beyond = np.maximum(np.abs(_turned(points - place, -angle)) - half, 0.0)
            nearest = np.minimum(nearest, np.sqrt((beyond**2).sum(axis=1)))
        return nearest

    def area(self, radius: float) -> float:
        """Of what keeps the radius from everything, within about a thousandth of a unit."""
        across = np.arange(_GRAIN / 2, SIDE, _GRAIN)
        total = 0.0
        for x in np.array_split(across, 50):
            points = np.stack(np.meshgrid(x, across, indexing="ij"), axis=-1).reshape(-1, 2)
            total += float(np.clip((self.distances(points) - radius) / _GRAIN + 0.5, 0.0, 1.0).sum())
        return total * _GRAIN**2

    def optimum(self, radius: float, starts: Float64s, goals: Float64s) -> Float64s:
        """Lengths of the shortest paths, (k,), infinite where there is none; too short by 0.0002 at most."""
        nodes = np.concatenate((starts, goals, self._bends(radius)))
        count = len(nodes)
        one, other = np.triu_indices(count, 1)
        parts = [slice(begin, begin + _PAIRS_AT_ONCE) for begin in range(0, len(one), _PAIRS_AT_ONCE)]
        seen = np.concatenate([self._sees(nodes[one[part]], nodes[other[part]], radius) for part in parts])
        steps = np.full((count, count), np.inf)
        length = np.sqrt(((nodes[one] - nodes[other]) ** 2).sum(axis=1))
        steps[one[seen], other[seen]] = steps[other[seen], one[seen]] = length[seen]
        return np.array([_shortest(steps, start, len(starts) + start) for start in range(len(starts))])

    def _bends(self, radius: float) -> Float64s:
        """Corners of paths that keep the radius: points of the arcs around boxes' corners that are free."""
        found = []
        angles = (np.arange(4 * _ARC) + 0.5) * (np.pi / 2 / _ARC)
        for place, half, angle in zip(self.places, self.halves, self.angles, strict=True):
            for x, y in itertools.product((-1, 1), repeat=2):
                arc = np.stack((np.cos(angles), np.sin(angles)), axis=1)
                arc = arc[(arc[:, 0] * x > 0) & (arc[:, 1] * y > 0)]
                found.append(place + _turned(half * (x, y) + radius * arc, angle))
        bends = np.concatenate(found)
        inside = ((bends > 0) & (bends < SIDE)).all(axis=1)
        return bends[inside & (self.distances(bends) >= radius * _hair())]

    def _sees(self, start: Float64s, end: Float64s, radius: float) -> Bools:
        """Whether segments keep the radius from all boxes: (k, 2) twice to (k,)."""
        free = np.ones(len(start), bool)
        for place, half, angle in zip(self.places, self.halves, self.angles, strict=True):
            left = np.flatnonzero(free)
            a, b = _turned(start[left] - place, -angle), _turned(end[left] - place, -angle)
            near = (np.minimum(a, b) < half + radius).all(axis=1) & (np.maximum(a, b) > -half - radius).all(axis=1)
            left, a, b = left[near], a[near], b[near]
            free[left] = _segment_box(a, b, half) >= radius * _hair()
        return free


def _hair() -> float:
    """The least share of the radius that chords of the arcs keep."""
    return float(np.cos(np.pi / 4 / _ARC)) - 1e-9


def _segment_box(start: Float64s, end: Float64s, half: Float64s) -> Float64s:
    """Distances of segments, (k, 2) twice, from a box around 0: (k,)."""
    step = end - start
    with np.errstate(divide="ignore", invalid="ignore"):
        crossings = np.concatenate(((-half - start) / step, (half - start) / step), axis=1)
    ends = np.tile((0.0, 1.0), (len(start), 1))
    bends = np.sort(np.clip(np.nan_to_num(np.concatenate((crossings, ends), axis=1)), 0.0, 1.0), axis=1)
    best = np.full(len(start), np.inf)
    # Between two bends the squared distance is a parabola: its least is at an end or where its slope is 0.
    for low, high in itertools.pairwise(bends.T):
        middle = start + step * ((low + high) / 2)[:, None]
        outside = np.abs(middle) > half
        anchor = np.sign(middle) * half
        along = np.where(outside, step, 0.0)
        square = (along**2).sum(axis=1)
        at = ((anchor - start) * along).sum(axis=1) / np.where(square > 0, square, 1.0)
        for share in (low, high, np.clip(at, low, high)):
            beyond = np.maximum(np.abs(start + step * share[:, None]) - half, 0.0)
            best = np.minimum(best, np.sqrt((beyond**2).sum(axis=1)))
    return best


def _shortest(steps: Float64s, start: int, goal: int) -> float:
    """Dijkstra's over a full matrix."""
    known = np.full(len(steps), np.inf)
    known[start] = 0.0
    done = np.zeros(len(steps), bool)
    while True:
        open_now = np.where(done, np.inf, known)
        node = int(open_now.argmin())
        if node == goal or not np.isfinite(open_now[node]):
            return float(known[goal])
        done[node] = True
        known = np.minimum(known, known[node] + steps[node])


def make(seed: int) -> FlatScene:
    """A hall with boxes, the same at every run."""
    random = np.random.default_rng(seed)
    places = np.concatenate((random.uniform(1.5, SIDE - 1.5, (_BOXES, 2)), _WALLS[:, :2]))
    halves = np.concatenate((random.uniform(0.2, 2.2, (_BOXES, 2)), _WALLS[:, 2:]))
    angles = np.concatenate((random.uniform(0.0, np.pi, _BOXES), np.zeros(4)))
    angles[: _BOXES // 4] = 0.0
    return built(places, halves, angles)


def built(places: Float64s, halves: Float64s, angles: Float64s) -> FlatScene:
    """A floor with boxes of height 2.5 on it."""
    boxes = [
        meshes.box(np.append(place, 1.25), np.append(half, 1.25), float(angle))
        for place, half, angle in zip(places, halves, angles, strict=True)
    ]
    (x0, y0), (x1, y1) = (end([vertices[:, :2] for vertices, _triangles in boxes]) for end in (_least, _most))
    floor = np.array([[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]]), np.array([[0, 1, 2], [0, 2, 3]])
    vertices, triangles = meshes.joined([floor, *boxes])
    return FlatScene(vertices, triangles, places, halves, angles)


def _least(plans: Sequence[Float64s]) -> Float64s:
    return np.asarray(np.concatenate(plans).min(axis=0))


def _most(plans: Sequence[Float64s]) -> Float64s:
    return np.asarray(np.concatenate(plans).max(axis=0))


def doors(widths: Sequence[float], angle: float, offset: float) -> tuple[FlatScene, list[tuple[Float64s, Float64s]]]:
    """Rooms in a row, each in two halves with a door between them, turned; and a place in either half of each."""
    pitch, depth = 4.0, 3.0
    places, halves, pairs = [], [], []
    for index, width in enumerate(widths):
        x = pitch * index + offset
        places += [(x, 0.0), (x + pitch / 2, depth), (x + pitch / 2, -depth)]
        halves += [(0.1, depth), (pitch / 2, 0.1), (pitch / 2, 0.1)]
        side = (pitch - width) / 2
        places += [(x + side / 2, 0.0), (x + pitch - side / 2, 0.0)]
        halves += [(side / 2, 0.1), (side / 2, 0.1)]
        pairs.append(np.array([[x + pitch / 2, -depth / 2], [x + pitch / 2, depth / 2]]))
    places.append((pitch * len(widths) + offset, 0.0))
    halves.append((0.1, depth))
    turned = [_turned(pair, angle) for pair in pairs]
    scene = built(_turned(np.array(places), angle), np.array(halves), np.full(len(places), angle))
    return scene, [(np.append(start, 0.0), np.append(goal, 0.0)) for start, goal in turned]


def _turned(points: Float64s, angle: float) -> Float64s:
    """(k, 2) about 0."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]))


#: x, y, half sides.
_WALLS = np.array(
    [
        (SIDE / 2, -_WALL / 2, SIDE / 2 + _WALL, _WALL / 2),
        (SIDE / 2, SIDE + _WALL / 2, SIDE / 2 + _WALL, _WALL / 2),
        (-_WALL / 2, SIDE / 2, _WALL / 2, SIDE / 2 + _WALL),
        (SIDE + _WALL / 2, SIDE / 2, _WALL / 2, SIDE / 2 + _WALL),
    ]
)
