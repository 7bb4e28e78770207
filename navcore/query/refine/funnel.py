# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The 3D funnel: a nearly shortest path through a sleeve, by looking from bend to bend [Massonnat 2023].

From an anchor one looks through the portals ahead. What is seen is a cone; every portal narrows it. When a
portal cannot be seen at all, the path has to bend before it: on the portal before, within what is seen of it, where
anchor → bend → hidden portal is shortest. Pulled back to the first edge it leans on, that is the next anchor.

Where the source intersects polygons on a sphere, this clips the rays at the cone's edges by half-spaces through
the anchor; portals are aligned with the axes, so a half-space has two coefficients only.

A bend always lies on what its anchor sees, so the path is valid however the degenerate cases fall:

- *anchor on the next portal* (shared edges, a start on a face): that portal is passed already;
- *portal seen edge-on*, the anchor in its plane: it is reached, but nothing is looked at through it;
- *cone shrunk to a fan or a ray*: counts as seeing nothing. Slipping on along a line would leave the rest of the
  path no choice, and a bend there costs nothing: one that is not needed is dropped in the end;
- *goal*: a point has no area, so the closed segment to it is tested against the portals themselves;
- *turning back* through the same plane or portal: a ray must not cross portals backwards, one more half-space.

All lengths are in voxels.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from ...geometry.primitives import Point, Rect, clamp_to_box, distance, flat_axis

#: Points nearer than this to a portal lie on it: above rounding in any volume (sides below 2^16), below 1e-9.
_NEAR = 1e-10
#: A cone whose depth behind a clipping plane is this much smaller than its numbers is rounding, not a view.
_THIN = 1e-10
_MAX_ROOT_STEPS = 80
_NEXT_AXES = ((1, 2), (2, 0), (0, 1))
#: Where the coordinates of a rectangle's corners stand in it, by its flat axis.
_CORNERS = (
    ((0, 1, 2), (0, 4, 2), (0, 4, 5), (0, 1, 5)),
    ((0, 1, 2), (0, 1, 5), (3, 1, 5), (3, 1, 2)),
    ((0, 1, 2), (3, 1, 2), (3, 4, 2), (0, 4, 2)),
)


class _View(NamedTuple):
    """What an anchor sees of a portal, through all portals between them."""

    anchor: Point
    portal: Rect
    axis: int  #: along which the portal is flat
    height: float  #: from the anchor to the portal's plane along the axis, signed
    #: Directions from the anchor along the edges of the cone, around it; none when the portal is seen edge-on.
    rays: list[Point]


def funnel(start: Point, goal: Point, portals: Sequence[Rect], *, pull_back: bool = True) -> list[Point]:
    """Pull a string through the portals: start, bends, goal; at least the two ends, even when they are equal.

    Every bend lies on a portal, in the order of the sleeve; every segment passes the portals between its ends in
    order, up to 1e-9 voxels.

    Parameters
    ----------
    start, goal : points in the first and the last cell of the sleeve, anywhere, faces and portals included.
    portals : rectangles between consecutive cells, of positive area; none when both points share a cell.
    pull_back : bend at the first portal's edge that the segment to the bend leans on; False is the source's funnel.
    """
    path = [start]
    passed = [0]  # the number of portals behind each point; a bend on a portal has passed it
    while not _straight(path[-1], goal, portals, passed[-1], len(portals)):
        view, hidden = _look_ahead(path[-1], portals, passed[-1])
        bend = _bend(view, portals[hidden] if hidden < len(portals) else goal + goal)
        if pull_back:
            bend, hidden = _first_lean(path[-1], bend, portals, passed[-1], hidden)
        path.append(bend)
        passed.append(hidden)
    return _without_needless_bends([*path, goal], [*passed, len(portals)], portals)


def _minus(point: Point, other: Point) -> Point:
    return point[0] - other[0], point[1] - other[1], point[2] - other[2]


def _ahead(point: Point, along: Point, share: float) -> Point:
    """A coordinate along which nothing moves stays exactly as it is, so points of a portal's edge stay on it."""
    return point[0] + share * along[0], point[1] + share * along[1], point[2] + share * along[2]


# --- looking ---


def _look_ahead(anchor: Point, portals: Sequence[Rect], first: int) -> tuple[_View, int]:
    """The view of the last portal that is seen, from portal `first` on, and the number of the hidden one after it."""
    view = None
    for index in range(first, len(portals)):
        seen = _look(anchor, portals[index]) if view is None else _narrow(view, portals[index])
        if view is not None and seen is None:
            return view, index
        view = seen
    assert view is not None, "an anchor on all portals that are left goes straight to the goal"
    return view, len(portals)


def _look(anchor: Point, portal: Rect) -> _View | None:
    """The view of a portal of the anchor's own cell; none when the anchor is on it, and so looks through it."""
    # Half of what a straight line is allowed, so that the two never disagree by rounding.
    if distance(anchor, clamp_to_box(anchor, portal)) <= 0.5 * _NEAR:
        return None
    axis = flat_axis(portal)
    height = portal[axis] - anchor[axis]
    if abs(height) <= _NEAR:
        return _View(anchor, portal, axis, 0.0, [])
    rays = [_minus(corner, anchor) for corner in _corners(portal, axis)]
    return _View(anchor, portal, axis, height, rays)


def _corners(rect: Rect, axis: int) -> list[Point]:
    """Corners of a rectangle, around it."""
    return [(rect[x], rect[y], rect[z]) for x, y, z in _CORNERS[axis]]


def _narrow(view: _View, portal: Rect) -> _View | None:
    """What is seen of the next portal through the present view; none when that has no volume.

    A ray d meets the plane at height h after h / d[axis] lengths; times d[axis], bounds on where and when are linear.
    """
    anchor = view.anchor
    axis = flat_axis(portal)
    height = portal[axis] - anchor[axis]
    rays = view.rays
    if not rays or abs(height) <= _NEAR:
        return None
    sign = 1.0 if height > 0 else -1.0
    reach = abs(height)
    for side in _NEXT_AXES[axis]:
        rays = _clip(rays, side, reach, axis, -sign * (portal[side] - anchor[side]))
        rays = _clip(rays, side, -reach, axis, sign * (portal[side + 3] - anchor[side]))
    # Not before the present portal: with cells between, only a sleeve that turns back could be.
    earlier_sign = 1.0 if view.height > 0 else -1.0
    rays = _clip(rays, view.axis, earlier_sign * reach, axis, -sign * abs(view.height))
    if not rays or min(sign * ray[axis] for ray in rays) <= 0:
        return None
    return _View(anchor, portal, axis, height, rays)


def _clip(rays: list[Point], first: int, factor: float, second: int, other: float) -> list[Point]:
    """The part of a cone where factor · d[first] + other · d[second] ≥ 0; empty when it has no volume."""
    values = [factor * ray[first] + other * ray[second] for ray in rays]
    if min(values, default=0.0) >= 0:
        return rays
    # Sums that are tiny beside their terms are rounding: the cone touches the half-space without entering it.
    if max(values) <= _THIN * max(abs(factor * ray[first]) + abs(other * ray[second]) for ray in rays):
        return []
    kept: list[Point] = []
    previous, before = rays[-1], values[-1]
    for ray, value in zip(rays, values, strict=True):
        if (before < 0 < value) or (value < 0 < before):
            kept.append(_ahead(previous, _minus(ray, previous), before / (before - value)))
        if value >= 0:
            kept.append(ray)
        previous, before = ray, value
    return kept if len(kept) > 2 else []


# --- bending ---


def _bend(view: _View, target: Rect) -> Point:
    """The point x of what is seen that makes anchor → x → target shortest.

    The target is not on the anchor's side of the portal, so x is on the border: inside, the target would be seen.
    """
    outline = _outline(view)
    best, shortest = outline[0], float("inf")
    for index, corner in enumerate(outline):
        point = _best_between(outline[index - 1], corner, view.anchor, target)
        length = distance(view.anchor, point) + distance(point, clamp_to_box(point, target))
        if length < shortest:
            best, shortest = point, length
    return best


def _outline(view: _View) -> list[Point]:
    """Corners of what is seen of the portal, around it; edge-on, all of it can be reached."""
    if not view.rays:
        return _corners(view.portal, view.axis)
    shares = [view.height / ray[view.axis] for ray in view.rays]
    return [clamp_to_box(_ahead(view.anchor, *pair), view.portal) for pair in zip(view.rays, shares, strict=True)]


def _best_between(begin: Point, end: Point, anchor: Point, target: Rect) -> Point:
    """The point x between two points that makes anchor → x → target shortest: a convex function of one number."""
    along = _minus(end, begin)
    low, low_slope = 0.0, _slope(begin, along, anchor, target)
    if low_slope >= 0:
        return begin
    high, high_slope = 1.0, _slope(end, along, anchor, target)
    if high_slope <= 0:
        return end
    for step in range(_MAX_ROOT_STEPS):
        # False position is quick where the slope is smooth; where it jumps, on the target's border, halving is.
        middle = low + (high - low) * (0.5 if step % 3 == 2 else low_slope / (low_slope - high_slope))
        point = _ahead(begin, along, middle)
        slope = _slope(point, along, anchor, target)
        if slope < 0:
            low, low_slope = middle, slope
        else:
            high, high_slope = middle, slope
        if high - low <= 1e-13 or abs(slope) <= 1e-12:
            break
    return point


def _slope(point: Point, along: Point, anchor: Point, target: Rect) -> float:
    """How the length of anchor → point → target changes as the point moves along a vector."""
    slope = 0.0
    for fixed in (anchor, clamp_to_box(point, target)):
        x, y, z = _minus(point, fixed)
        length = sqrt(x * x + y * y + z * z)
        if length > 0:
            slope += (x * along[0] + y * along[1] + z * along[2]) / length
    return slope


def _first_lean(anchor: Point, bend: Point, portals: Sequence[Rect], first: int, end: int) -> tuple[Point, int]:
    """The first point where the segment to a bend leans on a portal's edge, and the number of portals passed there.

    The border of a cone comes from such edges, and a taut string turns at them. The source goes straight on to the
    last portal that is seen; overshooting so, it is about twice as far above the shortest path. An edge that the
    segment runs along does not count, or a path on a floor would stop at every portal.
    """
    along = _minus(bend, anchor)
    for index in range(first, end):
        portal = portals[index]
        axis = flat_axis(portal)
        if abs(along[axis]) <= _NEAR:
            continue
        crossing = clamp_to_box(_ahead(anchor, along, (portal[axis] - anchor[axis]) / along[axis]), portal)
        if distance(crossing, anchor) > _NEAR and any(
            min(abs(crossing[side] - portal[side]), abs(crossing[side] - portal[side + 3])) <= _NEAR
            and abs(along[side]) > _NEAR
            for side in _NEXT_AXES[axis]
        ):
            return crossing, index + 1
    return bend, end


# --- straight lines ---


def _straight(begin: Point, finish: Point, portals: Sequence[Rect], first: int, end: int) -> bool:
    """Whether the closed segment passes portals first to end in order, each no farther away than `_NEAR`."""
    share = 0.0
    for index in range(first, end):
        portal = portals[index]
        leave = 1.0
        for axis in (0, 1, 2):
            low, high = portal[axis] - _NEAR, portal[axis + 3] + _NEAR
            position, along = begin[axis], finish[axis] - begin[axis]
            if along == 0:
                if not low <= position <= high:
                    return False
                continue
            if along < 0:
                low, high = high, low
            share = max(share, (low - position) / along)
            leave = min(leave, (high - position) / along)
        if share > leave:
            return False
    return True


def _without_needless_bends(path: list[Point], passed: list[int], portals: Sequence[Rect]) -> list[Point]:
    """The path without bends that the closed segment past them does not need: straight ones, views edge-on."""
    kept, behind = [path[0]], passed[0]
    for index in range(1, len(path) - 1):
        if not _straight(kept[-1], path[index + 1], portals, behind, passed[index + 1]):
            kept.append(path[index])
            behind = passed[index]
    kept.append(path[-1])
    return kept
