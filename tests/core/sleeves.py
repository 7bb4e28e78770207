# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random sleeves, what a path through one must keep to, and a solver that proves how short one can be."""

from __future__ import annotations

import itertools
import math
import sys
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from path_check import assert_in_order

# --- sleeves ---

#: Start, goal and portals of the way up, over a wall of height 3 from x = 4 to x = 6, and down.
OVER_A_WALL = (
    (3.0, 4.0, 0.0),
    (7.0, 4.0, 0.0),
    [
        (0.0, 0.0, 3.0, 4.0, 8.0, 3.0),
        (4.0, 0.0, 3.0, 4.0, 8.0, 6.0),
        (6.0, 0.0, 3.0, 6.0, 8.0, 6.0),
        (6.0, 0.0, 3.0, 9.0, 8.0, 3.0),
    ],
)

sizes = st.sampled_from([1, 1, 2, 3, 5, 9, 40])
#: The eighth of the way through a cell; 0 and 8 put a point on faces, edges and corners.
eighths = st.sampled_from([0, 8]) | st.integers(0, 8)


@st.composite
def sleeves(draw, most=10):
    """Start, goal and portals of a walk from cell to cell; cells on integers, so that edges and planes coincide."""
    low, high = [0, 0, 0], [draw(sizes) for _ in range(3)]
    start = place(draw, low, high)
    portals = []
    for _ in range(draw(st.integers(0, most))):
        axis, forward = draw(st.integers(0, 2)), draw(st.booleans())
        portal_low, portal_high = list(low), list(high)
        next_low, next_high = list(low), list(high)
        for side in range(3):
            size = draw(sizes)
            if side == axis:
                plane = high[side] if forward else low[side]
                portal_low[side] = portal_high[side] = plane
                next_low[side], next_high[side] = (plane, plane + size) if forward else (plane - size, plane)
            else:
                # Any offset that leaves a strip of at least one voxel in common.
                next_low[side] = draw(st.integers(low[side] - size + 1, high[side] - 1))
                next_high[side] = next_low[side] + size
                portal_low[side] = max(low[side], next_low[side])
                portal_high[side] = min(high[side], next_high[side])
        portals.append(tuple(map(float, portal_low + portal_high)))
        low, high = next_low, next_high
    on_portal = bool(portals) and draw(st.integers(0, 4)) == 0
    goal = place(draw, portals[-1][:3], portals[-1][3:]) if on_portal else place(draw, low, high)
    return start, goal, portals


def place(draw, low, high):
    return tuple(a + (b - a) * draw(eighths) / 8 for a, b in zip(low, high, strict=True))


def stairs(rng, count):
    """A sleeve that never turns back along an axis, as those of a search."""
    low, high = np.zeros(3), rng.integers(1, 9, 3)
    start, portals = rng.uniform(low, high), []
    for _ in range(count):
        axis, size = rng.integers(3), rng.integers(1, 9, 3)
        next_low = rng.integers(low - size + 1, high)
        next_low[axis] = high[axis]
        next_high = next_low + size
        portals.append((*np.maximum(low, next_low).tolist(), *np.minimum(high, next_high).tolist()))
        low, high = next_low, next_high
    return tuple(start.tolist()), tuple(rng.uniform(low, high).tolist()), portals


def random_sleeve(rng, count, sizes):
    """As `sleeves`, but quick to make by the thousand: cells with edges out of `sizes`."""

    def somewhere(low, high):
        share = rng.uniform(0, 1, 3) if rng.integers(3) == 0 else rng.choice([0, 8, *range(9)], 3) / 8
        return tuple((low + (high - low) * share).tolist())

    low, high = np.zeros(3, np.int64), rng.choice(sizes, 3)
    start, portals = somewhere(low, high), []
    for _ in range(count):
        axis, size = rng.integers(3), rng.choice(sizes, 3)
        next_low = rng.integers(low - size + 1, high)
        next_low[axis] = high[axis] if rng.integers(2) else low[axis] - size[axis]
        next_high = next_low + size
        portals.append(tuple(map(float, (*np.maximum(low, next_low), *np.minimum(high, next_high)))))
        low, high = next_low, next_high
    on_portal = bool(portals) and rng.integers(5) == 0
    return start, somewhere(*np.reshape(portals[-1], (2, 3))) if on_portal else somewhere(low, high), portals


# --- independent truth ---


def length(path) -> float:
    return sum(itertools.starmap(math.dist, itertools.pairwise(path)))


def distance_to(point, portal) -> float:
    return math.hypot(*(max(portal[k] - point[k], 0, point[k] - portal[k + 3]) for k in range(3)))


def assert_valid(path, start, goal, portals):
    scale = max(map(abs, itertools.chain(start, goal, *portals)), default=1.0) + 1.0
    slack = 1e-9 * scale
    assert path[0] == start
    assert path[-1] == goal
    assert all(math.isfinite(value) for point in path for value in point)
    assert_in_order(path, portals, slack)
    remaining = iter(portals)
    portal = next(remaining, None)
    for bend in path[1:-1]:
        while portal is not None and distance_to(bend, portal) > 0:
            portal = next(remaining, None)
        assert portal is not None, f"{bend} is on no portal, or on one out of order"


def bounds_of_shortest(cases, rounds=3000, gap=0.0):
    """Lengths that the shortest paths are surely between: (n,) at least, (n,) at most.

    The first-order primal-dual method of Chambolle and Pock on all cases at once. Points on the portals give a path,
    hence the upper bounds. Forces of at most 1 along the segments give, wherever the points are, the lower ones.
    Cases whose bounds are within `gap` of each other, as a share of the length, or 1e-9 are left alone.
    """
    most = max(len(portals) for _, _, portals in cases)
    start, goal = (np.array([case[side] for case in cases])[:, None] for side in (0, 1))
    # Cases with fewer portals end in points that are tied to the goal.
    rectangles = np.array([[*portals, *[goal + goal] * (most - len(portals))] for _, goal, portals in cases])
    low, high = np.split(rectangles.reshape(len(cases), most, 6), 2, axis=2)
    points = ahead = (low + high) / 2
    force = np.zeros((len(cases), most + 1, 3))
    at_least, at_most = np.zeros(len(cases)), np.full(len(cases), np.inf)
    working = np.arange(len(cases))
    steps = np.diff(np.concatenate([start, points, goal], axis=1), axis=1)
    pace = 0.3 * np.linalg.norm(steps, axis=2).sum(axis=1)[:, None, None] + 1e-3
    for count in range(rounds):
        force = force + 0.24 / pace * np.diff(np.concatenate([start, ahead, goal], axis=1), axis=1)
        force /= np.maximum(1.0, np.linalg.norm(force, axis=2, keepdims=True))
        pull = force[:, :-1] - force[:, 1:]
        moved = np.clip(points - pace * pull, low, high)
        points, ahead = moved, 2 * moved - points
        if count % 50 == 49:
            steps = np.diff(np.concatenate([start, points, goal], axis=1), axis=1)
            at_most[working] = np.minimum(at_most[working], np.linalg.norm(steps, axis=2).sum(axis=1))
            ends = (force[:, -1:] * goal - force[:, :1] * start).sum(axis=(1, 2))
            bound = ends + np.minimum(pull * low, pull * high).sum(axis=(1, 2))
            at_least[working] = np.maximum(at_least[working], bound)
            apart = at_most[working] - at_least[working] >= np.maximum(gap * at_least[working], 1e-9)
            if not apart.any():
                break
            working, start, goal, low, high, points, ahead, force, pace = (
                values[apart] for values in (working, start, goal, low, high, points, ahead, force, pace)
            )
    return at_least, at_most
