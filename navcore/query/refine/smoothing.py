# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Portal smoothing: the points of a path slide on the portals they cross [Leenknecht 2013].

One pass from the goal back to the start. Each point moves to where the line from its predecessor to its successor,
which has moved already, meets the portal's plane, or to the closest point of the portal when it meets it outside.
Points never leave their portals, so every segment stays in its convex cell.

The source shrinks the portals by the agent's radius, since its cells reach up to the walls. Here the radius is part
of the cells, so variant A shrinks them by nothing. Variant B keeps a further distance from the border where the
source says "near a corner"; a corner is, in its words, any edge or vertex of the face.

Left out is the source's removal of a last point that lies behind the goal: to go past a portal takes a line of sight.

All lengths are in voxels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ...geometry.primitives import Point, Rect, clamp_to_box, distance, flat_axis, total

#: What variant B keeps from a portal's border, in voxels, or half the portal's side if that is less: there the
#: centre is as far in as a point can be. The source names no figure. One voxel is how well a bake knows where the
#: obstacle behind a corner begins, so a follower that cuts a corner by that much still stays where it may be.
CORNER_MARGIN = 1.0


def smooth(points: Sequence[Point], portals: Sequence[Rect], variant: Literal["a", "b"] = "a") -> list[Point]:
    """As many points as given, each still on its portal; start and goal as they are.

    Variant A never lengthens the path: the closest point is not always the best one, so a point stays where it is when
    moving would lengthen the path. Variant B may be longer, by what its margin costs.

    Parameters
    ----------
    points : start, one point on each portal in order, goal; len(portals) + 2 of them.
    portals : rectangles between consecutive cells of the sleeve.
    variant : "a", up to the portals' borders; "b", at least `CORNER_MARGIN` inside them where there is room.
    """
    assert len(points) == len(portals) + 2, "one point for each portal, a start and a goal"
    smoothed = list(points)
    for index in range(len(portals), 0, -1):
        previous, point, following = smoothed[index - 1 : index + 2]
        portal = portals[index - 1]
        crossing = _crossing(previous, point, following, portal)
        if variant == "b":
            smoothed[index] = clamp_to_box(crossing, _shrunk(portal, CORNER_MARGIN))
            continue
        moved = clamp_to_box(crossing, portal)
        if distance(previous, moved) + distance(moved, following) < distance(previous, point) + distance(
            point, following
        ):
            smoothed[index] = moved
    return smoothed


def _crossing(previous: Point, point: Point, following: Point, portal: Rect) -> Point:
    """Where the line from previous to following meets the portal's plane."""
    axis = flat_axis(portal)
    behind, ahead = abs(previous[axis] - portal[axis]), abs(following[axis] - portal[axis])
    if behind + ahead > 0:
        return _between(previous, following, behind / (behind + ahead))
    # The line lies in the plane and meets it everywhere; the point moves straight to it and no further.
    length = distance(previous, following)
    if length == 0:
        return previous
    runs = ((there - here) * (now - here) for here, now, there in zip(previous, point, following, strict=True))
    along = total(runs) / (length * length)
    return _between(previous, following, min(max(along, 0.0), 1.0))


def _between(begin: Point, end: Point, share: float) -> Point:
    x, y, z = begin
    return x + share * (end[0] - x), y + share * (end[1] - y), z + share * (end[2] - z)


def _shrunk(rect: Rect, margin: float) -> Rect:
    """A rectangle without its border of width `margin`; sides that are too short shrink to their middle."""
    low_x, low_y, low_z, high_x, high_y, high_z = rect
    in_x = min(margin, (high_x - low_x) / 2)
    in_y = min(margin, (high_y - low_y) / 2)
    in_z = min(margin, (high_z - low_z) / 2)
    return low_x + in_x, low_y + in_y, low_z + in_z, high_x - in_x, high_y - in_y, high_z - in_z
