# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortest path over a few portals by an interior-point method, wherever its points meet.

A logarithmic barrier keeps the points off the borders of their portals. The pulls of the segments are variables of
their own (see `newton`), because a segment of no length has no direction. This takes longer than `newton` and always
converges.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import sqrt

from ...geometry.primitives import Point, Rect, length_of
from .newton import GAP, Freedom, newton_step

_MOST_STEPS = 80
#: One step uses up at most this share of a slack, and of what a pull may still grow.
_STEP_LIMIT = 0.95


def solve_by_interior_point(path: Sequence[Point], portals: Sequence[Rect]) -> list[Point]:
    """The shortest path over portals, from any path over them: start, a point on each portal, goal."""
    solver = _InteriorPoint(path, portals)
    for _step in range(_MOST_STEPS):
        if solver.is_done():
            break
        solver.step()
    return solver.best


class _InteriorPoint:
    """Primal-dual interior-point steps for a sum of lengths.

    A border at a distance s, the *slack* of a coordinate, pushes by the *multiplier* b / s, where b is the barrier. A
    segment's length is taken as b + sqrt(b² + length²). Both are where a logarithmic barrier has its centre.
    """

    def __init__(self, path: Sequence[Point], portals: Sequence[Rect]) -> None:
        self._portals = portals
        self._free: list[Freedom] = [
            (index, axis)
            for index, portal in enumerate(portals)
            for axis in range(3)
            if portal[axis] < portal[axis + 3]
        ]
        inner = (_moved_inside(point, portal) for point, portal in zip(path[1:], portals, strict=False))
        self._path = [path[0], *inner, path[-1]]
        self._barrier = 0.1 * length_of(self._path) / len(path)
        self._pulls: list[Point] = [(0.0, 0.0, 0.0)] * (len(path) - 1)
        self._multipliers = [(self._barrier / below, self._barrier / above) for below, above in self._slacks()]
        self._gap = _gap_of(self._path, portals, self._pulls)
        self.best, self._least = self._path, self._gap

    def is_done(self) -> bool:
        return self._least <= GAP * length_of(self.best)

    def _slacks(self) -> list[tuple[float, float]]:
        """From each free coordinate down to its lower border and up to its upper one."""
        return [
            (
                self._path[index + 1][axis] - self._portals[index][axis],
                self._portals[index][axis + 3] - self._path[index + 1][axis],
            )
            for index, axis in self._free
        ]

    def step(self) -> None:
        barrier, pulls, multipliers, free = self._barrier, self._pulls, self._multipliers, self._free
        runs, slacks = _runs(self._path), self._slacks()
        rounded = [sqrt(barrier * barrier + x * x + y * y + z * z) for x, y, z in runs]
        lengths = [barrier + length for length in rounded]
        targets = [(x / length, y / length, z / length) for (x, y, z), length in zip(runs, lengths, strict=True)]
        shares = [(x / length, y / length, z / length) for (x, y, z), length in zip(runs, rounded, strict=True)]
        pushes = _pushes(targets)
        slopes = [
            pushes[index][axis] - barrier / below + barrier / above
            for (index, axis), (below, above) in zip(free, slacks, strict=True)
        ]
        stiffness = [
            low / below + high / above for (low, high), (below, above) in zip(multipliers, slacks, strict=True)
        ]
        step = newton_step(free, slopes, stiffness, pulls, shares, lengths)

        moves = [[0.0, 0.0, 0.0] for _point in self._path]
        for (index, axis), towards in zip(free, step, strict=True):
            moves[index + 1][axis] = towards
        pull_steps = [
            _pull_step(pull, target, share, length, move)
            for pull, target, share, length, move in zip(
                pulls, targets, shares, lengths, _runs([(x, y, z) for x, y, z in moves]), strict=True
            )
        ]
        multiplier_steps = [
            ((barrier - low * towards) / below - low, (barrier + high * towards) / above - high)
            for (low, high), (below, above), towards in zip(multipliers, slacks, step, strict=True)
        ]
        primal_share = min(
            (
                _reach(above if towards > 0.0 else below, abs(towards))
                for (below, above), towards in zip(slacks, step, strict=True)
            ),
            default=1.0,
        )
        dual_share = min(
            *(
                min(_reach(low, -down), _reach(high, -up))
                for (low, high), (down, up) in zip(multipliers, multiplier_steps, strict=True)
            ),
            *(_pull_step_reach(pull, pull_step) for pull, pull_step in zip(pulls, pull_steps, strict=True)),
        )
        self._path = [
            (x + primal_share * move[0], y + primal_share * move[1], z + primal_share * move[2])
            for (x, y, z), move in zip(self._path, moves, strict=True)
        ]
        self._multipliers = [
            (low + dual_share * down, high + dual_share * up)
            for (low, high), (down, up) in zip(multipliers, multiplier_steps, strict=True)
        ]
        self._pulls = [
            (x + dual_share * pull_step[0], y + dual_share * pull_step[1], z + dual_share * pull_step[2])
            for (x, y, z), pull_step in zip(pulls, pull_steps, strict=True)
        ]
        self._gap = _gap_of(self._path, self._portals, self._pulls)
        if self._gap < self._least:
            self.best, self._least = self._path, self._gap
        # The barrier falls fast while steps are long; never below what rounding allows.
        fall = (0.1 if min(primal_share, dual_share) > 0.5 else 0.5) / (2 * len(free) + len(pulls))
        self._barrier = max(min(barrier, fall * self._gap), 1e-300)


def _moved_inside(point: Point, portal: Rect) -> Point:
    """A point moved off the borders of its portal."""
    x, y, z = (
        low + (high - low) * min(max((here - low) / (high - low), 0.01), 0.99) if low < high else low
        for here, low, high in zip(point, portal[:3], portal[3:], strict=True)
    )
    return x, y, z


def _pull_step(pull: Point, target: Point, share: Point, length: float, move: Point) -> Point:
    """How a pull changes with its segment: length times pull equals the segment, linearised."""
    along = share[0] * move[0] + share[1] * move[1] + share[2] * move[2]
    return (
        target[0] - pull[0] + (move[0] - pull[0] * along) / length,
        target[1] - pull[1] + (move[1] - pull[1] * along) / length,
        target[2] - pull[2] + (move[2] - pull[2] * along) / length,
    )


def _reach(slack: float, speed: float) -> float:
    """The share of a step that does not use a slack up; 1 at most."""
    return _STEP_LIMIT * slack / speed if speed > _STEP_LIMIT * slack else 1.0


def _pull_step_reach(pull: Point, pull_step: Point) -> float:
    """The share of a step of a pull that leaves it shorter than 1; 1 at most."""
    square = pull_step[0] * pull_step[0] + pull_step[1] * pull_step[1] + pull_step[2] * pull_step[2]
    if square == 0.0:
        return 1.0
    along = pull[0] * pull_step[0] + pull[1] * pull_step[1] + pull[2] * pull_step[2]
    beyond = pull[0] * pull[0] + pull[1] * pull[1] + pull[2] * pull[2] - 1.0
    end = (sqrt(max(along * along - square * beyond, 0.0)) - along) / square
    return min(1.0, _STEP_LIMIT * end) if end < 1.0 else 1.0


def _gap_of(path: Sequence[Point], portals: Sequence[Rect], pulls: Sequence[Point]) -> float:
    """The path's length less a lower bound of the shortest one's. `path` is start, a point on each portal, goal."""
    gap = 0.0
    for (x, y, z), (pull_x, pull_y, pull_z) in zip(_runs(path), pulls, strict=True):
        gap += sqrt(x * x + y * y + z * z) - (x * pull_x + y * pull_y + z * pull_z)
    for here, portal, push in zip(path[1:], portals, _pushes(pulls), strict=False):
        for axis in range(3):
            gap += push[axis] * (here[axis] - portal[axis if push[axis] > 0.0 else axis + 3])
    return gap


def _runs(path: Sequence[Point]) -> list[Point]:
    """From each point to the next."""
    return [(b[0] - a[0], b[1] - a[1], b[2] - a[2]) for a, b in itertools.pairwise(path)]


def _pushes(pulls: Sequence[Point]) -> list[Point]:
    """How the length changes with each point between two segments: what they do not pull against each other."""
    return [(a[0] - b[0], a[1] - b[1], a[2] - b[2]) for a, b in itertools.pairwise(pulls)]
