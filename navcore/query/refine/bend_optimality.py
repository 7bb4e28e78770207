# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a bend would stay where it is in another sleeve around it, without solving for the path in that sleeve.

A bend passes through several portals that all hold its point, by segments of no length. Such a segment may pull by any
vector of length 1 at most (see `newton`). The path is the shortest in that sleeve if pulls exist that leave the point
of every portal where it is. Each portal limits, for each axis by itself, how the pull behind it may differ from the
pull before it: not at all where the point is free to move; where a border holds the point, only by what pushes it
against the border; across the portal's plane, as it likes. So the least pull along an axis follows from those before
and after, and the least pulls along three axes make the shortest vector.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...geometry.primitives import TOUCH, Point, Rect, distance

#: By how much a pull may be too long, for rounding; a path is then shortened by less than this share.
_SLACK = 1e-10


def is_bend_optimal(before: Point, here: Point, after: Point, portals: Sequence[Rect]) -> bool:
    """Whether before → here → after is the shortest path through portals that all hold `here`."""
    behind, ahead = distance(before, here), distance(here, after)
    if not behind or not ahead:
        return False
    between = len(portals) - 1
    squares = [0.0] * between
    for axis in (0, 1, 2):
        place = here[axis]
        first, last = (place - before[axis]) / behind, (after[axis] - place) / ahead
        # From either end, the pulls that may come next.
        lows, highs = [], []
        low = high = first
        for portal in portals:
            begin, end = portal[axis], portal[axis + 3]
            if begin == end:
                low, high = -1.0, 1.0
            elif place <= begin + TOUCH:
                low = -1.0
            elif place >= end - TOUCH:
                high = 1.0
            lows.append(low)
            highs.append(high)
        if not low - _SLACK <= last <= high + _SLACK:
            return False
        low = high = last
        for index in range(between, 0, -1):
            portal = portals[index]
            begin, end = portal[axis], portal[axis + 3]
            if begin == end:
                low, high = -1.0, 1.0
            elif place <= begin + TOUCH:
                high = 1.0
            elif place >= end - TOUCH:
                low = -1.0
            least, most = max(low, lows[index - 1]), min(high, highs[index - 1])
            pull = least if least > 0.0 else most if most < 0.0 else 0.0
            squares[index - 1] += pull * pull
    return all(square <= 1.0 + _SLACK for square in squares)
