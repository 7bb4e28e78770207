# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What became of a query, as a value for programs; and the one place that puts it into words for people."""

from __future__ import annotations

from enum import StrEnum

#: Where agents can be.
FREE_SPACE, FLOORS = "free space", "the floor"


class PathStatus(StrEnum):
    """What became of a path query."""

    FOUND = "found"
    START_OUTSIDE = "start outside"
    GOAL_OUTSIDE = "goal outside"
    DIFFERENT_ISLANDS = "different islands"
    LIMIT_REACHED = "limit reached"
    #: Of `find_leak` without a point outside: the room does not reach the border of the domain.
    NO_EXIT = "no exit"


def island_name(island: int) -> str:
    """An island as people count them, from 1; programs count from 0."""
    return f"island {island + 1}"


def too_far(name: str, distance: float, limit: float, where: str = FREE_SPACE) -> str:
    """That a point is farther from where agents can be than it may be moved, scene units, in words."""
    return f"the {name} is {distance:.3g} from {where}, farther than max_snap ({limit:.3g})"


def explain(
    status: PathStatus,
    islands: tuple[int, int],
    snap_distances: tuple[float, float],
    snap_limit: float,
    max_expanded: int | None,
    where: str = FREE_SPACE,
) -> str:
    """Why there is no path, in words; empty when there is one.

    Parameters
    ----------
    islands : of start and goal, from 0.
    snap_distances : of start and goal from where agents can be, scene units.
    snap_limit : how far they may be moved there, scene units.
    max_expanded : of the query's `PathConfig`.
    where : what that is called.
    """
    match status:
        case PathStatus.START_OUTSIDE | PathStatus.GOAL_OUTSIDE:
            is_start = status is PathStatus.START_OUTSIDE
            return too_far("start" if is_start else "goal", snap_distances[0 if is_start else 1], snap_limit, where)
        case PathStatus.DIFFERENT_ISLANDS:
            first, second = map(island_name, islands)
            return f"the start is on {first} and the goal on {second}; nothing connects them"
        case PathStatus.LIMIT_REACHED:
            return f"gave up after max_expanded ({max_expanded}) steps of the search; allow more"
        case PathStatus.NO_EXIT:
            return "no way leads to the border of the domain"
    return ""
