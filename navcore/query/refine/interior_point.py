# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Moving one point on each of a few portals until the path over them is the shortest, wherever they meet.

Soft walls that give way keep points off the borders, and the pull of each segment is carried along instead of being
its direction, which may not exist. Takes longer than `tighten` and always arrives.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import sqrt

from ...geometry.primitives import Point, Rect, length_of
from .newton import GAP, Freedom, newton_step

_MOST_STEPS = 80
#: How near a step may come to a wall, and a pull to its full length, as a share of the way.
_SHORT_OF = 0.95


def between_walls(path: Sequence[Point], portals: Sequence[Rect]) -> list[Point]:
    """The shortest path over portals, from any path over them."""
    walled = _Walled(path, portals)
    for _step in range(_MOST_STEPS):
        if walled.is_done():
            break
        walled.step()
    return walled.best


class _Walled:
    """A path between soft walls: primal-dual interior-point steps for a sum of lengths.

    The wall of height h at the end of a room r pushes by h / r. A segment's length is taken as h + sqrt(h² + length²):
    both are where a logarithmic barrier of height h has its centre.
    """

    def __init__(self, path: Sequence[Point], portals: Sequence[Rect]) -> None:
        self._portals = portals
        self._free: list[Freedom] = [
            (index, axis)
            for index, portal in enumerate(portals)
            for axis in range(3)
            if portal[axis] < portal[axis + 3]
        ]
        inner = (_inside(point, portal) for point, portal in zip(path[1:], portals, strict=False))
        self._path = [path[0], *inner, path[-1]]
        self._height = 0.1 * length_of(self._path) / len(path)
        self._pulls: list[Point] = [(0.0, 0.0, 0.0)] * (len(path) - 1)
        self._walls = [(self._height / below, self._height / above) for below, above in self._rooms()]
        self._gap = _gap_of(self._path, portals, self._pulls)
        self.best, self._least = self._path, self._gap

    def is_done(self) -> bool:
        return self._least <= GAP * length_of(self.best)

    def _rooms(self) -> list[tuple[float, float]]:
        """From each free coordinate down to its lower wall and up to its upper one."""
        return [
            (
                self._path[index + 1][axis] - self._portals[index][axis],
                self._portals[index][axis + 3] - self._path[index + 1][axis],
            )
            for index, axis in self._free
        ]

    def step(self) -> None:
        height, pulls, walls, free = self._height, self._pulls, self._walls, self._free
        runs, rooms = _runs(self._path), self._rooms()
        rounded = [sqrt(height * height + x * x + y * y + z * z) for x, y, z in runs]
        lengths = [height + length for length in rounded]
        wanted = [(x / length, y / length, z / length) for (x, y, z), length in zip(runs, lengths, strict=True)]
        shares = [(x / length, y / length, z / length) for (x, y, z), length in zip(runs, rounded, strict=True)]
        pushes = _pushes(wanted)
        slopes = [
            pushes[index][axis] - height / below + height / above
            for (index, axis), (below, above) in zip(free, rooms, strict=True)
        ]
        stiffness = [low / below + high / above for (low, high), (below, above) in zip(walls, rooms, strict=True)]
        step = newton_step(free, slopes, stiffness, pulls, shares, lengths)

        moves = [[0.0, 0.0, 0.0] for _point in self._path]
        for (index, axis), towards in zip(free, step, strict=True):
            moves[index + 1][axis] = towards
        turns = [
            _turn(pull, want, share, length, move)
            for pull, want, share, length, move in zip(
                pulls, wanted, shares, lengths, _runs([(x, y, z) for x, y, z in moves]), strict=True
            )
        ]
        sinks = [
            ((height - low * towards) / below - low, (height + high * towards) / above - high)
            for (low, high), (below, above), towards in zip(walls, rooms, step, strict=True)
        ]
        part = min(
            (
                _reach(above if towards > 0.0 else below, abs(towards))
                for (below, above), towards in zip(rooms, step, strict=True)
            ),
            default=1.0,
        )
        dual = min(
            *(min(_reach(low, -down), _reach(high, -up)) for (low, high), (down, up) in zip(walls, sinks, strict=True)),
            *(_turn_reach(pull, turn) for pull, turn in zip(pulls, turns, strict=True)),
        )
        self._path = [
            (x + part * move[0], y + part * move[1], z + part * move[2])
            for (x, y, z), move in zip(self._path, moves, strict=True)
        ]
        self._walls = [
            (low + dual * down, high + dual * up) for (low, high), (down, up) in zip(walls, sinks, strict=True)
        ]
        self._pulls = [
            (x + dual * turn[0], y + dual * turn[1], z + dual * turn[2])
            for (x, y, z), turn in zip(pulls, turns, strict=True)
        ]
        self._gap = _gap_of(self._path, self._portals, self._pulls)
        if self._gap < self._least:
            self.best, self._least = self._path, self._gap
        # Walls fall fast while steps are long; never below what rounding allows.
        fall = (0.1 if min(part, dual) > 0.5 else 0.5) / (2 * len(free) + len(pulls))
        self._height = max(min(height, fall * self._gap), 1e-300)


def _inside(point: Point, portal: Rect) -> Point:
    """A point moved off the borders of its portal."""
    x, y, z = (
        low + (high - low) * min(max((here - low) / (high - low), 0.01), 0.99) if low < high else low
        for here, low, high in zip(point, portal[:3], portal[3:], strict=True)
    )
    return x, y, z


def _turn(pull: Point, want: Point, share: Point, length: float, move: Point) -> Point:
    """How a pull changes when its segment does: length times pull equals the segment, linearised."""
    along = share[0] * move[0] + share[1] * move[1] + share[2] * move[2]
    return (
        want[0] - pull[0] + (move[0] - pull[0] * along) / length,
        want[1] - pull[1] + (move[1] - pull[1] * along) / length,
        want[2] - pull[2] + (move[2] - pull[2] * along) / length,
    )


def _reach(room: float, speed: float) -> float:
    """The part of a step that stays short of the end of a room; 1 at most."""
    return _SHORT_OF * room / speed if speed > _SHORT_OF * room else 1.0


def _turn_reach(pull: Point, turn: Point) -> float:
    """The part of a turn that leaves a pull shorter than 1; 1 at most."""
    square = turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]
    if square == 0.0:
        return 1.0
    along = pull[0] * turn[0] + pull[1] * turn[1] + pull[2] * turn[2]
    beyond = pull[0] * pull[0] + pull[1] * pull[1] + pull[2] * pull[2] - 1.0
    end = (sqrt(max(along * along - square * beyond, 0.0)) - along) / square
    return min(1.0, _SHORT_OF * end) if end < 1.0 else 1.0


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
