# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Points, boxes, rectangles and chains of cells as plain Python numbers. All in voxels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TypeAlias

Point: TypeAlias = tuple[float, float, float]
#: Low x, y, z and high x, y, z.
Box: TypeAlias = tuple[float, float, float, float, float, float]
#: A box that is flat along one axis.
Rect: TypeAlias = Box
#: The same by its flat axis: that axis, the plane, low and high along the next axis (u), low and high along the one
#: after that (v).
FlatRect: TypeAlias = tuple[int, float, float, float, float, float]

#: What counts as on a face or through a portal, in voxels: far above the rounding of coordinates up to
#: 32,768, which lie 2**-37 apart there, far below what matters.
TOUCH = 1e-9


def distance(a: Point, b: Point) -> float:
    """How far two points are apart. `math.dist` rounds otherwise on some platforms; this does not on any."""
    x, y, z = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    return sqrt(x * x + y * y + z * z)


def length_of(points: Iterable[Sequence[float]]) -> float:
    """How long a path over points is."""
    length, before = 0.0, None
    for here in points:
        if before is not None:
            x, y, z = here[0] - before[0], here[1] - before[1], here[2] - before[2]
            length += sqrt(x * x + y * y + z * z)
        before = here
    return length


def total(values: Iterable[float]) -> float:
    """The sum of numbers, one after the other: from Python 3.12 on, `sum` rounds otherwise."""
    result = 0.0
    for value in values:
        result += value
    return result


def without_loops(cells: Sequence[int]) -> list[int]:
    """A chain of cells without what lies between two visits of the same cell."""
    chain: list[int] = []
    place: dict[int, int] = {}
    for cell in cells:
        if cell in place:
            for left in chain[place[cell] + 1 :]:
                del place[left]
            del chain[place[cell] + 1 :]
        else:
            place[cell] = len(chain)
            chain.append(cell)
    return chain


def clamp_to_box(point: Point, box: Box) -> Point:
    """The point of a box, or of a rectangle, that is nearest to a point."""
    x, y, z = point
    return (
        box[0] if x < box[0] else box[3] if x > box[3] else x,
        box[1] if y < box[1] else box[4] if y > box[4] else y,
        box[2] if z < box[2] else box[5] if z > box[5] else z,
    )


def common_box(one: Box, other: Box) -> Box:
    """What two boxes that touch or overlap have in common; the portal of two cells that share a face."""
    x0, y0, z0, x1, y1, z1 = one
    low_x, low_y, low_z, high_x, high_y, high_z = other
    return (
        x0 if x0 > low_x else low_x,
        y0 if y0 > low_y else low_y,
        z0 if z0 > low_z else low_z,
        x1 if x1 < high_x else high_x,
        y1 if y1 < high_y else high_y,
        z1 if z1 < high_z else high_z,
    )


def flat_axis(rect: Rect) -> int:
    """The axis along which a rectangle is flat; the first where it is a line or a point."""
    return 0 if rect[0] == rect[3] else 1 if rect[1] == rect[4] else 2


def as_flat(rect: Rect) -> FlatRect:
    """A rectangle by its flat axis."""
    x0, y0, z0, x1, y1, z1 = rect
    if x0 == x1:
        return 0, x0, y0, y1, z0, z1
    if y0 == y1:
        return 1, y0, z0, z1, x0, x1
    return 2, z0, x0, x1, y0, y1


def point_in_plane(axis: int, plane: float, u: float, v: float) -> Point:
    """A point by its plane across an axis, and its coordinates along the next axis and the one after that."""
    return (plane, u, v) if axis == 0 else (v, plane, u) if axis == 1 else (u, v, plane)


def holds(box: Box, point: Point) -> bool:
    """Whether a point lies in a box or so near that it counts as on its border."""
    return all(low - TOUCH <= here <= high + TOUCH for here, low, high in zip(point, box[:3], box[3:], strict=True))


def passed(a: Point, b: Point, portals: Sequence[Rect]) -> list[Point]:
    """Where the segment from a to b passes portals, one after the other, or comes by them."""
    points: list[Point] = []
    run = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    done = 0.0
    for portal in portals:
        done = share_at(a, run, portal, done)
        points.append((a[0] + done * run[0], a[1] + done * run[1], a[2] + done * run[2]))
    return points


def share_at(a: Point, run: Point, portal: Rect, done: float) -> float:
    """Where a segment passes a portal or comes nearest to it, as a share of the segment.

    A segment that runs in the portal's plane may pass it in several places: then not before `done`, if possible.

    Parameters
    ----------
    a, run : where the segment begins, and the vector to its end.
    """
    axis = flat_axis(portal)
    if run[axis]:
        share = (portal[axis] - a[axis]) / run[axis]
        return 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
    begin, end = 0.0, 1.0
    for other in (axis - 2, axis - 1):
        if run[other]:
            one = (portal[other % 3] - a[other]) / run[other]
            two = (portal[other % 3 + 3] - a[other]) / run[other]
            begin, end = max(begin, min(one, two)), min(end, max(one, two))
    if begin <= end:
        return min(max(done, begin), end)
    # Beside a corner of the rectangle: between where it is left along one axis and reached along the other.
    return min(max((begin + end) / 2, 0.0), 1.0)


def off_line(a: Point, here: Point, b: Point) -> float:
    """How far a point is from the segment between two others."""
    x, y, z = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    u, v, w = here[0] - a[0], here[1] - a[1], here[2] - a[2]
    square = x * x + y * y + z * z
    share = min(max((u * x + v * y + w * z) / square, 0.0), 1.0) if square else 0.0
    u, v, w = u - share * x, v - share * y, w - share * z
    return sqrt(u * u + v * v + w * w)
