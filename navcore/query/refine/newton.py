# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortest path over a few portals by Newton's method: one point on each portal moves until none can shorten it.

The matrix of second derivatives is narrow around its diagonal. Coordinates that a border holds are fixed, the others
move. A few quick steps do, unless two points meet, where the length has no derivative; `interior_point` solves those.

Segments *pull* at the points between them, by vectors of length 1 at most: the segment's direction wherever that
exists. Pulls say how far there is to go. Any of them give a lower bound of the shortest path's length (duality: each
pull takes its share of a segment, and each point falls to the corner of its portal that they push it to), so a path
whose length is within the *gap* of that bound cannot be shortened by more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TypeAlias

from ...geometry.primitives import Point, Rect, length_of, total

#: A coordinate that may change: the number of its portal, and its axis.
Freedom: TypeAlias = tuple[int, int]

#: The gap at which a path is as good as the shortest, as a share of its length.
GAP = 1e-10
_MOST_STEPS = 20
#: Part of a step below which it leads nowhere: towards points that meet.
_LEAST_PART = 0.001
#: By how much lengths are rounded where they vanish, so that they have derivatives, as a share of the path's.
_SOFTNESS = 1e-12
#: A trace of stiffness: moving points along a straight path changes nothing, which no matrix can solve for.
_STIFFNESS = 1e-12


def solve_by_newton(path: Sequence[Point], portals: Sequence[Rect]) -> tuple[list[Point], bool]:
    """A path over portals, made shorter as long as Newton steps succeed; and whether it is the shortest.

    `path` is start, a point on each portal, goal.
    """
    soft = _SOFTNESS * length_of(path)
    soft = soft * soft + 1e-300
    sides = [
        [(axis, portal[axis], portal[axis + 3]) for axis in (0, 1, 2) if portal[axis] < portal[axis + 3]]
        for portal in portals
    ]
    at = [[*point] for point in path]
    pulls, lengths = _softened(at, soft)
    for _step in range(_MOST_STEPS):
        free: list[Freedom] = []
        slopes: list[float] = []
        gap = 0.0
        for index, beside in enumerate(sides):
            before, after, here = pulls[index], pulls[index + 1], at[index + 1]
            for axis, low, high in beside:
                # How the length changes with this coordinate: what the segments do not pull against each other.
                push = before[axis] - after[axis]
                room = here[axis] - (low if push > 0.0 else high)
                # A border holds what is pushed against it.
                if room or not push:
                    gap += push * room
                    free.append((index, axis))
                    slopes.append(push)
        longest = total(lengths)
        if gap <= GAP * longest:
            return _points(at), True
        step = newton_step(free, slopes, [0.0] * len(free), pulls, pulls, lengths)
        part = 1.0
        while True:
            trial, promised = _moved(at, portals, free, slopes, step, part)
            pulls, lengths = _softened(trial, soft)
            if promised > 0.0 and total(lengths) <= longest - 1e-4 * promised:
                at = trial
                break
            part *= 0.5
            if part < _LEAST_PART:
                return _points(at), False
    return _points(at), False


def _points(at: list[list[float]]) -> list[Point]:
    return [(x, y, z) for x, y, z in at]


def _softened(at: list[list[float]], soft: float) -> tuple[list[Point], list[float]]:
    """Of each segment the direction, shorter than 1 where it vanishes, and the rounded length."""
    pulls: list[Point] = []
    lengths: list[float] = []
    from_x, from_y, from_z = at[0]
    for x, y, z in at[1:]:
        run_x, run_y, run_z = x - from_x, y - from_y, z - from_z
        length = sqrt(run_x * run_x + run_y * run_y + run_z * run_z + soft)
        pulls.append((run_x / length, run_y / length, run_z / length))
        lengths.append(length)
        from_x, from_y, from_z = x, y, z
    return pulls, lengths


def _moved(
    at: list[list[float]],
    portals: Sequence[Rect],
    free: Sequence[Freedom],
    slopes: Sequence[float],
    step: Sequence[float],
    part: float,
) -> tuple[list[list[float]], float]:
    """The path after part of a step, within the portals, and by how much its slopes promise to shorten it."""
    moved = [[*point] for point in at]
    promised = 0.0
    for (index, axis), slope, towards in zip(free, slopes, step, strict=True):
        portal, point = portals[index], moved[index + 1]
        here = point[axis]
        there = here + part * towards
        if there < portal[axis]:
            there = portal[axis]
        elif there > portal[axis + 3]:
            there = portal[axis + 3]
        point[axis] = there
        promised += slope * (here - there)
    return moved, promised


def newton_step(
    free: Sequence[Freedom],
    slopes: Sequence[float],
    stiffness: Sequence[float],
    pulls: Sequence[Point],
    shares: Sequence[Point],
    lengths: Sequence[float],
) -> list[float]:
    """Minus the inverse of the second derivatives times the slopes, over the free coordinates.

    The second derivatives of a segment's length are those of its pull: (1 - pull × share) / length. A coordinate is
    tied to those of its own point and of the next one only, so the matrix has at most three diagonals beside the
    main one, and elimination stays within them.
    """
    count = len(free)
    rows: list[list[float]] = []
    for position, (index, axis) in enumerate(free):
        share, next_share = shares[index], shares[index + 1]
        pull, next_pull = pulls[index], pulls[index + 1]
        length, next_length = lengths[index], lengths[index + 1]
        share_here, next_share_here = share[axis], next_share[axis]
        pull_here, next_pull_here = pull[axis], next_pull[axis]
        row = [
            (1.0 + _STIFFNESS - pull_here * share_here) / length
            + (1.0 + _STIFFNESS - next_pull_here * next_share_here) / next_length
            + stiffness[position]
        ]
        for beside in range(position + 1, min(position + 4, count)):
            other, across = free[beside]
            if other > index + 1:
                break
            tie = next_pull_here * next_share[across] + next_share_here * next_pull[across]
            if other == index:
                row.append(
                    -0.5 * (tie / next_length + (pull_here * share[across] + share_here * pull[across]) / length)
                )
            else:
                row.append((0.5 * tie - (axis == across)) / next_length)
        rows.append(row)
    step = [-slope for slope in slopes]
    for position, row in enumerate(rows):
        for beside in range(1, len(row)):
            factor = row[beside] / row[0]
            if factor:
                below = rows[position + beside]
                for further in range(beside, len(row)):
                    below[further - beside] -= factor * row[further]
                step[position + beside] -= factor * step[position]
    for position in range(count - 1, -1, -1):
        row = rows[position]
        value = step[position]
        for beside in range(1, len(row)):
            value -= row[beside] * step[position + beside]
        step[position] = value / row[0]
    return step
